//! A few operations on several numbers at once, for whatever vector instructions the machine has.

use glam::DVec3;

/// Several `f64`. Comparisons give a bit for each.
///
/// The first value takes a proof that the machine has the instructions. From then on the values are the proof.
pub(crate) trait Wide: Copy {
    /// How many.
    const WIDTH: usize;

    /// Stands for the instructions.
    type Proof: Copy;

    fn splat(proof: Self::Proof, value: f64) -> Self;
    /// A coordinate of each point.
    fn gather(proof: Self::Proof, points: &[DVec3], indices: &[u32; 8], axis: usize) -> Self;
    fn proof(self) -> Self::Proof;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn abs(self) -> Self;
    /// This where `mask` has a bit, and `other` elsewhere.
    fn select(self, other: Self, mask: u32) -> Self;
    fn greater(self, other: Self) -> u32;
    fn equal(self, other: Self) -> u32;
}

/// One number: for machines without vectors that we know of.
impl Wide for f64 {
    const WIDTH: usize = 1;

    type Proof = ();

    #[inline(always)]
    fn splat((): (), value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn proof(self) {}

    #[inline(always)]
    fn gather((): (), points: &[DVec3], indices: &[u32; 8], axis: usize) -> Self {
        points[indices[0] as usize][axis]
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self - other
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self * other
    }

    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }

    #[inline(always)]
    fn select(self, other: Self, mask: u32) -> Self {
        if mask & 1 == 1 { self } else { other }
    }

    #[inline(always)]
    fn greater(self, other: Self) -> u32 {
        u32::from(self > other)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        u32::from(self == other)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Eight, Four};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Wide;
    use crate::{Avx2, Avx512};
    use glam::DVec3;
    use std::arch::x86_64::*;

    /// Four, and the proof that this is a machine with AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct Four(__m256d, Avx2);

    impl Wide for Four {
        const WIDTH: usize = 4;

        type Proof = Avx2;

        #[inline(always)]
        fn splat(proof: Avx2, value: f64) -> Self {
            // SAFETY: there is the proof.
            Self(unsafe { _mm256_set1_pd(value) }, proof)
        }

        #[inline(always)]
        fn gather(proof: Avx2, points: &[DVec3], indices: &[u32; 8], axis: usize) -> Self {
            let at = |lane: usize| points[indices[lane] as usize][axis];
            // SAFETY: as above.
            Self(unsafe { _mm256_setr_pd(at(0), at(1), at(2), at(3)) }, proof)
        }

        #[inline(always)]
        fn proof(self) -> Avx2 {
            self.1
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_add_pd(self.0, other.0) }, self.1)
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_sub_pd(self.0, other.0) }, self.1)
        }

        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_mul_pd(self.0, other.0) }, self.1)
        }

        #[inline(always)]
        fn abs(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) }, self.1)
        }

        #[inline(always)]
        fn select(self, other: Self, mask: u32) -> Self {
            // SAFETY: as above.
            let chosen = unsafe {
                let bits = _mm256_setr_epi64x(1, 2, 4, 8);
                let chosen = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(i64::from(mask)), bits), bits);
                _mm256_blendv_pd(other.0, self.0, _mm256_castsi256_pd(chosen))
            };
            Self(chosen, self.1)
        }

        #[inline(always)]
        fn greater(self, other: Self) -> u32 {
            // SAFETY: as above.
            unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GT_OQ>(self.0, other.0)) as u32 }
        }

        #[inline(always)]
        fn equal(self, other: Self) -> u32 {
            // SAFETY: as above.
            unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0)) as u32 }
        }
    }

    /// Eight, and the proof that this is a machine with AVX-512.
    #[derive(Clone, Copy)]
    pub(crate) struct Eight(__m512d, Avx512);

    impl Wide for Eight {
        const WIDTH: usize = 8;

        type Proof = Avx512;

        #[inline(always)]
        fn splat(proof: Avx512, value: f64) -> Self {
            // SAFETY: there is the proof.
            Self(unsafe { _mm512_set1_pd(value) }, proof)
        }

        #[inline(always)]
        fn gather(proof: Avx512, points: &[DVec3], indices: &[u32; 8], axis: usize) -> Self {
            let at = |lane: usize| points[indices[lane] as usize][axis];
            // SAFETY: as above.
            Self(unsafe { _mm512_setr_pd(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)) }, proof)
        }

        #[inline(always)]
        fn proof(self) -> Avx512 {
            self.1
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_add_pd(self.0, other.0) }, self.1)
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_sub_pd(self.0, other.0) }, self.1)
        }

        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_mul_pd(self.0, other.0) }, self.1)
        }

        #[inline(always)]
        fn abs(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_abs_pd(self.0) }, self.1)
        }

        #[inline(always)]
        fn select(self, other: Self, mask: u32) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_mask_blend_pd(mask as u8, other.0, self.0) }, self.1)
        }

        #[inline(always)]
        fn greater(self, other: Self) -> u32 {
            // SAFETY: as above.
            unsafe { u32::from(_mm512_cmp_pd_mask::<_CMP_GT_OQ>(self.0, other.0)) }
        }

        #[inline(always)]
        fn equal(self, other: Self) -> u32 {
            // SAFETY: as above.
            unsafe { u32::from(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, other.0)) }
        }
    }
}
