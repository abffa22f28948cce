//! Colliders as triangles, for programs that show them: an approximation that no impact depends on.

use super::side::{Test, keeps};
use super::{Collider, Surface};
use crate::number::Ball;
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// Triangles near a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facets {
    /// Points of the surface, in the world.
    pub points: Vec<DVec3>,
    /// Three points each.
    pub triangles: Vec<[u32; 3]>,
}

impl Collider {
    /// Triangles with corners on the surface: about `detail` along each curved direction, and only where the surface is there.
    ///
    /// Where constraints end it, corners lie on the border. Details smaller than a step may be missed.
    pub fn facets(&self, detail: usize) -> Facets {
        let mut tests = self.surface.own_tests();
        tests.extend(self.constraints.iter().cloned().map(|(keep, region)| Test { keep, region }));
        // On a border, the surface is there.
        let keeps = |p: DVec3| {
            let point = p.to_array().map(Ball::<f64>::exact);
            tests.iter().all(|test| keeps(test, &point).unwrap_or(true))
        };
        let mut facets = Facets::default();
        let mut add = |polygon: &[DVec3]| {
            let first = facets.points.len() as u32;
            facets.points.extend(polygon.iter().map(|&point| self.pose.to_world(point)));
            facets.triangles.extend((2..polygon.len() as u32).map(|k| [first, first + k - 1, first + k]));
        };
        match self.surface {
            Surface::Quadric { .. } | Surface::Blobby { .. } => self.grid(detail, &keeps, &mut add),
            _ => self.chart_cells(detail, &keeps, &mut add),
        }
        facets
    }

    /// Cells of the parametrisation, cut where the surface ends.
    fn chart_cells(&self, detail: usize, keeps: &dyn Fn(DVec3) -> bool, add: &mut dyn FnMut(&[DVec3])) {
        let chart = self.chart();
        let is_cut = self.constraints.iter().any(|(_, region)| !matches!(region, super::Region::Rectangle { .. }));
        let holes = self.constraints.len() > 1;
        let (columns, rows) = match self.surface {
            Surface::Plane if !is_cut && !holes => (1, 1),
            Surface::Cylinder { .. } | Surface::Cone { .. } if self.constraints.is_empty() => (detail, 2),
            _ => (detail, detail),
        };
        // Steps are shorter where the surface is more bent.
        let height = |t: f64| match self.surface {
            Surface::Ellipsoid { .. } => 0.5 - 0.5 * libm::cos(PI * t),
            Surface::Paraboloid { .. } => t * t,
            _ => t,
        };
        let point = |t: DVec2| chart.to_point(DVec2::new(t.x, height(t.y))).filter(|&point| keeps(point));
        let size = DVec2::new(columns as f64, rows as f64);
        for cell in 0..columns * rows {
            let low = DVec2::new((cell % columns) as f64, (cell / columns) as f64);
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            let corners = corners.map(|(x, y)| (low + DVec2::new(x, y)) / size);
            let polygon = kept(&corners, |&t| point(t).is_some(), |&p, &q| 0.5 * (p + q));
            let polygon: Vec<DVec3> = polygon.into_iter().filter_map(point).collect();
            add(&polygon);
        }
    }

    /// Six tetrahedra for each cell of a grid, cut by the surface.
    fn grid(&self, detail: usize, keeps: &dyn Fn(DVec3) -> bool, add: &mut dyn FnMut(&[DVec3])) {
        let (min, max) = self.local_bounds();
        let step = (max - min) / detail as f64;
        let at = |x: usize, y: usize, z: usize| min + step * DVec3::new(x as f64, y as f64, z as f64);
        let side = detail + 1;
        let values: Vec<f64> = (0..side * side * side)
            .map(|k| self.surface.value(at(k % side, k / side % side, k / side / side)))
            .collect();
        for cell in 0..detail * detail * detail {
            let (x, y, z) = (cell % detail, cell / detail % detail, cell / detail / detail);
            let corner = |bits: usize| (x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2));
            let value = |bits: usize| {
                let (x, y, z) = corner(bits);
                values[x + side * (y + side * z)]
            };
            let is_inside: Vec<bool> = (0..8).map(|bits| value(bits) < 0.0).collect();
            if is_inside.iter().all(|&inside| inside == is_inside[0]) {
                continue;
            }
            // All six share the diagonal from the lowest to the highest corner.
            for middle in [[1, 3], [3, 2], [2, 6], [6, 4], [4, 5], [5, 1]] {
                let tetrahedron = [0, middle[0], middle[1], 7];
                let section = self.section(&tetrahedron.map(|bits| {
                    let (x, y, z) = corner(bits);
                    (at(x, y, z), is_inside[bits])
                }));
                add(&kept(&section, |&point| keeps(point), |&p, &q| 0.5 * (p + q)));
            }
        }
    }

    /// Where the surface cuts a tetrahedron: nothing, a triangle or a quadrilateral.
    fn section(&self, corners: &[(DVec3, bool); 4]) -> Vec<DVec3> {
        let (inside, outside): (Vec<_>, Vec<_>) = corners.iter().partition(|(_, is_inside)| *is_inside);
        let cut = |inside: &(DVec3, bool), outside: &(DVec3, bool)| {
            border(inside.0, outside.0, |&point| self.surface.value(point) < 0.0, |&p, &q| 0.5 * (p + q))
        };
        match (&inside[..], &outside[..]) {
            ([one], others) | (others, [one]) => {
                let is_first = inside.len() == 1;
                others.iter().map(|other| if is_first { cut(one, other) } else { cut(other, one) }).collect()
            }
            ([a, b], [c, d]) => vec![cut(a, c), cut(a, d), cut(b, d), cut(b, c)],
            _ => Vec::new(),
        }
    }
}

