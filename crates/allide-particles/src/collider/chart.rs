//! Two-dimensional parametrisations of surfaces, for maps and images.
//!
//! Linear on planes, equal-area on spheres, round cylinders and round cones; charts elsewhere, whose distortion is measured.

use super::{Collider, Surface};
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// How areas on the surface and in the unit square are related.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distortion {
    /// By one linear map: lengths M by N become the unit square.
    Linear {
        /// M and N.
        size: DVec2,
    },
    /// Equal areas of the square are equal areas on the surface; the number is the whole area.
    EqualArea(f64),
    /// Neither. The number is the largest area of a small piece of the square over the smallest, sampled at 64 by 64 points; infinite
    /// where the chart folds or has no inverse.
    Chart(f64),
}

/// The parametrisation of one collider.
#[derive(Clone, Debug)]
pub struct Chart {
    surface: Surface,
    min: DVec3,
    max: DVec3,
}

impl Collider {
    /// Its parametrisation.
    pub fn chart(&self) -> Chart {
        let (min, max) = self.local_bounds();
        Chart { surface: self.surface.clone(), min, max }
    }
}

impl Chart {
    /// Where a local point of the surface is in the unit square. `gradient` tells the two sheets of a general quadric apart.
    pub fn to_uv(&self, p: DVec3, gradient: DVec3) -> DVec2 {
        let across = |axis: usize| (p[axis] - self.min[axis]) / (self.max[axis] - self.min[axis]);
        let angle = |x: f64, y: f64| libm::atan2(y, x) / TAU + 0.5;
        let uv = match &self.surface {
            Surface::Plane => DVec2::new(across(0), across(1)),
            Surface::Ellipsoid { radii } => DVec2::new(angle(p.x / radii.x, p.y / radii.y), 0.5 + 0.5 * p.z / radii.z),
            Surface::Cylinder { radii, .. } | Surface::Paraboloid { radii, .. } => {
                DVec2::new(angle(p.x / radii[0], p.y / radii[1]), across(2))
            }
            Surface::Cone { radii, heights } => {
                // The lower half is seen from the other side of the apex: x and y change sign along a line through it.
                let [low, high] = heights.map(|z| z * z.abs());
                DVec2::new(angle(p.x / radii[0], p.y / radii[1]), (p.z * p.z.abs() - low) / (high - low))
            }
            Surface::Hyperboloid { radii, .. } => DVec2::new(angle(p.x / radii.x, p.y / radii.y), across(2)),
            Surface::Quadric { .. } => {
                let sheet = if gradient.z < 0.0 { 0.5 } else { 0.0 };
                DVec2::new(0.5 * across(0).clamp(0.0, 1.0) + sheet, across(1))
            }
            Surface::Blobby { .. } => {
                let offset = (p - 0.5 * (self.min + self.max)).normalize_or(DVec3::Z);
                DVec2::new(angle(offset.x, offset.y), 0.5 + 0.5 * offset.z)
            }
        };
        uv.clamp(DVec2::ZERO, DVec2::ONE)
    }

    /// The local point of the surface there; none where the surface is not, or if the chart has no inverse.
    pub fn to_point(&self, uv: DVec2) -> Option<DVec3> {
        let (sin, cos) = libm::sincos(TAU * (uv.x - 0.5));
        let z = self.min.z + (self.max.z - self.min.z) * uv.y;
        let ring = |x: f64, y: f64, radius: f64, z: f64| Some(DVec3::new(x * radius * cos, y * radius * sin, z));
        match &self.surface {
            Surface::Plane => Some(DVec3::new(
                self.min.x + (self.max.x - self.min.x) * uv.x,
                self.min.y + (self.max.y - self.min.y) * uv.y,
                0.0,
            )),
            Surface::Ellipsoid { radii } => {
                let z = 2.0 * uv.y - 1.0;
                ring(radii.x, radii.y, (1.0 - z * z).max(0.0).sqrt(), radii.z * z)
            }
            Surface::Cylinder { radii, .. } => ring(radii[0], radii[1], 1.0, z),
            Surface::Cone { radii, heights } => {
                let [low, high] = heights.map(|z| z * z.abs());
                let square = low + (high - low) * uv.y;
                let z = square.abs().sqrt().copysign(square);
                ring(radii[0], radii[1], z.abs(), z)
            }
            Surface::Paraboloid { radii, .. } if z >= 0.0 => ring(radii[0], radii[1], z.sqrt(), z),
            Surface::Hyperboloid { radii, sheets, .. } => {
                let square = (z / radii.z) * (z / radii.z) + if *sheets == 1 { 1.0 } else { -1.0 };
                if square < 0.0 { None } else { ring(radii.x, radii.y, square.sqrt(), z) }
            }
            Surface::Quadric { coefficients, .. } => self.sheet_point(coefficients, uv),
            Surface::Paraboloid { .. } | Surface::Blobby { .. } => None,
        }
    }

