//! Eight boxes side by side, and which of them meet which of eight others.

use super::relative::Relative;
use allide_geom::{Aabb, DVec3, SimdLevel};

/// How many children a node has.
pub(super) const WIDTH: usize = 8;

/// A number for each of eight boxes.
type Lanes = [f32; WIDTH];

/// Eight boxes in the frame of a tree: centres and half sizes, axis by axis. Unused ones are never looked at.
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
                let center = middle[axis] as f32;
                let half = (bounds.max[axis] - f64::from(center)).max(f64::from(center) - bounds.min[axis]);
                eight.center[axis][lane] = center;
                // The cast rounds to the nearest, and the number above that is not less than what was rounded.
                eight.half[axis][lane] = (half as f32).next_up();
            }
        }
        eight
    }

    /// One of the boxes.
    pub(super) fn get(&self, lane: usize) -> Aabb {
        let center = DVec3::from_array(self.center.map(|lanes| f64::from(lanes[lane])));
        let half = DVec3::from_array(self.half.map(|lanes| f64::from(lanes[lane])));
        Aabb { min: center - half, max: center + half }
    }

    /// For each of these boxes a byte with a bit for each of the `others` that it may meet, once they are carried over into
    /// its frame and grown.
    #[inline]
    pub(super) fn meet(&self, others: &Self, relative: &Relative, grown: [f32; 3]) -> Hits {
        #[cfg(target_arch = "x86_64")]
        if SimdLevel::detected().avx2().is_some() {
            // SAFETY: there is the proof that the machine has these instructions.
            return unsafe { avx2::meet(self, others, relative, grown) };
        }
        self.meet_portable(others, relative, grown)
    }

    pub(super) fn meet_portable(&self, others: &Self, relative: &Relative, grown: [f32; 3]) -> Hits {
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
    fn carried(&self, lane: usize, relative: &Relative, grown: [f32; 3]) -> ([f32; 3], [f32; 3]) {
        let center = self.center.map(|lanes| lanes[lane]);
        let half = self.half.map(|lanes| lanes[lane]);
        let row = |axis: usize| relative.rows[axis];
        let place = |axis: usize| {
            let [x, y, z] = row(axis);
            ((x * center[0] + y * center[1]) + z * center[2]) + relative.shift[axis]
        };
        let size = |axis: usize| {
            let [x, y, z] = row(axis).map(f32::abs);
            ((x * half[0] + y * half[1]) + z * half[2]) + grown[axis]
        };
        ([0, 1, 2].map(place), [0, 1, 2].map(size))
    }

    /// The square of the gap between one of these boxes and one of the `others`, roughly.
    pub(super) fn gap(&self, own: usize, others: &Self, other: usize, relative: &Relative) -> f32 {
        let (center, half) = others.carried(other, relative, [0.0; 3]);
        let gap =
            |axis: usize| ((center[axis] - self.center[axis][own]).abs() - half[axis] - self.half[axis][own]).max(0.0);
        (0..3).map(|axis| gap(axis) * gap(axis)).sum()
    }
}

/// Which of eight boxes meet which of eight others: a byte for each of the first, a bit in it for each of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
mod avx2 {
    use super::{Eight, Hits, Lanes, Relative, WIDTH};
    use std::arch::x86_64::*;

    allide_geom::avx2! {
        fn load(lanes: &Lanes) -> __m256 {
            // SAFETY: eight floats, aligned or not.
            unsafe { _mm256_loadu_ps(lanes.as_ptr()) }
        }
    }

    allide_geom::avx2! {
        fn abs(lanes: __m256) -> __m256 {
            _mm256_andnot_ps(_mm256_set1_ps(-0.0), lanes)
        }
    }

    allide_geom::avx2! {
        /// As [`Eight::meet_portable`], operation for operation.
        pub(super) fn meet(own: &Eight, others: &Eight, relative: &Relative, grown: [f32; 3]) -> Hits {
            let [cx, cy, cz] = [load(&others.center[0]), load(&others.center[1]), load(&others.center[2])];
            let [hx, hy, hz] = [load(&others.half[0]), load(&others.half[1]), load(&others.half[2])];
            let mut center = [_mm256_setzero_ps(); 3];
            let mut half = [_mm256_setzero_ps(); 3];
            for axis in 0..3 {
                let [x, y, z] = [0, 1, 2].map(|column: usize| _mm256_set1_ps(relative.rows[axis][column]));
                let place = _mm256_add_ps(_mm256_mul_ps(x, cx), _mm256_mul_ps(y, cy));
                let place = _mm256_add_ps(place, _mm256_mul_ps(z, cz));
                center[axis] = _mm256_add_ps(place, _mm256_set1_ps(relative.shift[axis]));
                let size = _mm256_add_ps(_mm256_mul_ps(abs(x), hx), _mm256_mul_ps(abs(y), hy));
                let size = _mm256_add_ps(size, _mm256_mul_ps(abs(z), hz));
                half[axis] = _mm256_add_ps(size, _mm256_set1_ps(grown[axis]));
            }
            let mut hits = [0; WIDTH];
            for (lane, hits) in hits.iter_mut().enumerate() {
                let mut near = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
                for axis in 0..3 {
                    let apart = abs(_mm256_sub_ps(center[axis], _mm256_set1_ps(own.center[axis][lane])));
                    let reach = _mm256_add_ps(half[axis], _mm256_set1_ps(own.half[axis][lane]));
                    near = _mm256_and_ps(near, _mm256_cmp_ps::<_CMP_LE_OQ>(apart, reach));
                }
                *hits = _mm256_movemask_ps(near) as u8;
            }
            Hits(u64::from_le_bytes(hits))
        }
    }
}
