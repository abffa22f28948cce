//! What the fuzz targets call: the checks of allide-io's fixed run, and the triangle predicate against its oracle.

#[path = "../../crates/allide-io/tests/common/check.rs"]
mod check;
mod triangles;

pub use allide_io::Format;
pub use check::{check_3mf_model, check_gzip, check_reader};
pub use triangles::check_triangles;
