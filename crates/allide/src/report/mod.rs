//! The answer to a question: its origin, verdicts and findings.
//!
//! A [`Report`] is a [`Run`] (the questions, methods, devices and cost), verdicts about object pairs, and
//! findings. One function decides which verdicts are findings, for [`crate::Engine::any`], tables and exit status
//! alike: [`PairClass::is_finding`] (`least.rs`).

mod least;
mod proposals;
mod run;
mod set;

pub use least::Least;
pub use proposals::Proposals;
pub use run::{Details, GpuStats, Pass, Run, Stage, Stats, Tiers};
pub use set::DuplicateSet;

use crate::answer::Found;
use crate::words::words;
use crate::{ObjectId, Scene, Shared};
use allide_geom::{Aabb, Class, NearestPoints, contact_box};
use rayon::prelude::*;
use std::fmt;
use std::ops::Range;

/// How complete and correct an answer is.
///
/// ```
/// use allide::{Guarantee, Method};
///
/// assert_eq!(Method::FAR.guarantee(), Guarantee::Exact);
/// assert_eq!(Method::CULLIDE.guarantee(), Guarantee::Sampled);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guarantee {
    /// Nothing is missing and nothing is extra.
    Exact,
    /// Nothing is extra, but pairs that fall between the pixels of a view may be missing.
    Sampled,
}

words!(Guarantee, "guarantee");

impl Guarantee {
    /// Both, the stronger first.
    pub const ALL: [Self; 2] = [Self::Exact, Self::Sampled];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Guarantee::Exact => "exact",
            Guarantee::Sampled => "sampled",
        }
    }
}

/// Two overlapping triangles, counted from 0 inside their objects.
///
/// ```
/// use allide::{Class, Engine, Mesh, Overlaps, Pose, Scene, TrianglePair};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// scene.add("floor", &triangle, Pose::IDENTITY);
/// let upright = Pose::affine([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]], [0.1, 0.2, -0.5])?;
/// scene.add("wall", &triangle, upright);
/// let report = Engine::cpu().run(&scene, &Overlaps::new())?;
/// assert_eq!(report.findings(), [TrianglePair { a: 0, b: 0, class: Class::Crossing }]);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct TrianglePair {
    /// The triangle of the first object.
    pub a: u32,
    /// The triangle of the second object; in the same object, the larger number.
    pub b: u32,
    /// How they meet.
    pub class: Class,
}

/// Two triangles closer than the clearance asked for, counted from 0 inside their objects.
///
/// ```
/// use allide::{Clearance, Engine, Mesh, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// scene.add("pipe", &triangle, Pose::IDENTITY);
/// scene.add("duct", &triangle, Pose::translation(0.0, 0.0, 0.5)?);
/// let report = Engine::cpu().run(&scene, &Clearance::within(1.0)?.with_triangles())?;
/// let nearest = report.findings()[0].nearest;
/// assert_eq!((nearest.distance, nearest.on_b.z), (0.5, 0.5));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct TriangleDistance {
    /// The triangle of the first object.
    pub a: u32,
    /// The triangle of the second object.
    pub b: u32,
    /// Their distance and nearest points.
    pub nearest: NearestPoints,
}

/// How two objects meet.
///
/// ```
/// use allide::PairClass;
///
/// assert_eq!("hard".parse::<PairClass>()?, PairClass::Hard);
/// assert_eq!(PairClass::SelfOverlap.to_string(), "self");
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PairClass {
    /// Surfaces pass through each other: at least one triangle pair is crossing. Of solids: they share volume.
    Hard,
    /// One lies completely inside the other: see [`crate::Solids`].
    Contained,
    /// The same triangles in the same place: see [`crate::Overlaps::with_duplicates`]. Of solids: the same volume.
    Duplicate,
    /// It is unknown whether they share volume: one is not closed, and the other lies where its inside would be. See
    /// [`crate::Solids`].
    Undecided,
    /// They share volume or cross, but penetrate by no more than the tolerance: see [`crate::Solids::tolerance`] and
    /// [`crate::Solids::min_volume`].
    Shallow,
    /// Surfaces meet, but nothing crosses. Of solids: they share no volume.
    Touch,
    /// Closer than the clearance; at distance 0 they overlap, and [`crate::Overlaps`] says how.
    Clearance,
    /// An object that overlaps itself.
    SelfOverlap,
    /// Only their distance was asked for: see [`crate::Nearest`].
    Distance,
}

words!(PairClass, "class");

