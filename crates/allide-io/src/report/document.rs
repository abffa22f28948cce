//! The report as it is written and read: one type for both ways.

pub use super::cost::{Cost, GpuCost, Pass, Tiers, Time};
pub use super::listed::{Listed, PartOf};
pub use super::shared::{
    ContactEntry, CurveEntry, DepthEntry, MeasureEntry, PatchEntry, PenetrationEntry, Reason, SharedEntry,
};

use super::identity::{PAIR, SET, is_id};
use super::proposed::Proposed;
use super::{Answers, Detail, Ids, Pair, Rule, Selected, Totals};
use crate::{Extras, Note, Unit};
use allide::{Aabb, DVec3, Device, Guarantee, Method, PairClass, QuestionKind};
use serde::de::{self, Deserializer};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// A report that explains itself: what was asked of which objects, what was found, and what it cost. See
/// `schema/report.schema.json`.
///
/// Of exact answers, everything but `methods`, `devices`, `adapter`, `warnings` and `stats` depends on the scene and the
/// questions alone, byte for byte.
///
/// ```
/// use allide_io::report::{Detail, Document};
///
/// # use allide::{Engine, Mesh, Overlaps, Pose, Scene};
/// # use allide_io::report::{Answers, Source};
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// # let mut scene = Scene::new();
/// # for name in ["part", "copy"] {
/// #     scene.add(name, &triangle, Pose::IDENTITY);
/// # }
/// # let overlaps = Some(Engine::cpu().run(&scene, &Overlaps::new())?);
/// # let (sources, threads) = (vec![Source::default(); 2], 1);
/// # let answers = Answers { scene, sources, unit: None, notes: Vec::new(), selection: Vec::new(), overlaps, self_overlaps: None, clearance: None, self_clearance: None, nearest: None, threads };
/// let document = Document::new(&answers, Detail::ALL);
/// let mut file = Vec::new();
/// document.write_json(&mut file)?;
/// let read = Document::read_json(&file[..])?;
/// assert_eq!((&read.objects, &read.pairs), (&document.objects, &document.pairs));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document<'r, Pairs = Vec<PairEntry<'r>>> {
    /// The version of the schema: [`Document::SCHEMA`].
    #[serde(deserialize_with = "known_schema")]
    pub schema: u32,
    /// The version of allide.
    pub version: Cow<'r, str>,
    /// The guarantee of all answers together.
    #[serde(with = "word")]
    pub guarantee: Guarantee,
    /// The questions.
    pub asked: Vec<Asked>,
    /// Rules for objects that were not tested against each other, as they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<Cow<'r, str>>,
    /// The rules that selected the object pairs that were examined, and what each came to.
    #[serde(default, skip_serializing_if = "<[Selected]>::is_empty")]
    pub selection: Cow<'r, [Selected]>,
    /// The methods that found it.
    #[serde(with = "list_of_words")]
    pub methods: Vec<Method>,
    /// The devices that they ran on.
    #[serde(with = "list_of_words")]
    pub devices: Vec<Device>,
    /// The adapter, as its driver names it, if a GPU took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<Cow<'r, str>>,
    /// Warnings that do not affect the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Cow<'r, str>>,
    /// Notes about the files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<NoteEntry<'r>>,
    /// The unit of all coordinates and distances, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The objects.
    pub objects: Vec<ObjectEntry<'r>>,
    /// The sets of duplicates, sorted by their first objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<SetEntry<'r>>,
    /// The object pairs with findings, sorted by `a`, then `b`. Those of a set are there if triangle pairs were asked for.
    pub pairs: Pairs,
    /// How much was found.
    pub totals: Totals,
    /// The cost.
    pub stats: Cost<'r>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Its kind.
    #[serde(with = "word")]
    pub question: QuestionKind,
    /// How close is too close.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clearance: Option<f64>,
    /// The one object that it was about, by its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<usize>,
    /// Whether triangle pairs were asked for, and not just object pairs.
    pub triangles: bool,
    /// Whether what objects share was measured.
    #[serde(default, skip_serializing_if = "is_false")]
    pub measured: bool,
    /// Penetrations up to this are shallow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Shared volumes up to this are shallow, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_volume: Option<f64>,
    /// The method with its options.
    #[serde(with = "word")]
    pub method: Method,
}

