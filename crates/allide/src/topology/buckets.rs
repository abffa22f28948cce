//! A counting sort of small entries by an integer key, in parallel where there are many.

use rayon::prelude::*;

/// The key of an entry that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// Items that one thread sorts in less time than it takes to share them.
const SMALL: usize = 1 << 15;

/// Ranges of keys that are sorted on their own, so that counters stay in a cache.
const RANGES: usize = 256;

/// Entries in the order of their keys.
struct Buckets<T> {
    entries: Vec<T>,
    ends: Vec<usize>,
}

impl<T: Copy + Default> Buckets<T> {
    /// Sorts by keys below `keys`. `entries` is called twice: to count, and to place.
    fn new<I: Iterator<Item = (usize, T)>>(keys: usize, entries: impl Fn() -> I) -> Self {
        let mut ends = vec![0; keys];
        entries().for_each(|(key, _)| ends[key] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut sorted = vec![T::default(); sum];
        // Each end begins as the start of its bucket, and grows with it.
        entries().for_each(|(key, entry)| {
            sorted[ends[key]] = entry;
            ends[key] += 1;
        });
        Self { entries: sorted, ends }
    }

    fn start(&self, key: usize) -> usize {
        if key == 0 { 0 } else { self.ends[key - 1] }
    }

    fn bucket(&self, key: usize) -> &[T] {
        &self.entries[self.start(key)..self.ends[key]]
    }

    fn for_each(mut self, mut visit: impl FnMut(usize, &mut [T])) {
        let mut start = 0;
        for (key, &end) in self.ends.iter().enumerate() {
            if end > start {
                visit(key, &mut self.entries[start..end]);
            }
            start = end;
        }
    }
}

/// Visits the entries of each key together, in no particular order, each bucket once and keys of one result in order.
///
/// `emit` gives the entries of an item, with keys below `keys`, or [`NONE`] for an entry to leave out. It is called more
/// than once. Results are in the order of keys, too, however many threads there are.
pub(super) fn for_each_bucket<const N: usize, T, R>(
    items: usize,
    keys: usize,
    emit: impl Fn(usize) -> [(u32, T); N] + Sync,
    visit: impl Fn(&mut R, u32, &mut [T]) + Sync,
) -> Vec<R>
where
    T: Copy + Default + Send + Sync,
    R: Default + Send,
{
    let entries = |from: usize, to: usize| (from..to).flat_map(&emit).filter(|&(key, _)| key != NONE);
    if items <= SMALL {
        let mut result = R::default();
        Buckets::new(keys, || entries(0, items).map(|(key, entry)| (key as usize, entry)))
            .for_each(|key, bucket| visit(&mut result, key as u32, bucket));
        return vec![result];
    }
    let mut shift = 0;
    while keys >> shift >= RANGES {
        shift += 1;
    }
    let ranges = (keys >> shift) + 1;
    let shares: Vec<Buckets<(u32, T)>> = (0..items.div_ceil(SMALL))
        .into_par_iter()
        .map(|share| {
            let (from, to) = (share * SMALL, items.min((share + 1) * SMALL));
            Buckets::new(ranges, || entries(from, to).map(|(key, entry)| ((key >> shift) as usize, (key, entry))))
        })
        .collect();
    (0..ranges)
        .into_par_iter()
        .map(|range| {
            let first = range << shift;
            let count = (1 << shift).min(keys - first);
            let mut result = R::default();
            let entries = || shares.iter().flat_map(|share| share.bucket(range));
            Buckets::new(count, || entries().map(|&(key, entry)| (key as usize - first, entry)))
                .for_each(|key, bucket| visit(&mut result, (first + key) as u32, bucket));
            result
        })
        .collect()
}

/// Sorts a bucket, which has few entries in any ordinary mesh, and may have all of them.
pub(super) fn sort<T: Ord + Send>(bucket: &mut [T]) {
    if bucket.len() > SMALL {
        bucket.par_sort_unstable();
    } else {
        bucket.sort_unstable();
    }
}
