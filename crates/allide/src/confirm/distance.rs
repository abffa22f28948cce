//! Distances between two objects: all below a limit, or only the smallest.

use super::{Batch, Sink, reach};
use crate::TriangleDistance;
use crate::world::{Corners, WorldPair};
use allide_geom::{DVec3, NearestPoints, Triangle, distance_below};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The order of the triangle pairs of two objects: the nearest first, and equally near ones by their numbers.
///
/// Distances are compared in steps of about 4e-13 of the objects' largest coordinate. That is more than all rounding
/// (of positions, distances and boxes), so two parallel plates have one nearest pair, whatever rounding makes of their
/// distances, and a search need not measure all the others to know it. The order does not depend on how pairs are found.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    step: f64,
}

/// The place of a pair in the [`Order`]: smaller comes first.
type Rank = (u64, u64);

/// A pair of triangles as one number.
fn place(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl Order {
    /// One over the step, in units of the largest coordinate, rounded down to a power of two.
    const STEPS: f64 = (1_u64 << 41) as f64;

    pub(crate) fn of(pair: WorldPair<'_>) -> Self {
        let magnitude = pair.a.magnitude().max(pair.b.magnitude());
        let power = f64::from_bits(magnitude.to_bits() & (2047 << 52));
        Self { step: (power / Self::STEPS).max(f64::MIN_POSITIVE) }
    }

    /// How many steps a distance is. Never less for a larger one; 0 for no distance at all, and for nothing else.
    #[inline]
    pub(crate) fn steps(&self, distance: f64) -> u64 {
        if distance > 0.0 { ((distance / self.step).round() as u64).saturating_add(1) } else { 0 }
    }

    /// No distance of as many steps is larger.
    #[inline]
    fn upper(&self, steps: u64) -> f64 {
        if steps == u64::MAX { f64::INFINITY } else { steps as f64 * self.step }
    }

    /// Where a finding stands.
    pub(crate) fn rank(&self, finding: &TriangleDistance) -> Rank {
        (self.steps(finding.nearest.distance), place(finding.a, finding.b))
    }
}

/// The nearest pair so far, shared by all threads.
#[derive(Debug)]
pub struct Best {
    order: Order,
    /// Pairs must be nearer than this in any case.
    limit: f64,
    steps: AtomicU64,
    /// Belongs to the steps if these are the same before and after it is read.
    place: AtomicU64,
    change: Mutex<()>,
}

impl Best {
    fn new(order: Order, limit: f64) -> Self {
        let (steps, place) = (AtomicU64::new(order.steps(limit)), AtomicU64::new(u64::MAX));
        Self { order, limit, steps, place, change: Mutex::new(()) }
    }

    /// The rank of the best pair; or one after it, if it is just changing.
    #[inline]
    fn rank(&self) -> Rank {
        let steps = self.steps.load(Ordering::Acquire);
        let place = self.place.load(Ordering::Acquire);
        if self.steps.load(Ordering::Acquire) == steps { (steps, place) } else { (steps, u64::MAX) }
    }

    /// Takes note of a pair if it comes before the best one.
    fn offer(&self, (steps, place): Rank) {
        let _change = self.change.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let best = self.rank();
        if (steps, place) < best {
            if steps != best.0 {
                // Nobody may take the old place for that of the new distance.
                self.place.store(u64::MAX, Ordering::Release);
                self.steps.store(steps, Ordering::Release);
            }
            self.place.store(place, Ordering::Release);
        }
    }

    /// A bound on the distance of all pairs that still matter.
    #[inline]
    pub(crate) fn distance(&self) -> f64 {
        self.limit.min(self.order.upper(self.steps.load(Ordering::Relaxed)))
    }

    /// How many steps of the order a distance is.
    #[inline]
    pub(crate) fn steps(&self, distance: f64) -> u64 {
        self.order.steps(distance)
    }

    /// Whether a pair that is no nearer than this, in steps, with no smaller numbers, may come before the best one.
    #[inline]
    pub(crate) fn may_precede(&self, steps: u64, a: u32, b: u32) -> bool {
        (steps, place(a, b)) < self.rank()
    }

    /// Triangles of the first object after this one are in no better pair: 0 steps are the least.
    pub(crate) fn last(&self) -> u32 {
        let (steps, place) = self.rank();
        if steps == 0 { (place >> 32) as u32 } else { u32::MAX }
    }

    /// Whether no pair comes before the best one.
    fn is_first(&self) -> bool {
        self.rank() == (0, 0)
    }
}

/// Distances between two objects.
pub struct DistanceSink<'w> {
    a: Corners<'w>,
    b: Corners<'w>,
    all: bool,
    magnitude: f64,
    best: Best,
}

