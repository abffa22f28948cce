//! Reports keep to their schema, their sums are right, and names survive whatever is in them.

use allide::{
    Aabb, Clearance, Details, Device, Engine, GpuStats, Guarantee, Mesh, Method, Nearest, Overlaps, Pass, Pose, Scene,
};
use allide::{PairClass, QuestionKind, SelfOverlaps, Solids};
use allide_io::report::{Answers, Detail, Document, Rule, Selected, Source, write_csv, write_json};
use allide_io::{Note, Options, Unit, read_bytes};
use serde_json::{Value, json};
use std::collections::HashSet;

pub fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../../../../schema/report.schema.json")).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    jsonschema::validator_for(&schema).unwrap()
}

fn source(name: &str) -> Source {
    Source { file: format!("{name}.obj"), unit: (name == "near").then_some(Unit::Inch), ..Source::default() }
}

/// One rule of each kind.
fn selection() -> Vec<Selected> {
    let pattern =
        |rule, text: &str, objects, pairs| Selected { rule, pattern: Some(text.into()), objects: Some(objects), pairs };
    let across = Selected { rule: Rule::Across, pattern: None, objects: None, pairs: 15 };
    vec![pattern(Rule::Between, "*:*", [6, 6], 15), across, pattern(Rule::Ignore, "floor*:wall*", [0, 0], 0)]
}

/// The notes of a file that has one good triangle and two bad ones.
fn notes() -> Vec<Note> {
    let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    let text = format!("solid\n{facet}{}endsolid\n", facet.replace("0 0 0", "0 nan 0").repeat(2));
    let options = Options { repair: true, ..Options::default() };
    read_bytes("a.stl", text.as_bytes(), None, &options, &mut |_| {}).unwrap().notes
}

fn ask_everything(scene: Scene, distance: f64) -> Answers {
    let mut engine = Engine::cpu();
    Answers {
        sources: scene.objects().iter().map(|object| source(object.name())).collect(),
        unit: Some(Unit::Millimeter),
        notes: notes(),
        selection: selection(),
        overlaps: Some(engine.run(&scene, &Overlaps::new().with_duplicates()).unwrap()),
        self_clearance: None,
        self_overlaps: Some(engine.run(&scene, &SelfOverlaps::of_all()).unwrap()),
        clearance: Some(engine.run(&scene, &Clearance::within(distance).unwrap().with_triangles()).unwrap()),
        nearest: Some(engine.run(&scene, &Nearest::new()).unwrap()),
        scene,
        threads: 2,
    }
}

pub fn json(answers: &Answers, triangles: bool) -> Value {
    let mut bytes = Vec::new();
    write_json(&mut bytes, answers, Detail { triangles, contacts: true }).unwrap();
    assert!(bytes.ends_with(b"\n}\n"));
    serde_json::from_slice(&bytes).unwrap()
}

fn blocks() -> Scene {
    let block = allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]);
    let folded = vec![[0, 1, 2], [1, 0, 2]];
    let folded = Mesh::new(vec![[9.0, 0.0, 0.0], [10.0, 0.0, 0.0], [9.0, 1.0, 0.0]], folded).unwrap();
    let mut scene = Scene::new();
    for (name, x) in [("first", 0.0), ("twin", 0.0), ("hard", 0.5), ("touch", 1.5), ("near", 2.75)] {
        let y = if name == "hard" { 0.5 } else { 0.0 };
        scene.add(name, &block, Pose::translation(x, y, 0.0).unwrap());
    }
    scene.add("folded", &folded, Pose::IDENTITY);
    scene
}

fn classes(report: &Value) -> HashSet<&str> {
    report["pairs"].as_array().unwrap().iter().map(|pair| pair["class"].as_str().unwrap()).collect()
}

