//! Files are whole or not there, whatever happens.

use allide_files::{check, replace, spool};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn only(name: &str) -> BTreeSet<String> {
    [name.to_owned()].into()
}

#[test]
fn an_error_and_a_panic_leave_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list");
    for has_old in [false, true] {
        if has_old {
            fs::write(&path, "old").unwrap();
        }
        let failed = replace(&path, |file| {
            file.write_all(b"half")?;
            assert_eq!(names(folder.path()).len(), 1 + usize::from(has_old));
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::StorageFull);
        let panicked = std::panic::catch_unwind(|| {
            replace(&path, |file| {
                file.write_all(b"half")?;
                panic!("in the middle")
            })
        });
        assert!(panicked.is_err());
        assert_eq!(names(folder.path()).len(), usize::from(has_old));
    }
    assert_eq!(fs::read(&path).unwrap(), b"old");
}

#[test]
fn many_threads_leave_one_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list");
    let whole = |letter: u8| vec![letter; 100_000];
    std::thread::scope(|threads| {
        for letter in b'a'..=b'h' {
            let (path, whole) = (&path, &whole);
            threads.spawn(move || {
                for _ in 0..10 {
                    let each =
                        |file: &mut fs::File| whole(letter).chunks(7_000).try_for_each(|part| file.write_all(part));
                    replace(path, each).unwrap();
                    let found = fs::read(path).unwrap();
                    assert_eq!(found, whole(found[0]));
                }
            });
        }
    });
    assert_eq!(names(folder.path()), only("list"));
}

#[test]
fn what_cannot_be_replaced_is_told_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list");
    let refused = |path: &Path| {
        let never = replace(path, |_| unreachable!("there is nothing to write to"));
        let [checked, never] = [check(path), never].map(|result: io::Result<()>| result.unwrap_err());
        assert_eq!(checked.to_string(), never.to_string());
        checked
    };
    fs::create_dir(&path).unwrap();
    assert_eq!(refused(&path).to_string(), "this is a folder");
    fs::remove_dir(&path).unwrap();
    fs::write(&path, "kept").unwrap();
    let mut permissions = path.metadata().unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_eq!(refused(&path).to_string(), "the file is read-only");
    assert_eq!(names(folder.path()), only("list"));
    let missing = refused(&folder.path().join("none/list"));
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    assert!(missing.to_string().starts_with("no file can be made in the folder "), "{missing}");
}

#[cfg(unix)]
#[test]
fn a_link_is_replaced_and_what_it_points_to_stays() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let [victim, path] = ["victim", "list"].map(|name| folder.path().join(name));
    fs::write(&victim, "mine").unwrap();
    for to in [victim.as_path(), Path::new("nowhere"), Path::new("/dev/null"), folder.path()] {
        let _ = fs::remove_file(&path);
        symlink(to, &path).unwrap();
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert!(path.symlink_metadata().unwrap().is_file(), "{}", to.display());
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
    assert_eq!(fs::read(&victim).unwrap(), b"mine");
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn what_waits_on_disk_has_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = spool(folder.path()).unwrap();
    file.write_all(b"samples").unwrap();
    file.rewind().unwrap();
    let mut read = String::new();
    file.read_to_string(&mut read).unwrap();
    assert_eq!(read, "samples");
    #[cfg(unix)]
    assert_eq!(names(folder.path()).len(), 0);
}
