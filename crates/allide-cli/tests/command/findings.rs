//! Which classes are findings, and how much of a list is shown.

use crate::{allide, status, stdout, text};
use allide::{Pose, Scene};
use allide_scenes::shapes::cuboid;
use std::path::{Path, PathBuf};

/// A scene of boxes, each from one corner to another.
fn write(folder: &Path, name: &str, boxes: &[[[f64; 3]; 2]]) -> PathBuf {
    let mut scene = Scene::new();
    for (number, &[low, high]) in boxes.iter().enumerate() {
        scene.add(format!("box{number}"), &cuboid(low, high), Pose::IDENTITY);
    }
    let path = folder.join(name);
    allide_io::write_file(&path, &scene).unwrap();
    path
}

/// Two unit boxes with a gap between them, or an overlap.
fn two(folder: &Path, gap: f64) -> PathBuf {
    write(folder, "two.obj", &[[[0.0; 3], [1.0; 3]], [[1.0 + gap, 0.0, 0.0], [2.0 + gap, 1.0, 1.0]]])
}

fn check(path: &Path, flags: &str) -> (i32, String) {
    let output = allide(
        &["check", text(path), "--device", "cpu"].into_iter().chain(flags.split_whitespace()).collect::<Vec<_>>(),
    );
    (status(&output), stdout(&output))
}

#[test]
fn contact_is_counted_and_a_finding_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = two(folder.path(), 0.0);
    let (status, said) = check(&path, "");
    assert!(
        status == 0 && said.starts_with("clear: ") && said.contains("\n1 pair touches, not shown (--touch"),
        "{said}"
    );
    let (status, said) = check(&path, "--touch");
    assert!(status == 1 && said.contains("  touch  ") && said.contains("\n1 touch | "), "{said}");
    assert_eq!([check(&path, "--any").0, check(&path, "--any --touch").0], [0, 1]);
    for kind in ["--json -", "--csv -"] {
        let (status, said) = check(&path, kind);
        assert!(status == 0 && said.contains("touch"), "{said}");
    }
}

/// The headline combination: nothing that is nearer than D is clear, and what is worse is never clear where what is less is not.
#[test]
fn no_tolerance_hides_what_is_closer_than_the_clearance() {
    let folder = tempfile::tempdir().unwrap();
    for gap in [0.05, 0.0, -0.0005, -0.5] {
        let path = two(folder.path(), gap);
        for flags in ["", "--any", "--shallow", "--no-depth", "--touch", "--any --touch"] {
            let (status, said) = check(&path, &format!("--clearance 0.1 --tolerance 0.001 {flags}"));
            assert!(status == 1 && !said.contains("clear:"), "{gap} {flags}: {said}");
        }
    }
    let path = two(folder.path(), -0.0005);
    let (status, said) = check(&path, "--tolerance 0.001");
    assert!(
        status == 0 && said.contains("no overlap beyond the tolerance\n1 pair shallower than 0.001 not shown"),
        "{said}"
    );
    for flags in ["--shallow", "--touch", "--any --shallow", "--any --touch"] {
        assert_eq!(check(&path, &format!("--tolerance 0.001 {flags}")).0, 1, "{flags}");
    }
    // Inside, and far from the surface: found, though nothing is closer than D.
    let inside = write(folder.path(), "inside.obj", &[[[0.0; 3], [9.0; 3]], [[4.0; 3], [5.0; 3]]]);
    assert_eq!([check(&inside, "--clearance 0.1").0, check(&inside, "--clearance 0.1 --any").0], [1, 1]);
}

