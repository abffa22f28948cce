//! Inspections keep to their schema and read back as they were; what is wrong can be looked at.

use allide::{DVec3, Engine, Mesh, Pose, Scene, inspect};
use allide_io::inspection::{Document, Inspected, layers};
use allide_io::report::Source;
use allide_io::{Layer, Options, Unit, read_file, write_layers};
use serde_json::Value;

fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../../../../schema/inspection.schema.json")).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    jsonschema::validator_for(&schema).unwrap()
}

fn inspected(scene: Scene) -> Inspected {
    let found = inspect(&mut Engine::cpu(), &scene).unwrap();
    let source = Source { file: "parts.obj".into(), unit: Some(Unit::Meter), ..Source::default() };
    let sources = vec![source; scene.objects().len()];
    Inspected { scene, sources, unit: Some(Unit::Meter), notes: Vec::new(), found, threads: 1 }
}

const CORNERS: [[f64; 3]; 5] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.25, 0.25, -1.0]];
const WEDGE: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// A scene with every problem.
fn broken() -> Scene {
    let mut scene = Scene::new();
    let mut add = |name: &str, triangles: &[[u32; 3]]| {
        let mesh = Mesh::new(CORNERS.to_vec(), triangles.to_vec()).unwrap();
        scene.add(name, &mesh, Pose::translation(10.0, 0.0, 0.0).unwrap());
    };
    add("good", &WEDGE);
    add("open", &WEDGE[..3]);
    add("flipped", &[[0, 1, 2], WEDGE[1], WEDGE[2], WEDGE[3]]);
    add("fin", &[WEDGE[0], WEDGE[1], WEDGE[2], WEDGE[3], [0, 1, 4]]);
    add("inverted", &WEDGE.map(|[a, b, c]| [b, a, c]));
    add("sheet", &[[0, 1, 2], [0, 2, 1]]);
    add("crossed", &[WEDGE[0], WEDGE[1], WEDGE[2], WEDGE[3], [3, 4, 3]]);
    add("empty", &[]);
    scene
}

#[test]
fn inspections_keep_to_the_schema_and_read_back() {
    let (schema, inspected) = (schema(), inspected(broken()));
    for elements in [false, true] {
        let mut file = Vec::new();
        inspected.write_json(&mut file, elements).unwrap();
        let value: Value = serde_json::from_slice(&file).unwrap();
        let errors: Vec<String> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(Document::read_json(&file[..]).unwrap(), Document::new(&inspected, elements));
        assert_eq!(value["objects"][1].get("elements").is_some(), elements);
        // A line an object: easy to search and compare.
        let text = String::from_utf8(file).unwrap();
        assert_eq!(text.lines().filter(|line| line.starts_with("{\"id\":")).count(), 8);
    }
}

#[test]
fn what_is_wrong_is_told_in_words_and_numbers() {
    let inspected = inspected(broken());
    let document = Document::new(&inspected, true);
    let value = serde_json::to_value(&document).unwrap();
    let words = |object: usize| {
        let problems = value["objects"][object]["problems"].as_array().unwrap();
        problems.iter().map(|entry| format!("{} {}", entry["problem"].as_str().unwrap(), entry["count"])).collect()
    };
    let all: Vec<Vec<String>> = (0..8).map(words).collect();
    let expected: [&[&str]; 8] = [
        &[],
        &["open 3"],
        &["flipped 3"],
        &["open 2", "non-manifold 1"],
        &["inverted 1"],
        &["flat 1", "self-overlap 1", "duplicate 1"],
        &["self-overlap 1", "degenerate 1"],
        &["empty 1"],
    ];
    assert_eq!(all, expected);
    assert_eq!((document.totals.objects, document.totals.healthy), (8, 1));
    let good = &document.objects[0];
    assert!(good.healthy && good.closed);
    assert!((good.volume.unwrap().value - 1.0 / 6.0).abs() <= good.volume.unwrap().error);
    assert_eq!(good.region.unwrap().min, [10.0, 0.0, 0.0]);
    let edges = &document.objects[1].elements.as_ref().unwrap().open_edges;
    assert_eq!(edges[0], [[11.0, 0.0, 0.0], [10.0, 1.0, 0.0]]);
    assert_eq!(document.objects[5].elements.as_ref().unwrap().duplicate_triangles, [[0, 1]]);
    assert_eq!(document.objects[6].self_overlaps[0].list.as_deref(), Some(&[0, 4][..]));
}

#[test]
fn numbers_out_of_range_are_the_largest() {
    let size = f64::MAX;
    let corners = CORNERS[..4].iter().map(|corner| corner.map(|x| x * size)).collect();
    let mut scene = Scene::new();
    scene.add("huge", &Mesh::new(corners, WEDGE.to_vec()).unwrap(), Pose::IDENTITY);
    let inspected = inspected(scene);
    let mut file = Vec::new();
    inspected.write_json(&mut file, false).unwrap();
    let read = Document::read_json(&file[..]).unwrap();
    assert_eq!((read.objects[0].volume.unwrap().value, read.objects[0].area.value), (f64::MAX, f64::MAX));
}

