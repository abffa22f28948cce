//! Convex polygons that surfaces consist of: triangles, and what triangles in one plane make up together.

use super::polytope::Cut;
use allide_geom::{DVec3, Triangle};
use std::collections::HashMap;

/// Corners that a facet may have.
const CORNERS: usize = 64;
/// A triangle is a sliver if it is as flat as this: then its plane is mostly rounding.
const SLIVER: f64 = 1.0e-4;

/// A convex polygon of a surface.
#[derive(Clone, Debug)]
pub(super) struct Facet {
    /// Counter-clockwise, seen from where the normal points.
    pub(super) points: Vec<DVec3>,
    /// Of length 1; zero for a sliver, of which only the sides count.
    pub(super) normal: DVec3,
    middle: DVec3,
    radius: f64,
    /// A distance to the surface is at most this much more than what is computed, and less.
    more: f64,
    less: f64,
    /// Whether all of it bounds what is measured. Otherwise parts of it may not.
    pub(super) is_certain: bool,
}

/// A triangle of a surface, with numbers by which neighbours know each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) vertices: [u32; 3],
    pub(super) corners: Triangle,
    pub(super) is_certain: bool,
}

impl Facet {
    fn new(points: Vec<DVec3>, normal: DVec3, slack: f64, is_certain: bool, size: f64) -> Self {
        let middle = points.iter().sum::<DVec3>() / points.len() as f64;
        let radius = points.iter().map(|point| point.distance(middle)).fold(0.0, f64::max) * (1.0 + 1.0e-12);
        let mut facet = Self { points, normal: DVec3::ZERO, middle, radius, more: slack, less: slack, is_certain };
        let (length, longest) = (normal.length(), facet.longest_side());
        if length > SLIVER * longest * longest {
            facet.normal = normal / length;
            // A normal that is off by an angle moves heights by as much of the size.
            let tilt = 8.0 * f64::EPSILON * longest * longest / length * size;
            (facet.more, facet.less) = (slack + tilt, slack + tilt);
        } else {
            facet.less += if longest > 0.0 { length / longest } else { 0.0 };
        }
        facet
    }

    fn longest_side(&self) -> f64 {
        let count = self.points.len();
        (0..count).map(|k| self.points[k].distance(self.points[(k + 1) % count])).fold(0.0, f64::max)
    }

    /// No point of the facet is nearer than this.
    pub(super) fn at_least(&self, point: DVec3) -> f64 {
        self.middle.distance(point) - self.radius
    }

    /// An upper bound on the distance from a point to the surface.
    pub(super) fn at_most_from(&self, point: DVec3) -> f64 {
        self.nearest(point).1 + self.more
    }

    /// A lower bound on the distance from a point to this part of the surface.
    pub(super) fn at_least_from(&self, point: DVec3) -> f64 {
        self.nearest(point).1 - self.less
    }

    /// The side beyond which a point lies farthest, seen along the normal: a plane through it, with the facet above.
    pub(super) fn side_beyond(&self, point: DVec3) -> Option<Cut> {
        let count = self.points.len();
        let sides = (0..count).filter_map(|k| {
            let inwards = self.normal.cross(self.points[(k + 1) % count] - self.points[k]).try_normalize()?;
            let cut = Cut::through(self.points[k], inwards);
            Some((cut.height(point), cut))
        });
        let (height, cut) = sides.min_by(|x, y| x.0.total_cmp(&y.0))?;
        (height < 0.0).then_some(cut)
    }

