//! Measures shared volumes between bounds, and bounds for the depth of one object in the other.

use super::lattice::Lattice;
use super::list::Cells;
use super::search::{Judge, SMALLEST};
use super::walk::Record;
use rayon::prelude::*;

/// Bounds on a shared length that differ by no more than this are as good as they get: most of it is rounding.
const CLOSE: u32 = 64;

/// Records for one task.
const TASK: usize = 1 << 12;

/// Sums over the cells of a pair, in units of the lattice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub least: u128,
    pub sampled: u128,
    pub most: u128,
    /// The longest stretch that a ray shares.
    pub longest: u32,
    /// The side of a cube that both contain.
    pub cube: u32,
    /// How far the first must move along the rays to be beyond the second, and against them.
    pub beyond: u32,
    pub before: u32,
}

/// Measures pairs.
#[derive(Debug)]
pub(super) struct Measure<'m> {
    lattice: &'m Lattice,
    /// For each pair that is measured, the size of cells that is small enough, as a power of two.
    sizes: Vec<Option<u32>>,
    finest: u32,
    pub sums: Vec<Sums>,
}

impl<'m> Measure<'m> {
    /// With `across` cells at least along the longer side of what the boxes of a pair share.
    pub fn new(lattice: &'m Lattice, is_wanted: impl Fn(usize) -> bool, across: u32) -> Self {
        let size = |pair: usize| {
            let [low, high] = lattice.common(lattice.pairs[pair]);
            let longer = (high[0] - low[0]).max(high[1] - low[1]) as u32;
            (longer / across.max(1)).max(1).ilog2().max(SMALLEST)
        };
        let count = lattice.pairs.len();
        let sizes: Vec<Option<u32>> = (0..count).map(|pair| is_wanted(pair).then(|| size(pair))).collect();
        let finest = sizes.iter().flatten().copied().min().unwrap_or(SMALLEST);
        Self { lattice, sizes, finest, sums: vec![Sums::default(); count] }
    }
}

impl Judge for Measure<'_> {
    fn finest(&self) -> u32 {
        self.finest
    }

    fn judge(&mut self, cells: &Cells, records: &[Record], wanted: &mut [bool]) {
        let this = &*self;
        let is_coarse = |record: &Record| {
            let size = this.lattice.find(record.a, record.b).and_then(|pair| this.sizes[pair]);
            size.is_some_and(|size| cells.shift > size) && record.most - record.least > CLOSE
        };
        let coarse: Vec<bool> = records.par_iter().with_min_len(TASK).map(is_coarse).collect();
        for (record, is_coarse) in records.iter().zip(coarse) {
            wanted[record.slot as usize] |= is_coarse;
        }
    }

    fn settle(&mut self, cells: &Cells, records: &[Record], is_left: impl Fn(u32) -> bool) {
        let wanted = |record: &Record| self.lattice.find(record.a, record.b).filter(|&pair| self.sizes[pair].is_some());
        let wanted: Vec<Option<usize>> = records.par_iter().with_min_len(TASK).map(wanted).collect();
        let area = 1u128 << (2 * cells.shift);
        for (record, wanted) in records.iter().zip(wanted) {
            let Some(pair) = wanted else { continue };
            let sums = &mut self.sums[pair];
            sums.longest = sums.longest.max(record.longest[1]);
            sums.cube = sums.cube.max(record.certain[1].min(1 << cells.shift));
            if !is_left(record.slot) {
                continue;
            }
            sums.least += u128::from(record.least) * area;
            sums.sampled += u128::from(record.sampled) * area;
            sums.most += u128::from(record.most) * area;
            sums.beyond = sums.beyond.max(record.beyond);
            sums.before = sums.before.max(record.before);
        }
    }
}
