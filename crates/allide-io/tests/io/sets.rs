//! Sets of duplicates in reports: one row each, whatever else was asked.

use allide::{Clearance, Engine, Nearest, Overlaps, PairClass, Pose, Scene};
use allide_io::report::{Answers, Detail, Document, Source, Totals, write_csv, write_json};
use serde_json::{Value, json};

/// Four bolts in one place, one of them with a name that is a formula, and a plate that they go through.
fn answers(overlaps: &Overlaps, clearance: Option<f64>) -> Answers {
    let block = allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]);
    let mut scene = Scene::new();
    for name in ["bolt", "bolt#2", "plate", "=bolt", "bolt#4"] {
        let x = if name == "plate" { 0.5 } else { 0.0 };
        scene.add(name, &block, Pose::translation(x, x, 0.25 * x).unwrap());
    }
    let mut engine = Engine::cpu();
    Answers {
        unit: None,
        notes: Vec::new(),
        nearest: None,
        sources: vec![Source::default(); 5],
        selection: Vec::new(),
        overlaps: Some(engine.run(&scene, overlaps).unwrap()),
        self_overlaps: None,
        self_clearance: None,
        clearance: clearance.map(|distance| engine.run(&scene, &Clearance::within(distance).unwrap()).unwrap()),
        scene,
        threads: 1,
    }
}

fn json(answers: &Answers) -> Value {
    let mut bytes = Vec::new();
    write_json(&mut bytes, answers, Detail::ALL).unwrap();
    let read = Document::read_json(&bytes[..]).unwrap();
    assert!(read == Document::new(answers, Detail::ALL));
    let report = serde_json::from_slice(&bytes).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../../../../schema/report.schema.json")).unwrap();
    jsonschema::validator_for(&schema).unwrap().validate(&report).unwrap();
    report
}

