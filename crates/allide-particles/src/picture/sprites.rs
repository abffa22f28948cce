//! Particles: small shapes with spin, streaks while the shutter is open.

use super::colors::{Color, added, mixed, scaled, times};
use super::render::{Renderer, SAMPLES};
use crate::{Instance, Shape, Simulation};
use glam::{DVec2, DVec3};
use rayon::prelude::*;

/// Rows that a thread draws at a time.
const BAND: usize = 16;
/// Nothing is drawn narrower than this radius, in pixels; what is narrower is drawn fainter.
const THINNEST: f64 = 0.55;
/// The share of time that a streak covers a place is raised to this power.
const BOLDNESS: f64 = 0.7;
/// Shapes have faces from this radius on, in pixels.
const FACES: f64 = 1.6;

/// A particle in the picture.
struct Sprite {
    instance: Instance,
    /// Where it was when the shutter opened, and where it is.
    ends: [DVec2; 2],
    /// How far it is from the eye.
    distance: f64,
    /// In pixels.
    radius: f64,
    opacity: f64,
    /// How much of the sun it sees.
    sun: f64,
    /// Its colour in the shade and in the sun.
    dark: Color,
    bright: Color,
    low: [usize; 2],
    high: [usize; 2],
}

pub(super) struct Sprites(Vec<Sprite>);

impl Sprites {
    pub fn new(renderer: &Renderer<'_>, simulation: &Simulation, time: f64, shutter: f64) -> Self {
        let instances = simulation.instances(time);
        let mut sprites: Vec<Sprite> =
            instances.into_par_iter().filter_map(|instance| Sprite::new(renderer, instance, shutter)).collect();
        sprites
            .par_sort_by(|a, b| b.distance.total_cmp(&a.distance).then(a.instance.particle.cmp(&b.instance.particle)));
        Self(sprites)
    }

    pub fn draw(&self, renderer: &Renderer<'_>, colors: &mut [Color]) {
        let width = renderer.width();
        colors.par_chunks_mut(BAND * width).enumerate().for_each(|(band, colors)| {
            let rows = band * BAND..band * BAND + colors.len() / width;
            for sprite in self.0.iter().filter(|sprite| sprite.low[1] < rows.end && sprite.high[1] >= rows.start) {
                for row in sprite.low[1].max(rows.start)..(sprite.high[1] + 1).min(rows.end) {
                    for column in sprite.low[0]..=sprite.high[0] {
                        let color = &mut colors[(row - rows.start) * width + column];
                        *color = sprite.over(renderer, *color, [column, row]);
                    }
                }
            }
        });
    }
}

impl Sprite {
    fn new(renderer: &Renderer<'_>, instance: Instance, shutter: f64) -> Option<Self> {
        let (place, depth) = renderer.view.project(instance.center)?;
        let from = renderer.view.project(instance.center - instance.velocity * shutter);
        let stretch = if instance.shape == Shape::Drop { 2.5 } else { 1.0 };
        let radius = instance.size / depth * renderer.view.focal;
        let before = from.map_or(place, |(before, _)| before);
        // A drop is longer than wide, along its way.
        let way = (place - before).normalize_or_zero();
        let before = before - way * (radius * (stretch - 1.0));
        let length = (place - before).length();
        // Streaks narrower than a pixel are drawn wider and fainter.
        let narrow = (radius / THINNEST).min(1.0);
        let opacity = instance.color[3].clamp(0.0, 1.0) * narrow * if length > 1.0 { 1.0 } else { narrow };
        let radius = radius.max(THINNEST);
        let mut sprite = Self {
            ends: [before, place],
            distance: (instance.center - renderer.view.eye).length(),
            radius,
            opacity,
            sun: 1.0,
            dark: [0.0; 3],
            bright: [0.0; 3],
            instance,
            low: [0; 2],
            high: [0; 2],
        };
        let size = [renderer.width(), renderer.height()];
        for axis in 0..2 {
            let reach = radius * 1.8 + 1.0;
            let (low, high) = (before[axis].min(place[axis]) - reach, before[axis].max(place[axis]) + reach);
            if !(high >= 0.0 && low < size[axis] as f64) || opacity < 1e-3 {
                return None;
            }
            (sprite.low[axis], sprite.high[axis]) = (low.max(0.0) as usize, (high as usize).min(size[axis] - 1));
        }
        // Smaller ones are too small for shadows.
        if radius >= 1.0 && renderer.is_shaded(sprite.instance.center) {
            sprite.sun = 0.0;
        }
        (sprite.dark, sprite.bright) = (sprite.lit(renderer, 0.0), sprite.lit(renderer, sprite.sun));
        Some(sprite)
    }

