use crate::answer::Found;
use crate::words::words;
use crate::{Asked, Device, GroupId, Method, ObjectId, Scene};
use allide_geom::{Aabb, Class, Nearest, contact_box};
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
pub struct TriangleDistance {
    /// The triangle of the first object.
    pub a: u32,
    /// The triangle of the second object.
    pub b: u32,
    /// How far apart they are, and where.
    pub nearest: Nearest,
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
    /// Surfaces pass through each other: at least one triangle pair is crossing.
    Hard,
    /// The same triangles in the same place.
    Duplicate,
    /// Surfaces meet, but nothing crosses.
    Touch,
    /// Closer than the clearance; at distance 0 they overlap, and [`crate::Overlaps`] tells how.
    Clearance,
    /// An object that overlaps itself.
    SelfOverlap,
}

words!(PairClass, "class");

impl PairClass {
    /// All classes.
    pub const ALL: [Self; 5] = [Self::Hard, Self::Duplicate, Self::Touch, Self::Clearance, Self::SelfOverlap];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            PairClass::Hard => "hard",
            PairClass::Duplicate => "duplicate",
            PairClass::Touch => "touch",
            PairClass::Clearance => "clearance",
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
/// let pair = &Engine::cpu().run(&scene, &Overlaps::new())?.pairs[0];
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
    pub nearest: Option<Nearest>,
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
    /// One of their findings, if the question is decided by triangle pairs.
    pub finding: Option<Finding>,
}

/// The time of one part of the work.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Which part.
    pub name: &'static str,
    /// Milliseconds by the wall clock, or, in [`GpuStats`], by the GPU's own clock.
    pub ms: f64,
}

/// The cost of an answer.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// # let mut scene = Scene::new();
/// # let [lid, base] = ["lid", "base"].map(|name| scene.add(name, &triangle, Pose::IDENTITY));
/// let stats = Engine::cpu().run(&scene, &Overlaps::new())?.run.stats;
/// for stage in &stats.stages {
///     println!("{}: {:.2} of {:.2} ms", stage.name, stage.ms, stats.total_ms);
/// }
/// assert_eq!((stats.object_candidates, stats.gpu), (1, None));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Stats {
    /// From arrays in memory to sorted exact findings in memory, in milliseconds.
    pub total_ms: f64,
    /// The parts of it.
    pub stages: Vec<Stage>,
    /// Triangle pairs that culling left for the exact test.
    pub candidates: u64,
    /// Object pairs whose bounds met.
    pub object_candidates: u64,
    /// The GPU's share, if it took part.
    pub gpu: Option<GpuStats>,
}

/// The cost of an answer on a GPU.
///
/// ```no_run
/// use allide::{Engine, Method, Overlaps, Scene};
///
/// let report = Engine::auto().run(&Scene::new(), &Overlaps::new().method(Method::Fronts))?;
/// let gpu = report.run.stats.gpu.expect("this method runs on GPUs only");
/// println!("{}: {} candidates left to the CPU, fronts {:?}", gpu.adapter, gpu.tiers.cpu, gpu.fronts());
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GpuStats {
    /// The name that the driver gives the adapter.
    pub adapter: String,
    /// Times measured by the GPU itself; empty if it cannot.
    pub stages: Vec<Stage>,
    /// How often the work was run: more than once if a list overflowed or cells were crowded, which later runs
    /// remember.
    pub attempts: u32,
    /// Which tier decided how many candidates.
    pub tiers: Tiers,
    /// What the method reports about its search: at most one entry, unless reports were merged.
    pub details: Vec<Details>,
}

impl GpuStats {
    /// Node pairs in each front, from the roots down: see [`Details::Fronts`].
    pub fn fronts(&self) -> &[u64] {
        let lengths = self.details.iter().find_map(|details| match details {
            Details::Fronts { lengths } => Some(&lengths[..]),
            Details::Views { .. } => None,
        });
        lengths.unwrap_or_default()
    }

    /// What each pass over the views left: see [`Details::Views`].
    pub fn passes(&self) -> &[Pass] {
        self.views().map(|(passes, _)| passes).unwrap_or_default()
    }

