//! Radix sort of 32-bit keys with 32-bit values, stable, least significant digit first.
//!
//! Eight bits at a time: count the digits of each workgroup's chunk, add the counts up digit by digit, then move every
//! pair to its place. The move sorts a tile of a few thousand pairs in workgroup memory first, so that global writes
//! are runs. Ranks inside a tile come from subgroup ballots, or from sets of bits in workgroup memory where there are no
//! subgroups. A pass is three dispatches that read each key twice and each value once, and passes are as many as the bits
//! of the keys need. Keys are as many as fit into one binding: parts that were sorted one by one would have to be merged, a
//! pass more over everything, so whoever has more brings them in blocks. Keys of 64 bits are sorted by their lower words first and then, with the order found, by the upper.

use std::marker::PhantomData;
use std::ops::Range;

use crate::Access::{Read, Write};
use crate::stages::{COUNT, Count, GROUP, GROUPS, SUBGROUPS, assert_room, assert_slots, subgroups_in, variant};
use crate::{Buffer, Gpu, Kernel, Kind, Recorder, Result, Setting, Shader, Source, Wgsl, immediates};

const RADIX: u32 = 256;
const RADIX_BITS: u32 = 8;

const HISTOGRAM: &str = include_str!("histogram.wgsl");
const DIGITS: &str = include_str!("digits.wgsl");
const SCATTER: &str = include_str!("scatter.wgsl");
const LANES: &str = include_str!("lanes.wgsl");
const RANK: [&str; 2] = [include_str!("rank_subgroup.wgsl"), include_str!("rank_shared.wgsl")];

immediates! {
    /// The parameters of the histogram and the scatter.
    struct DigitParams {
        slot: u32,
        most: u32,
        shift: u32,
        mask: u32,
    }
}

immediates! {
    /// The words to read in order to add up the counts of a digit.
    struct SumParams {
        chunks: u32,
    }
}

/// All kernels.
pub(super) const SHADERS: &[Shader<'_>] = &[
    HISTOGRAM_SOURCE[0].shader(),
    HISTOGRAM_SOURCE[1].shader(),
    DIGITS_SOURCE[0].shader(),
    DIGITS_SOURCE[1].shader(),
    SCATTER_SOURCE[0].shader(),
    SCATTER_SOURCE[1].shader(),
];

/// The constants that follow from a [`Shape`].
const SETTINGS: &[Setting] = &[
    ("THREADS", &[256, 128, 512]),
    ("PER_THREAD", &[16, 12, 8]),
    ("TILE", &[4096]),
    ("SUBGROUPS", SUBGROUPS),
    ("DIGITS", &[1, 2]),
    ("MASK_WORDS", &[1, 2, 4]),
    ("INDICES", &[0, 1]),
];

const HISTOGRAM_SOURCE: [Source<DigitParams>; 2] = [
    histogram_source("sort.histogram", &[HISTOGRAM, COUNT, GROUP[0]]),
    histogram_source("sort.histogram.shared", &[HISTOGRAM, COUNT, GROUP[1]]),
];
const DIGITS_SOURCE: [Source<SumParams>; 2] =
    [digits_source("sort.digits", &[DIGITS, GROUP[0]]), digits_source("sort.digits.shared", &[DIGITS, GROUP[1]])];
const SCATTER_SOURCE: [Source<DigitParams>; 2] = [
    scatter_source("sort.scatter", &[SCATTER, COUNT, GROUP[0], LANES, RANK[0]]),
    scatter_source("sort.scatter.shared", &[SCATTER, COUNT, GROUP[1], RANK[1]]),
];

