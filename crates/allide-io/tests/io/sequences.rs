//! Numbered files and NPZ files, and what carries over from frame to frame.

use crate::common::*;
use allide::{Engine, Mesh, Pose, Scene, SelfOverlaps, Solids};
use allide_io::report::{Answers, Course, Detail, SequenceDocument, SequenceReport, Source};
use allide_io::{Options, Playback, Rate, Sequence, Stamp};
use allide_scenes::shapes::cuboid;
use serde_json::Value;
use std::io::Write;
use std::path::Path;

fn open(path: &Path, playback: &Playback) -> Result<Sequence, String> {
    let folder = path.parent().unwrap().display().to_string();
    Sequence::open(path, &Options::default(), playback).map_err(|error| error.to_string().replace(&folder, "DIR"))
}

fn frames(first: Option<u64>, last: Option<u64>, every: usize) -> Playback {
    Playback { first, last, every, ..Playback::default() }
}

fn numbers(sequence: &Sequence) -> Vec<u64> {
    sequence.stamps().iter().map(|stamp| stamp.number).collect()
}

/// A triangle whose first corner is at `x`.
fn triangle(name: &str, x: f64) -> String {
    format!("o {name}\nv {x} 0 0\nv 2 0 0\nv 0 2 0\nf -3 -2 -1\n")
}

#[test]
fn numbered_files_are_frames_and_objects_are_matched_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let write = |number: u32, text: String| {
        std::fs::write(folder.path().join(format!("f.{number:03}.obj")), text).unwrap();
    };
    write(8, triangle("lid", 0.0) + &triangle("base", 0.0));
    // The base comes first, and is as before.
    write(9, triangle("base", 0.0) + &triangle("lid", 0.5));
    // Another shape, and one that is new.
    write(10, "o lid\nv 0 0 0\nv 2 0 0\nv 0 2 0\nv 2 2 0\nf 1 2 3\nf 2 4 3\n".to_owned() + &triangle("pin", 0.0));
    std::fs::write(folder.path().join("f.obj"), "no frame").unwrap();
    std::fs::write(folder.path().join("f.009.stl"), "no frame").unwrap();
    for pattern in ["f.###.obj", "f.%03d.obj", "f.#.obj"] {
        let path = folder.path().join(pattern);
        assert!(Sequence::is_named_by(&path));
        let mut sequence = open(&path, &Playback::default()).unwrap();
        assert_eq!(numbers(&sequence), [8, 9, 10]);
        assert!(sequence.stamps().iter().all(|stamp| stamp.time.is_none()));
        let read: Vec<_> = (0..3).map(|frame| sequence.read(frame, &mut |_| {}).unwrap().objects).collect();
        assert_eq!(outline(&read[0]), [("lid", 1), ("base", 1)]);
        assert_eq!(outline(&read[1]), [("base", 1), ("lid", 1)]);
        assert_eq!(outline(&read[2]), [("lid", 2), ("pin", 1)]);
        assert!(read[1][0].mesh.is_same(&read[0][1].mesh), "the base did not change");
        assert_eq!(positions(&read[1][1])[0], [0.5, 0.0, 0.0]);
        assert!(read.iter().flatten().all(|object| object.source == path.display().to_string()));
    }
    let timed = Playback { rate: Some(Rate::PerSecond(2.0)), ..Playback::default() };
    assert_eq!(open(&folder.path().join("f.###.obj"), &timed).unwrap().stamps()[1].time, Some(4.5));
    assert!(!Sequence::is_named_by(&folder.path().join("f.obj")));
    // What exists under that name is a file.
    std::fs::write(folder.path().join("f#.obj"), triangle("lid", 0.0)).unwrap();
    assert!(!Sequence::is_named_by(&folder.path().join("f#.obj")));
}

