use super::PictureOptions;
use super::stage::Staging;
use allide::DVec3;

/// A perspective camera outside of the scene, so near that the scene just fits into the picture.
pub(super) struct Camera {
    pub width: usize,
    pub height: usize,
    pub eye: DVec3,
    pub right: DVec3,
    pub up: DVec3,
    /// From the eye into the scene.
    pub forward: DVec3,
    /// Pixels per unit of slope.
    pub focal: f64,
}

/// Half the width of the picture, or its height if that is larger, at distance 1.
const SLOPE: f64 = 0.24;
/// The part of the picture that the scene fills.
const FILLED: f64 = 0.93;

impl Camera {
    pub fn framing(stage: &Staging, options: &PictureOptions) -> Self {
        let (azimuth, elevation) = (options.azimuth.to_radians(), options.elevation.to_radians());
        let level = DVec3::new(azimuth.cos(), azimuth.sin(), 0.0);
        let towards_eye = level * elevation.cos() + DVec3::Z * elevation.sin();
        let right = DVec3::Z.cross(level);
        let up = towards_eye.cross(right);
        let (width, height) = (options.width as f64, options.height as f64);
        let focal = width.max(height) / 2.0 / SLOPE;
        let slopes = [width, height].map(|pixels| FILLED * pixels / 2.0 / focal);
        // A point at (x, z) is inside the picture of an eye at (cx, d) if |x − cx| ≤ slope · (d − z): so the largest
        // x + slope · z and −x + slope · z alone decide where the eye must be. The same for y.
        let mut reach = [[f64::NEG_INFINITY; 2]; 2];
        for corner in stage.faces.iter().flat_map(|face| face.corners()) {
            let depth = corner.dot(towards_eye);
            for (axis, across) in [corner.dot(right), corner.dot(up)].into_iter().enumerate() {
                reach[axis][0] = reach[axis][0].max(across + slopes[axis] * depth);
                reach[axis][1] = reach[axis][1].max(-across + slopes[axis] * depth);
            }
        }
        if stage.faces.is_empty() {
            reach = [[0.0; 2]; 2];
        }
        let needed = |axis: usize| (reach[axis][0] + reach[axis][1]) / 2.0 / slopes[axis];
        let middle = |axis: usize| (reach[axis][0] - reach[axis][1]) / 2.0;
        // A single point fits at any distance: the smallest keeps the eye away from it.
        let distance = needed(0).max(needed(1)) + 1e-3;
        let eye = towards_eye * distance + right * middle(0) + up * middle(1);
        Self { width: options.width, height: options.height, eye, right, up, forward: -towards_eye, focal }
    }

    /// Pixel coordinates from the upper left corner, and the inverse of the depth.
    pub fn project(&self, point: DVec3) -> [f64; 3] {
        let view = point - self.eye;
        let inverse = 1.0 / view.dot(self.forward);
        let scale = self.focal * inverse;
        [
            self.width as f64 / 2.0 + view.dot(self.right) * scale,
            self.height as f64 / 2.0 - view.dot(self.up) * scale,
            inverse,
        ]
    }

    /// The point that is seen at a pixel with an inverse depth.
    pub fn unproject(&self, [x, y]: [f64; 2], inverse: f64) -> DVec3 {
        let across = (x - self.width as f64 / 2.0) / self.focal;
        let along = (self.height as f64 / 2.0 - y) / self.focal;
        self.eye + (self.forward + self.right * across + self.up * along) / inverse
    }
}