const fn histogram_source(name: &'static str, parts: &'static [&'static str]) -> Source<DigitParams> {
    Source {
        name,
        // SAFETY: keys, values and slots are there, as `Sort::record` checks, and the table has room for every digit of
        // every chunk. A workgroup stays in its chunk of the keys; digits are masked to 8 bits; loops advance by whole
        // tiles.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Write, Read],
        immediates: PhantomData,
        constants: &[("RADIX", RADIX)],
        settings: SETTINGS,
    }
}

const fn digits_source(name: &'static str, parts: &'static [&'static str]) -> Source<SumParams> {
    Source {
        name,
        // SAFETY: a workgroup stays in the row of its digit, and the table has a row for each and one for the totals.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Write],
        immediates: PhantomData,
        constants: &[],
        settings: &[
            ("THREADS", &[256, 32, 64, 128]),
            ("PER_THREAD", &[4, 8, 2]),
            ("TILE", &[1024, 256]),
            ("SUBGROUPS", SUBGROUPS),
        ],
    }
}

const fn scatter_source(name: &'static str, parts: &'static [&'static str]) -> Source<DigitParams> {
    Source {
        name,
        // SAFETY: as the histogram. The places that keys move to are sums of counts of the same keys, so they are a
        // permutation of `0..count`, and ranks in a tile one of the tile.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Read, Write, Write, Read, Read],
        immediates: PhantomData,
        constants: &[("RADIX", RADIX)],
        settings: SETTINGS,
    }
}

/// Sizes of the kernels: a matter of speed alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Threads of a workgroup: 128, 256 or 512.
    pub threads: u32,
    /// Keys of a thread in a tile.
    pub keys: u32,
    /// Fewest tiles of a chunk, where there are that many.
    pub tiles: u32,
    /// Most chunks that the keys are cut into.
    pub chunks: u32,
}

impl Shape {
    /// The shape that is fast for `most` keys on this adapter, and fits. Tiles are large enough for long runs of writes, but not so
    /// large that a part of the GPU has nothing to do. Small subgroups need much memory for their counts, so there are
    /// fewer of them. Software adapters pay for each workgroup and have few processors: few chunks.
    pub fn of(gpu: &Gpu, most: u32) -> Self {
        let software = gpu.description().kind == Kind::Software;
        let (tiles, chunks) = if software { (16, 16) } else { (1, GROUPS) };
        let fits = |threads, keys| Self { threads, keys, tiles, chunks }.storage(gpu) <= gpu.workgroup_storage();
        let threads = if subgroups_in(gpu, 256) > 16 || !fits(256, 16) { 128 } else { 256 };
        if most <= 1 << 21 && !software {
            return Self { threads, keys: 8, tiles, chunks };
        }
        let usual = Self { threads, keys: 16, tiles, chunks };
        // Where there is room for it: a quarter faster on an NVIDIA H200.
        let large = Self { threads: 512, keys: 12, tiles, chunks };
        let is_possible = fits(large.threads, large.keys) && large.threads <= gpu.workgroup_threads();
        if is_possible && !software { large } else { usual }
    }

    fn chunks(self, most: u32) -> u32 {
        most.div_ceil(self.threads * self.keys * self.tiles).clamp(1, self.chunks)
    }

    /// Bytes of workgroup memory that the largest kernel takes, or a little more.
    pub fn storage(self, gpu: &Gpu) -> u32 {
        let rows = gpu.subgroups().map_or(self.threads / 32 + 1, |_| subgroups_in(gpu, self.threads));
        4 * (self.threads * self.keys + rows * RADIX + RADIX + self.threads)
    }
}

/// Sorts `count` pairs by the given bits of their keys. Pairs whose bits are equal stay in their order.
///
/// Gives back keys and values sorted; these are other buffers than before if the number of passes is odd.
pub fn pairs(
    recorder: &mut Recorder<'_>,
    keys: Buffer,
    values: Buffer,
    counters: &Buffer,
    count: Count,
    bits: Range<u32>,
) -> Result<(Buffer, Buffer)> {
    let shape = Shape::of(recorder.gpu(), count.most());
    Sort { shape, counters, count }.record(recorder, keys, Some(values), bits)
}

/// Sorts `count` keys by the given bits, and gives with them the index that each had before.
///
/// This is [`pairs`] with values 0, 1, 2, …, which need not be written first.
pub fn order(
    recorder: &mut Recorder<'_>,
    keys: Buffer,
    counters: &Buffer,
    count: Count,
    bits: Range<u32>,
) -> Result<(Buffer, Buffer)> {
    let shape = Shape::of(recorder.gpu(), count.most());
    Sort { shape, counters, count }.record(recorder, keys, None, bits)
}

/// A sort of a given shape; [`pairs`] and [`order`] choose one.
#[derive(Clone, Copy, Debug)]
pub struct Sort<'a> {
    /// Sizes of the kernels.
    pub shape: Shape,
    /// Where the count may be.
    pub counters: &'a Buffer,
    /// How many keys.
    pub count: Count,
}

impl Sort<'_> {
    /// Sorts by the given bits; without `values`, these are 0, 1, 2, …
    ///
    /// # Panics
    /// If the shape is invalid, or there are fewer keys or values than counted, or the counters lack the slot, or keys the
    /// bits.
    pub fn record(
        self,
        recorder: &mut Recorder<'_>,
        keys: Buffer,
        values: Option<Buffer>,
        bits: Range<u32>,
    ) -> Result<(Buffer, Buffer)> {
        let gpu = recorder.gpu();
        let Shape { threads, keys: per_thread, tiles, chunks } = self.shape;
        assert!(matches!(threads, 128 | 256 | 512) && per_thread.min(tiles).min(chunks) > 0, "{:?}", self.shape);
        assert_slots(self.counters, self.count, None);
        assert_room(&keys, self.count.most().into());
        assert_room(values.as_ref().unwrap_or(&keys), self.count.most().into());
        assert!(bits.start <= bits.end && bits.end <= 32, "bits {bits:?} of a word");
        // Without bits there is no order to find, but a pass still makes the values.
        let passes = (bits.len() as u32).div_ceil(RADIX_BITS).max(u32::from(values.is_none()));
        let mut from = (keys, values);
        for pass in 0..passes {
            let start = bits.start + bits.len() as u32 * pass / passes;
            let end = bits.start + bits.len() as u32 * (pass + 1) / passes;
            let keys = gpu.buffer("sort keys", from.0.size())?;
            let values = gpu.buffer("sort values", from.0.size())?;
            self.pass(recorder, &from, (&keys, &values), start..end)?;
            from = (keys, Some(values));
        }
        match from {
            (keys, Some(values)) => Ok((keys, values)),
            (keys, None) => {
                let values = gpu.buffer("sort values", keys.size())?;
                Ok((keys, values))
            }
        }
    }

    fn pass(
        self,
        recorder: &mut Recorder<'_>,
        (keys, values): &(Buffer, Option<Buffer>),
        (keys_out, values_out): (&Buffer, &Buffer),
        bits: Range<u32>,
    ) -> Result<()> {
        let gpu = recorder.gpu();
        let chunks = self.shape.chunks(self.count.most());
        let table = gpu.buffer("sort table", u64::from((chunks + 1) * RADIX) * 4)?;
        let [slot, most] = self.count.immediates();
        let params = DigitParams { slot, most, shift: bits.start, mask: (1 << bits.len()) - 1 };
        let histogram = self.kernel(gpu, &HISTOGRAM_SOURCE, 0)?;
        recorder.dispatch(&histogram, [keys, &table, self.counters], &params, chunks)?;
        // The counts of a single chunk are their own sums.
        if chunks > 1 {
            let digits = digits_kernel(gpu, chunks)?;
            recorder.dispatch(&digits, [&table], &SumParams { chunks }, RADIX)?;
        }
        let scatter = self.kernel(gpu, &SCATTER_SOURCE, u32::from(values.is_none()))?;
        let values = values.as_ref().unwrap_or(keys);
        recorder.dispatch(&scatter, [keys, values, keys_out, values_out, &table, self.counters], &params, chunks)
    }

    fn kernel(self, gpu: &Gpu, source: &'static [Source<DigitParams>; 2], indices: u32) -> Result<Kernel<DigitParams>> {
        let Shape { threads, keys, .. } = self.shape;
        let mask_words = gpu.subgroups().map_or(1, |(_, largest)| largest.div_ceil(32));
        let settings = [
            ("THREADS", threads),
            ("PER_THREAD", keys),
            ("TILE", threads * keys),
            ("SUBGROUPS", subgroups_in(gpu, threads)),
            ("DIGITS", (RADIX / threads).max(1)),
            ("MASK_WORDS", mask_words),
            ("INDICES", indices),
        ];
        gpu.kernel(variant(gpu, source), &settings)
    }
}

