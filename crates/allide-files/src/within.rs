//! Opens files that other files name: a glTF file its buffers, a scene its images, a folder or a pattern what is in it.
//!
//! Whoever wrote the naming file may be a stranger. So a name leads to a regular file inside the folder, links resolved, or
//! nowhere: not to `/etc/passwd`, whose lines would end up in a report, nor to a pipe, which would be waited for.
//! Files that users name themselves are not opened here: they may be anywhere, and of any kind.

use std::fs::File;
use std::io;
use std::path::{Component, Path};

/// Why a file is not opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The name is absolute or has a `..`, or a link on the way leads out.
    #[error("it leads out of its folder")]
    Outside,
    /// A pipe, a socket or a device.
    #[error("it is a pipe or a device")]
    NoFile,
    /// A folder.
    #[error("it is a folder")]
    Folder,
    /// The system did not let us.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether a name stays inside of any folder as far as its words tell, links aside.
pub fn stays_inside(name: &Path) -> bool {
    name.components().all(|part| match part {
        // A colon names a drive or a hidden stream on Windows.
        Component::Normal(part) => !(cfg!(windows) && part.to_string_lossy().contains(':')),
        Component::CurDir => true,
        Component::ParentDir | Component::RootDir | Component::Prefix(_) => false,
    })
}

/// Opens the regular file that `name` leads to from `folder`, which may be empty for the current one.
///
/// Links are followed as long as they stay inside the folder, whose own path may have links, too. Nobody is expected to
/// change the folder meanwhile.
///
/// ```
/// use allide_files::{Refusal, open_within};
/// use std::path::Path;
///
/// # let folder = std::env::temp_dir().join(format!("allide-files-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("buffer.bin"), [1, 2, 3])?;
/// assert_eq!(open_within(&folder, Path::new("buffer.bin"))?.metadata()?.len(), 3);
/// assert!(matches!(open_within(&folder, Path::new("../buffer.bin")), Err(Refusal::Outside)));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A name that leads elsewhere, or to anything but a regular file.
pub fn open_within(folder: &Path, name: &Path) -> Result<File, Refusal> {
    if !stays_inside(name) {
        return Err(Refusal::Outside);
    }
    let root = if folder.as_os_str().is_empty() { Path::new(".") } else { folder }.canonicalize()?;
    let path = root.join(name).canonicalize()?;
    if !path.starts_with(&root) {
        return Err(Refusal::Outside);
    }
    // Before it is opened, because opening a pipe waits for whoever writes into it.
    check(&path.metadata()?)?;
    let file = File::open(&path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(found: &std::fs::Metadata) -> Result<(), Refusal> {
    match found {
        found if found.is_file() => Ok(()),
        found if found.is_dir() => Err(Refusal::Folder),
        _ => Err(Refusal::NoFile),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn opened(folder: &Path, name: &str) -> String {
        match open_within(folder, Path::new(name)) {
            Ok(file) => io::read_to_string(file).unwrap(),
            Err(refusal) => refusal.to_string(),
        }
    }

    #[test]
    fn names_lead_to_files_inside_or_nowhere() {
        let all = tempfile::tempdir().unwrap();
        let inner = all.path().join("inner");
        fs::create_dir_all(inner.join("deep")).unwrap();
        fs::write(all.path().join("secret"), "secret").unwrap();
        fs::write(inner.join("plain"), "plain").unwrap();
        fs::write(inner.join("deep/below"), "below").unwrap();
        for (name, expected) in
            [("plain", "plain"), ("./plain", "plain"), ("deep/below", "below"), ("deep/./below", "below")]
        {
            assert_eq!(opened(&inner, name), expected);
        }
        let secret = all.path().join("secret").display().to_string();
        for name in ["../secret", "deep/../../secret", "deep/../plain", "/etc/passwd", &secret] {
            assert_eq!(opened(&inner, name), "it leads out of its folder", "{name}");
        }
        assert_eq!(opened(&inner, "deep"), "it is a folder");
        assert_eq!(opened(&inner, ""), "it is a folder");
        assert!(
            matches!(open_within(&inner, Path::new("gone")), Err(Refusal::Io(error)) if error.kind() == io::ErrorKind::NotFound)
        );
        // A name is that of one file: nothing that only begins with the folder's name is in it.
        fs::create_dir(all.path().join("inner two")).unwrap();
        assert_eq!(opened(&inner, "../inner two"), "it leads out of its folder");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_inside_alone_and_pipes_and_devices_are_not_opened() {
        use std::os::unix::fs::symlink;
        use std::os::unix::net::UnixListener;
        let all = tempfile::tempdir().unwrap();
        let inner = all.path().join("inner");
        fs::create_dir_all(inner.join("deep")).unwrap();
        fs::write(all.path().join("secret"), "secret").unwrap();
        fs::write(inner.join("plain"), "plain").unwrap();
        for (to, link) in [
            ("../secret", "out"),
            ("plain", "near"),
            ("near", "twice"),
            ("out", "out twice"),
            ("..", "up"),
            ("/dev/zero", "device"),
            ("loop", "loop"),
            ("deep", "folder"),
            ("gone", "dangling"),
        ] {
            symlink(to, inner.join(link)).unwrap();
        }
        for name in ["out", "out twice", "up/secret", "up/inner/../secret", "device"] {
            assert_eq!(opened(&inner, name), "it leads out of its folder", "{name}");
        }
        // Out and in again is inside.
        for name in ["near", "twice", "up/inner/plain"] {
            assert_eq!(opened(&inner, name), "plain", "{name}");
        }
        assert_eq!(opened(&inner, "folder"), "it is a folder");
        for name in ["loop", "dangling", "plain/plain"] {
            assert!(matches!(open_within(&inner, Path::new(name)), Err(Refusal::Io(_))), "{name}");
        }
        // A folder that is reached through a link is the one that it leads to.
        symlink(&inner, all.path().join("alias")).unwrap();
        assert_eq!(opened(&all.path().join("alias"), "plain"), "plain");
        assert_eq!(opened(&all.path().join("alias"), "out"), "it leads out of its folder");
        let _listener = UnixListener::bind(inner.join("socket")).unwrap();
        assert_eq!(opened(&inner, "socket"), "it is a pipe or a device");
        if Path::new("/dev/null").exists() {
            assert_eq!(opened(Path::new("/dev"), "null"), "it is a pipe or a device");
        }
    }
}
