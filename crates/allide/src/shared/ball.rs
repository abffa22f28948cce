//! A ball inside of what two solids share: no move shorter than its diameter separates them.

use super::Overlay;
use super::inside::contains;
use super::piece::boundary;
use allide_geom::{DVec3, Triangle, distance};
use rayon::prelude::*;

/// About how many distances from a point to a triangle are worth a better ball.
const EFFORT: usize = 1 << 21;
/// Triangles that one task measures.
const PART: usize = 1 << 12;
/// Parts of the surface from which the search starts.
const STARTS: usize = 6;
/// More than the rounding of a distance, in units of the largest coordinate.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

impl Overlay<'_> {
    /// The radius of a large ball inside both solids, not necessarily of the largest; 0 if none was found.
    pub(super) fn ball(&self) -> f64 {
        // From a point inside both, the nearest point of either surface is on the surface of what both share, so it is on
        // one of these.
        let corners = |side: &super::inside::Side<'_>| -> Vec<Triangle> {
            let relative = |&triangle: &u32| side.solid.corners(triangle).map(|corner| corner - self.origin);
            side.active.iter().map(relative).collect()
        };
        let triangles = self.sides.each_ref().map(corners).concat();
        let spheres: Vec<(DVec3, f64)> = triangles.iter().map(around).collect();
        // A triangle is measured only if its sphere is near enough.
        let room = |point: DVec3| {
            let of_some = |from: usize, to: usize| {
                let mut nearest = f64::INFINITY;
                for ((middle, radius), triangle) in spheres[from..to].iter().zip(&triangles[from..to]) {
                    let reach = nearest + radius;
                    if middle.distance_squared(point) < reach * reach {
                        nearest = nearest.min(distance_squared(point, triangle).sqrt());
                    }
                }
                nearest
            };
            let parts = (0..triangles.len()).into_par_iter().step_by(PART);
            parts.map(|from| of_some(from, triangles.len().min(from + PART))).reduce(|| f64::INFINITY, f64::min)
        };
        let budget = (EFFORT / triangles.len().max(1)).clamp(24, 400);
        let mut starts: Vec<(f64, DVec3)> =
            self.starts(&triangles).into_iter().map(|start| (room(start), start)).collect();
        starts.sort_by(|x, y| y.0.total_cmp(&x.0));
        for (radius, start) in starts {
            let point = climb(start, radius, budget, &room);
            let radius = self.certain_radius(point);
            if radius > 0.0 {
                return radius;
            }
        }
        0.0
    }

    /// The distance from a point to both surfaces if it lies inside both solids, otherwise 0; less all rounding.
    fn certain_radius(&self, point: DVec3) -> f64 {
        let point = [point + self.origin];
        let is_inside = |side: usize| contains(&self.sides[side].solid, &[0], &point, 1) == [true];
        if !point[0].is_finite() || !is_inside(0) || !is_inside(1) {
            return 0.0;
        }
        let nearest = self.sides.each_ref().map(|side| {
            let far = |&triangle: &u32| distance(&[point[0]; 3], &side.solid.corners(triangle)).distance;
            side.active.par_iter().with_min_len(256).map(far).reduce(|| f64::INFINITY, f64::min)
        });
        let bounds = self.sides.each_ref().map(|side| side.solid.bounds);
        let size = bounds.map(|bounds| bounds.size().max_element()).into_iter().fold(0.0, f64::max);
        let radius = nearest[0].min(nearest[1]) - ROUNDING * size;
        if radius.is_finite() { radius.max(0.0) } else { 0.0 }
    }

    /// Points in the middle of what both share: halfway from the largest parts of its surface to what is opposite.
    fn starts(&self, triangles: &[Triangle]) -> Vec<DVec3> {
        let mut largest: Vec<(f64, DVec3, DVec3)> = Vec::new();
        for side in &self.sides {
            let parts = side.active.par_iter().with_min_len(64).filter_map(|&triangle| {
                let bounds = boundary(side, triangle, &self.segments, self.origin);
                let middle = bounds.iter().map(|[start, _]| start.point.at).sum::<DVec3>() / bounds.len() as f64;
                let area = bounds
                    .iter()
                    .map(|[start, end]| (start.point.at - middle).cross(end.point.at - middle))
                    .sum::<DVec3>();
                let [p, q, r] = side.solid.corners(triangle);
                let inwards = (r - p).cross(q - p).try_normalize()?;
                (area.length() > 0.0).then_some((area.length(), middle, inwards))
            });
            let parts: Vec<_> = parts.collect();
            largest.extend(parts);
        }
        largest.sort_by(|x, y| y.0.total_cmp(&x.0));
        largest.truncate(STARTS);
        let opposite = |(_, middle, inwards): &(f64, DVec3, DVec3)| {
            let hits = triangles.iter().filter_map(|triangle| hit(*middle, *inwards, triangle));
            let nearest = hits.fold(f64::INFINITY, f64::min);
            nearest.is_finite().then(|| middle + inwards * (nearest * 0.5))
        };
        let mean = largest.iter().map(|(_, middle, _)| *middle).sum::<DVec3>() / largest.len().max(1) as f64;
        largest.iter().filter_map(opposite).chain([mean]).collect()
    }
}

