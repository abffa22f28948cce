//! The boxes of an object's triangles on a lattice, several at a time.

use super::lanes::Lanes;
use super::lattice::{FIRST, Item, LAST, Lattice, box_around};
use super::sieve::for_each_bit;
use super::{CHUNK, PARALLEL};
use crate::world::WorldObject;
use allide_geom::SimdLevel;
use rayon::prelude::*;
use std::ops::Range;

/// The triangles of one object, and its vertices on a lattice.
pub(super) struct Boxes<'w> {
    triangles: &'w [[u32; 3]],
    /// The vertices on the lattice.
    places: Vec<Lanes>,
    /// By how many steps every box is grown.
    grown: Lanes,
}

/// To be overwritten.
const NOTHING: Item = Item { low: Lanes::splat(0), high: Lanes::splat(0), triangle: 0 };

/// How many boxes are made at a time.
const WIDTH: usize = 8;

/// The boxes of some consecutive triangles.
#[derive(Clone, Debug, PartialEq)]
struct LatticeBoxes {
    /// The first triangle.
    start: u32,
    /// A bit for each box: whether it reaches into the region. Only then does it mean anything, but all are inside it.
    inside: u32,
    /// The corners, as bits of [`Lanes`].
    low: [u64; WIDTH],
    high: [u64; WIDTH],
}

impl LatticeBoxes {
    fn item(&self, lane: usize) -> Item {
        let (low, high) = (Lanes::from_bits(self.low[lane]), Lanes::from_bits(self.high[lane]));
        Item { low, high, triangle: self.start + lane as u32 }
    }
}

impl<'w> Boxes<'w> {
    pub(super) fn new(object: &'w WorldObject, lattice: &Lattice, grown: Lanes) -> Self {
        let positions = object.positions();
        let mut places = vec![Lanes::splat(0); positions.len()];
        if positions.len() <= CHUNK {
            lattice.place_all(positions, &mut places);
        } else {
            let chunks = positions.par_chunks(CHUNK).zip(places.par_chunks_mut(CHUNK));
            chunks.for_each(|(positions, places)| lattice.place_all(positions, places));
        }
        Self { triangles: object.mesh.triangles(), places, grown }
    }

    /// Calls `visit` with the boxes of the triangles in the range, a block at a time.
    #[inline(always)]
    fn for_each_block(&self, range: Range<usize>, visit: impl FnMut(&LatticeBoxes)) {
        self.for_each_block_with(SimdLevel::detected(), range, visit);
    }

    #[inline(always)]
    fn for_each_block_with(&self, level: SimdLevel, range: Range<usize>, visit: impl FnMut(&LatticeBoxes)) {
        match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: there is the proof that the machine has these instructions.
            SimdLevel::Avx512(_) => unsafe { self.for_each_block_avx512(range, visit) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx2(_) => unsafe { self.for_each_block_avx2(range, visit) },
            _ => self.for_each_block_by(range, |corners| self.boxes(corners), visit),
        }
    }

    #[cfg(target_arch = "x86_64")]
    allide_geom::avx512! {
        fn for_each_block_avx512(&self, range: Range<usize>, visit: impl FnMut(&LatticeBoxes)) {
            self.for_each_block_by(range, |corners| self.boxes_avx512(corners), visit);
        }
    }

    #[cfg(target_arch = "x86_64")]
    allide_geom::avx2! {
        fn for_each_block_avx2(&self, range: Range<usize>, visit: impl FnMut(&LatticeBoxes)) {
            self.for_each_block_by(range, |corners| self.boxes(corners), visit);
        }
    }

    /// The last block is filled up with triangles that do not count as inside.
    #[inline(always)]
    fn for_each_block_by(
        &self,
        range: Range<usize>,
        boxes: impl Fn(&[[u32; 3]; WIDTH]) -> LatticeBoxes,
        mut visit: impl FnMut(&LatticeBoxes),
    ) {
        for start in range.clone().step_by(WIDTH) {
            let triangles = &self.triangles[start..range.end];
            let mut last = [[0; 3]; WIDTH];
            let corners = triangles.first_chunk().unwrap_or_else(|| {
                last = [triangles[0]; WIDTH];
                last[..triangles.len()].copy_from_slice(triangles);
                &last
            });
            let mut block = boxes(corners);
            block.start = start as u32;
            if triangles.len() < WIDTH {
                block.inside &= (1 << triangles.len()) - 1;
            }
            visit(&block);
        }
    }

    #[inline(always)]
    fn boxes(&self, corners: &[[u32; 3]; WIDTH]) -> LatticeBoxes {
        let mut block = LatticeBoxes { start: 0, inside: 0, low: [0; WIDTH], high: [0; WIDTH] };
        for (lane, &[p, q, r]) in corners.iter().enumerate() {
            let corners = [self.places[p as usize], self.places[q as usize], self.places[r as usize]];
            let (inside, low, high) = box_around(corners, self.grown);
            block.inside |= u32::from(inside) << lane;
            (block.low[lane], block.high[lane]) = (low.bits(), high.bits());
        }
        block
    }

