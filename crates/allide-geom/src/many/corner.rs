//! Pairs of one surface that share one vertex, several at once.

use super::decide::rotated;
use super::points::{Planes, Points, Side};
use crate::wide::Wide;

/// The corners of triangles, of which each has one in common with its counterpart; and the sides of these corners on the
/// counterparts' planes.
pub(super) struct Fan<W> {
    pub(super) corners: [Points<W>; 3],
    pub(super) sides: [Side; 3],
    /// Where each corner is the common one.
    pub(super) common: [u32; 3],
}

impl<W: Wide> Fan<W> {
    /// Those of `pairs` that share nothing but the common vertex: as `around_corner` for one pair finds it, by the same
    /// determinant. They must be proper triangles in different planes, each reaching both closed sides of the other.
    ///
    /// Corners in the same place that are not the same vertex make the determinant zero: such pairs are not decided here.
    #[inline(always)]
    pub(super) fn apart(&self, other: &Self, pairs: u32) -> u32 {
        let ([_, p, q], [_, s, t]) = (rotated(self.corners, self.common, 0), rotated(other.corners, other.common, 0));
        let turn = Planes::through(p, q, s).side(t);
        let (ours, theirs) = (self.falls(), other.falls());
        pairs & (turn.above & ours.below & theirs.below | turn.below & ours.above & theirs.above)
    }

    /// Whether the edge opposite to the common corner falls (`above`) or rises (`below`) on its way around the triangle.
    #[inline(always)]
    fn falls(&self) -> Side {
        let ([a, b, c], [first, second, third]) = (self.sides, self.common);
        let above = first & (b.above | c.below) | second & (c.above | a.below) | third & (a.above | b.below);
        let below = first & (b.below | c.above) | second & (c.below | a.above) | third & (a.below | b.above);
        Side { above, below }
    }
}