/// Moves a point to where there is more room around it, in ever smaller steps.
fn climb(start: DVec3, radius: f64, budget: usize, room: &impl Fn(DVec3) -> f64) -> DVec3 {
    const DIRECTIONS: [DVec3; 6] = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
    let (mut best, mut radius, mut step, mut left) = (start, radius, radius * 0.5, budget);
    let mut last = DVec3::ZERO;
    while left > DIRECTIONS.len() && step > radius * 1.0e-3 {
        let before = best;
        for direction in DIRECTIONS.into_iter().chain([last]).filter(|direction| *direction != DVec3::ZERO) {
            let point = best + direction * step;
            let found = room(point);
            left = left.saturating_sub(1);
            if found > radius {
                (best, radius) = (point, found);
            }
        }
        match (best - before).try_normalize() {
            Some(direction) => last = direction,
            None => step *= 0.5,
        }
        step = step.min(radius * 0.75);
    }
    best
}

/// A sphere around a triangle.
fn around(&[p, q, r]: &Triangle) -> (DVec3, f64) {
    let middle = (p + q + r) / 3.0;
    (middle, middle.distance(p).max(middle.distance(q)).max(middle.distance(r)))
}

/// The square of the distance, rounded.
fn distance_squared(point: DVec3, [p, q, r]: &Triangle) -> f64 {
    let normal = (q - p).cross(r - p);
    let edges = [(*p, *q), (*q, *r), (*r, *p)];
    let is_above = edges.iter().all(|&(from, to)| normal.cross(to - from).dot(point - from) >= 0.0);
    if is_above && normal != DVec3::ZERO {
        let height = normal.dot(point - p);
        return height * height / normal.length_squared();
    }
    let to_edge = |(from, to): (DVec3, DVec3)| {
        let along = to - from;
        let square = along.length_squared();
        let part = if square > 0.0 { ((point - from).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
        (point - from - along * part).length_squared()
    };
    edges.map(to_edge).into_iter().fold(f64::INFINITY, f64::min)
}

/// How far a ray goes until it meets a triangle behind its start, rounded.
fn hit(start: DVec3, direction: DVec3, [p, q, r]: &Triangle) -> Option<f64> {
    let normal = (q - p).cross(r - p);
    let (height, slope) = (normal.dot(p - start), normal.dot(direction));
    let distance = height / slope;
    let size = (q - p).abs().max((r - p).abs()).max_element();
    let point = start + direction * distance;
    let is_inside = [(p, q), (q, r), (r, p)].iter().all(|&(from, to)| normal.cross(to - from).dot(point - from) >= 0.0);
    (distance > size * 1.0e-9 && is_inside).then_some(distance)
}
