//! Which vertices of a solid lie inside another one, and which triangles reach into it.

use super::meet::{Crossing, Segment};
use super::solid::{Bits, Solid};
use allide_geom::predicates::{Plane, Sign, orient2d};
use allide_geom::{Aabb, DVec2, DVec3, moved};
use rayon::prelude::*;
use std::ops::Range;

/// Points for each of which a tree is asked; for more, one look at all triangles is faster.
const FEW: usize = 16;

/// One of two solids, and what of it lies inside the other.
#[derive(Debug)]
pub(super) struct Side<'s> {
    pub(super) solid: Solid<'s>,
    /// Whether it is the second one.
    pub(super) second: bool,
    /// Its vertices inside the other solid.
    pub(super) inside: Bits,
    /// Its triangles with a part inside the other solid, in order.
    pub(super) active: Vec<u32>,
    /// Its triangles with segments, in order, and their places in `order`.
    groups: Vec<(u32, Range<usize>)>,
    /// The numbers of all segments, by triangle.
    order: Vec<u32>,
}

impl<'s> Side<'s> {
    pub(super) fn new(solid: Solid<'s>, other: &Solid<'_>, segments: &[Segment], second: bool) -> Self {
        let triangle = |&index: &u32| {
            let segment = &segments[index as usize];
            if second { segment.b } else { segment.a }
        };
        let mut order: Vec<u32> = (0..segments.len() as u32).collect();
        if second {
            order.par_sort_by_key(triangle);
        }
        let mut groups: Vec<(u32, Range<usize>)> = Vec::new();
        for (place, index) in order.iter().enumerate() {
            match groups.last_mut() {
                Some((last, places)) if *last == triangle(index) => places.end = place + 1,
                _ => groups.push((triangle(index), place..place + 1)),
            }
        }
        let inside = Bits::new(solid.positions.len());
        let mut side = Self { solid, second, inside, active: Vec::new(), groups, order };
        side.find_inside(other, segments);
        side
    }

    /// A solid all of which lies inside the other.
    pub(super) fn whole(solid: Solid<'s>, second: bool) -> Self {
        let mut side = Self::outside(solid, second);
        side.active = (0..solid.triangles.len() as u32).collect();
        side.active
            .iter()
            .flat_map(|&triangle| solid.vertices(triangle))
            .for_each(|vertex| _ = side.inside.insert(vertex));
        side
    }

    /// A solid none of whose surface lies inside the other.
    pub(super) fn outside(solid: Solid<'s>, second: bool) -> Self {
        let inside = Bits::new(solid.positions.len());
        Self { solid, second, inside, active: Vec::new(), groups: Vec::new(), order: Vec::new() }
    }

    /// The segments of one triangle.
    pub(super) fn segments<'a>(&'a self, triangle: u32, all: &'a [Segment]) -> impl Iterator<Item = &'a Segment> {
        let group = self.groups.binary_search_by_key(&triangle, |group| group.0);
        let places = group.map_or(0..0, |group| self.groups[group].1.clone());
        self.order[places].iter().map(|&index| &all[index as usize])
    }

    /// The crossings of a segment at edges of this solid, and whether those edges leave the other solid there.
    pub(super) fn crossings<'a>(&self, segment: &'a Segment) -> impl Iterator<Item = (&'a Crossing, bool)> {
        let second = self.second;
        let ends = [(&segment.start, !second), (&segment.end, second)];
        ends.into_iter().filter(move |(crossing, _)| crossing.of_second == second)
    }

    /// How often each edge of a triangle enters the other solid, less how often it leaves.
    fn changes(&self, triangle: u32, all: &[Segment]) -> [i32; 3] {
        let mut changes = [0; 3];
        for segment in self.segments(triangle, all) {
            for (crossing, leaves) in self.crossings(segment) {
                changes[crossing.edge as usize] += if leaves { -1 } else { 1 };
            }
        }
        changes
    }

    /// An edge that changes sides tells where its ends are; from there, inside spreads over edges that do not. A piece
    /// without such an edge lies on one side with all of its vertices: a ray tells which.
    fn find_inside(&mut self, other: &Solid<'_>, segments: &[Segment]) {
        let solid = self.solid;
        let mut open = Vec::new();
        let mut is_known = Bits::new(solid.pieces().len());
        for (triangle, _) in &self.groups {
            let (vertices, changes) = (solid.vertices(*triangle), self.changes(*triangle, segments));
            for k in (0..3).filter(|&k| changes[k] != 0) {
                let vertex = if changes[k] > 0 { vertices[(k + 1) % 3] } else { vertices[k] };
                is_known.insert(solid.piece_of(vertex));
                open.push(vertex);
            }
        }
        let unknown: Vec<u32> = solid.pieces().filter(|&vertex| !is_known.has(solid.piece_of(vertex))).collect();
        // The second solid moving is the same as the first moving the other way.
        let is_inside = contains(other, &unknown, solid.positions, if self.second { -1 } else { 1 });
        open.extend(unknown.iter().zip(is_inside).filter(|(_, is_inside)| *is_inside).map(|(&vertex, _)| vertex));

        let mut is_crossed = Bits::new(solid.triangles.len());
        self.groups.iter().for_each(|(triangle, _)| _ = is_crossed.insert(*triangle));
        let mut is_active = is_crossed.clone();
        open.retain(|&vertex| self.inside.insert(vertex));
        while let Some(vertex) = open.pop() {
            for &triangle in solid.around(vertex) {
                is_active.insert(triangle);
                let vertices = solid.vertices(triangle);
                let changes = if is_crossed.has(triangle) { self.changes(triangle, segments) } else { [0; 3] };
                for k in (0..3).filter(|&k| changes[k] == 0) {
                    let next = (k + 1) % 3;
                    for (from, to) in [(k, next), (next, k)] {
                        if vertices[from] == vertex && self.inside.insert(vertices[to]) {
                            open.push(vertices[to]);
                        }
                    }
                }
            }
        }
        self.active = is_active.iter().collect();
    }
}