    /// Triangle pairs compared in cells: see [`Details::Views`].
    pub fn compared(&self) -> u64 {
        self.views().map_or(0, |(_, compared)| compared)
    }

    fn views(&self) -> Option<(&[Pass], u64)> {
        self.details.iter().find_map(|details| match details {
            Details::Views { passes, compared } => Some((&passes[..], *compared)),
            Details::Fronts { .. } => None,
        })
    }
}

/// What GPU methods report about a search, each in its own terms.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Details {
    /// From [`crate::Method::Fronts`].
    Fronts {
        /// Node pairs in each front, from the roots down.
        lengths: Vec<u64>,
    },
    /// From the visibility methods: see [`crate::Views`].
    Views {
        /// What each pass left, in order.
        passes: Vec<Pass>,
        /// Triangle pairs that were compared because they share a cell and a depth, counted once per cell; 0 where
        /// views are drawn.
        compared: u64,
    },
}

/// One pass of a visibility method: what it drew, and what it left.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Pass {
    /// What was looked at: `objects`, `parts` of them, or `triangles`.
    pub level: &'static str,
    /// Objects with something left.
    pub objects: u64,
    /// Parts of objects with something left, if the method has a level between objects and triangles.
    pub parts: u64,
    /// Triangles left.
    pub triangles: u64,
    /// Object pairs left: the boxes around what is left of both objects meet.
    pub pairs: u64,
    /// Views that were drawn.
    pub views: u32,
    /// Draws, or dispatches of a rasteriser in compute kernels.
    pub draws: u64,
    /// Pixels, or cells, of all views together.
    pub pixels: u64,
    /// Milliseconds by the wall clock, or by the GPU's own clock if several passes are one submission.
    pub ms: f64,
}

/// How many candidates each tier of confirmation decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tiers {
    /// By boxes and certified `f32` signs on the GPU.
    pub filter: u64,
    /// By exact integers on the GPU.
    pub exact: u64,
    /// By the CPU.
    pub cpu: u64,
}

impl GpuStats {
    fn merge(&mut self, other: Self) {
        add_times(&mut self.stages, other.stages);
        self.attempts += other.attempts;
        let Tiers { filter, exact, cpu } = other.tiers;
        self.tiers =
            Tiers { filter: self.tiers.filter + filter, exact: self.tiers.exact + exact, cpu: self.tiers.cpu + cpu };
        self.details.extend(other.details);
    }
}

impl Tiers {
    /// All candidates.
    pub fn total(&self) -> u64 {
        self.filter + self.exact + self.cpu
    }
}

/// How an answer was found: what was asked, which methods and devices answered, and the cost.
///
/// ```
/// use allide::{Engine, Guarantee, Overlaps, QuestionKind, Scene};
///
/// let run = Engine::cpu().run(&Scene::new(), &Overlaps::new())?.run;
/// assert_eq!((run.asked[0].question, run.guarantee), (QuestionKind::Overlaps, Guarantee::Exact));
/// assert_eq!(run.means(), "divide, cpu");
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Run {
    /// The version of allide.
    pub version: &'static str,
    /// What was asked: one question, unless reports were merged.
    pub asked: Vec<Asked>,
    /// Groups of objects that were not tested against each other: see [`Scene::ignore`].
    pub ignored: Vec<(GroupId, GroupId)>,
    /// What the answer is worth.
    pub guarantee: Guarantee,
    /// The methods that found it.
    pub methods: Vec<Method>,
    /// The devices that they ran on.
    pub devices: Vec<Device>,
    /// Deviations from what was asked for that do not affect the answer.
    pub warnings: Vec<String>,
    /// What it cost.
    pub stats: Stats,
}

/// Adds the items that are missing.
fn unite<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// Adds times to those of the same name.
fn add_times(all: &mut Vec<Stage>, more: Vec<Stage>) {
    for stage in more {
        match all.iter_mut().find(|known| known.name == stage.name) {
            Some(known) => known.ms += stage.ms,
            None => all.push(stage),
        }
    }
}

