//! Pictures of scenes, drawn on the CPU: no GPU, no display, the same bytes every time.
//!
//! Highlighted triangles are seen through whatever hides them. Nothing here decides anything about geometry.

mod camera;
mod compose;
mod font;
mod light;
mod marker;
mod raster;
mod shade;
mod stage;

use allide::{Class, DVec3, ObjectId, ObjectPair, PairClass, Report, Scene, TriangleDistance, TrianglePair};
use std::io;
use std::path::Path;

/// Samples per pixel and direction.
const SAMPLES: usize = 3;

/// Why a triangle is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It touches another one or lies on it: amber.
    Touching,
    /// It comes too close to another one: blue.
    Clearance,
    /// It crosses another one, or belongs to a duplicate: red.
    Crossing,
}

/// A triangle to be shown in a strong colour. If it is named several times, the last kind in [`Kind`]'s order wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The object it belongs to.
    pub object: ObjectId,
    /// Its number in the object.
    pub triangle: u32,
    /// Its colour.
    pub kind: Kind,
}

impl Highlight {
    /// The triangles of a report on overlaps in this scene. Those of duplicates count as crossing.
    pub fn overlaps(scene: &Scene, report: &Report<TrianglePair>) -> Vec<Self> {
        let mut highlights = Self::of(report, |pair, finding| {
            let crossing = pair.class == PairClass::Duplicate || finding.class == Class::Crossing;
            (finding.a, finding.b, if crossing { Kind::Crossing } else { Kind::Touching })
        });
        for set in &report.sets {
            highlights.extend(Self::all(scene, &set.objects, Kind::Crossing));
        }
        highlights
    }

    /// All triangles of these objects.
    pub fn all(scene: &Scene, objects: &[ObjectId], kind: Kind) -> impl Iterator<Item = Self> {
        let count = |id: ObjectId| scene.objects()[id.index()].mesh().triangles().len() as u32;
        let counts: Vec<(ObjectId, u32)> = objects.iter().map(|&id| (id, count(id))).collect();
        let triangles = move |(object, count)| (0..count).map(move |triangle| Self { object, triangle, kind });
        counts.into_iter().flat_map(triangles)
    }

    /// The triangles of a report on clearance that lists them.
    pub fn clearance(report: &Report<TriangleDistance>) -> Vec<Self> {
        Self::of(report, |_, finding| (finding.a, finding.b, Kind::Clearance))
    }

    fn of<F>(report: &Report<F>, look: impl Fn(&ObjectPair, &F) -> (u32, u32, Kind)) -> Vec<Self> {
        let mut highlights = Vec::new();
        for pair in &report.pairs {
            for finding in report.findings_of(pair) {
                let (a, b, kind) = look(pair, finding);
                highlights.push(Self { object: pair.a, triangle: a, kind });
                highlights.push(Self { object: pair.b, triangle: b, kind });
            }
        }
        highlights
    }
}

/// A numbered disc at a place of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// The place, in world coordinates.
    pub at: DVec3,
    /// The number on it.
    pub number: u32,
    /// Its colour.
    pub kind: Kind,
}

/// A line through some points, in world coordinates: where surfaces cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<'p> {
    /// The points, in order.
    pub points: &'p [DVec3],
    /// Whether the last is connected to the first.
    pub closed: bool,
}

/// What is shown besides the scene itself. Nothing hides it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marks<'p> {
    /// Triangles in strong colours.
    pub highlights: &'p [Highlight],
    /// Lines on them.
    pub curves: &'p [Line<'p>],
    /// Numbered discs on top.
    pub markers: &'p [Marker],
}

/// Which axis of the scene points upwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// As in most drawing programs.
    Y,
    /// As in most engineering programs.
    #[default]
    Z,
}

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureOptions {
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// Which axis points upwards.
    pub up: Up,
    /// Where the viewer stands: degrees about the upward axis, 0 along +x.
    pub azimuth: f64,
    /// How high the viewer stands: degrees above the horizon, −89 to 89.
    pub elevation: f64,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { width: 1400, height: 900, up: Up::Z, azimuth: -62.0, elevation: 27.0 }
    }
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

/// Draws a scene from a three-quarter view that shows all of it.
///
/// Triangles without area and vertices that a pose has made infinite are left out.
pub fn render(scene: &Scene, marks: &Marks<'_>, options: &PictureOptions) -> Picture {
    let options = PictureOptions {
        width: options.width.clamp(1, 1 << 14),
        height: options.height.clamp(1, 1 << 14),
        elevation: options.elevation.clamp(-89.0, 89.0),
        ..*options
    };
    let stage = stage::Staging::new(scene, marks.highlights, options.up);
    let camera = camera::Camera::framing(&stage, &options);
    let seen = shade::Layers::draw(&stage, &camera);
    let light = light::Light::of(&stage, &camera, &seen.surface);
    let mut picture = compose::compose(&stage, &camera, &seen, &light);
    marker::draw_lines(&mut picture, &stage, &camera, marks.curves);
    marker::draw(&mut picture, &stage, &camera, marks.markers);
    picture
}

impl Picture {
    /// The picture as a PNG file in memory.
    ///
    /// # Errors
    /// Only if the picture's fields do not fit together.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.write_header()?.write_image_data(&self.rgb)?;
        Ok(bytes)
    }

    /// Writes a PNG file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_png(&self, path: impl AsRef<Path>) -> io::Result<()> {
        std::fs::write(path, self.png()?)
    }
}

#[cfg(test)]
mod tests;
