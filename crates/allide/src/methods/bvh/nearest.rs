//! The walk for the nearest triangles of two trees: near boxes first, and none that cannot hold a nearer pair.
//!
//! Boxes are compared by the length of the gap between them, not axis by axis, so a gap that is diagonal prunes as well
//! as any other. The best pair so far is shared by all threads. Among boxes that are equally near, those with smaller
//! triangle numbers come first: then the first of equally near pairs is found soon, and the others are left out.

use super::eight::{Gaps, WIDTH};
use super::walk::{Node, Visit, Walk, for_each_bit};
use crate::confirm::{Batch, DistanceSink, Sink};

/// After this many visits, two threads share what is left.
const ALONE: usize = 1 << 10;
/// Progress is reported in shares of at least this size.
const REPORTED: f64 = 1.0 / 512.0;

/// Two nodes to visit.
#[derive(Clone, Copy)]
struct Entry {
    /// No pair below them comes before this place: the distance in steps, and triangle numbers.
    least: (u64, u32, u32),
    visit: Visit,
    /// The share of all work.
    share: f64,
}

impl<S: Sink> Walk<'_, S> {
    /// Offers pairs until none that is left can be nearer than the best.
    pub(super) fn find_nearest(&self, known: &DistanceSink<'_>, batch: &mut Batch<S::Finding>) {
        let visit = Visit { a: Node::root(self.trees[0]), b: Node::root(self.trees[1]) };
        self.visit_nearest(vec![Entry { least: (0, 0, 0), visit, share: 1.0 }], known, batch);
    }

    /// Visits all entries, from the last to the first.
    fn visit_nearest(&self, mut stack: Vec<Entry>, known: &DistanceSink<'_>, batch: &mut Batch<S::Finding>) {
        let (mut visits, mut finished) = (0, 0.0);
        let mut next = Vec::new();
        while let Some(Entry { least, visit, share }) = stack.pop() {
            if finished > REPORTED {
                self.sink.finished(finished);
                finished = 0.0;
            }
            if !known.best().may_precede(least.0, least.1, least.2) || self.sink.is_done() {
                finished += share;
                continue;
            }
            visits += 1;
            if visits > ALONE && stack.len() > 1 && rayon::current_num_threads() > 1 {
                stack.push(Entry { least, visit, share });
                let halves = [0, 1].map(|half| stack.iter().copied().skip(half).step_by(2).collect());
                let [first, second]: [Vec<Entry>; 2] = halves;
                let mut other = Batch::default();
                rayon::join(
                    || self.visit_nearest(first, known, batch),
                    || self.visit_nearest(second, known, &mut other),
                );
                batch.append(other);
                break;
            }
            let gaps = visit.a.boxes(self.trees[0]).gaps(visit.b.boxes(self.trees[1]), &self.relative);
            if visit.a.level == 0 && visit.b.level == 0 {
                self.offer_nearest(visit, &gaps, known, batch);
                finished += share;
                continue;
            }
            self.open(visit, &gaps, known, &mut next);
            if next.is_empty() {
                finished += share;
            }
            let share = share / next.len() as f64;
            // The nearest last, to be visited first.
            next.sort_unstable_by_key(|entry: &Entry| std::cmp::Reverse(entry.least));
            stack.extend(next.drain(..).map(|entry| Entry { share, ..entry }));
        }
        self.sink.finished(finished);
    }

    /// What is below two nodes and may come before the best pair.
    fn open(&self, visit: Visit, gaps: &Gaps, known: &DistanceSink<'_>, next: &mut Vec<Entry>) {
        let ([tree_a, tree_b], best) = (self.trees, known.best());
        let hits = gaps.up_to(self.relative.widest(best.distance())).among(visit.a.lanes, visit.b.lanes);
        // The boxes of leaves are thicker than what is in them.
        let glance = if visit.a.level == 1 && visit.b.level == 1 { known.glance() } else { None };
        let extents = glance.as_ref().map(|glance| {
            let leaf_a = |node: Node| node.triangles(tree_a).map(|a| glance.of_a(a)).fold(f64::NEG_INFINITY, f64::max);
            let leaf_b = |node: Node| node.triangles(tree_b).map(|b| glance.of_b(b)).fold(f64::INFINITY, f64::min);
            let of_a = |own: usize| if hits.of(own) == 0 { 0.0 } else { leaf_a(visit.a.child(tree_a, own)) };
            let of_b = |other: usize| if hits.with(other) == 0 { 0.0 } else { leaf_b(visit.b.child(tree_b, other)) };
            (glance, std::array::from_fn::<f64, WIDTH, _>(of_a), std::array::from_fn::<f64, WIDTH, _>(of_b))
        });
        self.for_each_next(visit, hits, |below, (lanes_a, lanes_b)| {
            let (mut square, mut first_a, mut first_b) = (f64::INFINITY, u32::MAX, u32::MAX);
            for_each_bit(lanes_a, |own| {
                first_a = first_a.min(visit.a.first(tree_a, own));
                for_each_bit(lanes_b, |other| square = square.min(gaps.0[own][other]));
            });
            for_each_bit(lanes_b, |other| first_b = first_b.min(visit.b.first(tree_b, other)));
            let mut steps = best.steps(self.relative.least(square));
            if let Some((glance, of_a, of_b)) = &extents {
                let (mut most_a, mut least_b) = (f64::NEG_INFINITY, f64::INFINITY);
                for_each_bit(lanes_a, |own| most_a = most_a.max(of_a[own]));
                for_each_bit(lanes_b, |other| least_b = least_b.min(of_b[other]));
                steps = steps.max(glance.steps(most_a, least_b));
            }
            if best.may_precede(steps, first_a, first_b) {
                next.push(Entry { least: (steps, first_a, first_b), visit: below, share: 0.0 });
            }
        });
    }

    /// The triangles of two leaves.
    fn offer_nearest(&self, visit: Visit, gaps: &Gaps, known: &DistanceSink<'_>, batch: &mut Batch<S::Finding>) {
        let ([tree_a, tree_b], best) = (self.trees, known.best());
        let hits = gaps.up_to(self.relative.widest(best.distance())).among(visit.a.lanes, visit.b.lanes);
        let extents = known.glance().map(|glance| {
            let of_a = |own: usize| if hits.of(own) == 0 { 0.0 } else { glance.of_a(visit.a.triangle(tree_a, own)) };
            let of_b =
                |other: usize| if hits.with(other) == 0 { 0.0 } else { glance.of_b(visit.b.triangle(tree_b, other)) };
            let (of_a, of_b) = (std::array::from_fn::<f64, WIDTH, _>(of_a), std::array::from_fn::<f64, WIDTH, _>(of_b));
            (glance, of_a, of_b)
        });
        let (mut pairs, mut count) = ([(0, 0, 0); WIDTH * WIDTH], 0);
        for (own, other) in hits.pairs() {
            let (a, b) = (visit.a.triangle(tree_a, own), visit.b.triangle(tree_b, other));
            let mut steps = best.steps(self.relative.least(gaps.0[own][other]));
            if let Some((glance, of_a, of_b)) = &extents {
                steps = steps.max(glance.steps(of_a[own], of_b[other]));
            }
            if best.may_precede(steps, a, b) {
                pairs[count] = (steps, a, b);
                count += 1;
            }
        }
        pairs[..count].sort_unstable();
        for &(steps, a, b) in &pairs[..count] {
            if best.may_precede(steps, a, b) {
                self.sink.offer(batch, a, &[b]);
            }
        }
    }
}
