//! One large object with many small neighbours.

use super::super::case::{Cliff, Motion, Scale};
use super::scene;
use allide::{Pose, Scene};
use allide_scenes::{Random, shapes};

pub fn cliffs() -> Vec<Cliff> {
    let mut cliffs = vec![
        Cliff::overlaps("hubs/16382-10000", |size| hub(size.of(16_382), size.of(10_000), 0.01)),
        Cliff::overlaps("hubs/16386-10000", |size| hub(size.of(16_386), size.of(10_000), 0.01)),
        Cliff::clearance("hubs/16382-clearance", 0.01, |size| hub(size.of(16_382), size.of(10_000), 0.01)),
        Cliff::overlaps("hubs/16382-moving", |size| hub(size.of(16_382), size.of(1_000), 0.01)).with(Motion::Moves),
        Cliff::overlaps("hubs/16382-deforming", |size| hub(size.of(16_382), size.of(1_000), 0.01))
            .with(Motion::Deforms),
        Cliff::overlaps("hubs/100000-inside", |size| hub(size.of(100_000), size.of(2_000), 0.000_1)),
        Cliff::clearance("hubs/100000-far", 10.0, |size| hub(size.of(100_000), 10, 0.05)),
        Cliff::clearance("hubs/100000-near", 0.1, |size| hub(size.of(100_000), 200, 0.02)),
        Cliff::overlaps("hubs/ten", |size| many_hubs(size, 10)),
    ];
    for triangles in [1_000, 4_096, 8_192, 8_194, 100_000] {
        for neighbours in [8, 40, 63, 64, 500] {
            let name = format!("hubs/{triangles}-{neighbours}");
            let make = move |size: Scale| hub(size.of(triangles), size.of(neighbours), 0.05);
            cliffs.push(Cliff::overlaps(name, make));
        }
    }
    cliffs
}

/// A blob, and boxes across its surface. A box is so large against the blob.
fn hub(triangles: usize, neighbours: usize, extent: f64) -> Scene {
    let mut scene = scene([&shapes::blob(1, triangles)]);
    add_boxes(&mut scene, neighbours, extent, 7);
    scene
}

fn add_boxes(scene: &mut Scene, count: usize, extent: f64, seed: u64) {
    let stone = shapes::cuboid([-extent; 3], [extent; 3]);
    let mut random = Random::new(seed);
    for _ in 0..count {
        let radius = random.between(0.7, 1.2);
        let [x, y, z] = random.direction().map(|x| x * radius);
        scene.add("", &stone, allide_scenes::moved(x, y, z));
    }
}

/// Several hubs in one place, with the same neighbours.
fn many_hubs(size: Scale, count: usize) -> Scene {
    let hub = shapes::blob(1, size.of(20_000));
    let mut scene = Scene::new();
    for k in 0..count {
        let turn = k as f64;
        scene.add("", &hub, Pose::rotation_translation([1.0, turn, 2.0], turn, [0.0; 3]).expect("finite"));
    }
    add_boxes(&mut scene, size.of(800), 0.02, 8);
    scene
}
