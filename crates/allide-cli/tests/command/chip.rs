//! The files that `allide chip` writes.

use crate::{command_in, status, stdout};
use std::path::Path;

/// Runs the command in a folder; its exit status and standard output.
fn allide(folder: &Path, line: &str) -> (i32, String) {
    let output = command_in(folder, &line.split_whitespace().collect::<Vec<_>>()).output().expect("the command runs");
    (status(&output), stdout(&output))
}

#[test]
fn one_run_writes_a_report_a_trace_and_verilog_that_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    let flags = "--distance 0.3 --units 2 --json run.json --vcd trace.vcd --verilog chip.v";
    let (status, text) = allide(folder.path(), &format!("chip run {flags}"));
    assert_eq!(status, 1, "{text}");
    let run: serde_json::Value = serde_json::from_str(&read("run.json")).expect("JSON");
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let spent: u64 = run["units_spent"].as_object().expect("an object").values().map(number).sum();
    let cycles = number(&run["cycles"]);
    assert_eq!(spent, 2 * cycles, "every cycle of both units is accounted for");
    assert_eq!(run["objects"][0]["triangles"], 5_947);
    let trace = read("trace.vcd");
    assert!(trace.starts_with("$timescale 1 ps $end") && trace.contains("$scope module unit1 $end"));
    assert!(trace.trim_end().ends_with(&format!("#{}", cycles * 10_000)), "10 ns a cycle");
    assert!(read("chip.v").contains("module overlap ("));
    let found = run["found"].as_array().expect("a list").len();
    assert!(text.contains(&format!("{found} triangle pair")), "{text}");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 3, "nothing else is written");
}

/// What the chip finds is what `check` finds.
#[test]
fn the_chip_finds_what_check_finds() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, _) = allide(folder.path(), "scene blobs -o blobs.obj");
    assert_eq!(status, 0);
    let text = std::fs::read_to_string(folder.path().join("blobs.obj")).expect("the scene");
    let at = text.rfind("\no ").expect("two objects") + 1;
    let vertices = text[..at].lines().filter(|line| line.starts_with("v ")).count();
    let moved =
        |word: &str| word.parse::<usize>().map_or_else(|_| word.into(), |vertex| (vertex - vertices).to_string());
    let second = text[at..].lines().map(|line| match line.strip_prefix("f ") {
        Some(face) => format!("f {}\n", face.split(' ').map(moved).collect::<Vec<_>>().join(" ")),
        None => format!("{line}\n"),
    });
    std::fs::write(folder.path().join("a.obj"), &text[..at]).expect("written");
    std::fs::write(folder.path().join("b.obj"), second.collect::<String>()).expect("written");
    let json =
        |line: &str| -> serde_json::Value { serde_json::from_str(&allide(folder.path(), line).1).expect("JSON") };
    let chip = json("chip run a.obj b.obj --json -");
    let check = json("check a.obj b.obj --json - --no-depth --device cpu");
    let found = chip["found"].as_array().expect("a list").len() as u64;
    assert!(found > 50, "{found}");
    assert_eq!(Some(found), check["totals"]["triangle_pairs"].as_u64(), "{}", check["totals"]);
}

#[test]
fn a_sweep_writes_a_table_and_a_plot() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, text) = allide(folder.path(), "chip sweep precision --out . --svg one.svg");
    assert_eq!(status, 0, "{text}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    assert_eq!(read("precision.csv").lines().count(), 10);
    let plot = read("precision.svg");
    assert!(plot.starts_with("<svg") && plot.contains("bits after the point") && plot == read("one.svg"));
}
