//! Eight boxes side by side, and which of them meet which of eight others.

use super::relative::Relative;
use crate::simd::with_wide_vectors;
use allide_geom::{Aabb, DVec3, SimdLevel};

/// How many children a node has.
pub(super) const WIDTH: usize = 8;

/// A number for each of eight boxes.
type Lanes = [f64; WIDTH];

/// Eight boxes: centres and half sizes, axis by axis. Unused ones are never looked at.
///
/// `f64`, because a mesh may have triangles of a millimetre and a few of a thousand kilometres: no narrower number tells
/// the small ones apart.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Eight {
    center: [Lanes; 3],
    half: [Lanes; 3],
}

impl Eight {
    /// Boxes that are no smaller than these.
    pub(super) fn around(boxes: impl Iterator<Item = Aabb>) -> Self {
        let mut eight = Self { center: [[0.0; WIDTH]; 3], half: [[0.0; WIDTH]; 3] };
        for (lane, bounds) in boxes.enumerate() {
            let middle = bounds.center();
            for axis in 0..3 {
                let center = middle[axis];
                let half = (bounds.max[axis] - center).max(center - bounds.min[axis]);
                eight.center[axis][lane] = center;
                // The difference is rounded to the nearest, and the number above that is not less than the true one.
                eight.half[axis][lane] = half.next_up();
            }
        }
        eight
    }

    /// One of the boxes.
    pub(super) fn get(&self, lane: usize) -> Aabb {
        let center = DVec3::from_array(self.center.map(|lanes| lanes[lane]));
        let half = DVec3::from_array(self.half.map(|lanes| lanes[lane]));
        Aabb { min: center - half, max: center + half }
    }

    /// A bit for each of these boxes that may overlap one more, given by its centre and half size.
    #[inline(always)]
    pub(super) fn touching(&self, center: [f64; 3], half: [f64; 3]) -> u8 {
        let mut hits = 0;
        for lane in 0..WIDTH {
            let near =
                |axis: usize| (center[axis] - self.center[axis][lane]).abs() <= half[axis] + self.half[axis][lane];
            hits |= u8::from(near(0) & near(1) & near(2)) << lane;
        }
        hits
    }

    /// A bit for each of these boxes that reaches at least so far in a direction.
    #[inline]
    pub(super) fn reaching(&self, direction: [f64; 3], least: f64) -> u8 {
        with_wide_vectors(
            #[inline(always)]
            || {
                let along = |axis: usize, lane: usize| {
                    direction[axis] * self.center[axis][lane] + direction[axis].abs() * self.half[axis][lane]
                };
                let mut reach = [0.0; WIDTH];
                for (lane, reach) in reach.iter_mut().enumerate() {
                    *reach = along(0, lane) + along(1, lane) + along(2, lane);
                }
                (0..WIDTH).fold(0, |lanes, lane| lanes | u8::from(reach[lane] >= least) << lane)
            },
        )
    }

    /// For each of these boxes a byte with a bit for each of the `others` that it may meet, once they are carried over into
    /// its frame and grown.
    #[inline]
    pub(super) fn meet(&self, others: &Self, relative: &Relative, grown: [f64; 3]) -> Hits {
        match SimdLevel::detected() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level proves that the machine has these instructions.
            SimdLevel::Avx512(_) => unsafe { avx512::meet(self, others, relative, grown) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx2(_) => unsafe { avx2::meet(self, others, relative, grown) },
            _ => self.meet_portable(others, relative, grown),
        }
    }

    pub(super) fn meet_portable(&self, others: &Self, relative: &Relative, grown: [f64; 3]) -> Hits {
        let mut hits = [0; WIDTH];
        for lane in 0..WIDTH {
            let (center, half) = others.carried(lane, relative, grown);
            for (own, hits) in hits.iter_mut().enumerate() {
                let near =
                    |axis: usize| (center[axis] - self.center[axis][own]).abs() <= half[axis] + self.half[axis][own];
                *hits |= u8::from(near(0) & near(1) & near(2)) << lane;
            }
        }
        Hits(u64::from_le_bytes(hits))
    }

