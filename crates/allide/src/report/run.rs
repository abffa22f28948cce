//! The origin of an answer: the questions, the methods and devices, and the cost.

use super::{Guarantee, Proposals};
use crate::{Asked, Device, GroupId, Method, ObjectId};
use std::fmt;

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
/// # for x in [0.0, 0.5] {
/// #     scene.add("part", &triangle, Pose::translation(x, 0.0, 0.0)?);
/// # }
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
    /// The outcome of the object pairs that the method proposed, if it did.
    pub proposals: Option<Proposals>,
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
    /// The method's own report about its search: at most one entry, unless reports were merged.
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

    /// The set that each pass over the views left: see [`Details::Views`].
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
    /// From [`crate::Method::Fronts`] and [`crate::Method::Kdop`].
    Fronts {
        /// Node pairs in each front, from the roots down.
        lengths: Vec<u64>,
    },
    /// From the visibility methods: see [`crate::Views`].
    Views {
        /// The set that each pass left, in order.
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
    /// The level: `objects`, `parts` of them, or `triangles`.
    pub level: &'static str,
    /// Objects with something left.
    pub objects: u64,
    /// Parts of objects with something left, if the method has a level between objects and triangles.
    pub parts: u64,
    /// Triangles left.
    pub triangles: u64,
    /// The triangles left of each object that has some, in order; empty unless [`crate::Watch::keep_sets`] asked for them.
    pub left: Vec<(ObjectId, Vec<u32>)>,
    /// Object pairs left: the boxes around what is left of both objects meet.
    pub pairs: u64,
    /// Views that were drawn.
    pub views: u32,
    /// Draws, or dispatches of a rasteriser in compute kernels: those that write, queries, and those that mark what is hidden.
    pub draws: u64,
    /// Those of them that write depths.
    pub writes: u64,
    /// Occlusion queries, one for each part that was asked about; none where parts are marked instead.
    pub queries: u64,
    /// Triangles of all draws together: of covers, not of objects. Those that an earlier view of the pass has dropped count where
    /// they are handed to the GPU once more.
    pub rendered: u64,
    /// The shape drawn for a triangle: `triangle` itself, or a [`crate::Cover`] by its name.
    pub cover: &'static str,
    /// How full visibility was determined: see [`crate::Reduction`].
    pub reduction: &'static str,
    /// Pixels along each side of a view; of cells, the most along any side.
    pub resolution: u32,
    /// Pixels, or cells, of all views together.
    pub pixels: u64,
    /// Milliseconds by the wall clock, or by the GPU's own clock if several passes are one submission. Uploads and compilation are
    /// not among them.
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
    /// The question asked; several if reports were merged.
    pub asked: Vec<Asked>,
    /// Groups of objects that were not tested against each other: see [`crate::Scene::ignore`].
    pub ignored: Vec<(GroupId, GroupId)>,
    /// The guarantee of the answer.
    pub guarantee: Guarantee,
    /// The methods that found it.
    pub methods: Vec<Method>,
    /// The devices that they ran on.
    pub devices: Vec<Device>,
    /// Deviations from what was asked for that do not affect the answer.
    pub warnings: Vec<String>,
    /// The cost.
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
        match (&mut self.proposals, other.proposals) {
            (Some(own), Some(more)) => own.merge(more),
            (own, more) => *own = own.take().or(more),
        }
        match (&mut self.gpu, other.gpu) {
            (Some(gpu), Some(more)) => gpu.merge(more),
            (gpu, more) => *gpu = gpu.take().or(more),
        }
    }
}

/// Words with a plus between them.
fn joined<T: fmt::Display>(words: &[T]) -> String {
    words.iter().map(T::to_string).collect::<Vec<_>>().join("+")
}