impl Run {
    /// The methods and devices in words: `divide+bvh, cpu`.
    pub fn means(&self) -> String {
        format!("{}, {}", joined(&self.methods), joined(&self.devices))
    }

    /// Combines both: the weaker guarantee, everything that either used, and the sum of the costs.
    pub fn merge(&mut self, other: Self) {
        unite(&mut self.asked, other.asked);
        unite(&mut self.ignored, other.ignored);
        self.guarantee = self.guarantee.max(other.guarantee);
        unite(&mut self.methods, other.methods);
        unite(&mut self.devices, other.devices);
        unite(&mut self.warnings, other.warnings);
        self.stats.merge(other.stats);
    }
}

impl Stats {
    fn merge(&mut self, other: Self) {
        self.total_ms += other.total_ms;
        add_times(&mut self.stages, other.stages);
        self.candidates += other.candidates;
        self.object_candidates += other.object_candidates;
        match (&mut self.gpu, other.gpu) {
            (Some(gpu), Some(more)) => gpu.merge(more),
            (gpu, more) => *gpu = gpu.take().or(more),
        }
    }
}

/// The answer to a question: how it was found, the object pairs in order, and their findings in order.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// # let mut scene = Scene::new();
/// # let [lid, base] = ["lid", "base"].map(|name| scene.add(name, &triangle, Pose::IDENTITY));
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
    /// The objects that meet, sorted by `(a, b)`: the verdicts.
    pub pairs: Vec<ObjectPair>,
    pub(crate) findings: Vec<Finding>,
}

impl<Finding: Copy> Report<Finding> {
    /// Merges another answer to the same question about the same scene: about other objects, for example, or from
    /// another engine. Object pairs in both are taken from this one.
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
        let Self { run, mut pairs, findings } = other;
        self.run.merge(run);
        pairs.retain(|pair| self.pairs.binary_search_by_key(&(pair.a, pair.b), |own| (own.a, own.b)).is_err());
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

    /// The findings between two objects, in either order; triangles `a` belong to the smaller id.
    pub fn between(&self, a: ObjectId, b: ObjectId) -> &[Finding] {
        let key = (a.min(b), a.max(b));
        let place = self.pairs.binary_search_by_key(&key, |pair| (pair.a, pair.b));
        place.map_or(&[], |place| self.findings_of(&self.pairs[place]))
    }
}

impl Report<TrianglePair> {
    /// A box around the places where one of this report's pairs meets, for display: not exact. `scene` is the one that
    /// was asked about.
    ///
    /// # Panics
    /// If `scene` has too few objects or triangles for the report.
    pub fn region(&self, scene: &Scene, pair: &ObjectPair) -> Aabb {
        let place = |finding: &TrianglePair| {
            contact_box(&scene.triangle(pair.a, finding.a), &scene.triangle(pair.b, finding.b))
        };
        let boxes = self.findings_of(pair).par_iter().with_min_len(1024).map(place);
        boxes.reduce(|| Aabb::EMPTY, |x, y| x.union(&y))
    }
}

impl Report<TriangleDistance> {
    /// A box around the nearest points of one of this report's pairs, and of all its triangle pairs if they were asked for.
    pub fn region(&self, pair: &ObjectPair) -> Aabb {
        let all = self.findings_of(pair).iter().map(|finding| finding.nearest).chain(pair.nearest);
        Aabb::around(all.flat_map(|nearest| [nearest.on_a, nearest.on_b]))
    }
}

/// Words with a plus between them.
fn joined<T: fmt::Display>(words: &[T]) -> String {
    words.iter().map(T::to_string).collect::<Vec<_>>().join("+")
}

impl<Finding> fmt::Display for Report<Finding> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (pairs, findings) = (self.pairs.len(), self.findings.len());
        write!(
            out,
            "{findings} triangle pair{}, {pairs} object pair{} | {} | {} | {:.1} ms",
            plural(findings),
            plural(pairs),
            self.run.guarantee,
            self.run.means(),
            self.run.stats.total_ms
        )
    }
}
