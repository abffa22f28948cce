//! A file that takes the place of another once it is complete.

use crate::pending::Change;
use crate::stale::{self, PREFIX, RANDOM, SUFFIX};
use crate::target::{Target, take_over};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{NamedTempFile, TempPath};

/// Lets `fill` write a file, which takes the place of the one of that name once it is complete. If that fails, nothing is left of
/// it, and the old file is as it was.
///
/// A new file gets the permissions that files have by default, another keeps those that it had. A link is replaced by the file:
/// what it points to stays as it is. Devices, pipes and what `/dev/stdout` leads to are written to as they are. Written is what
/// the system has taken in full: errors of closing a file count, and a file that replaces another is on the disk before it does.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("list.txt");
/// use std::io::Write;
///
/// allide_files::replace(&path, |file| file.write_all(b"whole"))?;
/// assert_eq!(std::fs::read(&path)?, b"whole");
///
/// let failed = allide_files::replace(&path, |file| {
///     file.write_all(b"ha")?;
///     Err(std::io::Error::other("no more"))
/// });
/// assert_eq!((failed.is_err(), std::fs::read(&path)?), (true, b"whole".to_vec()));
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
/// Those of `fill`; a folder, a disk or a read-only file of that name; a folder in which no file can be made.
pub fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    replace_with(path, |error| error, fill)
}

/// The same with errors of another type: `wrap` makes one of what goes wrong besides `fill`.
///
/// # Errors
/// Those of [`replace`].
pub fn replace_with<E>(
    path: &Path,
    wrap: impl Fn(io::Error) -> E,
    fill: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let target = Target::look(path).map_err(&wrap)?;
    if let Target::Stream = target {
        // Nothing of what a file behind it has is lost.
        let mut file = OpenOptions::new().append(true).open(path).map_err(&wrap)?;
        fill(&mut file)?;
        return close(&file).map_err(wrap);
    }
    let mut partial = Partial::new(folder(path)).map_err(&wrap)?;
    fill(&mut partial.file)?;
    partial.finish(path, &target).map_err(wrap)
}

/// Finds out whether [`replace`] would begin to write, by making a file beside the target and removing it.
///
/// # Errors
/// Those of [`replace`] before it calls `fill`.
pub fn check(path: &Path) -> io::Result<()> {
    match Target::look(path)? {
        Target::Stream => Ok(()),
        Target::New | Target::Old(_) => Partial::new(folder(path)).map(drop),
    }
}

/// A file without a name in a folder, for what has to wait on disk: it is gone when it is closed, however the program ends.
///
/// # Errors
/// No file can be made in the folder.
pub fn spool(folder: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder).map_err(|error| unmade(folder, &error))
}

/// The folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn unmade(folder: &Path, error: &io::Error) -> io::Error {
    let kind = error.kind();
    io::Error::new(kind, format!("no file can be made in the folder {}: {kind}", folder.display()))
}

/// The reason why a file is unfinished is that this still exists.
struct Partial {
    file: File,
    path: Option<TempPath>,
}

impl Partial {
    /// A file with a lock on it.
    fn new(folder: &Path) -> io::Result<Self> {
        stale::sweep(folder);
        // Whoever removes stale files may be quicker than the lock, though hardly a second time.
        for _ in 0..16 {
            let partial = Self::unlocked(folder).map_err(|error| unmade(folder, &error))?;
            match partial.file.try_lock() {
                Err(TryLockError::WouldBlock) => continue,
                // Without locks nobody else gets one, either.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            if partial.path.as_ref().is_some_and(|path| path.exists()) {
                return Ok(partial);
            }
        }
        Err(io::Error::other(format!("files vanish from the folder {}", folder.display())))
    }

    fn unlocked(folder: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut change = Change::begin();
        let (file, path) = NamedTempFile::into_parts(builder.tempfile_in(folder)?);
        change.add(&path);
        Ok(Self { file, path: Some(path) })
    }

    fn finish(mut self, target: &Path, replaced: &Target) -> io::Result<()> {
        self.file.flush()?;
        if let Target::Old(old) = replaced {
            take_over(&self.file, old)?;
            // Else a power failure may leave neither the old one nor the new one.
            self.file.sync_all()?;
        }
        close(&self.file)?;
        let mut change = Change::begin();
        let Some(path) = self.path.take() else { return Ok(()) };
        let name = path.to_path_buf();
        let renamed = path.persist(target).map_err(|error| error.error);
        change.done(&name);
        // The lock ends here, when there is nothing left to lock.
        renamed
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let Some(path) = self.path.take() else { return };
        let mut change = Change::begin();
        let name = path.to_path_buf();
        drop(path);
        change.done(&name);
    }
}

/// Asks the system whether it took everything, as closing a file does, but keeps the file open, and so its lock.
#[cfg(unix)]
fn close(file: &File) -> io::Result<()> {
    match nix::unistd::close(file.try_clone()?) {
        // It is closed nevertheless.
        Ok(()) | Err(nix::errno::Errno::EINTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn close(file: &File) -> io::Result<()> {
    match file.sync_all() {
        // Devices have nothing to write back.
        Err(error) if !file.metadata().is_ok_and(|found| found.is_file()) => drop(error),
        other => return other,
    }
    Ok(())
}
