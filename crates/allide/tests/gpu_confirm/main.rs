//! The kernels that confirm pairs, against the exact tests of `allide_geom`.

#[path = "../../../allide-geom/tests/oracle/families.rs"]
mod families;

mod agreement;
mod clearance;
mod harness;
mod large;

/// Corners of a triangle.
type Corners = [[f64; 3]; 3];
