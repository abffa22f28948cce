//! What the fuzz targets call: the checks of allide-io's fixed run, triangles against their oracle, and methods against
//! each other.

#[path = "../../crates/allide-io/tests/common/check.rs"]
mod check;
mod numbers;
mod scenes;
mod triangles;

pub use allide_io::Format;
pub use check::{check_3mf_model, check_gzip, check_reader};
pub use scenes::check_scenes;
pub use triangles::{check_distances, check_triangles};
