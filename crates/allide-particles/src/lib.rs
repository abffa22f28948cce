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
//! # Exactness
//!
//! The paths of a leg and the equations of colliders are `f64` numbers, taken for exact. Of their mathematics, the time of each impact is
//! known to [`TIME_BOUND`] of the flight's length, and which collider comes first, whether a path touches, and whether the point is within
//! bounds are decided by longer numbers wherever `f64` leaves them open. The state after a bounce is rounded to `f64`, and the next leg
//! starts from there; of every collider within that rounding, the particle remembers on which side it is, so that seams and corners let
//! nothing through. On the blobby surface, what `f64` leaves open counts as a touch.
//!
//! After chapter 3 of Knott, "CInDeR: collision and interference detection in real time using graphics hardware" (2003). Motions
//! without a closed form, particles that spawn others, and rolling are out of scope.
//!
//! # How an impact is decided
//!
//! `motion/` gives the path of a life from a hash of seed, particle and generation (`hash.rs`: 32-bit integers, the
//! same on a GPU); `flight.rs` follows it from impact to impact; `meet.rs` finds the first collider, with a tree of
//! boxes (`tree.rs`) that is walked along straight pieces of the path (`chord.rs`), each with a bound on how far the
//! path leaves it.
//!
//! - **One function.** `Form::meeting` (`collider/form.rs`) is the time at which a path meets a collider: a function of
//!   these two and of how long the flight lasts. A tree, a GPU and the interval of a question only choose who is asked.
//!   So lists depend neither on them nor on threads, and looking ahead is asking earlier.
//! - **Balls.** Along a path, a plane's equation is a polynomial of degree 2, a quadric's of degree 2 or 4. Its
//!   coefficients are balls (`number/ball.rs`): a number and a bound on its error. `roots/` isolates roots by
//!   Descartes' rule in Bernstein form, with signs that are certain or unsure, and steps to both sides of each root
//!   until signs are certain, which bounds its error. A constraint is a sign at a ball of time.
//! - **Two precisions.** The same code runs with `f64` first, and with sums of two (`number/dd.rs`, 103 bits) wherever
//!   a sign is unsure, a time is not within its bound, or two colliders are met at times that bounds do not separate.
//!   Cases that are still unsure are a touch, which counts; a boundary, which counts; or a tie, which the lower collider number
//!   wins.
//! - **Leaving a surface.** After a bounce the path starts on the collider: the constant term is zero by definition,
//!   and roots are those of the rest. So a particle never hits the surface it just left, and small bounces on planes
//!   are as exact as large ones.
//! - **Seams and corners** (`contact.rs`). The place after a bounce is rounded, so it does not tell on which side of a
//!   surface within that rounding the particle is. The particle remembers the side of each; a surface that its new
//!   velocity points into is hit at once, as one more impact at the same time. So nothing falls through the joint of
//!   two tiles, a ridge or a corner.
//! - **Rest.** If the normal speed after a bounce is below the scene's `rest_speed` and the path bends back to the
//!   surface, the particle rests: on planes when the geometric sum of all further bounces ends, or where its slide
//!   meets something, elsewhere at once.
//! - **On a GPU** (`gpu/`): a kernel walks the same tree for all particles in `f32`, with bounds on all rounding, and
//!   drops lives that are certainly away from every surface during the interval (from birth, for those that bounce).
//!   `Form::meeting` decides the rest. Numbers that `f32` cannot hold stay on the CPU.
//! - **No libm but `libm`'s.** Sines and arc tangents come from that crate, everything else from operations that IEEE
//!   754 defines, so lists are the same on every machine: a test pins a hash.

mod boxes;
mod chord;
pub mod collider;
mod contact;
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
