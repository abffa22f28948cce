//! Exact geometry for allide.
//!
//! Every yes-or-no answer here is decided by the exact sign of a determinant, for any finite coordinates:
//! a floating-point filter first, adaptive exact arithmetic behind it. Nothing has a tolerance.
//! Distances are `f64`, and zero exactly when two triangles overlap.
//!
//! A pair of triangles is decided by orientation signs after Guigue and Devillers, each by filter, then adaptive
//! expansions, then big integers. Triangles so large or small that products could overflow or underflow are multiplied
//! by a power of two first, which changes no sign (`scale.rs`); big integers are for those that would lose a bit.
//! Coplanar and degenerate pairs have a path of their own (`flat.rs`). `Surface::for_each_near` (`many.rs`) tests one
//! triangle against several with vector instructions.

// First: its macros are for those after it.
#[macro_use]
mod simd;

mod aabb;
mod adjacency;
mod contact;
mod distance;
mod double;
mod exact_point;
mod flat;
mod frame;
mod grid;
pub mod kdop;
mod many;
pub mod moved;
mod overlap;
pub mod predicates;
mod scale;
mod wide;

pub use aabb::Aabb;
pub use adjacency::self_overlap;
pub use contact::{contact_box, contact_points};
pub use distance::{NearestPoints, distance, distance_below};
pub use exact_point::{ExactPoint, turn as turn_of_exact};
pub use flat::is_degenerate;
pub use grid::Grid;
pub use many::Surface;
pub use overlap::{Class, overlap};
pub use simd::{Avx2, Avx512, SimdLevel, UnknownSimd};

pub use glam::{DVec2, DVec3};

/// Three corners. All functions accept degenerate ones: they are the segment or point that they collapse to.
pub type Triangle = [DVec3; 3];
