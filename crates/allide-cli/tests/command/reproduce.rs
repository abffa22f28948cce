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
    let files = ["far-4.csv", "far-4.svg", "far-4.png", "far-4-boxes.png", "far-4.published.csv", "index.html"];
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
    let is_linked = |name: &&str| ["index.html", "far-4.png"].contains(name) || targets.contains(name);
    assert!(files.iter().all(is_linked), "{targets:?}");
    assert!(
        page.contains("not on this device") && page.contains("only the CPU was asked for"),
        "what is missing is said"
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
    ] {
        let done = reproduce(folder.path(), &args);
        let said = stderr(&done);
        assert!(status(&done) == 2 && said.contains(says), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
    assert!(!folder.path().join("x").exists());
}

#[test]
fn the_list_has_a_line_for_each_figure() {
    let list = stdout(&reproduce(&std::env::temp_dir(), &["--list"]));
    assert_eq!(list.lines().filter(|line| line.starts_with("  ")).count(), 33, "{list}");
    assert!(
        list.lines().all(|line| !line.starts_with("  ") || line.contains("; whole") || line.contains("; in part: "))
    );
}
