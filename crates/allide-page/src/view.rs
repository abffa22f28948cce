//! The content of a page, as it is written. `docs/reference/page-format.md` describes each part.

use crate::bytes::Slice;
use serde::Serialize;

/// The kind of run that a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Objects that meet.
    Check,
    /// The state of meshes.
    Inspect,
    /// Particles and their impacts.
    Particles,
    /// A run of the collision chip.
    Chip,
}

/// The description of everything on a page. Positions are relative to `origin`.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    pub(crate) format: u32,
    /// The kind of run.
    pub kind: Kind,
    /// The name of the input.
    pub title: String,
    pub(crate) version: &'static str,
    /// The unit of lengths, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// The axis that points up: "y" or "z".
    pub up: &'static str,
    /// A point near everything.
    pub origin: [f64; 3],
    /// The factor of positions on the page before `origin` is added; 1 unless the scene is very large or small.
    #[serde(skip_serializing_if = "is_one")]
    pub scale: f64,
    /// Facts for the header.
    pub summary: Vec<Fact>,
    /// The guarantee of the findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guarantee: Option<&'static str>,
    /// Notes on what was not examined, repaired or guessed.
    pub notes: Vec<String>,
    /// Meshes, each for one object or several.
    pub meshes: Vec<MeshEntry>,
    /// Objects, in the order of the scene.
    pub objects: Vec<ObjectEntry>,
    /// The findings, the worst first.
    pub findings: Vec<Finding>,
    /// How many findings more there are: the page has no room for them.
    #[serde(skip_serializing_if = "is_none")]
    pub left_out: usize,
    /// Findings that belong together.
    pub groups: Vec<Group>,
    /// The frames of a sequence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Charts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
    /// Pictures and sounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub media: Vec<Media>,
    /// Which of the media is heard from the first frame on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<usize>,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

fn is_one(scale: &f64) -> bool {
    *scale == 1.0
}

/// A word and what it is: `method`, `divide`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// The label.
    pub label: String,
    /// Its value, as people read it.
    pub value: String,
}

impl Fact {
    /// A fact.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into() }
    }
}

/// A mesh, in coordinates of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeshEntry {
    /// The vertices.
    pub points: Slice,
    /// Three vertices for each triangle.
    pub triangles: Slice,
}

/// An object.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ObjectEntry {
    /// Its name.
    pub name: String,
    /// The file that it came from.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Its mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<usize>,
    /// From the mesh's coordinates to positions: three columns and a translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pose: Option<[f64; 12]>,
    /// Whether it is a solid, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
    /// Its colour, `#rrggbb`; absent: the page chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// A picture that belongs to it, by its number among the media.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<usize>,
}

/// Something found: a line of the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Finding {
    /// The same for the same finding in the next run.
    pub id: String,
    /// The fingerprint of what it is about: see [`crate::Shapes`]. Decisions apply only to this.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub shape: String,
    /// As in the table, from 1.
    pub number: usize,
    /// The first object.
    pub a: usize,
    /// The second object, or the first again.
    pub b: usize,
    /// The class.
    pub class: String,
    /// The title in the list, instead of two names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Other facts, as text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// How bad it is among its kind, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<f64>,
    /// How far one goes into the other where they meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Whether that is an upper bound only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub depth_estimate: bool,
    /// How far apart they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// The volume that they share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// Where to look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// All objects of a set of duplicates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<usize>,
    /// The nearest points of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[[f64; 3]; 2]>,
    /// Where the second is to be moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// The geometry to highlight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Marks>,
    /// The frame that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<usize>,
    /// When it happens, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

/// The geometry that is highlighted when a finding is chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Marks {
    /// The triangles of the first object that take part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles_a: Option<Slice>,
    /// Those of the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles_b: Option<Slice>,
    /// Lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// More lines, of two points each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments: Option<Slice>,
    /// Filled regions: three points for each triangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patches: Option<Slice>,
}

/// A line through points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The points.
    pub points: Slice,
    /// Whether the last is joined to the first.
    pub closed: bool,
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Region {
    /// The lowest corner.
    pub min: [f64; 3],
    /// The highest corner.
    pub max: [f64; 3],
}

/// Findings that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The common name.
    pub name: String,
    /// Their places in the list of findings.
    pub findings: Vec<usize>,
}

/// A frame of a sequence: what changed since the one before.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// Its name.
    pub label: String,
    /// When it is, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Objects that moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<(usize, [f64; 12])>,
    /// Meshes that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<(usize, Slice)>,
    /// Particles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub particles: Option<Particles>,
}

/// Particles of a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Particles {
    /// Where they are.
    pub points: Slice,
    /// Red, green and blue of each.
    pub colors: Slice,
    /// Their diameter.
    pub size: f64,
}

/// A chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// Left to right.
    pub x: Axis,
    /// Bottom to top.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// An axis of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Axis {
    /// The quantity.
    pub label: String,
    /// In which unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Whether equal steps are equal ratios.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub log: bool,
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// Its points.
    pub points: Vec<[f64; 2]>,
    /// Whether each value holds until the next.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub steps: bool,
}

/// A picture or a sound.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Media {
    /// What it is.
    pub name: String,
    /// `image/png`, `audio/wav`.
    pub mime: &'static str,
    /// The file.
    pub data: Slice,
}
