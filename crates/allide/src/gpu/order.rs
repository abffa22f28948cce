//! Sorts findings on the GPU if that takes less time than sorting them on the CPU.

use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::sort;
use allide_gpu::{Buffer, Count, Recorder, Result, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

const THREADS: u32 = 256;

immediates! {
    /// The immediates of order.wgsl.
    struct SplitParams {
        slot: u32,
        most: u32,
    }
}

/// All kernels.
pub(crate) const SHADERS: &[Shader<'_>] = &[SPLIT.shader()];

const SPLIT: Source<SplitParams> = Source {
    name: "order.split",
    // SAFETY: the count is clamped to `most`, which fits into all three lists; the loop index increases.
    text: unsafe { Wgsl::trusted(&[include_str!("order.wgsl")]) },
    bindings: &[Read, Write, Write, Read],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

/// Sorts the pairs of a list by their first and then by their second number, using the lowest `bits` of both. Returns
/// first and second numbers. The count is in `slot` of the counters.
pub(crate) fn sorted(
    recorder: &mut Recorder<'_>,
    pairs: &Buffer,
    bits: u32,
    (counters, slot): (&Buffer, u32),
) -> Result<(Buffer, Buffer)> {
    let gpu = recorder.gpu();
    let (firsts, seconds) = (gpu.buffer("firsts", pairs.size() / 2)?, gpu.buffer("seconds", pairs.size() / 2)?);
    let most = u32::try_from(pairs.size() / 8).unwrap_or(u32::MAX);
    let kernel = gpu.kernel(&SPLIT, &[])?;
    let groups = gpu.groups(u64::from(most), THREADS);
    recorder.dispatch(&kernel, [pairs, &firsts, &seconds, counters], &SplitParams { slot, most }, groups)?;
    let count = Count::Slot { slot, most };
    // The sort is stable, so the less significant number goes first.
    let (seconds, firsts) = sort::pairs(recorder, seconds, firsts, counters, count, 0..bits)?;
    sort::pairs(recorder, firsts, seconds, counters, count, 0..bits)
}