    /// A box carried over into another frame, and grown: its centre and half size.
    fn carried(&self, lane: usize, relative: &Relative, grown: [f64; 3]) -> ([f64; 3], [f64; 3]) {
        let center = self.center.map(|lanes| lanes[lane]);
        let half = self.half.map(|lanes| lanes[lane]);
        let row = |axis: usize| relative.rows[axis];
        let place = |axis: usize| {
            let [x, y, z] = row(axis);
            ((x * center[0] + y * center[1]) + z * center[2]) + relative.shift[axis]
        };
        let size = |axis: usize| {
            let [x, y, z] = row(axis).map(f64::abs);
            ((x * half[0] + y * half[1]) + z * half[2]) + grown[axis]
        };
        ([0, 1, 2].map(place), [0, 1, 2].map(size))
    }

    /// The square of the gap, scaled, between each of these boxes and each of the `others`, once they are carried over into
    /// the same frame. It may be too large by rounding alone, which [`Relative::least`] allows for.
    #[inline]
    pub(super) fn gaps(&self, others: &Self, relative: &Relative) -> Gaps {
        match SimdLevel::detected() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level proves that the machine has these instructions.
            SimdLevel::Avx512(_) => unsafe { avx512::gaps(self, others, relative) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx2(_) => unsafe { avx2::gaps(self, others, relative) },
            _ => self.gaps_portable(others, relative),
        }
    }

    pub(super) fn gaps_portable(&self, others: &Self, relative: &Relative) -> Gaps {
        let mut gaps = Gaps::default();
        for lane in 0..WIDTH {
            let (center, half) = others.carried(lane, relative, [0.0; 3]);
            for (own, gaps) in gaps.0.iter_mut().enumerate() {
                let gap = |axis: usize| {
                    let apart = (center[axis] - self.center[axis][own]).abs();
                    (apart - (half[axis] + self.half[axis][own])).max(0.0) * relative.scale
                };
                gaps[lane] = (gap(0) * gap(0) + gap(1) * gap(1)) + gap(2) * gap(2);
            }
        }
        gaps
    }
}

/// The squares of the gaps between eight boxes and eight others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Gaps(pub(super) [Lanes; WIDTH]);

impl Gaps {
    /// Which squares are no larger than this.
    #[inline]
    pub(super) fn up_to(&self, square: f64) -> Hits {
        let bits = |gaps: &Lanes| (0..WIDTH).fold(0, |bits, lane| bits | u8::from(gaps[lane] <= square) << lane);
        Hits(u64::from_le_bytes(std::array::from_fn(|own| bits(&self.0[own]))))
    }
}

/// Which of eight boxes meet which of eight others: a byte for each of the first, a bit in it for each of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hits(u64);

impl Hits {
    /// Those between boxes that are wanted, one bit each.
    #[inline]
    pub(super) fn among(self, own: u8, others: u8) -> Self {
        if own & others == 0xff {
            return self;
        }
        let row = |lane: usize| if own >> lane & 1 == 1 { others } else { 0 };
        Self(self.0 & u64::from_le_bytes(std::array::from_fn(row)))
    }

