//! Files that others name: where they may lie, and what they may be.

mod within;

pub use within::{Refusal, open_within, stays_inside};
