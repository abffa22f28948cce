//! The light that reaches each pixel: sunlight, and how much of the sky.

use super::camera::Camera;
use super::raster::Canvas;
use super::stage::{Face, Staging};
use allide::DVec3;
use rayon::prelude::*;

/// The side of the picture taken from the sun.
const MAP: usize = 2048;
/// How far around a point its surroundings take light from it, in stage units.
const REACH: f64 = 0.09;
const TAPS: usize = 12;

/// Between 0 and 1 for every pixel.
pub(super) struct Light {
    pub sun: Vec<f32>,
    pub sky: Vec<f32>,
}

/// Towards the sun: from the viewer's upper left.
pub(super) fn sun(camera: &Camera) -> DVec3 {
    (camera.right * -0.55 + DVec3::Z * 1.1 - camera.forward * 0.55).normalize()
}

impl Light {
    /// Shadows are for whole scenes: in a close-up, most of what throws them is left out.
    pub fn of(stage: &Staging, camera: &Camera, surface: &Canvas, shadows: bool) -> Self {
        let map = shadows.then(|| ShadowMap::new(stage, sun(camera)));
        let pattern = pattern();
        let size = camera.width * camera.height;
        let mut light = Self { sun: vec![1.0; size], sky: vec![1.0; size] };
        let pixels = light.sun.par_iter_mut().zip(&mut light.sky).enumerate();
        pixels.with_min_len(1 << 14).for_each(|(pixel, (sun, sky))| {
            let (x, y) = (pixel % camera.width, pixel / camera.width);
            let Some((point, face)) = seen(stage, camera, surface, [x as isize, y as isize]) else { return };
            let normal = facing(face, camera);
            *sun = map.as_ref().map_or(1.0, |map| map.lit(point, normal));
            *sky = open_sky(stage, camera, surface, &Spot { pixel: [x, y], point, normal }, &pattern);
        });
        light.sky = blurred(&light.sky, camera, surface);
        light
    }
}

/// The normal of a face on the side that is seen.
pub(super) fn facing(face: &Face, camera: &Camera) -> DVec3 {
    let normal = face.normal();
    let away = normal.dot(face.corners()[0] - camera.eye) > 0.0;
    if away { -normal } else { normal }
}

/// The visible surface in the middle of a pixel.
fn seen<'s>(stage: &'s Staging, camera: &Camera, surface: &Canvas, [x, y]: [isize; 2]) -> Option<(DVec3, &'s Face)> {
    if x < 0 || y < 0 || x as usize >= camera.width || y as usize >= camera.height {
        return None;
    }
    let sample = camera.middle_sample([x as usize, y as usize]);
    let nearness = surface.nearness[sample];
    let point = || camera.unproject([x as f64 + 0.5, y as f64 + 0.5], f64::from(nearness));
    (nearness > 0.0).then(|| (point(), &stage.faces[surface.face[sample] as usize]))
}

/// Directions in which to look around a pixel: sixteen rotations of them, evened out by the blur afterwards.
type Pattern = [[[f64; 2]; TAPS]; 16];

fn pattern() -> Pattern {
    std::array::from_fn(|rotation| {
        std::array::from_fn(|tap| {
            let (sin, cos) = ((tap as f64 + rotation as f64 * (7.0 / 16.0)) * 2.399_963).sin_cos();
            [cos, sin]
        })
    })
}

struct Spot {
    pixel: [usize; 2],
    point: DVec3,
    normal: DVec3,
}

/// How much of the sky over a point is open, from what the picture shows around it.
fn open_sky(stage: &Staging, camera: &Camera, surface: &Canvas, spot: &Spot, pattern: &Pattern) -> f32 {
    let [x, y] = spot.pixel;
    let depth = (spot.point - camera.eye).dot(camera.forward);
    let radius = (REACH * camera.focal / depth).clamp(3.0, 120.0);
    let mut hidden = 0.0;
    for (tap, [cos, sin]) in pattern[(x % 4) * 4 + y % 4].into_iter().enumerate() {
        let distance = radius * ((tap as f64 + 0.5) / TAPS as f64);
        let place = [x as f64 + cos * distance, y as f64 + sin * distance].map(|x| x.floor() as isize);
        if let Some((other, _)) = seen(stage, camera, surface, place) {
            let towards = other - spot.point;
            let length = towards.length();
            if length > 1e-6 {
                let rise = (towards.dot(spot.normal) / length - 0.08).max(0.0);
                hidden += rise / (1.0 + (length / REACH).powi(2));
            }
        }
    }
    (1.0 - 1.9 * hidden / TAPS as f64).max(0.0) as f32
}

/// The mean over 4 × 4 pixels at about the same depth.
fn blurred(values: &[f32], camera: &Camera, surface: &Canvas) -> Vec<f32> {
    let nearness = |x: usize, y: usize| surface.nearness[camera.middle_sample([x, y])];
    let (width, height) = (camera.width, camera.height);
    let mean = |pixel: usize| {
        let (x, y) = (pixel % width, pixel / width);
        let here = nearness(x, y);
        let (mut sum, mut count) = (0.0, 0.0);
        for other_y in y.saturating_sub(2)..(y + 2).min(height) {
            for other_x in x.saturating_sub(2)..(x + 2).min(width) {
                if (nearness(other_x, other_y) - here).abs() <= here * 0.01 {
                    sum += values[other_y * width + other_x];
                    count += 1.0;
                }
            }
        }
        if count > 0.0 { sum / count } else { values[pixel] }
    };
    (0..values.len()).map(mean).collect()
}

/// The scene as the sun sees it.
struct ShadowMap {
    canvas: Canvas,
    axes: [DVec3; 3],
}

impl ShadowMap {
    fn new(stage: &Staging, sun: DVec3) -> Self {
        let (u, v) = sun.any_orthonormal_pair();
        let mut map = Self { canvas: Canvas::new(MAP, MAP), axes: [u, v, sun] };
        for face in &stage.faces {
            // The sun is infinitely far away, and nothing is behind it.
            let corners = face.corners().map(|corner| map.place(corner));
            map.canvas.draw(corners, 0);
        }
        map
    }

    /// The stage's cube lies inside a sphere of radius √3.
    fn place(&self, point: DVec3) -> [f64; 3] {
        let [u, v, towards] = self.axes.map(|axis| point.dot(axis) / 1.75 * 0.5 + 0.5);
        [u * MAP as f64, v * MAP as f64, towards]
    }

    /// The part of the sun that is seen from a point, from a few places around it.
    fn lit(&self, point: DVec3, normal: DVec3) -> f32 {
        let cell = 3.5 / MAP as f64;
        let slope = normal.dot(self.axes[2]);
        if slope <= 0.0 {
            return 0.0;
        }
        let [x, y, towards] = self.place(point + normal * (1.5 * cell));
        let limit = (towards + cell * 0.5) as f32;
        let mut lit = 0;
        for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
            let [column, row] = [x + f64::from(dx), y + f64::from(dy)].map(|x| x.clamp(0.0, MAP as f64 - 1.0) as usize);
            lit += i32::from(self.canvas.nearness[row * MAP + column] <= limit);
        }
        lit as f32 / 25.0
    }
}