    /// The nearest point, and how far it is, rounded.
    pub(super) fn nearest(&self, point: DVec3) -> (DVec3, f64) {
        let count = self.points.len();
        let is_above = |k: usize| {
            let (from, to) = (self.points[k], self.points[(k + 1) % count]);
            self.normal.cross(to - from).dot(point - from) >= 0.0
        };
        if self.normal != DVec3::ZERO && (0..count).all(is_above) {
            let height = self.normal.dot(point - self.points[0]);
            return (point - self.normal * height, height.abs());
        }
        let to_side = |k: usize| {
            let (from, to) = (self.points[k], self.points[(k + 1) % count]);
            let (along, square) = (to - from, (to - from).length_squared());
            let part = if square > 0.0 { ((point - from).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
            let nearest = from + along * part;
            (nearest, nearest.distance_squared(point))
        };
        let nearest = (0..count).map(to_side).min_by(|x, y| x.1.total_cmp(&y.1));
        nearest.map_or((point, f64::INFINITY), |(at, square)| (at, square.sqrt()))
    }
}

/// The facets of some triangles of a surface, and the facet of each. Triangles in one plane, up to `slack`, are one facet, where
/// that is convex. `size` is a bound on the distances that will be measured.
pub(super) fn facets(parts: &[Part], slack: f64, size: f64) -> (Vec<Facet>, Vec<u32>) {
    let mut at_edge: HashMap<[u32; 2], u32> = HashMap::with_capacity(3 * parts.len());
    for (index, part) in (0..).zip(parts) {
        let [p, q, r] = part.vertices;
        [[p, q], [q, r], [r, p]].into_iter().for_each(|edge| _ = at_edge.insert(edge, index));
    }
    let mut facet_of = vec![u32::MAX; parts.len()];
    let mut facets = Vec::new();
    for (index, part) in (0..).zip(parts) {
        if facet_of[index as usize] != u32::MAX {
            continue;
        }
        let number = facets.len() as u32;
        facet_of[index as usize] = number;
        let [p, q, r] = part.corners;
        let normal = (q - p).cross(r - p);
        let mut growing = Growing { ring: part.vertices.into_iter().zip(part.corners).collect(), normal, off: 0.0 };
        let mut k = 0;
        while k < growing.ring.len() && growing.ring.len() < CORNERS {
            let next = (k + 1) % growing.ring.len();
            let across = at_edge.get(&[growing.ring[next].0, growing.ring[k].0]).copied();
            let free = across.filter(|&other| {
                facet_of[other as usize] == u32::MAX && parts[other as usize].is_certain == part.is_certain
            });
            match free.filter(|&other| growing.absorbs(k, &parts[other as usize], slack)) {
                // The two new sides are looked at next.
                Some(other) => facet_of[other as usize] = number,
                None => k += 1,
            }
        }
        let points = growing.ring.into_iter().map(|(_, point)| point).collect();
        facets.push(Facet::new(points, normal, growing.off, part.is_certain, size));
    }
    (facets, facet_of)
}

/// A polygon that takes in neighbours.
struct Growing {
    ring: Vec<(u32, DVec3)>,
    normal: DVec3,
    /// How far it is off its plane.
    off: f64,
}

impl Growing {
    /// Takes in a triangle at the side that begins at corner `k`, if what results is flat and convex.
    fn absorbs(&mut self, k: usize, part: &Part, slack: f64) -> bool {
        let count = self.ring.len();
        let [before, from, to, after] = [k + count - 1, k, k + 1, k + 2].map(|k| self.ring[k % count]);
        let Some(place) = part.vertices.iter().position(|&vertex| vertex != from.0 && vertex != to.0) else {
            return false;
        };
        let corner = part.corners[place];
        let Some(normal) = self.normal.try_normalize() else { return false };
        let off = normal.dot(corner - self.ring[0].1).abs();
        let turns = |p: DVec3, q: DVec3, r: DVec3| {
            let bend = normal.dot((q - p).cross(r - q));
            bend >= -slack * (q - p).length().min((r - q).length())
        };
        let is_new = self.ring.iter().all(|&(vertex, _)| vertex != part.vertices[place]);
        let rises = normal.dot((corner - from.1).cross(to.1 - corner)) > 0.0;
        if off > slack || !is_new || !rises || !turns(before.1, from.1, corner) || !turns(corner, to.1, after.1) {
            return false;
        }
        self.ring.insert(k + 1, (part.vertices[place], corner));
        self.off = self.off.max(off * 2.0 + slack);
        true
    }
}