/// The kernel that adds up `chunks` counts of a digit: a few threads do it unless there are many.
fn digits_kernel(gpu: &Gpu, chunks: u32) -> Result<Kernel<SumParams>> {
    // A workgroup is at least one whole subgroup.
    let few = gpu.subgroups().map_or(32, |(_, largest)| largest.max(32));
    let (threads, per_thread) = if chunks <= 256 { (few, 256 / few) } else { (256, 4) };
    let settings = [
        ("THREADS", threads),
        ("PER_THREAD", per_thread),
        ("TILE", threads * per_thread),
        ("SUBGROUPS", subgroups_in(gpu, threads)),
    ];
    gpu.kernel(variant(gpu, &DIGITS_SOURCE), &settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::testing::{LARGE, gpu, on_all, random, sizes};

    /// Sorts on the GPU: keys and values, or keys and their old indices.
    fn sort(gpu: &Gpu, keys: &[u32], values: Option<&[u32]>, bits: Range<u32>) -> (Vec<u32>, Vec<u32>) {
        let (count, bytes) = (keys.len() as u32, keys.len() as u64 * 4);
        let counters = gpu.buffer("counters", 8).unwrap();
        let key_buffer = gpu.buffer("keys", bytes).unwrap();
        let mut recorder = Recorder::new(gpu);
        recorder.upload(&key_buffer, 0, keys).unwrap();
        recorder.upload(&counters, 0, &[0, count]).unwrap();
        let (keys, values) = match values {
            Some(values) => {
                let buffer = gpu.buffer("values", bytes).unwrap();
                recorder.upload(&buffer, 0, values).unwrap();
                pairs(&mut recorder, key_buffer, buffer, &counters, Count::Known(count), bits).unwrap()
            }
            None => {
                let count = Count::Slot { slot: 1, most: count };
                order(&mut recorder, key_buffer, &counters, count, bits).unwrap()
            }
        };
        let (keys, values) = (recorder.read(&keys), recorder.read(&values));
        let done = recorder.finish().unwrap();
        let words = |id| done.words(id)[..count as usize].to_vec();
        (words(keys), words(values))
    }

    fn plain(keys: &[u32], bits: &Range<u32>) -> (Vec<u32>, Vec<u32>) {
        let part = |key: u32| (u64::from(key) >> bits.start) & ((1 << bits.len()) - 1);
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        order.sort_by_key(|i| part(keys[*i as usize]));
        (order.iter().map(|i| keys[*i as usize]).collect(), order)
    }

    fn check(gpu: &Gpu, keys: &[u32], bits: Range<u32>, what: &str) {
        let want = plain(keys, &bits);
        assert!(sort(gpu, keys, None, bits.clone()) == want, "{what}: {} keys, bits {bits:?}", keys.len());
        let values: Vec<u32> = (0..keys.len() as u32).map(|i| i.wrapping_mul(0x9e37_79b1)).collect();
        let want = (want.0, want.1.iter().map(|i| values[*i as usize]).collect::<Vec<_>>());
        assert!(sort(gpu, keys, Some(&values), bits.clone()) == want, "{what}: {} pairs, bits {bits:?}", keys.len());
    }

    #[test]
    #[should_panic(expected = "Shape { threads: 100")]
    fn shapes_that_kernels_do_not_know_are_refused() {
        let gpu = gpu(Options::default()).unwrap_or_else(|| panic!("no GPU; Shape {{ threads: 100"));
        let (keys, counters) = (gpu.buffer("keys", 400).unwrap(), gpu.buffer("counters", 4).unwrap());
        let shape = Shape { threads: 100, keys: 8, tiles: 1, chunks: 16 };
        let sort = Sort { shape, counters: &counters, count: Count::Known(100) };
        let _ = sort.record(&mut Recorder::new(&gpu), keys, None, 0..32);
    }

    #[test]
    fn random_keys_of_every_size_are_sorted() {
        on_all(|gpu| {
            let Shape { threads, keys, .. } = Shape::of(gpu, 1 << 20);
            for size in sizes(threads * keys) {
                check(gpu, &random(size, 1), 0..32, "random");
            }
        });
    }

    #[test]
    fn millions_of_keys_are_sorted() {
        on_all(|gpu| {
            let keys = random(LARGE, 1);
            assert!(sort(gpu, &keys, None, 0..32) == plain(&keys, &(0..32)));
        });
    }

    #[test]
    fn hard_keys_are_sorted_and_equal_ones_keep_their_order() {
        on_all(|gpu| {
            let n = 70_001;
            let random = random(n, 9);
            check(gpu, &vec![5; n as usize], 0..32, "all equal");
            check(gpu, &vec![u32::MAX; n as usize], 0..32, "all largest");
            check(gpu, &(0..n).rev().collect::<Vec<_>>(), 0..32, "descending");
            check(gpu, &(0..n).collect::<Vec<_>>(), 0..32, "ascending");
            check(gpu, &random.iter().map(|x| x << 24).collect::<Vec<_>>(), 0..32, "only the top digit");
            check(gpu, &random.iter().map(|x| x % 2 * u32::MAX).collect::<Vec<_>>(), 0..32, "least and largest");
            check(gpu, &random.iter().map(|x| x % 7).collect::<Vec<_>>(), 0..32, "few");
        });
    }

    #[test]
    fn only_the_bits_asked_for_count() {
        on_all(|gpu| {
            for bits in [0..1, 0..8, 0..9, 5..17, 0..30, 8..32, 31..32, 3..3] {
                check(gpu, &random(10_000, 4), bits, "part of the bits");
            }
        });
    }

    #[test]
    fn long_keys_are_sorted_by_their_lower_and_then_their_upper_words() {
        on_all(|gpu| {
            let (lower, upper) = (random(20_000, 1), random(20_000, 2).iter().map(|x| x % 50).collect::<Vec<_>>());
            let (_, by_lower) = sort(gpu, &lower, None, 0..32);
            let gathered: Vec<u32> = by_lower.iter().map(|i| upper[*i as usize]).collect();
            let (_, order) = sort(gpu, &gathered, Some(&by_lower), 0..32);
            let mut want: Vec<u32> = (0..20_000).collect();
            want.sort_by_key(|i| (upper[*i as usize], lower[*i as usize]));
            assert!(order == want);
        });
    }

    #[test]
    fn sets_of_lanes_are_counted_in_subgroups_of_every_size() {
        const SOURCE: Source = Source {
            name: "lanes",
            text: Wgsl::checked(&[
                LANES,
                "@group(0) @binding(0) var<storage, read> sets: array<vec4<u32>>;
                @group(0) @binding(1) var<storage, read_write> found: array<vec3<u32>>;
                @compute @workgroup_size(THREADS)
                fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) id: vec3<u32>) {
                    let lanes = sets[id.x];
                    found[id.x * 128u + lane] = vec3(size_of(lanes), before(lanes, lane), first_of(lanes));
                }",
            ]),
            bindings: &[Read, Write],
            immediates: PhantomData,
            constants: &[("THREADS", 128)],
            settings: &[("MASK_WORDS", &[1, 2, 4])],
        };
        let Some(gpu) = gpu(Options::default()) else { return };
        for words in [1, 2, 4] {
            let all = u128::MAX >> (128 - 32 * words);
            let words_of = random(400, 6);
            let dense = bytemuck::pod_collect_to_vec::<u32, u128>(&words_of);
            let sparse = dense.windows(5).map(|w| w.iter().fold(u128::MAX, |set, x| set & x));
            let one = (0..32 * words).map(|bit| 1 << bit);
            let sets: Vec<u128> = dense
                .iter()
                .copied()
                .chain(sparse)
                .chain(one)
                .map(|s| s & all)
                .filter(|s| *s != 0)
                .chain([all])
                .collect();
            let (input, output) = (
                gpu.buffer("sets", sets.len() as u64 * 16).unwrap(),
                gpu.buffer("found", sets.len() as u64 * 2048).unwrap(),
            );
            let kernel = gpu.kernel(&SOURCE, &[("MASK_WORDS", words)]).unwrap();
            let mut recorder = Recorder::new(&gpu);
            recorder.upload(&input, 0, &sets).unwrap();
            recorder.dispatch(&kernel, [&input, &output], &(), sets.len() as u32).unwrap();
            let found = recorder.read(&output);
            let done = recorder.finish().unwrap();
            for (set, found) in sets.iter().zip(done.slice::<[[u32; 4]; 128]>(found)) {
                for lane in 0..32 * words {
                    let before = (set & ((1 << lane) - 1)).count_ones();
                    let want = [set.count_ones(), before, set.trailing_zeros()];
                    assert_eq!(found[lane as usize][..3], want, "lane {lane} of {set:x}, {words} words");
                }
            }
        }
    }

    #[test]
    fn every_shape_sorts() {
        on_all(|gpu| {
            let keys = random(40_000, 3);
            let want = plain(&keys, &(0..32));
            for (threads, keys_each, tiles, chunks) in
                [(128, 8, 1, 7), (128, 12, 1, 1024), (128, 3, 1, 2000), (128, 16, 9, 2)]
            {
                let shape = Shape { threads, keys: keys_each, tiles, chunks };
                let counters = gpu.buffer("counters", 4).unwrap();
                let buffer = gpu.buffer("keys", 160_000).unwrap();
                let mut recorder = Recorder::new(gpu);
                recorder.upload(&buffer, 0, &keys).unwrap();
                let sort = Sort { shape, counters: &counters, count: Count::Known(40_000) };
                let (sorted, order) = sort.record(&mut recorder, buffer, None, 0..32).unwrap();
                let (sorted, order) = (recorder.read(&sorted), recorder.read(&order));
                let done = recorder.finish().unwrap();
                assert!(done.words(sorted) == want.0 && done.words(order) == want.1, "{shape:?}");
            }
        });
    }
}
