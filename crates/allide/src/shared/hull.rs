//! How far the hull of some points must be moved to leave the hull of others: the distance from the origin to the boundary of
//! their difference, which is convex.
//!
//! A polytope inside the difference grows, always beyond the face that is nearest to the origin, until such a face lies on the
//! boundary (van den Bergen's expanding polytope). Deviations: it starts anywhere, not around the origin, because signed
//! distances lead it there; and its answer does not rest on the polytope being convex in spite of rounding. In any direction,
//! the extent of the difference separates the hulls: so the least one seen is an upper bound. And if faces that form a closed
//! surface around the origin are farther away than a radius, then the difference contains the ball of that radius: so the
//! distance to the nearest of all faces is a lower bound.

use super::Solid;
use super::support::{Far, Search, Side};
use allide_geom::{Aabb, DVec3};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// More than all rounding, in units of the size of the difference.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// The most steps, or one for each vertex: then the bounds must do.
const STEPS: usize = 30_000;

/// Bounds on the length of the shortest move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// A move of this length separates the hulls, in that direction.
    pub(super) upper: f64,
    pub(super) direction: DVec3,
    /// No shorter move does.
    pub(super) lower: f64,
    /// How far rounding alone can push the two apart.
    pub(super) rounding: f64,
    /// A point near both.
    pub(super) origin: DVec3,
}

impl Bounds {
    /// Bounds for moving the box of the second out of the box of the first.
    pub(super) fn of_boxes(a: &Aabb, b: &Aabb) -> Self {
        let ways = [DVec3::X, DVec3::Y, DVec3::Z]
            .map(|axis| [((a.max - b.min).dot(axis), axis), ((b.max - a.min).dot(axis), -axis)]);
        let shortest = ways.into_iter().flatten().min_by(|x, y| x.0.total_cmp(&y.0));
        let (length, direction) = shortest.unwrap_or((0.0, DVec3::X));
        let size = [a, b].map(|bounds| bounds.min.abs().max(bounds.max.abs()).max_element());
        let rounding = ROUNDING * size[0].max(size[1]) + f64::MIN_POSITIVE;
        Self { upper: (length.max(0.0) + rounding).min(f64::MAX), direction, lower: 0.0, rounding, origin: a.center() }
    }
}

/// Bounds for moving the hull of `b` out of the hull of `a`. Points are relative to `origin`.
pub(super) fn separation(a: &Solid<'_>, b: &Solid<'_>, origin: DVec3) -> Bounds {
    let mut search = Search { sides: [a, b].map(|solid| Side::new(*solid, origin)), best: (f64::INFINITY, DVec3::X) };
    let size = search.sides.iter().map(|side| side.size()).sum::<f64>();
    let rounding = ROUNDING * size + f64::MIN_POSITIVE;
    let mut lower = 0.0;
    if let Some(mut hull) = Hull::start(&mut search, rounding) {
        for _ in 0..STEPS.max(a.positions.len() + b.positions.len()) {
            let Some(nearest) = hull.nearest() else { break };
            let face = &hull.faces[nearest as usize];
            let (offset, normal) = (face.offset, face.normal);
            let mut point = search.far(normal, hull.points[face.corners[0] as usize].of);
            if normal.dot(point.at) - offset <= rounding {
                point = search.farthest(normal);
            }
            if search.best.0 <= offset.max(0.0) + rounding || !hull.expand(nearest, point) {
                break;
            }
        }
        lower = hull.inner_radius();
    }
    let (upper, direction) = (search.best.0.max(0.0), search.best.1);
    Bounds {
        upper: (upper + rounding).min(f64::MAX),
        direction,
        lower: (lower - rounding).clamp(0.0, upper),
        rounding,
        origin,
    }
}

struct Face {
    corners: [u32; 3],
    /// The faces at the edges from each corner to the next.
    across: [u32; 3],
    normal: DVec3,
    /// The least extent of a corner along the normal. However rounded the normal is, no point of the face is nearer to the
    /// origin than this.
    offset: f64,
    is_gone: bool,
}

/// Orders faces by their distance from the origin.
struct Nearness(f64, u32);

impl PartialEq for Nearness {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Nearness {}
impl PartialOrd for Nearness {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Nearness {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

struct Hull {
    points: Vec<Far>,
    faces: Vec<Face>,
    queue: BinaryHeap<Reverse<Nearness>>,
    rounding: f64,
}

impl Hull {
    /// A tetrahedron of farthest points; `None` if the difference is flat.
    fn start(search: &mut Search<'_>, rounding: f64) -> Option<Self> {
        let mut apart = |direction: DVec3| [search.farthest(direction), search.farthest(-direction)];
        let ends = [DVec3::X, DVec3::Y, DVec3::Z].map(&mut apart);
        let length = |[p, q]: &[Far; 2]| p.at.distance(q.at);
        let [p, q] = ends.into_iter().max_by(|x, y| length(x).total_cmp(&length(y)))?;
        let along = (q.at - p.at).try_normalize()?;
        let (u, v) = along.any_orthonormal_pair();
        let from_line = |point: &Far| (point.at - p.at).reject_from_normalized(along).length();
        let candidates = [apart(u), apart(v)].concat();
        let r = candidates.into_iter().max_by(|x, y| from_line(x).total_cmp(&from_line(y)))?;
        let normal = (q.at - p.at).cross(r.at - p.at).try_normalize()?;
        let height = |point: &Far| normal.dot(point.at - p.at);
        let s = apart(normal).into_iter().max_by(|x, y| height(x).abs().total_cmp(&height(y).abs()))?;
        if height(&s).abs() <= rounding {
            return None;
        }
        let points = if height(&s) < 0.0 { vec![p, q, r, s] } else { vec![p, r, q, s] };
        let mut hull = Self { points, faces: Vec::new(), queue: BinaryHeap::new(), rounding };
        // Opposite to each corner, counter-clockwise seen from outside.
        let faces = [([0, 1, 2], [1, 2, 3]), ([1, 0, 3], [0, 3, 2]), ([2, 1, 3], [0, 1, 3]), ([0, 2, 3], [0, 2, 1])];
        for (corners, across) in faces {
            let face = hull.face(corners, across)?;
            hull.push(face);
        }
        Some(hull)
    }

