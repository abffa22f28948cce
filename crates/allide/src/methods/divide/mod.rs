//! Divides the space that both sides reach, drops triangles that only one side reaches, and compares the rest.
//!
//! No tree and no preprocessing. (1) Pairs of small objects are compared directly (see [`small`]). (2) For others, a grid
//! of bits over the common part of the two objects' bounds marks the cells that each side reaches; a triangle in no cell of
//! the other side is dropped, which for two surfaces leaves a thin band along their intersection (see [`reach`]). (3) The
//! boxes of the rest become 16-bit integers over that region and are sorted into larger cells by counting. (4) In a cell,
//! all pairs of boxes are compared, 32 at a time; a cell that is still crowded is divided again, on a finer lattice of its
//! own. A pair that meets in several cells belongs to the one that holds the lowest corner of the boxes' common part, so it
//! is offered once.
//!
//! Guarantee: exact. The map to integers is monotone, so no overlapping pair is lost (see [`lattice`]).

mod boxes;
mod cells;
mod lanes;
mod lattice;
mod leaf;
mod reach;
mod sieve;
mod slab;
pub(crate) mod small;
#[cfg(test)]
mod tests;

use crate::confirm::{Batch, Sink};
use crate::history::Budget;
use crate::world::{WorldObject, WorldPair};
use allide_geom::Aabb;
use boxes::Boxes;
use cells::Grid;
use lanes::Lanes;
use lattice::{BEFORE, FIRST, Item, LAST, Lattice};
use leaf::with_columns;
use rayon::prelude::*;
use reach::reaching;
use sieve::{CellBoxes, Sieve, SieveGrid, WIDTH, for_each_bit};
use slab::slabs;
use std::ops::Range;

/// Two lists with at most this many pairs of boxes are compared directly.
const FEW_PAIRS: usize = 1 << 14;
/// Lists shorter than this in all are sorted by one thread each.
const PARALLEL: usize = 1 << 16;
/// Objects with fewer triangles than this in all are sieved after the region has been applied, not at once.
const FEW_BOXES: usize = 1 << 10;
/// Triangles handled by one task.
const CHUNK: usize = 1 << 12;
/// Boxes that one task compares with all others, where there is no telling them apart.
const STRETCH: usize = 1 << 9;
/// How many boxes are looked at to choose a grid.
const SAMPLES: usize = 64;
/// Six bits an axis each time: beyond this there is nothing left to tell boxes apart by.
const MAX_DEPTH: usize = 10;

pub(crate) fn search<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    small::search(pair, sink).unwrap_or_else(|| large(pair, sink))
}

fn large<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let (a, b) = (pair.a, pair.b);
    let margin = sink.margin();
    let region = if a.id == b.id { a.bounds() } else { common_region(&a.bounds(), &b.bounds(), margin) };
    if region.is_empty() {
        return Batch::default();
    }
    let lattice = Lattice::over(&region);
    let few = a.triangle_count() + b.triangle_count() <= FEW_BOXES;
    let part = |items_a, items_b| Region {
        a,
        b,
        margin,
        lattice,
        items_a,
        items_b,
        sieved: !few,
        share: 1.0,
        sorted: 0.0,
        depth: 0,
    };
    let grown = if margin > 0.0 { lattice.steps(margin) } else { Lanes::splat(0) };
    let boxes = |object, grown| Boxes::new(object, &lattice, grown).collect();
    let [items_a, items_b] = if a.id == b.id {
        [Boxes::new(a, &lattice, grown).all(), Vec::new()]
    } else if few {
        // The region alone leaves few enough for the sieve to come later.
        [boxes(a, grown), boxes(b, Lanes::splat(0))]
    } else {
        // Where another method waits for its turn, it is better at this.
        let go_on = || {
            sink.budget().inspect(|budget| budget.give_up());
            !sink.is_done()
        };
        reaching((a, b), &lattice, grown, &go_on)
    };
    part(items_a, items_b).search(sink)
}

/// Where the boxes are, and next to them.
fn sieve_of(cells: SieveGrid, items: &[Item]) -> Sieve {
    let mut marks = sieve::Marks::new(cells);
    for block in items.chunks(WIDTH).map(|items| CellBoxes::of(cells, items)) {
        for_each_bit(block.inside, |lane| marks.mark(&block, lane));
    }
    marks.spread([0; 3])
}

