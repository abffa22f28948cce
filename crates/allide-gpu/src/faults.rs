//! Faults on demand, so that tests can provoke what a healthy GPU does once a year.

/// Faults to inject. The default is none, and costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The device is lost when this many submissions have gone through.
    pub lose_after_submissions: Option<u32>,
    /// The allocation with this number, counted from 0, finds no memory, nor does its second try.
    pub fail_allocation: Option<u32>,
    /// Bytes of memory for all buffers, those that only carry data to and from the GPU not counted.
    pub memory: Option<u64>,
    /// A smaller limit for the bytes that a kernel sees of one buffer.
    pub binding_limit: Option<u64>,
    /// A smaller limit for the bytes in one buffer.
    pub buffer_limit: Option<u64>,
}
