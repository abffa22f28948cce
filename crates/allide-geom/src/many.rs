//! A quick look at one triangle against many at once.

use crate::Triangle;
use crate::adjacency::self_overlap_with_sides;
use crate::overlap::{Class, all_on_one_side, overlap_with_sides};
use crate::predicates::{FILTER, Plane, Sign, TINY};
use crate::wide::Wide;
use glam::DVec3;

/// Triangles over shared vertices, as a mesh has them.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'m> {
    /// The vertices.
    pub positions: &'m [DVec3],
    /// The vertices of each triangle.
    pub triangles: &'m [[u32; 3]],
}

impl Surface<'_> {
    /// The corners of a triangle.
    #[inline]
    pub fn triangle(&self, triangle: u32) -> Triangle {
        let [p, q, r] = self.triangles[triangle as usize];
        [self.positions[p as usize], self.positions[q as usize], self.positions[r as usize]]
    }

    /// Calls `near` with those of `others` that a quick look could not prove to share no point with `triangle`, but for
    /// common vertices: `own` are its vertices on this surface, if it is part of it. Where the quick look told on which side
    /// of each other's planes all corners are, it passes that on.
    ///
    /// The proof: one of the two lies on one side of the other's plane, common vertices aside. On a surface most
    /// neighbours do.
    #[inline]
    pub fn for_each_near(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        others: &[u32],
        near: impl FnMut(u32, Option<Sides>),
    ) {
        if let [other] = *others {
            // Not worth filling vectors for.
            return { near }(other, None);
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the machine was just found to have these instructions.
            return unsafe { self.for_each_near_avx512(triangle, own, others, near) };
        } else if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { self.for_each_near_avx2(triangle, own, others, near) };
        }
        self.for_each_near_by::<f64>(triangle, own, others, near);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn for_each_near_avx512(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        others: &[u32],
        near: impl FnMut(u32, Option<Sides>),
    ) {
        self.for_each_near_by::<std::arch::x86_64::__m512d>(triangle, own, others, near);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn for_each_near_avx2(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        others: &[u32],
        near: impl FnMut(u32, Option<Sides>),
    ) {
        self.for_each_near_by::<std::arch::x86_64::__m256d>(triangle, own, others, near);
    }

    #[inline(always)]
    fn for_each_near_by<W: Wide>(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        others: &[u32],
        mut near: impl FnMut(u32, Option<Sides>),
    ) {
        let plane = Plane::through(triangle);
        let corners = [Points::<W>::splat(triangle[0]), Points::splat(triangle[1]), Points::splat(triangle[2])];
        let ours = Planes {
            origin: corners[0],
            normal: Points::splat(plane.normal()),
            permanent: Points::splat(plane.permanent()),
        };
        for others in others.chunks(W::WIDTH) {
            // Fewer than fit are filled up with the last of them.
            let (mut p, mut q, mut r) = ([0; 8], [0; 8], [0; 8]);
            for lane in 0..W::WIDTH {
                [p[lane], q[lane], r[lane]] = self.triangles[others[lane.min(others.len() - 1)] as usize];
            }
            let common = own.map_or(Common::NONE, |own| Common::of([&p, &q, &r], own, W::WIDTH));
            let (p, q, r) =
                (Points::<W>::of(self.positions, &p), Points::of(self.positions, &q), Points::of(self.positions, &r));
            let their_sides = [ours.sides(p), ours.sides(q), ours.sides(r)];
            let theirs = Planes::through(p, q, r);
            let our_sides = [theirs.sides(corners[0]), theirs.sides(corners[1]), theirs.sides(corners[2])];
            let cleared = one_sided(their_sides, common.theirs) | one_sided(our_sides, common.ours);
            let mut left = !cleared & ((1 << others.len()) - 1);
            if left == 0 {
                continue;
            }
            let known = known(their_sides, on_plane(corners, [p, q, r]), common.theirs)
                & known(our_sides, on_plane([p, q, r], corners), common.ours);
            while left != 0 {
                let lane = left.trailing_zeros();
                let sides = Sides { own: signs(our_sides, lane), other: signs(their_sides, lane) };
                near(others[lane as usize], (known >> lane & 1 == 1).then_some(sides));
                left &= left - 1;
            }
        }
    }
}

/// The exact sides of two triangles' corners on each other's planes.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// Of the corners of the one triangle.
    pub(crate) own: [Sign; 3],
    /// Of the corners of the other.
    pub(crate) other: [Sign; 3],
}

