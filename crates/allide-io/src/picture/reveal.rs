//! Where what hides a finding fades, and where findings shine on what is around them.

use super::Finding;
use super::camera::Camera;
use super::ink::Ink;
use super::raster::Canvas;

/// How far around a hidden mark things fade, and around any mark they are tinted, in pixels.
const FADE: f32 = 20.0;
const GLOW: f32 = 9.0;
/// A mark is hidden if something is nearer by more than this part of the distance.
const BEHIND: f32 = 0.002;

/// For each pixel.
pub(super) struct Reveal {
    /// How much of what is nearer than `limit` fades: 0 to 1.
    pub fade: Vec<f32>,
    pub limit: Vec<f32>,
    /// How strongly a finding shines, and which.
    pub glow: Vec<f32>,
    pub finding: Vec<u32>,
}

impl Reveal {
    pub fn new(camera: &Camera, surface: &Canvas, ink: &Ink, findings: &[Finding<'_>]) -> Self {
        let size = camera.width * camera.height;
        let place = |pixel: usize| [pixel % camera.width, pixel / camera.width];
        let owner = |pixel: usize| &findings[ink.nearest.face[pixel] as usize];
        let hidden = |pixel: usize| {
            let nearness = ink.nearest.nearness[pixel];
            nearness > 0.0 && nearness < surface.nearness[camera.middle_sample(place(pixel))] * (1.0 - BEHIND)
        };
        let around = spread(camera, |pixel| hidden(pixel) && owner(pixel).labelled);
        let (mut fade, mut limit) = (vec![0.0; size], vec![0.0; size]);
        for pixel in 0..size {
            if let Some((distance, source)) = around[pixel].filter(|(distance, _)| *distance < FADE) {
                fade[pixel] = smooth(1.0 - distance / FADE);
                limit[pixel] = ink.nearest.nearness[source as usize] * (1.0 + BEHIND);
            }
        }
        let shining = spread(camera, |pixel| ink.nearest.nearness[pixel] > 0.0 && owner(pixel).labelled);
        let (mut glow, mut finding) = (vec![0.0; size], vec![0; size]);
        for pixel in 0..size {
            if let Some((distance, source)) = shining[pixel].filter(|(distance, _)| *distance < GLOW) {
                (glow[pixel], finding[pixel]) = (smooth(1.0 - distance / GLOW), ink.nearest.face[source as usize]);
            }
        }
        Self { fade, limit, glow, finding }
    }
}

fn smooth(x: f32) -> f32 {
    x * x * (3.0 - 2.0 * x)
}

/// For each pixel, how far away about the nearest of some pixels is, and which.
fn spread(camera: &Camera, is_source: impl Fn(usize) -> bool) -> Vec<Option<(f32, u32)>> {
    let (width, height) = (camera.width, camera.height);
    let mut near: Vec<Option<(f32, u32)>> =
        (0..width * height).map(|pixel| is_source(pixel).then_some((0.0, pixel as u32))).collect();
    if near.iter().all(Option::is_none) {
        return near;
    }
    // Forwards from the upper left, then backwards: each pixel looks at the neighbours that have been passed.
    let steps = [(-1, -1), (0, -1), (1, -1), (-1, 0)];
    for forwards in [true, false] {
        for at in 0..width * height {
            let pixel = if forwards { at } else { width * height - 1 - at };
            let (x, y) = ((pixel % width) as isize, (pixel / width) as isize);
            for (dx, dy) in steps {
                let (dx, dy) = if forwards { (dx, dy) } else { (-dx, -dy) };
                let (other_x, other_y) = (x + dx, y + dy);
                if other_x < 0 || other_y < 0 || other_x >= width as isize || other_y >= height as isize {
                    continue;
                }
                if let Some((_, source)) = near[other_y as usize * width + other_x as usize] {
                    let (source_x, source_y) = (source as usize % width, source as usize / width);
                    let distance = (source_x as f32 - x as f32).hypot(source_y as f32 - y as f32);
                    if near[pixel].is_none_or(|(known, _)| distance < known) {
                        near[pixel] = Some((distance, source));
                    }
                }
            }
        }
    }
    near
}