impl PairClass {
    /// All classes.
    pub const ALL: [Self; 9] = [
        Self::Hard,
        Self::Contained,
        Self::Duplicate,
        Self::Undecided,
        Self::Shallow,
        Self::Touch,
        Self::Clearance,
        Self::SelfOverlap,
        Self::Distance,
    ];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            PairClass::Hard => "hard",
            PairClass::Contained => "contained",
            PairClass::Duplicate => "duplicate",
            PairClass::Undecided => "undecided",
            PairClass::Shallow => "shallow",
            PairClass::Touch => "touch",
            PairClass::Clearance => "clearance",
            PairClass::Distance => "distance",
            PairClass::SelfOverlap => "self",
        }
    }
}

/// Two objects with findings; `a < b`, or `a == b` for an object that overlaps itself.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, PairClass, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let [part, copy] = ["part", "copy"].map(|name| scene.add(name, &triangle, Pose::IDENTITY));
/// let pair = &Engine::cpu().run(&scene, &Overlaps::new().with_duplicates())?.pairs[0];
/// assert_eq!((pair.a, pair.b), (part, copy));
/// assert_eq!((pair.class, pair.triangle_pairs), (PairClass::Duplicate, 1));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectPair {
    /// The first object.
    pub a: ObjectId,
    /// The second object.
    pub b: ObjectId,
    /// How they meet.
    pub class: PairClass,
    /// How many triangle pairs were found; 0 if only object pairs were asked for.
    pub triangle_pairs: usize,
    /// The nearest points of the two objects, for clearance.
    pub nearest: Option<NearestPoints>,
    /// Which of the two lies inside the other, if one does: see [`crate::Solids`]. Of a pair that is undecided, the one that
    /// would lie inside.
    pub inside: Option<ObjectId>,
    /// How many objects each of the two stands for: more than 1 for the first of duplicates, all of which meet the
    /// same: see [`DuplicateSet::stand_ins`].
    pub stands_for: [u32; 2],
    /// Measures of the shared region, if requested and if they share volume or cross: see [`crate::Solids::measured`].
    pub shared: Option<Box<Shared>>,
    pub(crate) findings: Range<usize>,
}

/// Two objects with a finding, and one of their findings. With several threads, runs may differ in which one this is. See
/// [`Engine::any`](crate::Engine::any) for an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Witness<Finding> {
    /// The first object.
    pub a: ObjectId,
    /// The second object; the same for an object that overlaps itself.
    pub b: ObjectId,
    /// Their class, if it had to be decided; `None` if two of their triangles were enough.
    pub class: Option<PairClass>,
    /// One of their findings, if the question is decided by triangle pairs.
    pub finding: Option<Finding>,
}

/// The answer to a question: how it was found, the object pairs in order, and their findings in order.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// # let mut scene = Scene::new();
/// # let lid = scene.add("lid", &triangle, Pose::IDENTITY);
/// # let base = scene.add("base", &triangle, Pose::translation(0.5, 0.0, 0.0)?);
/// let report = Engine::cpu().run(&scene, &Overlaps::new())?;
/// for pair in &report.pairs {
///     println!("{}, {} findings", pair.class, report.findings_of(pair).len());
/// }
/// assert_eq!(report.between(lid, base), report.findings());
/// assert!(report.to_string().starts_with("1 triangle pair, 1 object pair | exact | divide, cpu | "));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<Finding> {
    /// How it was found.
    pub run: Run,
    /// The verdicts: objects that meet, sorted by `(a, b)`. The first object of a set stands for all of it: there is
    /// one pair of it with another object, and no pair inside the set, unless these were asked for.
    pub pairs: Vec<ObjectPair>,
    /// Objects with the same triangles in the same place, sorted by their first objects. All questions about pairs of objects
    /// look for them.
    pub sets: Vec<DuplicateSet>,
    /// Objects that took part by their surface alone because it is not closed, in order. Only for [`crate::Solids`].
    pub surfaces: Vec<ObjectId>,
    pub(crate) findings: Vec<Finding>,
}

impl<Finding: Copy> Report<Finding> {
    /// Merges another answer to the same question about the same scene: about other objects, for example, or from
    /// another engine. Object pairs and sets in both are taken from this one.
    ///
    /// ```
    /// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
    ///
    /// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let mut scene = Scene::new();
    /// let mut add = |x| Ok::<_, allide::Error>(scene.add("", &triangle, Pose::translation(x, 0.0, 0.0)?));
    /// let ids = [add(0.0)?, add(0.5)?, add(1.0)?];
    /// let mut engine = Engine::cpu();
    /// let mut report = engine.run(&scene, &Overlaps::new().of(ids[0]))?;
    /// report.merge(engine.run(&scene, &Overlaps::new().of(ids[2]))?);
    /// assert_eq!((report.pairs.len(), report.run.asked.len()), (3, 2));
    /// # Ok::<(), allide::Error>(())
    /// ```
    pub fn merge(&mut self, other: Self) {
        let Self { run, mut pairs, mut sets, mut surfaces, findings } = other;
        self.run.merge(run);
        pairs.retain(|pair| self.pairs.binary_search_by_key(&(pair.a, pair.b), |own| (own.a, own.b)).is_err());
        sets.retain(|set| self.sets.binary_search_by_key(&set.objects[0], |own| own.objects[0]).is_err());
        self.sets.append(&mut sets);
        self.sets.sort_unstable_by_key(|set| set.objects[0]);
        self.surfaces.append(&mut surfaces);
        self.surfaces.sort_unstable();
        self.surfaces.dedup();
        let found = |pairs, findings| Found { pairs, findings, ..Found::default() };
        let own = found(std::mem::take(&mut self.pairs), std::mem::take(&mut self.findings));
        Found { pairs: self.pairs, findings: self.findings, .. } = own.merged(found(pairs, findings));
    }
}

