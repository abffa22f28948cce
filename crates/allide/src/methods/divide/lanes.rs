//! Four 16-bit numbers in one word: a point or a corner of a box on the lattice.

/// x, y, z and a fourth number that is along for the ride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes(u64);

impl Lanes {
    #[inline(always)]
    pub(super) const fn new(x: u16, y: u16, z: u16, w: u16) -> Self {
        Self(x as u64 | (y as u64) << 16 | (z as u64) << 32 | (w as u64) << 48)
    }

    #[inline(always)]
    pub(super) const fn splat(value: u16) -> Self {
        Self::new(value, value, value, value)
    }

    #[inline(always)]
    pub(super) const fn get(self, lane: usize) -> u16 {
        (self.0 >> (16 * lane)) as u16
    }

    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        self.sub(self.sub(other))
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        other.add(self.sub(other))
    }

    /// Whether every lane is at most that of `other`.
    #[inline(always)]
    pub(super) fn all_at_most(self, other: Self) -> bool {
        self.sub(other).0 == 0
    }
}

#[cfg(target_arch = "x86_64")]
mod ops {
    use super::Lanes;
    use std::arch::x86_64::*;

    #[inline(always)]
    fn with(a: Lanes, b: Lanes, op: unsafe fn(__m128i, __m128i) -> __m128i) -> Lanes {
        // SAFETY: these are SSE2 instructions, and every x86-64 machine has them.
        unsafe { Lanes(_mm_cvtsi128_si64(op(_mm_cvtsi64_si128(a.0 as i64), _mm_cvtsi64_si128(b.0 as i64))) as u64) }
    }

    impl Lanes {
        /// Difference, not below 0.
        #[inline(always)]
        pub(in super::super) fn sub(self, other: Self) -> Self {
            with(self, other, _mm_subs_epu16)
        }

        /// Sum, not above 65,535.
        #[inline(always)]
        pub(in super::super) fn add(self, other: Self) -> Self {
            with(self, other, _mm_adds_epu16)
        }

        /// The upper 16 bits of the products.
        #[inline(always)]
        pub(in super::super) fn mul_high(self, other: Self) -> Self {
            with(self, other, _mm_mulhi_epu16)
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use super::Lanes;

    #[inline(always)]
    pub(super) fn each(a: Lanes, b: Lanes, op: impl Fn(u16, u16) -> u16) -> Lanes {
        let lane = |k| op(a.get(k), b.get(k));
        Lanes::new(lane(0), lane(1), lane(2), lane(3))
    }

    #[inline(always)]
    pub(super) fn mul_high(a: u16, b: u16) -> u16 {
        ((u32::from(a) * u32::from(b)) >> 16) as u16
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Lanes {
    /// Difference, not below 0.
    #[inline(always)]
    pub(super) fn sub(self, other: Self) -> Self {
        portable::each(self, other, u16::saturating_sub)
    }

    /// Sum, not above 65,535.
    #[inline(always)]
    pub(super) fn add(self, other: Self) -> Self {
        portable::each(self, other, u16::saturating_add)
    }

    /// The upper 16 bits of the products.
    #[inline(always)]
    pub(super) fn mul_high(self, other: Self) -> Self {
        portable::each(self, other, portable::mul_high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_what_plain_numbers_do() {
        let values = [0, 1, 2, 255, 256, 32_767, 32_768, 40_000, 65_531, 65_535];
        for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            let (p, q) = (Lanes::new(a, b, 7, a), Lanes::new(b, 3, a, a));
            assert_eq!(p.min(q), portable::each(p, q, u16::min));
            assert_eq!(p.max(q), portable::each(p, q, u16::max));
            assert_eq!(p.sub(q), portable::each(p, q, u16::saturating_sub));
            assert_eq!(p.add(q), portable::each(p, q, u16::saturating_add));
            assert_eq!(p.mul_high(q), portable::each(p, q, portable::mul_high));
            assert_eq!(p.all_at_most(q), a <= b && b <= 3 && 7 <= a);
        }
    }
}