impl Sides {
    /// [`crate::overlap`] of the two triangles that these are the sides of: the one, then the other.
    #[inline]
    pub fn overlap(&self, own: &Triangle, other: &Triangle) -> Option<Class> {
        if all_on_one_side(self.own) || all_on_one_side(self.other) {
            return None;
        }
        overlap_with_sides(own, other, self.own, self.other)
    }

    /// [`crate::self_overlap`] of the two.
    #[inline]
    pub fn self_overlap(&self, own: &Triangle, other: &Triangle) -> Option<Class> {
        self_overlap_with_sides(own, other, self)
    }
}

/// Where the sides of all three corners are known: clearly above, clearly below, on the plane, or one of its corners.
#[inline(always)]
fn known(sides: [(u32, u32); 3], zero: [u32; 3], common: [u32; 3]) -> u32 {
    let one = |corner: usize| sides[corner].0 | sides[corner].1 | zero[corner] | common[corner];
    one(0) & one(1) & one(2)
}

#[inline(always)]
fn signs(sides: [(u32, u32); 3], lane: u32) -> [Sign; 3] {
    let one = |corner: usize| (sides[corner].0 >> lane & 1) as Sign - (sides[corner].1 >> lane & 1) as Sign;
    [one(0), one(1), one(2)]
}

