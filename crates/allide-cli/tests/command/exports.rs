//! `--pictures` and `--export`: what is written, under which names, and what is refused.

use crate::{allide, stderr, text};
use std::path::Path;

/// Two boxes that cross and one that touches, with names that no file could have.
fn write_scene(path: &Path) {
    let mut text = String::new();
    let boxes = [("a/b:c*?", [0.0, 0.0, 0.0]), ("Träger\u{202e} №2", [0.5, 0.25, 0.25]), ("../..", [-1.0, 0.0, 0.0])];
    for (name, [x, y, z]) in boxes {
        text += &format!("o {name}\n");
        for k in 0..8 {
            let at = |bit: u32, low: f64| low + f64::from(k >> bit & 1);
            text += &format!("v {} {} {}\n", at(0, x), at(1, y), at(2, z));
        }
        for [a, b, c, d] in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            text += &format!("f {} {} {} {}\n", a - 8, b - 8, c - 8, d - 8);
        }
    }
    std::fs::write(path, text).unwrap();
}

/// Names and contents of the files of a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read =
        |entry: std::fs::DirEntry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap());
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap())).collect();
    files.sort();
    files
}

#[test]
fn each_finding_has_a_close_up_under_a_safe_name_and_the_same_bytes_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let [scene, first, second] = ["boxes.obj", "first", "second"].map(|name| folder.path().join(name));
    write_scene(&scene);
    for (pictures, threads) in [(&first, "1"), (&second, "2")] {
        let output =
            allide(&["check", text(&scene), "--pictures", text(pictures), "--threads", threads, "-q", "--touch"]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    }
    let names: Vec<String> = files(&first).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["001-hard-a-b-c-Träger-2.png", "002-touch-a-b-c.png"]);
    assert!(files(&first).iter().all(|(_, bytes)| bytes.starts_with(b"\x89PNG")));
    assert_eq!(files(&first), files(&second));
}

#[test]
fn findings_are_exported_by_extension() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("boxes.obj");
    write_scene(&scene);
    for (name, begin) in [("x.glb", &b"glTF"[..]), ("x.PLY", b"ply\n"), ("x.vtp", b"<?xml"), ("x.csv", b"id,a,b,")] {
        let path = folder.path().join(name);
        let output = allide(&["check", text(&scene), "--export", text(&path), "-q", "--exit-zero"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(std::fs::read(&path).unwrap().starts_with(begin), "{name}");
    }
    let again = folder.path().join("x.ply.obj");
    std::fs::write(&again, "").unwrap();
    assert_eq!(allide(&["check", text(&folder.path().join("x.PLY")), "--self"]).status.code(), Some(1));
}

#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("boxes.obj");
    write_scene(&scene);
    let (scene, here) = (text(&scene), text(folder.path()));
    let same = format!("{here}/x.csv");
    let missing = format!("{here}/no/x.glb");
    for (flags, told) in [
        (&["--export", "x.step"][..], ".glb (Blender, viewers), .ply, .vtp (ParaView), .csv"),
        (&["--export", &missing], "create it first"),
        (&["--export", &same, "--csv", &same], "--csv and --export name the same path"),
        (&["--pictures", scene], "this is a file; name a folder"),
        (&["--pictures", &missing], "create it first"),
        (&["--any", "--export", "x.glb"], "cannot be used with"),
    ] {
        let output = allide(&[&["check", scene][..], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(stderr(&output).contains(told), "{flags:?}: {}", stderr(&output));
    }
}