#[test]
fn the_first_finding_is_one_of_the_whole_run() {
    let folder = tempfile::tempdir().unwrap();
    for gap in [0.05, 0.0, -0.0005, -0.5] {
        let path = two(folder.path(), gap);
        for flags in 0..32 {
            let words = ["--clearance 0.01", "--tolerance 0.001", "--shallow --min-volume 1e-6", "--touch", "--self"];
            let given: Vec<&str> = (0..5).filter(|bit| flags >> bit & 1 == 1).map(|bit| words[bit]).collect();
            let given = given.join(" ") + " --no-depth";
            let [whole, any] = ["", " --any"].map(|any| check(&path, &(given.clone() + any)).0);
            assert_eq!(whole, any, "{gap} {given}");
        }
    }
}

#[test]
fn little_volume_is_shallow_and_a_tolerance_needs_no_measurement() {
    let folder = tempfile::tempdir().unwrap();
    // A corner of a cube of 0.1 in another.
    let path = write(folder.path(), "corner.obj", &[[[0.0; 3], [1.0; 3]], [[0.9; 3], [1.9; 3]]]);
    let (status, said) = check(&path, "--min-volume 0.002");
    assert!(status == 0 && said.contains("1 pair of at most 0.002 in volume not shown (--shallow"), "{said}");
    assert_eq!(check(&path, "--min-volume 0.0005").0, 1);
    assert_eq!([check(&path, "--min-volume 0").0, check(&path, "--shallow").0], [2, 2]);
    for (tolerance, expected) in [("0.5", 0), ("0.01", 1)] {
        let (status, said) = check(&path, &format!("--tolerance {tolerance} --no-depth"));
        assert!(status == expected && !said.contains("penetration"), "{said}");
    }
    let (_, said) = check(&path, "--tolerance 0.5 --no-depth --json -");
    assert!(said.contains("\"class\":\"shallow\"") && !said.contains("\"shared\""), "{said}");
}

/// Boxes in pairs, each two overlapping more than the two before.
fn ladder(folder: &Path, count: usize) -> PathBuf {
    let of = |k: usize| {
        let (x, reach) = (4.0 * k as f64, 0.01 * (k + 1) as f64);
        [[[x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]], [[x + 1.0 - reach, 0.0, 0.0], [x + 2.0, 1.0, 1.0]]]
    };
    write(folder, "ladder.obj", &(0..count).flat_map(of).collect::<Vec<_>>())
}

#[test]
fn the_worst_rows_are_shown_with_a_count_of_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = ladder(folder.path(), 50);
    let (_, all) = check(&path, "");
    assert_eq!(all.lines().filter(|line| line.contains("  hard  ")).count(), 50);
    let (status, said) = check(&path, "--top 3");
    assert_eq!((status, said.lines().filter(|line| line.contains("  hard  ")).count()), (1, 3));
    assert!(said.contains("\n... and 47 more (--top 50 lists them)\n") && said.contains("\n50 hard | "), "{said}");
    assert!(said.contains("1  box98     box99     hard"), "{said}");
    assert_eq!(check(&path, "--top 0").0, 2);
    let (_, csv) = check(&path, "--csv -");
    assert!(csv.lines().nth(1).unwrap().contains(",box98,box99,hard,"), "{csv}");
    assert!(csv.lines().nth(1).unwrap().contains("ladder.obj"), "{csv}");
}

#[test]
fn many_objects_are_inspected_by_kind_of_problem() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = Scene::new();
    for number in 0..100 {
        // Cubes without some of their triangles.
        let whole = cuboid([0.0; 3], [1.0; 3]);
        let triangles = whole.triangles()[..12 - number % 4].to_vec();
        let points = whole.positions().iter().map(|point| point.to_array()).collect();
        let at = Pose::translation(3.0 * number as f64, 0.0, 0.0).unwrap();
        scene.add(format!("part{number}"), &allide::Mesh::new(points, triangles).unwrap(), at);
    }
    let path = folder.path().join("parts.obj");
    allide_io::write_file(&path, &scene).unwrap();
    let said = |flags: &[&str]| stdout(&allide(&[&["inspect", text(&path), "--device", "cpu"][..], flags].concat()));
    let (short, top, all) = (said(&[]), said(&["--top", "2"]), said(&["--all"]));
    assert!(short.lines().count() < 25, "{short}");
    let kind = short.lines().find(|line| line.starts_with("open ")).expect("a row by kind");
    assert!(kind.contains(" 75 ") && kind.contains("part3: "), "{kind}");
    assert!(short.contains("\n... and 90 more (--top 100 lists them)\n"), "{short}");
    assert_eq!([&short, &top, &all].map(|text| text.matches("close the holes").count()), [0, 2, 75]);
    assert!(all.lines().any(|line| line.ends_with(" part99")), "{all}");
}

