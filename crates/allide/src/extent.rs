//! How far points extend, and which of them lie outermost.

use crate::mesh::CHUNK;
use crate::simd::with_wide_vectors;
use allide_geom::{Aabb, DVec3};
use rayon::prelude::*;

/// Points whose smallest and largest coordinates are found together.
const RUN: usize = 1 << 10;
/// Numbers of vertices that are searched at a time.
const BLOCK: usize = 1 << 12;

/// The box around some points and, for each of its sides, where in the list a point on it is.
pub(crate) struct Extent {
    pub(crate) bounds: Aabb,
    /// The first points of runs with a point on the lower and on the upper side, by axis.
    runs: [[usize; 3]; 2],
    /// Zero unless a coordinate is infinite or NaN. Minimum and maximum would drop a NaN.
    poison: f64,
}

impl Extent {
    const NONE: Self = Self { bounds: Aabb::EMPTY, runs: [[0; 3]; 2], poison: 0.0 };

    pub(crate) fn of(points: &[DVec3]) -> Self {
        if points.len() <= CHUNK {
            return Self::of_some(points, 0);
        }
        let chunks = points.par_chunks(CHUNK).enumerate();
        let extents = chunks.map(|(chunk, points)| Self::of_some(points, chunk * CHUNK));
        extents.reduce(|| Self::NONE, |x, y| x.and(&y))
    }

    /// Of points that start at `first` in the whole list.
    fn of_some(points: &[DVec3], first: usize) -> Self {
        points.chunks(RUN).zip((first..).step_by(RUN)).fold(Self::NONE, |extent, (points, first)| {
            let lanes = Lanes::around(points);
            extent.and(&Self { bounds: lanes.bounds(), runs: [[first; 3]; 2], poison: lanes.poison() })
        })
    }

    fn and(mut self, other: &Self) -> Self {
        for axis in 0..3 {
            if other.bounds.min[axis] < self.bounds.min[axis] {
                self.bounds.min[axis] = other.bounds.min[axis];
                self.runs[0][axis] = other.runs[0][axis];
            }
            if other.bounds.max[axis] > self.bounds.max[axis] {
                self.bounds.max[axis] = other.bounds.max[axis];
                self.runs[1][axis] = other.runs[1][axis];
            }
        }
        self.poison += other.poison;
        self
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.poison == 0.0
    }

    /// Whether triangles over these points, which are finite, reach every side of the box: then it is theirs, too. May
    /// miss that they do, if only another point than the one found reaches a side.
    pub(crate) fn is_reached(&self, points: &[DVec3], triangles: &[[u32; 3]]) -> bool {
        let outermost: [Option<usize>; 6] = std::array::from_fn(|side| {
            let (upper, axis) = (side / 3, side % 3);
            let (first, value) = (self.runs[upper][axis], [self.bounds.min, self.bounds.max][upper][axis]);
            let place = points[first..].iter().take(RUN).position(|point| point[axis] == value);
            place.map(|place| first + place)
        });
        let corners = triangles.as_flattened();
        let is_reached = |vertex: &Option<usize>| vertex.is_some_and(|vertex| is_used(corners, vertex, points.len()));
        if triangles.len() <= CHUNK { outermost.iter().all(is_reached) } else { outermost.par_iter().all(is_reached) }
    }
}

/// Whether `vertex`, of `count`, is among the corners. Looks first where it is if triangles come in the order of their
/// vertices, as they mostly do.
fn is_used(corners: &[u32], vertex: usize, count: usize) -> bool {
    let blocks = corners.len().div_ceil(BLOCK);
    let has_it = |block: usize| {
        let start = block * BLOCK;
        let corners = &corners[start..corners.len().min(start + BLOCK)];
        with_wide_vectors(
            #[inline(always)]
            || corners.iter().fold(false, |found, &corner| found | (corner == vertex as u32)),
        )
    };
    let guess = (vertex as u128 * blocks as u128 / count as u128) as usize;
    (0..blocks).any(|step| {
        let (after, before) = (guess + step, guess.checked_sub(step + 1));
        (after < blocks && has_it(after)) || before.is_some_and(has_it)
    })
}

/// Eight points side by side.
const WIDTH: usize = 24;

/// The smallest and largest coordinates of points that are looked at eight at a time.
struct Lanes {
    min: [f64; WIDTH],
    max: [f64; WIDTH],
    poison: [f64; WIDTH],
}

impl Lanes {
    fn around(points: &[DVec3]) -> Self {
        let mut lanes = Self { min: [f64::INFINITY; WIDTH], max: [f64::NEG_INFINITY; WIDTH], poison: [0.0; WIDTH] };
        with_wide_vectors(
            #[inline(always)]
            || {
                let (chunks, rest) = bytemuck::cast_slice(points).as_chunks::<WIDTH>();
                chunks.iter().for_each(|chunk| lanes.add(chunk));
                lanes.add(rest);
            },
        );
        lanes
    }

    #[inline(always)]
    fn add(&mut self, coordinates: &[f64]) {
        for (lane, &x) in coordinates.iter().enumerate() {
            self.poison[lane] += x * 0.0;
            self.min[lane] = if x < self.min[lane] { x } else { self.min[lane] };
            self.max[lane] = if x > self.max[lane] { x } else { self.max[lane] };
        }
    }

    fn bounds(&self) -> Aabb {
        fn points(lanes: &[f64; WIDTH]) -> impl Iterator<Item = DVec3> {
            lanes.chunks_exact(3).map(DVec3::from_slice)
        }
        let min = points(&self.min).fold(DVec3::INFINITY, DVec3::min);
        Aabb { min, max: points(&self.max).fold(DVec3::NEG_INFINITY, DVec3::max) }
    }

    fn poison(&self) -> f64 {
        self.poison.iter().sum()
    }
}
