//! Sun, sky and shadow.

use super::cast::World;
use super::colors::{Color, added, clouds, mixed, scaled, smooth, times};
use super::view::View;
use crate::Camera;
use glam::DVec3;

/// Rays towards the sun, and into the sky, from each pixel. Neighbours share theirs.
const SUN_RAYS: usize = 3;
const SKY_RAYS: usize = 4;
/// Any square with this many pixels per side has all of the rays once: shadows are smooth.
pub(super) const TILE: usize = 5;
/// The sun is this wide, of 1: shadows get soft with distance.
const SUN_WIDTH: f64 = 0.05;

/// The light of a scene.
pub(super) struct Light {
    pub sun: DVec3,
    pub sunlight: Color,
    overhead: Color,
    horizon: Color,
    /// The light from below.
    below: Color,
    /// The distance at which air hides about two thirds.
    haze: f64,
    /// How far something may be and still shade from the sky.
    reach: f64,
    far: f64,
}

/// The light that reaches a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// How much of the sun is seen.
    pub sun: f64,
    /// How much of the sky is seen.
    pub sky: f64,
}

impl Light {
    pub fn new(camera: &Camera, view: &View) -> Self {
        let distance = (camera.target - camera.eye).length().max(1e-6);
        // Behind the viewer's left shoulder.
        let back = DVec3::new(-view.forward.x, -view.forward.y, 0.0).normalize_or(DVec3::X);
        let side = back.cross(DVec3::Z);
        let sun = (back * 0.72 + side * 0.62 + DVec3::Z * 0.95).normalize();
        let [overhead, horizon] = camera.sky;
        let ground = camera.ground.map_or([0.25; 3], |(_, color)| color);
        let bright = (horizon.iter().sum::<f64>() / 3.0).clamp(0.05, 1.0);
        Self {
            sun,
            sunlight: scaled([1.0, 0.95, 0.85], 0.6 + 1.9 * bright),
            overhead,
            horizon,
            below: scaled(ground, 0.55 * bright),
            haze: 22.0 * distance,
            reach: 0.3 * distance,
            far: 100.0 * distance,
        }
    }

    /// The sky in a direction, with thin clouds.
    pub fn sky(&self, direction: DVec3) -> Color {
        let height = direction.z.max(0.0);
        let color = mixed(self.horizon, self.overhead, smooth(0.0, 0.75, height.sqrt() * 0.9));
        let flat = direction.truncate() / (height + 0.12);
        let cloud = smooth(0.42, 0.78, clouds(flat.x * 0.9 + 3.0, flat.y * 0.9, 4, 81)) * smooth(0.0, 0.1, height);
        let glow = libm::pow(direction.dot(self.sun).max(0.0), 24.0);
        let lit = mixed(color, scaled(self.horizon, 1.3), 0.6 * cloud);
        added(lit, scaled(self.sunlight, 0.18 * glow))
    }

    /// The light from all around.
    pub fn around(&self) -> Color {
        scaled(added(mixed(self.overhead, self.horizon, 0.6), self.below), 0.6)
    }

    /// How much of a colour air hides, as seen in a direction at a distance.
    pub fn through_air(&self, color: Color, distance: f64) -> Color {
        mixed(color, self.horizon, 1.0 - libm::exp(-distance / self.haze))
    }

    /// The light that reaches a point with a normal. `pixel` chooses the rays.
    pub fn reach(&self, world: &World, point: DVec3, normal: DVec3, pixel: [usize; 2]) -> Reach {
        let start = point + normal * (4.0 * world.tiny);
        let (a, b) = normal.any_orthonormal_pair();
        let tile = tile(pixel);
        let (s, t) = self.sun.any_orthonormal_pair();
        let facing = normal.dot(self.sun) > 0.0;
        let sun = |k: usize| {
            let [x, y] = disc(tile * SUN_RAYS + k, TILE * TILE * SUN_RAYS);
            let way = (self.sun + (s * x + t * y) * SUN_WIDTH).normalize();
            f64::from(!world.blocked(start, way, self.far))
        };
        let sky = |k: usize| {
            // Uniform on the disc below the hemisphere is the cosine's share on it.
            let [x, y] = disc(tile * SKY_RAYS + k, TILE * TILE * SKY_RAYS);
            let way = a * x + b * y + normal * (1.0 - x * x - y * y).max(0.0).sqrt();
            f64::from(!world.blocked(start, way.normalize(), self.reach))
        };
        let sun = if facing { (0..SUN_RAYS).map(sun).sum::<f64>() / SUN_RAYS as f64 } else { 0.0 };
        Reach { sun, sky: (0..SKY_RAYS).map(sky).sum::<f64>() / SKY_RAYS as f64 }
    }

    /// The colour of a lit surface.
    pub fn shade(&self, color: Color, gloss: f64, normal: DVec3, view: DVec3, reach: Reach) -> Color {
        let up = 0.5 + 0.5 * normal.z;
        let ambient = mixed(self.below, mixed(self.overhead, self.horizon, 0.6), up);
        let open = 0.12 + 0.78 * reach.sky;
        let direct = scaled(self.sunlight, normal.dot(self.sun).max(0.0) * reach.sun);
        let diffuse = times(color, added(scaled(ambient, open), direct));
        if gloss <= 0.0 {
            return diffuse;
        }
        let mirror = view - normal * (2.0 * view.dot(normal));
        let graze = 1.0 - (-view.dot(normal)).clamp(0.0, 1.0);
        let share = gloss * (0.35 + 0.65 * graze * graze * graze);
        let blurred = mixed(self.below, self.soft_sky(mirror), smooth(-0.15, 0.25, mirror.z));
        let half = (self.sun - view).normalize_or(normal);
        let spark = libm::pow(normal.dot(half).max(0.0), 60.0) * reach.sun * gloss;
        added(mixed(diffuse, scaled(blurred, 0.4 + 0.6 * reach.sky), share), scaled(self.sunlight, 0.7 * spark))
    }

    fn soft_sky(&self, direction: DVec3) -> Color {
        mixed(self.horizon, self.overhead, smooth(0.0, 1.0, direction.z))
    }
}

/// The number of a pixel within its tile, neighbours far apart.
fn tile([x, y]: [usize; 2]) -> usize {
    (x % TILE + TILE * (y % TILE)) * 7 % (TILE * TILE)
}

/// The k-th of n points on the unit disc, spread evenly.
fn disc(k: usize, n: usize) -> [f64; 2] {
    let radius = ((k as f64 + 0.5) / n as f64).sqrt();
    let (sin, cos) = libm::sincos(k as f64 * 2.399_963_229_728_653);
    [radius * cos, radius * sin]
}
