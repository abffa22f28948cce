use super::stage::{Face, Staging};
use allide::DVec3;

/// A perspective camera.
#[derive(Clone)]
pub(super) struct Camera {
    pub width: usize,
    pub height: usize,
    /// Samples per pixel and direction.
    pub samples: usize,
    pub eye: DVec3,
    pub right: DVec3,
    pub up: DVec3,
    /// From the eye into the scene.
    pub forward: DVec3,
    /// Pixels per unit of slope.
    pub focal: f64,
    /// Nearer or farther surfaces are not drawn.
    depths: [f64; 2],
}

/// Size and direction of a picture.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub width: usize,
    pub height: usize,
    pub samples: usize,
    /// Degrees, as in [`super::PictureOptions`].
    pub azimuth: f64,
    pub elevation: f64,
}

/// Half the width of the picture, or its height if that is larger, at distance 1: of a whole scene, and of a close-up.
const SLOPE: f64 = 0.24;
const WIDE: f64 = 0.36;
/// The part of the picture that the scene fills.
const FILLED: f64 = 0.93;
/// How far before and behind the middle a close-up reaches, in stage units.
const DEPTHS: [f64; 2] = [2.2, 5.0];
/// How far from the middle a face can be that a close-up shows.
pub(super) const REACH: f64 = 6.0;

impl Camera {
    /// Outside of the scene, and so near that the scene just fits into the picture.
    pub fn framing(stage: &Staging, view: View) -> Self {
        let mut camera = Self::looking(view, SLOPE);
        let slopes = [view.width, view.height].map(|pixels| FILLED * pixels as f64 / 2.0 / camera.focal);
        // A point at (x, z) is inside the picture of an eye at (cx, d) if |x − cx| ≤ slope · (d − z): so the largest
        // x + slope · z and −x + slope · z alone decide where the eye must be. The same for y.
        let mut reach = [[f64::NEG_INFINITY; 2]; 2];
        for corner in stage.faces.iter().flat_map(|face| face.corners()) {
            let depth = -corner.dot(camera.forward);
            for (axis, across) in [corner.dot(camera.right), corner.dot(camera.up)].into_iter().enumerate() {
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
        camera.eye = camera.right * middle(0) + camera.up * middle(1) - camera.forward * distance;
        camera
    }

    /// Near the middle of the stage: a ball of radius 1 just fits into the picture.
    pub fn near(view: View) -> Self {
        let mut camera = Self::looking(view, WIDE);
        let slope = view.width.min(view.height) as f64 / 2.0 / camera.focal;
        // A ball is seen at a slightly larger angle than a disc.
        let distance = (1.0 + slope * slope).sqrt() / (FILLED * slope);
        camera.eye = -camera.forward * distance;
        camera.depths = [(distance - DEPTHS[0]).max(0.1), distance + DEPTHS[1]];
        camera
    }

    fn looking(view: View, slope: f64) -> Self {
        let View { width, height, samples, azimuth, elevation } = view;
        let (azimuth, elevation) = (azimuth.to_radians(), elevation.to_radians());
        let level = DVec3::new(azimuth.cos(), azimuth.sin(), 0.0);
        let towards_eye = level * elevation.cos() + DVec3::Z * elevation.sin();
        let right = DVec3::Z.cross(level);
        let up = towards_eye.cross(right);
        let focal = width.max(height) as f64 / 2.0 / slope;
        let (eye, forward, depths) = (DVec3::ZERO, -towards_eye, [0.0, f64::INFINITY]);
        Self { width, height, samples, eye, right, up, forward, focal, depths }
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

    /// The sample in the middle of a pixel, or next to it.
    pub fn middle_sample(&self, [x, y]: [usize; 2]) -> usize {
        let half = self.samples / 2;
        (y * self.samples + half) * self.width * self.samples + x * self.samples + half
    }

    /// Whether a point is neither too near nor too far to be drawn.
    pub fn reaches(&self, point: DVec3) -> bool {
        let depth = (point - self.eye).dot(self.forward);
        depth > self.depths[0] && depth < self.depths[1]
    }

    /// Calls `draw` with the triangles that a face is in the picture: none if it is too near or too far, one or two otherwise.
    pub fn pieces(&self, face: &Face, scale: f64, mut draw: impl FnMut([[f64; 3]; 3])) {
        let corners = face.corners();
        let [near, far] = self.depths;
        let depths = corners.map(|corner| (corner - self.eye).dot(self.forward));
        if depths.iter().all(|&depth| depth > far) || depths.iter().all(|&depth| depth <= near) {
            return;
        }
        let placed = |point: DVec3| {
            let [x, y, inverse] = self.project(point);
            [x * scale, y * scale, inverse]
        };
        if depths.iter().all(|&depth| depth > near) {
            return draw(corners.map(placed));
        }
        let mut kept: Vec<[f64; 3]> = Vec::with_capacity(4);
        for k in 0..3 {
            let l = (k + 1) % 3;
            if depths[k] > near {
                kept.push(placed(corners[k]));
            }
            if (depths[k] > near) != (depths[l] > near) {
                let part = (near - depths[k]) / (depths[l] - depths[k]);
                // A little behind the plane, whatever rounding does.
                let crossing = corners[k] + (corners[l] - corners[k]) * part;
                kept.push(placed(crossing + self.forward * (near * 1e-9)));
            }
        }
        (2..kept.len()).for_each(|k| draw([kept[0], kept[k - 1], kept[k]]));
    }

    /// The point that is seen at a pixel with an inverse depth.
    pub fn unproject(&self, [x, y]: [f64; 2], inverse: f64) -> DVec3 {
        let across = (x - self.width as f64 / 2.0) / self.focal;
        let along = (self.height as f64 / 2.0 - y) / self.focal;
        self.eye + (self.forward + self.right * across + self.up * along) / inverse
    }
}
