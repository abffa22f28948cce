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
    /// It suffices to look at each edge: a solid in one piece that is convex around every point of its surface is convex
    /// (Tietze and Nakajima). Around a vertex, edges that bend outwards or not at all bound a convex cone, because the surface
    /// does not overlap itself. Triangles without area have no side, so with them the answer is no.
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
        self.pieces().len() == 1 && all.all(is_convex_around)
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
            // What is below a plane along a rounded normal, by this much, is behind the triangle.
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
