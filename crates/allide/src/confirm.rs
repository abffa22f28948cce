//! The exact decision about candidates: written once, used by every method.

use crate::world::{WorldObject, WorldPair};
use crate::{Aabb, TriangleDistance, TrianglePair};
use allide_geom::{contact_box, distance, overlap, self_overlap};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where a method sends its candidates. Methods may work in parallel, each thread with a batch of its own.
pub trait Sink: Sync {
    /// What a confirmed candidate becomes.
    type Finding: Copy + Send + Sync;

    /// Triangle pairs farther apart than this need not be offered. May shrink while the work goes on.
    fn margin(&self) -> f64;

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
    pub(crate) fn join(mut self, mut other: Self) -> Self {
        self.candidates += other.candidates;
        self.findings.append(&mut other.findings);
        self
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
    /// The smallest distance so far, as bits: positive floats order like their bits.
    best: AtomicU64,
}

impl<'w> DistanceSink<'w> {
    pub(crate) fn new(pair: WorldPair<'w>, limit: f64, all: bool) -> Self {
        Self { pair, limit, all, best: AtomicU64::new(limit.to_bits()) }
    }
}

impl Sink for DistanceSink<'_> {
    type Finding = TriangleDistance;

    fn margin(&self) -> f64 {
        f64::from_bits(self.best.load(Ordering::Relaxed))
    }

    fn offer(&self, batch: &mut Batch<TriangleDistance>, a: u32, b: u32) {
        batch.candidates += 1;
        let nearest = distance(&self.pair.a.triangle(a), &self.pair.b.triangle(b));
        if nearest.distance >= self.limit {
            return;
        }
        let finding = TriangleDistance { a, b, nearest };
        if self.all {
            batch.findings.push(finding);
        } else if nearest.distance <= self.margin() {
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