impl Surface {
    /// f(p) in local coordinates: zero on the surface; of a blobby surface and an ellipsoid, negative inside.
    fn value(&self, p: DVec3) -> f64 {
        match self {
            Self::Plane => p.z,
            Self::Blobby { balls, level } => {
                let part = |&(center, radius): &(DVec3, f64)| {
                    let near = (1.0 - p.distance_squared(center) / (radius * radius)).max(0.0);
                    near * near * near
                };
                level - balls.iter().map(part).sum::<f64>()
            }
            _ => {
                let [a, b, c, d, e, f, g, h, i, j] = self.coefficients().unwrap_or_default();
                let squares = a * p.x * p.x + b * p.y * p.y + c * p.z * p.z;
                let products = d * p.x * p.y + e * p.x * p.z + f * p.y * p.z;
                squares + 2.0 * (products + g * p.x + h * p.y + i * p.z) + j
            }
        }
    }
}

/// The part of a polygon that is kept, with corners where its sides cross the border.
fn kept<T: Copy>(polygon: &[T], keeps: impl Fn(&T) -> bool, middle: impl Fn(&T, &T) -> T) -> Vec<T> {
    let mut part = Vec::new();
    for (k, corner) in polygon.iter().enumerate() {
        let next = &polygon[(k + 1) % polygon.len()];
        let [keeps_this, keeps_next] = [corner, next].map(&keeps);
        if keeps_this {
            part.push(*corner);
        }
        if keeps_this != keeps_next {
            let (inside, outside) = if keeps_this { (*corner, *next) } else { (*next, *corner) };
            part.push(border(inside, outside, &keeps, &middle));
        }
    }
    if part.len() < 3 { Vec::new() } else { part }
}

/// The last point on the way that is kept, up to rounding.
fn border<T: Copy>(inside: T, outside: T, keeps: impl Fn(&T) -> bool, middle: impl Fn(&T, &T) -> T) -> T {
    let (mut inside, mut outside) = (inside, outside);
    for _ in 0..40 {
        let between = middle(&inside, &outside);
        *if keeps(&between) { &mut inside } else { &mut outside } = between;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Keep, Pose, Region};

    fn collider(surface: Surface, constraints: Vec<(Keep, Region)>) -> Collider {
        Collider { name: String::new(), pose: Pose::IDENTITY, surface, constraints, material: 0, image: None }
    }

    fn area(facets: &Facets) -> f64 {
        let corner = |k: u32| facets.points[k as usize];
        let twice = |&[p, q, r]: &[u32; 3]| (corner(q) - corner(p)).cross(corner(r) - corner(p)).length();
        facets.triangles.iter().map(twice).sum::<f64>() * 0.5
    }

    /// Corners are on the surface, and the area comes near the formula's.
    #[test]
    fn facets_are_on_the_surface_and_cover_it() {
        let disc = |radius| Region::Disc { center: DVec2::ZERO, radius };
        let square = Region::Rectangle { min: DVec2::splat(-1.0), max: DVec2::splat(1.0) };
        let half = Region::HalfSpace { normal: DVec3::Z, offset: 0.0 };
        let sphere = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0];
        let (min, max) = (DVec3::splat(-1.5), DVec3::splat(1.5));
        let heights = [0.0, 2.0];
        for (surface, constraints, exact) in [
            (Surface::Plane, vec![(Keep::Inside, square.clone())], 4.0),
            (Surface::Plane, vec![(Keep::Inside, disc(2.0))], 4.0 * PI),
            (Surface::Plane, vec![(Keep::Inside, square), (Keep::Outside, disc(0.5))], 4.0 - 0.25 * PI),
            (Surface::Ellipsoid { radii: DVec3::splat(2.0) }, vec![], 16.0 * PI),
            (Surface::Ellipsoid { radii: DVec3::splat(2.0) }, vec![(Keep::Inside, half)], 8.0 * PI),
            (Surface::Cylinder { radii: [1.0, 1.0], heights }, vec![], 4.0 * PI),
            (Surface::Cone { radii: [1.0, 1.0], heights }, vec![], 4.0 * PI * 2f64.sqrt()),
            (Surface::Paraboloid { radii: [1.0, 1.0], heights }, vec![], PI / 6.0 * 26.0),
            (Surface::Quadric { coefficients: sphere, min, max }, vec![], 4.0 * PI),
            (Surface::Quadric { coefficients: sphere, min: DVec3::new(-1.5, -1.5, 0.0), max }, vec![], 2.0 * PI),
            (Surface::Blobby { balls: vec![(DVec3::ZERO, 2.0)], level: 0.125 }, vec![], 8.0 * PI),
        ] {
            let collider = collider(surface, constraints);
            let facets = collider.facets(48);
            let share = area(&facets) / exact;
            assert!((0.985..1.001).contains(&share), "{:?}: {share}", collider.surface);
            for &point in &facets.points {
                assert!(collider.surface.value(point).abs() < 1e-9, "{:?}: {point}", collider.surface);
            }
        }
    }
}
