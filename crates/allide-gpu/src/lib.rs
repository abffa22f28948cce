//! The GPU under allide: adapters, a device, pooled buffers, a recorder of dispatches, and the stages that every
//! method is built from (scan, sort, compaction, append).
//!
//! A run is recorded, submitted once and read back once; counts that one stage makes and another needs stay on the card.
//!
//! ```ignore
//! use allide_gpu::{Choice, Count, Gpu, Options, Recorder, stages::sort};
//!
//! let gpu = Gpu::open(Choice::Auto, Options::default())?;
//! let (keys, values, counters) = (gpu.buffer("keys", 400)?, gpu.buffer("values", 400)?, gpu.buffer("counters", 16)?);
//! let mut recorder = Recorder::new(&gpu);
//! recorder.upload(&keys, 0, &[7u32; 100])?;
//! recorder.upload(&values, 0, &[1u32; 100])?;
//! sort::pairs(&mut recorder, &keys, &values, &counters, Count::Known(100), 0..32)?;
//! let sorted = recorder.read(&keys);
//! let done = recorder.finish()?;
//! assert_eq!(done.words(sorted)[0], 7);
//! # Ok::<(), allide_gpu::GpuError>(())
//! ```

pub mod adapter;
mod buffer;
mod device;
mod error;
mod faults;
mod kernel;
mod recorder;
pub mod stages;
#[cfg(test)]
mod testing;
mod transfer;
mod unroll;

pub use adapter::{Adapter, Choice, Description, Kind, adapters};
pub use buffer::{Binding, Buffer};
pub use device::{Gpu, Options};
pub use error::{GpuError, Result};
pub use faults::Faults;
pub use kernel::{Access, Kernel, Source};
pub use recorder::{Done, ReadId, Recorder, StageTime};
pub use stages::Count;
