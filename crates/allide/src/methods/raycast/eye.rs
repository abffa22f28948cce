//! Views: from the scene to pixels and depths, and back to the world.

use super::geometry::Place;
use super::options::{Axis, Projection, RaycastOptions};
use allide_geom::DVec3;
use allide_gpu::immediates;

immediates! {
    /// The parameters of scene.wgsl.
    pub(super) struct EyeParams {
        right: [f32; 4],
        up: [f32; 4],
        forward: [f32; 4],
        distance: [f32; 4],
        offset: [f32; 2],
        word: u32,
        padding: u32,
    }
}

/// The resolution in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The size of a pixel: that of the view, x_w by y_w, over its pixels, x_v by y_v. With perspective, where it is largest.
    pub pixel: [f64; 2],
    /// The difference between two depths, likewise.
    pub depth: f64,
    /// How far edges are moved outward, likewise.
    pub offset: f64,
}

/// Room in front of the scene and behind it, so that nothing is clipped there.
const ROOM: f64 = 1.01;
/// Half of the thickness of a scene without one.
const THIN: f64 = 1e-6;

/// A view of a scene. Its sides are those of the scene: edges that are moved out of them are not inside of anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    place: Place,
    size: [u32; 2],
    /// Axes that point right, up and forward; the last from the right and up point against it.
    axes: [usize; 3],
    half: [f64; 3],
    /// From the eye to the nearest point of the scene, if they are not infinitely far apart.
    near: Option<f64>,
    /// In pixels, and whether at every depth.
    offset: (f64, bool),
}

impl Eye {
    pub fn new(place: Place, options: &RaycastOptions) -> Self {
        let forward = match options.axis {
            Axis::X => 0,
            Axis::Y => 1,
            Axis::Z => 2,
        };
        let axes = [(forward + 2) % 3, (forward + 1) % 3, forward];
        let half = axes.map(|axis| place.half[axis].max(THIN));
        let half = [half[0], half[1], half[2] * ROOM];
        let near = match options.projection {
            Projection::Orthographic => None,
            Projection::Perspective => Some(2.0 * half[0].max(half[1]).max(half[2])),
        };
        let offset = (f64::from(options.offset), options.view_dependent_offset);
        Self { place, size: options.size, axes, half, near, offset }
    }

    /// The size of a pixel at a distance from the eye.
    fn pixel(&self, distance: f64) -> [f64; 2] {
        let scale = self.near.map_or(1.0, |near| distance / near);
        [0, 1].map(|k| 2.0 * self.half[k] * scale / f64::from(self.size[k]))
    }

    /// From the eye to the middle of the scene, and to its farthest point.
    fn distances(&self) -> [f64; 2] {
        self.near.map_or([1.0; 2], |near| [near + self.half[2], near + 2.0 * self.half[2]])
    }

    /// The offset at a distance from the eye.
    fn offset(&self, distance: f64) -> f64 {
        let [x, y] = self.pixel(if self.offset.1 { distance } else { self.distances()[0] });
        self.offset.0 * x.max(y)
    }

    pub fn precision(&self) -> Precision {
        let [_, far] = self.distances();
        let step = f64::from(f32::EPSILON) / 2.0;
        let depth = match self.near {
            None => 2.0 * self.half[2] * step,
            Some(near) => step * far * (far - near) / near,
        };
        let unit = self.place.unit;
        Precision { pixel: self.pixel(far).map(|x| x * unit), depth: depth * unit, offset: self.offset(far) * unit }
    }

    /// The view as shaders read it; `word` is for faces.
    pub fn params(&self, word: u32) -> EyeParams {
        let row = |k: usize, scale: f64, shift: f64| {
            let mut row = [0.0, 0.0, 0.0, shift as f32];
            row[self.axes[k]] = scale as f32;
            row
        };
        let [middle, far] = self.distances();
        let across = |k: usize| row(k, self.near.unwrap_or(1.0) / self.half[k], 0.0);
        let (forward, distance) = match self.near {
            None => (row(2, 0.5 / self.half[2], 0.5), row(2, 0.0, 1.0)),
            Some(near) => {
                // Depth is 0 at the nearest and 1 at the farthest point.
                let scale = far / (far - near);
                (row(2, scale, scale * self.half[2]), row(2, 1.0, middle))
            }
        };
        let offset = self.offset(1.0) as f32;
        let offset = if self.offset.1 { [0.0, offset] } else { [offset, 0.0] };
        EyeParams { right: across(0), up: across(1), forward, distance, offset, word, padding: 0 }
    }