fn csv(answers: &Answers, triangles: bool) -> String {
    let mut bytes = Vec::new();
    write_csv(&mut bytes, answers, triangles).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn copies_are_one_set_and_no_pairs() {
    for clearance in [None, Some(0.1)] {
        let answers = answers(&Overlaps::new(), clearance);
        let report = json(&answers);
        let id = answers.ids(&answers.sets())[0].clone();
        let region = json!({"min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 1.0]});
        assert_eq!(report["sets"], json!([{"id": id, "objects": [0, 1, 3, 4], "region": region}]));
        let pairs: Vec<_> = report["pairs"].as_array().unwrap().iter().map(|pair| [&pair["a"], &pair["b"]]).collect();
        assert_eq!((pairs, &report["pairs"][0]["stands_for"]), (vec![[&json!(0), &json!(2)]], &json!([4, 1])));
        assert_eq!(report["totals"]["sets"], 1);
        assert_eq!(report["totals"]["object_pairs"], 1);
        let rows = answers.rows();
        let classes: Vec<_> = rows.iter().map(|row| (row.class, row.copies.len(), row.distance)).collect();
        let distance = clearance.map(|_| 0.0);
        let hard = (PairClass::Hard, 0, distance);
        assert_eq!(classes, [(PairClass::Duplicate, 4, distance), hard]);
        assert_eq!((Totals::of(&rows).sets, Totals::of(&rows).object_pairs), (1, 1));
    }
}

#[test]
fn a_set_is_one_row_of_a_table_with_all_names() {
    let answers = answers(&Overlaps::new(), None);
    let text = csv(&answers, false);
    let rows: Vec<&str> = text.lines().collect();
    assert!(
        rows[0].contains(",size_z,copies,inside,depth,depth_at_least,volume,stands_for,area,penetration,"),
        "{text}"
    );
    // Nothing was measured: by class.
    assert!(rows[1].contains(",0,2,bolt,plate,hard,") && rows[1].contains(",,4,,,"), "{text}");
    assert!(rows[2].contains(",0,1,bolt,bolt#2; =bolt; bolt#4,duplicate,0,,0.5,0.5,0.5,1.0,1.0,1.0,4"), "{text}");
    assert_eq!((rows.len(), csv(&answers, true).matches("duplicate").count()), (3, 0));
}

#[test]
fn names_of_copies_are_no_formulas() {
    let mut answers = answers(&Overlaps::new(), None);
    let first = answers.scene.ids().next().unwrap();
    answers.scene.remove(first);
    answers.overlaps = Some(Engine::cpu().run(&answers.scene, &Overlaps::new()).unwrap());
    assert!(csv(&answers, false).contains(",1,3,bolt#2,'=bolt; bolt#4,duplicate,"));
}

#[test]
fn triangle_pairs_of_copies_are_listed_if_asked_for() {
    let mut answers = answers(&Overlaps::new().with_duplicates(), Some(0.1));
    let every = Clearance::within(0.1).unwrap().with_duplicates();
    answers.clearance = Some(Engine::cpu().run(&answers.scene, &every).unwrap());
    let report = json(&answers);
    let pairs = report["pairs"].as_array().unwrap();
    let duplicates: Vec<&Value> = pairs.iter().filter(|pair| pair["class"] == "duplicate").collect();
    assert_eq!((duplicates.len(), report["sets"].as_array().unwrap().len()), (6, 1));
    let count = |pair: &Value| pair["triangle_pairs"].as_u64().unwrap();
    assert!(duplicates.iter().all(|pair| count(pair) >= 12 && pair["distance"] == 0.0));
    let all: u64 = duplicates.iter().map(|pair| count(pair)).sum();
    assert_eq!(answers.sets()[0].triangle_pairs as u64, all);
    let rows = csv(&answers, true).lines().count() as u64 - 1;
    assert_eq!(report["totals"]["triangle_pairs"], rows);
    // Rows tell nothing twice, and leave nothing out.
    assert_eq!((answers.rows().len(), Totals::of(answers.rows()).triangle_pairs as u64), (5, rows));
}

#[test]
fn ids_depend_on_all_names_and_differ_from_those_of_pairs() {
    let answers = answers(&Overlaps::new(), None);
    let ids = answers.ids(&answers.rows());
    assert!(ids[0].starts_with('s') && ids[1..].iter().all(|id| id.starts_with('p')), "{ids:?}");
    let mut other = answers.clone();
    other.scene = Scene::new();
    for (place, object) in answers.scene.objects().iter().enumerate() {
        let name = if place == 4 { "bolt#5" } else { object.name() };
        other.scene.add(name, object.mesh(), *object.pose());
    }
    let changed = other.ids(&other.rows());
    assert_ne!(ids[0], changed[0]);
    assert_eq!((ids.len(), &ids[1..]), (2, &changed[1..]));
}

#[test]
fn sets_that_cannot_be_are_refused() {
    let report = json(&answers(&Overlaps::new(), None));
    for (change, problem) in [
        (json!([{"id": "s000000000000", "objects": [0]}]), "fewer than two"),
        (json!([{"id": "s000000000000", "objects": [1, 0]}]), "not in order"),
        (json!([{"id": "s000000000000", "objects": [1, 1]}]), "not in order"),
        (json!([{"id": "s000000000000", "objects": [0, 5]}]), "not in the list"),
        (json!([{"id": "p000000000000", "objects": [0, 1]}]), "its id is malformed"),
        (json!([{"id": "s0", "objects": [0, 1]}, {"id": "s1", "objects": [2, 3]}]), "its id is malformed"),
        (
            json!([{"id": "s000000000000", "objects": [0, 1]}, {"id": "s000000000001", "objects": [1, 3]}]),
            "in another set",
        ),
        (
            json!([{"id": "s000000000000", "objects": [1, 2]}, {"id": "s000000000001", "objects": [0, 3]}]),
            "they are not in order",
        ),
        (
            json!([{"id": "s000000000000", "objects": [0, 1]}, {"id": "s000000000000", "objects": [2, 3]}]),
            "the same id",
        ),
    ] {
        let mut wrong = report.clone();
        wrong["sets"] = change;
        let error = Document::read_json(wrong.to_string().as_bytes()).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn the_smallest_distances_are_told_and_findings_all() {
    let block = allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]);
    let mut scene = Scene::new();
    for k in 0..30 {
        scene.add("", &block, Pose::translation(f64::from(k) * 2.0, 0.0, 0.0).unwrap());
    }
    scene.add("", &block, Pose::translation(0.5, 0.0, 0.0).unwrap());
    let mut answers = answers(&Overlaps::new(), None);
    let mut engine = Engine::cpu();
    answers.overlaps = Some(engine.run(&scene, &Overlaps::new()).unwrap());
    answers.nearest = Some(engine.run(&scene, &Nearest::new()).unwrap());
    (answers.scene, answers.sources) = (scene, vec![Source::default(); 31]);
    let all = answers.rows();
    assert_eq!(all.len(), 31 * 30 / 2);
    let mut sorted: Vec<f64> =
        all.iter().filter(|row| row.class == PairClass::Distance).filter_map(|row| row.distance).collect();
    sorted.sort_by(f64::total_cmp);
    for most in [0, 1, 7, 29, 30, 40, 463, 464, 1000] {
        let (rows, left_out) = answers.nearest_rows(most);
        assert_eq!((rows.len(), left_out), (1 + most.min(464), 464 - most.min(464)), "{most}");
        let mut told: Vec<f64> =
            rows.iter().filter(|row| row.class == PairClass::Distance).filter_map(|row| row.distance).collect();
        told.sort_by(f64::total_cmp);
        assert_eq!(told, sorted[..most.min(464)]);
        assert!(rows.is_sorted_by_key(|row| (row.a, row.b)));
    }
    assert_eq!(json(&answers)["pairs"].as_array().unwrap().len(), all.len());
}