    /// The point above x and y on the sheet whose gradient points up, in the left half of the square, or down, in the right one.
    fn sheet_point(&self, [a, b, c, d, e, f, g, h, i, j]: &[f64; 10], uv: DVec2) -> Option<DVec3> {
        let is_down = uv.x >= 0.5;
        let share = 2.0 * uv.x - f64::from(u8::from(is_down));
        let x = self.min.x + (self.max.x - self.min.x) * share;
        let y = self.min.y + (self.max.y - self.min.y) * uv.y;
        // c z² + 2 linear z + rest = 0, and c z + linear is half of the gradient.
        let linear = e * x + f * y + i;
        let rest = (a * x + 2.0 * d * y + 2.0 * g) * x + (b * y + 2.0 * h) * y + j;
        let half = if *c == 0.0 {
            linear
        } else {
            (linear * linear - c * rest).sqrt().copysign(if is_down { -1.0 } else { 1.0 })
        };
        let z = if *c == 0.0 { -rest / (2.0 * linear) } else { (half - linear) / c };
        let is_there = (half < 0.0) == is_down && z >= self.min.z && z <= self.max.z;
        is_there.then(|| DVec3::new(x, y, z))
    }

    /// How it distorts areas.
    pub fn distortion(&self) -> Distortion {
        let height = self.max.z - self.min.z;
        match &self.surface {
            Surface::Plane => Distortion::Linear { size: (self.max - self.min).truncate() },
            Surface::Ellipsoid { radii } if radii.x == radii.y && radii.x == radii.z => {
                Distortion::EqualArea(4.0 * PI * radii.x * radii.x)
            }
            Surface::Cylinder { radii: [x, y], .. } if x == y => Distortion::EqualArea(TAU * x * height),
            Surface::Cone { radii: [x, y], heights } if x == y => {
                let [low, high] = heights.map(|z| z * z.abs());
                Distortion::EqualArea(PI * x * (1.0 + x * x).sqrt() * (high - low))
            }
            _ => Distortion::Chart(self.sampled()),
        }
    }

