//! Where the triangles of two solids cross, the second solid being moved by infinitely little: see [`allide_geom::moved`].

use super::Solid;
use crate::TrianglePair;
use allide_geom::predicates::{Plane, Sign};
use allide_geom::{DVec3, Triangle, moved};
use rayon::prelude::*;

/// The part of an edge by which a crossing may be off before it is computed more precisely.
const GOOD: f64 = 1.0e-12;

/// A point relative to the origin of the pair, and how far it may be from the true one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) at: DVec3,
    pub(super) error: f64,
}

impl Near {
    /// A vertex, whose distance to the origin is rounded.
    pub(super) fn vertex(point: DVec3, origin: DVec3) -> Self {
        let at = point - origin;
        Self { at, error: f64::EPSILON * at.abs().element_sum() }
    }
}

/// Where an edge of one solid crosses a triangle of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Whether the edge belongs to the second solid.
    pub(super) of_second: bool,
    /// Which edge of its triangle it is: from corner `edge` to the next.
    pub(super) edge: u8,
    /// The vertices of the edge, the smaller one first, and the triangle that it crosses: the same for all triangles at that
    /// edge.
    pub(super) name: [u32; 3],
    pub(super) point: Near,
}

/// The intersection of two triangles: a segment, with the second solid's outside to the right seen from outside of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) start: Crossing,
    pub(super) end: Crossing,
}

/// The segments of all pairs that cross, in the order of the pairs.
pub(super) fn segments(a: &Solid<'_>, b: &Solid<'_>, pairs: &[TrianglePair], origin: DVec3) -> Vec<Segment> {
    pairs.par_iter().with_min_len(256).filter_map(|pair| Meeting::new(a, b, pair, origin).segment()).collect()
}

/// Two triangles that may cross.
struct Meeting {
    triangles: [u32; 2],
    vertices: [[u32; 3]; 2],
    corners: [Triangle; 2],
    planes: [Plane; 2],
    /// On which side of the other plane each corner lies, before the move: 0 if it lies in the plane.
    exact: [[Sign; 3]; 2],
    /// The same after the move; none of them is 0, except for those of a triangle without area.
    sides: [[Sign; 3]; 2],
    origin: DVec3,
}

impl Meeting {
    fn new(a: &Solid<'_>, b: &Solid<'_>, pair: &TrianglePair, origin: DVec3) -> Self {
        let corners = [a.corners(pair.a), b.corners(pair.b)];
        let planes = [Plane::through(&corners[0]), Plane::through(&corners[1])];
        let exact = [0, 1].map(|side| corners[side].map(|corner| planes[1 - side].side(corner)));
        let sides = [0, 1].map(|side: usize| {
            if !exact[side].contains(&0) {
                return exact[side];
            }
            // Corners of the second move towards a plane of the first; the planes of the second move away from the first.
            let tie = moved::towards(&corners[1 - side]) * if side == 0 { -1 } else { 1 };
            exact[side].map(|sign| if sign == 0 { tie } else { sign })
        });
        let vertices = [a.vertices(pair.a), b.vertices(pair.b)];
        Self { triangles: [pair.a, pair.b], vertices, corners, planes, exact, sides, origin }
    }

    fn segment(&self) -> Option<Segment> {
        let straddles = |side: usize| self.sides[side].contains(&1) && self.sides[side].contains(&-1);
        if !straddles(0) && !straddles(1) {
            return None;
        }
        let mut turns = [[None; 3]; 3];
        let (mut start, mut end) = (None, None);
        for side in [0, 1] {
            for k in 0..3 {
                let (from, to) = (self.sides[side][k], self.sides[side][(k + 1) % 3]);
                if from * to >= 0 {
                    continue;
                }
                let mut turn = |l: usize| {
                    let [i, j] = if side == 0 { [k, l] } else { [l, k] };
                    *turns[i][j].get_or_insert_with(|| moved::edges(self.edge(0, i), self.edge(1, j)))
                };
                let first = turn(0);
                if first == 0 || turn(1) != first || turn(2) != first {
                    continue;
                }
                // Around what the first solid has inside the second, its boundary leaves the edge where that leaves the
                // second solid. For the second solid, seen from outside, the segment has the other direction.
                let leaves = from < 0;
                let crossing = self.crossing(side, k);
                *(if leaves == (side == 0) { &mut start } else { &mut end }) = Some(crossing);
            }
        }
        debug_assert_eq!(start.is_some(), end.is_some(), "{:?}", self.corners);
        Some(Segment { a: self.triangles[0], b: self.triangles[1], start: start?, end: end? })
    }

    fn edge(&self, side: usize, k: usize) -> [DVec3; 2] {
        [self.corners[side][k], self.corners[side][(k + 1) % 3]]
    }

    fn crossing(&self, side: usize, k: usize) -> Crossing {
        let next = (k + 1) % 3;
        let (mut ends, mut exact) = ([k, next], [k, next].map(|k| self.exact[side][k]));
        // The same computation for all triangles at this edge.
        if self.vertices[side][k] > self.vertices[side][next] {
            ends.reverse();
            exact.reverse();
        }
        let [low, high] = ends.map(|k| self.vertices[side][k]);
        let point = crossing_point(&self.planes[1 - side], ends.map(|k| self.corners[side][k]), exact, self.origin);
        let name = [low, high, self.triangles[1 - side]];
        Crossing { of_second: side == 1, edge: k as u8, name, point }
    }
}

/// Where a plane crosses the edge from `p` to `q`. A sign of 0 says that this end lies in the plane.
fn crossing_point(plane: &Plane, [p, q]: [DVec3; 2], exact: [Sign; 2], origin: DVec3) -> Near {
    match exact {
        [0, _] => return Near::vertex(p, origin),
        [_, 0] => return Near::vertex(q, origin),
        _ => {}
    }
    let (heights, errors) = heights(plane, [p, q]);
    let ([height_p, height_q], error) = (heights, errors[0].max(errors[1]));
    let difference = height_p - height_q;
    let along = q - p;
    let length = along.length();
    let [start, end] = [p, q].map(|point| Near::vertex(point, origin));
    let rounding = start.error + end.error + 8.0 * f64::EPSILON * length;
    let slack = difference.abs() - 2.0 * error;
    if slack.is_nan() || slack <= 0.0 {
        return Near { at: start.at + along * 0.5, error: length * 0.5 + rounding };
    }
    // From the nearer end, so that a point near an end is as good as that end. Rounding may put it a little beyond.
    let [part, rest] = [height_p, -height_q].map(|height| (height / difference).clamp(0.0, 1.0));
    let at = if part <= 0.5 { start.at + along * part } else { end.at - along * rest };
    // The ends are on opposite sides, so the part changes by no more than the larger of both errors over the difference.
    let share = (error * 2.0 + 4.0 * f64::EPSILON * difference.abs()) / slack;
    Near { at, error: length * share.min(1.0) + rounding }
}

/// The heights of both ends of an edge, and bounds on their errors: precise ones where the edge is nearly in the plane, as
/// edges of faces are that were flush until they were turned.
fn heights(plane: &Plane, ends: [DVec3; 2]) -> ([f64; 2], [f64; 2]) {
    let split = |heights: [(f64, f64); 2]| (heights.map(|height| height.0), heights.map(|height| height.1));
    let (heights, errors) = split(ends.map(|end| plane.height(end)));
    if errors[0].max(errors[1]) <= GOOD * (heights[0] - heights[1]).abs() {
        return (heights, errors);
    }
    split(ends.map(|end| plane.height_precisely(end)))
}