/// Which points lie, exactly, on the planes of triangles that are perpendicular to an axis: as walls and floors are.
#[inline(always)]
fn on_plane<W: Wide>([p, q, r]: [Points<W>; 3], points: [Points<W>; 3]) -> [u32; 3] {
    let (x, y, z) = (p.x.equal(q.x) & q.x.equal(r.x), p.y.equal(q.y) & q.y.equal(r.y), p.z.equal(q.z) & q.z.equal(r.z));
    let one = |point: Points<W>| x & point.x.equal(p.x) | y & point.y.equal(p.y) | z & point.z.equal(p.z);
    [one(points[0]), one(points[1]), one(points[2])]
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

/// A point for each of several triangles.
#[derive(Clone, Copy)]
struct Points<W> {
    x: W,
    y: W,
    z: W,
}

impl<W: Wide> Points<W> {
    #[inline(always)]
    fn splat(point: DVec3) -> Self {
        Self { x: W::splat(point.x), y: W::splat(point.y), z: W::splat(point.z) }
    }

    #[inline(always)]
    fn of(positions: &[DVec3], vertices: &[u32; 8]) -> Self {
        let axis = |axis| W::gather(positions, vertices, axis);
        Self { x: axis(0), y: axis(1), z: axis(2) }
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

/// A plane for each of several triangles: as [`Plane`].
struct Planes<W> {
    origin: Points<W>,
    normal: Points<W>,
    permanent: Points<W>,
}

impl<W: Wide> Planes<W> {
    #[inline(always)]
    fn through(p: Points<W>, q: Points<W>, r: Points<W>) -> Self {
        let (u, v) = (q.sub(p), r.sub(p));
        let forward = Points { x: u.y.mul(v.z), y: u.z.mul(v.x), z: u.x.mul(v.y) };
        let backward = Points { x: u.z.mul(v.y), y: u.x.mul(v.z), z: u.y.mul(v.x) };
        let tiny = Points::splat(DVec3::splat(TINY));
        Self { origin: p, normal: forward.sub(backward), permanent: forward.abs().add(backward.abs()).add(tiny) }
    }

    /// Which points are clearly above, and which clearly below: as [`Plane::clear_side`].
    #[inline(always)]
    fn sides(&self, points: Points<W>) -> (u32, u32) {
        let offset = points.sub(self.origin);
        let value = self.normal.dot(offset);
        let bound = W::splat(FILTER).mul(self.permanent.dot(offset.abs())).add(W::splat(TINY));
        (value.greater(bound), W::splat(0.0).sub(bound).greater(value))
    }
}

/// Where all points but the common ones lie on one side, and at least one does.
#[inline(always)]
fn one_sided(sides: [(u32, u32); 3], common: [u32; 3]) -> u32 {
    let above = sides[0].0 | sides[1].0 | sides[2].0;
    let below = sides[0].1 | sides[1].1 | sides[2].1;
    let decided = |corner: usize| sides[corner].0 | sides[corner].1 | common[corner];
    (above ^ below) & decided(0) & decided(1) & decided(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{overlap, self_overlap};

    /// A crumpled sheet: neighbours, near misses and true overlaps.
    fn sheet(size: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let height = |x: u32, y: u32| f64::from((x * 7919 + y * 104_729) % 13) / 9.0;
        let point = |k: u32| DVec3::new(f64::from(k % size), f64::from(k / size), height(k % size, k / size));
        let mut positions: Vec<DVec3> = (0..size * size).map(point).collect();
        let cell = |k: u32| k + k / (size - 1);
        let triangles = |k: u32| [[k, k + 1, k + size], [k + 1, k + size + 1, k + size]];
        let mut all: Vec<_> = (0..(size - 1) * (size - 1)).flat_map(|k| triangles(cell(k))).collect();
        // Some that cut through the rest, one that repeats, one without area.
        all.extend([[0, 5 * size + 3, 7 * size + 9], [3, 70, 90], [0, 1, size], [4, 4, 9]]);
        // And walls and floors that touch.
        let first = size * size;
        let corner = |k: u32| DVec3::new(f64::from(k % 3), f64::from(k / 3 % 3), f64::from(k / 9));
        positions.extend((0..27).map(corner));
        let walls = [
            [0, 1, 3],
            [1, 4, 3],
            [0, 2, 18],
            [2, 20, 18],
            [1, 7, 10],
            [7, 16, 10],
            [9, 11, 17],
            [0, 6, 24],
            [0, 8, 2],
        ];
        all.extend(walls.map(|wall: [u32; 3]| wall.map(|k| first + k)));
        (positions, all)
    }

    #[test]
    fn no_overlapping_triangle_is_cleared() {
        let (positions, triangles) = sheet(11);
        let surface = Surface { positions: &positions, triangles: &triangles };
        let others: Vec<u32> = (0..triangles.len() as u32).collect();
        let (mut near_count, mut all_count, mut passed_on, mut passed_on_within) = (0, 0, 0, 0);
        for &a in &others {
            let triangle = surface.triangle(a);
            let mut near = Vec::new();
            surface.for_each_near(&triangle, Some(triangles[a as usize]), &others, |b, sides| {
                near.push(b);
                let other = surface.triangle(b);
                let expected = self_overlap(&triangle, &other);
                assert!(sides.is_none_or(|sides| sides.self_overlap(&triangle, &other) == expected), "{a} {b}");
                passed_on_within += usize::from(sides.is_some());
            });
            let overlapping = others.iter().filter(|&&b| self_overlap(&triangle, &surface.triangle(b)).is_some());
            assert!(overlapping.into_iter().all(|b| near.contains(b)), "{a}");
            near_count += near.len();
            all_count += others.len();
            let mut near = Vec::new();
            surface.for_each_near(&triangle, None, &others, |b, sides| {
                near.push(b);
                let expected = overlap(&triangle, &surface.triangle(b));
                assert!(sides.is_none_or(|sides| sides.overlap(&triangle, &surface.triangle(b)) == expected));
                passed_on += usize::from(sides.is_some() && expected.is_some());
            });
            let overlapping = others.iter().filter(|&&b| overlap(&triangle, &surface.triangle(b)).is_some());
            assert!(overlapping.into_iter().all(|b| near.contains(b)), "{a}");
        }
        assert!(passed_on > 100 && passed_on_within > 100, "{passed_on}, {passed_on_within} sides were passed on");
        assert!(near_count * 2 < all_count, "{near_count} of {all_count} were left to the exact test");
    }

    #[test]
    fn every_instruction_set_clears_the_same() {
        let (positions, triangles) = sheet(9);
        let surface = Surface { positions: &positions, triangles: &triangles };
        for count in [3, 4, 5, 7, 8, 9, 100] {
            let others: Vec<u32> = (0..count).collect();
            let (triangle, own) = (surface.triangle(3), Some(triangles[3]));
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            surface.for_each_near_by::<f64>(&triangle, own, &others, |b, _| expected.push(b));
            surface.for_each_near(&triangle, own, &others, |b, _| found.push(b));
            assert_eq!(found, expected);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                found.clear();
                // SAFETY: the machine was just found to have these instructions.
                unsafe { surface.for_each_near_avx2(&triangle, own, &others, |b, _| found.push(b)) };
                assert_eq!(found, expected);
            }
        }
    }
}
