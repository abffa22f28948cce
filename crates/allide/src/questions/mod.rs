//! The questions about a scene.
//!
//! A question is described by one plain value: [`Asked`] is everything it says, and goes into the report.
//! [`crate::ask::Ask`] is the same question about one scene, with its objects and their pairs, for the search on a GPU.
//! A question may reach a verdict on an object pair without any finding ([`Question::conclude`]).

mod clearance;
mod nearest;
mod overlaps;
mod self_clearance;
mod self_overlaps;
mod solids;

pub use clearance::Clearance;
pub use nearest::Nearest;
pub use overlaps::Overlaps;
pub use self_clearance::SelfClearance;
pub use self_overlaps::SelfOverlaps;
pub use solids::Solids;

use crate::answer::Answers;
use crate::confirm::{Order, Sink};
use crate::engine::Errand;
use crate::methods::Method;
use crate::words::words;
use crate::world::{WorldObject, WorldPair};
use crate::{Class, Engine, Error, Least, NearestPoints, ObjectId, PairClass, Scene, TriangleDistance, Watch};
use rayon::prelude::*;
use std::fmt;

/// The kinds of questions.
///
/// ```
/// use allide::{Method, QuestionKind};
///
/// assert_eq!("self-overlaps".parse::<QuestionKind>()?, QuestionKind::SelfOverlaps);
/// assert!(QuestionKind::ALL.into_iter().all(|kind| Method::Bvh.answers(kind)));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum QuestionKind {
    /// [`Overlaps`]
    Overlaps,
    /// [`Clearance`]
    Clearance,
    /// [`Nearest`]
    Nearest,
    /// [`SelfOverlaps`]
    SelfOverlaps,
    /// [`SelfClearance`]
    SelfClearance,
    /// [`Solids`]
    Solids,
}

impl QuestionKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Overlaps, Self::Clearance, Self::Nearest, Self::SelfOverlaps, Self::SelfClearance, Self::Solids];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overlaps => "overlaps",
            Self::Clearance => "clearance",
            Self::Nearest => "nearest",
            Self::SelfOverlaps => "self-overlaps",
            Self::SelfClearance => "self-clearance",
            Self::Solids => "solids",
        }
    }

    /// Whether it is about triangles of one object.
    pub(crate) const fn is_within(self) -> bool {
        matches!(self, Self::SelfOverlaps | Self::SelfClearance)
    }
}

words!(QuestionKind, "question");

/// All settings of a question, as plain values.
///
/// ```
/// use allide::{Clearance, Method, Question, QuestionKind};
///
/// let asked = Clearance::within(0.05)?.method(Method::Bvh).asked();
/// assert_eq!((asked.question, asked.distance), (QuestionKind::Clearance, 0.05));
/// assert!(asked.object.is_none() && !asked.triangles);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Asked {
    /// The kind of question.
    pub question: QuestionKind,
    /// The object that the question is about; `None` for all objects.
    pub object: Option<ObjectId>,
    /// The clearance; 0 for overlaps, and infinite for [`Nearest`].
    pub distance: f64,
    /// Whether triangle pairs are listed, and not just object pairs.
    pub triangles: bool,
    /// Whether duplicates are searched like other objects, instead of being reported as sets in which one stands for all: see
    /// [`Overlaps::with_duplicates`].
    pub duplicates: bool,
    /// Whether the region that two objects share is measured: see [`Solids::measured`].
    pub measured: bool,
    /// Penetrations up to this are [`PairClass::Shallow`]: see [`Solids::tolerance`]. Otherwise 0.
    pub tolerance: f64,
    /// So are pairs that share no more volume than this: see [`Solids::min_volume`]. Otherwise 0.
    pub min_volume: f64,
    /// The least class that [`Engine::any`] counts as a finding.
    pub least: Least,
    /// The method to answer it with.
    pub method: Method,
}

impl Asked {
    /// A question about overlaps of all objects and their triangles.
    pub(crate) fn new(question: QuestionKind, method: Method) -> Self {
        Self {
            question,
            object: None,
            distance: 0.0,
            triangles: true,
            duplicates: true,
            measured: false,
            tolerance: 0.0,
            min_volume: 0.0,
            least: Least::Touch,
            method,
        }
    }

    /// Whether only a measurement decides which pairs are shallow.
    pub(crate) fn has_shallow(&self) -> bool {
        self.tolerance > 0.0 || self.min_volume > 0.0
    }

    /// Whether it is left to trees by methods that are no better at it, on the CPU.
    pub(crate) fn is_for_trees(&self) -> bool {
        self.is_nearest() || self.question == QuestionKind::SelfClearance
    }

