//! Distances between two objects: all below a limit, or only the smallest.

use super::{Batch, Sink, reach};
use crate::TriangleDistance;
use crate::world::{Along, Corners, WorldPair};
use allide_geom::{DVec3, NearestPoints, distance, distance_below, overlap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The order of the triangle pairs of two objects: the nearest first, and equally near ones by their numbers.
///
/// Distances are compared in steps of at most 1e-12 of the size of the two objects together. That is more than the rounding
/// of distances, so two parallel plates have one nearest pair, whatever rounding makes of their distances, and a search need
/// not measure all the others to know it. Where the objects are in the scene does not matter: boxes are grown by more than
/// all rounding of places, and positions are what they are. The order does not depend on how pairs are found.
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
    /// One over the step, in units of half the size of a box around both, rounded down to a power of two.
    const STEPS: f64 = (1_u64 << 39) as f64;

    pub(crate) fn of(pair: WorldPair<'_>) -> Self {
        let both = pair.a.outer_bounds.union(&pair.b.outer_bounds);
        // Halved first: the difference may be out of range. It is negative for no points at all.
        let half = (both.max * 0.5 - both.min * 0.5).max_element().max(0.0);
        let power = f64::from_bits(half.to_bits() & (2047 << 52));
        Self { step: (power / Self::STEPS).max(f64::from_bits(1)) }
    }

    /// How many steps a distance is. Never less for a larger one; 0 for no distance at all, and for nothing else.
    #[inline]
    pub(crate) fn steps(&self, distance: f64) -> u64 {
        if distance > 0.0 { ((distance / self.step + 0.5) as u64).saturating_add(1) } else { 0 }
    }

    /// No distance of as many steps is larger.
    #[inline]
    fn upper(&self, steps: u64) -> f64 {
        if steps == u64::MAX { f64::INFINITY } else { steps as f64 * self.step }
    }

    /// A bound above this distance, and above distances equal to it in this order.
    pub(crate) fn beyond(&self, distance: f64) -> f64 {
        self.upper(self.steps(distance).saturating_add(1))
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
    /// The points of the best pair. Whoever changes it holds this.
    points: Mutex<Option<NearestPoints>>,
}

impl Best {
    pub(super) fn new(order: Order, limit: f64) -> Self {
        let (steps, place) = (AtomicU64::new(order.steps(limit)), AtomicU64::new(u64::MAX));
        Self { order, limit, steps, place, points: Mutex::new(None) }
    }

    /// The rank of the best pair; or one after it, if it is just changing.
    #[inline]
    fn rank(&self) -> Rank {
        let steps = self.steps.load(Ordering::Acquire);
        let place = self.place.load(Ordering::Acquire);
        if self.steps.load(Ordering::Acquire) == steps { (steps, place) } else { (steps, u64::MAX) }
    }

    /// Takes note of a pair if it comes before the best one; whether it does.
    fn offer(&self, (steps, place): Rank, points: &NearestPoints) -> bool {
        let mut best_points = self.lock();
        let best = self.rank();
        if (steps, place) >= best {
            return false;
        }
        if steps != best.0 {
            // Nobody may take the old place for that of the new distance.
            self.place.store(u64::MAX, Ordering::Release);
            self.steps.store(steps, Ordering::Release);
        }
        self.place.store(place, Ordering::Release);
        *best_points = Some(*points);
        true
    }

    fn lock(&self) -> MutexGuard<'_, Option<NearestPoints>> {
        // The guarded value is consistent at any time.
        self.points.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bound on the distance of this pair if it comes before the best one, and the steps that this is.
    pub(super) fn limit_for(&self, a: u32, b: u32) -> (f64, u64) {
        let (steps, best) = self.rank();
        // As near as the best is near enough for smaller numbers.
        let steps = if place(a, b) < best { steps } else { steps.saturating_sub(1) };
        (self.limit.min(self.order.upper(steps).next_up()), steps)
    }

    /// Takes note of a finding if it comes before the best one; whether it does.
    pub(super) fn improve(&self, finding: &TriangleDistance) -> bool {
        self.offer(self.order.rank(finding), &finding.nearest)
    }

    /// A bound on the distance of all pairs that still matter.
    #[inline]
    pub(crate) fn distance(&self) -> f64 {
        self.limit.min(self.order.upper(self.steps.load(Ordering::Relaxed)))
    }

    /// The triangles of the best pair, if there is one.
    pub(crate) fn triangles(&self) -> Option<(u32, u32)> {
        let place = self.place.load(Ordering::Acquire);
        (place != u64::MAX).then_some(((place >> 32) as u32, place as u32))
    }

    /// How many steps the best distance is.
    pub(crate) fn best_steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
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
    fn last(&self) -> u32 {
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
    /// A bound on all numbers that come up when corners are placed.
    spread: f64,
    best: Best,
}

impl<'w> DistanceSink<'w> {
    pub(crate) fn new(pair: WorldPair<'w>, limit: f64, all: bool) -> Self {
        let magnitude = pair.a.magnitude().max(pair.b.magnitude());
        let spread = pair.a.spread().max(pair.b.spread());
        let best = Best::new(Order::of(pair), limit);
        Self { a: pair.a.corners(), b: pair.b.corners(), all, magnitude, spread, best }
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

    fn nearest(&self) -> Option<&DistanceSink<'_>> {
        (!self.all).then_some(self)
    }

    fn offer(&self, batch: &mut Batch<TriangleDistance>, a: u32, others: &[u32]) {
        batch.candidates += others.len() as u64;
        if self.all {
            let triangle = self.a.of(a);
            let near = |&b: &u32| Some((b, distance_below(&triangle, &self.b.of(b), self.best.limit)?));
            batch.findings.extend(others.iter().filter_map(near).map(|(b, nearest)| TriangleDistance {
                a,
                b,
                nearest,
            }));
        } else if a <= self.best.last() {
            let mut glance = None;
            for (count, &b) in others.iter().enumerate() {
                // One more direction is worth it only for several triangles.
                if count == 1 {
                    glance = self.glance().map(|glance| (glance.of_a(a), glance));
                }
                let is_far = |(extent, glance): &(f64, Glance<'_>)| {
                    !self.best.may_precede(glance.steps(*extent, glance.of_b(b)), a, b)
                };
                if !glance.as_ref().is_some_and(is_far) && self.improve(batch, a, b) {
                    glance = self.glance().map(|glance| (glance.of_a(a), glance));
                }
            }
        }
    }
}

impl DistanceSink<'_> {
    /// The best pair so far.
    pub(crate) fn best(&self) -> &Best {
        &self.best
    }

    /// Replaces the pair in the batch if this one comes before the best; whether it does. Every thread keeps its best pair,
    /// and the question takes the best of those.
    fn improve(&self, batch: &mut Batch<TriangleDistance>, a: u32, b: u32) -> bool {
        let (limit, steps) = self.best.limit_for(a, b);
        let (of_a, of_b) = (self.a.of(a), self.b.of(b));
        // If only an overlap counts, no distance is needed.
        if steps == 0 && overlap(&of_a, &of_b).is_none() {
            return false;
        }
        let Some(nearest) = distance_below(&of_a, &of_b, limit) else { return false };
        let finding = TriangleDistance { a, b, nearest };
        let is_better = self.best.improve(&finding);
        if is_better {
            batch.findings.clear();
            batch.findings.push(finding);
        }
        is_better
    }

    /// A look along the line between the nearest points so far: most triangles are farther apart in that direction.
    pub(crate) fn glance(&self) -> Option<Glance<'_>> {
        let NearestPoints { on_a, on_b, .. } = (*self.best.lock())?;
        self.glance_along(on_a, on_b)
    }

    /// The direction from a point of the first object to one of the second, if they differ.
    pub(crate) fn glance_along(&self, on_a: DVec3, on_b: DVec3) -> Option<Glance<'_>> {
        let offset = on_b - on_a;
        let is_tame = offset.abs().max_element() > Glance::TAME.recip() && self.spread < Glance::TAME;
        let (direction, origin) = (offset.normalize_or_zero(), on_a);
        let [a, b] = [&self.a, &self.b].map(|corners| corners.along(direction, origin));
        let slack = self.spread * Glance::ROUNDING;
        is_tame.then_some(Glance { order: self.best.order, direction, origin, a, b, slack })
    }

    /// The first triangles at two vertices, if there are any, and the vector between the vertices.
    pub(crate) fn at_vertices(&self, a: u32, b: u32) -> Option<((u32, u32), DVec3)> {
        let between = self.b.position(b) - self.a.position(a);
        Some(((self.a.triangle_at(a)?, self.b.triangle_at(b)?), between))
    }

    /// How far apart two triangles are, whatever the limit.
    pub(crate) fn measure(&self, a: u32, b: u32) -> NearestPoints {
        distance(&self.a.of(a), &self.b.of(b))
    }
}

