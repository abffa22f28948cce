//! What can be asked of a scene.

mod clearance;
mod overlaps;
mod self_overlaps;

pub use clearance::Clearance;
pub use overlaps::Overlaps;
pub use self_overlaps::SelfOverlaps;

use crate::answer::Answers;
use crate::confirm::Sink;
use crate::engine::Errand;
use crate::methods::Method;
use crate::words::words;
use crate::world::WorldPair;
use crate::{Class, Engine, Error, Nearest, ObjectId, PairClass};
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
    /// [`SelfOverlaps`]
    SelfOverlaps,
}

impl QuestionKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Overlaps, Self::Clearance, Self::SelfOverlaps];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overlaps => "overlaps",
            Self::Clearance => "clearance",
            Self::SelfOverlaps => "self-overlaps",
        }
    }

    /// Whether it is about triangles of one object.
    pub(crate) const fn is_within(self) -> bool {
        matches!(self, Self::SelfOverlaps)
    }
}

words!(QuestionKind, "question");

/// All that a question says, in plain values.
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
    /// What is looked for.
    pub question: QuestionKind,
    /// The one object that it is about; all objects otherwise.
    pub object: Option<ObjectId>,
    /// How far apart things may be to be found: the clearance, or 0.
    pub distance: f64,
    /// Whether triangle pairs are listed, and not just object pairs.
    pub triangles: bool,
    /// How it is to be answered.
    pub method: Method,
}

/// Something that can be asked of a scene: [`Overlaps`], [`Clearance`] or [`SelfOverlaps`].
///
/// Sealed: what is found has to be decided exactly, by whichever method and device.
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
pub trait Question: sealed::Sealed + Sync {
    /// What is found.
    type Finding: Copy + fmt::Debug + Send + Sync;
    #[doc(hidden)]
    type Sink<'w>: Sink<Finding = Self::Finding>;

    /// All that it says.
    fn asked(&self) -> Asked;

    #[doc(hidden)]
    fn sink<'w>(&self, pair: WorldPair<'w>) -> Self::Sink<'w>;

    /// What a pair becomes that is known to overlap. Never called for a distance, where that is no answer.
    #[doc(hidden)]
    fn certain(&self, a: u32, b: u32, class: Class) -> Self::Finding;

    /// The triangles of a finding.
    #[doc(hidden)]
    fn triangles(finding: &Self::Finding) -> (u32, u32);

    /// Looks at all findings of a pair, perhaps none, puts those to be reported in order, and sums up. `None` if there is
    /// nothing to say about the two objects; then no findings are left.
    #[doc(hidden)]
    fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<Self::Finding>) -> Option<Verdict>;

    /// [`Engine::answer`] for this question. Not generic, so all methods are compiled with this crate, once, and not again
    /// with every caller.
    #[doc(hidden)]
    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<Self::Finding>, Error>;
}

mod sealed {
    pub trait Sealed {}
}

/// What is known of an object pair besides its findings.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    pub class: PairClass,
    pub nearest: Option<Nearest>,
}

/// Findings that one task looks at.
const CHUNK: usize = 1 << 14;

/// Sorts findings, unless they are sorted: those of a GPU are, and there may be millions.
fn sort<Q: Question>(findings: &mut [Q::Finding]) {
    let is_sorted = |two: &[Q::Finding]| Q::triangles(&two[0]) <= Q::triangles(&two[1]);
    if !findings.par_windows(2).with_min_len(CHUNK).all(is_sorted) {
        findings.par_sort_unstable_by_key(Q::triangles);
    }
}
