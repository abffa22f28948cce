//! Solids that are convex, exactly or but for rounding, as most boxes are once they are turned and saved.

use super::Solid;
use allide_geom::predicates::Plane;
use allide_geom::{DVec3, is_degenerate};
use rayon::prelude::*;

/// Looking at all vertices from all triangles must not take more than this many steps.
const EFFORT: usize = 1 << 24;
/// A solid that reaches less far than its hull by this part of its size is not nearly convex.
const MOST: f64 = 1.0e-2;

impl Solid<'_> {
    /// Whether the solid is convex. Exact.
    ///
    /// It suffices to look at each edge and vertex: a closed surface in one piece that is convex around every point of it bounds a
    /// convex solid, and does not overlap itself (Hadamard; Tietze and Nakajima). Around an edge, it is if exactly two triangles
    /// meet there and neither has the other in front. Around a vertex, it is if all triangles there follow each other over such
    /// edges in one ring that goes around once: pieces that share just a vertex have several rings, and a star goes around
    /// twice. With such rings, what hangs together by vertices hangs together by edges. Triangles without area have no side,
    /// so with them the answer is no.
    ///
    /// Best asked about a mesh in its own coordinates: rounding bends the faces of a turned box.
    pub fn is_convex(&self) -> bool {
        let is_convex_around = |triangle: u32| {
            let corners = self.corners(triangle);
            let (vertices, plane) = (self.vertices(triangle), Plane::through(&corners));
            let is_behind = |k: usize| {
                let beyond = self.beyond(triangle, [vertices[k], vertices[(k + 1) % 3]]);
                beyond.is_some_and(|beyond| plane.side(self.positions[beyond as usize]) <= 0)
            };
            !is_degenerate(&corners) && (0..3).all(is_behind)
        };
        let all = (0..self.triangles.len() as u32).into_par_iter().with_min_len(1024);
        let vertices = (0..self.positions.len() as u32).into_par_iter().with_min_len(1024);
        self.pieces().len() == 1 && all.all(is_convex_around) && vertices.all(|vertex| self.goes_around_once(vertex))
    }

    /// Whether the triangles around a vertex are one ring that goes around once, given that no edge bends inwards; so for a
    /// vertex that no triangle uses.
    fn goes_around_once(&self, vertex: u32) -> bool {
        let around = self.around(vertex);
        let Some(&first) = around.first() else { return true };
        let (mut ring, mut normals) = (Vec::with_capacity(around.len()), DVec3::ZERO);
        let mut triangle = first;
        loop {
            let vertices = self.vertices(triangle);
            let Some(k) = vertices.iter().position(|&other| other == vertex) else { return false };
            let [p, q] = [vertices[(k + 1) % 3], vertices[(k + 2) % 3]];
            let [p_at, q_at] = [p, q].map(|other| {
                let along = self.positions[other as usize] - self.positions[vertex as usize];
                along / along.abs().max_element()
            });
            ring.push(p_at.normalize_or_zero());
            normals += p_at.cross(q_at).normalize_or_zero();
            let next = around.iter().find(|&&other| {
                let vertices = self.vertices(other);
                (0..3).any(|k| vertices[k] == vertex && vertices[(k + 1) % 3] == q)
            });
            match next {
                Some(&next) if next == first => break,
                Some(&next) if ring.len() < around.len() => triangle = next,
                _ => return false,
            }
        }
        // Seen along an axis inside the cone: the middle of its edges, or against the normal of a flat one.
        let axes = [ring.iter().sum::<DVec3>(), -normals];
        ring.len() == around.len() && axes.into_iter().any(|axis| (turns(&ring, axis) - 1.0).abs() < 0.01)
    }

    /// The third corner of the only other triangle at this edge of a triangle; it has the edge in the opposite direction.
    fn beyond(&self, triangle: u32, [from, to]: [u32; 2]) -> Option<u32> {
        let mut found = None;
        for &other in self.around(from) {
            let vertices = self.vertices(other);
            if other == triangle || !vertices.contains(&to) {
                continue;
            }
            let k = (0..3).find(|&k| vertices[k] == to && vertices[(k + 1) % 3] == from)?;
            if found.replace(vertices[(k + 2) % 3]).is_some() {
                return None;
            }
        }
        found
    }

    /// At most how much farther the hull reaches, in any direction, than some convex solid inside of this one: 0 for convex
    /// solids, `None` if it is not little or would take long to find out. Rounded upwards.
    ///
    /// The planes of all triangles bound a convex solid, inside of this one, if one point is behind all of them. Where no
    /// vertex is above any of the planes by more than a height, and that point is behind all of them by more than a depth,
    /// the hull is inside too once it is shrunk towards the point by height / (height + depth).
    pub fn bend(&self) -> Option<f64> {
        if self.is_convex() {
            return Some(0.0);
        }
        let count = self.triangles.len();
        if count.checked_mul(self.positions.len())? > EFFORT || self.pieces().len() != 1 {
            return None;
        }
        let vertices: Vec<DVec3> =
            self.triangles.as_flattened().iter().map(|&vertex| self.positions[vertex as usize]).collect();
        let origin = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        let positions: Vec<DVec3> = self.positions.iter().map(|point| point - origin).collect();
        let used: Vec<DVec3> = {
            let is_used = |vertex: &u32| !self.around(*vertex).is_empty();
            (0..positions.len() as u32).filter(is_used).map(|vertex| positions[vertex as usize]).collect()
        };
        let size = used.iter().map(|point| point.length()).fold(0.0, f64::max);
        let rounding = 16.0 * f64::EPSILON * size;
        let reach = |triangle: u32| {
            let [p, q, r] = self.vertices(triangle).map(|vertex| positions[vertex as usize]);
            let (product, bound) = ((q - p).cross(r - p), (q - p).length() * (r - p).length());
            let normal = product.try_normalize()?;
            // A point this far below a plane along a rounded normal is behind the triangle.
            let tilt = 16.0 * f64::EPSILON * size * bound / product.length();
            let level = normal.dot(p).min(normal.dot(q)).min(normal.dot(r)) - rounding - tilt;
            if level <= 0.0 {
                return None;
            }
            let top = used.iter().map(|point| normal.dot(*point)).fold(f64::NEG_INFINITY, f64::max);
            let height = top + rounding - level;
            (height <= MOST * size).then_some((height, level))
        };
        let worst = |x: (f64, f64), y: (f64, f64)| (x.0.max(y.0), x.1.min(y.1));
        let all = (0..count as u32).into_par_iter().with_min_len(64).map(reach);
        let (height, depth) = all.try_reduce(|| (0.0, f64::INFINITY), |x, y| Some(worst(x, y)))?;
        let bend = size * height / (height + depth) * (1.0 + 1.0e-12);
        (bend <= MOST * size).then_some(bend)
    }
}

/// How often directions go around an axis, clockwise seen against it.
fn turns(ring: &[DVec3], axis: DVec3) -> f64 {
    let Some(axis) = axis.try_normalize() else { return 0.0 };
    let across: Vec<DVec3> = ring.iter().map(|direction| direction.reject_from_normalized(axis)).collect();
    let angle = |k: usize| {
        let (p, q) = (across[k], across[(k + 1) % across.len()]);
        axis.dot(p.cross(q)).atan2(p.dot(q))
    };
    (0..across.len()).map(angle).sum::<f64>().abs() / std::f64::consts::TAU
}
