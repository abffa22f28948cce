//! A range of a grid's rows, worked on by one thread: sorts boxes into its cells and compares them there.

use super::cells::{Grid, Marks};
use super::lattice::Item;
use super::leaf::Columns;
use super::{FEW_PAIRS, PARALLEL, Part, compare};
use crate::confirm::{Batch, Sink};
use std::ops::Range;

pub(super) struct Slab<'p, 'w> {
    part: &'p Part<'w>,
    grid: Grid,
    /// The marked cells of the slab's rows, a word a row.
    words: &'p [u64],
    rows: Range<usize>,
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
pub(super) fn slabs(grid: Grid, lists: [&[Item]; 2]) -> Vec<Range<usize>> {
    let [_, height, depth] = grid.size();
    let rows = height * depth;
    let count = lists[0].len() + lists[1].len();
    let wanted = if count < PARALLEL { 1 } else { 4 * rayon::current_num_threads() };
    if wanted == 1 {
        return vec![0..rows; 1];
    }
    let mut load = vec![0usize; rows];
    for item in lists.iter().flat_map(|list| list.iter()) {
        load[grid.row_span(item).0] += 1;
    }
    let mut slabs = Vec::new();
    let (mut first, mut sum) = (0, 0);
    for (row, load) in load.iter().enumerate() {
        sum += load;
        if sum * wanted >= count || row + 1 == rows {
            slabs.push(first..row + 1);
            (first, sum) = (row + 1, 0);
        }
    }
    slabs
}

impl<'p, 'w> Slab<'p, 'w> {
    pub(super) fn new(part: &'p Part<'w>, grid: Grid, marks: &'p Marks, rows: Range<usize>) -> Self {
        let words = &marks.rows()[rows.clone()];
        let mut cells_before = Vec::with_capacity(words.len() + 1);
        let mut count = 0;
        for word in words {
            cells_before.push(count);
            count += word.count_ones();
        }
        cells_before.push(count);
        Self { part, grid, words, rows, cells_before }
    }

    pub(super) fn search<S: Sink>(&self, sink: &S) -> Batch<S::Finding> {
        let mut batch = Batch::default();
        let within = self.part.is_within();
        let sorted = [self.sort(&self.part.items_a), self.sort(&self.part.items_b)];
        let mut columns = [Columns::default(), Columns::default()];
        let height = self.grid.size()[1];
        for (index, word) in self.words.iter().enumerate() {
            let row = self.rows.start + index;
            let mut bits = *word;
            let mut cell = self.cells_before[index] as usize;
            while bits != 0 {
                let place = [bits.trailing_zeros() as usize, row % height, row / height];
                let lists = [sorted[0].cell(cell), sorted[1].cell(cell)];
                bits &= bits - 1;
                cell += 1;
                let pairs = if within { lists[0].len() * lists[0].len() / 2 } else { lists[0].len() * lists[1].len() };
                if pairs == 0 || sink.is_done() {
                    continue;
                }
                if pairs > FEW_PAIRS {
                    batch = batch.join(self.part.divided_again(self.grid, place, lists).search(sink));
                    continue;
                }
                let (corner, _) = self.grid.corners(place);
                columns[0].fill(lists[0].iter().map(|&index| &self.part.items_a[index as usize]), corner);
                columns[1].fill(lists[1].iter().map(|&index| &self.part.items_b[index as usize]), corner);
                compare(&columns, within, sink, &mut batch);
            }
        }
        batch
    }

    /// Sorts boxes into the marked cells by counting; a box goes into every cell it reaches.
    fn sort(&self, items: &[Item]) -> Sorted {
        let cell_count = *self.cells_before.last().unwrap_or(&0) as usize;
        // Counted two places ahead: after the running sum and the filling, each cell's entry is its start.
        let mut starts = vec![0u32; cell_count + 2];
        self.for_each_cell(items, |_, cell| starts[cell + 2] += 1);
        for cell in 2..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut sorted = vec![0; *starts.last().unwrap_or(&0) as usize];
        self.for_each_cell(items, |index, cell| {
            sorted[starts[cell + 1] as usize] = index;
            starts[cell + 1] += 1;
        });
        starts.pop();
        Sorted { starts, items: sorted }
    }

    #[inline]
    fn for_each_cell(&self, items: &[Item], mut visit: impl FnMut(u32, usize)) {
        for (index, item) in (0..).zip(items) {
            let (first, last) = self.grid.row_span(item);
            if last < self.rows.start || first >= self.rows.end {
                continue;
            }
            self.grid.for_each_row(item, |row, mask| {
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
                true
            });
        }
    }
}
