//! Findings in files for other programs: every triangle, line and region is where it should be, by number and to the bit.

use allide::{Clearance, DVec3, Engine, Mesh, ObjectId, PairClass, Pose, Scene, SelfOverlaps, Solids};
use allide_io::export::{ExportFormat, write, write_file};
use allide_io::marks::Marks;
use allide_io::report::{Answers, Findings, Pair};
use allide_io::{Error, Format, Options, read_bytes};
use allide_scenes::shapes::cuboid;
use base64::Engine as _;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Where a surveyor puts a building.
const SITE: [f64; 3] = [500_000.0, 2_000_000.0, 100.0];

/// One pair of each class: (0, 1) hard, (0, 2) touch, (0, 3) clearance, 5 in 4, 6 and 7 the same, 8 through itself.
fn scene() -> Scene {
    let mut scene = Scene::new();
    let mut add = |name: &str, low: [f64; 3], high: [f64; 3]| {
        let [x, y, z] = SITE;
        scene.add(name, &cuboid(low, high), Pose::translation(x, y, z).unwrap())
    };
    add("wall", [0.0; 3], [1.0; 3]);
    add("Träger \"№ 2\"\n", [0.5, 0.25, 0.25], [1.5, 0.75, 0.75]);
    add("floor", [0.0, 0.0, -1.0], [1.0, 1.0, 0.0]);
    add("near", [-1.125, 0.0, 0.5], [-0.125, 1.0, 1.0]);
    add("shell", [10.0; 3], [14.0; 3]);
    add("core", [11.0; 3], [12.0; 3]);
    add("copy a", [20.0; 3], [21.0; 3]);
    add("copy b", [20.0; 3], [21.0; 3]);
    let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, 3.0, 0.0]];
    let fold = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    scene.add("fold", &fold, Pose::translation(SITE[0] + 30.0, SITE[1], SITE[2]).unwrap());
    scene
}

fn answers(scene: Scene) -> Answers {
    let mut engine = Engine::cpu();
    Answers {
        overlaps: Some(engine.run(&scene, &Solids::new().with_contacts()).unwrap()),
        self_clearance: None,
        self_overlaps: Some(engine.run(&scene, &SelfOverlaps::of_all()).unwrap()),
        clearance: Some(engine.run(&scene, &Clearance::within(0.2).unwrap()).unwrap()),
        nearest: None,
        sources: Vec::new(),
        unit: None,
        notes: Vec::new(),
        selection: Vec::new(),
        scene,
        threads: 1,
    }
}

fn written(answers: &Answers, pairs: &[Pair<'_>], format: ExportFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    write("test", answers, pairs, format, &mut bytes).unwrap();
    bytes
}

fn row<'a, 'r>(rows: &'a [Pair<'r>], a: usize, b: usize) -> (usize, &'a Pair<'r>) {
    let at = rows.iter().position(|pair| (pair.a.index(), pair.b.index()) == (a, b)).unwrap();
    (at + 1, &rows[at])
}

/// What must be listed of each finding: object and triangle, by what the report says.
fn expected(answers: &Answers, pair: &Pair<'_>) -> BTreeSet<(usize, u32)> {
    let all = |id: ObjectId| {
        let count = answers.scene.objects()[id.index()].mesh().triangles().len() as u32;
        (0..count).map(move |triangle| (id.index(), triangle))
    };
    let mut expected: BTreeSet<_> = pair.copies.iter().chain(&pair.inside).flat_map(|&id| all(id)).collect();
    if let Findings::Overlaps(found) = pair.findings {
        expected.extend(found.iter().flat_map(|x| [(pair.a.index(), x.a), (pair.b.index(), x.b)]));
    }
    expected
}

fn site(point: [f64; 3]) -> DVec3 {
    DVec3::from(point) + DVec3::from(SITE)
}

