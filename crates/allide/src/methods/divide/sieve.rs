//! A set of cells, one bit each, that tells which boxes can be near any of many others.

use super::boxes::{Block, WIDTH};
#[cfg(test)]
use super::lanes::Lanes;
use super::lattice::{Item, LAST, mean_extents};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// At most 2²¹ cells: a quarter of a megabyte, which stays in the cache of one core.
const MOST: u32 = 21;

/// Cells per axis, as powers of two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    bits: [u32; 3],
}

impl Cells {
    /// For `count` boxes like those of the sample: cells a little larger than a box, and not many more of them than boxes.
    pub(super) fn new<'i>(sample: impl IntoIterator<Item = &'i Item>, count: usize) -> Self {
        let extents = mean_extents(sample);
        let mut bits = extents.map(|extent| (f64::from(LAST) / (1.25 * extent)).max(1.0).log2() as u32);
        while bits.iter().sum::<u32>() > (16 * count).max(1).ilog2().min(MOST) {
            let finest = (0..3).max_by_key(|&k| bits[k]).unwrap_or(0);
            bits[finest] -= 1;
        }
        Self { bits }
    }

    fn words(self) -> usize {
        (1usize << self.bits.iter().sum::<u32>()).div_ceil(64)
    }

    #[inline(always)]
    fn axes(self, place: u64) -> [u64; 3] {
        let axis = |k: usize| (place >> (16 * k) & 0xffff) >> (16 - self.bits[k]);
        [axis(0), axis(1), axis(2)]
    }

    /// For each box of a block: the cell of its lowest corner, and whether it is large: reaches further than the next one.
    #[inline(always)]
    pub(super) fn of(self, block: &Block) -> ([u32; WIDTH], u32) {
        let mut cells = [0; WIDTH];
        let mut reach = [0; WIDTH];
        for lane in 0..WIDTH {
            let ([x, y, z], [u, v, w]) = (self.axes(block.low[lane]), self.axes(block.high[lane]));
            cells[lane] = (((z << self.bits[1] | y) << self.bits[0]) | x) as u32;
            reach[lane] = (u - x).max(v - y).max(w - z);
        }
        let large = (0..WIDTH).fold(0, |mask, lane| mask | u32::from(reach[lane] > 1) << lane);
        (cells, large)
    }

    fn runs(self, low: u64, high: u64) -> Runs {
        Runs { bits: self.bits, low: self.axes(low), high: self.axes(high) }
    }
}

/// The cells that boxes are in, while they are marked; several threads may mark at once.
///
/// A box is marked by the cell of its lowest corner alone, unless it is large: then all its cells are marked.
pub(super) struct Marker {
    cells: Cells,
    words: Vec<AtomicU64>,
}

impl Marker {
    /// Nothing is marked.
    pub(super) fn new(cells: Cells) -> Self {
        Self { cells, words: (0..cells.words()).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Marks those boxes of a block whose bits are set, given what [`Cells::of`] says of the block.
    #[inline(always)]
    pub(super) fn mark(&self, block: &Block, lanes: u32, (cells, large): &([u32; WIDTH], u32)) {
        let mut rest = lanes;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.set((cells[lane] / 64) as usize, 1 << (cells[lane] % 64));
        }
        let mut large = large & lanes;
        while large != 0 {
            let lane = large.trailing_zeros() as usize;
            large &= large - 1;
            self.mark_all(block.low[lane], block.high[lane]);
        }
    }

    /// Most cells are marked more than once, and looking is cheaper than an atomic write.
    #[inline(always)]
    fn set(&self, word: usize, mask: u64) {
        if self.words[word].load(Relaxed) & mask != mask {
            self.words[word].fetch_or(mask, Relaxed);
        }
    }

    #[inline(never)]
    fn mark_all(&self, low: u64, high: u64) {
        self.cells.runs(low, high).any(|word, mask| {
            self.set(word, mask);
            false
        });
    }

    /// Marks the neighbours of all marked cells. At the border of the grid also some far ones: never too few.
    pub(super) fn spread(self) -> Sieve {
        let [x, y, _] = self.cells.bits;
        let mut words: Vec<u64> = self.words.into_iter().map(AtomicU64::into_inner).collect();
        let mut spread = vec![0; words.len()];
        for distance in [1, 1 << x, 1 << (x + y)] {
            spread_by(distance, &words, &mut spread);
            std::mem::swap(&mut words, &mut spread);
        }
        Sieve { cells: self.cells, words }
    }
}

/// Each bit of `words`, and what lies `distance` bits before and after it.
fn spread_by(distance: usize, words: &[u64], spread: &mut [u64]) {
    let (whole, part) = (distance / 64, distance % 64);
    for (place, spread) in spread.iter_mut().enumerate() {
        let word = |place: Option<usize>| place.and_then(|place| words.get(place)).copied().unwrap_or(0);
        let (below, above) = (word(place.checked_sub(whole)), word(place.checked_add(whole)));
        *spread = words[place] | below << part | above >> part;
        if part > 0 {
            let (below, above) = (word(place.checked_sub(whole + 1)), word(place.checked_add(whole + 1)));
            *spread |= below >> (64 - part) | above << (64 - part);
        }
    }
}

/// Tells which boxes can overlap a marked one.
///
/// The neighbours of marked cells are marked too, so that for all boxes but large ones it is enough to look up the cell of
/// the lowest corner. That makes both the marking and the looking up free of branches.
pub(super) struct Sieve {
    cells: Cells,
    words: Vec<u64>,
}

impl Sieve {
    /// Which boxes of a block are near a marked one, given what [`Cells::of`] says of the block.
    #[inline(always)]
    pub(super) fn near(&self, block: &Block, (cells, large): &([u32; WIDTH], u32)) -> u32 {
        let mut near = look_up(&self.words, cells);
        let mut large = large & block.inside & !near;
        while large != 0 {
            let lane = large.trailing_zeros();
            large &= large - 1;
            near |= u32::from(self.meets(block.low[lane as usize], block.high[lane as usize])) << lane;
        }
        near & block.inside
    }

