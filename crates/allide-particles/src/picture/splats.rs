//! Marks that impacts leave, and that fade.

use super::colors::{Color, mixed, noise, smooth};
use super::render::{PictureOptions, Renderer, SAMPLES};
use crate::{Impact, SceneError, Simulation};
use glam::DVec3;
use rayon::prelude::*;

/// Rows that a thread draws at a time.
const BAND: usize = 16;
/// The time in seconds in which a mark grows.
const GROWTH: f64 = 0.04;
/// Arms of a mark.
const ARMS: f64 = 9.0;

/// A mark on a collider.
struct Splat {
    point: DVec3,
    normal: DVec3,
    collider: u32,
    radius: f64,
    color: Color,
    opacity: f64,
    seed: i64,
    /// The rectangle of pixels that it may touch: columns and rows.
    low: [usize; 2],
    high: [usize; 2],
}

pub(super) struct Splats(Vec<Splat>);

impl Splats {
    pub fn new(
        renderer: &Renderer<'_>,
        simulation: &Simulation,
        time: f64,
        options: &PictureOptions,
    ) -> Result<Self, SceneError> {
        let impacts = simulation.impacts(time - options.fade..time)?;
        let emitters = &simulation.scene().emitters;
        let mut ends = Vec::new();
        for emitter in emitters {
            ends.push(ends.last().unwrap_or(&0) + u64::from(emitter.count));
        }
        let splat = |impact: &Impact| {
            let emitter = ends.partition_point(|&end| end <= u64::from(impact.particle));
            let look = &emitters.get(emitter)?.look;
            let age = time - impact.time;
            let left = 1.0 - age / options.fade;
            let size = 0.5 * (look.size[0] + look.size[1]);
            let seed = i64::from(impact.particle) << 20 ^ i64::from(impact.generation) << 4 ^ i64::from(impact.bounce);
            let vary = 0.7 + 0.6 * noise(seed, 1, 7);
            let radius = size * options.mark * vary * (0.45 + 0.55 * smooth(0.0, GROWTH, age));
            let [red, green, blue, opacity] = look.colors[0];
            Splat {
                point: impact.point,
                normal: impact.normal,
                collider: impact.collider,
                radius,
                color: [red, green, blue],
                opacity: opacity * smooth(0.0, 0.6, left) * 0.92,
                seed,
                low: [0; 2],
                high: [0; 2],
            }
            .placed(renderer)
        };
        Ok(Self(impacts.par_iter().filter_map(splat).collect()))
    }

    pub fn draw(&self, renderer: &Renderer<'_>, colors: &mut [Color]) {
        let width = renderer.width();
        colors.par_chunks_mut(BAND * width).enumerate().for_each(|(band, colors)| {
            let rows = band * BAND..band * BAND + colors.len() / width;
            for splat in self.0.iter().filter(|splat| splat.low[1] < rows.end && splat.high[1] >= rows.start) {
                for row in splat.low[1].max(rows.start)..(splat.high[1] + 1).min(rows.end) {
                    for column in splat.low[0]..=splat.high[0] {
                        let color = &mut colors[(row - rows.start) * width + column];
                        *color = splat.over(renderer, *color, row * width + column);
                    }
                }
            }
        });
    }
}

impl Splat {
    /// With the pixels that it may touch; none if that is no pixel.
    fn placed(mut self, renderer: &Renderer<'_>) -> Option<Self> {
        let (place, depth) = renderer.view.project(self.point)?;
        let reach = 1.5 * self.radius / depth * renderer.view.focal + 1.0;
        let size = [renderer.width(), renderer.height()];
        for axis in 0..2 {
            let (low, high) = (place[axis] - reach, place[axis] + reach);
            if !(high >= 0.0 && low < size[axis] as f64) {
                return None;
            }
            (self.low[axis], self.high[axis]) = (low.max(0.0) as usize, (high as usize).min(size[axis] - 1));
        }
        Some(self)
    }

    /// A pixel with this mark on it, as far as its samples see the collider.
    fn over(&self, renderer: &Renderer<'_>, color: Color, pixel: usize) -> Color {
        let mut covered = 0.0;
        for (sample, seen) in renderer.seen[pixel].iter().enumerate() {
            if seen.what == self.collider {
                let point = renderer.view.eye + renderer.ray(pixel, sample) * seen.distance;
                covered += self.coverage(point - self.point, seen.distance / renderer.view.focal);
            }
        }
        if covered == 0.0 {
            return color;
        }
        let view = (self.point - renderer.view.eye).normalize_or(renderer.view.forward);
        let normal = if self.normal.dot(view) > 0.0 { -self.normal } else { self.normal };
        let paint = renderer.light.shade(self.color, 0.0, normal, view, renderer.reach[pixel]);
        mixed(color, paint, self.opacity * covered / SAMPLES as f64)
    }

    /// How much of a sample at this offset from the centre is covered: a blot with arms.
    fn coverage(&self, offset: DVec3, footprint: f64) -> f64 {
        let (a, b) = self.normal.any_orthonormal_pair();
        let (x, y) = (offset.dot(a), offset.dot(b));
        let distance = offset.length();
        if distance > 1.5 * self.radius + footprint {
            return 0.0;
        }
        // From 0 to ARMS around the centre, with noise between whole numbers.
        let turn = (libm::atan2(y, x) / std::f64::consts::TAU + 0.5) * ARMS;
        let arm = |k: f64| noise(self.seed, (k as i64).rem_euclid(ARMS as i64), 17);
        let part = turn - turn.floor();
        let part = part * part * (3.0 - 2.0 * part);
        let reach = arm(turn.floor()) + (arm(turn.floor() + 1.0) - arm(turn.floor())) * part;
        let radius = self.radius * (0.62 + 0.75 * reach * reach);
        let edge = (0.12 * self.radius).max(footprint);
        1.0 - smooth(radius - edge, radius + edge, distance)
    }
}
