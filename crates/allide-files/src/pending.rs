//! Unfinished files, which are removed if the program ends.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Unfinished files and folders. Whoever makes, renames or removes one holds the lock meanwhile, so this is complete at any time.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How long [`remove_pending`] waits for a thread that is just making or renaming a file.
const PATIENCE: Duration = Duration::from_millis(100);

/// Removes all unfinished files of this process, and keeps its other threads from making more and from finishing any: they wait
/// for good. For a program that ends at once, as at a signal.
pub fn remove_pending() {
    let start = Instant::now();
    let pending = loop {
        match PENDING.try_lock() {
            Ok(pending) => break pending,
            Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
            // A file system that does not answer is no reason to stay.
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => return,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    for path in pending.iter() {
        // One that cannot be removed is left to the next run.
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
    std::mem::forget(pending);
}

/// The right to change what is pending.
pub(crate) struct Change(MutexGuard<'static, Vec<PathBuf>>);

impl Change {
    pub(crate) fn begin() -> Self {
        Self(PENDING.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn add(&mut self, path: &Path) {
        self.0.push(path.to_path_buf());
    }

    pub(crate) fn done(&mut self, path: &Path) {
        self.0.retain(|pending| pending != path);
    }
}

/// A folder for files that other programs need for a while, with a random name where the system keeps such things. It is removed
/// when this is dropped, and by [`remove_pending`].
#[derive(Debug)]
pub struct Workplace(Option<TempDir>);

impl Workplace {
    /// Makes the folder.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new() -> io::Result<Self> {
        let mut change = Change::begin();
        let folder = tempfile::Builder::new().prefix("allide-").tempdir()?;
        change.add(folder.path());
        Ok(Self(Some(folder)))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.as_ref().map_or(Path::new(""), TempDir::path)
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let mut change = Change::begin();
        if let Some(folder) = self.0.take() {
            let path = folder.path().to_path_buf();
            drop(folder);
            change.done(&path);
        }
    }
}