#[test]
fn marks_lie_where_surfaces_meet() {
    let answers = answers(scene());
    let rows = answers.rows();
    let classes: Vec<PairClass> = rows.iter().map(|pair| pair.class).collect();
    assert!(
        PairClass::ALL[..8]
            .iter()
            .all(|class| matches!(class, PairClass::Shallow | PairClass::Undecided) || classes.contains(class)),
        "{classes:?}"
    );

    // The beam enters the wall through the face x = 1, in a square.
    let hard = Marks::of(&answers, row(&rows, 0, 1).1);
    let length: f64 = hard.lines.iter().map(|[from, to]| from.distance(*to)).sum();
    assert!((length - 2.0).abs() < 1e-9 && hard.patches.is_empty(), "{length}");
    assert!(hard.lines.as_flattened().iter().all(|end| end.x == SITE[0] + 1.0));

    let touch = Marks::of(&answers, row(&rows, 0, 2).1);
    let area: f64 = touch.patch_triangles().map(|[a, b, c]| (b - a).cross(c - a).length() / 2.0).sum();
    assert!((area - 1.0).abs() < 1e-9 && touch.lines.is_empty(), "{area}");
    assert!(touch.patches.iter().flatten().all(|corner| corner.z == SITE[2]));

    let (_, near) = row(&rows, 0, 3);
    let line = Marks::of(&answers, near).lines;
    assert_eq!((line.len(), line[0][0].distance(line[0][1])), (1, 0.125));
    assert_eq!([line[0][0].x - SITE[0], line[0][1].x - SITE[0]], [0.0, -0.125]);

    let fold = Marks::of(&answers, row(&rows, 8, 8).1);
    assert_eq!(fold.lines, [[site([31.0, 1.0, 0.0]), site([31.0, 3.0, 0.0])]]);
    for pair in &rows {
        let marks = Marks::of(&answers, pair);
        let listed = marks.parts.iter().flat_map(|part| part.triangles.iter().map(|&t| (part.object.index(), t)));
        assert_eq!(listed.collect::<BTreeSet<_>>(), expected(&answers, pair));
    }
}

/// The JSON and the buffer of a GLB file.
fn chunks(glb: &[u8]) -> (Value, Vec<u8>) {
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((word(8), word(12) % 4), (glb.len(), 0));
    let end = 20 + word(12);
    (serde_json::from_slice(&glb[20..end]).unwrap(), glb.get(end + 8..).unwrap_or_default().to_vec())
}

