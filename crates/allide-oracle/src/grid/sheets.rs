//! Sheets that pass through each other.
//!
//! Around an edge of the grid there are four directions, 90 degrees apart, in which squares of a sheet leave it. The squares of
//! one sheet divide the circle around the edge, if there are at least two of them. The other passes through if it leaves in
//! two different parts of the circle.

use super::class::leaving;
use super::{Point, Surface};
use std::collections::HashSet;

/// Whether one has points on both sides of the other along a common edge.
pub(super) fn pass_through(a: &Surface, b: &Surface) -> bool {
    let of_b = leaving(b);
    leaving(a).iter().any(|(edge, of_a)| of_b.get(edge).is_some_and(|of_b| parts_reached(of_a, of_b) > 1))
}

/// In how many parts of the circle, which `wall` divides, the other leaves; 0 if it is not divided.
fn parts_reached(other: &[bool; 4], wall: &[bool; 4]) -> usize {
    if wall.iter().filter(|&&is_there| is_there).count() < 2 {
        return 0;
    }
    // A part is named by the wall that begins it.
    let part = |turn: usize| (0..4).map(|back| (turn + 4 - back) % 4).find(|&at| wall[at]);
    let reached: HashSet<_> = (0..4).filter(|&turn| other[turn] && !wall[turn]).map(part).collect();
    reached.len()
}

/// Whether the definitions leave open what two sheets are: they lie on each other somewhere, and one leaves the other there. It
/// may leave to one side here and to the other side there, without a common curve along which it reaches both.
pub fn is_open_question(a: &Surface, b: &Surface) -> bool {
    let squares = |surface: &Surface| -> HashSet<(usize, Point)> {
        surface.rects.iter().flat_map(|rect| rect.squares().map(|square| (rect.axis, square))).collect()
    };
    let is_sheet = a.solid().is_none() && b.solid().is_none();
    is_sheet && !pass_through(a, b) && !squares(a).is_disjoint(&squares(b))
}
