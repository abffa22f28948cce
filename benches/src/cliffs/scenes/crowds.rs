//! Many objects whose bounds all overlap.

use super::super::case::{Cliff, Scale};
use super::{Point, scene, soup};
use allide::{Mesh, Pose, Scene};
use allide_scenes::{Random, shapes};

pub fn cliffs() -> Vec<Cliff> {
    vec![
        Cliff::overlaps("crowds/triangles-apart", |size| scene(&parallel(size.of(4_000)))),
        Cliff::overlaps("crowds/triangles-crossing", |size| scene(&through_the_middle(size.of(4_000)))),
        Cliff::clearance("crowds/triangles-clearance", 1.0e-6, |size| scene(&parallel(size.of(4_000)))),
        Cliff::folds("crowds/triangles-themselves", |size| scene(&parallel(size.of(4_000)))),
        Cliff::overlaps("crowds/boxes", |size| turned(&shapes::cuboid([-1.0; 3], [1.0; 3]), size.of(2_000), 0.0)),
        Cliff::overlaps("crowds/rods", |size| rods(size.of(4_000))),
        Cliff::overlaps("crowds/nested", |size| nested(size.of(160), 3)),
        Cliff::overlaps("crowds/nested-few", |size| nested(size.of(1_600), 1)),
        Cliff::clearance("crowds/far-apart", 1.0e6, |size| turned(&shapes::blob(1, 1_000), size.of(200), 100.0)),
        Cliff::overlaps("crowds/instances", |size| turned(&shapes::blob(1, size.of(5_000)), 300, 8.0)),
        Cliff::overlaps("crowds/tiny-instances", tiny_instances),
    ]
}

/// One thin triangle an object, side by side along a diagonal.
fn parallel(count: usize) -> Vec<Mesh> {
    let one = |k: usize| {
        let shift = 1.0e-5 * k as f64;
        soup([[[shift, 0.0, 0.0], [1.0 + shift, 1.0, 1.0], [1.0 + shift, 1.0 + 1.0e-6, 1.0]]])
    };
    (0..count).map(one).collect()
}

/// One triangle an object; all contain the origin or come close.
fn through_the_middle(count: usize) -> Vec<Mesh> {
    let mut random = Random::new(5);
    let mut one = |_| {
        let [p, q]: [Point; 2] = [random.direction(), random.direction()];
        soup([[p, q, [0, 1, 2].map(|k| -p[k] - q[k])]])
    };
    (0..count).map(&mut one).collect()
}

/// Instances in all directions.
fn turned(mesh: &Mesh, count: usize, spread: f64) -> Scene {
    let mut random = Random::new(6);
    let mut scene = Scene::new();
    for _ in 0..count {
        let axis = random.direction();
        let angle = random.between(0.0, 6.0);
        scene.add("", mesh, Pose::rotation_translation(axis, angle, random.point(-spread, spread)).expect("finite"));
    }
    scene
}

/// Long thin boxes through a common centre, each with a direction of its own.
fn rods(count: usize) -> Scene {
    turned(&shapes::cuboid([-1.0, -1.0e-5, -1.0e-5], [1.0, 1.0e-5, 1.0e-5]), count, 0.3)
}

/// Spheres inside spheres: all bounds overlap, and nothing touches.
fn nested(count: usize, subdivisions: u32) -> Scene {
    let sphere = shapes::icosphere(subdivisions);
    let mut scene = Scene::new();
    for k in 0..count {
        let radius = 1.0 + k as f64;
        let columns = [[radius, 0.0, 0.0], [0.0, radius, 0.0], [0.0, 0.0, radius]];
        scene.add("", &sphere, Pose::affine(columns, [0.0; 3]).expect("finite"));
    }
    scene
}

/// Instances a millionth as large as their mesh.
fn tiny_instances(size: Scale) -> Scene {
    let mesh = shapes::blob(2, size.of(2_000));
    let mut random = Random::new(9);
    let mut scene = Scene::new();
    let small = 1.0e-6;
    for _ in 0..size.of(1_000) {
        let columns = [[small, 0.0, 0.0], [0.0, small, 0.0], [0.0, 0.0, small]];
        scene.add("", &mesh, Pose::affine(columns, random.point(0.0, 1.0e-5)).expect("finite"));
    }
    scene
}
