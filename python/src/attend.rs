//! Long work: without the interpreter's lock, with progress, and until someone says stop.

use crate::threads;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use rayon::ThreadPool;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// A handle on runs: tells how far they have come, and cancels them, from any thread.
#[pyclass(frozen, module = "allide")]
#[derive(Default)]
pub struct Watch(pub allide::Watch);

#[pymethods]
impl Watch {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends the current run with :class:`allide.Cancelled`, and all later ones before they begin.
    fn cancel(&self) {
        self.0.cancel();
    }

    /// Whether it was cancelled.
    #[getter]
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    /// The finished part of the current question, from 0 to 1.
    #[getter]
    fn fraction(&self) -> f64 {
        self.0.fraction()
    }

    /// The current work.
    #[getter]
    fn stage(&self) -> &'static str {
        self.0.stage()
    }

    fn __repr__(&self) -> String {
        format!("Watch({:?}, {:.0} %)", self.0.stage(), 100.0 * self.0.fraction())
    }
}

/// How long to wait until signals are looked at.
const TICK: Duration = Duration::from_millis(10);
/// How long to wait until progress is told.
const TOLD: Duration = Duration::from_millis(100);

/// The progress of a run, and its listener.
pub struct Progress<'py> {
    callback: Option<Bound<'py, PyAny>>,
    told: Instant,
}

impl<'py> Progress<'py> {
    /// `True` is a bar of tqdm, if that is installed.
    pub fn new(py: Python<'py>, asked: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let callback = match asked {
            Some(asked) if asked.is_instance_of::<PyBool>() => {
                let bar = || py.import("allide._progress")?.call_method0("bar");
                if asked.is_truthy()? { Some(bar()?).filter(|bar| !bar.is_none()) } else { None }
            }
            other => other.filter(|callback| !callback.is_none()).cloned(),
        };
        Ok(Self { callback, told: Instant::now() })
    }

    fn tell(&mut self, watch: &allide::Watch) -> PyResult<()> {
        match &self.callback {
            Some(callback) if self.told.elapsed() >= TOLD => {
                self.told = Instant::now();
                callback.call1((watch.fraction(), watch.stage())).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Tells that all is done.
    fn finish(&self) -> PyResult<()> {
        match &self.callback {
            Some(callback) => callback.call1((1.0, "done")).map(drop),
            None => Ok(()),
        }
    }
}

/// Who does the work, and how much it is.
pub struct Place<'p> {
    pub pool: &'p ThreadPool,
    /// Whether it is done before another thread has woken up.
    pub is_small: bool,
}

/// Does `work` while other Python threads run; meanwhile tells its progress, and cancels `watch` when a signal (Ctrl-C) or the
/// callback raises an exception.
pub fn attend<T: Send>(
    py: Python<'_>,
    place: &Place<'_>,
    (watch, mut progress): (&allide::Watch, Progress<'_>),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if place.is_small && progress.callback.is_none() {
        if threads::is_forked() {
            return Ok(py.detach(|| place.pool.install(work)));
        }
        return Ok(py.detach(work));
    }
    let (finished, waiting) = (AtomicBool::new(false), thread::current());
    let (mut done, mut interruption) = (None, None);
    let slot = &mut done;
    place.pool.in_place_scope(|scope| {
        let finish = Finish { finished: &finished, waiting: &waiting };
        scope.spawn(move |_| {
            // Also if the work panics.
            let _finish = finish;
            *slot = Some(work());
        });
        while !finished.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(TICK));
            if interruption.is_none()
                && let Err(error) = py.check_signals().and_then(|()| progress.tell(watch))
            {
                watch.cancel();
                interruption = Some(error);
            }
        }
    });
    match (interruption, done) {
        (Some(error), _) => Err(error),
        (None, Some(done)) => progress.finish().map(|()| done),
        (None, None) => unreachable!("work that does not end panics"),
    }
}

/// Wakes the thread that waits, at the end of its life.
struct Finish<'f> {
    finished: &'f AtomicBool,
    waiting: &'f Thread,
}

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.finished.store(true, Ordering::Release);
        self.waiting.unpark();
    }
}
