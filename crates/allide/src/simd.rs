//! Loops for the widest vectors of this machine.

use allide_geom::SimdLevel;

/// Runs loops compiled for the widest vectors of this machine. Only what is inlined into `work` profits, and `work` itself
/// must be marked `#[inline(always)]`.
#[inline(always)]
pub(crate) fn with_wide_vectors<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        allide_geom::avx512! {
            fn for_avx512<T>(work: impl FnOnce() -> T) -> T {
                work()
            }
        }
        allide_geom::avx2! {
            fn for_avx2<T>(work: impl FnOnce() -> T) -> T {
                work()
            }
        }
        match SimdLevel::detected() {
            // SAFETY: there is the proof that the machine has these instructions.
            SimdLevel::Avx512(_) => return unsafe { for_avx512(work) },
            // SAFETY: as above.
            SimdLevel::Avx2(_) => return unsafe { for_avx2(work) },
            SimdLevel::Portable => {}
        }
    }
    work()
}

/// Where a number first occurs.
pub(crate) fn first_equal(numbers: &[u32], wanted: u32) -> Option<usize> {
    const WIDTH: usize = 64;
    let has_it = |chunk: &[u32]| chunk.iter().fold(false, |found, &number| found | (number == wanted));
    with_wide_vectors(
        #[inline(always)]
        || {
            let chunk = numbers.chunks(WIDTH).position(has_it)?;
            let place = numbers[chunk * WIDTH..].iter().position(|&number| number == wanted)?;
            Some(chunk * WIDTH + place)
        },
    )
}
