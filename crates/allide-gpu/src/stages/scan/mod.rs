//! Exclusive scan: each element becomes the sum of all before it, modulo 2³².
//!
//! Reduce, then scan: a first dispatch sums each workgroup's chunk, a second one adds up the sums of the chunks before its
//! own and scans its chunk tile by tile. Two dispatches suffice because there are at most 1,024 chunks, few enough for each
//! workgroup to sum them again. Where one workgroup is enough, the first dispatch is left out. Input is read twice and
//! output written once. No single-pass scheme with look-back: it waits for other workgroups, and nothing promises that
//! these make progress.

use crate::Access::{Read, Write};
use crate::stages::{COUNT, Count, GROUP, GROUPS, THREADS, subgroups_in, variant};
use crate::{Buffer, Gpu, Recorder, Result, Source};

/// Elements of a thread in a tile.
const PER_THREAD: u32 = 8;
/// Elements that a workgroup scans at a time.
pub const TILE: u32 = THREADS * PER_THREAD;

/// The sum of each workgroup's chunk, for kernels that say with `fn load(i)` what is summed.
pub const REDUCE: &str = include_str!("reduce.wgsl");
/// `fn carry_in`: the sum of the chunks before a workgroup's own.
pub const CARRY: &str = include_str!("carry.wgsl");
const REDUCE_WORDS: &str = include_str!("reduce_words.wgsl");
const SCAN: &str = include_str!("scan.wgsl");

const REDUCE_SOURCE: [Source; 2] = [
    reduce_source("scan.reduce", &[REDUCE_WORDS, COUNT, GROUP[0], REDUCE]),
    reduce_source("scan.reduce.shared", &[REDUCE_WORDS, COUNT, GROUP[1], REDUCE]),
];
const SCAN_SOURCE: [Source; 2] =
    [scan_source("scan", &[SCAN, COUNT, GROUP[0], CARRY]), scan_source("scan.shared", &[SCAN, COUNT, GROUP[1], CARRY])];

const fn reduce_source(name: &'static str, parts: &'static [&'static str]) -> Source {
    Source { name, parts, bindings: &[Read, Write, Read], immediates: 8 }
}

const fn scan_source(name: &'static str, parts: &'static [&'static str]) -> Source {
    Source { name, parts, bindings: &[Read, Write, Read, Write], immediates: 12 }
}

/// Writes to `output[i]` the sum of all `input` before `i`, and the sum of all to slot `total` of `counters`.
///
/// `output` and `counters` are other buffers than `input`; `total` may be the slot that the count comes from.
pub fn exclusive(
    recorder: &mut Recorder<'_>,
    input: &Buffer,
    output: &Buffer,
    counters: &Buffer,
    count: Count,
    total: u32,
) -> Result<()> {
    let gpu = recorder.gpu();
    let groups = groups(gpu, count);
    let partials = gpu.buffer("scan partials", u64::from(GROUPS) * 4)?;
    let [slot, most] = count.immediates();
    if groups > 1 {
        let reduce = gpu.kernel(variant(gpu, &REDUCE_SOURCE), &constants(gpu))?;
        recorder.dispatch(&reduce, [input, &partials, counters], bytemuck::bytes_of(&[slot, most]), groups)?;
    }
    let scan = gpu.kernel(variant(gpu, &SCAN_SOURCE), &constants(gpu))?;
    let immediates = [slot, most, total];
    recorder.dispatch(&scan, [input, output, &partials, counters], bytemuck::bytes_of(&immediates), groups)
}

pub(crate) fn groups(gpu: &Gpu, count: Count) -> u32 {
    gpu.groups(u64::from(count.most()), TILE).min(GROUPS)
}

pub(crate) fn constants(gpu: &Gpu) -> [(&'static str, u32); 4] {
    let subgroups = subgroups_in(gpu, THREADS);
    [("THREADS", THREADS), ("PER_THREAD", PER_THREAD), ("TILE", TILE), ("SUBGROUPS", subgroups)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{LARGE, on_all, random, sizes};

    /// The scanned words and the total, as `count` says.
    fn scan(gpu: &Gpu, input: &[u32], count: Count) -> (Vec<u32>, u32) {
        let bytes = input.len() as u64 * 4;
        let (from, to) = (gpu.buffer("input", bytes).unwrap(), gpu.buffer("output", bytes).unwrap());
        let counters = gpu.buffer("counters", 16).unwrap();
        let mut recorder = Recorder::new(gpu);
        recorder.upload(&from, 0, input).unwrap();
        recorder.upload(&to, 0, &vec![0xdead_beef_u32; input.len()]).unwrap();
        recorder.upload(&counters, 0, &[0, input.len() as u32, 77, 0]).unwrap();
        exclusive(&mut recorder, &from, &to, &counters, count, 3).unwrap();
        let (output, counters) = (recorder.read(&to), recorder.read(&counters));
        let done = recorder.finish().unwrap();
        (done.words(output)[..input.len()].to_vec(), done.words(counters)[3])
    }

    fn plain(input: &[u32]) -> (Vec<u32>, u32) {
        let mut sum = 0u32;
        let output = input.iter().map(|x| {
            sum = sum.wrapping_add(*x);
            sum.wrapping_sub(*x)
        });
        (output.collect(), sum)
    }

    #[test]
    fn sums_are_right_for_every_size() {
        on_all(|gpu| {
            for size in sizes(TILE).into_iter().chain([LARGE]) {
                let input = random(size, 7);
                let slot = Count::Slot { slot: 1, most: size.next_power_of_two() };
                for count in [Count::Known(size), slot] {
                    assert!(scan(gpu, &input, count) == plain(&input), "{size} elements, {count:?}");
                }
            }
        });
    }

    #[test]
    fn what_lies_past_the_count_is_left_alone() {
        on_all(|gpu| {
            let input = random(10_000, 3);
            let (output, total) = scan(gpu, &input, Count::Slot { slot: 2, most: 10_000 });
            assert_eq!((output[..77].to_vec(), total), plain(&input[..77]));
            assert!(output[77..].iter().all(|x| *x == 0xdead_beef));
            let (_, total) = scan(gpu, &input, Count::Slot { slot: 1, most: 100 });
            assert_eq!(total, plain(&input[..100]).1);
        });
    }
}