#[test]
fn glb_has_every_triangle_once_and_a_node_for_each_finding() {
    let answers = answers(scene());
    let rows = answers.rows();
    let glb = written(&answers, &rows, ExportFormat::Glb);
    let content = read_bytes("a.glb", &glb, Some(Format::Gltf), &Options::default(), &mut |_| {}).unwrap();
    for (id, object) in answers.scene.ids().zip(answers.scene.objects()) {
        let read = content.objects.iter().find(|read| read.name == object.name()).unwrap();
        let corners =
            |triangle: &[u32; 3]| triangle.map(|k| read.pose.apply(read.mesh.positions()[k as usize]).to_array());
        // `f32` is exact here: all corners are a few binary digits away from the middle of their object.
        let mut found: Vec<_> = read.mesh.triangles().iter().map(corners).collect();
        let count = object.mesh().triangles().len() as u32;
        let mut expected: Vec<_> =
            (0..count).map(|triangle| answers.scene.triangle(id, triangle).map(|corner| corner.to_array())).collect();
        found.sort_by(|x, y| x.partial_cmp(y).unwrap());
        expected.sort_by(|x, y| x.partial_cmp(y).unwrap());
        assert_eq!(found, expected, "{:?}", object.name());
    }
    let (json, binary) = chunks(&glb);
    let nodes = json["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), answers.scene.objects().len() + rows.len());
    let ids = answers.ids(&rows);
    for (at, pair) in rows.iter().enumerate() {
        let node = &nodes[answers.scene.objects().len() + at];
        let name = |id: ObjectId| answers.scene.objects()[id.index()].name();
        let title = format!("#{} {}: {}", at + 1, pair.class.name(), name(pair.a));
        let title = if pair.a == pair.b { title } else { format!("{title} × {}", name(pair.b)) };
        assert_eq!(node["name"], title);
        let extras = &node["extras"];
        assert_eq!((extras["id"].as_str(), extras["class"].as_str()), (Some(&ids[at][..]), Some(pair.class.name())));
        assert_eq!(
            (extras["a"].as_u64(), extras["b"].as_u64()),
            (Some(pair.a.index() as u64), Some(pair.b.index() as u64))
        );
        let [penetration, depth] =
            [pair.shared.map(|shared| shared.penetration.upper), pair.shared.map(|shared| shared.depth.upper)];
        assert_eq!((extras["depth"].as_f64(), extras["distance"].as_f64()), (depth, pair.distance));
        assert_eq!(extras["penetration"].as_f64(), penetration);

        let marks = Marks::of(&answers, pair);
        let patches: Vec<_> = marks.patch_triangles().collect();
        let expected = [marks.lines.as_flattened(), patches.as_flattened()].concat();
        let mut found = Vec::new();
        let primitives =
            node["mesh"].as_u64().map(|mesh| json["meshes"][mesh as usize]["primitives"].as_array().unwrap());
        for primitive in primitives.into_iter().flatten() {
            let accessor = &json["accessors"][primitive["attributes"]["POSITION"].as_u64().unwrap() as usize];
            let start = accessor["byteOffset"].as_u64().unwrap() as usize;
            let bytes = &binary[start..start + 12 * accessor["count"].as_u64().unwrap() as usize];
            let floats: Vec<f64> =
                bytes.chunks_exact(4).map(|x| f32::from_le_bytes(x.try_into().unwrap()).into()).collect();
            let at: [f64; 3] = serde_json::from_value(node["translation"].clone()).unwrap();
            found.extend(floats.chunks_exact(3).map(|x| DVec3::from_slice(x) + DVec3::from(at)));
        }
        assert_eq!(found.len(), expected.len());
        // About the middle of the finding, `f32` rounds less than `f64` does in the coordinates of the site.
        assert!(found.iter().zip(&expected).all(|(x, y)| x.distance(*y) < 1e-7), "{title}");
    }
}

#[test]
fn glb_paints_objects_by_their_worst_finding() {
    let answers = answers(scene());
    let rows = answers.rows();
    let (json, _) = chunks(&written(&answers, &rows, ExportFormat::Glb));
    let paints = |object: usize| -> Vec<String> {
        let mesh = json["nodes"][object]["mesh"].as_u64().unwrap() as usize;
        let name = |primitive: &Value| {
            json["materials"][primitive["material"].as_u64().unwrap() as usize]["name"].as_str().unwrap().to_owned()
        };
        json["meshes"][mesh]["primitives"].as_array().unwrap().iter().map(name).collect()
    };
    assert_eq!(paints(0), ["object a", "triangles of a"]);
    assert_eq!(paints(3), ["object b"]);
    assert_eq!(paints(4), ["object a"]);
    assert_eq!(
        (paints(5), paints(6), paints(7)),
        (vec!["triangles of b".into()], vec!["triangles of a".into()], vec!["triangles of b".into()])
    );
    assert_eq!(paints(8), ["triangles of a", "triangles of b"]);
    let (json, _) = chunks(&written(&answers, &[], ExportFormat::Glb));
    let names: Vec<_> =
        json["materials"].as_array().unwrap().iter().map(|material| material["name"].as_str().unwrap()).collect();
    assert_eq!((names, json["nodes"].as_array().unwrap().len()), (vec!["clear"], 9));
}

/// One line of numbers for each face and edge of a PLY file, and the corners.
fn ply(bytes: &[u8]) -> (Vec<[u32; 4]>, Vec<u32>, Vec<[f64; 3]>) {
    let end = bytes.windows(11).position(|window| window == b"end_header\n").unwrap() + 11;
    let header = std::str::from_utf8(&bytes[..end]).unwrap();
    let count = |element: &str| -> usize {
        let line = header.lines().find_map(|line| line.strip_prefix(&format!("element {element} ")));
        line.unwrap().parse().unwrap()
    };
    let [vertices, faces, edges] = ["vertex", "face", "line"].map(count);
    let mut rest = &bytes[end..];
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at(count);
        rest = tail;
        head
    };
    let double = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().unwrap());
    let int = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    let points: Vec<[f64; 3]> = (0..vertices)
        .map(|_| {
            let bytes = take(27);
            [0, 8, 16].map(|at| double(&bytes[at..at + 8]))
        })
        .collect();
    let faces = (0..faces)
        .map(|face| {
            let bytes = take(26);
            assert_eq!((bytes[0], int(&bytes[1..5])), (3, 3 * face as u32));
            [int(&bytes[13..17]), int(&bytes[17..21]), int(&bytes[21..25]), u32::from(bytes[25])]
        })
        .collect();
    let edges = (0..edges).map(|_| int(&take(13)[8..12])).collect();
    assert!(rest.is_empty());
    (faces, edges, points)
}

