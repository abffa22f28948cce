//! Exact decisions about several pairs in different planes at once: as `overlap_with_sides` decides one, with masks
//! for its branches.
//!
//! Every sign used is certain: clear of the error bound of the scalar filter, or a zero that equal coordinates prove.
//! Pairs with another sign are left undecided.

use super::points::{Planes, Points, Side};
use crate::overlap::Class;
use crate::wide::Wide;

/// Certain facts about several pairs, one bit per pair. No bit is set where nothing is certain.
#[derive(Clone, Copy, Default)]
pub(super) struct Verdict {
    pub(super) apart: u32,
    pub(super) crossing: u32,
    pub(super) coplanar: u32,
    pub(super) touching: u32,
}

impl Verdict {
    #[inline(always)]
    pub(super) fn overlapping(&self) -> u32 {
        self.crossing | self.coplanar | self.touching
    }

    /// The class of a pair that is known to overlap.
    #[inline(always)]
    pub(super) fn class(&self, pair: u32) -> Class {
        const CLASSES: [Class; 4] = [Class::Touching, Class::Crossing, Class::Coplanar, Class::Coplanar];
        CLASSES[(self.crossing >> pair & 1 | (self.coplanar >> pair & 1) << 1) as usize]
    }

    /// Both together, about different pairs.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            apart: self.apart | other.apart,
            crossing: self.crossing | other.crossing,
            coplanar: self.coplanar | other.coplanar,
            touching: self.touching | other.touching,
        }
    }

    /// Nothing about `pairs` that overlap.
    #[inline(always)]
    pub(super) fn without(self, pairs: u32) -> Self {
        Self {
            apart: self.apart,
            crossing: self.crossing & !pairs,
            coplanar: self.coplanar & !pairs,
            touching: self.touching & !pairs,
        }
    }
}

/// How those of `pairs` overlap that lie in different planes: the sides of the corners of `a` on the planes of `b` and
/// the reverse are exact, not all on one side and not all zero.
#[inline(always)]
pub(super) fn decide<W: Wide>(
    pairs: u32,
    a: [Points<W>; 3],
    b: [Points<W>; 3],
    sides_a: [Side; 3],
    sides_b: [Side; 3],
) -> Verdict {
    let (lone_a, lone_b) = (Lone::of(sides_a), Lone::of(sides_b));
    let p = rotated(a, lone_a.corner, !lone_b.above);
    let q = rotated(b, lone_b.corner, !lone_a.above);
    let start = Planes::through(p[0], p[1], q[0]).side(q[1]);
    let end = Planes::through(p[0], p[2], q[2]).side(q[0]);
    let apart = pairs & (start.above | end.above);
    let strictly = start.below & end.below;
    let mut overlapping = pairs & !apart;
    if overlapping & !start.below != 0 {
        overlapping &= start.below | obviously_coplanar(p[0], p[1], q[0], q[1]);
    }
    if overlapping & !end.below != 0 {
        overlapping &= end.below | obviously_coplanar(p[0], p[2], q[2], q[0]);
    }
    let crossing = overlapping & strictly & straddles(sides_a) & straddles(sides_b);
    Verdict { apart, crossing, coplanar: 0, touching: overlapping & !crossing }
}

#[inline(always)]
fn straddles([a, b, c]: [Side; 3]) -> u32 {
    (a.above | b.above | c.above) & (a.below | b.below | c.below)
}

/// The corners that planes separate from the other two, weakly.
struct Lone {
    /// Where each corner is the lone one.
    corner: [u32; 3],
    /// Where that one counts as above: it is, or it lies in the plane and the other two are below.
    above: u32,
}

impl Lone {
    /// As in [`crate::overlap`]: one corner above, or one below; else the one in the plane.
    #[inline(always)]
    fn of([a, b, c]: [Side; 3]) -> Self {
        // Three would be all on one side.
        let one_above = a.above ^ b.above ^ c.above;
        let one_below = (a.below ^ b.below ^ c.below) & !one_above;
        let level = !(one_above | one_below);
        let corner = [
            one_above & a.above | one_below & a.below | level & !a.is_clear(),
            one_above & b.above | one_below & b.below | level & !b.is_clear(),
            one_above & c.above | one_below & c.below | level & !c.is_clear(),
        ];
        Self { corner, above: one_above | level & (a.below | b.below | c.below) }
    }
}

/// Rotates triangles so that the corner that is `first` becomes the first; those in `turned` are turned over as well.
#[inline(always)]
pub(super) fn rotated<W: Wide>([x, y, z]: [Points<W>; 3], first: [u32; 3], turned: u32) -> [Points<W>; 3] {
    let ([first, second, third], kept) = (first, !turned);
    [
        y.select(z.select(x, third), second),
        y.select(z.select(x, second & kept | first & turned), first & kept | third & turned),
        y.select(z.select(x, first & kept | second & turned), third & kept | first & turned),
    ]
}

/// Where four points lie in one plane for a reason that equal coordinates show: as `obviously_coplanar` for one case.
#[inline(always)]
fn obviously_coplanar<W: Wide>(a: Points<W>, b: Points<W>, c: Points<W>, d: Points<W>) -> u32 {
    let (ab, ac, ad) = (a.equal(b), a.equal(c), a.equal(d));
    let (bc, bd, cd) = (b.equal(c), b.equal(d), c.equal(d));
    let across = ab[0] & ac[0] & ad[0] | ab[1] & ac[1] & ad[1] | ab[2] & ac[2] & ad[2];
    let same = all(ab) | all(ac) | all(ad) | all(bc) | all(bd) | all(cd);
    across | same | aligned(ab, ac) | aligned(ab, ad) | aligned(ac, ad) | aligned(bc, bd)
}

/// Where three points lie on a line along an axis, given what the first has in common with the others.
#[inline(always)]
fn aligned(second: [u32; 3], third: [u32; 3]) -> u32 {
    let [x, y, z] = [second[0] & third[0], second[1] & third[1], second[2] & third[2]];
    x & y | x & z | y & z
}

#[inline(always)]
pub(super) fn all(bits: [u32; 3]) -> u32 {
    bits[0] & bits[1] & bits[2]
}
