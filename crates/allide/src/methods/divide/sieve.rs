//! A set of cells, one bit each, that tells which boxes can be near any of many others.

use super::boxes::{Block, WIDTH};
#[cfg(test)]
use super::lanes::Lanes;
use super::lattice::{Item, LAST, mean_extents};

/// Cells per axis, as powers of two, and the marked ones.
///
/// A box is marked by the cell of its lowest corner alone, as long as it reaches no further than the next cell on any axis;
/// larger ones mark all their cells. After [`Sieve::spread`] the neighbours of marked cells are marked too, so it is enough
/// to look up the lowest corner's cell of another box to know whether the two can overlap. That makes both the marking and
/// the looking up free of branches.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    bits: [u32; 3],
    words: Vec<u64>,
}

/// At most 2²¹ cells: a quarter of a megabyte, which stays in the cache of one core.
const MOST: u32 = 21;

impl Sieve {
    /// For `count` boxes like those of the sample: cells a little larger than a box, and not many more of them than boxes.
    pub(super) fn new<'i>(sample: impl IntoIterator<Item = &'i Item>, count: usize) -> Self {
        let extents = mean_extents(sample);
        let mut bits = extents.map(|extent| (f64::from(LAST) / (1.25 * extent)).max(1.0).log2() as u32);
        while bits.iter().sum::<u32>() > (16 * count).max(1).ilog2().min(MOST) {
            let finest = (0..3).max_by_key(|&k| bits[k]).unwrap_or(0);
            bits[finest] -= 1;
        }
        Self { bits, words: vec![0; (1usize << bits.iter().sum::<u32>()).div_ceil(64)] }
    }

    /// The same cells, none of them marked.
    pub(super) fn cleared(&self) -> Self {
        Self { bits: self.bits, words: vec![0; self.words.len()] }
    }

    /// Takes over the marks of another sieve with the same cells.
    pub(super) fn unite(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    #[inline(always)]
    fn axes(&self, place: u64) -> [u64; 3] {
        let axis = |k: usize| (place >> (16 * k) & 0xffff) >> (16 - self.bits[k]);
        [axis(0), axis(1), axis(2)]
    }

    /// For each box of a block: the cell of its lowest corner, and whether it reaches further than the next one.
    #[inline(always)]
    fn cells(&self, block: &Block) -> ([u64; WIDTH], u32) {
        let mut cells = [0; WIDTH];
        let mut wide = [0; WIDTH];
        for lane in 0..WIDTH {
            let ([x, y, z], [u, v, w]) = (self.axes(block.low[lane]), self.axes(block.high[lane]));
            cells[lane] = ((z << self.bits[1] | y) << self.bits[0]) | x;
            wide[lane] = (u - x).max(v - y).max(w - z);
        }
        let wide = (0..WIDTH).fold(0, |mask, lane| mask | u32::from(wide[lane] > 1) << lane);
        (cells, wide)
    }

    /// Marks the boxes of a block.
    #[inline(always)]
    pub(super) fn mark(&mut self, block: &Block) {
        let (cells, wide) = self.cells(block);
        for lane in 0..WIDTH {
            let bit = u64::from(block.inside >> lane & 1);
            self.words[(cells[lane] / 64) as usize] |= bit << (cells[lane] % 64);
        }
        let mut wide = wide & block.inside;
        while wide != 0 {
            let lane = wide.trailing_zeros() as usize;
            wide &= wide - 1;
            self.mark_all(block.low[lane], block.high[lane]);
        }
    }

    #[inline(never)]
    fn mark_all(&mut self, low: u64, high: u64) {
        let runs = self.runs(low, high);
        runs.any(|word, mask| {
            self.words[word] |= mask;
            false
        });
    }

    /// Which boxes of a block are near a marked one. To be asked after [`Sieve::spread`].
    #[inline(always)]
    pub(super) fn near(&self, block: &Block) -> u32 {
        let (cells, wide) = self.cells(block);
        let mut near = look_up(&self.words, &cells);
        let mut wide = wide & block.inside & !near;
        while wide != 0 {
            let lane = wide.trailing_zeros();
            wide &= wide - 1;
            near |= u32::from(self.meets(block.low[lane as usize], block.high[lane as usize])) << lane;
        }
        near & block.inside
    }

    #[inline(never)]
    fn meets(&self, low: u64, high: u64) -> bool {
        self.runs(low, high).any(|word, mask| self.words[word] & mask != 0)
    }

    fn runs(&self, low: u64, high: u64) -> Runs {
        Runs { bits: self.bits, low: self.axes(low), high: self.axes(high) }
    }

    /// Marks the neighbours of all marked cells. At the border of the grid also some far ones: never too few.
    pub(super) fn spread(&mut self) {
        let [x, y, _] = self.bits;
        for distance in [1, 1 << x, 1 << (x + y)] {
            let original = self.words.clone();
            let (whole, part) = (distance / 64, distance % 64);
            for place in 0..original.len() {
                let word = |place: Option<usize>| place.and_then(|place| original.get(place)).copied().unwrap_or(0);
                let (below, above) = (place.checked_sub(whole), place.checked_add(whole));
                self.words[place] |= word(below) << part | word(above) >> part;
                if part > 0 {
                    let (below, above) = (place.checked_sub(whole + 1), place.checked_add(whole + 1));
                    self.words[place] |= word(below) >> (64 - part) | word(above) << (64 - part);
                }
            }
        }
    }
}

/// Which cells are marked. Never inlined: where vectors are wide, compilers turn this loop into a gather instruction, and
/// those are slow on machines that guard against their leaks.
#[inline(never)]
fn look_up(words: &[u64], cells: &[u64; WIDTH]) -> u32 {
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
            let mut sieve = Sieve::new(&a, a.len());
            a.chunks(WIDTH).for_each(|items| sieve.mark(&Block::of(items)));
            sieve.spread();
            let near = b.chunks(WIDTH).flat_map(|items| {
                let near = sieve.near(&Block::of(items));
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
