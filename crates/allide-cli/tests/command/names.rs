//! Names of files and objects: told apart, shortened where they must be, and never able to deceive.

use crate::{allide, command, left_out, status, stderr, text};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn errors_take_one_line_whatever_names_contain() {
    let output = allide(&["check", "no\nsuch\u{1b}[31m.obj"]);
    assert_eq!(status(&output), 2);
    assert_eq!(stderr(&output).matches('\n').count(), 1, "{}", stderr(&output));
    assert!(!stderr(&output).contains('\u{1b}'));
}

/// A file with a tetrahedron for each name, all in one place.
fn stacked(folder: &Path, file: &str, names: &[&str]) -> PathBuf {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let solid = |name: &&str| {
        format!("o {name}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n")
    };
    std::fs::write(&path, names.iter().map(solid).collect::<String>()).unwrap();
    path
}

#[test]
fn names_tell_files_apart_and_ids_outlast_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let [x, y] = ["x/a.obj", "y/a.obj"].map(|file| stacked(folder.path(), file, &["bolt", "plate", "bolt"]));
    let z = stacked(folder.path(), "z.obj", &["nut"]);
    let report = |files: [&Path; 3]| -> serde_json::Value {
        let output = allide(&["check", text(files[0]), text(files[1]), text(files[2]), "--triangles", "--json", "-"]);
        assert_eq!(status(&output), 1, "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let first = report([&x, &y, &z]);
    let names = |report: &serde_json::Value| -> Vec<String> {
        let objects = report["objects"].as_array().unwrap();
        objects.iter().map(|object| object["name"].as_str().unwrap().to_owned()).collect()
    };
    let of = |file: &str| [format!("{file}/bolt"), format!("{file}/plate"), format!("{file}/bolt#2")];
    assert_eq!(names(&first), [&of("x/a.obj")[..], &of("y/a.obj"), &["nut".into()]].concat());
    let ids = |report: &serde_json::Value| -> std::collections::BTreeMap<String, [String; 2]> {
        let names = names(report);
        let name = |value: &serde_json::Value| names[value.as_u64().unwrap() as usize].clone();
        let entry = |pair: &serde_json::Value| {
            let mut both = [name(&pair["a"]), name(&pair["b"])];
            both.sort();
            (pair["id"].as_str().unwrap().to_owned(), both)
        };
        report["pairs"].as_array().unwrap().iter().map(entry).collect()
    };
    assert_eq!(ids(&first).len(), 21);
    let other = report([&z, &y, &x]);
    assert_eq!(ids(&first), ids(&other));
    assert!(first["sets"][0]["id"].is_string() && first["sets"][0]["id"] == other["sets"][0]["id"]);
}

#[test]
fn a_table_that_nobody_watches_is_never_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a", "b"].map(|end| format!("Building/{}/{end}", "level/".repeat(60)));
    let path = stacked(folder.path(), "deep.obj", &[&names[0], &names[1]]);
    for columns in ["", "40"] {
        let output = command(&["check", text(&path)]).env("COLUMNS", columns).output().unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(names.iter().all(|name| shown.contains(name.as_str())) && !shown.contains('…'), "{shown}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_what_fits_in_its_columns() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a", "b"].map(|end| format!("Building/{}/{end}", "level/".repeat(10)));
    let path = stacked(folder.path(), "deep.obj", &[&names[0], &names[1]]);
    let shown = |columns: &str| {
        let line = format!("{} check {} --color never", env!("CARGO_BIN_EXE_allide"), text(&path));
        let mut script = Command::new("script");
        script
            .args(["-qec", &line, "/dev/null"])
            .env("COLUMNS", columns)
            .env("ALLIDE_CACHE", "off")
            .stdin(Stdio::null());
        script.output().ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (Some(narrow), Some(wide)) = (shown("90"), shown("400")) else { return left_out("there is no `script`") };
    assert!(narrow.contains("all names begin with Building/level/") && !narrow.contains(&names[0]), "{narrow}");
    assert!(wide.contains(&names[0]) && wide.contains(&names[1]), "{wide}");
}

#[test]
fn names_cannot_reorder_or_hide_what_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "a\u{202e}b\u{2066}c\u{200b}d";
    let path = stacked(folder.path(), "evil.obj", &[evil, "plain"]);
    let unseen = ['\u{202e}', '\u{2066}', '\u{200b}'];
    for flags in
        [&[][..], &["--any"], &["--ignore", "evil\u{202e}:x"], &["--between", "plane\u{2066}:*"], &["--json", "-"]]
    {
        let output = allide(&[&["check", text(&path)], flags].concat());
        let said = String::from_utf8(output.stdout.clone()).unwrap() + &stderr(&output);
        assert!(!said.contains(unseen), "{flags:?} {said}");
        assert!(said.contains('\u{fffd}') || said.contains("\\u202eb\\u2066c\\u200bd"), "{flags:?} {said}");
    }
    // In a table for programs, names are data.
    let output = allide(&["check", text(&path), "--csv", "-"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains(evil));
}

/// Bolts of one name beside each other on a plate.
fn bolts(folder: &Path, file: &str, places: &[f64]) -> PathBuf {
    let path = folder.join(file);
    let solid = |name: &str, at: f64, size: f64| {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let corner = |[x, y, z]: [f64; 3]| format!("v {} {} {}\n", at + size * x, size * y, size * z);
        let corners: String = corners.into_iter().map(corner).collect();
        format!("o {name}\n{corners}f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n")
    };
    let bolts: String = places.iter().map(|&at| solid("bolt", at, 1.0)).collect();
    std::fs::write(&path, solid("plate", 0.0, 100.0) + &bolts).unwrap();
    path
}

#[test]
fn a_bolt_that_goes_does_not_rename_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let ids = |places: &[f64]| -> Vec<String> {
        let path = bolts(folder.path(), "bolts.obj", places);
        let output = allide(&["check", text(&path), "--json", "-"]);
        assert_eq!(status(&output), 1, "{}", stderr(&output));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let pairs = report["pairs"].as_array().unwrap().iter();
        pairs.map(|pair| pair["id"].as_str().unwrap().to_owned()).collect()
    };
    let all = ids(&[1.0, 10.0, 20.0]);
    assert_eq!(all.len(), 3);
    assert_eq!(ids(&[10.0, 20.0]), all[1..]);
    assert_eq!(ids(&[1.0, 20.0]), [all[0].clone(), all[2].clone()]);
    assert_eq!(ids(&[20.0, 10.0]), [all[2].clone(), all[1].clone()]);
}
