//! The path to write to, and what exists there.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// How to treat it.
pub(crate) enum Target {
    /// Nothing is there, or a link, which goes.
    New,
    /// A file, whose permissions the new one gets.
    Old(Metadata),
    /// A device or a pipe, which is written to as it is.
    Stream,
}

impl Target {
    /// # Errors
    /// A folder, a file that may not be written, or something else that cannot be replaced.
    pub(crate) fn look(path: &Path) -> io::Result<Self> {
        let found = match std::fs::symlink_metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::New),
            Err(error) => return Err(error),
        };
        let kind = found.file_type();
        if is_of_the_system(path) {
            // Links such as /dev/stdout lead to what is open already.
            let real = std::fs::metadata(path)?;
            return if is_disk(&real) { Err(refused("this is a disk")) } else { Ok(Self::Stream) };
        }
        match () {
            () if kind.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "this is a folder")),
            () if kind.is_symlink() => Ok(Self::New),
            () if !kind.is_file() && is_disk(&found) => Err(refused("this is a disk")),
            () if !kind.is_file() => Ok(Self::Stream),
            () if is_read_only(path, &found) => Err(refused("the file is read-only")),
            () => Ok(Self::Old(found)),
        }
    }
}

fn refused(why: &str) -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, why)
}

/// Nobody may write it, not even who could anyhow; or we may not.
fn is_read_only(path: &Path, found: &Metadata) -> bool {
    let may_not =
        |error: io::Error| matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem);
    found.permissions().readonly() || OpenOptions::new().write(true).open(path).is_err_and(may_not)
}

/// Whether the folder is one where the system shows devices and open files, and where nobody makes files of their own.
#[cfg(unix)]
fn is_of_the_system(path: &Path) -> bool {
    let folder = crate::replace::folder(path).canonicalize();
    folder
        .is_ok_and(|folder| folder == Path::new("/dev") || folder.starts_with("/dev/fd") || folder.starts_with("/proc"))
}

#[cfg(not(unix))]
fn is_of_the_system(_: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_disk(found: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&found.file_type())
}

#[cfg(not(unix))]
fn is_disk(_: &Metadata) -> bool {
    false
}

/// Gives a file the permissions of the one that it replaces, and its owner and group as far as we may.
#[cfg(unix)]
pub(crate) fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let own = file.metadata()?;
    let mut mode = old.mode() & 0o7777;
    if own.uid() != old.uid() && fchown(file, Some(old.uid()), None).is_err() {
        // Now they would be of another owner's rights.
        mode &= 0o777;
    }
    if own.gid() != old.gid() && fchown(file, None, Some(old.gid())).is_err() {
        mode &= 0o707;
    }
    file.set_permissions(PermissionsExt::from_mode(mode))
}

#[cfg(not(unix))]
pub(crate) fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}