#[test]
fn blocks_have_every_class() {
    let report = json(&ask_everything(blocks(), 0.5), true);
    assert_eq!(classes(&report), HashSet::from(["hard", "duplicate", "touch", "clearance", "self", "distance"]));
    let pair = |a, b| report["pairs"].as_array().unwrap().iter().find(|pair| pair["a"] == a && pair["b"] == b).unwrap();
    assert_eq!(pair(0, 1)["class"], "duplicate");
    assert_eq!(pair(0, 1)["distance"], 0.0);
    assert_eq!(pair(3, 4)["class"], "clearance");
    assert_eq!(pair(3, 4)["distance"], 0.25);
    assert_eq!([&pair(3, 4)["points"][0][0], &pair(3, 4)["points"][1][0]], [2.5, 2.75]);
    assert_eq!(pair(5, 5)["findings"], json!([[0, 1, "coplanar"]]));
    assert_eq!(pair(5, 5).get("distance"), None);
    assert_eq!(
        report["objects"][0],
        json!({"id": 0, "name": "first", "source": "first.obj", "triangles": 12, "closed": true})
    );
    assert_eq!(report["objects"][5]["closed"], true);
}

#[test]
fn reports_of_all_small_scenes_keep_to_the_schema() {
    let schema = schema();
    for (name, scene) in allide_scenes::small_suite().into_iter().chain([("blocks", blocks())]) {
        let bounds = scene.objects().iter().fold(Aabb::EMPTY, |all, object| {
            all.union(&Aabb::around(object.mesh().positions().iter().map(|&point| object.pose().apply(point))))
        });
        let answers = ask_everything(scene, bounds.size().max_element() / 100.0);
        for triangles in [false, true] {
            let report = json(&answers, triangles);
            let errors: Vec<_> = schema.iter_errors(&report).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{name}: {errors:?}");
            assert_sums(name, &report, triangles);
            assert_read_back(name, &answers, triangles);
        }
    }
}

/// A written report is read into an equal document, which is written into equal bytes.
fn assert_read_back(name: &str, answers: &Answers, triangles: bool) {
    let (document, mut bytes, mut again) =
        (Document::new(answers, Detail { triangles, contacts: true }), Vec::new(), Vec::new());
    document.write_json(&mut bytes).unwrap();
    let read = Document::read_json(&bytes[..]).unwrap();
    assert!(read == document, "{name}");
    read.write_json(&mut again).unwrap();
    assert!(bytes == again, "{name}");
}

#[test]
fn a_report_that_is_read_tells_what_was_asked_and_found() {
    let answers = seen(ask_everything(blocks(), 0.5));
    let mut bytes = Vec::new();
    write_json(&mut bytes, &answers, Detail::ALL).unwrap();
    let read = Document::read_json(&bytes[..]).unwrap();
    assert_eq!((read.version.as_ref(), read.guarantee), (env!("CARGO_PKG_VERSION"), Guarantee::Sampled));
    let asked: Vec<_> = read.asked.iter().map(|asked| (asked.question, asked.clearance, asked.triangles)).collect();
    assert_eq!(
        asked,
        [
            (QuestionKind::Overlaps, None, true),
            (QuestionKind::SelfOverlaps, None, true),
            (QuestionKind::Clearance, Some(0.5), true),
            (QuestionKind::Nearest, None, false)
        ]
    );
    assert_eq!((&read.ignored[..], &read.devices[..]), (&["floor*:wall*".into()][..], &[Device::Gpu, Device::Cpu][..]));
    assert_eq!((read.objects[4].unit, read.objects[0].unit), (Some(Unit::Inch), None));
    let listed = |class: PairClass| read.pairs.iter().find(|pair| pair.class == class).unwrap();
    let overlaps = answers.overlaps.as_ref().unwrap();
    let hard = overlaps.pairs.iter().find(|pair| pair.class == PairClass::Hard).unwrap();
    assert_eq!(listed(PairClass::Hard).findings.as_ref().unwrap().overlaps(), overlaps.findings_of(hard));
    let clearance = answers.clearance.as_ref().unwrap();
    let near = clearance.pairs.iter().find(|pair| pair.a.index() == 3 && pair.b.index() == 4).unwrap();
    let distances = clearance.findings_of(near).iter().map(|found| (found.a, found.b, found.nearest.distance));
    assert!(listed(PairClass::Clearance).findings.as_ref().unwrap().distances().eq(distances));
    assert_eq!(read.stats.gpu.as_ref().unwrap().passes.len(), 4);
}

