//! Which vector instructions this machine has.

use std::sync::OnceLock;

/// Vector instructions, from none to wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// Whatever every machine of this kind has.
    Portable,
    /// 256 bits: x86-64 with AVX2.
    Avx2,
    /// 512 bits: x86-64 with AVX-512 F, BW, DQ and VL.
    Avx512,
}

impl SimdLevel {
    /// The widest that this machine has; found out once.
    pub fn detected() -> Self {
        static LEVEL: OnceLock<SimdLevel> = OnceLock::new();
        *LEVEL.get_or_init(|| Self::available().last().copied().unwrap_or(Self::Portable))
    }

    /// All that this machine has, narrowest first.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut, reason = "other architectures add nothing")]
        let mut levels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("popcnt");
            if avx2 {
                levels.push(Self::Avx2);
            }
            if avx2
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
            {
                levels.push(Self::Avx512);
            }
        }
        levels
    }

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        }
    }
}

/// Runs loops compiled for the widest vectors of this machine. Only what is inlined into `work` profits, and `work` itself
/// must be marked `#[inline(always)]`.
#[inline(always)]
pub(crate) fn with_wide_vectors<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn avx512<T>(work: impl FnOnce() -> T) -> T {
            work()
        }
        #[target_feature(enable = "avx2")]
        fn avx2<T>(work: impl FnOnce() -> T) -> T {
            work()
        }
        match SimdLevel::detected() {
            // SAFETY: the machine was found to have these instructions.
            SimdLevel::Avx512 => return unsafe { avx512(work) },
            // SAFETY: as above.
            SimdLevel::Avx2 => return unsafe { avx2(work) },
            SimdLevel::Portable => {}
        }
    }
    work()
}