/// A note about a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteEntry<'r> {
    /// The file.
    pub file: Cow<'r, str>,
    /// The oddity, in words.
    pub text: Cow<'r, str>,
    /// How often.
    pub count: u64,
    /// Where for the first time, if not in the file as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Cow<'r, str>>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectEntry<'r> {
    /// Its place in the list, counted from 0.
    pub id: usize,
    /// Its name. Those that the command gives differ.
    pub name: Cow<'r, str>,
    /// Where it came from.
    pub source: Cow<'r, str>,
    /// The unit that its file is in, where it tells; all numbers here are in that of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// How many triangles it has.
    pub triangles: usize,
    /// Whether its surface is closed and oriented the same way all over: whether it is a solid.
    pub closed: bool,
    /// Which corners were brought together to close it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welded: Option<WeldedEntry>,
    /// The metadata in its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Extras>,
}

/// Corners that were brought together to close an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeldedEntry {
    /// How many.
    pub corners: usize,
    /// The longest way that one of them was moved, in the coordinates of the file.
    pub farthest: f64,
}

impl WeldedEntry {
    pub(crate) fn new(welded: &allide::Welded) -> Self {
        Self { corners: welded.corners, farthest: welded.farthest }
    }
}

/// Objects with the same triangles in the same place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetEntry<'r> {
    /// The id of the set in every report on objects of these names: see [`Answers::ids`].
    pub id: Cow<'r, str>,
    /// All of them, at least two, in order.
    pub objects: Vec<usize>,
    /// A box around them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The region that any two of them share, if measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedEntry>,
}

/// Two objects with findings, or one that overlaps itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairEntry<'r> {
    /// The id of the pair in every report on objects of these names: see [`Answers::ids`].
    pub id: Cow<'r, str>,
    /// The first object.
    pub a: usize,
    /// The second object; the same for an object that overlaps itself.
    pub b: usize,
    /// How they meet.
    #[serde(with = "word")]
    pub class: PairClass,
    /// Which of the two lies inside the other, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<usize>,
    /// How many objects each of the two stands for, if one is the first of several duplicates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<[u32; 2]>,
    /// How many triangle pairs were found.
    pub triangle_pairs: usize,
    /// How far apart they are, if clearance was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// The nearest points, if they are apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[[f64; 3]; 2]>,
    /// A box around the places where they meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The region that they share, if measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedEntry>,
    /// The triangle pairs, if they are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings: Option<Listed<'r>>,
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The lowest corner.
    pub min: [f64; 3],
    /// The highest corner.
    pub max: [f64; 3],
}

/// What this version writes and reads.
const SCHEMA: u32 = 2;

impl<'r> Document<'r> {
    /// What this version writes and reads.
    pub const SCHEMA: u32 = SCHEMA;

    /// The document of these answers. Findings are not copied.
    pub fn new(answers: &'r Answers, detail: Detail) -> Self {
        let totals = Totals::of(answers.each_pair());
        Document::with(answers, detail, totals, Streamed { answers, detail }.entries().collect())
    }
}

impl<'r> Document<'r, Streamed<'r>> {
    /// The same, whose pairs are made one by one when they are written: distances may be millions.
    pub(super) fn streamed(answers: &'r Answers, detail: Detail) -> Self {
        Document::with(answers, detail, Totals::of(answers.each_pair()), Streamed { answers, detail })
    }
}

impl<'r, Pairs> Document<'r, Pairs> {
    fn with(answers: &'r Answers, detail: Detail, totals: Totals, pairs: Pairs) -> Self {
        let sets = answers.sets();
        let set_ids = answers.ids(&sets);
        Self {
            schema: SCHEMA,
            version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
            guarantee: answers.guarantee(),
            asked: answers.runs().flat_map(|run| run.asked.iter().map(Asked::new)).collect(),
            ignored: ignored(&answers.selection),
            selection: Cow::Borrowed(&answers.selection),
            methods: answers.methods(),
            devices: answers.devices(),
            adapter: answers.adapter().map(Cow::Borrowed),
            warnings: answers.warnings().into_iter().map(Cow::Borrowed).collect(),
            notes: answers.notes.iter().map(NoteEntry::new).collect(),
            unit: answers.unit,
            objects: objects(answers),
            totals: Totals { sets: sets.len(), ..totals },
            sets: sets.into_iter().zip(set_ids).map(|(set, id)| SetEntry::new(set, id, detail)).collect(),
            pairs,
            stats: Cost::new(answers),
        }
    }
}

