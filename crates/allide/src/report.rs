use crate::{ObjectId, Scene};
use allide_geom::{Aabb, Class, Nearest, contact_box};
use rayon::prelude::*;
use std::fmt;
use std::ops::Range;

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Nothing is missing and nothing is extra.
    Exact,
    /// Nothing is extra, but what falls between the pixels of a view may be missing.
    Sampled,
}

impl Guarantee {
    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Guarantee::Exact => "exact",
            Guarantee::Sampled => "sampled",
        }
    }
}

/// Two overlapping triangles, counted from 0 inside their objects.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairClass {
    /// Surfaces pass through each other: at least one triangle pair is crossing.
    Hard,
    /// The same triangles in the same place.
    Duplicate,
    /// Surfaces meet, but nothing crosses.
    Touch,
    /// Closer than asked for; at distance 0 they overlap, and [`crate::Overlaps`] tells how.
    Clearance,
    /// An object that overlaps itself.
    SelfOverlap,
}

impl PairClass {
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
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectPair {
    /// The first object.
    pub a: ObjectId,
    /// The second object.
    pub b: ObjectId,
    /// How they meet.
    pub class: PairClass,
    /// How many triangle pairs were found; 0 where only object pairs were asked for.
    pub triangle_pairs: usize,
    /// The nearest points of the two objects, for clearance.
    pub nearest: Option<Nearest>,
    pub(crate) findings: Range<usize>,
}

/// The time that a part of the work took.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Which part.
    pub name: &'static str,
    /// Milliseconds: of the wall clock, or, in [`GpuStats`], of the GPU's own.
    pub ms: f64,
}

/// What the answer cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// From arrays in memory to sorted exact findings in memory, in milliseconds.
    pub total_ms: f64,
    /// The parts of it.
    pub stages: Vec<Stage>,
    /// Triangle pairs that culling left for the exact test.
    pub candidates: u64,
    /// Object pairs whose bounds met.
    pub object_candidates: u64,
    /// What the GPU had to do with it, if it had.
    pub gpu: Option<GpuStats>,
}

/// What the answer cost on a GPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuStats {
    /// The name that the driver gives the adapter.
    pub adapter: String,
    /// Times that the GPU measured itself; none where it cannot.
    pub stages: Vec<Stage>,
    /// How often the work was done: more than once where a list was too short or cells were crowded, which later runs
    /// remember.
    pub attempts: u32,
    /// Who decided about the candidates.
    pub tiers: Tiers,
    /// What the method tells besides, where it has anything to tell and found anything to look at.
    pub details: Option<Details>,
}

impl GpuStats {
    /// Node pairs in each front, from the roots down: see [`Details::Fronts`].
    pub fn fronts(&self) -> &[u64] {
        match &self.details {
            Some(Details::Fronts { lengths }) => lengths,
            _ => &[],
        }
    }

    /// What each pass over the views left: see [`Details::Views`].
    pub fn passes(&self) -> &[Pass] {
        match &self.details {
            Some(Details::Views { passes, .. }) => passes,
            _ => &[],
        }
    }

    /// Pairs of triangles that were compared in cells: see [`Details::Views`].
    pub fn compared(&self) -> u64 {
        match self.details {
            Some(Details::Views { compared, .. }) => compared,
            _ => 0,
        }
    }
}

/// What methods of a GPU tell about a search, each in its own terms.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Details {
    /// Of [`crate::Method::Fronts`].
    Fronts {
        /// Node pairs in each front, from the roots down.
        lengths: Vec<u64>,
    },
    /// Of methods that look at a scene in [`crate::Views`].
    Views {
        /// What each pass left, in order.
        passes: Vec<Pass>,
        /// Pairs of triangles that were compared because they share a cell and a depth, once for each cell; 0 where views
        /// are drawn.
        compared: u64,
    },
}

/// One pass of a method that culls by visibility: what it drew, and what it left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pass {
    /// What was looked at: `objects`, `parts` of them, or `triangles`.
    pub level: &'static str,
    /// Objects with something left.
    pub objects: u64,
    /// Parts of objects with something left, where there are any between objects and triangles.
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
    /// Milliseconds of the wall clock, or of the GPU's own where the GPU does several passes in one go.
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

impl Tiers {
    /// All candidates.
    pub fn total(&self) -> u64 {
        self.filter + self.exact + self.cpu
    }
}

/// The answer to a question: object pairs in order, each with its findings in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<Finding> {
    /// What the answer is worth.
    pub guarantee: Guarantee,
    /// The method that found it.
    pub method: &'static str,
    /// The device it ran on: `cpu` or `gpu`.
    pub device: &'static str,
    /// What went otherwise than asked for, without harm to the answer.
    pub warnings: Vec<String>,
    /// The objects that meet, sorted by `(a, b)`.
    pub pairs: Vec<ObjectPair>,
    /// What it cost.
    pub stats: Stats,
    pub(crate) findings: Vec<Finding>,
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

    /// The findings between two objects, in whichever order they are named; triangles `a` belong to the smaller id.
    pub fn between(&self, a: ObjectId, b: ObjectId) -> &[Finding] {
        let key = (a.min(b), a.max(b));
        let place = self.pairs.binary_search_by_key(&key, |pair| (pair.a, pair.b));
        place.map_or(&[], |place| self.findings_of(&self.pairs[place]))
    }
}

impl Report<TrianglePair> {
    /// A box around the places where one of this report's pairs meets, for showing: not exact. `scene` is the one that was
    /// asked about.
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

impl<Finding> fmt::Display for Report<Finding> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (pairs, findings) = (self.pairs.len(), self.findings.len());
        write!(
            out,
            "{findings} triangle pair{}, {pairs} object pair{} | {} | {}, {} | {:.1} ms",
            plural(findings),
            plural(pairs),
            self.guarantee.name(),
            self.method,
            self.device,
            self.stats.total_ms
        )
    }
}