#[test]
fn files_without_names_are_called_after_the_pattern() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..2 {
        let text = triangle("", 0.0).replace("o \n", "");
        std::fs::write(folder.path().join(format!("rod_{number:04}.obj")), text).unwrap();
    }
    let mut sequence = open(&folder.path().join("rod_####.obj"), &Playback::default()).unwrap();
    let [one, two] = [0, 1].map(|frame| sequence.read(frame, &mut |_| {}).unwrap().objects.remove(0));
    assert_eq!([one.name.as_str(), two.name.as_str()], ["rod", "rod"]);
    assert!(one.mesh.is_same(&two.mesh));
}

#[test]
fn gaps_and_bad_frames_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f##.obj");
    let error = |playback: &Playback| open(&path, playback).unwrap_err();
    assert_eq!(error(&Playback::default()), "DIR/f##.obj: there is no file of such a name with a number in it");
    for number in [3, 4, 5, 8, 9] {
        std::fs::write(folder.path().join(format!("f{number:02}.obj")), triangle("lid", 0.0)).unwrap();
    }
    let gap = "DIR/f##.obj: f06.obj is missing between frames 5 and 8; --frames 3..5 examines those before it";
    assert_eq!(error(&Playback::default()), gap);
    let chosen = |first, last, every| numbers(&open(&path, &frames(first, last, every)).unwrap());
    assert_eq!(chosen(None, Some(5), 1), [3, 4, 5]);
    assert_eq!(chosen(Some(8), None, 1), [8, 9]);
    assert_eq!(chosen(Some(3), Some(5), 2), [3, 5]);
    assert_eq!(chosen(Some(4), Some(4), 9), [4]);
    assert_eq!(
        error(&frames(Some(20), None, 1)),
        "DIR/f##.obj: no frame is left to examine; choose others with --frames"
    );
    let keys = Playback { rate: Some(Rate::Keyframes), ..Playback::default() };
    assert!(error(&keys).ends_with("only animations of glTF files have keyframes; give a number of frames a second"));
    let named = Playback { animation: Some("walk".into()), ..Playback::default() };
    assert!(error(&named).ends_with("--animation is for glTF files; leave it out"));

    std::fs::write(folder.path().join("f04.obj"), "v 0 0 0\nf 1 2 3\n").unwrap();
    let mut sequence = open(&path, &frames(None, Some(5), 1)).unwrap();
    assert!(sequence.read(0, &mut |_| {}).is_ok());
    let error = sequence.read(1, &mut |_| {}).unwrap_err().to_string();
    assert!(error.ends_with("f04.obj: line 2: the face uses vertex 3, but there are 1"), "{error}");
    let error = open(&folder.path().join("none/f#.obj"), &Playback::default()).unwrap_err();
    assert!(error.contains("the folder DIR cannot be read: there is no such file"), "{error}");
    std::fs::write(folder.path().join("f3.obj"), triangle("lid", 0.0)).unwrap();
    let error = open(&folder.path().join("f#.obj"), &Playback::default()).unwrap_err();
    assert!(error.ends_with("have the same number; remove one, or write a # for each digit"), "{error}");
    let error = open(&folder.path().join("f03.obj"), &frames(Some(0), None, 1)).unwrap_err();
    assert!(error.contains("the file holds one frame; name a pattern"), "{error}");
}

/// An array as NumPy writes it.
fn npy(kind: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    header.push_str(&" ".repeat((64 - (11 + header.len()) % 64) % 64));
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(numbers);
    bytes
}

