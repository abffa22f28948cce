//! A grid of at most 64 × 64 × 64 cells over the lattice.

use super::lanes::Lanes;
use super::lattice::{FIRST, Item, LAST, mean_extents};
use std::ops::Range;

/// Cells per axis, as powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    bits: [u32; 3],
    /// The cells per axis, as factors.
    factors: Lanes,
}

/// Finest grid.
const MAX_BITS: u32 = 6;

impl Grid {
    /// For sorting `count` boxes like those of the sample: cells several times as large as a box, so that few boxes go into
    /// more than one, and enough cells that a few dozen boxes share one, if they lie along a surface (`dimension` 2) or
    /// a curve (1). One cell on an axis on which the region has no width.
    pub(super) fn new<'i>(
        sample: impl IntoIterator<Item = &'i Item>,
        count: usize,
        dimension: u32,
        has_width: [bool; 3],
    ) -> Self {
        let fitting = |extent: f64| ((f64::from(LAST) / (6.0 * extent)).max(1.0).log2() as u32).min(MAX_BITS);
        let mut bits = mean_extents(sample).map(fitting);
        (0..3).filter(|&k| !has_width[k]).for_each(|k| bits[k] = 0);
        let most = 3 * (count / 128).max(1).ilog2() / dimension;
        while bits.iter().sum::<u32>() > most {
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

    /// How many cells a row has.
    pub(super) fn row_len(&self) -> usize {
        1 << self.bits[0]
    }

    /// Calls `visit` with every cell that a box reaches in some of the rows, counted from the first of them.
    #[inline(always)]
    pub(super) fn for_each_cell(&self, item: &Item, rows: &Range<usize>, mut visit: impl FnMut(usize)) {
        let ([x0, y0, z0], [x1, y1, z1]) = (self.cell(item.low), self.cell(item.high));
        for z in z0..=z1 {
            for row in (z << self.bits[1]) + y0..=(z << self.bits[1]) + y1 {
                if rows.contains(&row) {
                    let first = (row - rows.start) << self.bits[0];
                    (first + x0..=first + x1).for_each(&mut visit);
                }
            }
        }
    }
}
