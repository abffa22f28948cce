//! How `allide inspect` behaves towards other programs: exit status, streams and files.

use crate::{command_in, status, stderr, stdout};
use std::path::Path;
use std::process::Output;

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/inspect.in");

fn inspect(args: &[&str]) -> Output {
    command_in(MODELS, &[&["inspect"], args].concat()).output().unwrap()
}

fn objects(path: &Path) -> Vec<allide_io::Loaded> {
    allide_io::read_file(path, &allide_io::Options::default(), &mut |_| {}).unwrap().objects
}

#[test]
fn bad_elements_are_exported_in_both_formats() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["bad.glb", "bad.ply"] {
        let path = folder.path().join(name);
        let output = inspect(&["broken.obj", "--quiet", "--export", path.to_str().unwrap()]);
        assert_eq!((status(&output), stdout(&output), stderr(&output)), (1, String::new(), String::new()));
        assert!(!objects(&path).is_empty());
        assert!(!folder.path().join(format!("{name}.partial")).exists());
    }
    let names: Vec<String> = objects(&folder.path().join("bad.glb")).into_iter().map(|object| object.name).collect();
    assert!(names.contains(&"bell: inverted".into()) && names.contains(&"cup".into()), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("tank") || name.starts_with("base")), "{names:?}");
}

#[test]
fn an_export_without_anything_wrong_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.glb");
    let output = inspect(&["box.obj", "--quiet", "--export", path.to_str().unwrap()]);
    assert_eq!(status(&output), 0);
    assert!(stderr(&output).contains("there are no defects, so it is empty"));
    assert!(path.exists());
}

#[test]
fn json_on_standard_output_is_alone_and_the_same_for_all_threads() {
    let read = |threads: &str| {
        let output = inspect(&["broken.obj", "--json", "-", "--triangles", "--threads", threads]);
        assert_eq!((status(&output), stderr(&output)), (1, String::new()));
        let mut document = allide_io::inspection::Document::read_json(&output.stdout[..]).unwrap();
        assert!(document.stats.total_ms >= 0.0);
        (document.stats.total_ms, document.stats.threads) = (0.0, 0);
        document
    };
    let document = read("1");
    assert_eq!(document, read("3"));
    assert_eq!((document.totals.objects, document.totals.healthy), (9, 2));
    let tank = &document.objects[2];
    assert_eq!((tank.name.as_ref(), tank.volume.unwrap().value, tank.shells[1].parent), ("tank", 56.0, Some(0)));
}

#[test]
fn files_that_cannot_be_read_and_results_without_a_place_are_errors() {
    for (args, problem) in [
        (&["missing.obj"][..], "missing.obj"),
        (&["box.obj", "--export", "bad.obj"], "ends in .glb or .ply"),
        (&["box.obj", "--export", "none/bad.glb"], "there is no folder none"),
        (&["-", "-"], "only once"),
    ] {
        let output = inspect(args);
        assert_eq!((status(&output), stdout(&output)), (2, String::new()), "{args:?}");
        assert!(stderr(&output).contains(problem), "{}", stderr(&output));
    }
}

#[test]
fn the_unit_of_files_that_say_none_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.obj");
    std::fs::write(&path, "o part\nv 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n").unwrap();
    let output = inspect(&[path.to_str().unwrap(), "--units", "in", "--exit-zero"]);
    assert_eq!(status(&output), 0);
    assert!(stdout(&output).starts_with("1 object, 1 triangle, in inches\n"), "{}", stdout(&output));
}
