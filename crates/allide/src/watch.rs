//! Progress and cancellation of a run.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A handle on an engine's runs: reports progress to another thread, and cancels them.
///
/// Clones share their state. A cancelled watch stays cancelled: to continue, give the engine a new one.
///
/// ```
/// use allide::{Engine, Error, Overlaps, Scene, Watch};
///
/// let watch = Watch::new();
/// let mut engine = Engine::cpu().with_watch(&watch);
/// let scene = Scene::new();
/// std::thread::scope(|threads| {
///     let run = threads.spawn(|| engine.run(&scene, &Overlaps::new()));
///     while !run.is_finished() {
///         println!("{}: {:.0} %", watch.stage(), 100.0 * watch.fraction());
///         std::thread::sleep(std::time::Duration::from_millis(1));
///     }
/// });
/// watch.cancel();
/// assert_eq!(engine.run(&scene, &Overlaps::new()), Err(Error::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_cancelled: AtomicBool,
    keeps_sets: AtomicBool,
    stage: Mutex<&'static str>,
    /// The finished share of the work, in units of 1 / [`WHOLE`].
    finished: AtomicU64,
}

const WHOLE: f64 = (1_u64 << 52) as f64;

impl Watch {
    /// A watch for an engine.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the current run, which soon ends with [`crate::Error::Cancelled`], and all later ones before they begin.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Watch::cancel`] was called.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    /// Sets whether visibility methods report which triangles each pass left, not just how many: see [`crate::Pass::left`]. This
    /// takes time and memory, so it is off by default.
    pub fn keep_sets(&self, keep: bool) {
        self.0.keeps_sets.store(keep, Ordering::Relaxed);
    }

    /// What [`Watch::keep_sets`] said last.
    pub fn keeps_sets(&self) -> bool {
        self.0.keeps_sets.load(Ordering::Relaxed)
    }

    /// The finished fraction of the current question, from 0 to 1: an estimate by the work done so far.
    pub fn fraction(&self) -> f64 {
        (self.0.finished.load(Ordering::Relaxed) as f64 / WHOLE).clamp(0.0, 1.0)
    }

    /// The current stage, as in [`crate::Stage::name`]; empty before the first run.
    pub fn stage(&self) -> &'static str {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A question begins.
    pub(crate) fn begin(&self) {
        self.0.finished.store(0, Ordering::Relaxed);
        self.enter("objects");
    }

    pub(crate) fn enter(&self, stage: &'static str) {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    /// Adds a finished share of the whole; negative if work has to be redone.
    pub(crate) fn add(&self, share: f64) {
        let parts = (share * WHOLE) as i64;
        self.0.finished.fetch_add(parts as u64, Ordering::Relaxed);
    }

    /// Sets the finished share of the whole.
    pub(crate) fn set(&self, share: f64) {
        self.0.finished.store((share * WHOLE) as u64, Ordering::Relaxed);
    }
}
