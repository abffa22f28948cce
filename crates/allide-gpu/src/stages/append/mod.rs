//! Buffered append: a piece of WGSL for kernels whose threads find results at their own pace.
//!
//! Items go to a buffer in workgroup memory, and from there to the output in one piece. That costs one global atomic for
//! hundreds of items, where one for each item would take longer than finding them. A thread that meets a full buffer writes
//! its item directly, so nothing waits and nothing is lost. The global count goes on past the capacity of the output, where
//! nothing is written: whoever reads it knows how much room the next try needs, or, past the largest binding, in how many
//! parts to look for items. The order of items is left to chance; sort
//! them where it matters.

/// The functions `append_begin`, `append`, `append_spill` and `append_end`; the file says what they expect.
pub const APPEND: &str = include_str!("append.wgsl");

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Access::{Read, Write};
    use crate::testing::{gpu, random};
    use crate::{Gpu, Options, Recorder, Shader, Source, Wgsl};
    use std::marker::PhantomData;

    pub(in crate::stages) const SHADERS: &[Shader<'_>] = &[DEMO.shader()];

    const DEMO: Source = Source {
        name: "append.demo",
        text: Wgsl::checked(&[include_str!("demo.wgsl"), APPEND]),
        bindings: &[Read, Write, Write],
        immediates: PhantomData,
        constants: &[("THREADS", 64)],
        settings: &[("APPEND_ROOM", &[64])],
    };

    /// The pairs that found room, sorted, and the count of all.
    fn append(gpu: &Gpu, repeats: &[u32], capacity: usize, room: u32) -> (Vec<[u32; 2]>, usize) {
        let input = gpu.buffer("repeats", repeats.len() as u64 * 4).unwrap();
        let pairs = gpu.buffer("pairs", capacity as u64 * 8).unwrap();
        let count = gpu.buffer("pair count", 4).unwrap();
        let kernel = gpu.kernel(&DEMO, &[("APPEND_ROOM", room)]).unwrap();
        let mut recorder = Recorder::new(gpu);
        recorder.upload(&input, 0, repeats).unwrap();
        recorder.clear(&count);
        recorder.clear(&pairs);
        recorder.dispatch(&kernel, [&input, &pairs, &count], &(), 7).unwrap();
        let (pairs, count) = (recorder.read(&pairs), recorder.read(&count));
        let done = recorder.finish().unwrap();
        let count = done.words(count)[0] as usize;
        let mut found = done.slice::<[u32; 2]>(pairs)[..count.min(capacity)].to_vec();
        found.sort_unstable();
        (found, count)
    }

    fn plain(repeats: &[u32]) -> Vec<[u32; 2]> {
        (0..).zip(repeats).flat_map(|(i, n)| (0..*n).map(move |k| [i, k])).collect()
    }

    #[test]
    fn everything_appended_is_there_once_however_small_the_buffer() {
        let Some(gpu) = gpu(Options::default()) else { return };
        for (count, most) in [(1, 1), (63, 3), (64, 3), (65, 3), (5000, 5), (3000, 40)] {
            let repeats: Vec<u32> = random(count, 2).iter().map(|x| x % (most + 1)).collect();
            let want = plain(&repeats);
            for room in [1, 64, 1024] {
                let (found, total) = append(&gpu, &repeats, want.len().max(1), room);
                assert!(found == want && total == want.len(), "{count} threads, up to {most}, room {room}");
            }
        }
    }

    #[test]
    fn one_thread_can_append_more_than_the_buffer_holds() {
        let Some(gpu) = gpu(Options::default()) else { return };
        let mut repeats = vec![0; 1000];
        repeats[500] = 10_000;
        assert!(append(&gpu, &repeats, 10_000, 256) == (plain(&repeats), 10_000));
    }

    #[test]
    fn past_the_capacity_items_are_counted_and_not_written() {
        let Some(gpu) = gpu(Options::default()) else { return };
        let repeats = vec![3; 1000];
        let (found, count) = append(&gpu, &repeats, 100, 64);
        assert_eq!((found.len(), count), (100, 3000));
        let all = plain(&repeats);
        assert!(found.iter().all(|pair| all.binary_search(pair).is_ok()));
        assert!(found.windows(2).all(|two| two[0] < two[1]), "an item was written twice");
    }
}