/// Boxes in one object.
fn one(folder: &Path, boxes: &[[[f64; 3]; 2]]) -> PathBuf {
    let boxes: Vec<_> = boxes.iter().map(|&[low, high]| cuboid(low, high)).collect();
    let mut scene = Scene::new();
    scene.add("part", &allide_scenes::shapes::merge(boxes.iter().map(|part| (part, Pose::IDENTITY))), Pose::IDENTITY);
    let path = folder.join("one.obj");
    allide_io::write_file(&path, &scene).unwrap();
    path
}

#[test]
fn what_overlaps_itself_also_tells_how_close_it_comes_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    let crossing = [[[0.0; 3], [1.0; 3]], [[0.5; 3], [1.5; 3]]];
    // Two plates that face each other.
    let facing = [[[9.0, 0.0, 0.0], [10.0, 4.0, 4.0]], [[10.125, 0.0, 0.0], [11.0, 4.0, 4.0]]];
    let flags = "--self --clearance 0.25 --json -";
    let (_, both) = check(&one(folder.path(), &[crossing, facing].concat()), flags);
    let (_, crossed) = check(&one(folder.path(), &crossing), flags);
    let (_, near) = check(&one(folder.path(), &facing), flags);
    let facts = |json: &str| {
        let report: serde_json::Value = serde_json::from_str(json).unwrap();
        let pair = &report["pairs"][0];
        (pair["class"].as_str().map(str::to_owned), pair["distance"].as_f64(), pair["points"].is_array())
    };
    assert_eq!(facts(&near), (Some("clearance".to_owned()), Some(0.125), true));
    assert_eq!(facts(&crossed), (Some("self".to_owned()), None, false));
    assert_eq!(facts(&both), (Some("self".to_owned()), Some(0.125), true), "{both}");
    let (status, table) = check(&folder.path().join("one.obj"), "--self --clearance 0.25");
    assert_eq!(status, 1, "{table}");
    // Written files can be read again.
    let both = one(folder.path(), &[crossing, facing].concat());
    let report = folder.path().join("report.json");
    assert_eq!(check(&both, &format!("--self --clearance 0.25 --quiet --json {}", text(&report))).0, 1);
    allide_io::report::Document::read_json(&std::fs::read(&report).unwrap()[..]).expect("a report");
}

#[test]
fn a_volume_that_is_not_known_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let tangled = [cuboid([0.0; 3], [2.0; 3]), cuboid([1.0; 3], [3.0; 3])];
    let mut scene = Scene::new();
    let merged = allide_scenes::shapes::merge(tangled.iter().map(|part| (part, Pose::IDENTITY)));
    scene.add("tangled", &merged, Pose::IDENTITY);
    scene.add("box", &cuboid([1.5, 0.5, 0.5], [2.5, 1.5, 1.5]), Pose::IDENTITY);
    let path = folder.path().join("tangled.obj");
    allide_io::write_file(&path, &scene).unwrap();
    let (_, json) = check(&path, "--json -");
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let shared = &report["pairs"][0]["shared"];
    assert_eq!((shared["unknown"].as_str(), shared["volume"].is_null()), (Some("overlaps-itself"), true), "{json}");
    let (_, json) = check(&two(folder.path(), -0.5), "--json -");
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let shared = &report["pairs"][0]["shared"];
    assert!(shared["unknown"].is_null() && shared["volume"].is_object(), "{json}");
}