#[test]
fn triangles_tell_their_polygons_and_lines() {
    let quads = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 9\nf 1 2 5\nf 1 2 3 4\n";
    let upright = "v 0.5 -1 -1\nv 0.5 2 -1\nv 0.5 2 1\nv 0.5 -1 1\nf 1 2 3\nf 1 3 4\n";
    let triangle = "OFF\n3 1 0\n0.7 0.1 -1\n0.7 0.2 -1\n0.7 0.1 1\n3 0 1 2\n";
    let mut scene = Scene::new();
    let mut sources = Vec::new();
    for (name, text) in [("quads.obj", quads), ("upright.obj", upright), ("triangle.off", triangle)] {
        let content = read_bytes(name, text.as_bytes(), None, &Options::default(), &mut |_| {}).unwrap();
        let object = content.objects.into_iter().next().unwrap();
        scene.add(object.name, &object.mesh, object.pose);
        sources.push(Source { file: object.source, origins: object.origins, ..Source::default() });
    }
    let answers = Answers { sources, ..ask_everything(scene, 0.5) };
    let report = json(&answers, true);
    assert!(schema().is_valid(&report));
    assert_read_back("polygons", &answers, true);
    let findings = |a: usize, b: usize| {
        let pairs = report["pairs"].as_array().unwrap();
        pairs.iter().find(|pair| pair["a"] == a && pair["b"] == b).unwrap()["findings"].as_array().unwrap()
    };
    assert!(findings(0, 1).contains(&json!([0, 1, "crossing", {"line_a": 6, "line_b": 6}])));
    assert!(findings(0, 1).contains(&json!([2, 0, "crossing", {"polygon_a": 1, "line_a": 7, "line_b": 5}])));
    assert!(findings(0, 2).contains(&json!([1, 0, "crossing", {"line_a": 7}])));
    assert_eq!(findings(1, 2)[0][3]["line_b"], Value::Null);
    assert!(findings(1, 2)[0][3]["line_a"].is_u64());

    let mut wrong = report.clone();
    wrong["pairs"][0]["findings"][0][3] = json!({});
    assert!(!schema().is_valid(&wrong));
    wrong["pairs"][0]["findings"][0][3] = json!({"line_c": 1});
    assert!(!schema().is_valid(&wrong) && Document::read_json(wrong.to_string().as_bytes()).is_err());

    let mut rows = Vec::new();
    write_csv(&mut rows, &answers, true).unwrap();
    let rows = String::from_utf8(rows).unwrap();
    assert!(rows.starts_with(
        "id,a,b,object_a,object_b,triangle_a,triangle_b,class,distance,polygon_a,polygon_b,line_a,line_b\n"
    ));
    assert!(rows.contains(",0,1,quads,upright,2,0,crossing,,1,,7,5\n"), "{rows}");
    assert!(rows.contains(",0,2,quads,triangle,1,0,crossing,,,,7,\n"), "{rows}");
}

#[test]
fn a_report_of_an_older_schema_is_told_from_a_broken_one() {
    let mut report = json(&ask_everything(blocks(), 0.5), false);
    report["schema"] = json!(1);
    let error = Document::read_json(report.to_string().as_bytes()).unwrap_err().to_string();
    assert!(error.contains("schema 1; this version reads schema 2"), "{error}");
}

fn assert_sums(name: &str, report: &Value, triangles: bool) {
    let pairs = report["pairs"].as_array().unwrap();
    let key = |pair: &Value| (pair["a"].as_u64().unwrap(), pair["b"].as_u64().unwrap());
    assert!(pairs.is_sorted_by(|x, y| key(x) < key(y)), "{name}");
    let (mut object_pairs, mut triangle_pairs, mut self_pairs) = (0, 0, 0);
    for pair in pairs {
        let (a, b) = key(pair);
        let count = pair["triangle_pairs"].as_u64().unwrap();
        assert!(a < b || a == b && pair["class"] == "self", "{name}");
        assert!(b < report["objects"].as_array().unwrap().len() as u64, "{name}");
        let findings = pair.get("findings").map(|findings| findings.as_array().unwrap());
        assert_eq!(findings.map(|findings| findings.len() as u64), triangles.then_some(count), "{name}");
        let numbers = |finding: &Value| (finding[0].as_u64().unwrap(), finding[1].as_u64().unwrap());
        assert!(findings.is_none_or(|findings| findings.is_sorted_by(|x, y| numbers(x) < numbers(y))), "{name}");
        if a == b {
            self_pairs += count;
        } else if pair["class"] != "distance" {
            (object_pairs, triangle_pairs) = (object_pairs + 1, triangle_pairs + count);
        }
    }
    let sets = report.get("sets").map_or(0, |sets| sets.as_array().unwrap().len());
    let totals = json!({
        "sets": sets, "object_pairs": object_pairs, "triangle_pairs": triangle_pairs, "self_pairs": self_pairs
    });
    assert_eq!(report["totals"], totals, "{name}");
}

