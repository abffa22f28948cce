//! Exact decisions about several coplanar pairs at once: as [`crate::flat`] decides one.

use super::decide::Verdict;
use super::points::{Points, Side};
use crate::Triangle;
use crate::flat::{Axis, opened};
use crate::predicates::{FILTER, TINY};
use crate::wide::Wide;
use glam::{DVec2, DVec3};

/// How those of `pairs` overlap that lie in the plane of `a`, which has this normal, exactly.
#[inline(always)]
pub(super) fn decide<W: Wide>(pairs: u32, a: &Triangle, normal: DVec3, b: [Points<W>; 3]) -> Verdict {
    let axis = Axis::across(normal);
    let Some([a0, a1, a2]) = opened(a, axis) else { return Verdict::default() };
    let proof = b[0].proof();
    let a = [Flat::splat(proof, a0), Flat::splat(proof, a1), Flat::splat(proof, a2)];
    let [b0, b1, b2] = [Flat::along(axis, b[0]), Flat::along(axis, b[1]), Flat::along(axis, b[2])];
    let turn = turn(b0, b1, b2);
    let b = [b0, b2.select(b1, turn.below), b1.select(b2, turn.below)];
    let mut found = Separated { pairs: pairs & turn.is_clear(), apart: 0, beside: 0, uncertain: 0 };
    found.edges(a, b);
    if found.open() != 0 {
        found.edges(b, a);
    }
    let overlapping = found.open();
    let touching = overlapping & found.beside;
    Verdict { apart: found.apart, crossing: 0, coplanar: overlapping & !touching, touching }
}

/// Pairs of convex polygons: apart exactly if an edge of one has the other strictly outside, and without common area
/// exactly if an edge of one has the other outside or on it.
struct Separated {
    pairs: u32,
    apart: u32,
    /// Those without common area.
    beside: u32,
    /// Those that an edge told nothing certain about.
    uncertain: u32,
}

impl Separated {
    #[inline(always)]
    fn open(&self) -> u32 {
        self.pairs & !self.apart & !self.uncertain
    }

    /// Looks at the points from all edges of counter-clockwise triangles.
    #[inline(always)]
    fn edges<W: Wide>(&mut self, [p, q, r]: [Flat<W>; 3], points: [Flat<W>; 3]) {
        self.edge(p, q, points);
        self.edge(q, r, points);
        self.edge(r, p, points);
    }

    #[inline(always)]
    fn edge<W: Wide>(&mut self, p: Flat<W>, q: Flat<W>, points: [Flat<W>; 3]) {
        let [a, b, c] = [turn(p, q, points[0]), turn(p, q, points[1]), turn(p, q, points[2])];
        let inside = a.above | b.above | c.above;
        self.apart |= self.pairs & a.below & b.below & c.below;
        let left = self.open() & !inside;
        if left != 0 {
            let [s, t, u] = [straight(p, q, points[0]), straight(p, q, points[1]), straight(p, q, points[2])];
            let beside = left & (a.below | s) & (b.below | t) & (c.below | u);
            self.beside |= beside;
            self.uncertain |= left & !beside;
        }
    }
}

/// A point of the plane for each of several triangles.
#[derive(Clone, Copy)]
struct Flat<W> {
    x: W,
    y: W,
}

impl<W: Wide> Flat<W> {
    #[inline(always)]
    fn splat(proof: W::Proof, point: DVec2) -> Self {
        Self { x: W::splat(proof, point.x), y: W::splat(proof, point.y) }
    }

    /// As [`Axis::project`].
    #[inline(always)]
    fn along(axis: Axis, point: Points<W>) -> Self {
        let (x, y) = axis.choose(point.x, point.y, point.z);
        Self { x, y }
    }

    #[inline(always)]
    fn select(self, other: Self, mask: u32) -> Self {
        Self { x: self.x.select(other.x, mask), y: self.y.select(other.y, mask) }
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x.sub(other.x), y: self.y.sub(other.y) }
    }
}

/// Which paths turn clearly left (above) and which clearly right: the filter of [`crate::predicates::orient2d`].
#[inline(always)]
fn turn<W: Wide>(a: Flat<W>, b: Flat<W>, c: Flat<W>) -> Side {
    let (u, v) = (b.sub(a), c.sub(a));
    let (left, right) = (u.x.mul(v.y), u.y.mul(v.x));
    let (filter, tiny) = (W::splat(left.proof(), FILTER), W::splat(left.proof(), TINY));
    let bound = filter.mul(left.abs().add(right.abs())).add(tiny);
    Side::clear(left.sub(right), bound)
}

/// Which paths are straight, exactly, seen by equal coordinates: along an axis, or with `c` at one end.
#[inline(always)]
fn straight<W: Wide>(a: Flat<W>, b: Flat<W>, c: Flat<W>) -> u32 {
    let (ax, ay, bx, by) = (a.x.equal(c.x), a.y.equal(c.y), b.x.equal(c.x), b.y.equal(c.y));
    ax & bx | ay & by | ax & ay | bx & by
}
