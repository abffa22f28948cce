//! Stops answers that take forever.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An answer that takes longer is a hang.
const LIMIT: Duration = Duration::from_secs(120);

/// The step that is being waited for, and since when.
#[derive(Clone)]
pub struct Watch(Arc<Mutex<Option<(Instant, String)>>>);

impl Watch {
    /// Looks after this process, which ends with status 2 if an answer does not come.
    pub fn start() -> Self {
        let watch = Self(Arc::new(Mutex::new(None)));
        let other = watch.clone();
        std::thread::spawn(move || {
            // Ends with the last other handle.
            while Arc::strong_count(&other.0) > 1 {
                std::thread::sleep(Duration::from_millis(500));
                other.look();
            }
        });
        watch
    }

    /// The clock starts anew.
    pub fn waits_for(&self, what: impl Into<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), what.into()));
    }

    fn look(&self) {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((since, what)) = waiting
            && since.elapsed() > LIMIT
        {
            eprintln!("hang: no answer within {} s: {what}", LIMIT.as_secs());
            std::process::exit(2);
        }
    }
}