#[test]
fn other_documents_are_refused() {
    for (text, problem) in [
        ("{}", "missing field `schema`"),
        (r#"{"schema": 2}"#, "an inspection of schema 2; this version reads schema 1"),
        (r#"{"schema": 1, "else": 1}"#, "unknown field `else`"),
    ] {
        let error = Document::read_json(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn bad_elements_are_layers_and_healthy_objects_have_none() {
    let layers = layers(&inspected(broken()));
    let names: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
    assert!(names.contains(&"open: open") && names.contains(&"sheet: duplicate") && names.contains(&"fin"));
    assert!(!names.iter().any(|name| name.starts_with("good")));
    let layer = |name: &str| layers.iter().find(|layer| layer.name == name).unwrap();
    assert_eq!(layer("open: open").lines.len(), 3);
    assert_eq!(layer("open: open").lines[0][0], DVec3::new(11.0, 0.0, 0.0));
    assert_eq!(layer("inverted: inverted").triangles.len(), 4);
    assert_eq!(layer("crossed: degenerate").lines.len(), 3);
    assert_eq!(layer("crossed").triangles.len(), 5);
}

#[test]
fn layers_survive_both_formats() {
    let folder = tempfile::tempdir().unwrap();
    let layers = layers(&inspected(broken()));
    let read = |name: &str| {
        let path = folder.path().join(name);
        write_layers(&path, &layers).unwrap();
        read_file(&path, &Options::default(), &mut |_| {}).unwrap().objects
    };
    let glb = read("bad.glb");
    let with_triangles = layers.iter().filter(|layer| !layer.triangles.is_empty());
    assert!(glb.iter().map(|object| &object.name).eq(with_triangles.map(|layer| &layer.name)));
    let inverted = glb.iter().find(|object| object.name == "inverted: inverted").unwrap();
    let bounds = inverted.mesh.positions().iter().map(|&point| inverted.pose.apply(point));
    let bounds = allide::Aabb::around(bounds);
    assert!((bounds.min - DVec3::new(10.0, 0.0, 0.0)).length() < 1e-6);
    // Without what can be seen through.
    let solid = |layer: &&Layer| layer.color[3] == 255;
    let triangles: usize = layers.iter().filter(solid).map(|layer| layer.triangles.len()).sum();
    assert_eq!(read("bad.ply")[0].mesh.triangles().len(), triangles);
}

#[test]
fn lines_and_colours_are_where_the_formats_say() {
    let folder = tempfile::tempdir().unwrap();
    let lines = vec![[DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0)]];
    let layer = Layer { name: "edge".into(), color: [255, 0, 128, 255], triangles: Vec::new(), lines };
    let write = |name: &str, layers: &[Layer]| {
        let path = folder.path().join(name);
        write_layers(&path, layers).unwrap();
        std::fs::read(path).unwrap()
    };
    let glb = write("a.glb", std::slice::from_ref(&layer));
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let document: Value = serde_json::from_slice(&glb[20..20 + length]).unwrap();
    let primitive = &document["meshes"][0]["primitives"][0];
    assert_eq!((primitive["mode"].as_u64(), primitive["material"].as_u64()), (Some(1), Some(0)));
    assert_eq!(document["nodes"][0]["translation"], serde_json::json!([1.0, 0.0, 0.0]));
    assert_eq!(document["accessors"][0]["max"], serde_json::json!([1.0, 0.0, 0.0]));
    let color = &document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"];
    assert_eq!((color[0].as_f64(), color[1].as_f64()), (Some(1.0), Some(0.0)));
    assert!((color[2].as_f64().unwrap() - 0.2158605).abs() < 1e-6);

    let ply = write("a.ply", std::slice::from_ref(&layer));
    let header = "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n";
    let at = String::from_utf8_lossy(&ply).find(header).unwrap() + header.len();
    let body = &ply[at..];
    assert_eq!(body.len(), 2 * 27 + 8);
    assert_eq!((&body[24..27], &body[54..]), (&[255, 0, 128][..], &[0, 0, 0, 0, 1, 0, 0, 0][..]));

    // Nothing at all is a file, too; what GLB cannot hold is an error that says what can.
    write("empty.glb", &[]);
    write("empty.ply", &[]);
    let far = Layer { lines: vec![[DVec3::ZERO, DVec3::splat(1e300)]], ..layer };
    let error = write_layers(&folder.path().join("far.glb"), std::slice::from_ref(&far)).unwrap_err();
    assert!(error.to_string().contains("beyond the largest f32; write PLY"), "{error}");
    write("far.ply", &[far]);
    for name in ["bad.obj", "bad.gltf", "bad", "bad.glb.gz"] {
        assert!(write_layers(&folder.path().join(name), &[]).is_err(), "{name}");
    }
}