    /// Whether a cell is marked, or next to one that is.
    #[inline(always)]
    pub(super) fn is_marked(&self, cell: u32) -> bool {
        self.words[(cell / 64) as usize] >> (cell % 64) & 1 == 1
    }

    /// Whether a box meets a marked cell.
    #[inline(never)]
    pub(super) fn meets(&self, low: u64, high: u64) -> bool {
        self.cells.runs(low, high).any(|word, mask| self.words[word] & mask != 0)
    }
}

/// Which cells are marked. Never inlined: where vectors are wide, compilers turn this loop into a gather instruction, and
/// those are slow on machines that guard against their leaks.
#[inline(never)]
fn look_up(words: &[u64], cells: &[u32; WIDTH]) -> u32 {
    let mut marked = 0;
    for (lane, cell) in cells.iter().enumerate() {
        let bit = words[(cell / 64) as usize] >> (cell % 64) & 1;
        marked |= (bit as u32) << lane;
    }
    marked
}

/// The cells between two corners.
struct Runs {
    bits: [u32; 3],
    low: [u64; 3],
    high: [u64; 3],
}

impl Runs {
    /// Whether `test` holds for any of the words that the cells lie in, given their bits there.
    #[inline(always)]
    fn any(self, mut test: impl FnMut(usize, u64) -> bool) -> bool {
        for z in self.low[2]..=self.high[2] {
            for y in self.low[1]..=self.high[1] {
                let row = (z << self.bits[1] | y) << self.bits[0];
                let (first, last) = (row | self.low[0], row | self.high[0]);
                for word in first / 64..=last / 64 {
                    let from = first.max(word * 64) % 64;
                    let to = last.min(word * 64 + 63) % 64;
                    if test(word as usize, (!0 << from) & (!0 >> (63 - to))) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::random;
    use super::*;

    /// Boxes of all sizes, from points to most of the region.
    fn boxes(seed: u64, count: usize) -> Vec<Item> {
        let mut next = random(seed);
        let mut one = |triangle| {
            let size = [1, 500, 4000, 60_000][next(4) as usize];
            let low = [0; 3].map(|_| 1 + next(65_000) as u16);
            let high = low.map(|low| low.saturating_add(next(size) as u16).min(LAST));
            let lanes = |[x, y, z]: [u16; 3]| Lanes::new(x, y, z, 1);
            Item { low: lanes(low), high: lanes(high), triangle }
        };
        (0..count as u32).map(&mut one).collect()
    }

    #[test]
    fn no_overlapping_box_falls_through() {
        let (mut kept, mut dropped) = (0, 0);
        for seed in 0..40 {
            let count = [3, 20, 100, 900][seed as usize % 4];
            let (a, b) = (boxes(seed, count), boxes(seed + 1000, 200));
            let cells = Cells::new(&a, a.len());
            let marker = Marker::new(cells);
            for block in a.chunks(WIDTH).map(Block::of) {
                marker.mark(&block, block.inside, &cells.of(&block));
            }
            let sieve = marker.spread();
            let near = b.chunks(WIDTH).map(Block::of).flat_map(|block| {
                let near = sieve.near(&block, &cells.of(&block));
                (0..WIDTH).map(move |lane| near >> lane & 1 == 1)
            });
            for (item, near) in b.iter().zip(near) {
                let meets = |other: &Item| item.low.all_at_most(other.high) && other.low.all_at_most(item.high);
                assert!(near || !a.iter().any(meets), "seed {seed}, {item:?}");
                kept += usize::from(near);
                dropped += usize::from(!near);
            }
        }
        assert!(kept > 100 && dropped > 100, "{kept} kept, {dropped} dropped");
    }
}
