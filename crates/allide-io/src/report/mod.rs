//! The answers to all questions asked of one scene, joined into one list of object pairs and written out.

mod cost;
mod course;
mod csv;
pub mod document;
mod identity;
mod json;
mod listed;
mod proposed;
mod selected;
mod sequence;
mod severity;
mod shared;

pub use self::csv::write_csv;
pub use course::{Course, Lasting, Worst, WorstFrame};
pub use document::Document;
pub(crate) use document::word;
pub use identity::Ids;
pub use json::write_json;
pub(crate) use json::write_lines;
pub use proposed::Proposed;
pub use selected::{Rule, Selected};
pub use sequence::{FrameEntry, FrameTotals, SequenceDocument, SequenceReport};
pub use severity::{Severity, group, size};

use crate::{Extras, Note, Origins, Unit};
use allide::{
    Aabb, Class, Device, DuplicateSet, Guarantee, Method, NearestPoints, ObjectId, ObjectPair, PairClass, QuestionKind,
    Report, Run, Scene, Shared, Stats, TriangleDistance, TrianglePair, Welded,
};
use std::borrow::Borrow;
use std::collections::HashMap;

/// How much a report tells of each pair, besides what it always tells. Both grow with the triangles that meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// All triangle pairs.
    pub triangles: bool,
    /// Curves, patches and contact points, if they were measured.
    pub contacts: bool,
}

impl Detail {
    /// Everything.
    pub const ALL: Self = Self { triangles: true, contacts: true };
}

/// The questions asked of a scene, and the answers. Questions that were not asked are `None`.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, PairClass, Pose, Scene};
/// use allide_io::report::{Answers, Source};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// # let mut scene = Scene::new();
/// # for name in ["part", "copy"] {
/// #     scene.add(name, &triangle, Pose::IDENTITY);
/// # }
/// let mut engine = Engine::cpu();
/// let overlaps = Some(engine.run(&scene, &Overlaps::new())?);
/// let (sources, threads) = (vec![Source { file: "parts.obj".into(), ..Source::default() }; 2], engine.threads());
/// let answers = Answers { scene, sources, unit: None, notes: Vec::new(), selection: Vec::new(), overlaps, self_overlaps: None, clearance: None, self_clearance: None, nearest: None, threads };
/// let rows = answers.rows();
/// assert_eq!((rows[0].class, rows[0].copies.len()), (PairClass::Duplicate, 2));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answers {
    /// The objects.
    pub scene: Scene,
    /// Where each object came from.
    pub sources: Vec<Source>,
    /// The unit of all coordinates and distances, where it is known.
    pub unit: Option<Unit>,
    /// Notes about the files, for users.
    pub notes: Vec<Note>,
    /// The rules that selected the object pairs that were examined; without any, all were.
    pub selection: Vec<Selected>,
    /// Overlaps between objects.
    pub overlaps: Option<Report<TrianglePair>>,
    /// Overlaps inside objects.
    pub self_overlaps: Option<Report<TrianglePair>>,
    /// Objects that come too close.
    pub clearance: Option<Report<TriangleDistance>>,
    /// Objects of which parts that are no neighbours come too close.
    pub self_clearance: Option<Report<TriangleDistance>>,
    /// How far apart objects are.
    pub nearest: Option<Report<TriangleDistance>>,
    /// How many threads worked on it.
    pub threads: usize,
}

/// Where an object came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    /// A file, or the name of a built-in scene.
    pub file: String,
    /// The unit that the file says its coordinates are in.
    pub unit: Option<Unit>,
    /// Which polygon of the file each triangle is a part of.
    pub origins: Origins,
    /// Which corners were brought together to close it.
    pub welded: Option<Welded>,
    /// Its metadata in the file.
    pub extras: Option<Extras>,
    /// The identity of the object from report to report; without it, its name. See [`crate::names::identities`].
    pub identity: Option<String>,
}