    /// Largest over smallest area at the middles of 64 by 64 cells.
    fn sampled(&self) -> f64 {
        const STEP: f64 = 1e-5;
        let (mut least, mut most) = (f64::INFINITY, 0f64);
        for k in 0..64 * 64 {
            let uv = (DVec2::new(f64::from(k % 64), f64::from(k / 64)) + 0.5) / 64.0;
            let along = |step: DVec2| Some(self.to_point(uv + step)? - self.to_point(uv - step)?);
            if let (Some(u), Some(v)) = (along(DVec2::new(STEP, 0.0)), along(DVec2::new(0.0, STEP))) {
                let area = u.cross(v).length();
                (least, most) = (least.min(area), most.max(area));
            }
        }
        if most > 0.0 { most / least } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;

    fn collider(surface: Surface) -> Collider {
        Collider {
            name: String::new(),
            pose: Pose::IDENTITY,
            surface,
            constraints: Vec::new(),
            material: 0,
            image: None,
        }
    }

    #[test]
    fn equal_areas_are_equal_and_charts_say_how_unequal() {
        let heights = [0.5, 2.0];
        for (surface, is_equal) in [
            (Surface::Ellipsoid { radii: DVec3::splat(2.0) }, true),
            (Surface::Cylinder { radii: [1.5, 1.5], heights }, true),
            (Surface::Cone { radii: [0.7, 0.7], heights }, true),
            (Surface::Cone { radii: [0.7, 0.7], heights: [-1.0, 2.0] }, true),
            (Surface::Ellipsoid { radii: DVec3::new(1.0, 2.0, 3.0) }, false),
            (Surface::Paraboloid { radii: [1.0, 1.0], heights }, false),
            (Surface::Hyperboloid { radii: DVec3::ONE, sheets: 1, heights }, false),
        ] {
            let collider = collider(surface);
            let chart = collider.chart();
            let ratio = chart.sampled();
            assert_eq!(ratio < 1.0 + 1e-3, is_equal, "{:?}: {ratio}", collider.surface);
            match chart.distortion() {
                Distortion::EqualArea(_) => assert!(is_equal),
                Distortion::Chart(stated) => assert!(!is_equal && stated == ratio && stated < 10.0),
                Distortion::Linear { .. } => panic!(),
            }
        }
    }

    /// Points that are spread evenly over a surface, made without its chart, are spread evenly over the square; and the whole area is
    /// what is stated.
    #[test]
    fn even_points_are_even_in_the_square() {
        let mut state = 5u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut sphere = || loop {
            let p = DVec3::new(unit(), unit(), unit()) * 2.0 - 1.0;
            if p.length_squared() <= 1.0 && p.length_squared() > 1e-6 {
                return p.normalize() * 2.0;
            }
        };
        let points: Vec<DVec3> = (0..64_000).map(|_| sphere()).collect();
        even(Surface::Ellipsoid { radii: DVec3::splat(2.0) }, &points, 16.0 * PI);
        let mut cylinder = || {
            let (sin, cos) = (TAU * unit()).sin_cos();
            DVec3::new(1.5 * cos, 1.5 * sin, 0.5 + 1.5 * unit())
        };
        let points: Vec<DVec3> = (0..64_000).map(|_| cylinder()).collect();
        even(Surface::Cylinder { radii: [1.5, 1.5], heights: [0.5, 2.0] }, &points, TAU * 1.5 * 1.5);
        // Rings of a cone are as long as they are high: heights are drawn in proportion.
        let mut cone = || loop {
            let z = 3.0 * unit() - 1.0;
            if 2.0 * unit() <= z.abs() {
                let (sin, cos) = (TAU * unit()).sin_cos();
                return DVec3::new(0.7 * z.abs() * cos, 0.7 * z.abs() * sin, z);
            }
        };
        let points: Vec<DVec3> = (0..64_000).map(|_| cone()).collect();
        // π r s of both halves, with slant heights √(1 + 0.7²) and twice that.
        let slant = 1.49f64.sqrt();
        even(Surface::Cone { radii: [0.7, 0.7], heights: [-1.0, 2.0] }, &points, PI * 0.7 * slant * (1.0 + 4.0));
    }

    fn even(surface: Surface, points: &[DVec3], area: f64) {
        let chart = collider(surface).chart();
        let mut cells = [0u32; 64];
        for &point in points {
            let uv = chart.to_uv(point, DVec3::Z) * 8.0;
            cells[(uv.y as usize).min(7) * 8 + (uv.x as usize).min(7)] += 1;
        }
        // Each expects 1000 with a standard deviation of 32.
        assert!(cells.iter().all(|count| (840..1160).contains(count)), "{chart:?} {cells:?}");
        let Distortion::EqualArea(stated) = chart.distortion() else { panic!("{chart:?}") };
        assert!((stated - area).abs() < 1e-12 * area, "{chart:?} {stated} {area}");
    }

    #[test]
    fn general_quadrics_have_two_sheets_in_their_square() {
        let (min, max) = (DVec3::new(-0.7, -0.7, -1.0), DVec3::new(0.7, 0.7, 1.0));
        // A saddle, which has one sheet, and a tilted ellipsoid, which has two.
        let saddle = Surface::Quadric { coefficients: [1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.25, 0.0], min, max };
        let egg = Surface::Quadric { coefficients: [1.0, 1.5, 2.0, 0.2, 0.3, -0.1, 0.05, 0.0, 0.1, -0.4], min, max };
        for (surface, sheets) in [(saddle, 1), (egg, 2)] {
            let collider = collider(surface);
            let (chart, form) = (collider.chart(), crate::collider::Form::new(&collider));
            let mut found = [0, 0];
            for k in 0..400 {
                let uv = DVec2::new(f64::from(k % 20) + 0.5, f64::from(k / 20) + 0.5) / 20.0;
                let Some(point) = chart.to_point(uv) else { continue };
                assert!((chart.to_uv(point, form.gradient(point)) - uv).length() < 1e-12, "{uv}");
                found[usize::from(uv.x >= 0.5)] += 1;
            }
            assert!(found.iter().filter(|&&count| count > 50).count() == sheets, "{found:?}");
            assert!(matches!(chart.distortion(), Distortion::Chart(ratio) if ratio > 1.0 && ratio.is_finite()));
        }
    }

    #[test]
    fn points_come_back_from_the_square() {
        for surface in [
            Surface::Ellipsoid { radii: DVec3::new(1.0, 2.0, 3.0) },
            Surface::Cylinder { radii: [1.0, 2.0], heights: [-1.0, 1.0] },
            Surface::Cone { radii: [1.0, 0.3], heights: [-2.0, 1.0] },
            Surface::Paraboloid { radii: [1.0, 2.0], heights: [0.0, 3.0] },
            Surface::Hyperboloid { radii: DVec3::new(1.0, 2.0, 0.5), sheets: 2, heights: [0.6, 2.0] },
        ] {
            let collider = collider(surface);
            let chart = collider.chart();
            for k in 0..100 {
                let uv = DVec2::new(f64::from(k % 10) + 0.5, f64::from(k / 10) + 0.5) / 10.0;
                let point = chart.to_point(uv).unwrap();
                assert!((chart.to_uv(point, DVec3::Z) - uv).length() < 1e-12, "{:?} {uv}", collider.surface);
            }
        }
    }
}
