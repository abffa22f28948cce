//! Every option of every command that names an output.

use std::collections::BTreeSet;
use std::path::Path;

pub struct Case {
    /// The words of the command. What it writes is in `out`.
    pub line: &'static str,
    /// What the option names, below `out`; a folder ends in `/`, and the folder itself is `./`.
    pub target: &'static str,
    /// Whether it draws large pictures, which takes seconds.
    pub is_dear: bool,
}

const fn case(line: &'static str, target: &'static str) -> Case {
    Case { line, target, is_dear: false }
}

const fn dear(line: &'static str, target: &'static str) -> Case {
    Case { line, target, is_dear: true }
}

pub const CASES: &[Case] = &[
    case("check parts.obj --json out/r.json", "r.json"),
    case("check parts.obj --csv out/r.csv", "r.csv"),
    case("check parts.obj --html out/r.html", "r.html"),
    case("check parts.obj --export out/r.glb", "r.glb"),
    case("check parts.obj --export out/r.ply", "r.ply"),
    case("check parts.obj --export out/r.vtp", "r.vtp"),
    case("check parts.obj --export out/r.csv", "r.csv"),
    case("check f.#.obj --json out/r.json", "r.json"),
    case("check f.#.obj --csv out/r.csv", "r.csv"),
    case("check f.#.obj --html out/r.html", "r.html"),
    dear("check parts.obj --picture out/r.png", "r.png"),
    dear("check parts.obj --pictures out/r", "r/"),
    case("view parts.obj --no-open --output out/r.html", "r.html"),
    case("inspect parts.obj --json out/r.json", "r.json"),
    case("inspect parts.obj --html out/r.html", "r.html"),
    case("inspect open.obj --export out/r.glb", "r.glb"),
    case("inspect open.obj --export out/r.ply", "r.ply"),
    case("chip run one.obj --json out/r.json", "r.json"),
    case("chip run one.obj --html out/r.html", "r.html"),
    case("chip run one.obj --vcd out/r.vcd", "r.vcd"),
    case("chip run one.obj --verilog out/r.v", "r.v"),
    case("chip sweep precision one.obj --csv out/r.csv", "r.csv"),
    case("chip sweep precision one.obj --svg out/r.svg", "r.svg"),
    case("chip sweep precision one.obj --out out", "./"),
    dear("demo tiny --device cpu --output out/r.png", "r.png"),
    case("scene tiny --output out/r.obj", "r.obj"),
    case("scene tiny --output out/r.stl", "r.stl"),
    case("scene tiny --output out/r.ply", "r.ply"),
    case("scene tiny --output out/r.off", "r.off"),
    case("scene tiny --output out/r.glb", "r.glb"),
    case("particles table --frames 2 --json out/r.json", "r.json"),
    case("particles table --frames 2 --csv out/r.csv", "r.csv"),
    case("particles table --frames 2 --html out/r.html", "r.html"),
    case("particles table --frames 2 --size 32x18 --out out/r", "r/"),
    dear("reproduce thesis-3.2 --quiet --out out/r", "r/"),
];

/// Options whose value is a path and that are not among the cases.
const OTHERS: [(&str, &str, &str); 2] = [
    ("check", "--passes", "needs a GPU; its pictures are written as those of --pictures are"),
    ("reproduce", "--models", "is read"),
];

/// Two plates that cross, one that touches; the same in two frames; one sheet.
pub fn write_models(folder: &Path) {
    let plates = "o lid\nv 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\no pin\nv 1 1 -1\nv 1 1 1\nv 2 1 1\nf 4 5 6\n";
    for name in ["parts.obj", "f.0.obj", "f.1.obj", "one.obj", "open.obj"] {
        std::fs::write(folder.join(name), plates).unwrap();
    }
}

/// Options of a command that name a path, as its help lists them.
fn listed(command: &str) -> BTreeSet<String> {
    let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
    let help = crate::stdout(&crate::allide(&words));
    let names_path = |line: &&str| ["<PATH>", "<DIR>", "<FILE>", "<FOLDER>"].iter().any(|value| line.contains(value));
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-')).filter(names_path);
    lines.filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")).map(str::to_owned)).collect()
}

#[test]
fn every_option_that_names_an_output_is_among_the_cases() {
    let of_check = listed("check");
    assert!(of_check.contains("--json") && of_check.contains("--pictures"), "{of_check:?}");
    let commands =
        ["check", "view", "inspect", "chip run", "chip sweep", "demo", "scene", "particles", "reproduce", "doctor"];
    for command in commands {
        let mut options = listed(command);
        if command == "view" {
            options.retain(|option| !of_check.contains(option));
        }
        for option in options {
            let is_walked = CASES
                .iter()
                .any(|case| case.line.starts_with(command) && case.line.split(' ').any(|word| word == option));
            let is_told = OTHERS.iter().any(|(own, name, _)| *own == command && *name == option);
            assert!(is_walked != is_told, "{command} {option}: add a case");
        }
    }
}