/// The pairs of a document that are made when they are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Streamed<'r> {
    answers: &'r Answers,
    detail: Detail,
}

impl<'r> Streamed<'r> {
    fn entries(self) -> impl ExactSizeIterator<Item = PairEntry<'r>> {
        let Self { answers, detail } = self;
        let mut ids = Ids::new(answers);
        answers.each_pair().map(move |pair| {
            let id = ids.next(&pair);
            PairEntry::new(pair, id, answers, detail)
        })
    }
}

impl Serialize for Streamed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.entries())
    }
}

/// What types alone do not tell: the rest of the schema.
impl Document<'_> {
    pub(super) fn check(&self) -> Result<(), String> {
        let check = |holds: bool, problem: &str| if holds { Ok(()) } else { Err(problem.to_string()) };
        check(!self.asked.is_empty(), "asked: nothing was asked")?;
        check(!self.methods.is_empty(), "methods: the list is empty")?;
        check(!self.devices.is_empty(), "devices: the list is empty")?;
        check(self.stats.threads > 0, "stats: there is no thread")?;
        let is_whole = self.stats.proposals.as_ref().is_none_or(Proposed::is_whole);
        check(is_whole, "stats: proposals that are neither confirmed nor dropped")?;
        for asked in &self.asked {
            let is_right = match asked.clearance {
                Some(distance) => is_clearance(asked.question) && distance > 0.0,
                None => !is_clearance(asked.question),
            };
            check(is_right, "asked: clearance, and nothing else, has a positive distance")?;
            let is_right = asked.tolerance.into_iter().chain(asked.min_volume).all(|least| least > 0.0);
            check(is_right, "asked: a tolerance or a volume that is not positive")?;
        }
        check(
            self.selection.iter().all(Selected::is_whole),
            "selection: a rule with patterns that has none, or otherwise",
        )?;
        check(self.ignored == ignored(&self.selection), "ignored: the rules are not those of the selection")?;
        check(self.notes.iter().all(|note| note.count > 0), "notes: one that occurs 0 times")?;
        for (place, object) in self.objects.iter().enumerate() {
            check(object.id == place, &format!("objects[{place}]: its id is {}", object.id))?;
        }
        let passes = self.stats.gpu.iter().flat_map(|gpu| &gpu.passes);
        for pass in passes {
            check(LEVELS.contains(&pass.level.as_ref()), "stats: a pass at no known level")?;
            check(COVERS.contains(&pass.cover.as_ref()), "stats: a pass with no known cover")?;
            check(REDUCTIONS.contains(&pass.reduction.as_ref()), "stats: a pass with no known reduction")?;
        }
        for (place, pair) in self.pairs.iter().enumerate() {
            pair.check(self.objects.len()).map_err(|problem| format!("pairs[{place}]: {problem}"))?;
        }
        let mut seen = HashSet::new();
        for (place, set) in self.sets.iter().enumerate() {
            set.check(self.objects.len(), &mut seen).map_err(|problem| format!("sets[{place}]: {problem}"))?;
        }
        check(self.sets.is_sorted_by(|x, y| x.objects[0] < y.objects[0]), "sets: they are not in order")?;
        let ids: HashSet<&str> = self.pairs.iter().map(|pair| pair.id.as_ref()).collect();
        check(ids.len() == self.pairs.len(), "pairs: two have the same id")?;
        let ids: HashSet<&str> = self.sets.iter().map(|set| set.id.as_ref()).collect();
        check(ids.len() == self.sets.len(), "sets: two have the same id")?;
        check(self.pairs.is_sorted_by(|x, y| (x.a, x.b) < (y.a, y.b)), "pairs: they are not in order")
    }
}

