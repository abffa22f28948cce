//! Particles that fly on closed-form paths and hit analytic surfaces at exact times.
//!
//! A particle's state is a pure function of its emitter's seed, its number and the time: any time can be asked for directly, and
//! nothing accumulates. Colliders are bounded planes, quadrics and one blobby surface. The impacts of an interval are a list that
//! loses nothing; impact maps, sound and pictures are made from it.
//!
//! ```
//! use allide_particles::{Scene, Simulation};
//!
//! let scene = Scene::read(r#"
//!     [[emitter]]
//!     name = "rain"
//!     count = 1000
//!     period = 1
//!     source = { box = [[-1, -1, 2], [1, 1, 2]] }
//!     velocity = [0, 0, -4]
//!
//!     [[collider]]
//!     name = "umbrella"
//!     surface = "paraboloid"
//!     radii = [1, 1]
//!     heights = [0, 0.5]
//!     position = [0, 0, 1]
//!     rotation = [[1, 0, 0, 180]]
//! "#)?;
//! let simulation = Simulation::new(scene)?;
//! let now = simulation.impacts(1.0..1.1)?;
//! assert!(now.iter().all(|impact| impact.point.z <= 1.0 && impact.speed == 4.0));
//! # Ok::<(), allide_particles::SceneError>(())
//! ```
//!
//! # What is exact
//!
//! The paths of a leg and the equations of colliders are `f64` numbers, taken for exact. Of their mathematics, the time of each impact is
//! known to [`TIME_BOUND`] of the flight's length, and which collider comes first, whether a path touches, and whether the point is within
//! bounds are decided by longer numbers wherever `f64` leaves them open. The state after a bounce is rounded to `f64`, and the next leg
//! starts from there; of every collider within that rounding, the particle remembers on which side it is, so that seams and corners let
//! nothing through. On the blobby surface, what `f64` leaves open counts as a touch.
//!
//! After chapter 3 of Knott, "CInDeR: collision and interference detection in real time using graphics hardware" (2003). Motions
//! without a closed form, particles that spawn others, and rolling are out of scope.

mod boxes;
mod chord;
pub mod collider;
mod contact;
mod effort;
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

pub use collider::{Chart, Collider, Distortion, Facets, Image, Keep, Material, Pose, Region, Surface};
pub use flight::MOST_BOUNCES;
pub use impact::Impact;
pub use motion::{Emitter, Instance, Look, Path, Response, Shape, Source};
pub use roots::TIME_BOUND;
pub use scene::{Camera, Scene, SceneError};
pub use simulation::{Hit, Simulation};

pub use glam::{DMat3, DQuat, DVec2, DVec3};
