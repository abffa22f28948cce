//! The exact decision about candidates: written once, used by every method.

use crate::world::{WorldObject, WorldPair};
use crate::{Aabb, TriangleDistance, TrianglePair};
use allide_geom::{contact_box, distance, overlap, self_overlap};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Where a method sends its candidates. Methods may work in parallel, each thread with a batch of its own.
pub trait Sink: Sync {
    /// What a confirmed candidate becomes.
    type Finding: Copy + Send + Sync;

    /// Triangle pairs farther apart than this need not be offered. May shrink while the work goes on.
    fn margin(&self) -> f64;

    /// Whether nothing more needs to be offered.
    fn is_done(&self) -> bool {
        false
    }

    /// Whether only the smallest distance is wanted: then good candidates first save work.
    fn wants_nearest(&self) -> bool {
        false
    }

    /// Decides about triangle `a` of the first object and triangle `b` of the second.
    fn offer(&self, batch: &mut Batch<Self::Finding>, a: u32, b: u32);
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
    /// Takes over what another thread found.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.candidates += other.candidates;
        self.findings.append(&mut other.findings);
    }

    /// [`Batch::append`], for reductions.
    pub(crate) fn join(mut self, other: Self) -> Self {
        self.append(other);
        self
    }
}

/// A distance below which triangles may be that the distance function calls `distance` apart, among coordinates of at most
/// `magnitude`: culling with it loses no pair to the rounding of that function.
pub(crate) fn reach(distance: f64, magnitude: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { (distance * (1.0 + 1.0e-9) + magnitude * 1.0e-12).min(f64::MAX) }
}

/// A sink that stops at its first finding, if a flag to raise is given.
pub(crate) struct Stoppable<'f, S> {
    sink: S,
    stop: Option<&'f AtomicBool>,
}

impl<'f, S: Sink> Stoppable<'f, S> {
    pub(crate) fn new(sink: S, stop: Option<&'f AtomicBool>) -> Self {
        Self { sink, stop }
    }
}

impl<S: Sink> Sink for Stoppable<'_, S> {
    type Finding = S::Finding;

    fn margin(&self) -> f64 {
        self.sink.margin()
    }

    fn is_done(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn wants_nearest(&self) -> bool {
        self.sink.wants_nearest()
    }

    #[inline]
    fn offer(&self, batch: &mut Batch<S::Finding>, a: u32, b: u32) {
        self.sink.offer(batch, a, b);
        if let Some(stop) = self.stop
            && !batch.findings.is_empty()
        {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Overlaps between two objects.
pub struct OverlapSink<'w> {
    pair: WorldPair<'w>,
}

impl<'w> OverlapSink<'w> {
    pub(crate) fn new(pair: WorldPair<'w>) -> Self {
        Self { pair }
    }
}

impl Sink for OverlapSink<'_> {
    type Finding = TrianglePair;

    fn margin(&self) -> f64 {
        0.0
    }

    #[inline]
    fn offer(&self, batch: &mut Batch<TrianglePair>, a: u32, b: u32) {
        batch.candidates += 1;
        let found = overlap(&self.pair.a.triangle(a), &self.pair.b.triangle(b));
        batch.findings.extend(found.map(|class| TrianglePair { a, b, class }));
    }
}

/// Overlaps inside one object.
pub struct SelfOverlapSink<'w> {
    object: &'w WorldObject,
}

impl<'w> SelfOverlapSink<'w> {
    pub(crate) fn new(object: &'w WorldObject) -> Self {
        Self { object }
    }
}

impl Sink for SelfOverlapSink<'_> {
    type Finding = TrianglePair;

    fn margin(&self) -> f64 {
        0.0
    }

    #[inline]
    fn offer(&self, batch: &mut Batch<TrianglePair>, a: u32, b: u32) {
        batch.candidates += 1;
        let (a, b) = (a.min(b), a.max(b));
        let found = self_overlap(&self.object.triangle(a), &self.object.triangle(b));
        batch.findings.extend(found.map(|class| TrianglePair { a, b, class }));
    }
}

/// Distances between two objects: all below a limit, or only the smallest.
pub struct DistanceSink<'w> {
    pair: WorldPair<'w>,
    limit: f64,
    all: bool,
    magnitude: f64,
    /// The smallest distance so far, as bits: positive floats order like their bits.
    best: AtomicU64,
}

impl<'w> DistanceSink<'w> {
    pub(crate) fn new(pair: WorldPair<'w>, limit: f64, all: bool) -> Self {
        let magnitude = pair.a.magnitude().max(pair.b.magnitude());
        Self { pair, limit, all, magnitude, best: AtomicU64::new(limit.to_bits()) }
    }

    fn best(&self) -> f64 {
        f64::from_bits(self.best.load(Ordering::Relaxed))
    }
}

impl Sink for DistanceSink<'_> {
    type Finding = TriangleDistance;

    fn margin(&self) -> f64 {
        reach(self.best(), self.magnitude)
    }

    fn wants_nearest(&self) -> bool {
        !self.all
    }

    fn offer(&self, batch: &mut Batch<TriangleDistance>, a: u32, b: u32) {
        batch.candidates += 1;
        let best = self.best();
        // Nothing beats a distance of zero but a smaller pair of triangles.
        if best == 0.0
            && batch.findings.iter().any(|found| found.nearest.distance == 0.0 && (found.a, found.b) <= (a, b))
        {
            return;
        }
        let nearest = distance(&self.pair.a.triangle(a), &self.pair.b.triangle(b));
        if nearest.distance >= self.limit {
            return;
        }
        let finding = TriangleDistance { a, b, nearest };
        if self.all {
            batch.findings.push(finding);
        } else if nearest.distance <= best {
            // Equal ones stay: the triangle numbers decide between them.
            self.best.fetch_min(nearest.distance.to_bits(), Ordering::Relaxed);
            batch.findings.retain(|other| other.nearest.distance <= nearest.distance);
            batch.findings.push(finding);
        }
    }
}

/// A box around the places where the triangle pairs meet.
pub(crate) fn contact_region(pair: WorldPair<'_>, findings: &[TrianglePair]) -> Aabb {
    let place = |finding: &TrianglePair| contact_box(&pair.a.triangle(finding.a), &pair.b.triangle(finding.b));
    let boxes = findings.par_iter().with_min_len(1024).map(place);
    boxes.reduce(|| Aabb::EMPTY, |x, y| x.union(&y))
}