/// What passes look at.
const LEVELS: [&str; 3] = ["objects", "parts", "triangles"];
const COVERS: [&str; 7] = ["triangle", "cells", "conservative", "uobb", "faces", "bounded", "exact"];
const REDUCTIONS: [&str; 2] = ["order-free", "ordered"];

impl SetEntry<'_> {
    fn new(set: Pair<'_>, id: String, detail: Detail) -> Self {
        let objects = set.copies.iter().map(|id| id.index()).collect();
        let shared = set.shared.map(|shared| SharedEntry::new(shared, detail));
        Self { id: Cow::Owned(id), objects, region: Region::new(&set.region), shared }
    }

    /// `seen` are the objects of earlier sets.
    fn check(&self, objects: usize, seen: &mut HashSet<usize>) -> Result<(), &'static str> {
        let check = |holds: bool, problem: &'static str| if holds { Ok(()) } else { Err(problem) };
        check(is_id(&self.id, SET), "its id is malformed")?;
        check(self.objects.len() > 1, "it has fewer than two objects")?;
        check(self.objects.is_sorted_by(|x, y| x < y), "its objects are not in order")?;
        check(self.objects.iter().all(|&object| object < objects), "an object is not in the list")?;
        check(self.objects.iter().all(|&object| seen.insert(object)), "an object is in another set, too")?;
        self.shared.as_ref().map_or(Ok(()), SharedEntry::check)
    }
}

impl PairEntry<'_> {
    fn check(&self, objects: usize) -> Result<(), &'static str> {
        let check = |holds: bool, problem: &'static str| if holds { Ok(()) } else { Err(problem) };
        check(is_id(&self.id, PAIR), "its id is malformed")?;
        check(self.a <= self.b && self.b < objects, "its objects are not in the list, or not in order")?;
        let is_right = match self.class {
            PairClass::SelfOverlap => self.a == self.b,
            PairClass::Clearance => true,
            _ => self.a != self.b,
        };
        check(is_right, "the class is not one for these objects")?;
        check(self.distance.is_none_or(|distance| distance >= 0.0), "its distance is negative")?;
        let is_right =
            self.stands_for.is_none_or(|objects| objects.iter().all(|&count| count > 0) && objects != [1; 2]);
        check(is_right, "an object stands for none, or both only for themselves")?;
        check(self.inside.is_none_or(|inside| inside == self.a || inside == self.b), "neither object is inside")?;
        let is_inside = matches!(self.class, PairClass::Contained | PairClass::Undecided);
        check(self.inside.is_some() == is_inside, "contained or undecided, and nothing else, is inside")?;
        let may_share =
            matches!(self.class, PairClass::Hard | PairClass::Contained | PairClass::Duplicate | PairClass::Shallow);
        check(self.shared.is_none() || may_share, "objects of this class share nothing")?;
        self.shared.as_ref().map_or(Ok(()), SharedEntry::check)?;
        if matches!(self.class, PairClass::Clearance | PairClass::Distance) {
            check(self.distance.is_some() && self.points.is_some(), "it has no distance, or no nearest points")?;
            check(self.findings.as_ref().is_none_or(|listed| listed.overlaps().is_empty()), "a near pair has a class")
        } else if self.class == PairClass::Undecided {
            // Surfaces may be apart.
            Ok(())
        } else if self.class == PairClass::SelfOverlap {
            // Elsewhere, it may come close to itself.
            check(self.distance.is_some() == self.points.is_some(), "a distance without points, or points without")
        } else {
            check(self.distance.is_none_or(|distance| distance == 0.0), "an overlap at a distance")?;
            check(self.points.is_none(), "an overlap with nearest points")?;
            let has_distances = |listed: &Listed<'_>| listed.distances().next().is_some();
            check(!self.findings.as_ref().is_some_and(has_distances), "an overlap of triangles at a distance")
        }
    }
}

impl<'r> NoteEntry<'r> {
    pub(crate) fn new(note: &'r Note) -> Self {
        let first = note.first.to_string();
        let first = first.strip_prefix(": ").map(|first| Cow::Owned(first.to_owned()));
        Self { file: Cow::Borrowed(&note.file), text: Cow::Owned(note.oddity.to_string()), count: note.count, first }
    }
}