fn npz(arrays: &[(&str, Vec<u8>)], compressed: bool) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let method = if compressed { zip::CompressionMethod::Deflated } else { zip::CompressionMethod::Stored };
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in arrays {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Two frames of the square, the second higher by 3, with a vertex that no triangle uses in front.
fn coordinates() -> Vec<f64> {
    let frame = |z: f64| [[9.0; 3]].into_iter().chain(SQUARE).flat_map(move |[x, y, _]| [x, y, z]);
    frame(0.0).chain(frame(3.0)).collect()
}

fn faces(kind: &str) -> Vec<u8> {
    let indices = SQUARE_FAN.iter().flatten().map(|index| i64::from(index + 1));
    match kind {
        "<i4" | "<u4" => indices.flat_map(|index| (index as i32).to_le_bytes()).collect(),
        ">i8" => indices.flat_map(i64::to_be_bytes).collect(),
        "|u1" => indices.map(|index| index as u8).collect(),
        _ => indices.flat_map(i64::to_le_bytes).collect(),
    }
}

#[test]
fn positions_in_npz_files_are_frames() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cloth.npz");
    let long: Vec<u8> = coordinates().iter().flat_map(|x| x.to_le_bytes()).collect();
    let short: Vec<u8> = coordinates().iter().flat_map(|&x| (x as f32).to_le_bytes()).collect();
    let big: Vec<u8> = coordinates().iter().flat_map(|x| x.to_be_bytes()).collect();
    for (kind, numbers) in [("<f8", &long), ("<f4", &short), (">f8", &big)] {
        for index in ["<i4", "<i8", "<u4", ">i8", "|u1"] {
            let arrays = [
                ("positions.npy", npy(kind, "(2, 5, 3)", numbers)),
                ("faces.npy", npy(index, "(2, 3)", &faces(index))),
            ];
            std::fs::write(&path, npz(&arrays, index == "<i8")).unwrap();
            let mut sequence = open(&path, &Playback::default()).unwrap();
            let [flat, high] = [0, 1].map(|frame| sequence.read(frame, &mut |_| {}).unwrap().objects.remove(0));
            assert_square(&flat);
            assert_eq!((flat.name.as_str(), high.mesh.triangles()), ("cloth", &SQUARE_FAN[..]));
            assert_eq!(positions(&high), SQUARE.map(|[x, y, _]| [x, y, 3.0]));
        }
    }
    // One frame needs no number of frames.
    let one =
        [("positions.npy", npy("<f8", "(5, 3)", &long[..120])), ("faces.npy", npy("<i4", "(2, 3)", &faces("<i4")))];
    std::fs::write(&path, npz(&one, false)).unwrap();
    assert_eq!(open(&path, &Playback::default()).unwrap().stamps(), [Stamp { number: 0, time: None }]);
}

#[test]
fn bad_npz_files_are_refused_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npz");
    let numbers: Vec<u8> = coordinates().iter().flat_map(|x| x.to_le_bytes()).collect();
    let positions = || npy("<f8", "(2, 5, 3)", &numbers);
    let triangles = || npy("<i4", "(2, 3)", &faces("<i4"));
    let refused = |arrays: &[(&str, Vec<u8>)]| {
        std::fs::write(&path, npz(arrays, false)).unwrap();
        let read = |mut sequence: Sequence| sequence.read(0, &mut |_| {}).map_err(|error| error.to_string());
        let error = open(&path, &Playback::default()).and_then(read).unwrap_err();
        error.rsplit("a.npz: ").next().unwrap().to_owned()
    };
    let with = |positions: Vec<u8>, faces: Vec<u8>| refused(&[("positions.npy", positions), ("faces.npy", faces)]);
    let missing = "the archive has no array \"faces\" but positions; save numpy.savez(FILE, positions=…, faces=…)";
    assert_eq!(refused(&[("positions.npy", positions())]), missing);
    let shape = "positions.npy: the shape is [30], but should be (frames, vertices, 3)";
    assert_eq!(with(npy("<f8", "(30,)", &numbers), triangles()), shape);
    let shape = "faces.npy: the shape is [6], but should be (triangles, 3)";
    assert_eq!(with(positions(), npy("<i4", "(6,)", &faces("<i4"))), shape);
    let held = "positions.npy: an array of shape [2, 5, 3] does not take the 239 bytes that there are";
    assert_eq!(with(npy("<f8", "(2, 5, 3)", &numbers[1..]), triangles()), held);
    let held =
        "positions.npy: an array of shape [18446744073709551615, 5, 3] does not take the 240 bytes that there are";
    assert_eq!(with(npy("<f8", "(18446744073709551615, 5, 3)", &numbers), triangles()), held);
    let kind = "positions.npy: numbers of type \"<f2\" are not supported; save float32, float64, int32 or int64";
    assert_eq!(with(npy("<f2", "(2, 5, 3)", &numbers[..60]), triangles()), kind);
    let kind = "positions.npy: the array does not hold floats; save it as float32 or float64";
    assert_eq!(with(npy("<i8", "(2, 5, 3)", &numbers), triangles()), kind);
    let kind = "faces.npy: the array does not hold integers; save it as int32 or int64";
    assert_eq!(with(positions(), npy("<f4", "(2, 3)", &faces("<i4"))), kind);
    for (index, shown) in [(5i32, "5"), (-1, "-1")] {
        let mut bad = faces("<i4");
        bad[12..16].copy_from_slice(&index.to_le_bytes());
        let used = format!("faces.npy: triangle 1 uses vertex {shown}, but there are 5");
        assert_eq!(with(positions(), npy("<i4", "(2, 3)", &bad)), used);
    }
    let mut bad = numbers.clone();
    bad[32..40].copy_from_slice(&f64::NAN.to_le_bytes());
    let value = "frame 0: positions.npy: vertex 1 has the coordinate NaN, which is not finite";
    assert_eq!(with(npy("<f8", "(2, 5, 3)", &bad), triangles()), value);
    let fortran = String::from_utf8_lossy(&positions()).contains("False");
    assert!(fortran, "or else the next one tests nothing");
    let turned: Vec<u8> = {
        let mut bytes = positions();
        let at = bytes.windows(5).position(|word| word == b"False").unwrap();
        bytes[at..at + 5].copy_from_slice(b"True ");
        bytes
    };
    assert!(with(turned, triangles()).ends_with("the array is in Fortran order; save it with numpy.ascontiguousarray"));
    for length in [0, 3, 9, 11, 40] {
        let error = with(positions()[..length].to_vec(), triangles());
        assert!(error.starts_with("positions.npy: "), "{error}");
    }
    let empty = with(npy("<f8", "(0, 5, 3)", &[]), triangles());
    assert_eq!(empty, "no frame is left to examine; choose others with --frames");
    std::fs::write(&path, b"PK\x03\x04").unwrap();
    assert!(open(&path, &Playback::default()).unwrap_err().contains("the zip archive is damaged"));
}

