//! What the papers behind the visibility methods and `fronts` measure, as functions that return data: nothing here prints.
//!
//! Every answer is compared with the CPU's exact one before it is timed, and carries what is missing and what is extra.
//!
//! - [`far`]: Govindaraju, Lin and Manocha, Fast and Reliable Collision Culling using Graphics Hardware (2004).
//! - [`self_cullide`]: Boldt and Meyer, Self-intersections with CULLIDE (2005).
//! - [`fronts`]: Greß and Zachmann, Object-Space Interference Detection on Programmable Graphics Hardware (2003).
//!
//! ```no_run
//! use allide::Engine;
//! use allide_scenes::papers::{Timer, far};
//! use allide_scenes::{Motion, scenes::Breaking};
//!
//! // Figure 6: object pairs left by boxes, and by the published pipeline, while a dragon breaks.
//! let mut timer = Timer::new(Engine::auto(), 3);
//! let frames = || (0..64).step_by(8).map({
//!     let breaking = Breaking::new(3_500, 16_000, 80);
//!     move |frame| (frame, breaking.at(frame as f64 / 24.0))
//! });
//! for frame in far::course(&mut timer, &[far::published(256)], frames)? {
//!     println!("{}: {} pairs of boxes, {:?} left", frame.number, frame.boxes, frame.answers[0].pairs_left);
//! }
//! # Ok::<(), allide::Error>(())
//! ```

pub mod far;
pub mod fronts;
pub mod self_cullide;
mod timer;

pub use timer::{Measured, Timer};
