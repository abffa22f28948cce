//! A large object of large triangles, and tiny objects on it.

use super::super::case::{Cliff, Motion, Scale};
use super::{scene, sheet};
use allide::{Mesh, Pose, Scene};
use allide_scenes::{Random, shapes};

pub fn cliffs() -> Vec<Cliff> {
    let boxes = |size: Scale| size.of(2_000);
    vec![
        Cliff::overlaps("terrain/boxes-first", move |size| placed(size, boxes(size), true))
            .like("terrain/boxes-last", 4.0),
        Cliff::overlaps("terrain/boxes-last", move |size| placed(size, boxes(size), false)),
        Cliff::clearance("terrain/clearance-first", 0.25, move |size| placed(size, boxes(size), true))
            .like("terrain/clearance-last", 4.0),
        Cliff::clearance("terrain/clearance-last", 0.25, move |size| placed(size, boxes(size), false)),
        Cliff::overlaps("terrain/one-box", |size| placed(size, 1, true)).with(Motion::Moves),
        Cliff::overlaps("terrain/eight-boxes", |size| placed(size, 8, true)),
        Cliff::overlaps("terrain/forty-boxes", |size| placed(size, 40, true)),
        Cliff::overlaps("terrain/two", two),
        Cliff::folds("terrain/itself", |size| scene([&ground(size)])),
    ]
}

const SIDE: f64 = 1.0e6;

fn height(x: f64, y: f64) -> f64 {
    900.0 * (x * 3.1e-5).sin() * (y * 2.3e-5).cos() + 70.0 * (x * 4.3e-4 + y * 1.7e-4).sin()
}

/// A thousand kilometres on a side, two triangles for each 1.4 km.
fn ground(size: Scale) -> Mesh {
    let cells = size.side(700);
    let step = SIDE / cells as f64;
    sheet(cells, |x, y| [x * step, y * step, height(x * step, y * step)])
}

/// The ground, and boxes of half a metre that stand in it.
fn placed(size: Scale, count: usize, first: bool) -> Scene {
    let ground = ground(size);
    let box_mesh = shapes::cuboid([-0.25; 3], [0.25; 3]);
    let mut random = Random::new(2);
    let mut scene = Scene::new();
    if !first {
        scene.add("ground", &ground, Pose::IDENTITY);
    }
    let cells = (ground.positions().len() as f64).sqrt() as usize;
    for _ in 0..count {
        // On a vertex: there the height is that of the ground.
        let [x, y, _] = random.point(0.0, cells as f64).map(|x| x as usize);
        let at = ground.positions()[y.min(cells - 1) * cells + x.min(cells - 1)];
        scene.add("box", &box_mesh, allide_scenes::moved(at.x, at.y, at.z + random.between(-0.3, 0.5)));
    }
    if first {
        scene.add("ground", &ground, Pose::IDENTITY);
    }
    scene
}

/// Two terrains that cut each other along many curves.
fn two(size: Scale) -> Scene {
    let ground = ground(size);
    let mut scene = scene([&ground]);
    scene.add("", &ground, Pose::rotation_translation([0.0, 0.0, 1.0], 0.3, [200.0, 100.0, 1.0]).expect("finite"));
    scene
}
