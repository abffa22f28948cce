//! The state of objects as it is written and read: one type for both ways.

use super::Inspected;
use crate::report::document::{NoteEntry, Region, WeldedEntry, coordinates, word};
use crate::report::write_lines;
use crate::{Extras, Unit};
use allide::{Inspection, Measure, Orientation, Problem, Shell};
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// The state of all objects. See `schema/inspection.schema.json`.
///
/// Everything but `version` and `stats` depends on the objects alone, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document<'r> {
    /// The version of the schema: [`Document::SCHEMA`].
    #[serde(deserialize_with = "known_schema")]
    pub schema: u32,
    /// The version of allide.
    pub version: Cow<'r, str>,
    /// Notes about the files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<NoteEntry<'r>>,
    /// The unit of all lengths, where it is known; areas and volumes are in its square and cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The objects.
    pub objects: Vec<ObjectEntry<'r>>,
    /// How many there are, and how many of them are healthy.
    pub totals: Totals,
    /// The cost.
    pub stats: Cost,
}

/// The state of an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectEntry<'r> {
    /// Its place in the list, counted from 0.
    pub id: usize,
    /// Its name.
    pub name: Cow<'r, str>,
    /// Where it came from.
    pub source: Cow<'r, str>,
    /// The unit that its file is in, where it tells; all numbers here are in that of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// How many triangles it has.
    pub triangles: usize,
    /// How many edges its triangles have, common ones counted once.
    pub edges: usize,
    /// Whether nothing is wrong.
    pub healthy: bool,
    /// Whether it bounds a solid: all its shells are closed and consistently oriented, and there is one.
    pub closed: bool,
    /// Which corners were brought together to close it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welded: Option<WeldedEntry>,
    /// The metadata in its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Extras>,
    /// The defects, the worst first.
    pub problems: Vec<ProblemEntry>,
    /// The volume inside; none if it is not closed. Negative if it is inside out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<MeasureEntry>,
    /// The area of all triangles.
    pub area: MeasureEntry,
    /// The smallest box around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Triangles that are connected over edges.
    pub shells: Vec<ShellEntry>,
    /// Open edges that hang together, the longest list first.
    pub borders: Vec<BorderEntry>,
    /// Self-overlaps that hang together, the longest list first.
    pub self_overlaps: Vec<ClusterEntry>,
    /// The bad elements themselves, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<Elements>,
}

/// Something wrong, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemEntry {
    /// What.
    #[serde(with = "word")]
    pub problem: Problem,
    /// How often.
    pub count: usize,
}

/// A number that was rounded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasureEntry {
    /// The number. Out of range, it is the largest number.
    pub value: f64,
    /// How far it is from the true one at most.
    pub error: f64,
}

/// Triangles that are connected over edges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShellEntry {
    /// How many.
    pub triangles: usize,
    /// The first of them.
    pub first: u32,
    /// Whether they are closed and consistently oriented.
    pub closed: bool,
    /// Which way they face: `outward`, `inward`, or `flat` if there is no volume. None if they are open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Cow<'static, str>>,
    /// Whether they should face the other way.
    pub inverted: bool,
    /// How many closed shells are around it; none if it overlaps another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The innermost of these, by its place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The volume inside, negative if they face inwards; none if they are open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<MeasureEntry>,
    /// The smallest box around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

/// Open edges that hang together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BorderEntry {
    /// How many.
    pub edges: usize,
    /// The smallest box around them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

/// Self-overlaps that hang together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClusterEntry {
    /// How many triangle pairs overlap.
    pub triangle_pairs: usize,
    /// How many of these cross.
    pub crossing: usize,
    /// How many triangles take part.
    pub triangles: usize,
    /// A box around the places where they meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The triangles that take part, if bad elements were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<u32>>,
}

/// An edge by its ends.
pub type Edge = [[f64; 3]; 2];

/// Bad edges by their ends, and bad triangles by their numbers, counted from 0 inside the object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elements {
    /// Edges that one triangle uses.
    pub open_edges: Vec<Edge>,
    /// Edges that two triangles use in the same direction.
    pub flipped_edges: Vec<Edge>,
    /// Edges that more than two triangles use.
    pub non_manifold_edges: Vec<Edge>,
    /// Triangles with the corners of an earlier one, each after the first with these.
    pub duplicate_triangles: Vec<[u32; 2]>,
    /// Triangles without area.
    pub degenerate_triangles: Vec<u32>,
}

/// How many objects there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// All.
    pub objects: usize,
    /// Those with nothing wrong.
    pub healthy: usize,
}

/// The cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// From arrays in memory to everything that is written here, in milliseconds.
    pub total_ms: f64,
    /// How many threads worked on it.
    pub threads: usize,
}

