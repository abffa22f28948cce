//! The exact decision about candidates: written once, used by every method.

mod distance;
mod within;

pub(crate) use distance::Glance;
pub use distance::{DistanceSink, Order};
pub use within::StrangerSink;

use crate::history::Budget;
use crate::strangers::Strangers;
use crate::world::{Corners, WorldObject, WorldPair};
use crate::{TrianglePair, Watch};
use allide_geom::Class;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Receives the candidates of a method. Methods may work in parallel, each thread with its own batch.
pub trait Sink: Send + Sync {
    /// The finding that a confirmed candidate becomes.
    type Finding: Copy + Send + Sync;

    /// Triangle pairs farther apart than this need not be offered. May shrink during the search.
    fn margin(&self) -> f64;

    /// Whether nothing more needs to be offered.
    fn is_done(&self) -> bool {
        false
    }

    /// Whether this thread has to do all the work.
    fn is_alone(&self) -> bool {
        false
    }

    /// The budget for this pair, if another method can take over.
    fn budget(&self) -> Option<&Budget> {
        None
    }

    /// A share of the work on this pair is finished.
    fn finished(&self, share: f64) {
        let _ = share;
    }

    /// The search for the nearest pair, if only that is wanted: then offering good candidates first saves work.
    fn nearest(&self) -> Option<&DistanceSink<'_>> {
        None
    }

    /// Which triangles are strangers, if only those matter: then most others can be passed over together.
    #[doc(hidden)]
    fn strangers(&self) -> Option<&Strangers> {
        None
    }

    /// Decides triangle `a` of the first object against each of the triangles `others` of the second.
    fn offer(&self, batch: &mut Batch<Self::Finding>, a: u32, others: &[u32]);
}

/// Findings of one thread, not yet in order.
pub struct Batch<Finding> {
    pub(crate) candidates: u64,
    pub(crate) findings: Vec<Finding>,
}

impl<Finding> Default for Batch<Finding> {
    fn default() -> Self {
        Self { candidates: 0, findings: Vec::new() }
    }
}

impl<Finding> Batch<Finding> {
    /// Adds what another thread found.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.candidates += other.candidates;
        if self.findings.is_empty() {
            self.findings = other.findings;
        } else {
            self.findings.append(&mut other.findings);
        }
    }

    /// [`Batch::append`], for reductions.
    pub(crate) fn join(mut self, other: Self) -> Self {
        self.append(other);
        self
    }
}

/// An upper bound on the true distance of triangles whose computed distance is `distance`, for coordinates of at most
/// `magnitude`: culling with it loses no pair to rounding.
pub(crate) fn reach(distance: f64, magnitude: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { (distance * (1.0 + 1.0e-9) + magnitude * 1.0e-12).min(f64::MAX) }
}

/// Reasons to stop early, and the watch that progress is reported to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halt<'f> {
    /// Set by the first finding, if one is enough.
    pub first: Option<&'f AtomicBool>,
    pub watch: Option<&'f Watch>,
}

impl Halt<'_> {
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.first.is_some_and(|first| first.load(Ordering::Relaxed)) || self.is_cancelled()
    }

    #[inline]
    pub(crate) fn is_cancelled(&self) -> bool {
        self.watch.is_some_and(Watch::is_cancelled)
    }

    /// Whether methods are to tell what each of their passes left.
    #[cfg(feature = "gpu")]
    pub(crate) fn keeps_sets(&self) -> bool {
        self.watch.is_some_and(Watch::keeps_sets)
    }
}

/// A sink that stops on request, and when a budget is spent.
pub(crate) struct Stoppable<'f, S> {
    sink: S,
    halt: Halt<'f>,
    budget: Option<Budget>,
    /// The share of all work that this pair stands for, if there is a watch.
    weight: f64,
    /// How much of it was reported as finished, in units of 1 / [`Self::WHOLE`].
    reported: AtomicU64,
    is_alone: bool,
}

impl<'f, S: Sink> Stoppable<'f, S> {
    const WHOLE: f64 = (1_u64 << 40) as f64;

    pub(crate) fn new(sink: S, halt: Halt<'f>, budget: Option<Budget>, weight: f64) -> Self {
        Self { sink, halt, budget, weight, reported: AtomicU64::new(0), is_alone: false }
    }

    /// The same, for one thread or for several.
    pub(crate) fn alone(self, is_alone: bool) -> Self {
        Self { is_alone, ..self }
    }

