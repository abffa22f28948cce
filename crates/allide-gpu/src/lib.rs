//! The GPU under allide: adapters, a device, pooled buffers and images, a recorder of dispatches and draws, and the stages that every
//! method is built from (scan, sort, compaction, append).
//!
//! A run is recorded, submitted once and read back once; counts that one stage makes and another needs stay on the GPU.
//!
//! ```no_run
//! use allide_gpu::{Choice, Count, Gpu, Options, Recorder, stages, stages::sort};
//!
//! let gpu = Gpu::open(Choice::Auto, &stages::NEEDS, Options::default())?;
//! let (keys, counters) = (gpu.buffer("keys", 12)?, gpu.buffer("counters", 4)?);
//! let mut recorder = Recorder::new(&gpu);
//! recorder.stage("upload");
//! recorder.upload(&keys, 0, &[7u32, 9, 1])?;
//! recorder.stage("sort");
//! let (keys, order) = sort::order(&mut recorder, keys, &counters, Count::Known(3), 0..32)?;
//! let (keys, order) = (recorder.read(&keys), recorder.read(&order));
//! let done = recorder.finish()?;
//! assert_eq!((done.words(keys), done.words(order)), (&[1, 7, 9][..], &[2, 0, 1][..]));
//! for stage in done.stages() {
//!     println!("{}: {:?} ms on the GPU", stage.name, stage.ms);
//! }
//! # Ok::<(), allide_gpu::GpuError>(())
//! ```

pub mod adapter;
mod buffer;
mod cache;
#[doc(hidden)]
pub mod check;
mod compile;
mod device;
mod done;
mod draw;
#[cfg(test)]
mod draw_tests;
mod error;
mod faults;
mod image;
mod immediates;
mod kernel;
mod raster;
#[cfg(test)]
mod raster_tests;
mod recorder;
mod shader;
pub mod stages;
#[cfg(test)]
mod testing;
mod transfer;
mod unroll;

pub use adapter::{Adapter, Choice, Description, Kind, adapters};
pub use buffer::{Binding, Buffer};
pub use device::{Gpu, Options};
pub use done::{Done, ReadId, StageTime};
pub use draw::{Canvas, Compare, DrawPass, Drawing, Pen, QUERIES, Start};
pub use error::{GpuError, Result};
pub use faults::Faults;
pub use image::{Image, Plane, Texel};
pub use immediates::{Field, HostShareable, Immediates};
pub use kernel::{Access, Kernel, Source, Wgsl};
pub use raster::{CountOp, Counting, Primitives, Words};
pub use recorder::Recorder;
pub use shader::{Constant, Needs, Setting, Shader};
pub use stages::Count;