/// A direction, and how far triangles extend in it.
pub(crate) struct Glance<'s> {
    order: Order,
    /// Of length 1.
    pub(crate) direction: DVec3,
    /// Extents are measured from here on.
    pub(crate) origin: DVec3,
    a: Along<'s>,
    b: Along<'s>,
    /// How much rounding may add to the sum of two extents.
    pub(crate) slack: f64,
}

impl Glance<'_> {
    /// Numbers beyond this, or below one over it, would overflow or underflow.
    const TAME: f64 = 1.0e100;
    /// More than the rounding of all steps, as a part of the largest number on the way.
    const ROUNDING: f64 = 1.0e-14;

    /// How much rounding may take from the extent of a box around a triangle, against that of the triangle: there are a
    /// few more steps on the way.
    pub(crate) fn slack_of_boxes(&self) -> f64 {
        self.slack * 2.0
    }

    /// The vertices that extend farthest towards the other object, and how far: no triangle of the first extends farther, and
    /// none of the second less.
    pub(crate) fn farthest(&self) -> [(f64, u32); 2] {
        let ((of_a, a), (of_b, b)) = (self.a.farthest(1.0), self.b.farthest(-1.0));
        [(of_a, a), (-of_b, b)]
    }

    /// How far a triangle of the first object extends towards the second.
    #[inline]
    pub(crate) fn of_a(&self, triangle: u32) -> f64 {
        let [p, q, r] = self.a.of(triangle);
        p.max(q).max(r)
    }

    /// How far a triangle of the second object extends towards the first.
    #[inline]
    pub(crate) fn of_b(&self, triangle: u32) -> f64 {
        let [p, q, r] = self.b.of(triangle);
        p.min(q).min(r)
    }

    /// A bound on the distance of triangles that extend as far.
    #[inline]
    pub(crate) fn apart(&self, of_a: f64, of_b: f64) -> f64 {
        of_b - of_a - self.slack
    }

    /// The same in steps of the order.
    #[inline]
    pub(crate) fn steps(&self, of_a: f64, of_b: f64) -> u64 {
        self.order.steps(self.apart(of_a, of_b))
    }
}
