//! Layers, light, lines and marks, put together pixel by pixel.

use super::camera::Camera;
use super::ink::Ink;
use super::layers::Layers;
use super::light::{Light, sun};
use super::raster::Canvas;
use super::reveal::Reveal;
use super::shade::{Color, Paint, color, kind_color, mixed};
use super::stage::Staging;
use super::{Finding, Picture};
use rayon::prelude::*;

const SKY: [u32; 2] = [0xFFFFFF, 0xEDF0F3];
const LINE: u32 = 0x2B3440;
/// How much of a thing disappears where it fades, and how much of the veil is left.
const FADES: f32 = 0.8;
const VEIL: f32 = 0.13;
/// How strongly marks colour what is around them, and regions what they lie on.
const GLOWS: f32 = 0.5;
const REGION: f32 = 0.7;
/// A region that is nearer than this part of the surface's distance lies on it.
const ON: f32 = 1.0 - 5e-4;

pub(super) struct Easel<'p> {
    pub stage: &'p Staging,
    pub camera: &'p Camera,
    pub layers: &'p Layers,
    pub light: &'p Light,
    pub ink: &'p Ink,
    pub reveal: &'p Reveal,
    pub findings: &'p [Finding<'p>],
}

impl Easel<'_> {
    pub fn paint(&self) -> Picture {
        let sun = sun(self.camera);
        let paints: Vec<Paint> = self.stage.faces.par_iter().map(|face| Paint::of(face, self.camera, sun)).collect();
        let (width, height) = (self.camera.width, self.camera.height);
        let mut rgb = vec![0; width * height * 3];
        rgb.par_chunks_mut(width * 3).enumerate().for_each(|(y, row)| {
            let background = mixed(color(SKY[0]), color(SKY[1]), y as f32 / height as f32);
            for (x, out) in row.chunks_exact_mut(3).enumerate() {
                let pixel = self.pixel(&paints, [x, y], background).map(f32::sqrt);
                out.copy_from_slice(&pixel.map(|channel| (channel.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
            }
        });
        Picture { width, height, rgb }
    }

    /// The mean of a pixel's samples.
    fn pixel(&self, paints: &[Paint], [x, y]: [usize; 2], background: Color) -> Color {
        let samples = self.camera.samples;
        if self.is_plain([x, y]) {
            return self.sample(paints, [x, y], [x * samples, y * samples], background);
        }
        let mut sum = [0.0; 3];
        for (dx, dy) in (0..samples).flat_map(|dy| (0..samples).map(move |dx| (dx, dy))) {
            let sample = self.sample(paints, [x, y], [x * samples + dx, y * samples + dy], background);
            (0..3).for_each(|channel| sum[channel] += sample[channel]);
        }
        sum.map(|channel| channel / (samples * samples) as f32)
    }

    /// Whether a pixel and its surroundings show a single face or nothing: then one sample stands for all.
    fn is_plain(&self, [x, y]: [usize; 2]) -> bool {
        let (surface, samples) = (&self.layers.surface, self.camera.samples);
        let pixel = y * self.camera.width + x;
        if self.reveal.fade[pixel] > 0.0 {
            return false;
        }
        let veil = self.layers.veil.as_ref();
        let first = y * samples * surface.width + x * samples;
        let is_same = |sample: usize| {
            surface.face[sample] == surface.face[first]
                && (surface.nearness[sample] > 0.0) == (surface.nearness[first] > 0.0)
                && self.ink.regions.nearness[sample] == 0.0
                && veil.is_none_or(|veil| veil.nearness[sample] == 0.0)
        };
        let rows = (y * samples).saturating_sub(1)..((y + 1) * samples + 1).min(surface.height);
        let columns = (x * samples).saturating_sub(1)..((x + 1) * samples + 1).min(surface.width);
        rows.flat_map(|row| columns.clone().map(move |column| row * surface.width + column)).all(is_same)
    }

    fn sample(&self, paints: &[Paint], [x, y]: [usize; 2], at: [usize; 2], background: Color) -> Color {
        let surface = &self.layers.surface;
        let (pixel, sample) = (y * self.camera.width + x, at[1] * surface.width + at[0]);
        let mut here = background;
        if surface.nearness[sample] > 0.0 {
            let (lit, open) = (self.light.sun[pixel], self.light.sky[pixel]);
            here = self.seen(paints, surface, at, [open, lit * (0.4 + 0.6 * open)]);
        }
        let fade = self.reveal.fade[pixel];
        if let Some(within) = self.layers.within.as_ref().filter(|_| fade > 0.0) {
            let behind =
                if within.nearness[sample] > 0.0 { self.seen(paints, within, at, [0.85, 0.55]) } else { background };
            here = mixed(here, behind, FADES * fade);
        }
        let glow = self.reveal.glow[pixel];
        if glow > 0.0 {
            let kind = self.findings[self.reveal.finding[pixel] as usize].kind;
            here = mixed(here, kind_color(kind), GLOWS * glow);
        }
        let regions = &self.ink.regions;
        if regions.nearness[sample] > 0.0 {
            let finding = &self.findings[regions.face[sample] as usize];
            let is_seen = regions.nearness[sample] >= surface.nearness[sample] * ON;
            let strength = if is_seen {
                REGION
            } else if finding.labelled {
                REGION * FADES
            } else {
                0.0
            };
            here = mixed(here, kind_color(finding.kind), strength);
        }
        if let Some(veil) = self.layers.veil.as_ref().filter(|veil| veil.nearness[sample] > 0.0) {
            here = mixed(here, self.seen(paints, veil, at, [0.9, 0.6]), VEIL);
        }
        here
    }

    /// The colour of a face under light from the sky and from the sun, with the lines at its edges.
    fn seen(&self, paints: &[Paint], canvas: &Canvas, at: [usize; 2], [sky, sun]: [f32; 2]) -> Color {
        let paint = &paints[canvas.face[at[1] * canvas.width + at[0]] as usize];
        let lit = std::array::from_fn(|channel| paint.shade[channel] * sky + paint.sunlight[channel] * sun);
        mixed(lit, color(LINE), self.line_at(paints, canvas, at))
    }

    /// How dark the line at a sample is: 0 inside a smooth surface.
    fn line_at(&self, paints: &[Paint], canvas: &Canvas, [column, row]: [usize; 2]) -> f32 {
        let here = row * canvas.width + column;
        let neighbours = [
            (column > 0).then(|| here - 1),
            (column + 1 < canvas.width).then(|| here + 1),
            (row > 0).then(|| here - canvas.width),
            (row + 1 < canvas.height).then(|| here + canvas.width),
        ];
        let between = |other: usize| self.line_between(paints, canvas, here, other);
        neighbours.into_iter().flatten().map(between).fold(0.0, f32::max)
    }

    fn line_between(&self, paints: &[Paint], canvas: &Canvas, here: usize, other: usize) -> f32 {
        let [a, b] = [here, other].map(|sample| canvas.face[sample] as usize);
        let [near_a, near_b] = [here, other].map(|sample| canvas.nearness[sample]);
        if near_b == 0.0 {
            return 0.75;
        }
        if a == b {
            return 0.0;
        }
        let crease = || {
            let [a, b] = [a, b].map(|face| paints[face].normal);
            (0..3).map(|axis| a[axis] * b[axis]).sum::<f32>() < 0.8
        };
        if (near_a - near_b).abs() > 0.01 * near_a.max(near_b) {
            0.7
        } else if self.stage.faces[a].object != self.stage.faces[b].object {
            0.55
        } else if crease() {
            0.4
        } else {
            0.0
        }
    }
}