#[test]
fn ply_lists_the_triangles_of_each_finding_to_the_bit() {
    let answers = answers(scene());
    let rows = answers.rows();
    let bytes = written(&answers, &rows, ExportFormat::Ply);
    let (faces, edges, points) = ply(&bytes);
    let class = |pair: &Pair<'_>| PairClass::ALL.iter().position(|class| *class == pair.class).unwrap() as u32;
    for (number, pair) in (1..).zip(&rows) {
        let own = faces.iter().filter(|face| face[0] == number);
        let listed: BTreeSet<_> = own.clone().map(|face| (face[1] as usize, face[2])).collect();
        assert_eq!(listed, expected(&answers, pair));
        assert!(own.clone().all(|face| face[3] == class(pair)));
        let lines = Marks::of(&answers, pair).lines.len();
        assert_eq!(edges.iter().filter(|edge| **edge == number).count(), lines);
        assert!(lines > 0 || own.count() > 0, "finding {number} is nowhere");
    }
    let ids: Vec<ObjectId> = answers.scene.ids().collect();
    for (face, corners) in faces.iter().zip(points.chunks_exact(3)) {
        let expected = answers.scene.triangle(ids[face[1] as usize], face[2]).map(|corner| corner.to_array());
        assert_eq!(corners, expected);
    }
    let read = read_bytes("a.ply", &bytes, Some(Format::Ply), &Options::default(), &mut |_| {}).unwrap();
    assert_eq!(read.objects[0].mesh.triangles().len(), faces.len());
}

/// An array of a VTP file.
fn array(text: &str, name: &str) -> Vec<u8> {
    let start = text.find(&format!("<DataArray Name=\"{name}\"")).unwrap();
    let start = start + text[start..].find('>').unwrap() + 1;
    let end = start + text[start..].find('<').unwrap();
    let bytes = base64::engine::general_purpose::STANDARD.decode(&text[start..end]).unwrap();
    assert_eq!(u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize, bytes.len() - 8);
    bytes[8..].to_vec()
}

