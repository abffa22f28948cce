//! Where to run, and GPUs that do not survive a fork.

use crate::errors::plain;
use crate::threads;
use pyo3::prelude::*;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// The process that may have opened a GPU; 0 if none has.
static GPU_OF: AtomicU32 = AtomicU32::new(0);

/// Where to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Auto,
    Cpu,
    Gpu,
}

impl Wanted {
    /// By its name.
    pub fn parse(py: Python<'_>, word: &str) -> PyResult<Self> {
        match word {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "gpu" => Ok(Self::Gpu),
            _ => Err(plain(py, "EngineError", &format!("there is no device {word:?}; choose auto, cpu or gpu"))),
        }
    }

    /// An engine for it.
    pub fn engine(self, py: Python<'_>) -> PyResult<allide::Engine> {
        let opened_by = GPU_OF.load(Ordering::Relaxed);
        match self {
            Self::Gpu if opened_by != 0 && opened_by != process::id() => Err(plain(py, "ForkError", GPU_IS_LOST)),
            Self::Gpu => gpu(py),
            // The parent may have opened a GPU.
            Self::Auto if !threads::is_forked() => Ok(allide::Engine::auto()),
            Self::Auto | Self::Cpu => Ok(allide::Engine::cpu()),
        }
    }
}

pub const GPU_IS_LOST: &str = "the process that forked this one had opened a GPU, which does not survive that; start processes \
    by spawn (multiprocessing.set_start_method), or use an engine on the CPU here";

/// Remembers that this process may open a GPU.
#[cfg(feature = "gpu")]
pub fn may_open() {
    GPU_OF.store(process::id(), Ordering::Relaxed);
}

#[cfg(feature = "gpu")]
fn gpu(py: Python<'_>) -> PyResult<allide::Engine> {
    use crate::errors::OrRaise;
    may_open();
    py.detach(|| allide::Engine::gpu(allide::Choice::Auto)).or_raise(py)
}

#[cfg(not(feature = "gpu"))]
fn gpu(py: Python<'_>) -> PyResult<allide::Engine> {
    Err(plain(py, "GpuError", "this build of allide has no GPU methods; choose the device auto or cpu"))
}
