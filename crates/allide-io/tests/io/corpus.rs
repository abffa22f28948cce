//! Malformed files in `corpus`, each with the error that it must give, and good files in `good`.

use crate::common::check;
use allide_io::{Error, Options, meshes_in, read_bytes, read_file};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn files(name: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = folder(name).read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The error messages that the corpus is to give, one a line: each begins with the name of its file.
/// `ALLIDE_BLESS=1` writes those that it gives, to be looked through.
#[test]
fn each_malformed_file_gives_its_error() {
    let expected_path = folder("corpus/expected.txt");
    let mut found = String::new();
    // `plain.bin` belongs to a glTF file.
    for path in files("corpus").iter().filter(|path| !path.ends_with("expected.txt") && !path.ends_with("plain.bin")) {
        let message = match read_file(path, &check::options(), &mut |_| {}) {
            Ok(content) => panic!("{}: read as {} objects", path.display(), content.objects.len()),
            Err(error) => error.to_string(),
        };
        let message = message.replace(&format!("{}{}", folder("corpus").display(), std::path::MAIN_SEPARATOR), "");
        writeln!(found, "{message}").unwrap();
    }
    if std::env::var_os("ALLIDE_BLESS").is_some() {
        std::fs::write(&expected_path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(expected_path).unwrap();
    let by_name = |text: &'static str| -> BTreeMap<&str, &str> {
        text.lines().map(|line| line.split_once(": ").expect("name: message")).collect()
    };
    let (found, expected) = (by_name(found.leak()), by_name(expected.leak()));
    for (name, message) in &found {
        assert_eq!(expected.get(name), Some(message), "{name}");
    }
    for name in expected.keys() {
        assert!(found.contains_key(name), "expected.txt names {name}, which is not there");
    }
    assert!(found.len() > 200, "only {} files", found.len());
}

#[test]
fn each_good_file_has_two_triangles() {
    let files = files("good");
    assert!(files.len() >= 11);
    for path in files {
        let content = read_file(&path, &check::options(), &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
        let triangles: usize = content.objects.iter().map(|object| object.mesh.triangles().len()).sum();
        assert_eq!(triangles, 2, "{}", path.display());
    }
}

#[test]
fn a_folder_and_a_missing_file_are_errors() {
    let folder = folder("corpus");
    let error = read_file(&folder, &Options::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: this is a folder; name the files in it", folder.display()));
    let error = read_file(&folder.join("nowhere.obj"), &Options::default(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, Error::Io { .. }));
}

#[test]
fn a_folder_means_the_meshes_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in ["b.obj", "a.STL", "c.ply.gz", ".d.obj", "readme.txt", "b.bin"] {
        std::fs::write(path.join(name), "").unwrap();
    }
    std::fs::create_dir(path.join("more.obj")).unwrap();
    std::fs::write(path.join("more.obj/e.obj"), "").unwrap();
    let (meshes, note) = meshes_in(path).unwrap();
    assert_eq!(meshes, ["a.STL", "b.obj", "c.ply.gz"].map(|name| path.join(name)));
    let expected = format!("{}: b.bin: not a mesh file by its name, so not examined (3 times)", path.display());
    assert_eq!(note.unwrap().to_string(), expected);

    let (meshes, note) = meshes_in(&path.join("more.obj")).unwrap();
    assert_eq!((meshes.len(), note), (1, None));
    std::fs::create_dir(path.join("empty")).unwrap();
    let error = meshes_in(&path.join("empty")).unwrap_err().to_string();
    assert!(error.ends_with("empty: no mesh file in this folder; known formats are OBJ (.obj), STL (.stl), PLY (.ply), OFF (.off), glTF (.glb, .gltf), 3MF (.3mf)"), "{error}");
    assert!(matches!(meshes_in(&path.join("nowhere")), Err(Error::Io { .. })));
}

#[test]
fn a_file_over_the_limit_is_an_error() {
    let path = std::env::temp_dir().join(format!("allide-io-large-{}.obj", std::process::id()));
    std::fs::write(&path, vec![b'\n'; (1 << 20) + 1]).unwrap();
    let error = read_file(&path, &check::options(), &mut |_| {}).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    let expected = format!("{}: the file has 1048577 bytes, but at most 1048576 are allowed", path.display());
    assert_eq!(error.to_string(), expected);
}

#[test]
fn progress_reaches_the_end_in_small_steps() {
    let text = [&b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"[..], &b"f 1 2 3\n".repeat(1 << 21)].concat();
    let mut last = 0;
    read_bytes("a.obj", &text, None, &Options::default(), &mut |progress| {
        assert!(progress.done > last && progress.total == Some(text.len() as u64));
        last = progress.done;
    })
    .unwrap();
    assert!(last > text.len() as u64 - (5 << 20));
}