/// As if a GPU had looked at the scene in views.
fn seen(mut answers: Answers) -> Answers {
    let pass = |level, triangles| {
        let mut pass = Pass::default();
        (pass.level, pass.triangles, pass.objects, pass.parts, pass.pairs) = (level, triangles, 6, 12, 7);
        (pass.views, pass.draws, pass.pixels, pass.ms) = (3, 6, 786_432, 1.5);
        (pass.writes, pass.queries, pass.rendered) = (2, 4, 372);
        (pass.cover, pass.reduction, pass.resolution) = ("uobb", "ordered", 512);
        pass
    };
    let passes = vec![pass("objects", 62), pass("triangles", 40)];
    let details = vec![Details::Views { passes, compared: 0 }];
    let mut gpu = GpuStats::default();
    (gpu.adapter, gpu.details) = ("chip".into(), details);
    for report in answers.overlaps.iter_mut().chain(&mut answers.self_overlaps) {
        report.run.stats.gpu = Some(gpu.clone());
        report.run.devices = vec![Device::Gpu];
    }
    answers.overlaps.iter_mut().for_each(|report| report.run.methods = vec![Method::FAR]);
    answers.self_overlaps.iter_mut().for_each(|report| {
        (report.run.methods, report.run.guarantee) = (vec![Method::SELF_CULLIDE], Guarantee::Sampled);
    });
    answers
}

#[test]
fn passes_are_told_with_their_question_and_only_where_there_are_any() {
    let plain = json(&ask_everything(blocks(), 0.5), false);
    assert_eq!(plain["stats"].get("gpu"), None);
    let report = json(&seen(ask_everything(blocks(), 0.5)), false);
    assert!(schema().is_valid(&report));
    let passes = report["stats"]["gpu"]["passes"].as_array().unwrap();
    let told = |pass: &Value| (pass["question"].to_string(), pass["level"].to_string(), pass["triangles"].as_u64());
    assert_eq!(passes.len(), 4);
    assert_eq!(told(&passes[1]), ("\"overlaps\"".into(), "\"triangles\"".into(), Some(40)));
    assert_eq!(told(&passes[2]), ("\"self-overlaps\"".into(), "\"objects\"".into(), Some(62)));
    let numbers = ["objects", "parts", "pairs", "views", "draws", "pixels", "ms"].map(|field| passes[0][field].clone());
    assert_eq!(numbers, [json!(6), json!(12), json!(7), json!(3), json!(6), json!(786_432), json!(1.5)]);
    let drawn =
        ["writes", "queries", "rendered", "cover", "reduction", "resolution"].map(|field| passes[0][field].clone());
    assert_eq!(drawn, [json!(2), json!(4), json!(372), json!("uobb"), json!("ordered"), json!(512)]);
}

#[test]
fn proposals_are_told_where_there_are_any_and_add_up() {
    let mut answers = ask_everything(blocks(), 0.5);
    assert_eq!(json(&answers, false)["stats"].get("proposals"), None);
    answers.overlaps = Some(Engine::cpu().run(&answers.scene, &Solids::new().method(Method::RAYS)).unwrap());
    let report = json(&answers, false);
    assert!(schema().is_valid(&report), "{:?}", report["stats"]);
    let told = &report["stats"]["proposals"];
    let count = |name: &str| told[name].as_u64().unwrap();
    assert!(count("confirmed") > 0 && told["precision"].as_f64().is_some_and(|precision| precision > 0.0), "{told}");
    let parts = ["confirmed", "apart", "touch", "not_closed"].map(count);
    assert_eq!((count("proposed"), count("with_itself")), (parts.iter().sum(), 0));
    assert!(Document::read_json(report.to_string().as_bytes()).is_ok());
    let mut broken = report.clone();
    broken["stats"]["proposals"]["touch"] = json!(7);
    assert!(Document::read_json(broken.to_string().as_bytes()).unwrap_err().to_string().contains("proposals"));
}

