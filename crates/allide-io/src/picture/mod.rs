//! Pictures of scenes and their findings, drawn on the CPU: no GPU, no display, the same bytes every time.
//!
//! Surfaces that hide a finding are faded around it. Nothing here decides anything about geometry.
//!
//! The whole scene or a close-up takes the same steps. `stage.rs` brings what the camera reaches (`index.rs` knows
//! boxes of 256 triangles each) into coordinates of its own, so a close-up is sharp far from the origin. `layers.rs`
//! draws the nearest surfaces; `ink.rs` finds the pixels of marks; around hidden ones, `reveal.rs` says how far
//! surfaces are peeled off, and a second layer is drawn of what is behind; `compose.rs` blends. A number is tied to a
//! pixel that its own marks cover, so it cannot point at anything hidden. `closeup.rs` tries up to 24 directions at a
//! small size.

mod camera;
mod caption;
mod closeup;
mod compose;
mod font;
mod index;
mod ink;
mod layers;
mod light;
mod marker;
mod pen;
mod raster;
mod reveal;
mod shade;
mod stage;

pub use caption::{Span, Swatch};

use crate::marks::Marks;
use allide::{Aabb, ObjectId, Scene};
use camera::{Camera, View};
use ink::Ink;
use stage::Staging;
use std::io::{self, Write};
use std::path::Path;

/// The kind of a finding, which sets its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Things touch or lie on each other: amber.
    Touching,
    /// They come too close: blue.
    Clearance,
    /// They cross or share volume: red.
    Crossing,
}

/// A finding to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Finding<'m> {
    /// Its number.
    pub number: u32,
    /// Its colour.
    pub kind: Kind,
    /// The two objects; the same twice for an object that overlaps itself.
    pub objects: [ObjectId; 2],
    /// Its visible geometry.
    pub marks: &'m Marks,
    /// Whether what hides it fades, and it gets a number. Others are seen only where nothing is before them.
    pub labelled: bool,
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
    /// In pixels, without the caption.
    pub height: usize,
    /// Which axis points upwards.
    pub up: Up,
    /// Where the viewer stands: degrees about the upward axis, 0 along +x. A close-up may be taken from elsewhere.
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

/// A picture of a whole scene, and the numbers that are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// The picture, with the caption below it.
    pub picture: Picture,
    /// The numbers of the findings that have a label, in order. Others are hidden behind marks, or there is no room.
    pub labelled: Vec<u32>,
}

/// More numbers than this hide the picture.
const LABELS: usize = 30;

/// Draws pictures of one scene: what takes long is done once for all of them.
///
/// ```
/// use allide::{Mesh, Pose, Scene};
/// use allide_io::picture::{PictureOptions, Span, Studio};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// scene.add("lid", &triangle, Pose::IDENTITY);
/// let options = PictureOptions { width: 64, height: 48, ..PictureOptions::default() };
/// let overview = Studio::new(&scene, &options).overview(&[], |_| vec![Span::plain("one lid")]);
/// assert_eq!((overview.picture.width, overview.labelled.len()), (64, 0));
/// # Ok::<(), allide::Error>(())
/// ```
pub struct Studio<'s> {
    scene: &'s Scene,
    index: index::Index,
    options: PictureOptions,
}

impl<'s> Studio<'s> {
    /// Looks where everything is.
    pub fn new(scene: &'s Scene, options: &PictureOptions) -> Self {
        let options = PictureOptions {
            width: options.width.clamp(1, 1 << 14),
            height: options.height.clamp(1, 1 << 14),
            elevation: options.elevation.clamp(-89.0, 89.0),
            ..*options
        };
        Self { scene, index: index::Index::new(scene), options }
    }

