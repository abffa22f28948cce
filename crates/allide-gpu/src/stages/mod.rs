//! The building blocks of every method on the GPU.
//!
//! Each takes its element count either from the host or from a slot of a buffer of counters, where an earlier stage left
//! it, so that nothing has to be read back in between. Workgroups are as many as the upper bound of the count asks for, up
//! to a fixed number, and share the elements that are really there. No workgroup ever waits for another: a stage that needs
//! a result of all of them is two dispatches.

pub mod append;
pub mod compact;
pub mod scan;
pub mod sort;

use crate::{Binding, Buffer, Gpu, Needs};

/// How many elements a stage works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// As many, known now.
    Known(u32),
    /// The number in this slot of the stage's counters when the GPU gets there, but no more than `most`.
    Slot {
        /// Index into the counters, in words.
        slot: u32,
        /// Upper bound.
        most: u32,
    },
}

impl Count {
    /// The most elements there can be.
    pub fn most(self) -> u32 {
        match self {
            Self::Known(count) => count,
            Self::Slot { most, .. } => most,
        }
    }

    /// `slot` and `most` as kernels take them; see count.wgsl.
    pub fn immediates(self) -> [u32; 2] {
        match self {
            Self::Known(count) => [u32::MAX, count],
            Self::Slot { slot, most } => [slot, most],
        }
    }
}

/// The assumptions of kernels, which run without checks: the counters have these slots, and they differ.
fn assert_slots(counters: &Buffer, count: Count, total: Option<u32>) {
    let slot = if let Count::Slot { slot, .. } = count { Some(slot) } else { None };
    assert!(total.is_none() || slot != total, "the total would overwrite the count while it is read");
    for slot in slot.into_iter().chain(total) {
        assert!(u64::from(slot) < counters.size() / 4, "slot {slot} of {} bytes of counters", counters.size());
    }
}

/// The same: there are as many words.
fn assert_room(buffer: &Buffer, words: u64) {
    assert!(words <= buffer.size() / 4, "{words} words in {} bytes of {}", buffer.size(), buffer.label());
}

/// `fn element_count()` and `fn chunk()` for kernels.
pub const COUNT: &str = concat!(include_str!("count.wgsl"), include_str!("chunk.wgsl"));

/// The same for kernels that see one [`Segment`] of their elements.
const PART: &str = concat!(include_str!("part.wgsl"), include_str!("chunk.wgsl"));

/// Words that fit into one binding, out of a list that may be longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    /// How many parts there are before it.
    number: u32,
    /// Its first word.
    first: u32,
    /// The first word behind it.
    end: u32,
}

impl Segment {
    /// The parts of the first `count` words of a buffer, at least one.
    fn all(gpu: &Gpu, buffer: &Buffer, count: u32) -> impl Iterator<Item = Self> + use<> {
        let words = u64::from(count).min(buffer.size() / 4);
        let size = gpu.max_binding() / gpu.binding_alignment() * gpu.binding_alignment() / 4;
        (0..words.div_ceil(size).max(1)).map(move |number| {
            let (first, end) = (number * size, ((number + 1) * size).min(words));
            Self { number: number as u32, first: first as u32, end: end as u32 }
        })
    }

    /// Its bytes in a buffer. A binding is not empty.
    fn of(self, buffer: &Buffer) -> Binding<'_> {
        buffer.slice(u64::from(self.first) * 4..(u64::from(self.end) * 4).max(4))
    }
}

/// Sums over a workgroup and the entry point, with and without subgroup operations.
pub const GROUP: [&str; 2] = [include_str!("group_subgroup.wgsl"), include_str!("group_shared.wgsl")];

/// Most workgroups of a stage in two dispatches: each of the second adds up what all before it found in the first.
pub const GROUPS: u32 = 1024;

/// Threads of a workgroup.
const THREADS: u32 = 256;

/// The most subgroups in a workgroup of `threads`; 1 without subgroups.
pub fn subgroups_in(gpu: &Gpu, threads: u32) -> u32 {
    gpu.subgroups().map_or(1, |(smallest, _)| threads / smallest)
}

/// The requirements of all stages.
pub const NEEDS: Needs = Needs::of(scan::SHADERS).and(Needs::of(compact::SHADERS)).and(Needs::of(sort::SHADERS));

/// Values of the setting `SUBGROUPS`: [`subgroups_in`] a workgroup of 256 threads, on most adapters and on others.
pub const SUBGROUPS: &[u32] = &[8, 1, 4, 16, 32];

/// Picks one of two variants: the one with subgroup operations where the device has them.
pub fn variant<T>(gpu: &Gpu, [with, without]: &'static [T; 2]) -> &'static T {
    if gpu.subgroups().is_some() { with } else { without }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{self, Checked};

    fn checked() -> Vec<Checked> {
        let shaders = [scan::SHADERS, compact::SHADERS, sort::SHADERS, append::tests::SHADERS].concat();
        shaders.iter().map(|shader| check::check(shader).unwrap_or_else(|error| panic!("{error}"))).collect()
    }

    #[test]
    fn every_kernel_is_what_rust_takes_it_for() {
        let [no_slot, _] = Count::Known(0).immediates();
        for checked in checked() {
            assert!(checked.storage <= NEEDS.storage, "{} bytes in {}", checked.storage, checked.text);
            assert!(checked.constants.get("NO_SLOT").is_none_or(|slot| *slot == i64::from(no_slot)));
        }
    }

    #[test]
    fn every_file_is_part_of_a_kernel() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert_eq!(check::unlisted(&folder, &checked()).unwrap(), Vec::<std::path::PathBuf>::new());
    }
}
