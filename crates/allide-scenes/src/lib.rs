//! Meshes and scenes by formula, shared by allide's demo, tests and benches.
//!
//! Everything is deterministic: the same arguments give the same scene. What a scene's findings are is not said here;
//! that is for the engine to find out.

pub mod hard;
mod random;
mod registry;
pub mod scenes;
pub mod shapes;
mod surface;

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
