//! "CInDeR": particles of chapter 3, and rays cast at edges of chapter 4.
//!
//! `allide-bench raycast` measures with the public items.

mod cost;
mod degenerate;
mod examples;
mod maps;
mod particles;
mod rays;
pub mod solids;
mod tally;
mod timings;
mod truth;

pub use cost::{ExitRow, MODERATE, ReadRow, STEPS, exit_row, read_row};
pub use rays::{Rays, Timing};
pub use tally::Tally;
pub use truth::interfering;

pub(crate) use cost::{table_4_1, table_4_2, tell_table_4_1, tell_table_4_2};
pub(crate) use degenerate::{figure_4_12, tell_4_12};
pub(crate) use examples::{figure_4_13, figure_4_14, tell_4_13, tell_4_14};
pub(crate) use maps::{figure_3_5, tell_3_5};
pub(crate) use particles::{figure_3_2, figure_3_3, figure_3_4, figure_3_6, figure_3_7};
pub(crate) use particles::{tell_3_2, tell_3_3, tell_3_4, tell_3_6, tell_3_7};
pub(crate) use timings::{figure_4_15, figure_4_16, tell_4_15, tell_4_16};
