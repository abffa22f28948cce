//! How the command behaves towards other programs: exit status, streams, files, agreement of methods.

use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/check.in");

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allide"));
    command.args(args).current_dir(MODELS).stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env("ALLIDE_CACHE", "off");
    command
}

fn allide(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut command = command(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[expect(clippy::print_stderr, reason = "a test that leaves something out says so")]
fn left_out(reason: &str) {
    eprintln!("left out: {}", reason.trim_end());
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
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

/// The report without what may differ: each of these fields has a line of its own.
fn findings(report: &[u8]) -> String {
    let report = std::str::from_utf8(report).unwrap();
    let differs = |line: &str| {
        ["{\"question\"", "\"methods\"", "\"devices\"", "\"adapter\"", "\"warnings\"", "\"stats\""]
            .iter()
            .any(|field| line.starts_with(field))
    };
    report.lines().filter(|line| !differs(line)).map(|line| line.to_string() + "\n").collect()
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
        let mut command = command(&[&["check", text(&path)], flags].concat());
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

#[test]
#[allow(clippy::print_stderr, reason = "a test that is left out must say so")]
fn a_scene_in_which_a_sampled_method_finds_nothing_is_not_called_clear() {
    if allide::adapter::adapters().iter().all(|adapter| adapter.description.lacks.is_some()) {
        assert!(std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1"), "no GPU adapter");
        eprintln!("left out: no GPU adapter");
        return;
    }
    let hint = "sampled: may miss what falls between pixels; --method far or bvh is exact\n";
    for flags in [&["--self"][..], &["--any"], &["--any", "--self"]] {
        for method in ["cullide", "self-cullide"] {
            let how = ["check", "apart.obj", "--device", "gpu", "--method", method];
            let output = allide(&[&how[..], flags].concat());
            let shown = String::from_utf8(output.stdout.clone()).unwrap();
            assert_eq!(status(&output), 0, "{}", stderr(&output));
            assert!(shown.starts_with("nothing found") && shown.ends_with(hint), "{shown}");
            assert!(!shown.contains("clear"), "{shown}");
        }
    }
    let how = ["check", "apart.obj", "--device", "gpu", "--method", "cullide", "--self", "--json", "-"];
    let report: serde_json::Value = serde_json::from_slice(&allide(&how).stdout).unwrap();
    assert_eq!((&report["guarantee"], &report["methods"]), (&"sampled".into(), &json!(["cullide", "self-cullide"])));
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is left out must say so")]
fn proposed_pairs_are_counted_by_what_became_of_them() {
    if allide::adapter::adapters().iter().all(|adapter| adapter.description.lacks.is_some()) {
        assert!(std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1"), "no GPU adapter");
        eprintln!("left out: no GPU adapter");
        return;
    }
    let how = ["check", "parts.obj", "--device", "gpu", "--method", "raycast", "--algorithm", "detect"];
    let output = allide(&how);
    let shown = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert!(shown.contains("\nproposed 5 object pairs: 3 share volume, 2 dropped (2 only touch)\n"), "{shown}");
    assert!(shown.contains("\nsampled | raycast(algorithm=detect), gpu, "), "{shown}");
    assert!(shown.ends_with("\nsampled: may miss what no ray shows; --method auto is exact\n"), "{shown}");
    let report: serde_json::Value =
        serde_json::from_slice(&allide(&[&how[..], &["--json", "-"]].concat()).stdout).unwrap();
    let expected = json!({ "proposed": 5, "confirmed": 3, "apart": 0, "touch": 2, "not_closed": 0, "with_itself": 0 });
    assert_eq!(report["stats"]["proposals"], expected);
    assert_eq!((&report["guarantee"], &report["devices"]), (&json!("sampled"), &json!(["gpu"])));
}

#[test]
fn a_doctor_tests_every_adapter() {
    let output = allide(&["doctor"]);
    let shown = String::from_utf8(output.stdout.clone()).unwrap();
    let usable = allide::adapter::adapters().iter().filter(|adapter| adapter.description.lacks.is_none()).count();
    // Whether all drivers of this machine are any good is what the doctor is for.
    let (passed, failed) = (shown.matches(" agree with the CPU").count(), shown.matches("  test     FAIL").count());
    assert_eq!(passed + failed, usable, "{shown}");
    assert_eq!(shown.matches("\n  speed    ").count(), passed, "{shown}");
    assert_eq!(status(&output) == 0, !shown.contains("FAIL"), "{shown}");
}

#[test]
fn drivers_are_quiet_without_a_display() {
    if allide::adapter::adapters().is_empty() {
        return left_out("there is no adapter");
    }
    let mut doctor = command(&["doctor"]);
    for name in ["NODEVICE_SELECT", "WAYLAND_DISPLAY", "DISPLAY", "XDG_RUNTIME_DIR"] {
        doctor.env_remove(name);
    }
    assert_eq!(stderr(&doctor.output().unwrap()), "");
}

#[test]
fn compiled_kernels_are_kept_where_told() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kernels");
    let check = |cache: &Path| {
        let how = ["check", "parts.obj", "--device", "gpu", "--json", "-"];
        let output = command(&how).env("ALLIDE_CACHE", cache).output().unwrap();
        (status(&output), findings(&output.stdout), stderr(&output))
    };
    let expected = check(Path::new("off"));
    if expected.2.contains("no GPU adapter") {
        return left_out(&expected.2);
    }
    assert!(!kept.exists());
    assert_eq!(check(&kept), expected);
    let Ok(files) = std::fs::read_dir(&kept) else { return left_out("this adapter has no pipeline cache") };
    for file in files {
        std::fs::write(file.unwrap().path(), "damaged").unwrap();
    }
    // Damaged, replaced, and a folder that is none.
    for cache in [kept.as_path(), &kept, Path::new("/dev/null")] {
        assert_eq!(check(cache), expected);
    }
}

#[test]
fn instructions_are_capped_and_the_doctor_says_so() {
    // Vulkan finds no drivers: this is about the processor.
    let nothing = [("VK_DRIVER_FILES", "/nothing"), ("VK_ICD_FILENAMES", "/nothing")];
    let output = command(&["doctor"]).envs(nothing).env("ALLIDE_SIMD", "plain").output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    let line = "\nSIMD     portable (available: portable; no wider because ALLIDE_SIMD is plain)\n";
    assert!(shown.contains(line), "{shown}");
    let output = command(&["doctor"]).envs(nothing).env("ALLIDE_SIMD", "").output().unwrap();
    assert!(!String::from_utf8(output.stdout).unwrap().contains("ALLIDE_SIMD"));
}

#[test]
fn a_cap_that_means_nothing_is_an_error() {
    for (name, words) in [("ALLIDE_SIMD", "plain, avx2 or avx512"), ("ALLIDE_GPU_FEATURES", "plain")] {
        let output = command(&["check", "apart.obj"]).env(name, "fast").output().unwrap();
        assert_eq!(status(&output), 2);
        assert_eq!(stderr(&output), format!("allide: error: {name} is \"fast\", but must be {words}\n"));
        assert_eq!(status(&command(&["--help"]).env(name, "fast").output().unwrap()), 0);
    }
}

/// Vulkan finds no drivers then.
#[cfg(target_os = "linux")]
#[test]
fn without_an_adapter_the_doctor_says_what_to_install() {
    let doctor = |name: &str| {
        let nothing = [("VK_DRIVER_FILES", "/nothing"), ("VK_ICD_FILENAMES", "/nothing"), ("ALLIDE_ADAPTER", name)];
        let output = command(&["doctor"]).envs(nothing).env_remove("ALLIDE_GPU_FEATURES").output().unwrap();
        assert_eq!(status(&output), 0);
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = doctor("");
    assert!(shown.contains("GPU      no adapter\n") && shown.contains("mesa-vulkan-drivers"), "{shown}");
    assert!(shown.contains("--device auto  the CPU: there is no adapter\n"), "{shown}");
    let shown = doctor("no such GPU");
    assert!(shown.contains("--device auto  an error: ") && shown.contains("no such GPU"), "{shown}");
}

/// A 3MF file of one item: two unit squares that cross, as components.
fn crossing_components(unit: &str) -> Vec<u8> {
    let mesh = r#"<mesh><vertices><vertex x="-1" y="-1" z="0"/><vertex x="1" y="-1" z="0"/><vertex x="1" y="1" z="0"/></vertices>
        <triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>"#;
    let components = r#"<components><component objectid="1"/>
        <component objectid="1" transform="1 0 0 0 0 1 0 1 0 0 0 0"/></components>"#;
    let model = format!(
        r#"<model unit="{unit}"><resources><object id="1" name="plate">{mesh}</object>
        <object id="2" name="cross">{components}</object></resources><build><item objectid="2"/></build></model>"#
    );
    stored_zip("3D/3dmodel.model", model.as_bytes())
}

/// A zip archive of one file, not compressed.
fn stored_zip(name: &str, bytes: &[u8]) -> Vec<u8> {
    let (size, length) = ((bytes.len() as u32).to_le_bytes(), (name.len() as u16).to_le_bytes());
    let sum = bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    });
    let about = [&[0; 8][..], &(!sum).to_le_bytes(), &size, &size, &length, &[0, 0]].concat();
    let local = [b"PK\x03\x04\x14\0", &about[..], name.as_bytes(), bytes].concat();
    let central = [b"PK\x01\x02\x14\0\x14\0", &about[..], &[0; 14], name.as_bytes()].concat();
    let (start, size) = ((local.len() as u32).to_le_bytes(), (central.len() as u32).to_le_bytes());
    let end = [&b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &size, &start, &[0, 0]].concat();
    [local, central, end].concat()
}

#[test]
fn components_of_an_item_are_tested_against_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cross.3mf");
    std::fs::write(&file, crossing_components("inch")).unwrap();
    let output = allide(&["check", text(&file), "--json", "-"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["unit"], "inch");
    assert_eq!(report["objects"][1]["name"], "cross/plate#2");
    assert_eq!(report["pairs"][0]["class"], "hard");
    assert_eq!(status(&allide(&["check", text(&file), "--whole", "--self"])), 1);
}

#[test]
fn files_are_brought_to_one_unit_and_warnings_say_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.3mf"), crossing_components("inch")).unwrap();
    // 2 inches to the right of the origin, in millimetres.
    std::fs::write(folder.path().join("b.obj"), "v 50.8 0 0\nv 50.8 9 0\nv 50.8 0 9\nf 1 2 3\n").unwrap();
    let check = |flags: &[&str]| {
        let output = allide(&[&["check", text(folder.path()), "--ignore", "cross*:cross*"], flags].concat());
        (status(&output), String::from_utf8(output.stdout.clone()).unwrap(), stderr(&output))
    };
    let (status, table, warnings) = check(&["--units", "mm", "--clearance", "1.01"]);
    assert_eq!((status, warnings.as_str()), (1, ""));
    assert!(
        table.starts_with("3 objects (3 not closed), 3 triangles, in inches\n") && table.contains(" 1.0"),
        "{table}"
    );
    let (status, table, warnings) = check(&["--clearance", "1.01"]);
    assert_eq!(status, 0, "{table}");
    assert!(warnings.contains("b.obj: the file says no unit and is taken to be in inches, like "), "{warnings}");
    let (status, _, warnings) = check(&["--units", "cubit"]);
    assert!(status == 2 && warnings.contains("\"cubit\" is no unit"), "{warnings}");
}

#[test]
fn a_repaired_file_is_read_and_what_it_lacks_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    let bad = facet.replace("1 0 0", "nan 0 0");
    std::fs::write(folder.path().join("a.stl"), format!("solid\n{facet}{bad}{bad}endsolid\n")).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "").unwrap();
    let output = allide(&["check", text(folder.path()), "--self"]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("is not finite"), "{}", stderr(&output));
    let output = allide(&["check", text(folder.path()), "--self", "--repair", "--json", "-"]);
    assert_eq!(status(&output), 0);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["notes"][0]["first"], "notes.txt");
    assert_eq!(report["notes"][1]["text"], "left out: a corner of a triangle has no finite coordinates");
    assert_eq!((&report["notes"][1]["count"], &report["notes"][1]["first"]), (&2.into(), &"line 10".into()));
    let notes = stderr(&output);
    assert!(notes.contains("allide: note: ") && notes.contains("left out: ") && notes.contains("(2 times)"), "{notes}");
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = allide(&["completions", shell]);
        assert_eq!(status(&output), 0);
        assert!(String::from_utf8(output.stdout).unwrap().contains("clearance"), "{shell}");
    }
}

#[test]
fn help_fits_a_screen() {
    for args in [&["--help"][..], &["check", "--help"], &["doctor", "--help"]] {
        let help = String::from_utf8(allide(args).stdout).unwrap();
        assert!(help.lines().count() <= 60, "{help}");
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    }
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
    assert_eq!(stderr(&output), "allide: stopped: interrupted; nothing is left half written\n");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["bunnies.obj"]);
}