    /// Its colour where so much of the sun meets it.
    fn lit(&self, renderer: &Renderer<'_>, sun: f64) -> Color {
        let [red, green, blue, _] = self.instance.color;
        let light = &renderer.light;
        light.through_air(
            times([red, green, blue], added(light.around(), scaled(light.sunlight, 0.9 * sun))),
            self.distance,
        )
    }

    /// Its colour where it faces that way; light goes around and through it.
    fn facing(&self, renderer: &Renderer<'_>, normal: DVec3) -> Color {
        mixed(self.dark, self.bright, (0.45 + 0.55 * normal.dot(renderer.light.sun)).max(0.0))
    }

    /// A pixel with this particle over it.
    fn over(&self, renderer: &Renderer<'_>, under: Color, [column, row]: [usize; 2]) -> Color {
        let middle = DVec2::new(column as f64 + 0.5, row as f64 + 0.5);
        let pixel = row * renderer.width() + column;
        let (coverage, color) = match self.instance.shape {
            Shape::Cube | Shape::Octahedron if self.radius > FACES && self.length() < 2.0 * self.radius => {
                self.faces(renderer, pixel)
            }
            _ => self.ball(renderer, middle),
        };
        if coverage <= 0.0 {
            return under;
        }
        let front = self.distance - self.instance.size;
        let visible = renderer.seen[pixel].iter().filter(|seen| front < seen.distance).count();
        mixed(under, color, coverage * self.opacity * visible as f64 / SAMPLES as f64)
    }

    fn length(&self) -> f64 {
        (self.ends[1] - self.ends[0]).length()
    }

    /// For how much of the shutter's time a ball covers a place, and its colour there.
    fn ball(&self, renderer: &Renderer<'_>, place: DVec2) -> (f64, Color) {
        let [from, to] = self.ends;
        let length = self.length();
        let way = if length > 0.0 { (to - from) / length } else { DVec2::X };
        let (along, across) = ((place - from).dot(way), (place - from).dot(way.perp()));
        let off = place - to;
        let part = (off / self.radius).clamp_length_max(1.0);
        let toward = -renderer.view.forward * (1.0 - part.length_squared()).max(0.0).sqrt();
        let color = self.facing(renderer, renderer.view.across(part) + toward);
        let here = (self.radius + 0.5 - off.length()).clamp(0.0, 1.0);
        if length < 1.0 {
            return (here, color);
        }
        // The ball covers the place while its centre is within half a chord of it. The shutter opens slowly: the way
        // fades towards its beginning.
        let edge = (self.radius + 0.5 - across.abs()).clamp(0.0, 1.0);
        let chord = (self.radius * self.radius - across * across).max(0.25).sqrt();
        let (enter, leave) = ((along - chord).max(0.0), (along + chord).min(length));
        let share = ((leave - enter) / length).clamp(0.0, 1.0);
        let late = (0.5 * (enter + leave) / length).clamp(0.0, 1.0);
        // More than its share, or fast particles would hardly be seen.
        let trail = edge * libm::pow(share, BOLDNESS) * late;
        let solid = if self.instance.shape == Shape::Drop { 0.5 } else { 0.92 };
        (trail.max(solid * here), color)
    }

    /// How many samples of a pixel see a cube or octahedron, and the mean colour of what they see.
    fn faces(&self, renderer: &Renderer<'_>, pixel: usize) -> (f64, Color) {
        let [t, p] = [1.0 / 3_f64.sqrt(), -1.0 / 3_f64.sqrt()];
        let octahedron = [DVec3::new(t, t, t), DVec3::new(p, t, t), DVec3::new(t, p, t), DVec3::new(t, t, p)];
        // As large as a ball of the same radius.
        let (normals, reach) = match self.instance.shape {
            Shape::Octahedron => (&octahedron[..], 0.78),
            _ => (&DVec3::AXES[..], 0.74),
        };
        let origin = self.instance.rotation.inverse() * (renderer.view.eye - self.instance.center);
        let (mut count, mut sum) = (0.0, [0.0; 3]);
        for sample in 0..SAMPLES {
            let ray = self.instance.rotation.inverse() * renderer.ray(pixel, sample);
            let (mut enter, mut leave, mut face) = (f64::NEG_INFINITY, f64::INFINITY, DVec3::Z);
            for &normal in normals {
                let (height, slope) = (normal.dot(origin), normal.dot(ray));
                let [a, b] = [1.0, -1.0].map(|side| (side * reach * self.instance.size - height) / slope);
                if a.min(b) > enter {
                    (enter, face) = (a.min(b), if slope < 0.0 { normal } else { -normal });
                }
                leave = leave.min(a.max(b));
            }
            if enter < leave {
                count += 1.0;
                sum = added(sum, self.facing(renderer, self.instance.rotation * face));
            }
        }
        if count == 0.0 { (0.0, sum) } else { (count / SAMPLES as f64, scaled(sum, 1.0 / count)) }
    }
}
