//! A range of a grid's rows, worked on by one thread: sorts boxes into its cells and compares them there.

use super::cells::{Grid, Marks};
use super::lattice::Item;
use super::leaf::Columns;
use super::{PARALLEL, Part, compare};
use crate::confirm::{Batch, Sink};
use rayon::prelude::*;
use std::ops::Range;

/// A cell with more pairs of boxes than this is divided again.
const MANY_PAIRS: usize = 1 << 17;
/// With fewer boxes than this, a slab is searched by one thread.
const FEW_ENTRIES: usize = 1 << 12;
/// Cells searched by one task.
const CELLS: usize = 16;

pub(super) struct Slab<'p, 'w> {
    part: &'p Part<'w>,
    grid: Grid,
    /// The marked cells of the slab's rows, a word a row.
    words: &'p [u64],
    rows: Range<usize>,
    /// The boxes of both sides that may reach the rows.
    lists: [Vec<u32>; 2],
    /// For each row, how many marked cells lie in earlier rows of the slab.
    cells_before: Vec<u32>,
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
pub(super) fn slabs<'p, 'w>(part: &'p Part<'w>, grid: Grid, marks: &'p Marks) -> Vec<Slab<'p, 'w>> {
    let rows = marks.rows().len();
    if part.len() < PARALLEL {
        let all = |items: &[Item]| (0..items.len() as u32).collect();
        return vec![Slab::new(part, grid, marks, 0..rows, [all(&part.items_a), all(&part.items_b)])];
    }
    let ranges = even_ranges(part, grid, rows, 4 * rayon::current_num_threads());
    let [lists_a, lists_b] = [&part.items_a, &part.items_b].map(|items| distribute(items, grid, &ranges));
    let slabs = ranges.into_iter().zip(lists_a.into_iter().zip(lists_b));
    slabs.map(|(range, (a, b))| Slab::new(part, grid, marks, range, [a, b])).collect()
}

fn even_ranges(part: &Part<'_>, grid: Grid, rows: usize, wanted: usize) -> Vec<Range<usize>> {
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

impl<'p, 'w> Slab<'p, 'w> {
    fn new(part: &'p Part<'w>, grid: Grid, marks: &'p Marks, rows: Range<usize>, lists: [Vec<u32>; 2]) -> Self {
        let words = &marks.rows()[rows.clone()];
        let mut cells_before = Vec::with_capacity(words.len() + 1);
        let mut count = 0;
        for word in words {
            cells_before.push(count);
            count += word.count_ones();
        }
        cells_before.push(count);
        Self { part, grid, words, rows, lists, cells_before }
    }

    pub(super) fn search<S: Sink>(&self, sink: &S) -> Batch<S::Finding> {
        let sort_a = || self.sort(&self.part.items_a, &self.lists[0]);
        let sort_b = || self.sort(&self.part.items_b, &self.lists[1]);
        let few = self.lists[0].len() + self.lists[1].len() < FEW_ENTRIES;
        let (sorted_a, sorted_b) = if few { (sort_a(), sort_b()) } else { rayon::join(sort_a, sort_b) };
        let height = self.grid.size()[1];
        let mut cells = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            let row = self.rows.start + index;
            let mut bits = *word;
            let first = self.cells_before[index] as usize;
            for cell in first..first + word.count_ones() as usize {
                let place = [bits.trailing_zeros() as usize, row % height, row / height];
                cells.push((place, [sorted_a.cell(cell), sorted_b.cell(cell)]));
                bits &= bits - 1;
            }
        }
        let search = |cells: &[([usize; 3], [&[u32]; 2])]| self.search_cells(cells, sink);
        if few {
            return search(&cells);
        }
        cells.par_chunks(CELLS).map(search).reduce(Batch::default, Batch::join)
    }

    fn search_cells<S: Sink>(&self, cells: &[([usize; 3], [&[u32]; 2])], sink: &S) -> Batch<S::Finding> {
        let mut batch = Batch::default();
        let within = self.part.is_within();
        let mut columns = [Columns::default(), Columns::default()];
        for &(place, lists) in cells {
            let pairs = if within { lists[0].len() * lists[0].len() / 2 } else { lists[0].len() * lists[1].len() };
            if pairs == 0 || sink.is_done() {
                continue;
            }
            if pairs > MANY_PAIRS {
                batch.append(self.part.divided_again(self.grid, place, lists).search(sink));
                continue;
            }
            let (corner, _) = self.grid.corners(place);
            columns[0].fill(lists[0].iter().map(|&index| &self.part.items_a[index as usize]), corner);
            columns[1].fill(lists[1].iter().map(|&index| &self.part.items_b[index as usize]), corner);
            compare(&columns, within, sink, &mut batch);
        }
        batch
    }

    /// Sorts boxes into the marked cells by counting; a box goes into every cell it reaches.
    fn sort(&self, items: &[Item], list: &[u32]) -> Sorted {
        let cell_count = *self.cells_before.last().unwrap_or(&0) as usize;
        // Counted two places ahead: after the running sum and the filling, each cell's entry is its start.
        let mut starts = vec![0u32; cell_count + 2];
        self.for_each_cell(items, list, |_, cell| starts[cell + 2] += 1);
        for cell in 2..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut sorted = vec![0; *starts.last().unwrap_or(&0) as usize];
        self.for_each_cell(items, list, |index, cell| {
            sorted[starts[cell + 1] as usize] = index;
            starts[cell + 1] += 1;
        });
        starts.pop();
        Sorted { starts, items: sorted }
    }

    #[inline]
    fn for_each_cell(&self, items: &[Item], list: &[u32], mut visit: impl FnMut(u32, usize)) {
        for &index in list {
            self.grid.for_each_row(&items[index as usize], |row, mask| {
                if self.rows.contains(&row) {
                    let row = row - self.rows.start;
                    let word = self.words[row];
                    let mut bits = word & mask;
                    while bits != 0 {
                        let before = word & (bits & bits.wrapping_neg()).wrapping_sub(1);
                        visit(index, (self.cells_before[row] + before.count_ones()) as usize);
                        bits &= bits - 1;
                    }
                }
            });
        }
    }
}
