//! Points and planes of several triangles at once.

use crate::predicates::{FILTER, Sign, TINY};
use crate::wide::Wide;
use glam::DVec3;

/// A point for each of several triangles.
#[derive(Clone, Copy)]
pub(super) struct Points<W> {
    pub(super) x: W,
    pub(super) y: W,
    pub(super) z: W,
}

impl<W: Wide> Points<W> {
    #[inline(always)]
    pub(super) fn splat(proof: W::Proof, point: DVec3) -> Self {
        Self { x: W::splat(proof, point.x), y: W::splat(proof, point.y), z: W::splat(proof, point.z) }
    }

    #[inline(always)]
    pub(super) fn of(proof: W::Proof, positions: &[DVec3], vertices: &[u32; 8]) -> Self {
        let axis = |axis| W::gather(proof, positions, vertices, axis);
        Self { x: axis(0), y: axis(1), z: axis(2) }
    }

    #[inline(always)]
    pub(super) fn proof(self) -> W::Proof {
        self.x.proof()
    }

    /// These where `mask` has a bit, and the other ones elsewhere.
    #[inline(always)]
    pub(super) fn select(self, other: Self, mask: u32) -> Self {
        Self { x: self.x.select(other.x, mask), y: self.y.select(other.y, mask), z: self.z.select(other.z, mask) }
    }

    /// Where the coordinates are equal, axis by axis.
    #[inline(always)]
    pub(super) fn equal(self, other: Self) -> [u32; 3] {
        [self.x.equal(other.x), self.y.equal(other.y), self.z.equal(other.z)]
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x.sub(other.x), y: self.y.sub(other.y), z: self.z.sub(other.z) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x.add(other.x), y: self.y.add(other.y), z: self.z.add(other.z) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self { x: self.x.abs(), y: self.y.abs(), z: self.z.abs() }
    }

    #[inline(always)]
    fn dot(self, other: Self) -> W {
        self.x.mul(other.x).add(self.y.mul(other.y)).add(self.z.mul(other.z))
    }
}

/// The clear signs of several determinants, a bit for each. Neither bit is set where a determinant is zero, or too close
/// to it for floating-point arithmetic.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) above: u32,
    pub(super) below: u32,
}

impl Side {
    /// Not a number, where something overflowed, is not clear either.
    #[inline(always)]
    pub(super) fn clear<W: Wide>(value: W, bound: W) -> Self {
        Self { above: value.greater(bound), below: W::splat(bound.proof(), 0.0).sub(bound).greater(value) }
    }

    #[inline(always)]
    pub(super) fn is_clear(self) -> u32 {
        self.above | self.below
    }

    #[inline(always)]
    pub(super) fn sign(self, lane: u32) -> Sign {
        (self.above >> lane & 1) as Sign - (self.below >> lane & 1) as Sign
    }
}

/// A plane for each of several triangles: as [`crate::predicates::Plane`].
pub(super) struct Planes<W> {
    pub(super) origin: Points<W>,
    pub(super) normal: Points<W>,
    pub(super) permanent: Points<W>,
}

impl<W: Wide> Planes<W> {
    #[inline(always)]
    pub(super) fn through(p: Points<W>, q: Points<W>, r: Points<W>) -> Self {
        let (u, v) = (q.sub(p), r.sub(p));
        let forward = Points { x: u.y.mul(v.z), y: u.z.mul(v.x), z: u.x.mul(v.y) };
        let backward = Points { x: u.z.mul(v.y), y: u.x.mul(v.z), z: u.y.mul(v.x) };
        let tiny = Points::splat(p.proof(), DVec3::splat(TINY));
        Self { origin: p, normal: forward.sub(backward), permanent: forward.abs().add(backward.abs()).add(tiny) }
    }

    /// On which sides points lie: as [`crate::predicates::Plane::clear_side`].
    #[inline(always)]
    pub(super) fn side(&self, points: Points<W>) -> Side {
        let offset = points.sub(self.origin);
        let value = self.normal.dot(offset);
        let (filter, tiny) = (W::splat(value.proof(), FILTER), W::splat(value.proof(), TINY));
        let bound = filter.mul(self.permanent.dot(offset.abs())).add(tiny);
        Side::clear(value, bound)
    }

    #[inline(always)]
    pub(super) fn sides(&self, points: [Points<W>; 3]) -> [Side; 3] {
        [self.side(points[0]), self.side(points[1]), self.side(points[2])]
    }
}