#[test]
fn answers_are_worth_as_much_as_the_weakest() {
    let mut answers = ask_everything(blocks(), 0.5);
    assert_eq!((answers.guarantee(), json(&answers, false)["guarantee"].clone()), (Guarantee::Exact, json!("exact")));
    answers = seen(answers);
    assert_eq!(answers.guarantee(), Guarantee::Sampled);
    let report = json(&answers, false);
    assert_eq!(
        (&report["guarantee"], &report["methods"]),
        (&json!("sampled"), &json!(["far", "self-cullide", "divide", "bvh"]))
    );
    assert_eq!((&report["devices"], &report["adapter"]), (&json!(["gpu", "cpu"]), &json!("chip")));
    answers.self_overlaps = None;
    assert_eq!(answers.guarantee(), Guarantee::Exact);
}

#[test]
fn broken_reports_do_not_keep_to_the_schema() {
    let schema = schema();
    let right = json(&seen(ask_everything(blocks(), 0.5)), true);
    assert!(schema.is_valid(&right));
    let pairs = right["pairs"].as_array().unwrap();
    let place = |class: &str| pairs.iter().position(|pair| pair["class"] == class).unwrap();
    let (hard, clearance) = (place("hard"), place("clearance"));
    type Damage = Box<dyn Fn(&mut Value)>;
    let breaks: Vec<(&str, Damage)> = vec![
        ("another schema", Box::new(|report| report["schema"] = json!(1))),
        ("no version", Box::new(|report| drop(report.as_object_mut().unwrap().remove("version")))),
        ("nothing asked", Box::new(|report| report["asked"] = json!([]))),
        ("an unknown question", Box::new(|report| report["asked"][0]["question"] = json!("why"))),
        (
            "a clearance of nothing",
            Box::new(|report| drop(report["asked"][2].as_object_mut().unwrap().remove("clearance"))),
        ),
        ("overlaps at a distance", Box::new(|report| report["asked"][0]["clearance"] = json!(1.0))),
        ("a unit of no file", Box::new(|report| report["objects"][4]["unit"] = json!("cubit"))),
        ("no such unit", Box::new(|report| report["unit"] = json!("cubits"))),
        ("a note that occurs 0 times", Box::new(|report| report["notes"][0]["count"] = json!(0))),
        ("a note without text", Box::new(|report| drop(report["notes"][0].as_object_mut().unwrap().remove("text")))),
        ("an unknown device", Box::new(|report| report["devices"] = json!(["abacus"]))),
        ("an unknown guarantee", Box::new(|report| report["guarantee"] = json!("likely"))),
        ("no method", Box::new(|report| report["methods"] = json!([]))),
        ("a rule of no kind", Box::new(|report| report["selection"][0]["rule"] = json!("beside"))),
        (
            "a rule without patterns",
            Box::new(|report| drop(report["selection"][0].as_object_mut().unwrap().remove("pattern"))),
        ),
        ("files like a pattern", Box::new(|report| report["selection"][1]["pattern"] = json!("a:b"))),
        ("objects like three patterns", Box::new(|report| report["selection"][0]["objects"] = json!([1, 2, 3]))),
        ("no pair's id", Box::new(move |report| drop(report["pairs"][hard].as_object_mut().unwrap().remove("id")))),
        ("a number for an id", Box::new(move |report| report["pairs"][hard]["id"] = json!("p17"))),
        ("a field too many", Box::new(|report| report["extra"] = json!(0))),
        ("an object with a field too many", Box::new(|report| report["objects"][0]["color"] = json!("red"))),
        ("a name that is no text", Box::new(|report| report["objects"][0]["name"] = json!(null))),
        ("a negative number of triangles", Box::new(|report| report["objects"][0]["triangles"] = json!(-1))),
        ("an unknown class", Box::new(move |report| report["pairs"][hard]["class"] = json!("soft"))),
        ("half an object", Box::new(move |report| report["pairs"][hard]["a"] = json!(0.5))),
        ("an overlap at a distance", Box::new(move |report| report["pairs"][hard]["distance"] = json!(0.25))),
        ("an overlap with nearest points", Box::new(move |report| report["pairs"][hard]["points"] = json!([]))),
        ("a finding without a class", Box::new(move |report| report["pairs"][hard]["findings"][0] = json!([0, 1]))),
        (
            "a finding too long",
            Box::new(move |report| report["pairs"][hard]["findings"][0] = json!([0, 1, "crossing", 0])),
        ),
        ("a near class", Box::new(move |report| report["pairs"][clearance]["findings"][0][2] = json!("touching"))),
        (
            "a clearance without distance",
            Box::new(move |report| {
                report["pairs"][clearance].as_object_mut().unwrap().remove("distance");
            }),
        ),
        ("a negative distance", Box::new(move |report| report["pairs"][clearance]["distance"] = json!(-0.5))),
        ("a point in the plane", Box::new(move |report| report["pairs"][clearance]["points"][0] = json!([0, 1]))),
        ("a region that is no number", Box::new(move |report| report["pairs"][hard]["region"]["min"][0] = json!(null))),
        ("no totals", Box::new(|report| report["totals"] = json!({}))),
        ("a stage without time", Box::new(|report| report["stats"]["stages"][0] = json!({"name": "search"}))),
        ("a pass of no question", Box::new(|report| report["stats"]["gpu"]["passes"][0]["question"] = json!("why"))),
        ("a pass at no level", Box::new(|report| report["stats"]["gpu"]["passes"][0]["level"] = json!("pixels"))),
        ("no cover", Box::new(|report| report["stats"]["gpu"]["passes"][0]["cover"] = json!("round"))),
        ("half a draw", Box::new(|report| report["stats"]["gpu"]["passes"][0]["draws"] = json!(0.5))),
        (
            "a pass without time",
            Box::new(|report| drop(report["stats"]["gpu"]["passes"][0].as_object_mut().unwrap().remove("ms"))),
        ),
        ("a method with a space", Box::new(|report| report["methods"][0] = json!("self cullide"))),
        ("no thread", Box::new(|report| report["stats"]["threads"] = json!(0))),
    ];
    for (what, damage) in breaks {
        let mut report = right.clone();
        damage(&mut report);
        assert_ne!(report, right, "{what}");
        assert!(!schema.is_valid(&report), "{what}");
        assert!(Document::read_json(report.to_string().as_bytes()).is_err(), "{what} is read");
    }
}

