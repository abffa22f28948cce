//! Particles that fly on closed-form paths and hit analytic surfaces at exact times.
//!
//! A particle's state is a pure function of its emitter's seed, its number and the time: any time can be asked for directly, and
//! nothing accumulates. Colliders are bounded planes, quadrics and one blobby surface. The impacts of an interval are a list that
//! loses nothing, and impact maps are drawn from it.
//!
//! After chapter 3 of a thesis on collision detection with graphics hardware (see `README.md`). Motions without a closed form,
//! and particles that spawn others, are out of scope.

mod boxes;
pub mod collider;
pub mod export;
mod flight;
#[cfg(feature = "gpu")]
pub mod gpu;
mod hash;
mod impact;
pub mod map;
mod meet;
pub mod motion;
mod number;
pub mod picture;
mod roots;
pub mod scene;
mod simulation;
pub mod sound;
mod tree;

pub use collider::{Chart, Collider, Distortion, Image, Keep, Material, Pose, Region, Surface};
pub use flight::MOST_BOUNCES;
pub use impact::Impact;
pub use motion::{Emitter, Instance, Look, Path, Response, Shape, Source};
pub use roots::TIME_BOUND;
pub use scene::{Camera, Scene, SceneError};
pub use simulation::{Hit, Simulation};

pub use glam::{DMat3, DQuat, DVec2, DVec3};
