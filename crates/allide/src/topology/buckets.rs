//! A counting sort of small entries by an integer key, in parallel where there are many.

use rayon::prelude::*;

/// The key of an entry that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// Items that one thread sorts in less time than it takes to share them.
const SMALL: usize = 1 << 16;

/// Threads that share the keys at most. Each looks at all items, so more of them would mostly look.
const MOST_SHARES: usize = 8;

/// Entries in the order of their keys.
struct Buckets<T> {
    entries: Vec<T>,
    ends: Vec<usize>,
}

impl<T: Copy + Default> Buckets<T> {
    /// Sorts the entries of all items with `count` keys from the `first` on. `emit` is called twice: to count, and to place.
    fn new<const N: usize>(
        items: usize,
        (first, count): (usize, usize),
        emit: impl Fn(usize) -> [(u32, T); N],
    ) -> Self {
        // Keys below the first wrap to large numbers, and `NONE` is not below any limit.
        let place = |key: u32| (key as usize).wrapping_sub(first);
        let mut ends = vec![0; count];
        for item in 0..items {
            for (key, _) in emit(item) {
                if let Some(end) = ends.get_mut(place(key)) {
                    *end += 1;
                }
            }
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut sorted = vec![T::default(); sum];
        // Each end begins as the start of its bucket, and grows with it.
        for item in 0..items {
            for (key, entry) in emit(item) {
                if let Some(end) = ends.get_mut(place(key)) {
                    sorted[*end] = entry;
                    *end += 1;
                }
            }
        }
        Self { entries: sorted, ends }
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
    let share = |first: usize, count: usize| {
        let mut result = R::default();
        Buckets::new(items, (first, count), &emit)
            .for_each(|key, bucket| visit(&mut result, (first + key) as u32, bucket));
        result
    };
    let shares = if items <= SMALL { 1 } else { rayon::current_num_threads().min(MOST_SHARES) };
    if shares == 1 {
        return vec![share(0, keys)];
    }
    let width = keys.div_ceil(shares).max(1);
    (0..keys).into_par_iter().step_by(width).map(|first| share(first, width.min(keys - first))).collect()
}

/// Sorts a bucket, which has few entries in any ordinary mesh, and may have all of them.
pub(super) fn sort<T: Ord + Send>(bucket: &mut [T]) {
    if bucket.len() > SMALL {
        bucket.par_sort_unstable();
    } else {
        bucket.sort_unstable();
    }
}