/// Two objects with findings, one that overlaps itself or comes too close to itself (`a == b`), or a set of duplicates.
#[derive(Clone, Debug)]
pub struct Pair<'r> {
    /// The first object.
    pub a: ObjectId,
    /// The second object.
    pub b: ObjectId,
    /// How they meet; an overlap outranks a clearance, of an object with itself, too.
    pub class: PairClass,
    /// How far apart they are, if clearance or that was asked for: 0 for those that overlap. Of an object that overlaps itself, how
    /// close it comes to itself elsewhere, if it does and that was asked for.
    pub distance: Option<f64>,
    /// The nearest points of `a` and `b`, if they are apart, or come close elsewhere.
    pub nearest: Option<NearestPoints>,
    /// A box around the places where they meet; may be empty.
    pub region: Aabb,
    /// The triangle pairs; none for a set.
    pub findings: Findings<'r>,
    /// All objects of a set of duplicates: `a` and `b` are the first two. Empty for pairs.
    pub copies: &'r [ObjectId],
    /// Which of the two lies inside the other, if one does.
    pub inside: Option<ObjectId>,
    /// How many objects each of the two stands for: more than 1 for the first of several duplicates, which all meet the same.
    pub stands_for: [u32; 2],
    /// The region that both share, if measured: any two of a set.
    pub shared: Option<&'r Shared>,
    /// How many triangle pairs were found: in a set, between all its objects, if that was asked for.
    pub triangle_pairs: usize,
}

/// The triangle pairs of an object pair, sorted.
#[derive(Clone, Copy, Debug)]
pub enum Findings<'r> {
    /// Those that overlap. All of them.
    Overlaps(&'r [TrianglePair]),
    /// Those that are too close. None unless triangle pairs were asked for.
    Distances(&'r [TriangleDistance]),
}

impl Findings<'_> {
    /// How many triangle pairs there are.
    pub fn count(&self) -> usize {
        match self {
            Findings::Overlaps(findings) => findings.len(),
            Findings::Distances(findings) => findings.len(),
        }
    }

    /// How many triangle pairs are crossing, coplanar and touching.
    pub fn by_class(&self) -> [usize; 3] {
        let Findings::Overlaps(findings) = self else { return [0; 3] };
        findings.iter().fold([0; 3], |mut counts, finding| {
            counts[match finding.class {
                Class::Crossing => 0,
                Class::Coplanar => 1,
                Class::Touching => 2,
            }] += 1;
            counts
        })
    }
}

/// How much was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// Sets of duplicates.
    pub sets: usize,
    /// Pairs of different objects.
    pub object_pairs: usize,
    /// Triangle pairs of different objects.
    pub triangle_pairs: usize,
    /// Triangle pairs inside one object.
    pub self_pairs: usize,
}

impl Totals {
    /// The sums over `pairs`.
    pub fn of<'r>(pairs: impl IntoIterator<Item = impl Borrow<Pair<'r>>>) -> Self {
        let mut totals = Self::default();
        for pair in pairs {
            let pair = pair.borrow();
            if pair.class == PairClass::Distance {
                // Not a finding.
                continue;
            }
            if pair.a == pair.b {
                totals.self_pairs += pair.triangle_pairs;
                continue;
            }
            totals.triangle_pairs += pair.triangle_pairs;
            *if pair.copies.is_empty() { &mut totals.object_pairs } else { &mut totals.sets } += 1;
        }
        totals
    }
}

