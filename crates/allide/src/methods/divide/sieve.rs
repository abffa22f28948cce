//! A set of cells, one bit each, that tells which boxes can be near any of many others.

use super::lanes::Lanes;
use super::lattice::{AFTER, BEFORE, Item, LAST, mean_extents};

/// At most 2²¹ cells: a quarter of a megabyte, which stays in the cache of one core. Seven bits an axis fit into a byte
/// with room for what lies outside.
const MOST_BITS: u32 = 7;

/// Cells per axis, as powers of two.
#[derive(Clone, Copy, Debug)]
pub(super) struct SieveGrid {
    bits: [u32; 3],
}

/// The cell of a place: a byte an axis. 0 is below the region, cells count from 1, then comes what is above the region. The
/// fourth byte is 1.
pub(super) type Cell = u32;

impl SieveGrid {
    /// For `count` boxes like those of the sample: cells a little larger than a box, and not many more of them than boxes.
    pub(super) fn new<'i>(sample: impl IntoIterator<Item = &'i Item>, count: usize) -> Self {
        let extents = mean_extents(sample);
        let fitting = |extent: f64| ((f64::from(LAST) / (1.25 * extent)).max(1.0).log2() as u32).min(MOST_BITS);
        let mut bits = extents.map(fitting);
        while bits.iter().sum::<u32>() > (16 * count).max(1).ilog2() {
            let finest = (0..3).max_by_key(|&k| bits[k]).unwrap_or(0);
            bits[finest] -= 1;
        }
        Self { bits }
    }

    pub(super) fn of(self, place: Lanes) -> Cell {
        let [x, y, z] = self.shifts();
        let axis = |k: usize, shift| cell_on_axis(u32::from(place.get(k)), shift);
        u32::from_le_bytes([axis(0, x), axis(1, y), axis(2, z), 1])
    }

    /// The factors that turn steps into cells.
    pub(super) fn shifts(self) -> [u32; 3] {
        self.bits.map(|bits| 16 - bits)
    }

    /// By how many cells a box can reach further when it is grown by some steps.
    pub(super) fn distance(self, grown: Lanes) -> [u32; 3] {
        let axis = |k: usize| match u32::from(grown.get(k)) {
            0 => 0,
            steps => (steps >> (16 - self.bits[k])) + 1,
        };
        [axis(0), axis(1), axis(2)]
    }

    /// The last cell on each axis.
    fn last(self) -> Cell {
        let [x, y, z] = self.bits.map(|bits| 1 << bits);
        x | y << 8 | z << 16 | 1 << 24
    }

    /// How many there are.
    pub(super) fn count(self) -> usize {
        1 << self.bits.iter().sum::<u32>()
    }

    fn words(self) -> usize {
        self.count().div_ceil(64)
    }

    fn runs(self, low: Cell, high: Cell) -> Runs {
        let axes = |cell: Cell| [cell & 0xff, cell >> 8 & 0xff, cell >> 16 & 0xff].map(|axis| axis - 1);
        Runs { bits: self.bits, low: axes(low), high: axes(high) }
    }
}

/// The cell of a place on one axis, given how far to shift.
#[inline(always)]
pub(super) fn cell_on_axis(steps: u32, shift: u32) -> u8 {
    let outside = u32::from(steps == u32::from(AFTER)).wrapping_sub(u32::from(steps == u32::from(BEFORE)));
    ((steps >> shift) + 1).wrapping_add(outside) as u8
}

/// How many boxes are looked at at a time.
pub(super) const WIDTH: usize = 16;

/// Some boxes, as cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CellBoxes {
    /// A bit for each box: whether it reaches into the region. Only then does it mean anything.
    pub(super) inside: u32,
    /// A bit for each box: whether it reaches further than the cell next to its lowest one.
    pub(super) large: u32,
    /// The bits of the lowest cells in a [`Sieve`].
    pub(super) places: [u32; WIDTH],
    low: [Cell; WIDTH],
    high: [Cell; WIDTH],
}

