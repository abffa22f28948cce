use super::camera::Camera;
use super::light::facing;
use super::raster::Canvas;
use super::stage::{Face, Staging};
use super::{Kind, SAMPLES};
use allide::DVec3;

/// Light in proportion; the square root stands for the sRGB curve.
pub(super) type Color = [f32; 3];

pub(super) fn color(hex: u32) -> Color {
    [16, 8, 0].map(|shift| ((hex >> shift & 0xFF) as f32 / 255.0).powi(2))
}

pub(super) fn mixed(a: Color, b: Color, part_of_b: f32) -> Color {
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * part_of_b)
}

/// Muted, light, and apart from the highlights.
const TINTS: [u32; 10] =
    [0xE4E2DC, 0xC9CCD0, 0xB4C2CC, 0xC8CDC2, 0xA9BAC6, 0xD9D2C3, 0xBCCBC4, 0xB9BCC9, 0xD5CFCB, 0xA8B5B2];

pub(super) fn highlight_color(kind: Kind) -> Color {
    color(match kind {
        Kind::Crossing => 0xE5202B,
        Kind::Touching => 0xFFC24A,
        Kind::Clearance => 0x1F6FEB,
    })
}

/// The nearest surface, and the nearest one that shows through others.
pub(super) struct Layers {
    pub surface: Canvas,
    pub shining: Canvas,
}

impl Layers {
    pub fn draw(stage: &Staging, camera: &Camera) -> Self {
        let new = || Canvas::new(camera.width * SAMPLES, camera.height * SAMPLES);
        let mut layers = Self { surface: new(), shining: new() };
        let project = |corner: DVec3| {
            let [x, y, nearness] = camera.project(corner);
            [x * SAMPLES as f64, y * SAMPLES as f64, nearness]
        };
        let prepared = |face: &Face| face.corners().map(project);
        // Of equally near surfaces the first drawn stays: the highlighted one.
        for kind in [Some(Kind::Crossing), Some(Kind::Clearance), Some(Kind::Touching), None] {
            for (number, face) in (0..).zip(&stage.faces).filter(|(_, face)| face.kind == kind) {
                let corners = prepared(face);
                layers.surface.draw(corners, number);
                if matches!(kind, Some(Kind::Crossing | Kind::Clearance)) {
                    layers.shining.draw(corners, number);
                }
            }
        }
        layers
    }
}

/// A face's normal, its colour in shade, and what the sun adds.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub normal: [f32; 3],
    pub shade: Color,
    pub sunlight: Color,
}

impl Paint {
    pub fn of(face: &Face, stage: &Staging, camera: &Camera, sun: DVec3) -> Self {
        let normal = facing(face, camera);
        let base = color(TINTS[stage.tints[face.object as usize] % TINTS.len()]);
        let base = face.kind.map_or(base, |kind| {
            let strength = if kind == Kind::Touching { 0.6 } else { 1.0 };
            mixed(base, highlight_color(kind), strength)
        });
        // Highlights keep most of their brightness wherever they face.
        let (floor, gain) = if face.kind.is_some() { (0.62, 0.18) } else { (0.46, 0.16) };
        let sky = floor + gain * normal.z as f32;
        let direct = (1.08 - floor - gain) * normal.dot(sun).max(0.0) as f32;
        Self {
            normal: normal.as_vec3().to_array(),
            shade: base.map(|channel| channel * sky),
            sunlight: base.map(|channel| channel * direct),
        }
    }
}
