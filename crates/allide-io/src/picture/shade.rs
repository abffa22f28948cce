use super::camera::Camera;
use super::light::{Light, facing, sun};
use super::raster::Canvas;
use super::stage::{Face, Stage};
use super::{Kind, Picture, SAMPLES};
use allide::DVec3;

/// Light in proportion; the square root stands for the sRGB curve.
type Color = [f32; 3];

fn color(hex: u32) -> Color {
    [16, 8, 0].map(|shift| ((hex >> shift & 0xFF) as f32 / 255.0).powi(2))
}

fn mixed(a: Color, b: Color, part_of_b: f32) -> Color {
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * part_of_b)
}

/// Muted, light, and apart from the highlights.
const TINTS: [u32; 10] =
    [0xE4E2DC, 0xC9CCD0, 0xB4C2CC, 0xC8CDC2, 0xA9BAC6, 0xD9D2C3, 0xBCCBC4, 0xB9BCC9, 0xD5CFCB, 0xA8B5B2];
const LINE: u32 = 0x2B3440;

pub(super) fn highlight_color(kind: Kind) -> [f32; 3] {
    color(match kind {
        Kind::Crossing => 0xE5202B,
        Kind::Touching => 0xF2A93B,
        Kind::Clearance => 0x1F6FEB,
    })
}

/// How strongly a highlight shows through what hides it.
fn seen_through(kind: Kind) -> f32 {
    match kind {
        Kind::Crossing | Kind::Clearance => 0.55,
        Kind::Touching => 0.10,
    }
}

/// The nearest surface, and the nearest highlighted one.
pub(super) struct Layers {
    pub surface: Canvas,
    pub highlighted: Canvas,
}

impl Layers {
    pub fn draw(stage: &Stage, camera: &Camera) -> Self {
        let new = || Canvas::new(camera.width * SAMPLES, camera.height * SAMPLES);
        let mut layers = Self { surface: new(), highlighted: new() };
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
                if kind.is_some() {
                    layers.highlighted.draw(corners, number);
                }
            }
        }
        layers
    }
}

/// A face's colour in shade, and what the sun adds.
#[derive(Clone, Copy)]
struct Paint {
    shade: Color,
    sunlight: Color,
}

impl Paint {
    fn of(face: &Face, stage: &Stage, camera: &Camera, sun: DVec3) -> Self {
        let normal = facing(face, camera);
        let base = color(TINTS[stage.tints[face.object as usize] % TINTS.len()]);
        let base = face.kind.map_or(base, |kind| {
            let strength = if kind == Kind::Touching { 0.75 } else { 1.0 };
            mixed(base, highlight_color(kind), strength)
        });
        // Highlights keep most of their brightness wherever they face.
        let (floor, gain) = if face.kind.is_some() { (0.62, 0.18) } else { (0.46, 0.16) };
        let sky = floor + gain * normal.z as f32;
        let direct = (1.08 - floor - gain) * normal.dot(sun).max(0.0) as f32;
        Self { shade: base.map(|channel| channel * sky), sunlight: base.map(|channel| channel * direct) }
    }
}

/// Puts the layers, the light and the lines together.
pub(super) fn compose(stage: &Stage, camera: &Camera, seen: &Layers, light: &Light) -> Picture {
    let sun = sun(camera);
    let paints: Vec<Paint> = stage.faces.iter().map(|face| Paint::of(face, stage, camera, sun)).collect();
    let (width, height) = (camera.width, camera.height);
    let mut rgb = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        let depth = y as f32 / height as f32;
        let background = mixed(color(0xFFFFFF), color(0xEDF0F3), depth);
        for x in 0..width {
            let pixel = y * width + x;
            let mut sum = [0.0; 3];
            for (dx, dy) in (0..SAMPLES).flat_map(|dy| (0..SAMPLES).map(move |dx| (dx, dy))) {
                let (column, row) = (x * SAMPLES + dx, y * SAMPLES + dy);
                let sample = row * seen.surface.width + column;
                let mut here = background;
                if seen.surface.nearness[sample] > 0.0 {
                    let paint = paints[seen.surface.face[sample] as usize];
                    let (lit, open) = (light.sun[pixel], light.sky[pixel]);
                    here =
                        std::array::from_fn(|c| paint.shade[c] * open + paint.sunlight[c] * lit * (0.4 + 0.6 * open));
                    here = mixed(here, color(LINE), line(stage, &seen.surface, [column, row]));
                }
                if seen.highlighted.nearness[sample] > 0.0
                    && seen.highlighted.face[sample] != seen.surface.face[sample]
                    && let Some(kind) = stage.faces[seen.highlighted.face[sample] as usize].kind
                {
                    here = mixed(here, highlight_color(kind), seen_through(kind));
                }
                (0..3).for_each(|channel| sum[channel] += here[channel]);
            }
            let mean = sum.map(|channel| (channel / (SAMPLES * SAMPLES) as f32).sqrt());
            rgb.extend(mean.map(|channel| (channel.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
        }
    }
    Picture { width, height, rgb }
}

/// How dark the line at a sample is: none inside a smooth surface.
fn line(stage: &Stage, surface: &Canvas, [column, row]: [usize; 2]) -> f32 {
    let here = row * surface.width + column;
    let face = surface.face[here];
    let mut strongest = 0f32;
    let mut compare = |other: usize| {
        if surface.nearness[other] == 0.0 {
            strongest = strongest.max(0.75);
        } else if surface.face[other] != face {
            let [a, b] = [face, surface.face[other]].map(|face| &stage.faces[face as usize]);
            strongest = strongest.max(line_between(a, b, [surface.nearness[here], surface.nearness[other]]));
        }
    };
    if column > 0 {
        compare(here - 1);
    }
    if column + 1 < surface.width {
        compare(here + 1);
    }
    if row > 0 {
        compare(here - surface.width);
    }
    if row + 1 < surface.height {
        compare(here + surface.width);
    }
    strongest
}

fn line_between(a: &Face, b: &Face, [near_a, near_b]: [f32; 2]) -> f32 {
    let step = (near_a - near_b).abs() / near_a.max(near_b);
    let crease = a.normal().dot(b.normal()).abs() < 0.8;
    if step > 0.01 {
        0.7
    } else if a.object != b.object {
        0.55
    } else if crease {
        0.4
    } else if a.kind.is_some() && b.kind.is_some() {
        0.22
    } else {
        0.0
    }
}