impl CellBoxes {
    /// The boxes around three points each, given as the cells they are in.
    #[inline(always)]
    pub(super) fn around(cells: SieveGrid, [p, q, r]: &[[Cell; WIDTH]; 3]) -> Self {
        type Bytes = [u8; 4 * WIDTH];
        let (p, q, r): (Bytes, Bytes, Bytes) = (bytemuck::cast(*p), bytemuck::cast(*q), bytemuck::cast(*r));
        let last: Bytes = bytemuck::cast([cells.last(); WIDTH]);
        let (mut low, mut high, mut outside, mut reach): (Bytes, Bytes, Bytes, Bytes) =
            ([0; 64], [0; 64], [0; 64], [0; 64]);
        for byte in 0..4 * WIDTH {
            low[byte] = p[byte].min(q[byte]).min(r[byte]).max(1);
            high[byte] = p[byte].max(q[byte]).max(r[byte]).min(last[byte]);
            // Outside, the border lies beyond the box.
            outside[byte] = low[byte].saturating_sub(high[byte]);
            reach[byte] = high[byte].saturating_sub(low[byte]) & 0xfe;
        }
        let (low, high): ([Cell; WIDTH], [Cell; WIDTH]) = (bytemuck::cast(low), bytemuck::cast(high));
        let (outside, reach): ([u32; WIDTH], [u32; WIDTH]) = (bytemuck::cast(outside), bytemuck::cast(reach));
        let [x, y, _] = cells.bits;
        let (mut inside, mut large, mut places) = (0, 0, [0; WIDTH]);
        for lane in 0..WIDTH {
            inside |= u32::from(outside[lane] == 0) << lane;
            large |= u32::from(reach[lane] != 0) << lane;
            let low = low[lane].wrapping_sub(0x01_01_01);
            places[lane] = (low & 0xff) | (low >> 8 & 0xff) << x | (low >> 16 & 0xff) << (x + y);
        }
        Self { inside, large: large & inside, places, low, high }
    }

    /// The first boxes of a list.
    pub(super) fn of(cells: SieveGrid, items: &[Item]) -> Self {
        let mut corners = [[cells.last(); WIDTH]; 3];
        let count = items.len().min(WIDTH);
        for (lane, item) in items[..count].iter().enumerate() {
            (corners[0][lane], corners[1][lane]) = (cells.of(item.low), cells.of(item.high));
            corners[2][lane] = corners[0][lane];
        }
        let mut block = Self::around(cells, &corners);
        block.keep_first(count);
        block
    }

    /// Only the first `count` boxes count as inside.
    #[inline(always)]
    pub(super) fn keep_first(&mut self, count: usize) {
        self.inside &= ((1u64 << count) - 1) as u32;
        self.large &= self.inside;
    }
}

