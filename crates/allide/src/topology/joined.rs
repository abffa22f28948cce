use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Disjoint sets of numbers, which several threads may join. The root of a set is its lowest member, whatever the order.
pub(crate) struct Joined(Vec<AtomicU32>);

impl Joined {
    /// Each number below `count` by itself.
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count as u32).into_par_iter().map(AtomicU32::new).collect())
    }

    /// The root, as far as sets have been joined. Paths are halved on the way.
    pub(crate) fn root(&self, mut member: u32) -> u32 {
        loop {
            let parent = self.0[member as usize].load(Relaxed);
            if parent == member {
                return member;
            }
            let above = self.0[parent as usize].load(Relaxed);
            // Parents only ever become lower members of the same set, so a race loses nothing but the shortcut.
            let _ = self.0[member as usize].compare_exchange_weak(parent, above, Relaxed, Relaxed);
            member = parent;
        }
    }

    /// Makes one set of the sets of `a` and `b`.
    pub(crate) fn join(&self, a: u32, b: u32) {
        let (mut a, mut b) = (a, b);
        loop {
            (a, b) = (self.root(a), self.root(b));
            if a == b {
                return;
            }
            let (low, high) = (a.min(b), a.max(b));
            if self.0[high as usize].compare_exchange(high, low, Relaxed, Relaxed).is_ok() {
                return;
            }
        }
    }
}
