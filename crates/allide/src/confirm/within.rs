//! Distances between strangers of one object: all below a limit, or only the smallest.

use super::distance::{Best, Order};
use super::{Batch, Sink, reach};
use crate::TriangleDistance;
use crate::strangers::Strangers;
use crate::world::{Corners, WorldObject, WorldPair};

/// Distances between strangers of one object.
pub struct StrangerSink<'w> {
    corners: Corners<'w>,
    strangers: &'w Strangers,
    all: bool,
    limit: f64,
    magnitude: f64,
    best: Best,
}

impl<'w> StrangerSink<'w> {
    pub(crate) fn new(object: &'w WorldObject, limit: f64, all: bool) -> Self {
        let best = Best::new(Order::of(WorldPair { a: object, b: object }), limit);
        let (corners, strangers) = (object.corners(), object.strangers());
        Self { corners, strangers, all, limit, magnitude: object.magnitude(), best }
    }
}

impl Sink for StrangerSink<'_> {
    type Finding = TriangleDistance;

    fn margin(&self) -> f64 {
        reach(if self.all { self.limit } else { self.best.distance() }, self.magnitude)
    }

    fn strangers(&self) -> Option<&Strangers> {
        Some(self.strangers)
    }

    fn offer(&self, batch: &mut Batch<TriangleDistance>, a: u32, others: &[u32]) {
        batch.candidates += others.len() as u64;
        for &other in others {
            let (a, b) = (a.min(other), a.max(other));
            let limit = if self.all { self.limit } else { self.best.limit_for(a, b).0 };
            let corners = [self.corners.of(a), self.corners.of(b)];
            let Some(nearest) = self.strangers.meet([a, b], [&corners[0], &corners[1]], limit) else { continue };
            let finding = TriangleDistance { a, b, nearest };
            if !self.all {
                // Every thread keeps its best pair, and the question takes the best of those.
                if !self.best.improve(&finding) {
                    continue;
                }
                batch.findings.clear();
            }
            batch.findings.push(finding);
        }
    }
}