#[test]
fn repair_leaves_out_bad_triangles_of_npz_files() {
    let mut bad = faces("<i4");
    bad[12..16].copy_from_slice(&(-1i32).to_le_bytes());
    let mut numbers: Vec<u8> = coordinates().iter().flat_map(|x| x.to_le_bytes()).collect();
    // The last vertex of the second frame, which is one of the second triangle alone.
    numbers[232..240].copy_from_slice(&f64::NAN.to_le_bytes());
    let open = |faces: Vec<u8>, repair: bool| {
        let arrays =
            [("positions.npy", npy("<f8", "(2, 5, 3)", &numbers)), ("faces.npy", npy("<i4", "(2, 3)", &faces))];
        let options = Options { repair, ..Options::default() };
        Sequence::of_bytes("a.npz", npz(&arrays, false), &options, &Playback::default())
    };
    let error = open(bad.clone(), false).unwrap_err().to_string();
    assert_eq!(error, "a.npz: faces.npy: triangle 1 uses vertex -1, but there are 5");
    let mut sequence = open(bad, true).unwrap();
    for frame in 0..2 {
        let content = sequence.read(frame, &mut |_| {}).unwrap();
        assert_eq!(content.objects[0].mesh.triangles(), [[0, 1, 2]]);
        let note = content.notes[0].to_string();
        assert_eq!(note, "a.npz: faces.npy: triangle 1: left out: a triangle uses a vertex that is not there");
    }
    let error = open(faces("<i4"), false).unwrap().read(1, &mut |_| {}).unwrap_err().to_string();
    assert!(error.ends_with("vertex 4 has the coordinate NaN, which is not finite"), "{error}");
    let mut sequence = open(faces("<i4"), true).unwrap();
    let [whole, part] = [0, 1].map(|frame| sequence.read(frame, &mut |_| {}).unwrap());
    assert_eq!((whole.objects[0].mesh.triangles().len(), whole.notes.len()), (2, 0));
    assert_eq!((part.objects[0].mesh.triangles().len(), part.notes.len()), (1, 1));
}

