//! Layers, light and lines, put together pixel by pixel.

use super::camera::Camera;
use super::light::{Light, sun};
use super::raster::Canvas;
use super::shade::{Color, Layers, Paint, color, highlight_color, mixed};
use super::stage::Staging;
use super::{Picture, SAMPLES};

const SKY: [u32; 2] = [0xFFFFFF, 0xEDF0F3];
const LINE: u32 = 0x2B3440;
/// How strongly a crossing shows through what hides it. Touching triangles do not: in a well-made model they are the
/// rule, and would hide the rest.
const SEEN_THROUGH: f32 = 0.55;

pub(super) fn compose(stage: &Staging, camera: &Camera, layers: &Layers, light: &Light) -> Picture {
    let sun = sun(camera);
    let paints = stage.faces.iter().map(|face| Paint::of(face, stage, camera, sun)).collect();
    let easel = Easel { stage, layers, light, paints, line: color(LINE), width: camera.width };
    let (width, height) = (camera.width, camera.height);
    let mut rgb = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        let background = mixed(color(SKY[0]), color(SKY[1]), y as f32 / height as f32);
        for x in 0..width {
            let pixel = easel.pixel([x, y], background).map(f32::sqrt);
            rgb.extend(pixel.map(|channel| (channel.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
        }
    }
    Picture { width, height, rgb }
}

struct Easel<'p> {
    stage: &'p Staging,
    layers: &'p Layers,
    light: &'p Light,
    paints: Vec<Paint>,
    line: Color,
    width: usize,
}

impl Easel<'_> {
    /// The mean of a pixel's samples.
    fn pixel(&self, [x, y]: [usize; 2], background: Color) -> Color {
        if self.is_plain([x, y]) {
            return self.sample([x, y], [x * SAMPLES, y * SAMPLES], background);
        }
        let mut sum = [0.0; 3];
        for (dx, dy) in (0..SAMPLES).flat_map(|dy| (0..SAMPLES).map(move |dx| (dx, dy))) {
            let sample = self.sample([x, y], [x * SAMPLES + dx, y * SAMPLES + dy], background);
            (0..3).for_each(|channel| sum[channel] += sample[channel]);
        }
        sum.map(|channel| channel / (SAMPLES * SAMPLES) as f32)
    }

    /// Whether a pixel and its surroundings show a single face or nothing: then one sample stands for all.
    fn is_plain(&self, [x, y]: [usize; 2]) -> bool {
        let (surface, shining) = (&self.layers.surface, &self.layers.shining);
        let first = y * SAMPLES * surface.width + x * SAMPLES;
        let is_same = |sample: usize| {
            surface.face[sample] == surface.face[first]
                && (surface.nearness[sample] > 0.0) == (surface.nearness[first] > 0.0)
                && shining.nearness[sample] == 0.0
        };
        let rows = (y * SAMPLES).saturating_sub(1)..((y + 1) * SAMPLES + 1).min(surface.height);
        let columns = (x * SAMPLES).saturating_sub(1)..((x + 1) * SAMPLES + 1).min(surface.width);
        rows.flat_map(|row| columns.clone().map(move |column| row * surface.width + column)).all(is_same)
    }

    fn sample(&self, [x, y]: [usize; 2], [column, row]: [usize; 2], background: Color) -> Color {
        let (surface, shining) = (&self.layers.surface, &self.layers.shining);
        let sample = row * surface.width + column;
        let mut here = background;
        if surface.nearness[sample] > 0.0 {
            let paint = &self.paints[surface.face[sample] as usize];
            let (lit, open) = (self.light.sun[y * self.width + x], self.light.sky[y * self.width + x]);
            let direct = lit * (0.4 + 0.6 * open);
            here = std::array::from_fn(|channel| paint.shade[channel] * open + paint.sunlight[channel] * direct);
            here = mixed(here, self.line, self.line_at([column, row]));
        }
        if shining.nearness[sample] > 0.0 && shining.face[sample] != surface.face[sample] {
            let kind = self.stage.faces[shining.face[sample] as usize].kind;
            here = kind.map_or(here, |kind| mixed(here, highlight_color(kind), SEEN_THROUGH));
        }
        here
    }

    /// How dark the line at a sample is: 0 inside a smooth surface.
    fn line_at(&self, [column, row]: [usize; 2]) -> f32 {
        let surface = &self.layers.surface;
        let here = row * surface.width + column;
        let neighbours = [
            (column > 0).then(|| here - 1),
            (column + 1 < surface.width).then(|| here + 1),
            (row > 0).then(|| here - surface.width),
            (row + 1 < surface.height).then(|| here + surface.width),
        ];
        neighbours.into_iter().flatten().map(|other| self.line_between(surface, here, other)).fold(0.0, f32::max)
    }

    fn line_between(&self, surface: &Canvas, here: usize, other: usize) -> f32 {
        let [a, b] = [here, other].map(|sample| surface.face[sample] as usize);
        let [near_a, near_b] = [here, other].map(|sample| surface.nearness[sample]);
        if near_b == 0.0 {
            return 0.75;
        }
        if a == b {
            return 0.0;
        }
        let crease = || {
            let [a, b] = [a, b].map(|face| self.paints[face].normal);
            (0..3).map(|axis| a[axis] * b[axis]).sum::<f32>() < 0.8
        };
        let (face_a, face_b) = (&self.stage.faces[a], &self.stage.faces[b]);
        if (near_a - near_b).abs() > 0.01 * near_a.max(near_b) {
            0.7
        } else if face_a.object != face_b.object {
            0.55
        } else if crease() {
            0.4
        } else if face_a.kind.is_some() && face_b.kind.is_some() {
            0.2
        } else {
            0.0
        }
    }
}
