//! Reads meshes into allide and writes meshes, reports and pictures out of it.

pub mod report;
mod standin;
pub use standin::*;
