//! Lists of triangle pairs as they come from the GPU.

use crate::gpu_confirm;
use allide_geom::Class;
use allide_gpu::{Done, ReadId};
use rayon::prelude::*;

/// Upper bits of a second triangle that hold the class: see [`gpu_confirm::finding`].
const CLASS_BITS: u32 = 2;
/// The most triangles of a scene: the numbers of a pair and its class share two words.
pub(crate) const MOST_TRIANGLES: usize = 1 << (32 - CLASS_BITS);

/// A pair as one number, which orders pairs by the first triangle and then by the second. The class is in the lowest bits.
pub(crate) fn key([a, b]: [u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b.rotate_left(CLASS_BITS))
}

/// The offset to subtract from keys so that triangles are numbered from these.
pub(crate) fn base(first_a: u32, first_b: u32) -> u64 {
    key([first_a, first_b])
}

/// The triangles of a key.
pub(crate) fn triangles(key: u64) -> (u32, u32) {
    ((key >> 32) as u32, key as u32 >> CLASS_BITS)
}

/// The triangles of a key, and their class.
pub(crate) fn finding(key: u64) -> (u32, u32, Class) {
    gpu_confirm::finding([(key >> 32) as u32, (key as u32).rotate_right(CLASS_BITS)])
}

/// Pairs in memory.
#[derive(Debug)]
pub(crate) enum PairList<'g> {
    /// As keys, in any order.
    Keys(Vec<u64>),
    /// As the GPU sorted them: first and second numbers. Kept without conversion, since these lists are long enough for
    /// a copy to matter.
    Mapped { done: Done<'g>, words: [ReadId; 2], count: usize },
}

impl Default for PairList<'_> {
    fn default() -> Self {
        Self::Keys(Vec::new())
    }
}

impl<'g> PairList<'g> {
    /// Adds pairs sorted by the GPU.
    pub fn add_sorted(&mut self, done: Done<'g>, words: [ReadId; 2], count: usize) {
        let sorted = Self::Mapped { done, words, count };
        if self.view().len() == 0 {
            *self = sorted;
        } else if let View::Words(firsts, seconds) = sorted.view() {
            self.extend(firsts.par_iter().zip(seconds).map(|(&a, &b)| [a, b]));
        }
    }

    /// Adds pairs.
    pub fn extend(&mut self, pairs: impl IndexedParallelIterator<Item = [u32; 2]>) {
        if let Self::Mapped { .. } = self {
            let view = self.view();
            *self = Self::Keys((0..view.len()).into_par_iter().map(|place| view.key(place)).collect());
        }
        if let Self::Keys(keys) = self {
            keys.par_extend(pairs.map(key));
        }
    }

    /// Sorts them if necessary.
    pub fn sort(&mut self) {
        if let Self::Keys(keys) = self
            && !keys.is_sorted()
        {
            keys.par_sort_unstable();
        }
    }

    pub fn view(&self) -> View<'_> {
        match self {
            Self::Keys(keys) => View::Keys(keys),
            Self::Mapped { done, words, count } => {
                let [firsts, seconds] = words.map(|words| &done.words(words)[..*count]);
                View::Words(firsts, seconds)
            }
        }
    }
}

/// A view of pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum View<'p> {
    Keys(&'p [u64]),
    /// First and second numbers.
    Words(&'p [u32], &'p [u32]),
}

impl View<'_> {
    pub fn len(&self) -> usize {
        match self {
            Self::Keys(keys) => keys.len(),
            Self::Words(firsts, _) => firsts.len(),
        }
    }

    #[inline]
    pub fn key(&self, place: usize) -> u64 {
        match self {
            Self::Keys(keys) => keys[place],
            Self::Words(firsts, seconds) => key([firsts[place], seconds[place]]),
        }
    }

    /// How many of the pairs, which must be sorted, have a key below this one.
    pub fn count_below(&self, limit: u64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.key(middle) < limit { low = middle + 1 } else { high = middle }
        }
        low
    }
}
