//! What objects share, in reports.

use super::report::{json, schema};
use allide::{Engine, Pose, Scene, Solids};
use allide_io::report::{Answers, Detail, Document, Source, write_csv};
use allide_scenes::shapes::cuboid;
use serde_json::{Value, json};

fn measured(scene: Scene, question: &Solids) -> Answers {
    let overlaps = Some(Engine::cpu().run(&scene, question).unwrap());
    let sources = vec![Source::default(); scene.objects().len()];
    let (unit, notes, selection, threads) = (None, Vec::new(), Vec::new(), 1);
    let (self_overlaps, clearance, nearest) = (None, None, None);
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

fn everything() -> Solids {
    Solids::new().with_contacts().tolerance(0.01).unwrap()
}

/// A block, one that shares half of it, one inside, two copies, and one that grazes it.
fn blocks() -> Scene {
    let mut scene = Scene::new();
    let mut add = |name: &str, low: [f64; 3], high: [f64; 3]| scene.add(name, &cuboid(low, high), Pose::IDENTITY);
    add("block", [0.0; 3], [4.0, 4.0, 4.0]);
    add("half", [2.0, 0.0, 0.0], [6.0, 4.0, 4.0]);
    add("inside", [0.5; 3], [1.5; 3]);
    add("copy", [9.0; 3], [10.0; 3]);
    add("copy 2", [9.0; 3], [10.0; 3]);
    add("graze", [-1.0, 1.0, 1.0], [0.0078125, 2.0, 2.0]);
    scene
}

#[test]
fn depth_volume_and_class_are_told() {
    let report = json(&measured(blocks(), &everything()), false);
    assert!(schema().is_valid(&report));
    assert_eq!(report["asked"][0]["tolerance"], 0.01);
    let pair = |a, b| report["pairs"].as_array().unwrap().iter().find(|pair| pair["a"] == a && pair["b"] == b).unwrap();
    assert_eq!([(0, 1), (0, 2), (0, 5)].map(|(a, b)| &pair(a, b)["class"]), ["hard", "contained", "shallow"]);
    let near = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(near(&pair(0, 1)["shared"]["depth"]["upper"], 2.0) && near(&pair(0, 1)["shared"]["volume"]["value"], 32.0));
    assert_eq!((&pair(0, 1)["shared"]["depth"]["estimate"], &pair(0, 2)["inside"]), (&json!(false), &json!(2)));
    assert!(near(&pair(0, 2)["shared"]["depth"]["upper"], 1.5) && pair(0, 2)["shared"].get("curves").is_none());
    assert!(!pair(0, 1)["shared"]["contacts"].as_array().unwrap().is_empty());
    assert!(near(&report["sets"][0]["shared"]["depth"]["upper"], 1.0));
    let mut bytes = Vec::new();
    write_csv(&mut bytes, &measured(blocks(), &everything()), false).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let row = text.lines().find(|row| row.contains("block,half,hard")).unwrap();
    let headings: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let cell = |name: &str| -> f64 {
        let column = headings.iter().position(|heading| *heading == name).unwrap();
        row.split(',').nth(column).unwrap().parse().unwrap()
    };
    assert!((cell("volume") - 32.0).abs() < 1e-9 && (cell("area") - 64.0).abs() < 1e-9, "{row}");
    assert!((cell("depth") - 2.0).abs() < 1e-9 && cell("depth_at_least") <= cell("depth"), "{row}");
    assert!((cell("penetration") - 2.0).abs() < 1e-6 && cell("penetration_at_least") <= cell("penetration"), "{row}");
}

/// The table for other programs has the worst first, like that for people, and all classes.
#[test]
fn rows_of_csv_are_ranked_and_have_all_classes() {
    let mut scene = blocks();
    scene.add("beside", &cuboid([-2.0, 0.0, 0.0], [0.0, 0.5, 0.5]), Pose::IDENTITY);
    let answers = measured(scene, &everything());
    let mut bytes = Vec::new();
    write_csv(&mut bytes, &answers, false).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let classes: Vec<&str> = text.lines().skip(1).map(|row| row.split(',').nth(5).unwrap()).collect();
    assert_eq!((classes.len(), classes[0], &classes[3..]), (5, "hard", &["shallow", "touch"][..]), "{text}");
    let ranked: Vec<&str> = answers.ranked().iter().map(|pair| pair.class.name()).collect();
    assert_eq!(classes, ranked);
}

#[test]
fn what_is_shared_is_read_back_in_all_small_scenes() {
    let (schema, mut shared) = (schema(), 0);
    for (name, scene) in allide_scenes::small_suite().into_iter().chain([("blocks", blocks())]) {
        let answers = measured(scene, &everything().with_duplicates());
        let report = json(&answers, false);
        let errors: Vec<_> = schema.iter_errors(&report).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let (document, mut bytes) = (Document::new(&answers, Detail::ALL), Vec::new());
        document.write_json(&mut bytes).unwrap();
        assert!(Document::read_json(&bytes[..]).unwrap() == document, "{name}");
        shared += document.pairs.iter().filter(|pair| pair.shared.is_some()).count();
    }
    assert!(shared > 20, "{shared}");
}

#[test]
fn what_cannot_be_is_refused() {
    let schema = schema();
    let right = json(&measured(blocks(), &everything()), false);
    type Damage = fn(&mut Value);
    let breaks: [(&str, Damage); 11] = [
        ("a negative penetration", |shared| shared["penetration"]["lower"] = json!(-1.0)),
        ("no penetration", |shared| drop(shared.as_object_mut().unwrap().remove("penetration"))),
        ("an upper bound too many", |shared| shared["penetration"]["about"] = json!(1.0)),
        ("a negative depth", |shared| shared["depth"]["lower"] = json!(-1.0)),
        ("a negative volume", |shared| shared["volume"]["value"] = json!(-1.0)),
        ("no error", |shared| drop(shared["volume"].as_object_mut().unwrap().remove("error"))),
        ("no depth", |shared| drop(shared.as_object_mut().unwrap().remove("depth"))),
        ("a direction in the plane", |shared| shared["depth"]["direction"] = json!([1, 0])),
        ("a curve that is a point", |shared| shared["curves"][0]["points"] = json!([[0, 0, 0]])),
        ("a contact of negative depth", |shared| shared["contacts"][0]["depth"] = json!(-1)),
        ("a field too many", |shared| shared["weight"] = json!(1)),
    ];
    for (what, damage) in breaks {
        let mut report = right.clone();
        damage(&mut report["pairs"][0]["shared"]);
        assert_ne!(report, right, "{what}");
        assert!(!schema.is_valid(&report), "{what}");
        assert!(Document::read_json(report.to_string().as_bytes()).is_err(), "{what} is read");
    }
    // No schema compares two numbers.
    let mut report = right.clone();
    report["pairs"][0]["shared"]["penetration"]["lower"] = json!(99.0);
    assert!(Document::read_json(report.to_string().as_bytes()).is_err());
    // A tolerance can be decided without a word on what was measured.
    let mut report = right.clone();
    report["asked"][0].as_object_mut().unwrap().remove("measured");
    assert!(schema.is_valid(&report) && Document::read_json(report.to_string().as_bytes()).is_ok());
    report["asked"][0]["min_volume"] = json!(0.0);
    assert!(!schema.is_valid(&report) && Document::read_json(report.to_string().as_bytes()).is_err());
    let mut report = right;
    report["pairs"][0]["class"] = json!("touch");
    assert!(!schema.is_valid(&report) && Document::read_json(report.to_string().as_bytes()).is_err());
}
