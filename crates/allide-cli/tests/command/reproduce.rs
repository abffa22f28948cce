//! `allide reproduce`: files, the page that links them, and what it says where it cannot.

use crate::{command_in, status, stderr, stdout};
use std::path::Path;
use std::process::Output;

fn reproduce(folder: &Path, args: &[&str]) -> Output {
    command_in(folder, &[&["reproduce"], args].concat()).output().unwrap()
}

/// What an attribute of the page names, wherever it does.
fn named<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let start = format!("{attribute}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn a_figure_has_its_files_and_the_page_names_them_all() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("redrawn");
    let flags = ["--device", "cpu", "--quiet", "--out", "redrawn"];
    let done = reproduce(folder.path(), &[&["far-4", "thesis-4.15"][..], &flags].concat());
    let said = stdout(&done);
    assert!(done.status.success(), "{said}{}", stderr(&done));
    assert!(said.contains("far-4") && said.contains("thesis-4.15") && said.contains("not on this device"), "{said}");
    let files =
        ["far-4.csv", "far-4.svg", "far-4.png", "far-4-boxes.png", "far-4.published.csv", "index.html", "record.md"];
    let mut found: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    let mut wanted = files.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    let targets: Vec<&str> = named(&page, "href").into_iter().chain(named(&page, "src")).collect();
    for target in &targets {
        match target.strip_prefix('#') {
            Some(id) => assert!(page.contains(&format!("id=\"{id}\"")), "{target}"),
            None => assert!(out.join(target).is_file(), "{target}"),
        }
    }
    let is_linked = |name: &&str| ["index.html", "far-4.png", "record.md"].contains(name) || targets.contains(name);
    assert!(files.iter().all(is_linked), "{targets:?}");
    assert!(
        page.contains("not on this device") && page.contains("only the CPU was asked for"),
        "what is missing is said"
    );
    let record = std::fs::read_to_string(out.join("record.md")).unwrap();
    assert!(record.contains("- command: allide reproduce far-4 thesis-4.15 --device cpu --out DIR\n"), "{record}");
    assert!(
        record.contains("\n### far-4\n") && record.contains("(far-4.svg)") && record.contains("not on this device"),
        "{record}"
    );
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"), "it works offline");
}

#[test]
fn what_cannot_be_written_or_is_not_known_is_an_error_that_helps() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "kept").unwrap();
    for (args, says) in [
        (vec!["far-2", "--out", "x"], "far-1"),
        (vec!["far-4", "--device", "cpu", "--out", "file"], "this is a file; name a folder"),
        (vec!["far-4"], "--out"),
        (vec!["far-4", "--out", "y", "--models", "."], "none of bunny.obj, dragon_res2.ply and cow.obj is here"),
    ] {
        let done = reproduce(folder.path(), &args);
        let said = stderr(&done);
        assert!(status(&done) == 2 && said.contains(says), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
    assert!(!folder.path().join("x").exists());
}

/// A body of which the first triangle stands for a model.
const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

#[test]
fn models_that_do_not_fit_the_size_are_left_and_labels_say_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("models")).unwrap();
    std::fs::write(folder.path().join("models/bunny.obj"), TETRAHEDRON).unwrap();
    let flags = ["far-4", "--device", "cpu", "--quiet", "--out", "out", "--models", "models"];
    let done = reproduce(folder.path(), &flags);
    assert!(done.status.success(), "{}", stderr(&done));
    // Four triangles, each cut in four again and again, come to 8,000 within a third: 4,096 do not, 16,384 do not.
    assert!(stdout(&done).contains("bodies: by formula"), "{}", stdout(&done));
    std::fs::write(folder.path().join("models/bunny.obj"), "v 0 0 nan\n").unwrap();
    let done = reproduce(folder.path(), &flags);
    assert!(status(&done) == 2 && stderr(&done).contains("bunny.obj"), "{}", stderr(&done));
}

#[test]
fn the_list_has_a_line_for_each_figure() {
    let list = stdout(&reproduce(&std::env::temp_dir(), &["--list"]));
    assert_eq!(list.lines().filter(|line| line.starts_with("  ")).count(), 36, "{list}");
    assert!(
        list.lines().all(|line| !line.starts_with("  ") || line.contains("; whole") || line.contains("; in part: "))
    );
}
