//! Colliders: the surfaces that particles hit.

mod blobby;
mod chart;
mod facets;
mod form;
mod image;
mod material;
mod near;
mod region;
mod side;
mod surface;

pub use chart::{Chart, Distortion};
pub use facets::Facets;
pub(crate) use form::{Equation, Form, Meeting};
pub use image::Image;
pub use material::Material;
pub use region::{Keep, Region};
pub use surface::Surface;

use glam::{DMat3, DVec3};

/// Where a collider is: local coordinates of a world point p are `rows · (p − origin)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where the local origin is.
    pub origin: DVec3,
    /// The local axes in the world, as columns: orthonormal up to rounding.
    pub axes: DMat3,
}

impl Pose {
    /// The world's own axes and origin.
    pub const IDENTITY: Self = Self { origin: DVec3::ZERO, axes: DMat3::IDENTITY };

    /// Moved, not turned.
    pub fn at(origin: DVec3) -> Self {
        Self { origin, axes: DMat3::IDENTITY }
    }

    /// The same place, turned first: by an angle in degrees about an axis, by the right-hand rule.
    #[must_use]
    pub fn turned(self, axis: DVec3, degrees: f64) -> Self {
        let axis = axis.normalize_or(DVec3::Z);
        let (sin, cos) = exact_turn(degrees);
        let (x, y, z) = (axis.x, axis.y, axis.z);
        let k = 1.0 - cos;
        let turn = DMat3::from_cols(
            DVec3::new(cos + x * x * k, y * x * k + z * sin, z * x * k - y * sin),
            DVec3::new(x * y * k - z * sin, cos + y * y * k, z * y * k + x * sin),
            DVec3::new(x * z * k + y * sin, y * z * k - x * sin, cos + z * z * k),
        );
        Self { origin: self.origin, axes: turn * self.axes }
    }

    /// Local coordinates of a point of the world.
    pub fn to_local(&self, point: DVec3) -> DVec3 {
        self.vector_to_local(point - self.origin)
    }

    /// Local components of a direction of the world.
    pub fn vector_to_local(&self, vector: DVec3) -> DVec3 {
        DVec3::new(self.axes.x_axis.dot(vector), self.axes.y_axis.dot(vector), self.axes.z_axis.dot(vector))
    }

    /// The world's coordinates of a local point.
    pub fn to_world(&self, point: DVec3) -> DVec3 {
        self.axes * point + self.origin
    }
}

/// Sine and cosine of degrees, exact for multiples of 90.
fn exact_turn(degrees: f64) -> (f64, f64) {
    match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        other => libm::sincos(other * (std::f64::consts::PI / 180.0)),
    }
}

/// A bounded surface in a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub pose: Pose,
    /// Its shape, in local coordinates.
    pub surface: Surface,
    /// Which points of the surface are there: those that all of these keep.
    pub constraints: Vec<(Keep, Region)>,
    /// Number of its material in the scene.
    pub material: u32,
    /// Materials and gains by place, if it has them.
    pub image: Option<Image>,
}

impl Collider {
    /// A local box around it: of its surface, and of the regions that it keeps.
    pub(crate) fn local_bounds(&self) -> (DVec3, DVec3) {
        let (mut min, mut max) = self.surface.own_bounds();
        for (keep, region) in &self.constraints {
            if let (Keep::Inside, Some((low, high))) = (keep, region.bounds()) {
                (min, max) = (min.max(low), max.min(high));
            }
        }
        (min, max)
    }
}