    /// Draws the whole scene. `caption` receives the number of findings with a label.
    ///
    /// Triangles without area and vertices that a pose has made infinite are left out.
    pub fn overview(&self, findings: &[Finding<'_>], caption: impl Fn(usize) -> Vec<Span>) -> Overview {
        let PictureOptions { width, height, azimuth, elevation, up } = self.options;
        let stage = Staging::whole(self.scene, &self.index, &stage::tints(self.scene), up);
        let camera = Camera::framing(&stage, View { width, height, samples: 3, azimuth, elevation });
        let (mut picture, ink) = self.draw(&stage, &camera, findings, None);
        let middle = |finding: &Finding<'_>| {
            let lines = finding.marks.lines.as_flattened().iter().copied();
            let bounds = Aabb::around(lines.chain(ink::filled(self.scene, finding).flatten()));
            let [x, y, _] = camera.project(stage.place(bounds.min * 0.5 + bounds.max * 0.5));
            (!bounds.is_empty()).then_some([x as f32, y as f32])
        };
        let middles: Vec<_> = findings.iter().map(middle).collect();
        let anchors = marker::anchors(&ink, findings, &middles);
        let labelled = marker::draw(&mut picture, findings, &anchors, LABELS);
        let spans = caption(labelled.len());
        let strip = caption::height(&spans, width);
        caption::add(&mut picture, &spans, strip);
        Overview { picture, labelled }
    }

    /// Draws some triangles of some objects, each in order, and nothing else, where [`Self::overview`] would draw them: what is left of
    /// the scene.
    pub fn left(&self, parts: &[(ObjectId, Vec<u32>)], caption: &[Span]) -> Picture {
        let PictureOptions { width, height, azimuth, elevation, up } = self.options;
        let mut stage = Staging::whole(self.scene, &self.index, &stage::tints(self.scene), up);
        let camera = Camera::framing(&stage, View { width, height, samples: 3, azimuth, elevation });
        stage.retain(parts);
        let (mut picture, _) = self.draw(&stage, &camera, &[], None);
        let strip = caption::height(caption, width);
        caption::add(&mut picture, caption, strip);
        picture
    }

    /// Draws what is around a finding: its two objects in the colours of [`Swatch::First`] and [`Swatch::Second`], marks in that of
    /// [`Kind::Crossing`], the rest in grey, and seen through where it is in front. Of several directions, the one is taken from which most of the finding is seen.
    pub fn close_up(&self, finding: &Finding<'_>, caption: &[Span]) -> Picture {
        let mut sides: std::collections::HashMap<ObjectId, u8> =
            finding.marks.parts.iter().map(|part| (part.object, part.side as u8)).collect();
        let [a, b] = finding.objects;
        sides.insert(b, 1);
        sides.insert(a, 0);
        let (center, half) = closeup::framed(self.scene, &self.index, finding);
        let stage = Staging::around(self.scene, &self.index, (center, half, camera::REACH), &sides, self.options.up);
        let camera = Camera::near(closeup::best_view(self.scene, &stage, finding, &self.options));
        // The other colours are too much like those of the two objects.
        let marked = Finding { labelled: true, kind: Kind::Crossing, ..*finding };
        let plane = (1.0 / (camera.eye.length() + 0.3)) as f32;
        let (mut picture, _) = self.draw(&stage, &camera, &[marked], Some(plane));
        let strip = caption::height(caption, picture.width);
        caption::add(&mut picture, caption, strip);
        picture
    }

    /// Surfaces, light and marks. In close-ups, surroundings that are nearer than `plane` are seen through.
    fn draw(&self, stage: &Staging, camera: &Camera, findings: &[Finding<'_>], plane: Option<f32>) -> (Picture, Ink) {
        let mut layers = layers::Layers::draw(stage, camera, plane);
        let ink = Ink::new(self.scene, stage, camera, findings);
        let reveal = reveal::Reveal::new(camera, &layers.surface, &ink, findings);
        layers.draw_within(stage, camera, &reveal);
        let light = light::Light::of(stage, camera, &layers.surface, plane.is_none());
        let (layers, light, ink_of, reveal) = (&layers, &light, &ink, &reveal);
        let mut picture = compose::Easel { stage, camera, layers, light, ink: ink_of, reveal, findings }.paint();
        marker::draw_lines(&mut picture, camera, &layers.surface, &ink, findings);
        (picture, ink)
    }
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
        let png = self.png()?;
        allide_files::replace(path.as_ref(), |file| file.write_all(&png))
    }
}

#[cfg(test)]
mod tests;
