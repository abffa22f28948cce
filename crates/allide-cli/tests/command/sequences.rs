//! `allide check` on sequences, and `allide scene` on motions.

use crate::{command_in, status, stderr, stdout};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

fn allide(folder: &Path, args: &[&str]) -> Output {
    command_in(folder, args).output().unwrap()
}

fn said(output: &Output) -> (i32, String, String) {
    (status(output), stdout(output), stderr(output))
}

/// A wall, and a block that goes through it: files `move.0000.obj` to `move.0007.obj`. In the last two there is a pin, too.
fn write_moves(folder: &Path) {
    for (number, x) in [-3.0, -1.5, -0.75, -0.5, -0.9, -1.0, -2.0, -2.0].into_iter().enumerate() {
        let mut scene = allide::Scene::new();
        let cuboid = allide_scenes::shapes::cuboid;
        let at = |x| allide::Pose::translation(x, 0.0, 0.0).unwrap();
        scene.add("wall", &cuboid([0.0; 3], [1.0, 4.0, 4.0]), allide::Pose::IDENTITY);
        scene.add("block", &cuboid([0.0, 1.0, 1.0], [1.0, 2.0, 2.0]), at(x));
        if number > 5 {
            scene.add("pin", &cuboid([0.0; 3], [0.5, 1.25, 1.25]), at(-1.75));
        }
        allide_io::write_file(&folder.join(format!("move.{number:04}.obj")), &scene).unwrap();
    }
}

#[test]
fn a_sequence_has_a_row_for_each_pair() {
    let folder = tempfile::tempdir().unwrap();
    write_moves(folder.path());
    let (status, table, errors) = said(&allide(folder.path(), &["check", "move.####.obj", "--device", "cpu"]));
    assert_eq!((status, errors.as_str()), (1, ""));
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "8 frames, 2 to 3 objects, 24 to 36 triangles");
    assert_eq!(lines[2], "#  object a  object b  class  penetration  pairs  frames");
    assert_eq!(lines[3], "1  wall      block     hard         0.500     12  2–4, worst at 3");
    assert_eq!(lines[4], "2  block     pin       hard         0.250     16  6–7, worst at 6");
    assert_eq!(lines[6], "2 hard | findings in 5 of 8 frames, worst in frame 3: 1 hard, 12 triangle pairs");
    assert_eq!(lines[7], "1 pair touches in some frame, not shown (--touch lists them)");
    assert!(lines[8].starts_with("exact | divide, cpu, ") && lines[8].contains(" ms a frame, at most "), "{table}");
    let (_, table, _) =
        said(&allide(folder.path(), &["check", "move.####.obj", "--device", "cpu", "--touch", "--top", "1"]));
    assert!(table.contains("2–5, worst at 3\n... and 1 more (--top 2 lists them)\n"), "{table}");
    let (status, table, _) = said(&allide(folder.path(), &["check", "move.####.obj", "--frames", "0..1"]));
    assert!(status == 0 && table.starts_with("clear: 2 frames, 2 objects, 24 triangles examined\n"), "{table}");
    let (_, table, _) = said(&allide(folder.path(), &["check", "move.####.obj", "--frames", "1..", "--every", "3"]));
    assert!(table.starts_with("3 frames, ") && table.contains("1  block") && table.contains("  7\n"), "{table}");
}

