//! Threads that work, and processes that are forked.
//!
//! A forked process has none of its parent's threads: whoever waits for one waits forever. So all work that is divided goes
//! to a pool of this module, which a forked process makes anew.

use crate::errors::{Facts, exception};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A pool, and the process whose threads it has.
#[derive(Default)]
pub struct Pool(Mutex<Option<(u32, Arc<ThreadPool>)>>);

impl Pool {
    /// A pool that has no threads yet.
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The pool of this process, with this many threads; 0 means as many as there are cores.
    ///
    /// Only called by threads that are attached to the interpreter, and it does not wait: so no process is forked meanwhile.
    pub fn get(&self, py: Python<'_>, threads: usize) -> PyResult<Arc<ThreadPool>> {
        self.kept(threads).map_err(|error| {
            let message = format!("cannot start {threads} threads: {error}");
            exception(py, "EngineError", &message, Facts::at("threads").whole(threads))
        })
    }

    fn kept(&self, threads: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((process, pool)) if *process == process::id() => return Ok(Arc::clone(pool)),
            _ => {}
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|k| format!("allide {k}")).build()?;
        let pool = Arc::new(pool);
        // The threads of another process do not end.
        std::mem::forget(kept.replace((process::id(), Arc::clone(&pool))));
        Ok(pool)
    }
}

/// The pool of whatever names no number of threads.
pub fn pool(py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    static POOL: Pool = Pool::new();
    POOL.get(py, 0)
}

/// The process that has loaded the module.
static LOADED_BY: AtomicU32 = AtomicU32::new(0);

/// Remembers which process this is.
pub fn load() {
    LOADED_BY.store(process::id(), Ordering::Relaxed);
}

/// Whether this process was forked off by the one that has loaded the module.
pub fn is_forked() -> bool {
    LOADED_BY.load(Ordering::Relaxed) != process::id()
}