    /// Whether the search was abandoned because it takes too long: then findings are incomplete.
    pub(crate) fn is_broken_off(&self) -> bool {
        self.budget.as_ref().is_some_and(Budget::is_exceeded)
    }

    /// The share still to be reported as finished. Negative if the pair has to be redone.
    pub(crate) fn unreported(&self) -> f64 {
        let reported = self.reported.load(Ordering::Relaxed) as f64 / Self::WHOLE;
        let all = if self.is_broken_off() { 0.0 } else { 1.0 };
        self.weight * (all - reported)
    }
}

impl<S: Sink> Sink for Stoppable<'_, S> {
    type Finding = S::Finding;

    fn margin(&self) -> f64 {
        self.sink.margin()
    }

    fn is_done(&self) -> bool {
        self.halt.is_wanted() || self.is_broken_off() || self.sink.is_done()
    }

    fn is_alone(&self) -> bool {
        self.is_alone
    }

    fn budget(&self) -> Option<&Budget> {
        self.budget.as_ref()
    }

    fn finished(&self, share: f64) {
        if let Some(budget) = &self.budget {
            budget.finish(share);
        }
        if let Some(watch) = self.halt.watch {
            watch.add(self.weight * share);
            self.reported.fetch_add((share * Self::WHOLE) as u64, Ordering::Relaxed);
        }
    }

    fn nearest(&self) -> Option<&DistanceSink<'_>> {
        self.sink.nearest()
    }

    fn strangers(&self) -> Option<&Strangers> {
        self.sink.strangers()
    }

    #[inline]
    fn offer(&self, batch: &mut Batch<S::Finding>, a: u32, others: &[u32]) {
        self.sink.offer(batch, a, others);
        if let Some(first) = self.halt.first
            && !batch.findings.is_empty()
        {
            first.store(true, Ordering::Relaxed);
        }
    }
}

/// Which overlaps of two objects are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    All,
    /// All, until one crosses: that one is enough.
    UntilCrossing,
    /// One that tells the class of the pair.
    One,
}

/// Overlaps between two objects: all of them, or only what tells the class of the pair.
pub struct OverlapSink<'w> {
    a: Corners<'w>,
    b: Corners<'w>,
    keep: Keep,
    crosses: AtomicBool,
}

impl<'w> OverlapSink<'w> {
    pub(crate) fn new(pair: WorldPair<'w>, keep: Keep) -> Self {
        Self { a: pair.a.corners(), b: pair.b.corners(), keep, crosses: AtomicBool::new(false) }
    }
}

impl Sink for OverlapSink<'_> {
    type Finding = TrianglePair;

    fn margin(&self) -> f64 {
        0.0
    }

    fn is_done(&self) -> bool {
        self.keep != Keep::All && self.crosses.load(Ordering::Relaxed)
    }

    fn offer(&self, batch: &mut Batch<TrianglePair>, a: u32, others: &[u32]) {
        batch.candidates += others.len() as u64;
        let triangle = self.a.of(a);
        if self.keep != Keep::All {
            return self.b.for_each_overlap(&triangle, None, others, |b, class| {
                let crosses = class == Class::Crossing;
                if crosses || batch.findings.is_empty() {
                    batch.findings.clear();
                }
                if batch.findings.is_empty() || self.keep == Keep::UntilCrossing {
                    batch.findings.push(TrianglePair { a, b, class });
                }
                if crosses {
                    self.crosses.store(true, Ordering::Relaxed);
                }
            });
        }
        if batch.findings.is_empty() {
            batch.findings.reserve(32);
        }
        self.b.for_each_overlap(&triangle, None, others, |b, class| {
            batch.findings.push(TrianglePair { a, b, class });
        });
    }
}

/// Overlaps inside one object.
pub struct SelfOverlapSink<'w> {
    corners: Corners<'w>,
}

impl<'w> SelfOverlapSink<'w> {
    pub(crate) fn new(object: &'w WorldObject) -> Self {
        Self { corners: object.corners() }
    }
}

impl Sink for SelfOverlapSink<'_> {
    type Finding = TrianglePair;

    fn margin(&self) -> f64 {
        0.0
    }

    fn offer(&self, batch: &mut Batch<TrianglePair>, a: u32, others: &[u32]) {
        batch.candidates += others.len() as u64;
        let triangle = self.corners.of(a);
        self.corners.for_each_overlap(&triangle, Some(self.corners.vertices(a)), others, |b, class| {
            batch.findings.push(TrianglePair { a: a.min(b), b: a.max(b), class });
        });
    }
}