#[test]
fn frames_without_vertices_are_none_however_many() {
    let none =
        [("positions.npy", npy("<f8", "(1000000000000000000, 0, 3)", &[])), ("faces.npy", npy("<i4", "(0, 3)", &[]))];
    let open = |arrays: &[(&str, Vec<u8>)]| {
        let opened = Sequence::of_bytes("a.npz", npz(arrays, true), &Options::default(), &Playback::default());
        opened.unwrap_err().to_string()
    };
    assert_eq!(open(&none), "a.npz: positions.npy: 1000000000000000000 frames, but at most 1048576 are allowed");
    let some = [("positions.npy", npy("<f8", "(7, 0, 3)", &[])), none[1].clone()];
    assert_eq!(open(&some), "a.npz: no triangle, so there is nothing to examine");
}

#[test]
fn any_bytes_in_a_header_are_refused_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npz");
    let good = npy("<f8", "(2, 5, 3)", &coordinates().iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>());
    let mut random = allide_scenes::Random::new(3);
    for _ in 0..400 {
        let mut bad = good.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(90);
            bad[at] = random.bits() as u8;
        }
        let arrays = [("positions.npy", bad), ("faces.npy", npy("<i4", "(2, 3)", &faces("<i4")))];
        std::fs::write(&path, npz(&arrays, false)).unwrap();
        let _ = open(&path, &Playback::default()).map(|mut sequence| sequence.read(0, &mut |_| {}).is_ok());
    }
}

/// A block that goes through a wall in frames 2 to 4, deepest in the third.
fn answers(frame: u64) -> Answers {
    let mut scene = allide::Scene::new();
    scene.add("wall", &cuboid([0.0; 3], [1.0, 4.0, 4.0]), Pose::IDENTITY);
    let x = [-3.0, -1.5, -0.75, -0.5, -0.9, -2.0][frame as usize];
    scene.add("block", &cuboid([0.0, 1.0, 1.0], [1.0, 2.0, 2.0]), Pose::translation(x, 0.0, 0.0).unwrap());
    let overlaps = Some(Engine::cpu().run(&scene, &Solids::new().measured()).unwrap());
    let (self_overlaps, clearance, nearest, threads) = (None, None, None, 1);
    let (unit, notes, selection) = (None, Vec::new(), Vec::new());
    let sources = vec![Source::default(); 2];
    Answers {
        scene,
        sources,
        unit,
        notes,
        selection,
        overlaps,
        self_overlaps,
        clearance,
        self_clearance: None,
        nearest,
        threads,
    }
}

#[test]
fn a_course_tells_where_a_pair_begins_ends_and_is_worst() {
    let mut course = Course::default();
    for number in [0, 1, 2, 3, 4, 5] {
        let answers = answers(number);
        course.add(Stamp { number: 10 * number, time: None }, &answers, &answers.rows());
    }
    let [pair] = course.pairs()[..] else { panic!("one pair") };
    assert_eq!((pair.object_a.as_str(), pair.object_b.as_str()), ("wall", "block"));
    assert_eq!((pair.first, pair.last, pair.frames, pair.runs), (20, 40, 3, 1));
    assert!(pair.worst.frame == 30 && (pair.worst.penetration.unwrap() - 0.5).abs() < 1e-6, "{:?}", pair.worst);
    assert_eq!((course.frames(), course.frames_with_findings()), (6, 3));
    // It comes back.
    let again = answers(2);
    course.add(Stamp { number: 60, time: None }, &again, &again.rows());
    assert_eq!((course.pairs()[0].runs, course.pairs()[0].last, course.pairs()[0].frames), (2, 60, 4));
}

