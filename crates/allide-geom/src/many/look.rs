//! The first look at one triangle beside several others: on which sides of each other's planes they lie.

use super::corner::Fan;
use super::decide::{self, Verdict, all};
use super::points::{Planes, Points, Side};
use super::{Sides, Surface, coplanar};
use crate::Triangle;
use crate::predicates::Plane;
use crate::wide::Wide;
use glam::DVec3;

/// The one triangle, prepared to be looked at beside many.
pub(super) struct One<'t, W> {
    triangle: &'t Triangle,
    /// Its vertices, where the others are of the same surface.
    own: Option<[u32; 3]>,
    normal: DVec3,
    corners: [Points<W>; 3],
    plane: Planes<W>,
}

/// The result of a look at several pairs: a bit for each.
pub(super) struct Look {
    pub(super) verdict: Verdict,
    /// Those neither apart nor in the verdict.
    pub(super) undecided: u32,
    /// Where all sides are exact.
    known: u32,
    our_sides: [Side; 3],
    their_sides: [Side; 3],
}

impl Look {
    #[inline(always)]
    pub(super) fn sides(&self, lane: u32) -> Option<Sides> {
        let ([p, q, r], [s, t, u]) = (self.our_sides, self.their_sides);
        (self.known >> lane & 1 == 1).then(|| Sides {
            own: [p.sign(lane), q.sign(lane), r.sign(lane)],
            other: [s.sign(lane), t.sign(lane), u.sign(lane)],
        })
    }
}

impl<'t, W: Wide> One<'t, W> {
    #[inline(always)]
    pub(super) fn new(proof: W::Proof, triangle: &'t Triangle, own: Option<[u32; 3]>) -> Self {
        let plane = Plane::through(triangle);
        let splat = |point| Points::splat(proof, point);
        let corners = [splat(triangle[0]), splat(triangle[1]), splat(triangle[2])];
        let (normal, permanent) = (splat(plane.normal()), splat(plane.permanent()));
        let planes = Planes { origin: corners[0], normal, permanent };
        Self { triangle, own, normal: plane.normal(), corners, plane: planes }
    }

    /// Looks at no more triangles than fit.
    #[inline(always)]
    pub(super) fn look_at(&self, surface: &Surface<'_>, others: &[u32]) -> Look {
        // Fewer than fit are filled up with the last of them.
        let (mut p, mut q, mut r) = ([0; 8], [0; 8], [0; 8]);
        for lane in 0..W::WIDTH {
            [p[lane], q[lane], r[lane]] = surface.triangles[others[lane.min(others.len() - 1)] as usize];
        }
        let common = match self.own {
            Some(own) => Common::of([&p, &q, &r], own, W::WIDTH),
            None => Common::NONE,
        };
        let (proof, at) = (self.corners[0].proof(), surface.positions);
        let theirs = [Points::<W>::of(proof, at, &p), Points::of(proof, at, &q), Points::of(proof, at, &r)];
        let (ours, their_sides) = (self.corners, self.plane.sides(theirs));
        let our_sides = Planes::through(theirs[0], theirs[1], theirs[2]).sides(ours);
        let cleared = one_sided(their_sides, common.theirs) | one_sided(our_sides, common.ours);
        let left = !cleared & ((1 << others.len()) - 1);
        let (mut verdict, mut known) = (Verdict::default(), 0);
        if left != 0 {
            known = self::known(their_sides, on_plane(ours, theirs), common.theirs)
                & self::known(our_sides, on_plane(theirs, ours), common.ours);
            let (we_cut, they_cut) = (some_clear(our_sides), some_clear(their_sides));
            let (cut, flat) = (left & known & we_cut & they_cut, left & known & !we_cut & !they_cut);
            let any_common = common.theirs[0] | common.theirs[1] | common.theirs[2];
            if cut & !any_common != 0 {
                verdict = decide::decide(cut & !any_common, ours, theirs, our_sides, their_sides);
            }
            if flat & !any_common != 0 {
                verdict = verdict.and(coplanar::decide(flat & !any_common, self.triangle, self.normal, theirs));
            }
            if verdict.overlapping() != 0 && self.own.is_some() {
                // Corners in the same place count as common, whatever their numbers.
                verdict = verdict.without(same_corners(ours, theirs));
            }
            let fan = cut & one_of(common.theirs) & one_of(common.ours);
            if fan != 0 {
                let ours = Fan { corners: ours, sides: our_sides, common: common.ours };
                let theirs = Fan { corners: theirs, sides: their_sides, common: common.theirs };
                verdict.apart |= ours.apart(&theirs, fan);
            }
        }
        let undecided = left & !verdict.apart & !verdict.overlapping();
        Look { verdict, undecided, known, our_sides, their_sides }
    }
}

