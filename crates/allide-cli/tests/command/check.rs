//! How `allide check` behaves towards other programs: exit status, streams, files, agreement of methods.

use crate::{allide, command, findings, status, stderr, text};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut command = command(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// The small scenes as files.
fn scene_files(folder: &Path) -> Vec<(PathBuf, usize)> {
    let write = |(name, scene): (&str, allide::Scene)| {
        let path = folder.join(name).with_extension("obj");
        allide_io::write_file(&path, &scene).unwrap();
        (path, scene.objects().iter().map(|object| object.mesh().triangles().len()).sum())
    };
    allide_scenes::small_suite().into_iter().map(write).collect()
}

#[test]
fn every_method_and_thread_count_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (path, triangles) in scene_files(folder.path()) {
        let ask = |method: &str, threads: &str| {
            let flags = ["--self", "--clearance", "0.01", "--triangles", "--json", "-"];
            let how = ["check", text(&path), "--method", method, "--threads", threads];
            let output = allide(&[&how[..], &flags].concat());
            assert_eq!(stderr(&output), "", "{path:?} {method}");
            (status(&output), findings(&output.stdout))
        };
        let expected = ask("auto", "1");
        assert!(expected.1.contains("\"pairs\":["), "{path:?}");
        for method in ["auto", "divide", "bvh", "sweep", "brute"] {
            // All pairs of many triangles take too long; the library's own tests do that.
            if method != "brute" || triangles < 800 {
                for threads in ["1", "2", "7"] {
                    assert_eq!(ask(method, threads), expected, "{path:?} {method} {threads}");
                }
            }
        }
    }
}

#[test]
fn a_scene_survives_every_format_and_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    for extension in ["obj", "glb", "stl", "ply", "off"] {
        let path = folder.path().join("duplicates").with_extension(extension);
        assert_eq!(status(&allide(&["scene", "duplicates", "-o", text(&path)])), 0);
        let expected = allide(&["check", text(&path), "--self", "--json", "-"]);
        assert_eq!(status(&expected), 1, "{extension}");
        let piped = fed(&["check", "-", "--self", "--json", "-"], &std::fs::read(&path).unwrap());
        let renamed = findings(&expected.stdout).replace(text(&path), "standard input");
        let piped = findings(&piped.stdout);
        if extension == "obj" || extension == "glb" {
            assert_eq!(piped, renamed, "{extension}");
        } else {
            // Nothing but the object's name differs, and what comes from it.
            let nameless = |report: &str| {
                let report = report.replace("standard input", "duplicates");
                let id = report.find("\"id\":\"p").expect("a pair with an id");
                report[..id].to_owned() + &report[id + "\"id\":\"p123456789abc\",".len()..]
            };
            assert_eq!(nameless(&piped), nameless(&renamed));
        }
    }
}

#[test]
fn reports_on_standard_output_are_alone_there() {
    for format in ["--json", "--csv"] {
        let output = allide(&["check", "parts.obj", format, "-"]);
        assert_eq!((status(&output), stderr(&output)), (1, String::new()));
        let first = if format == "--json" { "{\n\"schema\":2," } else { "id,a,b,object_a,object_b," };
        assert!(output.stdout.starts_with(first.as_bytes()));
    }
    let output = allide(&["check", "parts.obj", "--json", "-"]);
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
}

#[test]
fn reports_go_to_files_beside_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let [json, csv, picture] = ["r.json", "r.csv", "r.png"].map(|name| folder.path().join(name));
    let files = ["--json", text(&json), "--csv", text(&csv), "--picture", text(&picture)];
    let output = allide(&[&["check", "parts.obj"], &files[..]].concat());
    assert_eq!(status(&output), 1);
    assert!(String::from_utf8(output.stdout).unwrap().contains("object a"));
    assert!(std::fs::read_to_string(json).unwrap().starts_with('{'));
    assert!(std::fs::read_to_string(csv).unwrap().starts_with("id,a,b,"));
    assert!(std::fs::read(picture).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grid.obj");
    assert_eq!(status(&allide(&["scene", "grid", "-o", text(&path)])), 0);
    for flags in [&["--json", "-", "--triangles"][..], &["--csv", "-", "--triangles"], &[]] {
        let mut command = command(&[&["check", text(&path), "--touch"], flags].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((status(&output), stderr(&output)), (1, String::new()), "{flags:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for flag in ["--json", "--csv"] {
        let output = allide(&["check", "parts.obj", flag, "/dev/full"]);
        assert_eq!(status(&output), 2);
        assert!(stderr(&output).starts_with("allide: error: cannot write /dev/full: "), "{}", stderr(&output));
    }
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    assert_eq!(status(&command(&["check", "parts.obj"]).stdout(full()).output().unwrap()), 2);
    assert_eq!(status(&command(&["check", "parts.obj", "--json", "-"]).stdout(full()).output().unwrap()), 2);
}

#[test]
fn what_selects_is_in_the_report() {
    let how =
        ["check", "parts.obj", "one.obj", "--between", "base*:*", "--across", "--ignore", "*:nothing", "--json", "-"];
    let output = allide(&how);
    assert_eq!(
        stderr(&output),
        "allide: warning: --ignore: nothing is named like \"nothing\"; names are like \"base\"\n"
    );
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rules = json!([
        {"rule": "between", "pattern": "base*:*", "objects": [2, 6], "pairs": 9},
        {"rule": "across", "pairs": 5},
        {"rule": "ignore", "pattern": "*:nothing", "objects": [6, 0], "pairs": 0}
    ]);
    assert_eq!((&report["selection"], &report["ignored"]), (&rules, &json!(["*:nothing"])));
    // Two that ignore each other are duplicates of the third.
    assert_eq!((&report["sets"][0]["objects"], &report["pairs"]), (&json!([0, 2, 5]), &json!([])));
}

#[test]
fn selection_leaves_self_overlaps_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folded = "o folded\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 2 1 3\no far\nv 9 9 9\nv 9 9 8\nv 9 8 8\nf 4 5 6\n";
    let path = folder.path().join("folded.obj");
    std::fs::write(&path, folded).unwrap();
    for rules in [&["--across"][..], &["--between", "far:far"], &["--ignore", "*:*"]] {
        let output = allide(&[&["check", text(&path), "--self"], rules].concat());
        let shown = String::from_utf8(output.stdout.clone()).unwrap();
        assert!(status(&output) == 1 && shown.contains("1 self"), "{rules:?} {shown} {}", stderr(&output));
    }
}

#[test]
fn a_demo_shows_planted_findings_and_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("demo.png");
    let output = allide(&["demo", "duplicates", "-o", text(&path)]);
    assert_eq!((status(&output), stderr(&output)), (0, String::new()));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("duplicate") && shown.contains(text(&path)), "{shown}");
    assert!(std::fs::read(path).unwrap().starts_with(b"\x89PNG"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_long_search_soon_and_leaves_nothing_half_written() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let [scene, report] = ["bunnies.obj", "report.json"].map(|name| folder.path().join(name));
    let written = allide(&["scene", "bunnies", "-o", text(&scene)]);
    assert_eq!(status(&written), 0, "{}", stderr(&written));
    // Every triangle against every other, several billion pairs.
    let mut check = command(&["check", text(&scene), "--method", "brute", "--threads", "1", "--json", text(&report)]);
    let mut child = check.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    assert!(child.try_wait().unwrap().is_none(), "it should still be at work");
    let interrupted = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert!(interrupted.elapsed() < Duration::from_secs(5), "it went on for {:?}", interrupted.elapsed());
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(stderr(&output), "allide: stopped: interrupted; no file is left half-written\n");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["bunnies.obj"]);
}
