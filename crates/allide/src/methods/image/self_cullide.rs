//! Method `self-cullide`: the same inside objects.
//!
//! Paper: Boldt and Meyer, Self-intersections with CULLIDE (2005).
//!
//! A surface that is fully visible, no point of it behind another, does not cut itself. So each part of an object is compared
//! with the nearest depth of the whole object, itself included: drawn with LESS, compared with GREATER, since it must not be
//! hidden by its own fragments. Parts with nothing behind anything leave the set, in any of several views, until the set no
//! longer shrinks. Then parts are replaced by those that they consist of, connected patches of the mesh, down to triangles.
//! Triangles that are left are paired by their boxes, and decided exactly, by the rule for neighbours.
//!
//! Guarantee: sampled. What is found is right, but what lies between the centres of pixels may be missed, as may surfaces that
//! cut each other by less than the depths can tell apart.
//!
//! Deviations from the paper: objects are looked at one by one, since the question is about each alone. Without an order by
//! default, see [`super::order_free`]; the published order is there too. Views are along the axes and the diagonals of a cube,
//! every other round from the other side; the paper leaves the directions open. Each view is of what is left of the object.
//! Depths are 32-bit floats.

use super::view::Direction;

/// Pixels along each side of a view, as published.
pub(crate) const PIXELS: u32 = 500;

/// Where views look.
pub(crate) fn directions() -> Vec<Direction> {
    Direction::AXES.into_iter().chain(Direction::DIAGONALS).collect()
}