    fn face(&self, corners: [u32; 3], across: [u32; 3]) -> Option<Face> {
        let [p, q, r] = corners.map(|corner| self.points[corner as usize].at);
        let normal = (q - p).cross(r - p).try_normalize()?;
        let offset = normal.dot(p).min(normal.dot(q)).min(normal.dot(r));
        Some(Face { corners, across, normal, offset, is_gone: false })
    }

    fn push(&mut self, face: Face) {
        self.queue.push(Reverse(Nearness(face.offset, self.faces.len() as u32)));
        self.faces.push(face);
    }

    /// The face nearest to the origin.
    fn nearest(&mut self) -> Option<u32> {
        while let Some(Reverse(Nearness(_, face))) = self.queue.peek() {
            if !self.faces[*face as usize].is_gone {
                return Some(*face);
            }
            self.queue.pop();
        }
        None
    }

    /// Replaces all faces that `point` is in front of, starting with one of them, by faces from their rim to the point.
    /// Changes nothing and says so where rounding prevents it.
    fn expand(&mut self, first: u32, point: Far) -> bool {
        let apex = self.points.len() as u32;
        self.points.push(point);
        let mut gone = vec![first];
        self.faces[first as usize].is_gone = true;
        let mut rim = Vec::new();
        let mut next = 0;
        while next < gone.len() {
            let (corners, across) = (self.faces[gone[next] as usize].corners, self.faces[gone[next] as usize].across);
            for k in 0..3 {
                let other = &mut self.faces[across[k] as usize];
                if other.is_gone {
                    continue;
                }
                // Faces in one plane with the point go too: what would be left of them could be as thin as rounding.
                if other.normal.dot(point.at) - other.offset > -self.rounding {
                    other.is_gone = true;
                    gone.push(across[k]);
                } else {
                    rim.push((corners[k], corners[(k + 1) % 3], across[k]));
                }
            }
            next += 1;
        }
        // A neighbour may have gone after its edge was put on the rim.
        rim.retain(|&(_, _, outer)| !self.faces[outer as usize].is_gone);
        rim.sort_unstable();
        let is_simple = rim.len() > 2 && rim.windows(2).all(|pair| pair[0].0 != pair[1].0);
        let count = self.faces.len() as u32;
        let new = is_simple.then(|| self.cone(&rim, apex)).flatten();
        let Some(new) = new else {
            gone.iter().for_each(|&face| self.faces[face as usize].is_gone = false);
            self.points.pop();
            return false;
        };
        for (&(from, to, outer), face) in rim.iter().zip(count..) {
            let outer = &mut self.faces[outer as usize];
            let edge = (0..3).find(|&k| outer.corners[k] == to && outer.corners[(k + 1) % 3] == from);
            if let Some(k) = edge {
                outer.across[k] = face;
            }
        }
        new.into_iter().for_each(|face| self.push(face));
        true
    }

    /// Faces from each edge of a rim to an apex; the rim is sorted by the starts of edges, which are all different.
    fn cone(&self, rim: &[(u32, u32, u32)], apex: u32) -> Option<Vec<Face>> {
        let first = self.faces.len() as u32;
        let mut faces: Vec<Face> = Vec::with_capacity(rim.len());
        for &(from, to, outer) in rim {
            faces.push(self.face([from, to, apex], [outer, u32::MAX, u32::MAX])?);
        }
        for k in 0..rim.len() {
            let next = rim.binary_search_by_key(&rim[k].1, |edge| edge.0).ok()?;
            faces[k].across[1] = first + next as u32;
            faces[next].across[2] = first + k as u32;
        }
        faces.iter().all(|face| face.across[2] != u32::MAX).then_some(faces)
    }

    /// The radius of a ball around the origin that no face comes into, if the faces surround the origin; otherwise 0.
    fn inner_radius(&self) -> f64 {
        let (mut radius, mut angle) = (f64::INFINITY, 0.0);
        for face in self.faces.iter().filter(|face| !face.is_gone) {
            radius = radius.min(face.offset);
            angle += solid_angle(face.corners.map(|corner| self.points[corner as usize].at));
        }
        let surrounds = angle > 2.0 * std::f64::consts::PI;
        if surrounds && radius.is_finite() { radius.max(0.0) } else { 0.0 }
    }
}

/// The solid angle of a triangle seen from the origin, positive if its corners turn counter-clockwise seen from beyond it (van
/// Oosterom and Strackee).
fn solid_angle([p, q, r]: [DVec3; 3]) -> f64 {
    let (a, b, c) = (p.length(), q.length(), r.length());
    2.0 * p.dot(q.cross(r)).atan2(a * b * c + p.dot(q) * c + q.dot(r) * a + r.dot(p) * b)
}