/// A sheet folded into itself has no depth: of two frames, the one with more is worse, though the other is wider.
#[test]
fn the_worst_frame_is_the_one_with_most_where_nothing_is_measured() {
    let mut course = Course::default();
    for (number, count, spread) in [(92, 2, 9.0), (93, 3, 1.0), (94, 1, 20.0)] {
        // Crosses in one mesh, far from each other.
        let (mut points, mut triangles) = (Vec::new(), Vec::new());
        for at in (0..count).map(|k| spread * f64::from(k)) {
            let first = points.len() as u32;
            points.extend([[at, 0.0, 0.0], [at + 1.0, 0.0, 0.0], [at, 1.0, 0.0]]);
            points.extend([[at + 0.2, 0.2, -0.5], [at + 0.3, 0.2, 0.5], [at + 0.2, 0.3, 0.5]]);
            triangles.extend([[first, first + 1, first + 2], [first + 3, first + 4, first + 5]]);
        }
        let mut scene = Scene::new();
        scene.add("cloth", &Mesh::new(points, triangles).unwrap(), Pose::IDENTITY);
        let within = Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap();
        let answers = Answers { scene, overlaps: None, self_overlaps: Some(within), ..answers(0) };
        course.add(Stamp { number, time: None }, &answers, &answers.rows());
    }
    assert_eq!((course.pairs()[0].worst.frame, course.pairs()[0].worst.triangle_pairs), (93, 3));
    let worst = course.worst_frame().unwrap();
    assert_eq!((worst.frame, worst.triangle_pairs, worst.counts.iter().sum::<usize>()), (93, 3, 1));
}

#[test]
fn reports_on_sequences_keep_to_their_schema_and_are_read_back() {
    let mut report = SequenceReport::new(true, true, Detail::default()).unwrap();
    let all: Vec<Answers> = (0..6).map(answers).collect();
    for (number, answers) in (0..).zip(&all) {
        let stamp = Stamp { number, time: Some(number as f64 / 8.0) };
        report.add(stamp, answers, &answers.rows()).unwrap();
    }
    let mut json = Vec::new();
    report.write_json(&mut json).unwrap();
    let value: Value = serde_json::from_slice(&json).unwrap();
    let schema = sequence_schema();
    let errors: Vec<_> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    // Each frame is a report of its own.
    for (frame, answers) in value["frames"].as_array().unwrap().iter().zip(&all) {
        assert!(crate::report::schema().is_valid(&frame["report"]));
        let mut alone = Vec::new();
        allide_io::report::write_json(&mut alone, answers, Detail::default()).unwrap();
        let alone: Value = serde_json::from_slice(&alone).unwrap();
        assert_eq!(frame["report"], alone);
    }
    let read = SequenceDocument::read_json(&json[..]).unwrap();
    assert_eq!((read.frames.len(), read.pairs.len(), read.totals.with_findings), (6, 1, 3));
    assert_eq!(read.pairs.iter().collect::<Vec<_>>(), report.course().pairs());
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    // A frame and a pair a line.
    assert_eq!(json.iter().filter(|&&byte| byte == b'\n').count(), 4 + 6 + 1 + 1 + 2);
    let mut wrong = value.clone();
    wrong["frames"][0]["frame"] = serde_json::json!(-1);
    assert!(!schema.is_valid(&wrong));

    let mut csv = Vec::new();
    report.write_csv(&mut csv).unwrap();
    let mut rows = csv::Reader::from_reader(&csv[..]);
    assert_eq!(rows.headers().unwrap().iter().take(3).collect::<Vec<_>>(), ["frame", "time", "id"]);
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.iter().map(|row| &row[0]).collect::<Vec<_>>(), ["2", "3", "4"]);
    assert_eq!((&rows[1][1], &rows[1][5], rows[1].len()), ("0.375", "wall", 30));
}

/// The schema of sequences, with that of reports where it refers to it.
fn sequence_schema() -> jsonschema::Validator {
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let mut sequence = parse(include_str!("../../../../schema/sequence.schema.json"));
    assert!(jsonschema::meta::is_valid(&sequence));
    let report = &mut sequence["properties"]["frames"]["items"]["properties"]["report"];
    assert_eq!(report["$ref"], "report.schema.json");
    // Files are not looked up: the report is checked by its own schema above.
    *report = serde_json::json!({ "type": "object" });
    jsonschema::validator_for(&sequence).unwrap()
}