/// Drops the boxes that are not near any marked one.
fn keep_near(items: &mut Vec<Item>, cells: SieveGrid, sieve: &Sieve) {
    let (mut kept, mut place) = (0, 0);
    while place < items.len() {
        for_each_bit(sieve.near(&CellBoxes::of(cells, &items[place..])), |lane| {
            items[kept] = items[place + lane];
            kept += 1;
        });
        place += WIDTH;
    }
    items.truncate(kept);
}

/// Where each side comes within `margin` of the other's bounds.
fn common_region(a: &Aabb, b: &Aabb, margin: f64) -> Aabb {
    if margin == 0.0 {
        return a.intersection(b);
    }
    let (near_a, near_b) = (a.intersection(&b.grown(margin)), b.intersection(&a.grown(margin)));
    if near_a.is_empty() || near_b.is_empty() { Aabb::EMPTY } else { near_a.union(&near_b) }
}

/// A part of space with the boxes of both sides that reach it; those of `a` are grown by the margin.
struct Region<'w> {
    a: &'w WorldObject,
    b: &'w WorldObject,
    margin: f64,
    lattice: Lattice,
    items_a: Vec<Item>,
    /// Empty when one object is compared with itself.
    items_b: Vec<Item>,
    /// Whether the boxes that reach no cell of the other side are gone.
    sieved: bool,
    /// How much of all work this is, roughly.
    share: f64,
    /// The cost of sorting these boxes repeatedly, in units of [`Budget`].
    sorted: f64,
    depth: usize,
}

impl<'w> Region<'w> {
    fn is_within(&self) -> bool {
        self.a.id == self.b.id
    }

    fn search<S: Sink>(mut self, sink: &S) -> Batch<S::Finding> {
        if sink.is_done() {
            return Batch::default();
        }
        if !self.sieved {
            self.drop_the_unreached();
        }
        if self.is_empty() {
            self.finish(self.share, 0, sink);
            return Batch::default();
        }
        if self.pair_count() <= FEW_PAIRS || self.depth == MAX_DEPTH {
            return self.compare_all(sink);
        }
        let dimension = if self.is_within() { 2 } else { 1 };
        let grid = Grid::new(self.sample(), self.len(), dimension, self.lattice.has_width());
        if !grid.divides() {
            return self.compare_all(sink);
        }
        let slabs = slabs(&self, grid);
        if let [slab] = &slabs[..] {
            return slab.search(sink);
        }
        slabs.par_iter().map(|slab| slab.search(sink)).reduce(Batch::default, Batch::join)
    }

    fn len(&self) -> usize {
        self.items_a.len() + self.items_b.len()
    }

    fn sample(&self) -> impl Iterator<Item = &Item> {
        self.items_a.iter().chain(&self.items_b).step_by(self.len().div_ceil(SAMPLES).max(1))
    }

    fn is_empty(&self) -> bool {
        self.items_a.is_empty() || (self.items_b.is_empty() && !self.is_within())
    }

    fn pair_count(&self) -> usize {
        let other = if self.is_within() { self.items_a.len() / 2 } else { self.items_b.len() };
        self.items_a.len().saturating_mul(other)
    }

    /// Drops the boxes that reach no cell of the other side.
    fn drop_the_unreached(&mut self) {
        if self.is_within() || self.pair_count() <= FEW_PAIRS {
            return;
        }
        let cells = SieveGrid::new(self.sample(), self.len());
        keep_near(&mut self.items_b, cells, &sieve_of(cells, &self.items_a));
        keep_near(&mut self.items_a, cells, &sieve_of(cells, &self.items_b));
    }

    /// Compares all boxes with all, where there is no telling them apart. Those may be many, as copies in one place are:
    /// then some of one list at a time, on all threads. If those are of the first list, candidates come in its order.
    fn compare_all<S: Sink>(&self, sink: &S) -> Batch<S::Finding> {
        let (count_a, count_b) = (self.items_a.len(), self.items_b.len());
        let compare = |mut batch: Batch<S::Finding>, (a, b): (Range<usize>, Range<usize>)| {
            if !sink.is_done() {
                self.compare_stretches(a, b, sink, &mut batch);
            }
            batch
        };
        if count_a.max(count_b) <= STRETCH {
            return compare(Batch::default(), (0..count_a, 0..count_b));
        }
        let stretches = |count: usize| (0..count).step_by(STRETCH).map(move |from| from..count.min(from + STRETCH));
        let tasks: Vec<_> = if count_a > STRETCH {
            stretches(count_a).map(|a| (a, 0..count_b)).collect()
        } else {
            stretches(count_b).map(|b| (0..count_a, b)).collect()
        };
        tasks.into_par_iter().fold(Batch::default, compare).reduce(Batch::default, Batch::join)
    }