/// Whether points lie inside a solid that is moved by infinitely little, forwards (1) or backwards (-1). Exact.
///
/// Counts the triangles above a point that face upwards, less those that face downwards.
pub(super) fn contains(solid: &Solid<'_>, vertices: &[u32], positions: &[DVec3], direction: Sign) -> Vec<bool> {
    let at = |vertex: u32| positions[vertex as usize];
    let bounds = solid.bounds;
    let may_be = |point: DVec3| point.cmpge(bounds.min).all() && point.cmple(bounds.max).all();
    let mut sorted: Vec<usize> = (0..vertices.len()).filter(|&k| may_be(at(vertices[k]))).collect();
    let mut is_inside = vec![false; vertices.len()];
    if sorted.is_empty() {
        return is_inside;
    }
    if sorted.len() <= FEW && sorted.iter().all(|&k| look_above(solid, at(vertices[k]), direction, &mut is_inside[k])) {
        return is_inside;
    }
    sorted.sort_by(|&k, &l| at(vertices[k]).x.total_cmp(&at(vertices[l]).x));
    let x: Vec<f64> = sorted.iter().map(|&k| at(vertices[k]).x).collect();
    let above =
        (0..solid.triangles.len() as u32).into_par_iter().with_min_len(4096).fold(Vec::new, |mut above, triangle| {
            let corners = solid.corners(triangle);
            let (low, high) = (corners[0].min(corners[1]).min(corners[2]), corners[0].max(corners[1]).max(corners[2]));
            let from = x.partition_point(|&x| x < low.x);
            for place in (from..sorted.len()).take_while(|&place| x[place] <= high.x) {
                let point = at(vertices[sorted[place]]);
                if low.y <= point.y && point.y <= high.y && point.z <= high.z {
                    let sign = above_sign(&corners, point, direction);
                    if sign != 0 {
                        above.push((place, sign));
                    }
                }
            }
            above
        });
    let above = above.reduce(Vec::new, |mut first, second| {
        first.extend(second);
        first
    });
    let mut counts = vec![0i64; sorted.len()];
    above.into_iter().for_each(|(place, sign)| counts[place] += i64::from(sign));
    counts.iter().zip(sorted).for_each(|(&count, k)| is_inside[k] = count > 0);
    is_inside
}

/// Looks at what lies above a point by a tree, if there is one: whether there is, and whether the point is inside.
fn look_above(solid: &Solid<'_>, point: DVec3, direction: Sign, is_inside: &mut bool) -> bool {
    let path = Aabb { min: point, max: point.with_z(solid.bounds.max.z) };
    let mut count = 0_i64;
    let is_seen = solid.look_within(&path, |triangle| {
        let corners = solid.corners(triangle);
        let (low, high) = (corners[0].min(corners[1]).min(corners[2]), corners[0].max(corners[1]).max(corners[2]));
        let is_aside = point.x < low.x || point.x > high.x || point.y < low.y || point.y > high.y;
        if !is_aside && point.z <= high.z {
            count += i64::from(above_sign(&corners, point, direction));
        }
    });
    *is_inside = count > 0;
    is_seen
}

/// 1 if the moved triangle lies above the point and faces upwards, -1 if it faces downwards, 0 if it is not above.
fn above_sign(corners: &[DVec3; 3], point: DVec3, direction: Sign) -> Sign {
    let flat = |point: DVec3| DVec2::new(point.x, point.y);
    let [p, q, r] = corners.map(flat);
    let facing = orient2d(p, q, r);
    if facing == 0 {
        return 0;
    }
    let is_left = |from: DVec2, to: DVec2| match orient2d(from, to, flat(point)) {
        // The edge moves by ε along x, and much less along y.
        0 if to.y != from.y => direction * sign(to.y - from.y),
        0 => -direction * sign(to.x - from.x),
        side => side,
    };
    if [(p, q), (q, r), (r, p)].iter().any(|&(from, to)| is_left(from, to) != facing) {
        return 0;
    }
    let side = match Plane::through(corners).side(point) {
        0 => -direction * moved::towards(corners),
        side => side,
    };
    // A point below a triangle that faces upwards is on its negative side.
    if side == -facing { facing } else { 0 }
}

fn sign(value: f64) -> Sign {
    Sign::from(value > 0.0) - Sign::from(value < 0.0)
}
