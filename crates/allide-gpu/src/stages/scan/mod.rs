//! Exclusive scan: each element becomes the sum of all before it, modulo 2³².
//!
//! Reduce, then scan: a first dispatch sums each workgroup's chunk, a second one adds up the sums of the chunks before its
//! own and scans its chunk tile by tile. Two dispatches suffice because there are at most 1,024 chunks, few enough for each
//! workgroup to sum them again. Where one workgroup is enough, the first dispatch is left out. Input is read twice and
//! output written once. No single-pass scheme with look-back: it waits for other workgroups, and nothing promises that
//! these make progress. Input longer than a binding comes in parts: all are summed before the first one is scanned.

use crate::Access::{Read, Write};
use crate::stages::{
    Count, GROUP, GROUPS, PART, SUBGROUPS, Segment, THREADS, assert_room, assert_slots, subgroups_in, variant,
};
use crate::{Buffer, Constant, Gpu, Recorder, Result, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

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

immediates! {
    /// The parameters of the first dispatch.
    pub(super) struct ReduceParams {
        slot: u32,
        most: u32,
        first: u32,
    }
}

immediates! {
    struct ScanParams {
        slot: u32,
        most: u32,
        first: u32,
        before: u32,
        total: u32,
    }
}

/// The sizes of workgroups and tiles.
pub(super) const CONSTANTS: &[Constant] = &[("THREADS", THREADS), ("PER_THREAD", PER_THREAD), ("TILE", TILE)];

/// All kernels.
pub(super) const SHADERS: &[Shader<'_>] =
    &[REDUCE_SOURCE[0].shader(), REDUCE_SOURCE[1].shader(), SCAN_SOURCE[0].shader(), SCAN_SOURCE[1].shader()];

const REDUCE_SOURCE: [Source<ReduceParams>; 2] = [
    reduce_source("scan.reduce", &[REDUCE_WORDS, PART, GROUP[0], REDUCE]),
    reduce_source("scan.reduce.shared", &[REDUCE_WORDS, PART, GROUP[1], REDUCE]),
];
const SCAN_SOURCE: [Source<ScanParams>; 2] =
    [scan_source("scan", &[SCAN, PART, GROUP[0], CARRY]), scan_source("scan.shared", &[SCAN, PART, GROUP[1], CARRY])];

const fn reduce_source(name: &'static str, parts: &'static [&'static str]) -> Source<ReduceParams> {
    Source {
        name,
        // SAFETY: the parts are cut to what is bound, and there is a word for each workgroup's sum. A workgroup stays
        // in its chunk of the elements, which `chunk` cuts at their number, and loops advance by whole tiles.
        // `assert_slots` has checked the slots.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Write, Read],
        immediates: PhantomData,
        constants: CONSTANTS,
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

const fn scan_source(name: &'static str, parts: &'static [&'static str]) -> Source<ScanParams> {
    Source {
        name,
        // SAFETY: as above; `assert_room` has checked that the output is no shorter than the input.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Write, Read, Write],
        immediates: PhantomData,
        constants: CONSTANTS,
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

/// Writes to `output[i]` the sum of all `input` before `i`, and the sum of all to slot `total` of `counters`.
///
/// `output` and `counters` are other buffers than `input`; `total` is another slot than that of the count. Elements past
/// the end of `input` do not count.
///
/// # Panics
/// If `output` is shorter than that, or the counters lack a slot.
pub fn exclusive(
    recorder: &mut Recorder<'_>,
    input: &Buffer,
    output: &Buffer,
    counters: &Buffer,
    count: Count,
    total: u32,
) -> Result<()> {
    let gpu = recorder.gpu();
    let [slot, most] = count.immediates();
    assert_slots(counters, count, Some(total));
    assert_room(output, u64::from(most).min(input.size() / 4));
    let (partials, row) = reduce(recorder, (input, counters), count, &REDUCE_SOURCE)?;
    let scan = gpu.kernel(variant(gpu, &SCAN_SOURCE), &[("SUBGROUPS", subgroups_in(gpu, THREADS))])?;
    for part in Segment::all(gpu, input, most) {
        let params = ScanParams { slot, most: part.end, first: part.first, before: part.number * row, total };
        let bindings = [part.of(input), part.of(output), (&partials).into(), counters.into()];
        recorder.dispatch_bindings(&scan, &bindings, &params, groups(gpu, part))?;
    }
    Ok(())
}

/// The sums of the chunks of all parts, unless one workgroup does everything, and how many words there are for each part.
pub(super) fn reduce(
    recorder: &mut Recorder<'_>,
    (input, counters): (&Buffer, &Buffer),
    count: Count,
    source: &'static [Source<ReduceParams>; 2],
) -> Result<(Buffer, u32)> {
    let gpu = recorder.gpu();
    let [slot, most] = count.immediates();
    let parts: Vec<Segment> = Segment::all(gpu, input, most).collect();
    // No part has more chunks than the first.
    let row = (u64::from(groups(gpu, parts[0])) * 4).next_multiple_of(gpu.binding_alignment());
    let partials = gpu.buffer("sums of chunks", parts.len() as u64 * row)?;
    let words = (row / 4) as u32;
    if parts.len() > 1 {
        // A part may have fewer chunks than there is room for.
        recorder.clear(&partials);
    } else if groups(gpu, parts[0]) == 1 {
        return Ok((partials, words));
    }
    let reduce = gpu.kernel(variant(gpu, source), &[("SUBGROUPS", subgroups_in(gpu, THREADS))])?;
    for part in parts {
        let start = u64::from(part.number) * row;
        let bindings = [part.of(input), partials.slice(start..start + row), counters.into()];
        let params = ReduceParams { slot, most: part.end, first: part.first };
        recorder.dispatch_bindings(&reduce, &bindings, &params, groups(gpu, part))?;
    }
    Ok((partials, words))
}

pub(super) fn groups(gpu: &Gpu, part: Segment) -> u32 {
    gpu.groups(u64::from(part.end - part.first), TILE).min(GROUPS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{LARGE, gpu, on_all, random, sizes};
    use crate::{Faults, Options};

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
    fn what_is_longer_than_a_binding_is_scanned_in_parts() {
        for subgroups in [true, false] {
            let faults = Faults { binding_limit: Some(20_000), ..Faults::default() };
            let Some(gpu) = gpu(Options { subgroups, faults, ..Options::default() }) else { return };
            // The parts have 4,992 words each.
            for size in [4991, 4992, 4993, 9984, 9985, 100_000] {
                let input = random(size, 7);
                for count in [Count::Known(size), Count::Slot { slot: 1, most: size }] {
                    assert!(scan(&gpu, &input, count) == plain(&input), "{size} elements, {count:?}");
                }
                let (output, total) = scan(&gpu, &input, Count::Slot { slot: 2, most: size });
                assert_eq!((output[..77].to_vec(), total), plain(&input[..77]));
                assert!(output[77..].iter().all(|x| *x == 0xdead_beef));
            }
        }
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
