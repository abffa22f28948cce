//! The building blocks of every method on the GPU.

/// How many elements a stage works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// As many, known now.
    Known(u32),
    /// The number in this slot of the stage's counters when the card gets there, but no more than `most`.
    Slot {
        /// Index into the counters, in words.
        slot: u32,
        /// Upper bound.
        most: u32,
    },
}
