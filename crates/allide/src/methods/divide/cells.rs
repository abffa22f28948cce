//! A grid of at most 64 × 64 × 64 cells over the lattice, one bit a cell.

use super::lanes::Lanes;
use super::lattice::{FIRST, Item, LAST};

/// Cells per axis, as powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    bits: [u32; 3],
    /// The cells per axis, as factors.
    factors: Lanes,
}

/// Finest grid: a row of cells along x is one 64-bit word.
const MAX_BITS: u32 = 6;

impl Grid {
    /// For `count` boxes like those of the sample: cells a little larger than a box, and no more of them than are worth
    /// clearing.
    pub(super) fn for_boxes<'i>(sample: impl IntoIterator<Item = &'i Item>, count: usize) -> Self {
        let (mut sampled, mut extent) = (0u64, [0u64; 3]);
        for item in sample {
            sampled += 1;
            for k in 0..3 {
                extent[k] += u64::from(item.high.get(k) - item.low.get(k)) + 1;
            }
        }
        let width = u64::from(LAST - FIRST) + 1;
        let mut bits = extent.map(|sum| (width * sampled / sum.max(1)).max(1).ilog2().min(MAX_BITS));
        let enough = (8 * count).max(1).ilog2();
        while bits.iter().sum::<u32>() > enough {
            let finest = (0..3).max_by_key(|&k| bits[k]).unwrap_or(0);
            bits[finest] -= 1;
        }
        Self { bits, factors: Lanes::new(1 << bits[0], 1 << bits[1], 1 << bits[2], 0) }
    }

    /// Whether there is more than one cell.
    pub(super) fn divides(&self) -> bool {
        self.bits != [0; 3]
    }

    /// The cells per axis.
    pub(super) fn size(&self) -> [usize; 3] {
        self.bits.map(|bits| 1 << bits)
    }

    /// The cell of a place. Multiplying by a power of two and keeping the upper half shifts every lane by its own amount.
    #[inline(always)]
    fn cell(&self, place: Lanes) -> [usize; 3] {
        let cell = place.mul_high(self.factors);
        [cell.get(0) as usize, cell.get(1) as usize, cell.get(2) as usize]
    }

    /// The lowest and highest place of a cell. The lowest cell begins at the region's border, not below it.
    pub(super) fn corners(&self, cell: [usize; 3]) -> (Lanes, Lanes) {
        let place = |k: usize, cell: usize| cell << (16 - self.bits[k]);
        let low = |k: usize| place(k, cell[k]) as u16;
        let high = |k: usize| (place(k, cell[k] + 1) - 1) as u16;
        let (first, last) = (Lanes::splat(FIRST), Lanes::splat(LAST));
        (Lanes::new(low(0), low(1), low(2), FIRST).max(first), Lanes::new(high(0), high(1), high(2), FIRST).min(last))
    }

    /// The first and the last row that a box reaches.
    #[inline(always)]
    pub(super) fn row_span(&self, item: &Item) -> (usize, usize) {
        let ([_, y0, z0], [_, y1, z1]) = (self.cell(item.low), self.cell(item.high));
        ((z0 << self.bits[1]) + y0, (z1 << self.bits[1]) + y1)
    }

    /// Calls `visit` with every row that a box reaches, until it returns false. The second value: the box's bits in each row.
    #[inline(always)]
    pub(super) fn for_each_row(&self, item: &Item, mut visit: impl FnMut(usize, u64) -> bool) {
        let ([x0, y0, z0], [x1, y1, z1]) = (self.cell(item.low), self.cell(item.high));
        let mask = (!0 >> (63 - x1)) & (!0 << x0);
        for z in z0..=z1 {
            for row in (z << self.bits[1]) + y0..=(z << self.bits[1]) + y1 {
                if !visit(row, mask) {
                    return;
                }
            }
        }
    }
}

/// A set of cells.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    grid: Grid,
    rows: Vec<u64>,
}

impl Marks {
    pub(super) fn new(grid: Grid) -> Self {
        let [_, y, z] = grid.size();
        Self { grid, rows: vec![0; y * z] }
    }

    /// The cells that boxes reach.
    pub(super) fn of<'i>(grid: Grid, items: impl IntoIterator<Item = &'i Item>) -> Self {
        let mut marks = Self::new(grid);
        items.into_iter().for_each(|item| marks.mark(item));
        marks
    }

    /// Marks the cells that a box reaches.
    #[inline(always)]
    pub(super) fn mark(&mut self, item: &Item) {
        self.grid.for_each_row(item, |row, mask| {
            self.rows[row] |= mask;
            true
        });
    }

    pub(super) fn union(mut self, other: Self) -> Self {
        self.rows.iter_mut().zip(other.rows).for_each(|(row, other)| *row |= other);
        self
    }

    pub(super) fn intersection(mut self, other: &Self) -> Self {
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| *row &= other);
        self
    }

    /// Whether a box reaches a marked cell.
    #[inline(always)]
    pub(super) fn reached_by(&self, item: &Item) -> bool {
        let mut reached = false;
        self.grid.for_each_row(item, |row, mask| {
            reached = self.rows[row] & mask != 0;
            !reached
        });
        reached
    }

    pub(super) fn rows(&self) -> &[u64] {
        &self.rows
    }
}