#[test]
fn names_are_data_in_csv_and_json() {
    let names = [
        "=1+1",
        "+x",
        "-x",
        "@x",
        "\tx",
        "\rx",
        "\nx",
        "＝1",
        "'x",
        "a,b",
        "say \"hi\"",
        "two\nlines",
        "",
        "名",
        " padded ",
        "x=1",
    ];
    let block = allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]);
    let mut scene = Scene::new();
    for (index, name) in names.into_iter().enumerate() {
        scene.add(name, &block, Pose::translation(-(index as f64), 0.0, 0.0).unwrap());
    }
    let answers = ask_everything(scene, 0.5);
    let report = json(&answers, false);
    for triangles in [false, true] {
        let mut bytes = Vec::new();
        write_csv(&mut bytes, &answers, triangles).unwrap();
        let mut rows = csv::Reader::from_reader(&bytes[..]);
        let headings = rows.headers().unwrap().clone();
        assert_eq!(&headings.iter().collect::<Vec<_>>()[..5], ["id", "a", "b", "object_a", "object_b"]);
        let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
        assert!(rows.len() >= names.len() - 1);
        for row in &rows {
            for (cell, index) in [(&row[3], &row[1]), (&row[4], &row[2])] {
                // No cell begins a formula, and without the apostrophe it is the name.
                assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝']), "{cell}");
                assert_eq!(cell.strip_prefix('\'').unwrap_or(cell), names[index.parse::<usize>().unwrap()]);
            }
            assert!(row[0].starts_with('p'));
        }
        // Numbers stay numbers.
        let center = headings.iter().position(|heading| heading == "center_x");
        let is_negative = |row: &csv::StringRecord| center.is_some_and(|at| row[at].parse::<f64>().unwrap() < 0.0);
        assert!(triangles || rows.iter().any(is_negative));
    }
    for (index, name) in names.into_iter().enumerate() {
        assert_eq!(report["objects"][index]["name"], name);
    }
}