#[test]
fn reports_on_sequences_are_those_of_their_frames() {
    let folder = tempfile::tempdir().unwrap();
    write_moves(folder.path());
    let flags = ["--self", "--clearance", "0.6", "--device", "cpu", "--exit-zero", "--json", "-"];
    let check = |file: &str| -> Value {
        let args: Vec<&str> = ["check", file].into_iter().chain(flags).collect();
        let (status, json, errors) = said(&allide(folder.path(), &args));
        assert_eq!((status, errors.as_str()), (0, ""));
        serde_json::from_str(&json).unwrap()
    };
    let all = check("move.####.obj");
    for (number, frame) in all["frames"].as_array().unwrap().iter().enumerate() {
        let alone = check(&format!("move.{number:04}.obj"));
        assert_eq!(frame["frame"], number);
        for field in ["guarantee", "asked", "pairs", "totals"] {
            assert_eq!(frame["report"][field], alone[field], "frame {number}: {field}");
        }
    }
    assert_eq!(all["totals"], serde_json::json!({ "frames": 8, "with_findings": 7, "pairs": 2 }));
    let written =
        allide(folder.path(), &["check", "move.####.obj", "--csv", "all.csv", "--picture", "worst.png", "-q"]);
    assert_eq!(said(&written), (1, String::new(), String::new()));
    let csv = std::fs::read_to_string(folder.path().join("all.csv")).unwrap();
    let frames: Vec<&str> = csv.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(frames, ["frame", "2", "3", "4", "5", "6", "7"]);
    assert!(folder.path().join("worst.png").metadata().unwrap().len() > 1_000);
}

#[test]
fn the_first_finding_of_any_frame_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    write_moves(folder.path());
    let (status, text, _) = said(&allide(folder.path(), &["check", "move.####.obj", "--any"]));
    assert!(status == 1 && text.starts_with("frame 2: found: wall and block: "), "{text}");
    let (status, text, _) = said(&allide(folder.path(), &["check", "move.####.obj", "--any", "--frames", "..1"]));
    assert_eq!((status, text.as_str()), (0, "clear\n"));
}

#[test]
fn rules_hold_for_objects_that_come_later() {
    let folder = tempfile::tempdir().unwrap();
    write_moves(folder.path());
    let check = |flags: &[&str]| {
        let args: Vec<&str> = ["check", "move.####.obj"].iter().chain(flags).copied().collect();
        said(&allide(folder.path(), &args))
    };
    let (status, table, errors) = check(&["--between", "pin:block"]);
    assert!(
        status == 1 && errors.is_empty() && table.contains("1 hard | findings in 2 of 8 frames"),
        "{table}{errors}"
    );
    let (status, table, _) = check(&["--ignore", "wall:block"]);
    assert!(status == 1 && table.contains("1 hard"), "{table}");
    let (status, _, errors) = check(&["--between", "pim:block"]);
    assert!(
        status == 2 && errors.contains("nothing to examine in any frame: --between: nothing is named like \"pim\""),
        "{errors}"
    );
    let (_, _, errors) = check(&["--ignore", "pim:block"]);
    assert!(errors.contains("warning: --ignore: nothing is named like \"pim\""), "{errors}");
}

#[test]
fn a_sequence_and_files_that_stand_still_are_one_scene() {
    let folder = tempfile::tempdir().unwrap();
    write_moves(folder.path());
    std::fs::copy(folder.path().join("move.0003.obj"), folder.path().join("still.obj")).unwrap();
    let (status, table, _) = said(&allide(folder.path(), &["check", "move.####.obj", "still.obj", "--across"]));
    assert!(status == 1 && table.starts_with("8 frames, 4 to 5 objects"), "{table}");
    let (status, _, errors) =
        said(&allide(folder.path(), &["check", "move.####.obj", "move.000#.obj", "--frames", "0..9"]));
    assert!(status == 1, "{errors}");
    std::fs::rename(folder.path().join("move.0007.obj"), folder.path().join("last.0007.obj")).unwrap();
    let (status, _, errors) = said(&allide(folder.path(), &["check", "move.####.obj", "last.####.obj"]));
    let expected = "move.####.obj has 7 frames, but last.####.obj has 1; --frames and --every choose as many of both";
    assert!(status == 2 && errors.contains(expected), "{errors}");
}

