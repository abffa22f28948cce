//! What the fuzz targets call: the checks of allide-io's fixed run, triangles against their oracle, and methods against
//! each other.

#[path = "../../crates/allide-io/tests/common/check.rs"]
mod check;
mod frames;
mod numbers;
mod packed;
mod particles;
mod scenes;
mod triangles;

pub use allide_io::Format;
pub use check::{check_3mf_model, check_gzip, check_reader, options};
pub use frames::{check_arrays, check_frames};
pub use packed::{check_draco, check_meshopt};
pub use particles::check_particles;
pub use scenes::check_scenes;
pub use triangles::{check_distances, check_triangles};