impl Answers {
    /// All object pairs with findings, each once, sorted by `(a, b)`; all pairs, if their distances were asked for. Those of
    /// a set of duplicates are there if [`allide::Overlaps::with_duplicates`] asked for them.
    pub fn pairs(&self) -> Vec<Pair<'_>> {
        self.each_pair().collect()
    }

    /// [`Answers::pairs`], each made when it is its turn: distances may be millions.
    pub fn each_pair(&self) -> impl ExactSizeIterator<Item = Pair<'_>> {
        self.places(&|_| false).into_iter().map(|place| self.pair_at(&place))
    }

    /// The sets of duplicates, sorted by their first objects.
    pub fn sets(&self) -> Vec<Pair<'_>> {
        let sets = self.duplicate_sets();
        let mut triangle_pairs = vec![0; sets.len()];
        let set_of = self.set_of();
        for pair in self.overlaps.iter().flat_map(|report| &report.pairs) {
            if let Some(set) = set_of(pair) {
                triangle_pairs[set] += pair.triangle_pairs;
            }
        }
        let is_measured = self.clearance.is_some() || self.nearest.is_some();
        let rows = sets.iter().zip(triangle_pairs).map(|(set, triangle_pairs)| Pair {
            a: set.objects[0],
            b: set.objects[1],
            class: PairClass::Duplicate,
            distance: is_measured.then_some(0.0),
            nearest: None,
            region: set.region(&self.scene),
            findings: Findings::Overlaps(&[]),
            copies: &set.objects,
            inside: None,
            stands_for: [1; 2],
            shared: set.shared.as_deref(),
            triangle_pairs,
        });
        rows.collect()
    }

    /// All sets of duplicates, and all object pairs that are not in one, sorted by `(a, b)`: nothing is listed twice.
    pub fn rows(&self) -> Vec<Pair<'_>> {
        self.each_row().collect()
    }

    /// [`Answers::rows`], each made when it is its turn.
    pub fn each_row(&self) -> impl ExactSizeIterator<Item = Pair<'_>> {
        let (set_of, sets) = (self.set_of(), self.sets());
        let mut places = self.places(&|pair| set_of(pair).is_some());
        let keys = sets.iter().map(|set| (set.a, set.b));
        places.extend(keys.enumerate().map(|(set, key)| Place::Set(set, key)));
        places.sort_by_key(Place::key);
        places.into_iter().map(move |place| match place {
            Place::Set(set, _) => sets[set].clone(),
            place => self.pair_at(&place),
        })
    }

    /// The rows that are findings, and of those that only tell a distance the `most` smallest; sorted like
    /// [`Answers::rows`]. And how many are left out.
    pub fn nearest_rows(&self, most: usize) -> (Vec<Pair<'_>>, usize) {
        let mut distances: Vec<f64> =
            self.each_row().filter(|row| row.class == PairClass::Distance).filter_map(|row| row.distance).collect();
        if distances.len() <= most {
            return (self.rows(), 0);
        }
        let left_out = distances.len() - most;
        let (_, &mut limit, _) = distances.select_nth_unstable_by(most, f64::total_cmp);
        let mut room = most - distances[..most].iter().filter(|&&distance| distance < limit).count();
        let is_told = |row: &Pair<'_>| match row.distance {
            Some(distance) if row.class == PairClass::Distance && distance == limit => {
                let fits = room > 0;
                room -= usize::from(fits);
                fits
            }
            Some(distance) if row.class == PairClass::Distance => distance < limit,
            _ => true,
        };
        (self.each_row().filter(is_told).collect(), left_out)
    }

    /// The sets of duplicates: every question about pairs of objects has the same.
    fn duplicate_sets(&self) -> &[DuplicateSet] {
        let of_overlaps = self.overlaps.as_ref().map(|report| &report.sets);
        let of_distances = || self.clearance.iter().chain(&self.nearest).map(|report| &report.sets).next();
        of_overlaps.or_else(of_distances).map_or(&[], |sets| sets)
    }

    /// The same, the worst first, as [`Severity`] has it. Ties stay in the order of the objects.
    pub fn ranked(&self) -> Vec<Pair<'_>> {
        let mut rows: Vec<_> = self.rows().into_iter().map(|pair| (Severity::of(&pair), pair)).collect();
        rows.sort_by(|(x, _), (y, _)| x.order(y));
        rows.into_iter().map(|(_, pair)| pair).collect()
    }

    /// The set that both objects of a pair are in.
    fn set_of(&self) -> impl Fn(&ObjectPair) -> Option<usize> {
        let sets = self.duplicate_sets().iter().enumerate();
        let members = sets.flat_map(|(set, members)| members.objects.iter().map(move |&id| (id, set)));
        let sets: HashMap<ObjectId, usize> = members.collect();
        move |pair| {
            if sets.is_empty() {
                return None;
            }
            let set = sets.get(&pair.a).filter(|set| pair.a != pair.b && sets.get(&pair.b) == Some(set));
            set.copied()
        }
    }

    /// Where the pairs are listed, sorted by `(a, b)`: an overlap outranks a clearance, and that a distance.
    fn places(&self, is_left_out: &dyn Fn(&ObjectPair) -> bool) -> Vec<Place<'_>> {
        let overlaps = self.overlaps.iter().chain(&self.self_overlaps);
        let overlaps = overlaps.flat_map(|report| report.pairs.iter().map(move |found| Place::Overlap(report, found)));
        let distances = self.clearance.iter().chain(&self.self_clearance).chain(&self.nearest);
        let distances =
            distances.flat_map(|report| report.pairs.iter().map(move |found| Place::Distance(report, found)));
        // Duplicates are at distance 0, which their sets tell.
        let set_of = self.set_of();
        let is_told = |place: &Place<'_>| match place {
            Place::Overlap(_, found) => !is_left_out(found),
            Place::Distance(_, found) => set_of(found).is_none(),
            Place::Set(..) => true,
        };
        let mut places: Vec<Place<'_>> = overlaps.chain(distances).filter(is_told).collect();
        // Stable: of those about the same objects, the first is kept.
        places.sort_by_key(Place::key);
        places.dedup_by_key(|place| place.key());
        places
    }

    /// The nearest points of two objects, or of one that come close without being neighbours, if they were asked for.
    fn nearest_points(&self, pair: &ObjectPair) -> Option<NearestPoints> {
        let key = (pair.a, pair.b);
        self.clearance.iter().chain(&self.self_clearance).chain(&self.nearest).find_map(|report| {
            let place = report.pairs.binary_search_by_key(&key, |known| (known.a, known.b)).ok()?;
            report.pairs[place].nearest
        })
    }

    fn pair_at<'r>(&'r self, place: &Place<'r>) -> Pair<'r> {
        match *place {
            Place::Overlap(report, found) => {
                let region = report.region(&self.scene, found);
                let is_measured = self.clearance.is_some() || self.nearest.is_some();
                let mut distance = (is_measured && found.a != found.b).then_some(0.0);
                let mut nearest = None;
                if matches!(found.class, PairClass::Undecided | PairClass::SelfOverlap) {
                    // Surfaces that do not meet are as far apart as another question found. What overlaps itself at one place
                    // may come close to itself at another.
                    nearest = self.nearest_points(found);
                    distance = nearest.map(|nearest| nearest.distance);
                }
                Pair { distance, nearest, ..pair(found, region, Findings::Overlaps(report.findings_of(found))) }
            }
            Place::Distance(report, found) => {
                let (nearest, distance) = (found.nearest, found.nearest.map(|nearest| nearest.distance));
                let findings = Findings::Distances(report.findings_of(found));
                Pair { nearest, distance, ..pair(found, report.region(found), findings) }
            }
            Place::Set(..) => unreachable!("sets are made as a whole"),
        }
    }

    /// How the answer to each question that was asked came about.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        let runs = [
            self.overlaps.as_ref().map(|report| &report.run),
            self.self_overlaps.as_ref().map(|report| &report.run),
            self.clearance.as_ref().map(|report| &report.run),
            self.self_clearance.as_ref().map(|report| &report.run),
            self.nearest.as_ref().map(|report| &report.run),
        ];
        runs.into_iter().flatten()
    }

    /// The guarantee of all answers together: that of the weakest.
    pub fn guarantee(&self) -> Guarantee {
        self.runs().map(|run| run.guarantee).max().unwrap_or(Guarantee::Exact)
    }

    /// The methods that found them.
    pub fn methods(&self) -> Vec<Method> {
        different(self.runs().flat_map(|run| run.methods.iter().copied()))
    }

    /// The devices that they were found on.
    pub fn devices(&self) -> Vec<Device> {
        different(self.runs().flat_map(|run| run.devices.iter().copied()))
    }

    /// Warnings that do not affect the answers; each once.
    pub fn warnings(&self) -> Vec<&str> {
        different(self.runs().flat_map(|run| run.warnings.iter().map(String::as_str)))
    }

    /// The adapter of the GPU that had to do with them, if one had.
    pub fn adapter(&self) -> Option<&str> {
        self.stats().find_map(|(_, stats)| Some(stats.gpu.as_ref()?.adapter.as_str()))
    }

    /// The cost of each question that was asked, with its kind.
    pub fn stats(&self) -> impl Iterator<Item = (QuestionKind, &Stats)> {
        self.runs().flat_map(|run| run.asked.first().map(|asked| (asked.question, &run.stats)))
    }

    /// From arrays in memory to sorted exact findings in memory, all questions together, in milliseconds.
    pub fn total_ms(&self) -> f64 {
        self.stats().map(|(_, stats)| stats.total_ms).sum()
    }
}