    #[cfg(target_arch = "x86_64")]
    allide_geom::avx512! {
        #[inline]
        fn boxes_avx512(&self, corners: &[[u32; 3]; WIDTH]) -> LatticeBoxes {
            use std::arch::x86_64::*;
            let spread = |lanes: Lanes| _mm512_set1_epi64(lanes.bits() as i64);
            let (first, last, grown) = (spread(Lanes::splat(FIRST)), spread(Lanes::splat(LAST)), spread(self.grown));
            let (p, q, r) =
                (self.corners_avx512::<0>(corners), self.corners_avx512::<1>(corners), self.corners_avx512::<2>(corners));
            let low = _mm512_max_epu16(_mm512_min_epu16(_mm512_min_epu16(p, q), r), first);
            let high = _mm512_min_epu16(_mm512_max_epu16(_mm512_max_epu16(p, q), r), last);
            let inside = _mm512_testn_epi64_mask(_mm512_subs_epu16(low, high), _mm512_set1_epi64(-1));
            let mut block = LatticeBoxes { start: 0, inside: u32::from(inside), low: [0; WIDTH], high: [0; WIDTH] };
            // SAFETY: each array is as large as the vector.
            unsafe {
                let low = _mm512_max_epu16(_mm512_subs_epu16(low, grown), first);
                let high = _mm512_max_epu16(_mm512_min_epu16(_mm512_adds_epu16(high, grown), last), first);
                _mm512_storeu_si512(block.low.as_mut_ptr().cast(), low);
                _mm512_storeu_si512(block.high.as_mut_ptr().cast(), high);
            }
            block
        }
    }

    #[cfg(target_arch = "x86_64")]
    allide_geom::avx512! {
        /// One corner of each triangle. Plain loads: gather instructions are slow on machines that guard against their leaks.
        #[inline]
        fn corners_avx512<const CORNER: usize>(&self, corners: &[[u32; 3]; WIDTH]) -> std::arch::x86_64::__m512i {
            let places = &self.places[..];
            let at = |k: usize| places[corners[k][CORNER] as usize].bits() as i64;
            std::arch::x86_64::_mm512_setr_epi64(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7))
        }
    }

    /// The boxes of all triangles, in order; all must reach into the region.
    pub(super) fn all(&self) -> Vec<Item> {
        let mut all = vec![NOTHING; self.triangles.len()];
        all.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, items)| {
            let first = chunk * CHUNK;
            self.for_each_block(
                first..first + items.len(),
                #[inline(always)]
                |block| {
                    let items = &mut items[block.start as usize - first..];
                    debug_assert_eq!(block.inside.count_ones() as usize, items.len().min(WIDTH));
                    items.iter_mut().take(WIDTH).enumerate().for_each(|(lane, item)| *item = block.item(lane));
                },
            );
        });
        all
    }

    /// All boxes in the region.
    pub(super) fn collect(&self) -> Vec<Item> {
        let chunks = tasks(self.triangles.len(), |range| {
            let mut items = Vec::with_capacity(range.len());
            self.for_each_block(
                range,
                #[inline(always)]
                |block| for_each_bit(block.inside, |lane| items.push(block.item(lane))),
            );
            items
        });
        concat(&chunks)
    }
}

/// Runs a task on each [`CHUNK`] of `count` triangles, in parallel if there are several.
pub(super) fn tasks<T: Send>(count: usize, task: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    if count <= CHUNK {
        return vec![task(0..count)];
    }
    let starts: Vec<usize> = (0..count).step_by(CHUNK).collect();
    starts.par_iter().map(|&start| task(start..count.min(start + CHUNK))).collect()
}

/// All lists in one.
pub(super) fn concat(chunks: &[Vec<Item>]) -> Vec<Item> {
    if chunks.iter().map(Vec::len).sum::<usize>() < PARALLEL {
        return chunks.concat();
    }
    let mut all = vec![NOTHING; chunks.iter().map(Vec::len).sum()];
    let mut rest = &mut all[..];
    let mut places = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let (place, after) = rest.split_at_mut(chunk.len());
        places.push((place, chunk));
        rest = after;
    }
    places.into_par_iter().for_each(|(place, chunk)| place.copy_from_slice(chunk));
    all
}

#[cfg(test)]
mod tests {
    use super::super::random;
    use super::*;

    #[test]
    fn every_instruction_set_makes_the_same_boxes() {
        let mut next = random(1);
        // Places from below the region to above it.
        let places: Vec<Lanes> = (0..100)
            .map(|_| {
                let mut place = || [0, 1, 2, 30_000, 40_000, LAST - 1, LAST, LAST + 1][next(8) as usize];
                Lanes::new(place(), place(), place(), FIRST)
            })
            .collect();
        let triangles: Vec<[u32; 3]> = (0..1003).map(|_| [0; 3].map(|_| next(100) as u32)).collect();
        for grown in [Lanes::splat(0), Lanes::new(5, 0, 60_000, 0)] {
            let boxes = Boxes { triangles: &triangles, places: places.clone(), grown };
            let all = |level| {
                let mut blocks = Vec::new();
                boxes.for_each_block_with(level, 1..1003, |block| blocks.push(block.clone()));
                blocks
            };
            let expected = all(SimdLevel::Portable);
            let inside: u32 = expected.iter().map(|block| block.inside.count_ones()).sum();
            assert!(inside > 100 && inside < 1002);
            for level in SimdLevel::available() {
                assert_eq!(all(level), expected, "{level:?}");
            }
        }
    }
}
