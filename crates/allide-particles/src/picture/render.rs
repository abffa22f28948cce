//! A frame: what never changes, then marks, then particles.

use super::canvas::Picture;
use super::cast::World;
use super::colors::{Color, added, scaled};
use super::light::{Light, Reach, TILE};
use super::splats::Splats;
use super::sprites::Sprites;
use super::surface::{ground, skin};
use super::view::View;
use crate::{Scene, SceneError, Simulation};
use glam::{DVec2, DVec3};
use rayon::prelude::*;

/// Samples of a pixel.
pub(super) const SAMPLES: usize = 4;
/// Where they are: a grid that is turned, so that edges along the axes have four steps too.
const OFFSETS: [[f64; 2]; SAMPLES] = [[0.375, 0.125], [0.875, 0.375], [0.125, 0.625], [0.625, 0.875]];
/// Numbers of what is no collider.
pub(super) const SKY: u32 = u32::MAX;
pub(super) const GROUND: u32 = u32::MAX - 1;
/// Pixels in each direction that share their shadow rays.
const BLUR: isize = TILE as isize / 2;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureOptions {
    /// In pixels, 1 to 16,384.
    pub width: usize,
    /// In pixels, 1 to 16,384.
    pub height: usize,
    /// How long the shutter is open before the frame's time, in seconds: particles leave streaks.
    pub shutter: f64,
    /// How long marks of impacts stay, in seconds; 0 for none.
    pub fade: f64,
    /// How wide marks are, in radii of the particle.
    pub mark: f64,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { width: 960, height: 540, shutter: 1.0 / 80.0, fade: 1.2, mark: 2.2 }
    }
}

/// The surface that one sample of a pixel sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub distance: f64,
    pub what: u32,
}

/// Draws frames of one scene: what does not move is drawn once.
pub struct Renderer<'s> {
    simulation: &'s Simulation,
    options: PictureOptions,
    pub(super) view: View,
    pub(super) light: Light,
    world: World,
    /// All pixels without particles and marks, and what light reaches them.
    base: Vec<Color>,
    pub(super) reach: Vec<Reach>,
    pub(super) seen: Vec<[Seen; SAMPLES]>,
}

/// Draws a scene at a time. For several frames of one scene, a [`Renderer`] is faster.
///
/// # Errors
/// As for [`Renderer::frame`].
pub fn render_frame(simulation: &Simulation, time: f64, options: &PictureOptions) -> Result<Picture, SceneError> {
    Renderer::new(simulation, options).frame(time)
}

impl<'s> Renderer<'s> {
    /// Draws everything that does not move.
    pub fn new(simulation: &'s Simulation, options: &PictureOptions) -> Self {
        let limit = |pixels: usize| pixels.clamp(1, 1 << 14);
        let positive = |seconds: f64| if seconds > 0.0 { seconds.min(1e6) } else { 0.0 };
        let options = PictureOptions {
            width: limit(options.width),
            height: limit(options.height),
            shutter: positive(options.shutter),
            fade: positive(options.fade),
            mark: positive(options.mark),
        };
        let scene = simulation.scene();
        let view = View::new(&scene.camera, options.width, options.height);
        let world = World::new(scene);
        let light = Light::new(&scene.camera, &view);
        let pixels = options.width * options.height;
        let (base, reach, seen) = (Vec::new(), Vec::new(), Vec::new());
        let mut renderer = Self { simulation, options, view, light, world, base, reach, seen };
        renderer.seen = (0..pixels).into_par_iter().map(|pixel| renderer.look(pixel)).collect();
        let near: Vec<Near> = (0..pixels).into_par_iter().map(|pixel| renderer.near(pixel)).collect();
        (renderer.base, renderer.reach) =
            (0..pixels).into_par_iter().map(|pixel| renderer.base_color(&near, pixel)).unzip();
        renderer
    }

    /// The scene at a time, in seconds.
    ///
    /// # Errors
    /// If the impacts before that time cannot be computed: it is not finite, or so large that marks would last no time at all.
    pub fn frame(&self, time: f64) -> Result<Picture, SceneError> {
        let mut colors = self.base.clone();
        if self.options.fade > 0.0 && self.options.mark > 0.0 {
            Splats::new(self, self.simulation, time, &self.options)?.draw(self, &mut colors);
        }
        Sprites::new(self, self.simulation, time, self.options.shutter).draw(self, &mut colors);
        Ok(Picture::from_linear(self.options.width, self.options.height, &colors))
    }

    pub(super) fn width(&self) -> usize {
        self.options.width
    }

    pub(super) fn height(&self) -> usize {
        self.options.height
    }

    /// Whether the sun does not reach a point.
    pub(super) fn is_shaded(&self, point: DVec3) -> bool {
        self.world.blocked(point, self.light.sun, f64::INFINITY)
    }

    fn scene(&self) -> &Scene {
        self.simulation.scene()
    }

    /// The direction of a sample.
    pub(super) fn ray(&self, pixel: usize, sample: usize) -> DVec3 {
        let corner = DVec2::new((pixel % self.options.width) as f64, (pixel / self.options.width) as f64);
        self.view.ray(corner + DVec2::from(OFFSETS[sample]))
    }