impl<Finding> Report<Finding> {
    /// All findings, sorted by object pair, then by triangles.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The findings of one of this report's pairs.
    pub fn findings_of(&self, pair: &ObjectPair) -> &[Finding] {
        &self.findings[pair.findings.clone()]
    }

    /// The findings between two objects, in either order, or between those that [stand for them](Self::stand_in); triangles
    /// `a` belong to the smaller id of these.
    pub fn between(&self, a: ObjectId, b: ObjectId) -> &[Finding] {
        self.pair(a, b).map_or(&[], |pair| self.findings_of(pair))
    }

    /// The pair of two objects, in either order, or of those that [stand for them](Self::stand_in).
    pub fn pair(&self, a: ObjectId, b: ObjectId) -> Option<&ObjectPair> {
        let (a, b) = (self.stand_in(a), self.stand_in(b));
        let place = self.pairs.binary_search_by_key(&(a.min(b), a.max(b)), |pair| (pair.a, pair.b)).ok()?;
        Some(&self.pairs[place])
    }

    /// The object whose pairs stand for those of this one: another only if this is a duplicate of it. Searches all sets.
    ///
    /// ```
    /// use allide::{Clearance, Engine, Mesh, Pose, Scene};
    ///
    /// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let mut scene = Scene::new();
    /// let [bolt, copy] = ["bolt", "copy"].map(|name| scene.add(name, &triangle, Pose::IDENTITY));
    /// let wall = scene.add("wall", &triangle, Pose::translation(0.0, 0.0, 2.0)?);
    /// let report = Engine::cpu().run(&scene, &Clearance::within(3.0)?)?;
    /// assert_eq!((report.pairs.len(), report.pairs[0].stands_for), (1, [2, 1]));
    /// assert_eq!((report.stand_in(copy), report.stand_in(wall)), (bolt, wall));
    /// assert_eq!(report.pair(wall, copy), Some(&report.pairs[0]));
    /// # Ok::<(), allide::Error>(())
    /// ```
    pub fn stand_in(&self, id: ObjectId) -> ObjectId {
        self.sets.iter().find_map(|set| set.stand_in(id)).unwrap_or(id)
    }
}

impl Report<TrianglePair> {
    /// A box around the places where one of this report's pairs meets, or around the object that lies inside the other,
    /// for display: not exact. `scene` is the one that was asked about.
    ///
    /// # Panics
    /// If `scene` has too few objects or triangles for the report.
    pub fn region(&self, scene: &Scene, pair: &ObjectPair) -> Aabb {
        let place = |finding: &TrianglePair| {
            contact_box(&scene.triangle(pair.a, finding.a), &scene.triangle(pair.b, finding.b))
        };
        match pair.inside {
            Some(inner) => scene.bounds_of(inner),
            None if pair.findings.is_empty() => scene.bounds_of(pair.a).intersection(&scene.bounds_of(pair.b)),
            None => {
                let boxes = self.findings_of(pair).par_iter().with_min_len(1024).map(place);
                boxes.reduce(|| Aabb::EMPTY, |x, y| x.union(&y))
            }
        }
    }
}

impl Report<TriangleDistance> {
    /// A box around the nearest points of one of this report's pairs, and of all its triangle pairs if they were asked for.
    pub fn region(&self, pair: &ObjectPair) -> Aabb {
        let all = self.findings_of(pair).iter().map(|finding| finding.nearest).chain(pair.nearest);
        Aabb::around(all.flat_map(|nearest| [nearest.on_a, nearest.on_b]))
    }
}

impl<Finding> fmt::Display for Report<Finding> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (pairs, findings) = (self.pairs.len(), self.findings.len());
        write!(out, "{findings} triangle pair{}, {pairs} object pair{}", plural(findings), plural(pairs))?;
        if !self.sets.is_empty() {
            write!(out, ", {} set{} of duplicates", self.sets.len(), plural(self.sets.len()))?;
        }
        write!(out, " | {} | {} | {:.1} ms", self.run.guarantee, self.run.means(), self.run.stats.total_ms)
    }
}
