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
            Surface::Paraboloid { .. } | Surface::Quadric { .. } | Surface::Blobby { .. } => None,
        }
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