#[test]
fn json_escapes_what_is_not_seen_and_keeps_it() {
    let name = "a\u{202e}b\u{7f}\u{9b}\u{e0041}\u{200d}ü\u{2066}";
    let mut scene = Scene::new();
    scene.add(name, &allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY);
    let (answers, mut bytes) = (ask_everything(scene, 0.5), Vec::new());
    write_json(&mut bytes, &answers, Detail::default()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains(r#""name":"a\u202eb\u007f\u009b\udb40\udc41\u200dü\u2066""#), "{text}");
    assert_eq!(Document::read_json(text.as_bytes()).unwrap().objects[0].name, name);
}

#[test]
fn ids_come_from_names_and_outlast_places_and_other_objects() {
    let block = allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]);
    let ids = |names: &[&str]| -> std::collections::BTreeMap<[String; 2], String> {
        let mut scene = Scene::new();
        names.iter().for_each(|&name| _ = scene.add(name, &block, Pose::IDENTITY));
        let report = json(&ask_everything(scene, 0.5), false);
        let name = |object: &Value| report["objects"][object.as_u64().unwrap() as usize]["name"].as_str().unwrap();
        let entry = |pair: &Value| {
            let mut names = [name(&pair["a"]), name(&pair["b"])].map(str::to_owned);
            names.sort();
            (names, pair["id"].as_str().unwrap().to_owned())
        };
        report["pairs"].as_array().unwrap().iter().map(entry).collect()
    };
    let (few, many) = (ids(&["lid", "base", "clip"]), ids(&["new", "clip", "base", "other", "lid"]));
    assert_eq!((few.len(), many.len()), (3, 10));
    assert!(few.iter().all(|(names, id)| many[names] == *id));
    // Anyone can compute it.
    assert_eq!(few[&["base".to_string(), "lid".to_string()]], "pd0e060997863");
}

#[test]
fn pairs_of_the_same_names_have_different_ids() {
    let block = allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]);
    let mut scene = Scene::new();
    ["bolt", "bolt", "plate"].iter().for_each(|&name| _ = scene.add(name, &block, Pose::IDENTITY));
    let answers = ask_everything(scene, 0.5);
    let ids = answers.ids(&answers.pairs());
    assert_eq!((ids.len(), ids[2].clone()), (3, format!("{}-2", ids[1])));
    let report = json(&answers, false);
    assert!(schema().is_valid(&report));
    assert!(Document::read_json(report.to_string().as_bytes()).is_ok());
    let again = report.to_string().replace("-2\"", "\"");
    let error = Document::read_json(again.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("same id"), "{error}");
}

#[test]
fn tables_without_findings_have_headings_still() {
    let mut scene = Scene::new();
    scene.add("alone", &allide_scenes::shapes::cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY);
    let answers = ask_everything(scene, 0.5);
    for triangles in [false, true] {
        let mut bytes = Vec::new();
        write_csv(&mut bytes, &answers, triangles).unwrap();
        assert_eq!(bytes.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
    assert_eq!(json(&answers, true)["pairs"], json!([]));
}

#[test]
fn zero_has_no_sign_in_reports() {
    let flat = |x: f64| Mesh::new(vec![[x, 0.0, -0.0], [1.0, x, 0.0], [0.0, 1.0, -0.0]], vec![[0, 1, 2]]).unwrap();
    let mut scene = Scene::new();
    scene.add("a", &flat(-0.0), Pose::IDENTITY);
    scene.add("b", &flat(0.0), Pose::IDENTITY);
    let mut bytes = Vec::new();
    write_json(&mut bytes, &ask_everything(scene, 0.5), Detail::ALL).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("\"region\"") && !text.contains("-0.0"), "{text}");
}