#[test]
fn what_does_not_move_is_an_error_that_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    write_moves(folder.path());
    let error = |args: &[&str]| {
        let (status, _, errors) = said(&allide(folder.path(), args));
        assert_eq!(status, 2, "{errors}");
        errors
    };
    assert!(error(&["check", "move.0000.obj", "--every", "2"]).contains("nothing moves, so --animation, --fps"));
    assert!(error(&["check", "gone.####.obj"]).contains("there is no file of such a name with a number in it"));
    assert!(error(&["check", "move.####.obj", "--frames", "50.."]).contains("no frame is left to examine"));
    assert!(
        error(&["check", "move.####.obj", "--frames", "5..3"]).contains("the first frame, 5, is after the last, 3")
    );
    assert!(error(&["check", "move.####.obj", "--fps", "0"]).contains("must be a number above 0, or keys"));
    let over = error(&["check", "move.####.obj", "--json", "move.0002.obj"]);
    assert!(over.contains("--json move.0002.obj: this would overwrite a file that is to be examined"), "{over}");
    assert!(error(&["inspect", "move.####.obj"]).contains("is a sequence of frames; name the file of one frame"));
    std::fs::remove_file(folder.path().join("move.0004.obj")).unwrap();
    assert!(
        error(&["check", "move.####.obj"]).contains("move.0004.obj is missing between frames 3 and 5; --frames 0..3")
    );
}

#[test]
fn motions_are_written_as_moments_and_as_frames() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| said(&allide(folder.path(), args));
    let (status, text, errors) = run(&["scene", "ear", "--frames", "3", "-o", "ear.##.ply"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(text, "ear.##.ply: 3 frames from 0 to 2 s, 1 object, 20,000 triangles in the last\n");
    let (_, _, _) = run(&["scene", "ear", "--at", "1", "-o", "one.ply"]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("one.ply"), read("ear.01.ply"));
    let (_, _, _) = run(&["scene", "ear", "-o", "end.ply"]);
    assert_eq!(read("end.ply"), read("ear.02.ply"));
    let (status, table, _) = run(&["check", "ear.##.ply", "--self", "--device", "cpu"]);
    assert!(status == 1 && table.contains("1  ear       ear       self     117  1–2, worst at 2"), "{table}");
    for (args, problem) in [
        (
            &["scene", "plant", "--at", "1", "-o", "x.ply"][..],
            "--at: the scene plant does not move; these do: breaking, leaves, ear",
        ),
        (
            &["scene", "ear", "--frames", "2", "-o", "x.ply"],
            "x.ply has no place for a number; write it like frame.####.obj",
        ),
        (&["scene", "ear", "-o", "x.#.ply"], "a # stands for the number of a frame; add --frames N"),
        (
            &["scene", "plant", "--full", "-o", "x.ply"],
            "--full: the scene plant has one size; these are of papers: breaking, leaves, bunnies, ear, cows",
        ),
        (&["scene", "ear", "--at=-1", "-o", "x.ply"], "--at -1: a time must be 0 or more"),
        (&["scene", "ear", "--frames", "2", "--from", "2", "--to", "1", "-o", "#.ply"], "--from 2 is after --to 1"),
    ] {
        let (status, _, errors) = run(args);
        assert!(status == 2 && errors.contains(problem), "{errors}");
    }
}

#[test]
fn a_gpu_gives_the_same_reports() {
    let folder = tempfile::tempdir().unwrap();
    write_moves(folder.path());
    let check = |device: &str| {
        said(&allide(folder.path(), &["check", "move.####.obj", "--self", "--device", device, "--json", "-"]))
    };
    let (status, json, errors) = check("gpu");
    if status == 2 && std::env::var_os("ALLIDE_REQUIRE_GPU").is_none() {
        #[expect(clippy::print_stderr, reason = "a test that leaves something out says so")]
        {
            eprintln!("left out: {errors}");
        }
        return;
    }
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let (gpu, cpu) = (parse(&json), parse(&check("cpu").1));
    assert_eq!((&gpu["pairs"], &gpu["totals"]), (&cpu["pairs"], &cpu["totals"]));
    for (x, y) in gpu["frames"].as_array().unwrap().iter().zip(cpu["frames"].as_array().unwrap()) {
        assert_eq!(x["report"]["pairs"], y["report"]["pairs"]);
    }
}