    /// Whether all that matters about two objects is their nearest points.
    pub(crate) fn is_nearest(&self) -> bool {
        matches!(self.question, QuestionKind::Clearance | QuestionKind::Nearest) && !self.triangles
    }
}

/// A question about a scene: [`Overlaps`], [`Solids`], [`Clearance`], [`Nearest`], [`SelfOverlaps`] or
/// [`SelfClearance`].
///
/// Sealed: every finding has to be decided exactly, by any method on any device.
///
/// ```
/// use allide::{Engine, Error, Question, Scene};
///
/// /// The names of all pairs that a question finds.
/// fn names<Q: Question>(engine: &mut Engine, scene: &Scene, question: &Q) -> Result<Vec<[String; 2]>, Error> {
///     let name = |id: allide::ObjectId| scene.objects()[id.index()].name().to_string();
///     let report = engine.run(scene, question)?;
///     Ok(report.pairs.iter().map(|pair| [name(pair.a), name(pair.b)]).collect())
/// }
/// ```
pub trait Question: sealed::Sealed + Clone + Sync {
    /// The type of finding.
    type Finding: Copy + fmt::Debug + Send + Sync;
    #[doc(hidden)]
    type Sink<'w>: Sink<Finding = Self::Finding>;

    /// All settings, as plain values.
    fn asked(&self) -> Asked;

    #[doc(hidden)]
    fn sink<'w>(&self, pair: WorldPair<'w>) -> Self::Sink<'w>;

    /// The finding for a pair that is known to overlap. Never called for clearance, which needs a distance.
    #[doc(hidden)]
    fn certain(&self, a: u32, b: u32, class: Class) -> Self::Finding;

    /// The triangles of a finding.
    #[doc(hidden)]
    fn triangles(finding: &Self::Finding) -> (u32, u32);

    /// Sums up all findings of a pair, perhaps none, and sorts those to be reported. `None` if there is nothing to
    /// report about the two objects; then no findings are left.
    #[doc(hidden)]
    fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<Self::Finding>) -> Option<Verdict>;

    /// Whether two triangles that were found are a finding, whatever else is true of their objects. Otherwise the class of
    /// the pair decides: see [`PairClass::is_finding`].
    #[doc(hidden)]
    fn one_is_enough(&self) -> bool {
        true
    }

    /// The same question where one finding is enough: it lists and measures only what decides.
    #[doc(hidden)]
    fn for_any(&self) -> Self {
        self.clone()
    }

    /// Objects of the scene that take part by their surface alone, in order.
    #[doc(hidden)]
    fn surfaces(&self, scene: &Scene) -> Vec<ObjectId> {
        let _ = scene;
        Vec::new()
    }

    /// Measures the findings, if asked for.
    #[doc(hidden)]
    fn measure(&self, objects: &[WorldObject], answers: &mut Answers<Self::Finding>, watch: &Watch) {
        let _ = (objects, answers, watch);
    }

    /// [`Engine::answer`] for this question. It has no type parameters, so all methods are compiled once, with this
    /// crate, and not again with every caller.
    #[doc(hidden)]
    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<Self::Finding>, Error>;
}

mod sealed {
    pub trait Sealed {}
}

/// A verdict about an object pair, besides its findings.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    pub class: PairClass,
    pub nearest: Option<NearestPoints>,
    /// Which of the two lies inside the other.
    pub inside: Option<ObjectId>,
}

impl Verdict {
    /// A verdict that is just a class.
    fn of(class: PairClass) -> Self {
        Self { class, nearest: None, inside: None }
    }

    /// A verdict about objects with these nearest points.
    fn near(class: PairClass, nearest: NearestPoints) -> Self {
        Self { nearest: Some(nearest), ..Self::of(class) }
    }
}

/// The nearest of all points that were found.
fn nearest_of(pair: WorldPair<'_>, findings: &[TriangleDistance]) -> Option<NearestPoints> {
    let order = Order::of(pair);
    let first = findings.par_iter().with_min_len(CHUNK).min_by_key(|finding| order.rank(finding));
    first.map(|finding| finding.nearest)
}

/// Up to this many are sorted before other threads have woken up.
pub(crate) const FEW_FINDINGS: usize = 1 << 12;

/// Findings per task.
const CHUNK: usize = 1 << 14;

/// Sorts findings unless they are sorted already: those from a GPU are, and there may be millions.
fn sort<Q: Question>(findings: &mut [Q::Finding]) {
    let is_sorted = |two: &[Q::Finding]| Q::triangles(&two[0]) <= Q::triangles(&two[1]);
    if findings.len() <= FEW_FINDINGS {
        findings.sort_unstable_by_key(Q::triangles);
    } else if !findings.par_windows(2).with_min_len(CHUNK).all(is_sorted) {
        findings.par_sort_unstable_by_key(Q::triangles);
    }
}