impl<'r> Document<'r> {
    /// The version that this crate writes and reads.
    pub const SCHEMA: u32 = 1;

    /// The document about these objects; with `elements`, each lists its bad edges and triangles.
    pub fn new(inspected: &'r Inspected, elements: bool) -> Self {
        let objects = &inspected.found.objects;
        Self {
            schema: Self::SCHEMA,
            version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
            notes: inspected.notes.iter().map(NoteEntry::new).collect(),
            unit: inspected.unit,
            objects: objects.iter().map(|object| ObjectEntry::new(inspected, object, elements)).collect(),
            totals: Totals { objects: objects.len(), healthy: inspected.healthy() },
            stats: Cost { total_ms: inspected.found.run.stats.total_ms, threads: inspected.threads },
        }
    }

    /// Writes it as JSON, a line an object.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: impl Write) -> io::Result<()> {
        write_lines(out, self)
    }

    /// Reads what [`Document::write_json`] wrote.
    ///
    /// # Errors
    /// Those of `from`, and whatever is not such a document: the message names the place.
    pub fn read_json(from: impl Read) -> io::Result<Document<'static>> {
        Ok(serde_json::from_reader(io::BufReader::with_capacity(1 << 16, from))?)
    }
}

impl<'r> ObjectEntry<'r> {
    fn new(inspected: &'r Inspected, found: &Inspection, elements: bool) -> Self {
        let id = found.object.index();
        let (object, source) = (&inspected.scene.objects()[id], inspected.sources.get(id));
        Self {
            id,
            name: Cow::Borrowed(object.name()),
            source: Cow::Borrowed(source.map_or("", |source| &source.file)),
            unit: source.and_then(|source| source.unit),
            triangles: object.mesh().triangles().len(),
            edges: object.mesh().topology().edge_count(),
            healthy: found.is_healthy(),
            closed: found.is_closed(),
            welded: source.and_then(|source| source.welded.as_ref()).map(WeldedEntry::new),
            extras: source.and_then(|source| source.extras.clone()),
            problems: found.problems().map(|(problem, count)| ProblemEntry { problem, count }).collect(),
            volume: found.volume.map(MeasureEntry::new),
            area: MeasureEntry::new(found.area),
            region: Region::new(&found.bounds),
            shells: found.shells.iter().map(ShellEntry::new).collect(),
            borders: found
                .borders
                .iter()
                .map(|border| BorderEntry { edges: border.edges, region: Region::new(&border.region) })
                .collect(),
            self_overlaps: found
                .clusters
                .iter()
                .map(|cluster| ClusterEntry {
                    triangle_pairs: cluster.triangle_pairs,
                    crossing: cluster.crossing,
                    triangles: cluster.triangles.len(),
                    region: Region::new(&cluster.region),
                    list: elements.then(|| cluster.triangles.clone()),
                })
                .collect(),
            elements: elements.then(|| Elements::new(inspected, found)),
        }
    }
}

impl Elements {
    fn new(inspected: &Inspected, found: &Inspection) -> Self {
        let object = &inspected.scene.objects()[found.object.index()];
        let point = |vertex: u32| coordinates(object.pose().apply(object.mesh().positions()[vertex as usize]));
        let edges = |list: &[[u32; 2]]| list.iter().map(|edge| edge.map(point)).collect();
        let topology = object.mesh().topology();
        Self {
            open_edges: edges(topology.open_edges()),
            flipped_edges: edges(topology.flipped_edges()),
            non_manifold_edges: edges(topology.non_manifold_edges()),
            duplicate_triangles: found.duplicate_triangles().to_vec(),
            degenerate_triangles: found.degenerate_triangles().to_vec(),
        }
    }
}

impl MeasureEntry {
    fn new(measure: Measure) -> Self {
        // JSON has no infinite number, and the sign of zero says nothing.
        let finite = |x: f64| x.clamp(f64::MIN, f64::MAX) + 0.0;
        Self { value: finite(measure.value), error: finite(measure.error) }
    }
}

impl ShellEntry {
    fn new(shell: &Shell) -> Self {
        Self {
            triangles: shell.triangles,
            first: shell.first,
            closed: shell.is_closed,
            orientation: shell.orientation.map(|orientation: Orientation| Cow::Borrowed(orientation.name())),
            inverted: shell.is_inverted(),
            depth: shell.depth,
            parent: shell.parent,
            volume: shell.volume.map(MeasureEntry::new),
            region: Region::new(&shell.bounds),
        }
    }
}

fn known_schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        Document::SCHEMA => Ok(Document::SCHEMA),
        other => Err(de::Error::custom(format!(
            "this is an inspection of schema {other}; this version reads schema {}",
            Document::SCHEMA
        ))),
    }
}
