//! The sound of impacts, by modal synthesis after van den Doel, Kry and Pai (FoleyAutomatic, 2001).
//!
//! A strike hits an [`Instrument`]: a bank of damped modes whose frequencies follow from shape, size and
//! [`Timbre`] by the formulas for plates, planks, discs and shells ([`Build`]), and whose damping is the material's
//! internal friction. A [`Strike`] pushes each mode by as much as its shape moves where the strike hits. The push is a
//! short pulse whose area is the striker's momentum, so that sound grows in proportion to speed, and whose length
//! follows from the hardness of both by Hertz's law of contact. It begins at the strike's exact time, between samples.
//!
//! All strikes on one instrument share its modes, once for each ear: modes cost the same however many strikes there
//! are, and every strike has its own place between the ears.
//!
//! The same strikes give the same bytes, in whatever order and blocks they are given and asked for, with any number of
//! threads, on every machine: sines and powers come from `libm`, and sums have a fixed order.
//!
//! ```
//! use allide_particles::sound::{Instrument, Timbre, SoundOptions, Strike, Synth};
//! use glam::DVec3;
//!
//! let roof = Instrument::new(&Timbre::METAL, [4.0, 3.0])?;
//! let mut synth = Synth::new(vec![roof], SoundOptions::default())?;
//! synth.strike(&[Strike::new(0.25, 0, 12.0, [1.3, 0.7], DVec3::new(1.3, 8.0, 2.0))])?;
//! let second = synth.render(48_000);
//! assert!(second[..=12_000].iter().all(|&frame| frame == [0.0; 2]) && second[12_001] != [0.0; 2]);
//! # Ok::<(), allide_particles::sound::SoundError>(())
//! ```
//!
//! `timbre.rs` has materials, `modes.rs` and `bessel.rs` their frequencies by formula, `instrument.rs` mode shapes,
//! `strike.rs` the pulse of a contact. `bank.rs` runs all modes of one instrument as complex one-pole resonators, once
//! for each ear; colliders of one material and size share a bank (`scene.rs`). Every sum has a fixed order: strikes are
//! sorted by everything they say, instruments are added up in 64 groups that do not depend on threads. Faint modes are
//! set to 0 at multiples of 64 samples from the start, never at the edge of a block, and never become denormal.
//! `limit.rs` adds up gains as integers, so they do not drift. `pipeline.rs` has three threads; impacts run ahead by
//! the largest latency of the last 16 steps (`window.rs`), and its output equals what `tests/pipeline.rs` computes in
//! sequence.

mod bank;
mod bessel;
mod error;
mod instrument;
mod limit;
mod listener;
mod modes;
mod pipeline;
mod scene;
mod strike;
mod synth;
mod timbre;
mod wav;
mod window;

pub use error::SoundError;
pub use instrument::Instrument;
pub use limit::Limiter;
pub use listener::Listener;
pub use modes::Mode;
pub use pipeline::{Pipeline, Step};
pub use scene::{SceneSound, write_scene_wav};
pub use strike::{Contact, Strike, Striker};
pub use synth::{SoundOptions, Synth};
pub use timbre::{Build, Substance, Timbre};
pub use wav::{Bits, Level, WavOptions, WavStream, WavSummary, peak_gain, write_wav};
pub use window::Pace;

#[cfg(test)]
mod tests;
