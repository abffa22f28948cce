use crate::Random;
use crate::shapes::blob;
use allide::{Mesh, Pose, Scene};
use std::f64::consts::TAU;

/// How many shapes the asteroids are instances of.
const SHAPES: usize = 8;

/// A field of `count` tumbling bodies of `triangles` triangles each, all instances of eight shapes.
///
/// Hard: bounds meet about once per object, however many there are, and most of those objects miss each other: most
/// of the work is to find out that nothing is there.
pub fn asteroids(seed: u64, count: usize, triangles: usize) -> Scene {
    let mut random = Random::new(seed);
    let shapes: Vec<Mesh> = (0..SHAPES).map(|_| flattened(&blob(random.bits(), triangles))).collect();
    // The box around a tumbling body is about 1.9 wide: in a cube of this side about `count` pairs of boxes meet.
    let side = 2.9 * (count as f64).cbrt();
    let mut scene = Scene::new();
    for number in 0..count {
        let pose = crate::turned(random.direction(), random.between(0.0, TAU), random.point(0.0, side));
        scene.add(format!("asteroid {number}"), &shapes[number % SHAPES], pose);
    }
    scene
}

/// Longer than wide and wider than high: such bodies fill less of their boxes.
fn flattened(mesh: &Mesh) -> Mesh {
    let squeeze = Pose::affine([[1.5, 0.0, 0.0], [0.0, 0.75, 0.0], [0.0, 0.0, 0.375]], [0.0; 3]).expect("finite");
    crate::shapes::merge([(mesh, squeeze)])
}
