//! Solids that are convex but for rounding, as most boxes are once they are turned and saved.

use super::Solid;
use allide_geom::DVec3;
use rayon::prelude::*;

/// Looking at all vertices from all triangles must not take more than this many steps.
const EFFORT: usize = 1 << 24;
/// A solid that reaches less far than its hull by this part of its size is not nearly convex.
const MOST: f64 = 1.0e-2;

impl Solid<'_> {
    /// At most how much farther the hull reaches, in any direction, than some convex solid inside of this one; `None` if
    /// that is not little or would take long to find out. Rounded upwards.
    ///
    /// The planes of all triangles bound a convex solid, inside of this one, if one point is behind all of them. Where no
    /// vertex is above any of the planes by more than a height, and that point is behind all of them by more than a depth,
    /// the hull is inside too once it is shrunk towards the point by height / (height + depth).
    pub fn bend(&self) -> Option<f64> {
        let count = self.triangles.len();
        if count.checked_mul(self.positions.len())? > EFFORT || self.topology.shells().len() != 1 {
            return None;
        }
        let vertices: Vec<DVec3> =
            self.triangles.as_flattened().iter().map(|&vertex| self.positions[vertex as usize]).collect();
        let origin = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        let positions: Vec<DVec3> = self.positions.iter().map(|point| point - origin).collect();
        let used: Vec<DVec3> = {
            let is_used = |vertex: &u32| !self.topology.around(*vertex).is_empty();
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
