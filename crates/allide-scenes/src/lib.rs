//! Meshes and scenes by formula, shared by allide's demo, tests and benches; and the [`suite`] that compares methods and devices
//! on them.
//!
//! Everything is deterministic: the same arguments give the same scene. Expected findings are not stated here;
//! that is for the engine to find out.
//!
//! To add a scene: one to look at is a function in `scenes` and an entry in `registry.rs`; one that moves is a type
//! with [`Motion`] and an entry `moving!`, and is then tested over its frames; a past failure goes into `edges.rs` with
//! a line in `edge_cases`; a random one is a `Kind` in `hard.rs`. Every way is then tested on it. A shape of a solid
//! goes into `POOL` in `solids/pool.rs`; a way in which two solids meet is a `Kind` in `solids/contacts.rs`, and
//! `tests/solids` of `allide` compares its classes with exact volumes.

pub mod edges;
pub mod hard;
mod motion;
mod random;
mod registry;
pub mod scenes;
pub mod shapes;
pub mod solids;
pub mod suite;
mod surface;

use allide::{Aabb, DVec3, Scene};

pub use motion::Motion;
pub use random::Random;
pub use registry::{Entry, all, baked, deform, find, small_suite};

/// A turn by a formula that gives finite numbers and an axis with a direction, then a move.
pub fn turned(axis: [f64; 3], angle: f64, translation: [f64; 3]) -> allide::Pose {
    allide::Pose::rotation_translation(axis, angle, translation).expect("finite numbers and an axis with a direction")
}

/// A move by a formula that gives finite numbers.
pub fn moved(x: f64, y: f64, z: f64) -> allide::Pose {
    allide::Pose::translation(x, y, z).expect("finite numbers")
}

/// A box around all objects: around the corners of each object's own box, where the object stands.
pub fn bounds(scene: &Scene) -> Aabb {
    let filled = scene.objects().iter().filter(|object| !object.mesh().bounds().is_empty());
    let corners = filled.flat_map(|object| {
        let Aabb { min, max } = object.mesh().bounds();
        let pick = move |corner: usize, axis: usize| if corner >> axis & 1 == 0 { min[axis] } else { max[axis] };
        (0..8).map(move |corner| object.pose().apply(DVec3::from_array([0, 1, 2].map(|axis| pick(corner, axis)))))
    });
    Aabb::around(corners)
}

/// Triangles of all objects.
pub fn triangle_count(scene: &Scene) -> usize {
    scene.objects().iter().map(|object| object.mesh().triangles().len()).sum()
}
