//! The camera.

use crate::Camera;
use glam::{DVec2, DVec3};

/// A pinhole camera, with pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub eye: DVec3,
    pub forward: DVec3,
    right: DVec3,
    up: DVec3,
    /// Pixels of a thing as wide as it is far away.
    pub focal: f64,
    middle: DVec2,
}

impl View {
    pub fn new(camera: &Camera, width: usize, height: usize) -> Self {
        let forward = (camera.target - camera.eye).normalize_or(DVec3::Y);
        let right = forward.cross(DVec3::Z).normalize_or(DVec3::X);
        let angle = camera.angle.clamp(1.0, 170.0).to_radians();
        let focal = 0.5 * height as f64 / libm::tan(0.5 * angle);
        let middle = DVec2::new(0.5 * width as f64, 0.5 * height as f64);
        Self { eye: camera.eye, forward, right, up: right.cross(forward), focal, middle }
    }

    /// The direction of a place in the picture.
    pub fn ray(&self, place: DVec2) -> DVec3 {
        let offset = (place - self.middle) / self.focal;
        (self.forward + self.right * offset.x - self.up * offset.y).normalize()
    }

    /// Where a point is in the picture, and how far along the line of sight; none behind the eye.
    pub fn project(&self, point: DVec3) -> Option<(DVec2, f64)> {
        let way = point - self.eye;
        let depth = way.dot(self.forward);
        let scale = self.focal / depth;
        let place = self.middle + DVec2::new(way.dot(self.right) * scale, -way.dot(self.up) * scale);
        (depth > 1e-3).then_some((place, depth))
    }

    /// A direction in the picture, y downwards, as one of the world.
    pub fn across(&self, offset: DVec2) -> DVec3 {
        self.right * offset.x - self.up * offset.y
    }
}