#[test]
fn vtp_tells_of_each_cell_what_it_belongs_to() {
    let answers = answers(scene());
    let rows = answers.rows();
    let text = String::from_utf8(written(&answers, &rows, ExportFormat::Vtp)).unwrap();
    let ints = |name: &str| -> Vec<i32> {
        array(&text, name).chunks_exact(4).map(|x| i32::from_le_bytes(x.try_into().unwrap())).collect()
    };
    let doubles = |name: &str| -> Vec<f64> {
        array(&text, name).chunks_exact(8).map(|x| f64::from_le_bytes(x.try_into().unwrap())).collect()
    };
    let (kinds, finding, object, triangle) = (array(&text, "kind"), ints("finding"), ints("object"), ints("triangle"));
    let (depth, points) = (doubles("depth"), doubles("Points"));
    let lines = kinds.iter().filter(|kind| **kind == 0).count();
    assert!(kinds[..lines].iter().all(|kind| *kind == 0), "lines come first");
    for (number, pair) in (1..).zip(&rows) {
        let own: Vec<usize> = (0..finding.len()).filter(|&cell| finding[cell] == number).collect();
        assert!(!own.is_empty());
        let of_triangles = own.iter().filter(|&&cell| object[cell] >= 0);
        let listed: BTreeSet<_> = of_triangles.map(|&cell| (object[cell] as usize, triangle[cell] as u32)).collect();
        assert_eq!(listed, expected(&answers, pair));
        let expected = pair.shared.map(|shared| shared.depth.upper);
        assert!(own.iter().all(|&cell| if depth[cell].is_nan() {
            expected.is_none()
        } else {
            expected == Some(depth[cell])
        }));
    }
    let ids: Vec<ObjectId> = answers.scene.ids().collect();
    for cell in (lines..kinds.len()).filter(|&cell| object[cell] >= 0) {
        let first = 3 * (2 * lines + 3 * (cell - lines));
        let corners = answers.scene.triangle(ids[object[cell] as usize], triangle[cell] as u32);
        assert_eq!(points[first..first + 9], corners.map(|corner| corner.to_array()).concat());
    }
    assert!(quick_xml::Reader::from_str(&text).read_event().is_ok());
}

#[test]
fn without_findings_there_is_still_a_file() {
    let mut scene = Scene::new();
    scene.add("one", &cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY);
    let answers = answers(scene);
    for (format, least) in
        [(ExportFormat::Glb, 500), (ExportFormat::Ply, 100), (ExportFormat::Vtp, 500), (ExportFormat::Csv, 20)]
    {
        assert!(written(&answers, &[], format).len() > least, "{format:?}");
    }
    let glb = written(&answers, &[], ExportFormat::Glb);
    let read = read_bytes("a.glb", &glb, Some(Format::Gltf), &Options::default(), &mut |_| {}).unwrap();
    assert_eq!((read.objects.len(), read.objects[0].mesh.triangles().len()), (1, 12));
    let nothing = self::answers(Scene::new());
    let (json, binary) = chunks(&written(&nothing, &[], ExportFormat::Glb));
    assert_eq!((json.get("nodes"), json.get("buffers"), binary.len()), (None, None, 0));
}

#[test]
fn numbers_that_do_not_fit_are_errors_that_say_what_to_write_instead() {
    let mut scene = Scene::new();
    scene.add("huge", &cuboid([-1e300; 3], [1e300; 3]), Pose::IDENTITY);
    scene.add("other", &cuboid([0.0; 3], [1e300, 2e300, 3e300]), Pose::IDENTITY);
    let answers = answers(scene);
    let rows = answers.rows();
    let error = write("a.glb", &answers, &rows, ExportFormat::Glb, &mut Vec::new()).unwrap_err().to_string();
    assert!(error.starts_with("a.glb: object \"huge\": ") && error.ends_with("write PLY or VTP"), "{error}");
    let (faces, _, points) = ply(&written(&answers, &rows, ExportFormat::Ply));
    assert!(!faces.is_empty() && points.iter().flatten().all(|x| x.is_finite()));
    assert!(written(&answers, &rows, ExportFormat::Vtp).len() > 1000);
}

#[test]
fn another_extension_is_an_error_that_lists_those_that_are_known() {
    let answers = answers(Scene::new());
    for name in ["clashes", "clashes.gltf", "clashes.bcf", "clashes.glb.gz"] {
        let error = write_file(Path::new(name), &answers, &[]).unwrap_err();
        assert!(matches!(error, Error::UnknownExport { .. }));
        assert!([".glb", ".ply", ".vtp", ".csv"].iter().all(|known| error.to_string().contains(known)), "{error}");
    }
    assert_eq!(ExportFormat::from_path(Path::new("a/CLASHES.GLB")).unwrap(), ExportFormat::Glb);
}

#[test]
fn csv_is_the_table_of_the_report() {
    let answers = answers(scene());
    let mut table = Vec::new();
    allide_io::report::write_csv(&mut table, &answers, false).unwrap();
    assert_eq!(written(&answers, &answers.rows(), ExportFormat::Csv), table);
}