    fn look(&self, pixel: usize) -> [Seen; SAMPLES] {
        std::array::from_fn(|sample| {
            let direction = self.ray(pixel, sample);
            let far = 1e4 * (self.scene().camera.target - self.view.eye).length();
            let mut seen = Seen { distance: f64::INFINITY, what: SKY };
            if let Some((height, _)) = self.scene().camera.ground {
                let distance = (height - self.view.eye.z) / direction.z;
                if distance > 0.0 && distance < far {
                    seen = Seen { distance, what: GROUND };
                }
            }
            let met = self.world.first(self.view.eye, direction, far.min(seen.distance));
            met.map_or(seen, |met| Seen { distance: met.distance, what: met.collider })
        })
    }

    /// Normal and local point of a sample that is neither sky nor ground.
    fn surface(&self, seen: Seen, direction: DVec3) -> (DVec3, DVec3, DVec3) {
        let point = self.view.eye + direction * seen.distance;
        let (normal, local) = match seen.what {
            GROUND if direction.z < 0.0 => (DVec3::Z, point),
            GROUND => (-DVec3::Z, point),
            what => self.world.normal(what, point, direction),
        };
        (point, normal, local)
    }

    /// Light at a pixel's first sample.
    fn near(&self, pixel: usize) -> Near {
        let seen = self.seen[pixel][0];
        if seen.what == SKY {
            return Near { what: SKY, normal: DVec3::ZERO, reach: Reach::default() };
        }
        let (point, normal, _) = self.surface(seen, self.ray(pixel, 0));
        let place = [pixel % self.options.width, pixel / self.options.width];
        Near { what: seen.what, normal, reach: self.light.reach(&self.world, point, normal, place) }
    }

    /// A pixel, and what light reaches it. One sample stands for all if they see one thing: details are blurred by as
    /// much as a pixel covers anyway.
    fn base_color(&self, near: &[Near], pixel: usize) -> (Color, Reach) {
        let samples = &self.seen[pixel];
        let is_plain = samples.iter().all(|seen| seen.what == samples[0].what) && self.is_smooth(near, pixel);
        let count = if is_plain { 1 } else { SAMPLES };
        let mut sum = [0.0; 3];
        let mut last = (SKY, Reach { sun: 1.0, sky: 1.0 });
        for (sample, &seen) in samples[..count].iter().enumerate() {
            let direction = self.ray(pixel, sample);
            let color = if seen.what == SKY {
                self.light.sky(direction)
            } else {
                let (point, normal, local) = self.surface(seen, direction);
                if last.0 != seen.what {
                    last = (seen.what, self.shared(near, pixel, seen.what, normal, point));
                }
                self.lit(seen, point, normal, local, direction, last.1)
            };
            sum = added(sum, color);
        }
        (scaled(sum, 1.0 / count as f64), last.1)
    }

    /// Whether the pixels right and below look the same way: no crease, no rim.
    fn is_smooth(&self, near: &[Near], pixel: usize) -> bool {
        let alike = |other: usize| near.get(other).is_none_or(|other| other.normal.dot(near[pixel].normal) > 0.98);
        near[pixel].what == SKY || (alike(pixel + 1) && alike(pixel + self.options.width))
    }

    fn lit(&self, seen: Seen, point: DVec3, normal: DVec3, local: DVec3, direction: DVec3, reach: Reach) -> Color {
        let steep = (-direction.dot(normal)).max(0.08);
        let footprint = seen.distance / self.view.focal / steep;
        let (color, gloss) = match (seen.what, self.scene().camera.ground) {
            (GROUND, Some((_, color))) => (ground(color, point.truncate(), footprint), 0.0),
            _ => {
                let collider = &self.scene().colliders[seen.what as usize];
                let material = &self.scene().materials[collider.material as usize];
                let skin = skin(collider, material, local, footprint);
                (skin.color, skin.gloss)
            }
        };
        self.light.through_air(self.light.shade(color, gloss, normal, direction, reach), seen.distance)
    }

    /// Light at a place, as the mean of what near pixels of the same surface found.
    fn shared(&self, near: &[Near], pixel: usize, what: u32, normal: DVec3, point: DVec3) -> Reach {
        let (width, height) = (self.options.width as isize, self.options.height as isize);
        let (x, y) = (pixel as isize % width, pixel as isize / width);
        let (mut sum, mut count) = (Reach::default(), 0.0);
        for row in (y - BLUR).max(0)..=(y + BLUR).min(height - 1) {
            for column in (x - BLUR).max(0)..=(x + BLUR).min(width - 1) {
                let other = &near[(row * width + column) as usize];
                if other.what == what && other.normal.dot(normal) > 0.9 {
                    sum = Reach { sun: sum.sun + other.reach.sun, sky: sum.sky + other.reach.sky };
                    count += 1.0;
                }
            }
        }
        if count == 0.0 {
            return self.light.reach(&self.world, point, normal, [x as usize, y as usize]);
        }
        Reach { sun: sum.sun / count, sky: sum.sky / count }
    }
}

/// Light at one place of a surface.
struct Near {
    what: u32,
    normal: DVec3,
    reach: Reach,
}