/// Where all points but the common ones lie on one side, and at least one does: such triangles share no point but those.
#[inline(always)]
fn one_sided(sides: [Side; 3], common: [u32; 3]) -> u32 {
    let [p, q, r] = sides;
    let known = (p.is_clear() | common[0]) & (q.is_clear() | common[1]) & (r.is_clear() | common[2]);
    ((p.above | q.above | r.above) ^ (p.below | q.below | r.below)) & known
}

/// Where the sides of all three corners are known: clearly above, clearly below, on the plane, or one of its corners.
#[inline(always)]
fn known([p, q, r]: [Side; 3], zero: [u32; 3], common: [u32; 3]) -> u32 {
    (p.is_clear() | zero[0] | common[0]) & (q.is_clear() | zero[1] | common[1]) & (r.is_clear() | zero[2] | common[2])
}

#[inline(always)]
fn some_clear([p, q, r]: [Side; 3]) -> u32 {
    p.is_clear() | q.is_clear() | r.is_clear()
}

#[inline(always)]
fn one_of([a, b, c]: [u32; 3]) -> u32 {
    (a ^ b ^ c) & !(a & b & c)
}

/// Which points lie, exactly, on the planes of triangles that are perpendicular to an axis: as walls and floors are.
#[inline(always)]
fn on_plane<W: Wide>([p, q, r]: [Points<W>; 3], points: [Points<W>; 3]) -> [u32; 3] {
    let (pq, qr) = (p.equal(q), q.equal(r));
    let level = [pq[0] & qr[0], pq[1] & qr[1], pq[2] & qr[2]];
    let [a, b, c] = [points[0].equal(p), points[1].equal(p), points[2].equal(p)];
    [
        level[0] & a[0] | level[1] & a[1] | level[2] & a[2],
        level[0] & b[0] | level[1] & b[1] | level[2] & b[2],
        level[0] & c[0] | level[1] & c[1] | level[2] & c[2],
    ]
}

/// Where two triangles have a corner in the same place.
#[inline(always)]
fn same_corners<W: Wide>([p, q, r]: [Points<W>; 3], others: [Points<W>; 3]) -> u32 {
    let mut same = 0;
    for other in others {
        same |= all(other.equal(p)) | all(other.equal(q)) | all(other.equal(r));
    }
    same
}

/// Which corners are common vertices: a bit for each of several triangles.
#[derive(Clone, Copy)]
struct Common {
    /// By their corners.
    theirs: [u32; 3],
    /// By the corners of the one triangle.
    ours: [u32; 3],
}

impl Common {
    const NONE: Self = Self { theirs: [0; 3], ours: [0; 3] };

    #[inline(always)]
    fn of(vertices: [&[u32; 8]; 3], own: [u32; 3], width: usize) -> Self {
        let mut common = Self::NONE;
        for corner in 0..3 {
            for (place, &vertex) in own.iter().enumerate() {
                let mut same = 0;
                for lane in 0..width {
                    same |= u32::from(vertices[corner][lane] == vertex) << lane;
                }
                common.theirs[corner] |= same;
                common.ours[place] |= same;
            }
        }
        common
    }
}
