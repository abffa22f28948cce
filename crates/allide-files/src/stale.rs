//! Files that a killed program left behind.

use std::collections::BTreeSet;
use std::fs::{DirEntry, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub(crate) const PREFIX: &str = ".allide-";
pub(crate) const SUFFIX: &str = ".partial";
/// Random letters and digits between the two.
pub(crate) const RANDOM: usize = 12;

/// A younger file is left alone, locked or not.
const AGE: Duration = Duration::from_secs(3600);

/// Removes what nobody writes any more from a folder, the first time that this process writes there.
pub(crate) fn sweep(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let Ok(folder) = folder.canonicalize() else { return };
    if !SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.clone()) {
        return;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // One that cannot be removed is in nobody's way.
        let _ = remove_if_stale(&entry);
    }
}

fn remove_if_stale(entry: &DirEntry) -> io::Result<()> {
    let is_old = || io::Result::Ok(entry.metadata()?.modified()?.elapsed().is_ok_and(|age| age >= AGE));
    if is_ours(entry.file_name().as_encoded_bytes()) && entry.file_type()?.is_file() && is_old()? {
        let file = open(&entry.path())?;
        // The lock is kept until the file is gone: a writer that comes too late finds it taken.
        file.try_lock()?;
        std::fs::remove_file(entry.path())?;
    }
    Ok(())
}

fn is_ours(name: &[u8]) -> bool {
    let random = name.strip_prefix(PREFIX.as_bytes()).and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    random.is_some_and(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric))
}

/// Neither follows a link nor waits for the other end of a pipe, should the file have become one.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    {
        use nix::fcntl::OFlag;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, (OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK).bits());
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn file(folder: &Path, name: &str, age: Duration) -> File {
        let file = File::create(folder.join(name)).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
        file
    }

    #[test]
    fn only_old_files_of_our_pattern_that_nobody_has_locked_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let kept = [
            ".allide-0123456789a.partial",
            ".allide-0123456789abc.partial",
            ".allide-0123456789_b.partial",
            "x.allide-0123456789ab.partial",
            ".allide-0123456789ab.partial.obj",
        ];
        kept.iter().for_each(|name| drop(file(here, name, 2 * AGE)));
        file(here, ".allide-stale0123456.partial", 2 * AGE);
        file(here, ".allide-young0123456.partial", AGE / 2);
        let locked = file(here, ".allide-alive0123456.partial", 2 * AGE);
        locked.lock().unwrap();
        std::fs::create_dir(here.join(".allide-folder012345.partial")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(here.join(kept[0]), here.join(".allide-link01234567.partial")).unwrap();
        sweep(here);
        let left: BTreeSet<String> =
            std::fs::read_dir(here).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let mut expected: BTreeSet<String> = kept.map(String::from).into();
        expected.extend(
            [".allide-young0123456.partial", ".allide-alive0123456.partial", ".allide-folder012345.partial"]
                .map(String::from),
        );
        #[cfg(unix)]
        expected.insert(".allide-link01234567.partial".into());
        assert_eq!(left, expected);
    }
}
