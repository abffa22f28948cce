//! Each option with everything in its way.

use super::cases::{CASES, Case};
use super::{Files, Place, asked, ended, is_whole};
use std::path::{Path, PathBuf};

fn is_walked(case: &&Case) -> bool {
    !case.is_dear || asked().is_some()
}

/// A place with what the option usually writes, and that.
fn written(case: &Case) -> (Place, Files) {
    let place = Place::new();
    let (status, said) = place.run(case);
    let files = place.files();
    assert!(status < 2 && !files.is_empty(), "{}: {status}: {said}", case.line);
    (place, files)
}

fn assert_whole(case: &Case, found: &Files, usual: &Files) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<PathBuf>>();
    assert_eq!(names(found), names(usual), "{}", case.line);
    for (name, bytes) in found {
        assert!(is_whole(name, bytes, &usual[name]), "{}: {} is not whole", case.line, name.display());
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        path.symlink_metadata().unwrap().permissions().mode() & 0o7777
    }

    /// Once everything that can be planted, and once more where the first run wrote: with other permissions, as links.
    #[test]
    fn links_lead_nowhere_and_permissions_stay() {
        for case in CASES.iter().filter(is_walked) {
            let (place, usual) = written(case);
            let victim = place.path("victim");
            std::fs::write(&victim, "mine").unwrap();
            let plain = place.path("plain");
            std::fs::write(&plain, "").unwrap();
            for name in usual.keys() {
                let path = place.out().join(name);
                assert_eq!(mode(&path), mode(&plain), "{}: a new file has other permissions", case.line);
                std::fs::write(&path, "old").unwrap();
                std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
                let mut partial = path.into_os_string();
                partial.push(".partial");
                symlink(&victim, partial).unwrap();
            }
            assert!(place.run(case).0 < 2, "{}", case.line);
            for name in usual.keys() {
                let path = place.out().join(name);
                assert!(is_whole(name, &std::fs::read(&path).unwrap(), &usual[name]), "{}", case.line);
                assert_eq!(mode(&path), 0o640, "{}", case.line);
                std::fs::remove_file(path.with_file_name(partial_name(name))).unwrap();
                std::fs::remove_file(&path).unwrap();
                symlink(&victim, &path).unwrap();
            }
            assert!(place.run(case).0 < 2, "{}", case.line);
            assert_whole(case, &place.files(), &usual);
            assert!(usual.keys().all(|name| place.out().join(name).symlink_metadata().unwrap().is_file()));
            assert_eq!(std::fs::read(&victim).unwrap(), b"mine", "{}", case.line);
        }
    }

    fn partial_name(name: &Path) -> String {
        format!("{}.partial", name.file_name().unwrap().to_str().unwrap())
    }

    /// A disk has no room for the first byte: as far as a limit on the size of files goes, every user can have that.
    #[test]
    fn a_full_disk_leaves_the_old_files() {
        for case in CASES.iter().filter(is_walked) {
            let (place, usual) = written(case);
            let old: Files = usual.keys().map(|name| (name.clone(), b"old".to_vec())).collect();
            place.restore(&old);
            let mut command = std::process::Command::new("sh");
            command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_allide")]);
            command.args(case.line.split_whitespace()).current_dir(place.folder.path()).env("ALLIDE_CACHE", "off");
            command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null());
            let (status, said) = ended(command.stderr(std::process::Stdio::piped()).spawn().unwrap());
            // Only `reproduce` goes on with the next figure.
            assert!(status == 2 && said.contains("large"), "{}: {status}: {said}", case.line);
            assert_eq!(place.files(), old, "{}", case.line);
        }
    }

    #[test]
    fn a_folder_that_may_not_be_written_is_told_before_the_work() {
        let program = Place::new();
        let copy = program.path("allide");
        std::fs::copy(env!("CARGO_BIN_EXE_allide"), &copy).unwrap();
        std::fs::set_permissions(program.folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        std::fs::set_permissions(program.out(), PermissionsExt::from_mode(0o555)).unwrap();
        let is_root = std::fs::write(program.out().join("x"), "").is_ok();
        let _ = std::fs::remove_file(program.out().join("x"));
        for case in CASES {
            let mut command = std::process::Command::new(&copy);
            command.args(case.line.split_whitespace()).current_dir(program.folder.path()).env("ALLIDE_CACHE", "off");
            if is_root {
                // Whom nothing is forbidden becomes somebody else.
                std::os::unix::process::CommandExt::uid(&mut command, 65_534);
            }
            command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null());
            let child = match command.stderr(std::process::Stdio::piped()).spawn() {
                Ok(child) => child,
                Err(error) => return crate::left_out(&format!("a read-only folder, as root: {error}")),
            };
            let (status, said) = ended(child);
            assert!(status == 2 && said.contains("denied"), "{}: {status}: {said}", case.line);
            assert_eq!(program.files().len(), 0, "{}", case.line);
        }
    }

    #[test]
    fn a_read_only_file_is_kept_and_told_before_the_work() {
        for case in CASES.iter().filter(|case| !case.target.ends_with('/')) {
            let place = Place::new();
            let path = place.out().join(case.target);
            std::fs::write(&path, "kept").unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
            let (status, said) = place.run(case);
            assert!(status == 2 && said.contains("read-only"), "{}: {status}: {said}", case.line);
            assert_eq!(place.files(), [(case.target.into(), b"kept".to_vec())].into(), "{}", case.line);
        }
    }

    #[test]
    fn devices_and_pipes_are_written_to_as_they_are() {
        let place = Place::new();
        let shell = |line: &str| {
            let line = line.replace("allide", env!("CARGO_BIN_EXE_allide"));
            let mut command = std::process::Command::new("sh");
            let output = command.args(["-c", &line]).current_dir(place.folder.path()).output().unwrap();
            (
                output.status.code(),
                String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
            )
        };
        assert_eq!(shell("allide check parts.obj -q --csv /dev/null && test -c /dev/null").0, Some(1));
        assert!(Path::new("/dev/null").metadata().is_ok_and(|null| !null.is_file()));
        let csv =
            |text: &str| text.starts_with("id,a,b,") && text.contains("lid,pin,touch") | text.contains("lid,pin,hard");
        let (status, said) = shell("allide check parts.obj --touch --csv /dev/stdout | cat");
        assert!(status == Some(0) && csv(&said), "{said}");
        // What stands before it in the file that standard output is stays there, and so does the file.
        let (_, said) = shell("{ echo before; allide check parts.obj --touch --csv /dev/stdout; } > out/r; cat out/r");
        assert!(said.strip_prefix("before\n").is_some_and(csv), "{said}");
        let (_, said) = shell("allide check parts.obj --touch -q --csv /dev/fd/3 3> out/r; cat out/r");
        assert!(csv(&said), "{said}");
        let (_, said) = shell("mkfifo out/p && { cat out/p & allide check parts.obj --touch -q --csv out/p; wait; }");
        assert!(csv(&said) && !place.out().join("p").metadata().unwrap().is_file(), "{said}");
        if Path::new("/dev/full").exists() {
            for line in ["--csv /dev/full", "--csv - > /dev/full", "--json - > /dev/full"] {
                let (status, said) = shell(&format!("allide check parts.obj -q {line}"));
                assert!(status == Some(2) && said.contains("No space left"), "{line}: {status:?}: {said}");
            }
        }
    }
}

#[test]
fn a_folder_in_place_is_told_before_the_work() {
    for case in CASES.iter().filter(|case| !case.target.ends_with('/')) {
        let place = Place::new();
        std::fs::create_dir(place.out().join(case.target)).unwrap();
        let (status, said) = place.run(case);
        assert!(status == 2 && said.contains("this is a folder"), "{}: {status}: {said}", case.line);
        assert_eq!(std::fs::read_dir(place.out()).unwrap().count(), 1, "{}", case.line);
    }
}

#[test]
fn two_runs_at_once_leave_one_whole_file() {
    for case in CASES.iter().filter(is_walked) {
        let (place, usual) = written(case);
        let runs = [0, 1].map(|_| place.command(case).spawn().unwrap());
        for (status, said) in runs.map(ended) {
            assert!(status < 2, "{}: {status}: {said}", case.line);
        }
        assert_whole(case, &place.files(), &usual);
    }
}
