//! All pairs of two short lists of boxes, many at a time.

use super::lanes::Lanes;
use super::lattice::Item;
use allide_geom::SimdLevel;
use std::cell::Cell;

/// Boxes side by side for wide comparisons, padded to whole vectors with boxes that overlap nothing.
#[derive(Default)]
pub(super) struct Columns {
    low: [Vec<u16>; 3],
    high: [Vec<u16>; 3],
    /// Per axis a bit: the box begins below the cell.
    begun: Vec<u16>,
    triangles: Vec<u32>,
}

/// The other side of the comparison.
#[derive(Clone, Copy)]
enum Others<'c> {
    /// Other boxes, with each of ours.
    Of(&'c Columns),
    /// For each of the first rows, the boxes after it; the number of rows.
    After(usize),
}

/// Boxes compared at a time.
const LANES: usize = 32;

/// Larger columns are not kept for the next time.
const MOST_KEPT: usize = 1 << 12;

thread_local! {
    /// Columns from last time: a scene of many small objects would spend a tenth of its time on getting new ones.
    static KEPT: Cell<Option<Box<[Columns; 2]>>> = const { Cell::new(None) };
}

/// Columns for both sides, with anything in them.
pub(super) fn with_columns<T>(work: impl FnOnce(&mut [Columns; 2]) -> T) -> T {
    let mut columns = KEPT.take().unwrap_or_default();
    let result = work(&mut columns);
    if columns.iter().all(|columns| columns.len() <= MOST_KEPT) {
        KEPT.set(Some(columns));
    }
    result
}

impl Columns {
    /// Takes the boxes of the cell whose lowest corner is `corner`, in place of what was there.
    pub(super) fn fill<'i>(&mut self, items: impl IntoIterator<Item = &'i Item>, corner: Lanes) {
        self.low.iter_mut().chain(&mut self.high).for_each(Vec::clear);
        self.begun.clear();
        self.triangles.clear();
        let items = items.into_iter();
        let (count, _) = items.size_hint();
        self.low
            .iter_mut()
            .chain(&mut self.high)
            .chain([&mut self.begun])
            .for_each(|column| column.reserve(count + LANES));
        self.triangles.reserve(count);
        for item in items {
            let mut begun = 0;
            for k in 0..3 {
                self.low[k].push(item.low.get(k));
                self.high[k].push(item.high.get(k));
                begun |= u16::from(item.low.get(k) < corner.get(k)) << k;
            }
            self.begun.push(begun);
            self.triangles.push(item.triangle);
        }
        let padded = self.len().next_multiple_of(LANES);
        for k in 0..3 {
            self.low[k].resize(padded, u16::MAX);
            self.high[k].resize(padded, 0);
        }
        self.begun.resize(padded, 0);
    }

    fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Calls `found` with each of our triangles and those of `other` that it meets in pairs that the cell owns.
    ///
    /// The owner of a pair is the cell that holds the lowest corner of the common box: on no axis do both begin below it.
    pub(super) fn pairs(&self, other: &Columns, found: &mut impl FnMut(u32, &[u32])) {
        self.dispatch(Others::Of(other), SimdLevel::detected(), found);
    }

    /// The same inside one list: each of the first `rows` with those after it.
    pub(super) fn own_pairs(&self, rows: usize, found: &mut impl FnMut(u32, &[u32])) {
        self.dispatch(Others::After(rows), SimdLevel::detected(), found);
    }

    fn dispatch(&self, others: Others<'_>, level: SimdLevel, found: &mut impl FnMut(u32, &[u32])) {
        match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: there is the proof that the machine has these instructions.
            SimdLevel::Avx512(_) => unsafe { self.pairs_avx512(others, found) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx2(_) => unsafe { self.pairs_avx2(others, found) },
            _ => self.pairs_by(others, hits_portable, found),
        }
    }

    #[cfg(target_arch = "x86_64")]
    allide_geom::avx512! {
        fn pairs_avx512(&self, others: Others<'_>, found: &mut impl FnMut(u32, &[u32])) {
            self.pairs_by(others, |many, first, one, index| hits_avx512(many, first, one, index), found);
        }
    }

    #[cfg(target_arch = "x86_64")]
    allide_geom::avx2! {
        fn pairs_avx2(&self, others: Others<'_>, found: &mut impl FnMut(u32, &[u32])) {
            self.pairs_by(others, |many, first, one, index| hits_avx2(many, first, one, index), found);
        }
    }

    #[inline(always)]
    fn pairs_by(
        &self,
        others: Others<'_>,
        hits: impl Fn(&Columns, usize, &Columns, usize) -> u32,
        found: &mut impl FnMut(u32, &[u32]),
    ) {
        let (other, rows, within) = match others {
            Others::Of(other) => (other, self.len(), false),
            Others::After(rows) => (self, rows, true),
        };
        let mut met = Vec::new();
        for index in 0..rows {
            let start = if within { index / LANES * LANES } else { 0 };
            for first in (start..other.len()).step_by(LANES) {
                let mut hits = hits(other, first, self, index);
                if within && first <= index {
                    hits &= !0 << (index - first) << 1;
                }
                while hits != 0 {
                    let lane = hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    met.push(other.triangles[first + lane]);
                }
            }
            if !met.is_empty() {
                found(self.triangles[index], &met);
                met.clear();
            }
        }
    }
}