/// The place of a row: small, unlike a [`Pair`].
#[derive(Clone, Copy)]
enum Place<'r> {
    Overlap(&'r Report<TrianglePair>, &'r ObjectPair),
    Distance(&'r Report<TriangleDistance>, &'r ObjectPair),
    /// A set by its number, and its first two objects.
    Set(usize, (ObjectId, ObjectId)),
}

impl Place<'_> {
    fn key(&self) -> (ObjectId, ObjectId) {
        match self {
            Place::Overlap(_, found) | Place::Distance(_, found) => (found.a, found.b),
            Place::Set(_, key) => *key,
        }
    }
}

/// Each value once, in the order of their first places.
fn different<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut different, value| {
        if !different.contains(&value) {
            different.push(value);
        }
        different
    })
}

fn pair<'r>(found: &'r ObjectPair, region: Aabb, findings: Findings<'r>) -> Pair<'r> {
    let (a, b, class) = (found.a, found.b, found.class);
    let (copies, triangle_pairs) = (&[][..], findings.count());
    let (inside, stands_for, shared) = (found.inside, found.stands_for, found.shared.as_deref());
    let (distance, nearest) = (None, None);
    Pair { a, b, class, distance, nearest, region, findings, copies, inside, stands_for, shared, triangle_pairs }
}
