//! Compaction: the elements whose flag is set, close together and in their old order.
//!
//! A scan of the flags whose last step writes elements instead of sums: the first dispatch counts the flags of each
//! workgroup's chunk, the second one finds the place of each element and writes it there. Order is kept because places
//! are sums over all flags before. The number of elements is noted on the GPU, where the next stage reads it. It is right
//! even where the output is too small for all of them; items that do not fit are counted and not written. Input longer than a
//! binding comes in parts, input and output.

use crate::Access::{Read, Write};
use crate::stages::scan::{CARRY, CONSTANTS, REDUCE, ReduceParams, groups, reduce};
use crate::stages::{
    Count, GROUP, PART, SUBGROUPS, Segment, THREADS, assert_room, assert_slots, subgroups_in, variant,
};
use crate::{Buffer, Recorder, Result, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

const FLAGS: &str = include_str!("flags.wgsl");
const COMPACT: &str = include_str!("compact.wgsl");

immediates! {
    struct CompactParams {
        slot: u32,
        most: u32,
        first: u32,
        before: u32,
        total: u32,
        window: u32,
        room: u32,
    }
}

/// All kernels.
pub(super) const SHADERS: &[Shader<'_>] =
    &[COUNT_SOURCE[0].shader(), COUNT_SOURCE[1].shader(), COMPACT_SOURCE[0].shader(), COMPACT_SOURCE[1].shader()];

const COUNT_SOURCE: [Source<ReduceParams>; 2] = [
    count_source("compact.count", &[FLAGS, PART, GROUP[0], REDUCE]),
    count_source("compact.count.shared", &[FLAGS, PART, GROUP[1], REDUCE]),
];
const COMPACT_SOURCE: [Source<CompactParams>; 2] = [
    compact_source("compact", &[COMPACT, PART, GROUP[0], CARRY]),
    compact_source("compact.shared", &[COMPACT, PART, GROUP[1], CARRY]),
];

const fn count_source(name: &'static str, parts: &'static [&'static str]) -> Source<ReduceParams> {
    Source {
        name,
        // SAFETY: as the first step of a scan, whose text this is, except for the summed values.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Write, Read],
        immediates: PhantomData,
        constants: CONSTANTS,
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

const fn compact_source(name: &'static str, parts: &'static [&'static str]) -> Source<CompactParams> {
    Source {
        name,
        // SAFETY: as the second step of a scan. The items are no fewer than the flags, which `assert_room` has checked,
        // and nothing is written past `room`, which is what is bound of the output.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Read, Write, Read, Write],
        immediates: PhantomData,
        constants: CONSTANTS,
        settings: &[("SUBGROUPS", SUBGROUPS), ("INDICES", &[0, 1])],
    }
}

/// The buffers of a compaction, all different.
#[derive(Clone, Copy, Debug)]
pub struct Compaction<'a> {
    /// A word for each element; the element is kept unless it is 0.
    pub flags: &'a Buffer,
    /// The elements; `None` for their indices.
    pub items: Option<&'a Buffer>,
    /// Takes the elements that are kept.
    pub output: &'a Buffer,
    /// Holds the counts.
    pub counters: &'a Buffer,
}

impl Compaction<'_> {
    /// Compacts `count` elements and writes how many are kept to slot `total` of the counters, another one than that of the
    /// count. Elements past the end of the flags do not count.
    ///
    /// # Panics
    /// If there are fewer items, or the counters lack a slot.
    pub fn record(self, recorder: &mut Recorder<'_>, count: Count, total: u32) -> Result<()> {
        let Self { flags, items, output, counters } = self;
        let gpu = recorder.gpu();
        let [slot, most] = count.immediates();
        assert_slots(counters, count, Some(total));
        assert_room(items.unwrap_or(flags), u64::from(most).min(flags.size() / 4));
        let (partials, row) = reduce(recorder, (flags, counters), count, &COUNT_SOURCE)?;
        let settings = [("SUBGROUPS", subgroups_in(gpu, THREADS)), ("INDICES", u32::from(items.is_none()))];
        let compact = gpu.kernel(variant(gpu, &COMPACT_SOURCE), &settings)?;
        for part in Segment::all(gpu, flags, most) {
            let items = part.of(items.unwrap_or(flags));
            // No element moves back, so the later parts of the output get nothing from this one.
            for window in Segment::all(gpu, output, part.end) {
                let (room, before) = (window.end - window.first, part.number * row);
                let (most, first, window_start) = (part.end, part.first, window.first);
                let params = CompactParams { slot, most, first, before, total, window: window_start, room };
                let bindings = [part.of(flags), items.clone(), window.of(output), (&partials).into(), counters.into()];
                recorder.dispatch_bindings(&compact, &bindings, &params, groups(gpu, part))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::scan::TILE;
    use crate::testing::{LARGE, gpu, on_all, random, sizes};
    use crate::{Faults, Gpu, Options};

    /// The kept `items`, or their indices, with room for `room` of them, and their count.
    fn compact(gpu: &Gpu, flags: &[u32], items: Option<&[u32]>, room: usize) -> (Vec<u32>, usize) {
        let bytes = flags.len() as u64 * 4;
        let (flag_buffer, item_buffer) = (gpu.buffer("flags", bytes).unwrap(), gpu.buffer("items", bytes).unwrap());
        let output = gpu.buffer("output", room.max(1) as u64 * 4).unwrap();
        let counters = gpu.buffer("counters", 8).unwrap();
        let mut recorder = Recorder::new(gpu);
        recorder.upload(&flag_buffer, 0, flags).unwrap();
        recorder.upload(&item_buffer, 0, items.unwrap_or(&[])).unwrap();
        recorder.upload(&counters, 0, &[flags.len() as u32, 0]).unwrap();
        let stage = Compaction {
            flags: &flag_buffer,
            items: items.map(|_| &item_buffer),
            output: &output,
            counters: &counters,
        };
        stage.record(&mut recorder, Count::Slot { slot: 0, most: flags.len() as u32 + 5 }, 1).unwrap();
        let (output, counters) = (recorder.read(&output), recorder.read(&counters));
        let done = recorder.finish().unwrap();
        let total = done.words(counters)[1] as usize;
        (done.words(output)[..total.min(room)].to_vec(), total)
    }

    #[test]
    fn kept_elements_stay_in_order_for_every_size() {
        on_all(|gpu| {
            for size in sizes(TILE).into_iter().chain([LARGE]) {
                let items = random(size, 11);
                let flags: Vec<u32> = random(size, 5).iter().map(|x| if x % 3 == 0 { *x } else { 0 }).collect();
                let kept: Vec<u32> = (0..size).filter(|i| flags[*i as usize] != 0).collect();
                let (indices, total) = compact(gpu, &flags, None, size as usize);
                assert!(indices == kept && total == kept.len(), "indices of {size} elements");
                let want: Vec<u32> = kept.iter().map(|i| items[*i as usize]).collect();
                assert!(compact(gpu, &flags, Some(&items), size as usize).0 == want, "values of {size} elements");
            }
        });
    }

    #[test]
    fn what_is_longer_than_a_binding_is_compacted_in_parts() {
        for subgroups in [true, false] {
            let faults = Faults { binding_limit: Some(20_000), ..Faults::default() };
            let Some(gpu) = gpu(Options { subgroups, faults, ..Options::default() }) else { return };
            // The parts have 4,992 words each.
            for (size, every) in [(4992, 1), (4993, 1), (30_000, 1), (30_000, 2), (30_000, 9000)] {
                let items = random(size, 11);
                let flags: Vec<u32> = (0..size).map(|i| u32::from(i % every == 0)).collect();
                let kept: Vec<u32> = (0..size).filter(|i| i % every == 0).collect();
                for room in [kept.len(), kept.len() / 2] {
                    let name = format!("every {every} of {size}, room for {room}");
                    assert!(compact(&gpu, &flags, None, room) == (kept[..room].to_vec(), kept.len()), "{name}");
                    let want: Vec<u32> = kept[..room].iter().map(|i| items[*i as usize]).collect();
                    assert!(compact(&gpu, &flags, Some(&items), room).0 == want, "{name}");
                }
            }
        }
    }

    #[test]
    fn all_and_none_can_be_kept() {
        on_all(|gpu| {
            let all: Vec<u32> = (0..5000).collect();
            assert_eq!(compact(gpu, &[9; 5000], None, 5000), (all, 5000));
            assert_eq!(compact(gpu, &[0; 5000], None, 5000), (Vec::new(), 0));
        });
    }

    #[test]
    fn what_does_not_fit_is_counted_and_not_written() {
        on_all(|gpu| {
            let (written, total) = compact(gpu, &[1; 5000], None, 100);
            assert_eq!((written, total), ((0..100).collect(), 5000));
        });
    }
}