/// Which of the boxes `first..first + LANES` of `many` overlap box `index` of `one`, in pairs that the cell owns.
#[inline(always)]
fn hits_portable(many: &Columns, first: usize, one: &Columns, index: usize) -> u32 {
    let mut hits = 0;
    for lane in 0..LANES {
        let other = first + lane;
        let mut hit = many.begun[other] & one.begun[index] == 0;
        for k in 0..3 {
            hit &= many.low[k][other] <= one.high[k][index] && one.low[k][index] <= many.high[k][other];
        }
        hits |= u32::from(hit) << lane;
    }
    hits
}

#[cfg(target_arch = "x86_64")]
allide_geom::avx512! {
    #[inline]
    fn hits_avx512(many: &Columns, first: usize, one: &Columns, index: usize) -> u32 {
        use std::arch::x86_64::*;
        let load = |column: &[u16]| {
            let lanes: &[u16; LANES] = column[first..first + LANES].try_into().expect("padded");
            // SAFETY: the array is as long as the vector; the load may be unaligned.
            unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
        };
        let spread = |value: u16| _mm512_set1_epi16(value as i16);
        let mut hits = _mm512_testn_epi16_mask(load(&many.begun), spread(one.begun[index]));
        for k in 0..3 {
            hits = _mm512_mask_cmple_epu16_mask(hits, load(&many.low[k]), spread(one.high[k][index]));
            hits = _mm512_mask_cmple_epu16_mask(hits, spread(one.low[k][index]), load(&many.high[k]));
        }
        hits
    }
}

#[cfg(target_arch = "x86_64")]
allide_geom::avx2! {
    #[inline]
    fn hits_avx2(many: &Columns, first: usize, one: &Columns, index: usize) -> u32 {
        use std::arch::x86_64::*;
        let half = |first: usize| {
            let load = |column: &[u16]| {
                let lanes: &[u16; LANES / 2] = column[first..first + LANES / 2].try_into().expect("padded");
                // SAFETY: the array is as long as the vector; the load may be unaligned.
                unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
            };
            let spread = |value: u16| _mm256_set1_epi16(value as i16);
            // Unsigned x <= y exactly if the saturating difference is zero.
            let mut apart = _mm256_and_si256(load(&many.begun), spread(one.begun[index]));
            for k in 0..3 {
                let above = _mm256_subs_epu16(load(&many.low[k]), spread(one.high[k][index]));
                let below = _mm256_subs_epu16(spread(one.low[k][index]), load(&many.high[k]));
                apart = _mm256_or_si256(apart, _mm256_or_si256(above, below));
            }
            _mm256_cmpeq_epi16(apart, _mm256_setzero_si256())
        };
        // Packing works inside 128-bit halves; the permutation puts them back in order.
        let packed = _mm256_packs_epi16(half(first), half(first + LANES / 2));
        _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::super::random;
    use super::*;

    /// Boxes on a small grid, so that many touch; some begin below the cell.
    fn boxes(seed: u64, count: usize) -> Vec<Item> {
        let mut random = random(seed);
        let mut next = |limit| random(limit) as u16;
        let mut one = |triangle| {
            let low = [next(20), next(20), next(20)].map(|x| if x < 16 { x } else { u16::MAX - x });
            let high = low.map(|x| x.saturating_add(next(6)));
            let lanes = |[x, y, z]: [u16; 3]| Lanes::new(x, y, z, 1);
            Item { low: lanes(low), high: lanes(high), triangle }
        };
        (0..count as u32).map(&mut one).collect()
    }

    fn expected(a: &[Item], b: Option<&[Item]>, corner: Lanes) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for x in a {
            for y in b.unwrap_or(a).iter().filter(|y| b.is_some() || y.triangle > x.triangle) {
                let overlap = x.low.all_at_most(y.high) && y.low.all_at_most(x.high);
                let owned = corner.all_at_most(x.low.max(y.low));
                if overlap && owned {
                    pairs.push((x.triangle, y.triangle));
                }
            }
        }
        pairs
    }

    #[test]
    fn every_instruction_set_finds_the_same_pairs() {
        let mut expected_count = 0;
        for (seed, (count_a, count_b)) in
            [(0, 5), (1, 1), (31, 33), (32, 64), (65, 200), (130, 7)].into_iter().enumerate()
        {
            let (a, b) = (boxes(seed as u64, count_a), boxes(seed as u64 + 100, count_b));
            let corner = Lanes::new(3, 1, 7, 1);
            let mut columns = [Columns::default(), Columns::default()];
            columns[0].fill(&a, corner);
            columns[1].fill(&b, corner);
            let (between, within) = (expected(&a, Some(&b), corner), expected(&b, None, corner));
            expected_count += between.len() + within.len();
            for level in SimdLevel::available() {
                let mut pairs = Vec::new();
                columns[0]
                    .dispatch(Others::Of(&columns[1]), level, &mut |x, met| pairs.extend(met.iter().map(|&y| (x, y))));
                assert_eq!(pairs, between, "{level:?}");
                let mut pairs = Vec::new();
                columns[1]
                    .dispatch(Others::After(count_b), level, &mut |x, met| pairs.extend(met.iter().map(|&y| (x, y))));
                assert_eq!(pairs, within, "{level:?}");
            }
        }
        assert!(expected_count > 300, "the boxes must meet for the test to mean anything");
    }
}