    /// The point in the world that the middle of a pixel shows at a depth.
    pub fn world(&self, [column, row]: [u32; 2], depth: f32) -> DVec3 {
        let depth = f64::from(depth);
        let [middle, far] = self.distances();
        let (forward, scale) = match self.near {
            None => ((depth - 0.5) * 2.0 * self.half[2], 1.0),
            Some(near) => {
                let distance = far * near / (far - depth * (far - near));
                (distance - middle, distance / near)
            }
        };
        let along = |k: usize, at: u32| {
            let side = 2.0 * (f64::from(at) + 0.5) / f64::from(self.size[k]) - 1.0;
            side * self.half[k] * scale
        };
        let mut point = DVec3::ZERO;
        point[self.axes[0]] = along(0, column);
        // Rows are counted from the top.
        point[self.axes[1]] = -along(1, row);
        point[self.axes[2]] = forward;
        point * self.place.unit + self.place.centre
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide_geom::Aabb;

    /// As the GPU does it, in f64.
    fn project(params: &EyeParams, point: DVec3) -> [f64; 3] {
        let row = |row: [f32; 4]| {
            let [x, y, z, w] = row.map(f64::from);
            DVec3::new(x, y, z).dot(point) + w
        };
        let w = row(params.distance);
        [row(params.right) / w, row(params.up) / w, row(params.forward) / w]
    }

    fn eyes(bounds: Aabb, size: [u32; 2]) -> Vec<Eye> {
        let place = Place::of(&bounds);
        let all = [Axis::X, Axis::Y, Axis::Z]
            .into_iter()
            .flat_map(|axis| [Projection::Orthographic, Projection::Perspective].map(|projection| (axis, projection)));
        all.map(|(axis, projection)| Eye::new(place, &RaycastOptions { size, axis, projection, ..Default::default() }))
            .collect()
    }

    #[test]
    fn pixels_and_depths_lead_back_to_the_point_that_was_drawn() {
        let bounds = Aabb { min: DVec3::new(90.0, -3.0, 0.0), max: DVec3::new(100.0, 2.0, 40.0) };
        for eye in eyes(bounds, [200, 100]) {
            for at in [[0, 0], [17, 93], [199, 50]] {
                for depth in [0.0, 0.25, 0.999f32] {
                    let world = eye.world(at, depth);
                    let [x, y, z] = project(&eye.params(0), (world - eye.place.centre) / eye.place.unit);
                    let column = (x + 1.0) / 2.0 * 200.0 - 0.5;
                    let row = (1.0 - y) / 2.0 * 100.0 - 0.5;
                    assert!((column - f64::from(at[0])).abs() < 1e-4, "{eye:?}: {column} of {at:?}");
                    assert!((row - f64::from(at[1])).abs() < 1e-4, "{eye:?}: {row} of {at:?}");
                    assert!((z - f64::from(depth)).abs() < 1e-6, "{eye:?}: {z} of {depth}");
                }
            }
        }
    }

    #[test]
    fn views_are_tight_and_hold_all_corners() {
        let bounds = Aabb { min: DVec3::new(-5.0, 0.0, 1.0), max: DVec3::new(5.0, 1.0, 1.0) };
        for eye in eyes(bounds, [64, 64]) {
            let mut most = [0.0f64; 2];
            for corner in 0..8 {
                let side = |k: usize| if corner >> k & 1 == 0 { bounds.min[k] } else { bounds.max[k] };
                let point = (DVec3::new(side(0), side(1), side(2)) - eye.place.centre) / eye.place.unit;
                let [x, y, z] = project(&eye.params(0), point);
                assert!(z > 0.0 && z < 1.0, "{eye:?}: {z}");
                most = [most[0].max(x.abs()), most[1].max(y.abs())];
            }
            for (k, most) in most.into_iter().enumerate() {
                let is_flat = eye.half[k] <= THIN;
                assert!(most <= 1.0 + 1e-6 && (is_flat || most > 0.99 || eye.near.is_some()), "{eye:?}: {most}");
            }
        }
    }

    #[test]
    fn a_metre_at_a_hundred_pixels_is_known_to_a_centimetre() {
        let place = Place::of(&Aabb { min: DVec3::ZERO, max: DVec3::ONE });
        let precision = Eye::new(place, &RaycastOptions { size: [100, 100], ..Default::default() }).precision();
        assert!((precision.pixel[0] - 0.01).abs() < 1e-12 && (precision.pixel[1] - 0.01).abs() < 1e-12);
        assert!((precision.offset - 0.01).abs() < 1e-12 && precision.depth < 1e-6, "{precision:?}");
    }

    #[test]
    fn right_and_up_point_against_forward() {
        for eye in eyes(Aabb { min: DVec3::ZERO, max: DVec3::ONE }, [1, 1]) {
            let [right, up, forward] = eye.axes.map(|axis| DVec3::AXES[axis]);
            assert_eq!(right.cross(up), -forward);
        }
    }
}