    /// Compares some boxes of the first list with some of the second, or with all that come later in the same list.
    fn compare_stretches<S: Sink>(&self, a: Range<usize>, b: Range<usize>, sink: &S, batch: &mut Batch<S::Finding>) {
        let (before, rows, within) = (batch.candidates, a.len(), self.is_within());
        let others = if within { self.items_a.len() - a.start - rows / 2 } else { b.len() };
        // A crowded cell is many offers.
        let mut offer = |a, others: &[u32]| {
            if !sink.is_done() {
                sink.offer(batch, a, others);
            }
        };
        with_columns(|columns| {
            if within {
                columns[0].fill(&self.items_a[a.start..], Lanes::splat(FIRST));
                columns[0].own_pairs(rows, &mut offer);
            } else {
                columns[0].fill(&self.items_a[a], Lanes::splat(FIRST));
                columns[1].fill(&self.items_b[b], Lanes::splat(FIRST));
                columns[0].pairs(&columns[1], &mut offer);
            }
        });
        // Boxes that overlap, as those of copies do, were not compared in vain.
        let in_vain = ((rows * others) as u64).saturating_sub(batch.candidates - before);
        let (tested, all) = (rows * others, self.pair_count());
        self.finish(self.share * tested as f64 / all as f64, in_vain * Budget::BOXES, sink);
    }

    /// Reports that a share is finished: the work it took, and its part of the sorting.
    fn finish<S: Sink>(&self, share: f64, work: u64, sink: &S) {
        if let Some(budget) = sink.budget() {
            budget.spend(work + (self.sorted * share / self.share) as u64);
        }
        sink.finished(share);
    }

    /// The boxes of one cell, on a lattice over the part of the cell that they reach.
    fn divided_again<S: Sink>(
        &self,
        grid: Grid,
        (cell, share): ([usize; 3], f64),
        lists: [&[u32]; 2],
        sink: &S,
    ) -> Region<'w> {
        let sorting = (lists[0].len() + lists[1].len()) as u64 * Budget::SORTED;
        sink.budget().inspect(|budget| budget.invest(sorting));
        let (low, high) = grid.corners(cell);
        let bounds = |object: &WorldObject, list: &[u32], items: &[Item], margin: f64| -> Vec<Aabb> {
            let triangles = list.iter().map(|&index| items[index as usize].triangle);
            let bounds = triangles.map(|triangle| Aabb::around(object.triangle(triangle)));
            bounds.map(|bounds| Aabb { min: bounds.min - margin, max: bounds.max + margin }).collect()
        };
        let bounds_a = bounds(self.a, lists[0], &self.items_a, self.margin);
        let bounds_b = bounds(self.b, lists[1], &self.items_b, 0.0);
        let reached = bounds_a.iter().chain(&bounds_b).fold(Aabb::EMPTY, |all, bounds| all.union(bounds));
        let cell = self.lattice.region(low, high);
        let part = cell.intersection(&reached);
        // A cell is where it is up to rounding.
        let lattice = Lattice::over(if part.is_empty() { &cell } else { &part });
        let again = |item: &Item, bounds: &Aabb| {
            let (from, to) = (lattice.place(bounds.min), lattice.place(bounds.max));
            let (first, last) = (Lanes::splat(FIRST), Lanes::splat(LAST));
            let (from, to) = (from.max(first).min(last), to.max(first).min(last));
            // The coarse lattice says which boxes begin below the cell: cells must agree on who owns a pair.
            let lane = |k| if item.low.get(k) < low.get(k) { BEFORE } else { from.get(k) };
            Item { low: Lanes::new(lane(0), lane(1), lane(2), FIRST), high: to, triangle: item.triangle }
        };
        let take = |list: &[u32], items: &[Item], bounds: &[Aabb]| {
            list.iter().zip(bounds).map(|(&index, bounds)| again(&items[index as usize], bounds)).collect()
        };
        Region {
            lattice,
            items_a: take(lists[0], &self.items_a, &bounds_a),
            items_b: take(lists[1], &self.items_b, &bounds_b),
            sieved: false,
            share,
            sorted: self.sorted * share / self.share + sorting as f64,
            depth: self.depth + 1,
            ..*self
        }
    }
}

/// Numbers below a limit, the same for the same seed: for the tests of this folder.
#[cfg(test)]
fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |limit| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    }
}