impl Asked {
    fn new(asked: &allide::Asked) -> Self {
        Self {
            question: asked.question,
            clearance: is_clearance(asked.question).then_some(asked.distance),
            object: asked.object.map(allide::ObjectId::index),
            triangles: asked.triangles,
            measured: asked.measured,
            tolerance: (asked.tolerance > 0.0).then_some(asked.tolerance),
            min_volume: (asked.min_volume > 0.0).then_some(asked.min_volume),
            method: asked.method,
        }
    }
}

fn is_clearance(question: QuestionKind) -> bool {
    matches!(question, QuestionKind::Clearance | QuestionKind::SelfClearance)
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The patterns of the rules that leave something out.
fn ignored(selection: &[Selected]) -> Vec<Cow<'_, str>> {
    let rules = selection.iter().filter(|selected| selected.rule == Rule::Ignore);
    rules.filter_map(|selected| selected.pattern.as_deref().map(Cow::Borrowed)).collect()
}

fn objects(answers: &Answers) -> Vec<ObjectEntry<'_>> {
    let entry = |(id, object): (usize, &'_ allide::Object)| -> ObjectEntry<'_> {
        let mesh = object.mesh();
        ObjectEntry {
            id,
            name: Cow::Borrowed(answers.scene.objects()[id].name()),
            source: Cow::Borrowed(answers.sources.get(id).map_or("", |source| &source.file)),
            unit: answers.sources.get(id).and_then(|source| source.unit),
            triangles: mesh.triangles().len(),
            closed: !mesh.triangles().is_empty() && mesh.topology().is_closed(),
            welded: answers.sources.get(id).and_then(|source| source.welded.as_ref()).map(WeldedEntry::new),
            extras: answers.sources.get(id).and_then(|source| source.extras.clone()),
        }
    };
    answers.scene.objects().iter().enumerate().map(entry).collect()
}

impl<'r> PairEntry<'r> {
    fn new(pair: Pair<'r>, id: String, answers: &'r Answers, detail: Detail) -> Self {
        let sources = [pair.a, pair.b].map(|object| answers.sources.get(object.index()));
        Self {
            id: Cow::Owned(id),
            a: pair.a.index(),
            b: pair.b.index(),
            class: pair.class,
            inside: pair.inside.map(allide::ObjectId::index),
            stands_for: Some(pair.stands_for).filter(|&objects| objects != [1; 2]),
            triangle_pairs: pair.findings.count(),
            // JSON has no infinite number.
            distance: pair.distance.map(|distance| distance.min(f64::MAX)),
            points: pair.nearest.map(|nearest| [nearest.on_a, nearest.on_b].map(coordinates)),
            region: Region::new(&pair.region),
            shared: pair.shared.map(|shared| SharedEntry::new(shared, detail)),
            findings: detail.triangles.then(|| Listed::new(pair.findings, sources)),
        }
    }
}

impl Region {
    pub(crate) fn new(region: &Aabb) -> Option<Self> {
        let corners = Self { min: coordinates(region.min), max: coordinates(region.max) };
        (!region.is_empty()).then_some(corners)
    }
}

/// Without the sign of zero: which of `0` and `-0` is the smaller of the two may depend on the order of the work.
pub(crate) fn coordinates(point: DVec3) -> [f64; 3] {
    point.to_array().map(|x| x + 0.0)
}

fn known_schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        Document::SCHEMA => Ok(Document::SCHEMA),
        other => Err(de::Error::custom(format!(
            "this is a report of schema {other}; this version reads schema {}",
            Document::SCHEMA
        ))),
    }
}

/// Values that are written as words.
pub(crate) mod word {
    use super::*;
    use std::str::FromStr;

    pub fn serialize<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        Cow::<str>::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

mod list_of_words {
    use super::*;
    use std::str::FromStr;

    pub fn serialize<S: Serializer>(values: &[impl fmt::Display], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
        let words = Vec::<Cow<'_, str>>::deserialize(from)?;
        words.iter().map(|word| word.parse().map_err(de::Error::custom)).collect()
    }
}