/// Calls `visit` with the number of each bit that is set.
#[inline(always)]
pub(super) fn for_each_bit(mut bits: u32, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The cells that boxes are in.
///
/// A box is marked by its lowest cell alone, unless it is large: then all its cells are marked.
pub(super) struct Marks {
    cells: SieveGrid,
    words: Vec<u64>,
}

impl Marks {
    /// Nothing is marked.
    pub(super) fn new(cells: SieveGrid) -> Self {
        Self { cells, words: vec![0; cells.words()] }
    }

    /// Marks one of a block's boxes.
    pub(super) fn mark(&mut self, block: &CellBoxes, lane: usize) {
        if block.large >> lane & 1 == 1 {
            self.cells.runs(block.low[lane], block.high[lane]).any(|word, mask| {
                self.words[word] |= mask;
                false
            });
        } else {
            self.mark_cell(block.places[lane]);
        }
    }

    #[inline(always)]
    pub(super) fn mark_cell(&mut self, place: u32) {
        self.words[(place / 64) as usize] |= 1 << (place % 64);
    }

    pub(super) fn union(mut self, other: Self) -> Self {
        self.words.iter_mut().zip(other.words).for_each(|(word, other)| *word |= other);
        self
    }

    /// Marks all cells within the given distance, in cells, of a marked one, and one more. At the border of the grid also some
    /// far ones: never too few.
    pub(super) fn spread(self, distance: [u32; 3]) -> Sieve {
        let [x, y, _] = self.cells.bits;
        let mut words = self.words;
        let mut spread = vec![0; words.len()];
        for (axis, stride) in [1, 1 << x, 1 << (x + y)].into_iter().enumerate() {
            // Marks to either side as far as `radius` have no gaps after a step of twice that and one more: a
            // wide margin takes few steps.
            let (mut radius, wanted) = (0, (distance[axis] as usize + 1).min(1 << self.cells.bits[axis]));
            while radius < wanted {
                let step = (2 * radius + 1).min(wanted - radius);
                spread_by(stride * step, &words, &mut spread);
                std::mem::swap(&mut words, &mut spread);
                radius += step;
            }
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
/// The neighbours of marked cells are marked too, so that for all boxes but large ones it is enough to look up the lowest
/// cell.
pub(super) struct Sieve {
    cells: SieveGrid,
    words: Vec<u64>,
}

impl Sieve {
    /// Which boxes of a block are near a marked one.
    #[inline(always)]
    pub(super) fn near(&self, block: &CellBoxes) -> u32 {
        let mut near = self.look_up(block);
        for_each_bit(block.large & !near, |lane| {
            near |= u32::from(self.meets(block.low[lane], block.high[lane])) << lane;
        });
        near
    }

    /// Which boxes of a block are inside and their lowest cells marked.
    #[inline(always)]
    fn look_up(&self, block: &CellBoxes) -> u32 {
        let mut marked = 0;
        for_each_bit(block.inside, |lane| marked |= (self.is_marked(block.places[lane]) as u32) << lane);
        marked
    }

    /// 1 if a cell is marked, or near one that is; otherwise 0.
    #[inline(always)]
    pub(super) fn is_marked(&self, place: u32) -> usize {
        (self.words[(place / 64) as usize] >> (place % 64) & 1) as usize
    }

    #[inline(never)]
    fn meets(&self, low: Cell, high: Cell) -> bool {
        self.cells.runs(low, high).any(|word, mask| self.words[word] & mask != 0)
    }
}

/// The cells between two corners.
struct Runs {
    bits: [u32; 3],
    low: [u32; 3],
    high: [u32; 3],
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

    /// How far apart boxes are at most, on any axis.
    fn gap(a: &Item, b: &Item) -> u16 {
        let axis = |k| b.low.get(k).saturating_sub(a.high.get(k)).max(a.low.get(k).saturating_sub(b.high.get(k)));
        axis(0).max(axis(1)).max(axis(2))
    }

    #[test]
    fn no_near_box_falls_through() {
        let (mut kept, mut dropped) = (0, 0);
        for seed in 0..80 {
            let count = [3, 20, 100, 900][seed as usize % 4];
            let (a, b) = (boxes(seed, count), boxes(seed + 1000, 200));
            let cells = SieveGrid::new(&a, a.len());
            let mut marks = Marks::new(cells);
            for block in a.chunks(WIDTH).map(|items| CellBoxes::of(cells, items)) {
                for_each_bit(block.inside, |lane| marks.mark(&block, lane));
            }
            let apart = if seed < 40 { 0 } else { 1500 };
            let sieve = marks.spread(cells.distance(Lanes::splat(apart as u16)));
            let near = b.chunks(WIDTH).flat_map(|items| {
                let near = sieve.near(&CellBoxes::of(cells, items));
                (0..items.len()).map(move |lane| near >> lane & 1 == 1)
            });
            for (item, near) in b.iter().zip(near) {
                let is_near = |other: &Item| u32::from(gap(item, other)) <= apart;
                assert!(near || !a.iter().any(is_near), "seed {seed}, {item:?}");
                kept += usize::from(near);
                dropped += usize::from(!near);
            }
        }
        assert!(kept > 100 && dropped > 100, "{kept} kept, {dropped} dropped");
    }

    #[test]
    fn outside_is_outside() {
        let cells = SieveGrid { bits: [3, 0, 7] };
        let inside = |corners: [u16; 3]| {
            let [p, q, r] = corners.map(|x| [cells.of(Lanes::new(x, 9, 9, 1)); WIDTH]);
            CellBoxes::around(cells, &[p, q, r]).inside == 0xffff
        };
        assert!(!inside([BEFORE; 3]) && !inside([AFTER; 3]));
        assert!(inside([BEFORE, AFTER, AFTER]) && inside([1; 3]) && inside([LAST; 3]) && inside([BEFORE, BEFORE, 1]));
    }
}
