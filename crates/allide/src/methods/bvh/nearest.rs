//! The walk for the nearest triangles of two trees: near boxes first, and none that cannot hold a nearer pair.
//!
//! Boxes are compared by the length of the gap between them, not axis by axis, so a gap that is diagonal prunes as well
//! as any other. The best pair so far is shared by all threads. Among boxes that are equally near, those with smaller
//! triangle numbers come first: then the first of equally near pairs is found soon, and the others are left out.

use super::Tree;
use super::eight::{Gaps, WIDTH};
use super::walk::{Node, Visit, Walk, for_each_bit};
use crate::confirm::{Batch, DistanceSink, Glance, Sink};

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

/// How far leaves extend along the gap between the nearest points so far. Any direction bounds distances, so one that is
/// out of date does no harm.
struct Extents<'k> {
    known: &'k DistanceSink<'k>,
    glance: Option<Glance<'k>>,
    /// The best pair when the glance was taken.
    steps: u64,
    /// By the last digits of the leaf: the leaf, and how far it extends.
    cells: [[(u32, f64); CELLS]; 2],
}

/// Leaves of either side whose extents are kept.
const CELLS: usize = 128;
const NO_LEAF: u32 = u32::MAX;

impl<'k> Extents<'k> {
    fn new(known: &'k DistanceSink<'k>) -> Self {
        Self { known, glance: None, steps: u64::MAX, cells: [[(NO_LEAF, 0.0); CELLS]; 2] }
    }

    /// Looks along the gap between the best pair, if there is a new one.
    fn refresh(&mut self) {
        let steps = self.known.best().best_steps();
        if steps != self.steps {
            self.steps = steps;
            self.glance = self.known.glance();
            self.cells = [[(NO_LEAF, 0.0); CELLS]; 2];
        }
    }

    /// How far the triangles of a leaf extend towards the other side, for each leaf below a node that is wanted.
    fn below<const SIDE: usize>(&mut self, tree: &Tree, node: Node, wanted: u8) -> [f64; WIDTH] {
        let Self { glance: Some(glance), cells, .. } = self else { return [0.0; WIDTH] };
        let mut extents = [0.0; WIDTH];
        for_each_bit(wanted, |lane| {
            let leaf = node.child(tree, lane);
            let cell = &mut cells[SIDE][leaf.number() as usize % CELLS];
            if cell.0 != leaf.number() {
                let triangles = leaf.triangles(tree);
                let extent = if SIDE == 0 {
                    triangles.map(|a| glance.of_a(a)).fold(f64::NEG_INFINITY, f64::max)
                } else {
                    triangles.map(|b| glance.of_b(b)).fold(f64::INFINITY, f64::min)
                };
                *cell = (leaf.number(), extent);
            }
            extents[lane] = cell.1;
        });
        extents
    }
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
        let mut extents = Extents::new(known);
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
            let is_shared = visits > ALONE && stack.len() > 1 && !self.sink.is_alone();
            if is_shared && rayon::current_num_threads() > 1 {
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
                self.offer_nearest(visit, &gaps, &mut extents, batch);
                finished += share;
                continue;
            }
            self.open(visit, &gaps, &mut extents, &mut next);
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

    /// Adds to `next` the children of two nodes that may come before the best pair.
    fn open(&self, visit: Visit, gaps: &Gaps, extents: &mut Extents<'_>, next: &mut Vec<Entry>) {
        let ([tree_a, tree_b], best) = (self.trees, extents.known.best());
        let limit = best.distance();
        let hits = gaps.up_to(self.relative.widest(limit)).among(visit.a.lanes, visit.b.lanes);
        // The boxes of leaves are thicker than what is in them.
        let mut along = None;
        if visit.a.level == 1 && visit.b.level == 1 && !hits.is_empty() {
            extents.refresh();
            let of_a = extents.below::<0>(tree_a, visit.a, hits.own());
            let of_b = extents.below::<1>(tree_b, visit.b, hits.others());
            along = extents.glance.as_ref().map(|glance| (glance, of_a, of_b));
        }
        self.for_each_next(visit, hits, |below, (lanes_a, lanes_b)| {
            let mut apart = 0.0;
            if let Some((glance, of_a, of_b)) = &along {
                let (mut most_a, mut least_b) = (f64::NEG_INFINITY, f64::INFINITY);
                for_each_bit(lanes_a, |own| most_a = most_a.max(of_a[own]));
                for_each_bit(lanes_b, |other| least_b = least_b.min(of_b[other]));
                apart = glance.apart(most_a, least_b);
                if apart > limit {
                    return;
                }
            }
            let (mut square, mut first_a, mut first_b) = (f64::INFINITY, u32::MAX, u32::MAX);
            for_each_bit(lanes_a, |own| {
                first_a = first_a.min(visit.a.first(tree_a, own));
                for_each_bit(lanes_b, |other| square = square.min(gaps.0[own][other]));
            });
            for_each_bit(lanes_b, |other| first_b = first_b.min(visit.b.first(tree_b, other)));
            let steps = best.steps(self.relative.least(square).max(apart));
            if best.may_precede(steps, first_a, first_b) {
                next.push(Entry { least: (steps, first_a, first_b), visit: below, share: 0.0 });
            }
        });
    }

    /// The triangles of two leaves.
    fn offer_nearest(&self, visit: Visit, gaps: &Gaps, extents: &mut Extents<'_>, batch: &mut Batch<S::Finding>) {
        let ([tree_a, tree_b], best) = (self.trees, extents.known.best());
        let limit = best.distance();
        let hits = gaps.up_to(self.relative.widest(limit)).among(visit.a.lanes, visit.b.lanes);
        if hits.is_empty() {
            return;
        }
        extents.refresh();
        let (mut of_a, mut of_b) = ([0.0; WIDTH], [0.0; WIDTH]);
        if let Some(glance) = &extents.glance {
            for_each_bit(hits.own(), |own| of_a[own] = glance.of_a(visit.a.triangle(tree_a, own)));
            for_each_bit(hits.others(), |other| of_b[other] = glance.of_b(visit.b.triangle(tree_b, other)));
        }
        let (mut pairs, mut count) = ([(0, 0, 0); WIDTH * WIDTH], 0);
        for (own, other) in hits.pairs() {
            let apart = extents.glance.as_ref().map_or(0.0, |glance| glance.apart(of_a[own], of_b[other]));
            if apart > limit {
                continue;
            }
            let (a, b) = (visit.a.triangle(tree_a, own), visit.b.triangle(tree_b, other));
            let steps = best.steps(self.relative.least(gaps.0[own][other]).max(apart));
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