impl<'w> DistanceSink<'w> {
    pub(crate) fn new(pair: WorldPair<'w>, limit: f64, all: bool) -> Self {
        let magnitude = pair.a.magnitude().max(pair.b.magnitude());
        Self { a: pair.a.corners(), b: pair.b.corners(), all, magnitude, best: Best::new(Order::of(pair), limit) }
    }
}

impl Sink for DistanceSink<'_> {
    type Finding = TriangleDistance;

    fn margin(&self) -> f64 {
        reach(if self.all { self.best.limit } else { self.best.distance() }, self.magnitude)
    }

    fn is_done(&self) -> bool {
        !self.all && self.best.is_first()
    }

    fn nearest(&self) -> Option<&Best> {
        (!self.all).then_some(&self.best)
    }

    fn offer(&self, batch: &mut Batch<TriangleDistance>, a: u32, others: &[u32]) {
        batch.candidates += others.len() as u64;
        if a > self.last() {
            return;
        }
        let triangle = self.a.of(a);
        let mut glance = if self.all { None } else { Glance::new(batch.findings.first(), &triangle, self) };
        for &b in others {
            if self.all {
                let nearest = distance_below(&triangle, &self.b.of(b), self.best.limit);
                batch.findings.extend(nearest.map(|nearest| TriangleDistance { a, b, nearest }));
                continue;
            }
            if glance.as_ref().is_some_and(|glance| !self.best.may_precede(glance.steps(&self.b.of(b)), a, b)) {
                continue;
            }
            let (steps, best) = self.best.rank();
            // As near as the best is near enough for smaller numbers.
            let steps = if place(a, b) < best { steps } else { steps.saturating_sub(1) };
            let limit = self.best.limit.min(self.best.order.upper(steps).next_up());
            let Some(nearest) = distance_below(&triangle, &self.b.of(b), limit) else { continue };
            let finding = TriangleDistance { a, b, nearest };
            let rank = self.best.order.rank(&finding);
            if rank < self.best.rank() {
                self.best.offer(rank);
                // Every thread keeps its best pair, and the question takes the best of those.
                batch.findings.clear();
                batch.findings.push(finding);
                glance = Glance::new(batch.findings.first(), &triangle, self);
            }
        }
    }
}

/// A direction in which triangles are likely to be farther apart than the best pair: that between its points.
struct Glance {
    order: Order,
    origin: DVec3,
    /// Of length 1.
    direction: DVec3,
    /// How far the triangle of the first object extends in it, and what rounding may add.
    extent: f64,
}

impl Glance {
    /// Numbers beyond this, or below one over it, would overflow or underflow.
    const TAME: f64 = 1.0e100;
    /// More than the rounding of all steps, as a part of the largest coordinate.
    const ROUNDING: f64 = 1.0e-14;

    fn new(best: Option<&TriangleDistance>, triangle: &Triangle, sink: &DistanceSink<'_>) -> Option<Self> {
        let NearestPoints { distance, on_a: origin, on_b } = best?.nearest;
        if distance < Self::TAME.recip() || sink.magnitude > Self::TAME {
            return None;
        }
        let direction = (on_b - origin).normalize_or_zero();
        let along = |corner: &DVec3| direction.dot(*corner - origin);
        let extent = along(&triangle[0]).max(along(&triangle[1])).max(along(&triangle[2]));
        Some(Self { order: sink.best.order, origin, direction, extent: extent + sink.magnitude * Self::ROUNDING })
    }

    /// A bound, in steps, on how near a triangle of the second object can be.
    #[inline]
    fn steps(&self, other: &Triangle) -> u64 {
        let along = |corner: &DVec3| self.direction.dot(*corner - self.origin);
        let nearest = along(&other[0]).min(along(&other[1])).min(along(&other[2]));
        self.order.steps(nearest - self.extent)
    }
}
