//! A range of a grid's rows, worked on by one thread: sorts boxes into its cells and compares them there.

use super::cells::Grid;
use super::lattice::Item;
use super::leaf::with_columns;
use super::{PARALLEL, Region};
use crate::confirm::{Batch, Sink};
use crate::history::Budget;
use rayon::prelude::*;
use std::ops::Range;

/// A cell with more pairs of boxes than this is divided again.
const MANY_PAIRS: usize = 1 << 17;
/// With fewer boxes than this, a slab is searched by one thread.
const FEW_ENTRIES: usize = 1 << 12;
/// Cells searched by one task.
const CELLS: usize = 16;

pub(super) struct Slab<'p, 'w> {
    part: &'p Region<'w>,
    grid: Grid,
    rows: Range<usize>,
    /// The boxes of both sides that may reach the rows; `None`: all of them.
    lists: Option<[Vec<u32>; 2]>,
}

/// Boxes by cell, as indices.
struct Sorted {
    /// Where each cell's boxes begin; one more entry at the end.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Sorted {
    fn cell(&self, cell: usize) -> &[u32] {
        &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// Cuts the grid's rows into ranges of about equal work: one for few boxes, several a thread for many.
pub(super) fn slabs<'p, 'w>(part: &'p Region<'w>, grid: Grid) -> Vec<Slab<'p, 'w>> {
    let [_, height, depth] = grid.size();
    let rows = height * depth;
    if part.len() < PARALLEL {
        return vec![Slab { part, grid, rows: 0..rows, lists: None }];
    }
    let ranges = even_ranges(part, grid, rows, 4 * rayon::current_num_threads());
    let (lists_a, lists_b) =
        rayon::join(|| distribute(&part.items_a, grid, &ranges), || distribute(&part.items_b, grid, &ranges));
    let slabs = ranges.into_iter().zip(lists_a.into_iter().zip(lists_b));
    slabs.map(|(rows, (a, b))| Slab { part, grid, rows, lists: Some([a, b]) }).collect()
}

fn even_ranges(part: &Region<'_>, grid: Grid, rows: usize, wanted: usize) -> Vec<Range<usize>> {
    let mut load = vec![0usize; rows];
    for item in part.items_a.iter().chain(&part.items_b) {
        load[grid.row_span(item).0] += 1;
    }
    let mut ranges = Vec::new();
    let (mut first, mut sum) = (0, 0);
    for (row, load) in load.iter().enumerate() {
        sum += load;
        if sum * wanted >= part.len() || row + 1 == rows {
            ranges.push(first..row + 1);
            (first, sum) = (row + 1, 0);
        }
    }
    ranges
}

/// For each range of rows, the boxes that may reach it, in order.
fn distribute(items: &[Item], grid: Grid, ranges: &[Range<usize>]) -> Vec<Vec<u32>> {
    let chunk = |(chunk, items): (usize, &[Item])| {
        let mut lists = vec![Vec::new(); ranges.len()];
        for (index, item) in ((chunk * PARALLEL) as u32..).zip(items) {
            let (first, last) = grid.row_span(item);
            let place = ranges.partition_point(|range| range.end <= first);
            for (list, range) in lists[place..].iter_mut().zip(&ranges[place..]) {
                if range.start > last {
                    break;
                }
                list.push(index);
            }
        }
        lists
    };
    let chunks: Vec<Vec<Vec<u32>>> = items.par_chunks(PARALLEL).enumerate().map(chunk).collect();
    let gather = |place: usize| chunks.iter().flat_map(|lists| lists[place].iter().copied()).collect();
    (0..ranges.len()).into_par_iter().map(gather).collect()
}

impl Slab<'_, '_> {
    pub(super) fn search<S: Sink>(&self, sink: &S) -> Batch<S::Finding> {
        let sort_a = || self.sort(&self.part.items_a, 0);
        let sort_b = || self.sort(&self.part.items_b, 1);
        let len = self.lists.as_ref().map_or(self.part.len(), |[a, b]| a.len() + b.len());
        let few = len < FEW_ENTRIES;
        let (sorted_a, sorted_b) = if few { (sort_a(), sort_b()) } else { rayon::join(sort_a, sort_b) };
        let (width, height) = (self.grid.row_len(), self.grid.size()[1]);
        let (mut cells, mut entries) = (Vec::new(), 0);
        for cell in 0..width * self.rows.len() {
            let lists = [sorted_a.cell(cell), sorted_b.cell(cell)];
            if !lists[0].is_empty() && (self.part.is_within() || !lists[1].is_empty()) {
                let row = self.rows.start + cell / width;
                cells.push(([cell % width, row % height, row / height], lists));
                entries += lists[0].len() + lists[1].len();
            }
        }
        let share = self.part.share * len as f64 / self.part.len() as f64 / entries as f64;
        let search = |cells: &[([usize; 3], [&[u32]; 2])]| self.search_cells(cells, share, sink);
        if few {
            return search(&cells);
        }
        cells.par_chunks(CELLS).map(search).reduce(Batch::default, Batch::join)
    }

    /// Searches some cells, given the share of each box in them.
    fn search_cells<S: Sink>(&self, cells: &[([usize; 3], [&[u32]; 2])], share: f64, sink: &S) -> Batch<S::Finding> {
        let mut batch = Batch::default();
        let within = self.part.is_within();
        for &(place, lists) in cells {
            if sink.is_done() {
                break;
            }
            let pairs = if within { lists[0].len() * lists[0].len() / 2 } else { lists[0].len() * lists[1].len() };
            let share = share * (lists[0].len() + lists[1].len()) as f64;
            if pairs > MANY_PAIRS {
                batch.append(self.part.divided_again(self.grid, (place, share), lists, sink).search(sink));
                continue;
            }
            let before = batch.candidates;
            let (corner, _) = self.grid.corners(place);
            with_columns(|columns| {
                let mut offer = |a, others: &[u32]| {
                    if !sink.is_done() {
                        sink.offer(&mut batch, a, others);
                    }
                };
                columns[0].fill(lists[0].iter().map(|&index| &self.part.items_a[index as usize]), corner);
                if within {
                    columns[0].own_pairs(lists[0].len(), &mut offer);
                } else {
                    columns[1].fill(lists[1].iter().map(|&index| &self.part.items_b[index as usize]), corner);
                    columns[0].pairs(&columns[1], &mut offer);
                }
            });
            let in_vain = (pairs as u64).saturating_sub(batch.candidates - before);
            self.part.finish(share, Budget::CELL + in_vain * Budget::BOXES, sink);
        }
        batch
    }

    /// Sorts the boxes of a side into the cells by counting; a box goes into every cell it reaches.
    fn sort(&self, items: &[Item], side: usize) -> Sorted {
        let count = self.lists.as_ref().map_or(items.len(), |lists| lists[side].len());
        // Counted two places ahead: after the running sum and the filling, each cell's entry is its start.
        let mut starts = vec![0u32; self.grid.row_len() * self.rows.len() + 2];
        let mut entries = Vec::with_capacity(count + count / 2);
        let mut enter = |index: u32| {
            self.grid.for_each_cell(&items[index as usize], &self.rows, |cell| {
                entries.push((cell as u32, index));
                starts[cell + 2] += 1;
            });
        };
        match &self.lists {
            Some(lists) => lists[side].iter().for_each(|&index| enter(index)),
            None => (0..items.len() as u32).for_each(enter),
        }
        for cell in 2..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut sorted = vec![0; entries.len()];
        for (cell, index) in entries {
            let place = &mut starts[cell as usize + 1];
            sorted[*place as usize] = index;
            *place += 1;
        }
        starts.pop();
        Sorted { starts, items: sorted }
    }
}