    /// Those with a box after the first one, or also with the same.
    pub(super) fn after(self, or_same: bool) -> Self {
        let rows = self.0.to_le_bytes();
        let first = if or_same { 0xff } else { 0xfe };
        Self(u64::from_le_bytes(std::array::from_fn(|own| rows[own] & first << own)))
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The boxes that meet any of the others.
    #[inline]
    pub(super) fn own(self) -> u8 {
        (0..WIDTH).fold(0, |boxes, own| boxes | u8::from(self.of(own) != 0) << own)
    }

    /// The others that any box meets.
    #[inline]
    pub(super) fn others(self) -> u8 {
        (0..WIDTH).fold(0, |others, own| others | self.of(own))
    }

    /// The others that one box meets.
    #[inline]
    pub(super) fn of(self, own: usize) -> u8 {
        (self.0 >> (8 * own)) as u8
    }

    /// The boxes that meet one of the others.
    pub(super) fn with(self, other: usize) -> u8 {
        (0..WIDTH).fold(0, |boxes, own| boxes | (self.of(own) >> other & 1) << own)
    }

    /// Each pair: the place of one box, and of the other.
    #[inline]
    pub(super) fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((place / WIDTH, place % WIDTH))
        })
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Eight, Gaps, Hits, Lanes, Relative, WIDTH};
    use std::arch::x86_64::*;

    allide_geom::avx512! {
        fn load(lanes: &Lanes) -> __m512d {
            // SAFETY: eight numbers, aligned or not.
            unsafe { _mm512_loadu_pd(lanes.as_ptr()) }
        }
    }

    allide_geom::avx512! {
        /// Centres and half sizes of boxes carried over into another frame, and grown.
        fn carried(others: &Eight, relative: &Relative, grown: [f64; 3]) -> [[__m512d; 3]; 2] {
            let [cx, cy, cz] = [load(&others.center[0]), load(&others.center[1]), load(&others.center[2])];
            let [hx, hy, hz] = [load(&others.half[0]), load(&others.half[1]), load(&others.half[2])];
            let mut center = [_mm512_setzero_pd(); 3];
            let mut half = [_mm512_setzero_pd(); 3];
            for axis in 0..3 {
                let [x, y, z] = [0, 1, 2].map(|column: usize| _mm512_set1_pd(relative.rows[axis][column]));
                let place = _mm512_add_pd(_mm512_mul_pd(x, cx), _mm512_mul_pd(y, cy));
                let place = _mm512_add_pd(place, _mm512_mul_pd(z, cz));
                center[axis] = _mm512_add_pd(place, _mm512_set1_pd(relative.shift[axis]));
                let size = _mm512_add_pd(_mm512_mul_pd(_mm512_abs_pd(x), hx), _mm512_mul_pd(_mm512_abs_pd(y), hy));
                let size = _mm512_add_pd(size, _mm512_mul_pd(_mm512_abs_pd(z), hz));
                half[axis] = _mm512_add_pd(size, _mm512_set1_pd(grown[axis]));
            }
            [center, half]
        }
    }

    allide_geom::avx512! {
        /// As [`Eight::gaps_portable`], operation for operation.
        pub(super) fn gaps(own: &Eight, others: &Eight, relative: &Relative) -> Gaps {
            let [center, half] = carried(others, relative, [0.0; 3]);
            let mut gaps = Gaps::default();
            for (lane, gaps) in gaps.0.iter_mut().enumerate() {
                let mut squares = [_mm512_setzero_pd(); 3];
                for axis in 0..3 {
                    let apart = _mm512_abs_pd(_mm512_sub_pd(center[axis], _mm512_set1_pd(own.center[axis][lane])));
                    let reach = _mm512_add_pd(half[axis], _mm512_set1_pd(own.half[axis][lane]));
                    let gap = _mm512_max_pd(_mm512_sub_pd(apart, reach), _mm512_setzero_pd());
                    let gap = _mm512_mul_pd(gap, _mm512_set1_pd(relative.scale));
                    squares[axis] = _mm512_mul_pd(gap, gap);
                }
                let sum = _mm512_add_pd(_mm512_add_pd(squares[0], squares[1]), squares[2]);
                // SAFETY: eight numbers, aligned or not.
                unsafe { _mm512_storeu_pd(gaps.as_mut_ptr(), sum) };
            }
            gaps
        }
    }

    allide_geom::avx512! {
        /// As [`Eight::meet_portable`], operation for operation.
        pub(super) fn meet(own: &Eight, others: &Eight, relative: &Relative, grown: [f64; 3]) -> Hits {
            let [center, half] = carried(others, relative, grown);
            let mut hits = [0; WIDTH];
            for (lane, hits) in hits.iter_mut().enumerate() {
                *hits = 0xff;
                for axis in 0..3 {
                    let apart = _mm512_abs_pd(_mm512_sub_pd(center[axis], _mm512_set1_pd(own.center[axis][lane])));
                    let reach = _mm512_add_pd(half[axis], _mm512_set1_pd(own.half[axis][lane]));
                    *hits = _mm512_mask_cmp_pd_mask::<_CMP_LE_OQ>(*hits, apart, reach);
                }
            }
            Hits(u64::from_le_bytes(hits))
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Eight, Gaps, Hits, Lanes, Relative, WIDTH};
    use std::arch::x86_64::*;

    /// How many numbers fit into a vector.
    const FEW: usize = 4;

    allide_geom::avx2! {
        fn load<const FIRST: usize>(lanes: &Lanes) -> __m256d {
            const { assert!(FIRST + FEW <= WIDTH) };
            // SAFETY: four numbers of eight, aligned or not.
            unsafe { _mm256_loadu_pd(lanes.as_ptr().add(FIRST)) }
        }
    }

    allide_geom::avx2! {
        fn abs(lanes: __m256d) -> __m256d {
            _mm256_andnot_pd(_mm256_set1_pd(-0.0), lanes)
        }
    }

    allide_geom::avx2! {
        /// As [`Eight::meet_portable`], operation for operation.
        pub(super) fn meet(own: &Eight, others: &Eight, relative: &Relative, grown: [f64; 3]) -> Hits {
            let low = meet_four::<0>(own, others, relative, grown);
            Hits(low | meet_four::<FEW>(own, others, relative, grown) << FEW)
        }
    }

    allide_geom::avx2! {
        /// As [`Eight::gaps_portable`], operation for operation.
        pub(super) fn gaps(own: &Eight, others: &Eight, relative: &Relative) -> Gaps {
            let mut gaps = Gaps::default();
            gaps_to_four::<0>(own, others, relative, &mut gaps);
            gaps_to_four::<FEW>(own, others, relative, &mut gaps);
            gaps
        }
    }

    allide_geom::avx2! {
        /// The gaps to four of the others.
        fn gaps_to_four<const FIRST: usize>(own: &Eight, others: &Eight, relative: &Relative, gaps: &mut Gaps) {
            let [center, half] = carried::<FIRST>(others, relative, [0.0; 3]);
            for (lane, gaps) in gaps.0.iter_mut().enumerate() {
                let mut squares = [_mm256_setzero_pd(); 3];
                for axis in 0..3 {
                    let apart = abs(_mm256_sub_pd(center[axis], _mm256_set1_pd(own.center[axis][lane])));
                    let reach = _mm256_add_pd(half[axis], _mm256_set1_pd(own.half[axis][lane]));
                    let gap = _mm256_max_pd(_mm256_sub_pd(apart, reach), _mm256_setzero_pd());
                    let gap = _mm256_mul_pd(gap, _mm256_set1_pd(relative.scale));
                    squares[axis] = _mm256_mul_pd(gap, gap);
                }
                let sum = _mm256_add_pd(_mm256_add_pd(squares[0], squares[1]), squares[2]);
                const { assert!(FIRST + FEW <= WIDTH) };
                // SAFETY: four numbers of eight, aligned or not.
                unsafe { _mm256_storeu_pd(gaps.as_mut_ptr().add(FIRST), sum) };
            }
        }
    }

    allide_geom::avx2! {
        /// Centres and half sizes of four boxes carried over into another frame, and grown.
        fn carried<const FIRST: usize>(others: &Eight, relative: &Relative, grown: [f64; 3]) -> [[__m256d; 3]; 2] {
            let of = |lanes: &[Lanes; 3]| [load::<FIRST>(&lanes[0]), load::<FIRST>(&lanes[1]), load::<FIRST>(&lanes[2])];
            let ([cx, cy, cz], [hx, hy, hz]) = (of(&others.center), of(&others.half));
            let mut center = [_mm256_setzero_pd(); 3];
            let mut half = [_mm256_setzero_pd(); 3];
            for axis in 0..3 {
                let [x, y, z] = [0, 1, 2].map(|column: usize| _mm256_set1_pd(relative.rows[axis][column]));
                let place = _mm256_add_pd(_mm256_mul_pd(x, cx), _mm256_mul_pd(y, cy));
                let place = _mm256_add_pd(place, _mm256_mul_pd(z, cz));
                center[axis] = _mm256_add_pd(place, _mm256_set1_pd(relative.shift[axis]));
                let size = _mm256_add_pd(_mm256_mul_pd(abs(x), hx), _mm256_mul_pd(abs(y), hy));
                let size = _mm256_add_pd(size, _mm256_mul_pd(abs(z), hz));
                half[axis] = _mm256_add_pd(size, _mm256_set1_pd(grown[axis]));
            }
            [center, half]
        }
    }

    allide_geom::avx2! {
        /// The hits of four of the others.
        fn meet_four<const FIRST: usize>(own: &Eight, others: &Eight, relative: &Relative, grown: [f64; 3]) -> u64 {
            let [center, half] = carried::<FIRST>(others, relative, grown);
            let mut hits = [0; WIDTH];
            for (lane, hits) in hits.iter_mut().enumerate() {
                let mut near = _mm256_castsi256_pd(_mm256_set1_epi32(-1));
                for axis in 0..3 {
                    let apart = abs(_mm256_sub_pd(center[axis], _mm256_set1_pd(own.center[axis][lane])));
                    let reach = _mm256_add_pd(half[axis], _mm256_set1_pd(own.half[axis][lane]));
                    near = _mm256_and_pd(near, _mm256_cmp_pd::<_CMP_LE_OQ>(apart, reach));
                }
                *hits = _mm256_movemask_pd(near) as u8;
            }
            u64::from_le_bytes(hits)
        }
    }
}
