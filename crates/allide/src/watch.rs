//! How far a run is, and the wish to stop it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A handle on what an engine does: tells from another thread how far it is, and stops it.
///
/// Clones share one state. A cancelled watch stays cancelled: to go on, give the engine a new one.
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
    stage: Mutex<&'static str>,
    /// Finished shares of the work, in units of one over [`WHOLE`].
    finished: AtomicU64,
}

const WHOLE: f64 = (1_u64 << 52) as f64;

impl Watch {
    /// Of an engine that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the run, which ends with [`crate::Error::Cancelled`] soon after, and all later ones before they begin.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Watch::cancel`] was called.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    /// How much of the current question is answered, from 0 to 1: an estimate, by the work that is done.
    pub fn fraction(&self) -> f64 {
        (self.0.finished.load(Ordering::Relaxed) as f64 / WHOLE).clamp(0.0, 1.0)
    }

    /// What the engine does at the moment, as in [`crate::Stage::name`]; empty before the first run.
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

    /// This much more of the whole is done; or less, where it is to be done again.
    pub(crate) fn add(&self, share: f64) {
        let parts = (share * WHOLE) as i64;
        self.0.finished.fetch_add(parts as u64, Ordering::Relaxed);
    }

    /// The whole is done up to here.
    pub(crate) fn set(&self, share: f64) {
        self.0.finished.store((share * WHOLE) as u64, Ordering::Relaxed);
    }
}
