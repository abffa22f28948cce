//! Pages: what the command writes into them is what it found.

use crate::{command_in, status, stderr};
use allide_io::report::Document;
use base64::Engine as _;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

/// A page as the viewer reads it.
struct Page {
    view: Value,
    bytes: Vec<u8>,
}

impl Page {
    fn read(path: &Path) -> Self {
        let html = std::fs::read_to_string(path).unwrap();
        let script = |id: &str| {
            let begin = html.find(&format!("<script id=\"{id}\"")).unwrap();
            let begin = begin + html[begin..].find('>').unwrap() + 1;
            &html[begin..begin + html[begin..].find("</script>").unwrap()]
        };
        let packed = base64::prelude::BASE64_STANDARD.decode(script("allide-bytes")).unwrap();
        let mut bytes = Vec::new();
        flate2::read::ZlibDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
        Self { view: serde_json::from_str(script("allide-view")).unwrap(), bytes }
    }

    fn raw(&self, slice: &Value) -> &[u8] {
        let at = number(&slice["at"]);
        &self.bytes[at..at + number(&slice["count"])]
    }

    fn ints(&self, slice: &Value) -> Vec<i32> {
        let (is_point, at) = (slice["type"] == "points", number(&slice["at"]));
        let count = number(&slice["count"]) * if is_point { 3 } else { 1 };
        let stride = if is_point { 3 } else { slice["stride"].as_u64().unwrap_or(1) as usize };
        let mut values: Vec<i32> = Vec::new();
        for k in 0..count {
            let code = (0..4).map(|plane| u32::from(self.bytes[at + plane * count + k]) << (8 * plane)).sum::<u32>();
            let difference = (code >> 1) as i32 ^ -((code & 1) as i32);
            values.push(if k < stride { 0 } else { values[k - stride] }.wrapping_add(difference));
        }
        values
    }

    fn points(&self, slice: &Value) -> Vec<[f64; 3]> {
        let (min, step) = (vector(&slice["min"]), slice["step"].as_f64().unwrap());
        let point = |p: &[i32]| [0, 1, 2].map(|k| min[k] + step * f64::from(p[k]));
        self.ints(slice).chunks(3).map(point).collect()
    }

    /// The vertices of an object in the world.
    fn vertices(&self, object: usize) -> Vec<[f64; 3]> {
        let entry = &self.view["objects"][object];
        let pose: Vec<f64> = entry["pose"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        let (origin, mesh) = (vector(&self.view["origin"]), &self.view["meshes"][number(&entry["mesh"])]);
        let scale = self.view["scale"].as_f64().unwrap_or(1.0);
        let place = |p: [f64; 3]| {
            [0, 1, 2]
                .map(|k| (p[0] * pose[k] + p[1] * pose[3 + k] + p[2] * pose[6 + k] + pose[9 + k]) * scale + origin[k])
        };
        self.points(&mesh["points"]).into_iter().map(place).collect()
    }

    fn triangles(&self, object: usize) -> Vec<i32> {
        self.ints(&self.view["meshes"][number(&self.view["objects"][object]["mesh"])]["triangles"])
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn vector(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|k| value[k].as_f64().unwrap())
}

fn allide(folder: &Path, arguments: &str) -> i32 {
    let output = command_in(folder, &arguments.split(' ').collect::<Vec<_>>()).output().unwrap();
    assert!(status(&output) < 2, "{arguments}: {}", stderr(&output));
    status(&output)
}

#[test]
fn a_page_holds_the_scene_and_all_findings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    allide(folder, "scene plant -o plant.glb");
    let flags = "--self --clearance 0.05 --quiet --device cpu";
    assert_eq!(allide(folder, &format!("check plant.glb {flags} --html p.html --json r.json --triangles")), 1);
    let page = Page::read(&folder.join("p.html"));
    let report = Document::read_json(std::fs::File::open(folder.join("r.json")).unwrap()).unwrap();
    let view = &page.view;
    assert_eq!(
        (&view["kind"], &view["title"], &view["guarantee"]),
        (&"check".into(), &"plant.glb".into(), &"exact".into())
    );
    // A glTF file says which way is up.
    assert_eq!(view["up"], "y");
    let loaded = allide_io::read_file(&folder.join("plant.glb"), &allide_io::Options::default(), &mut |_| {}).unwrap();
    assert_eq!(view["objects"].as_array().unwrap().len(), report.objects.len());
    for (object, loaded) in loaded.objects.iter().enumerate() {
        assert_eq!(view["objects"][object]["name"], loaded.name.as_str());
        assert_eq!(view["objects"][object]["closed"], report.objects[object].closed);
        let corners: Vec<i32> = loaded.mesh.triangles().iter().flatten().map(|&k| k as i32).collect();
        assert_eq!(page.triangles(object), corners);
        for (shown, &exact) in page.vertices(object).iter().zip(loaded.mesh.positions()) {
            let exact = loaded.pose.apply(exact).to_array();
            // A millionth of the largest object.
            assert!((0..3).all(|k| (shown[k] - exact[k]).abs() < 2e-5), "{shown:?} is not {exact:?}");
        }
    }
    let findings = view["findings"].as_array().unwrap();
    let ids: BTreeSet<&str> = findings.iter().map(|finding| finding["id"].as_str().unwrap()).collect();
    let in_sets =
        |a: usize, b: usize| report.sets.iter().any(|set| set.objects.contains(&a) && set.objects.contains(&b));
    let pairs = report.pairs.iter().filter(|pair| pair.a == pair.b || !in_sets(pair.a, pair.b));
    let expected: BTreeSet<&str> =
        pairs.clone().map(|pair| pair.id.as_ref()).chain(report.sets.iter().map(|set| set.id.as_ref())).collect();
    assert!(ids.len() == findings.len() && ids == expected);
    let mut lit = 0;
    for pair in pairs {
        let finding = findings.iter().find(|finding| finding["id"] == *pair.id).unwrap();
        assert_eq!((number(&finding["a"]), number(&finding["b"])), (pair.a, pair.b));
        assert_eq!(finding["class"], pair.class.name());
        let listed = serde_json::to_value(pair.findings.as_ref().unwrap()).unwrap();
        for (side, name) in ["triangles_a", "triangles_b"].into_iter().enumerate() {
            let triangles: BTreeSet<i32> =
                listed.as_array().unwrap().iter().map(|found| found[side].as_i64().unwrap() as i32).collect();
            let shown = &finding["marks"][name];
            let shown = if shown.is_null() { Vec::new() } else { page.ints(shown) };
            assert_eq!(shown, triangles.into_iter().collect::<Vec<_>>());
        }
        let region = (&finding["region"]["min"], &finding["region"]["max"]);
        let (low, high) = (vector(region.0), vector(region.1));
        let marks = &finding["marks"];
        for slice in [&marks["segments"], &marks["patches"]].into_iter().filter(|slice| !slice.is_null()) {
            let points = page.points(slice);
            assert!(!points.is_empty() && points.len().is_multiple_of(if slice == &marks["segments"] { 2 } else { 3 }));
            lit += points.len();
            for point in points {
                assert!((0..3).all(|k| (low[k] - 1e-5..=high[k] + 1e-5).contains(&point[k])), "{point:?}");
            }
        }
    }
    assert!(lit > 1000, "{lit}");
    // What stands on the slab is one group.
    let groups = view["groups"].as_array().unwrap();
    let slab = groups.iter().find(|group| group["name"] == "floor slab").unwrap();
    assert!(slab["findings"].as_array().unwrap().len() > 10);
    let members: Vec<usize> =
        groups.iter().flat_map(|group| group["findings"].as_array().unwrap()).map(number).collect();
    assert_eq!(members.iter().collect::<BTreeSet<_>>().len(), members.len());
}

#[test]
fn large_coordinates_stay_sharp() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Two triangles of a millimetre, five million metres away, half a millimetre apart.
    let triangle = |name: &str, z: f64| {
        let corner = |x: f64, y: f64| format!("v {} {} {z}\n", 5e6 + x, 4e6 + y);
        format!("o {name}\n{}{}{}f -3 -2 -1\n", corner(0.0, 0.0), corner(0.001, 0.0), corner(0.0, 0.001))
    };
    std::fs::write(folder.join("far.obj"), triangle("low", 0.0) + &triangle("high", 0.0005)).unwrap();
    allide(folder, "check far.obj --clearance 0.001 --html p.html --quiet");
    let page = Page::read(&folder.join("p.html"));
    let [low, high] = [0, 1].map(|object| page.points(&page.view["meshes"][object]["points"]));
    assert!((low[1][0] - low[0][0] - 0.001).abs() < 1e-8 && low.len() == high.len());
    let poses = [0, 1].map(|object| page.view["objects"][object]["pose"][11].as_f64().unwrap());
    assert!((poses[1] - poses[0] - 0.0005).abs() < 1e-8, "{poses:?}");
    assert_eq!(page.view["findings"][0]["class"], "clearance");
    assert!(page.view["findings"][0]["points"].is_array());
}

#[test]
fn view_is_a_check_whose_answer_is_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    allide(folder, "scene blobs -o blobs.obj");
    // Findings are what one wants to look at: no reason for another exit status.
    assert_eq!(allide(folder, "view blobs.obj --no-open --quiet"), 0);
    let page = Page::read(&folder.join("allide-view.html"));
    assert_eq!((&page.view["title"], &page.view["findings"][0]["class"]), (&"blobs.obj".into(), &"hard".into()));
    allide(folder, "scene breaking --frames 3 -o f.#.obj");
    assert_eq!(allide(folder, "view f.#.obj --no-open --quiet -o seq.html"), 0);
    let page = Page::read(&folder.join("seq.html"));
    assert_eq!(page.view["frames"].as_array().unwrap().len(), 3);
    // Pieces that break off later are nowhere in the first frame, and somewhere in the last.
    let object = page.view["objects"].as_array().unwrap().len() - 1;
    let pose = |frame: usize| {
        let poses = page.view["frames"][frame]["poses"].as_array().cloned().unwrap_or_default();
        poses.into_iter().find(|entry| number(&entry[0]) == object).map(|entry| entry[1].clone())
    };
    assert!(pose(0).unwrap().as_array().unwrap().iter().all(|x| x.as_f64() == Some(0.0)));
    assert!((1..3).any(|frame| pose(frame).is_some_and(|pose| pose[0].as_f64() != Some(0.0))));
}

/// 32-bit floats hold squares of what is on the page.
#[test]
fn huge_and_tiny_scenes_come_in_ordinary_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["huge", "tiny", "far_away"] {
        allide(folder, &format!("scene {name} -o {name}.obj"));
        allide(folder, &format!("check {name}.obj --quiet --html p.html"));
        let page = Page::read(&folder.join("p.html"));
        let file = folder.join(format!("{name}.obj"));
        let loaded = allide_io::read_file(&file, &allide_io::Options::default(), &mut |_| {}).unwrap();
        let scale = page.view["scale"].as_f64().unwrap_or(1.0);
        assert_eq!(scale == 1.0, name == "far_away", "{name}: {scale}");
        for (object, loaded) in loaded.objects.iter().enumerate() {
            let pose = page.view["objects"][object]["pose"].as_array().unwrap();
            assert!(pose.iter().all(|x| x.as_f64().unwrap().abs() < 1e3));
            for (shown, &exact) in page.vertices(object).iter().zip(loaded.mesh.positions()) {
                let error = (0..3).map(|k| (shown[k] - exact[k]).abs() / scale).fold(0.0, f64::max);
                assert!(error < 1e-5, "{name}: {error}");
            }
        }
        for finding in page.view["findings"].as_array().unwrap() {
            assert!(vector(&finding["region"]["max"]).iter().all(|x| x.abs() < 1e3));
        }
    }
}

#[test]
fn problems_of_meshes_are_findings() {
    let folder = tempfile::tempdir().unwrap();
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/inspect.in/broken.obj");
    std::fs::copy(models, folder.path().join("broken.obj")).unwrap();
    assert_eq!(allide(folder.path(), "inspect broken.obj --quiet --html p.html --json i.json"), 1);
    let page = Page::read(&folder.path().join("p.html"));
    let report: Value = serde_json::from_slice(&std::fs::read(folder.path().join("i.json")).unwrap()).unwrap();
    let mut expected = BTreeSet::new();
    for object in report["objects"].as_array().unwrap() {
        for problem in object["problems"].as_array().unwrap() {
            expected.insert((number(&object["id"]), problem["problem"].as_str().unwrap().to_owned()));
        }
    }
    let findings = page.view["findings"].as_array().unwrap();
    let shown: BTreeSet<(usize, String)> =
        findings.iter().map(|x| (number(&x["a"]), x["class"].as_str().unwrap().to_owned())).collect();
    assert!(!expected.is_empty() && shown == expected && findings.len() == expected.len());
    let open = findings.iter().find(|finding| finding["class"] == "open").unwrap();
    assert!(page.points(&open["marks"]["segments"]).len() >= 6);
}

#[test]
fn a_flight_has_frames_maps_and_sound() {
    let folder = tempfile::tempdir().unwrap();
    let said = allide(folder.path(), "particles table --frames 30 --html p.html --csv i.csv");
    assert_eq!(said, 0);
    let page = Page::read(&folder.path().join("p.html"));
    let frames = page.view["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 30);
    let [first, last] = [&frames[0], &frames[29]].map(|frame| page.points(&frame["particles"]["points"]));
    assert!(!last.is_empty() && first != last);
    assert_eq!(page.raw(&frames[29]["particles"]["colors"]).len(), 3 * last.len());
    let wav = page.raw(&page.view["media"][number(&page.view["sound"])]["data"]);
    assert_eq!((&wav[..4], &wav[8..12]), (&b"RIFF"[..], &b"WAVE"[..]));
    let list = std::fs::read_to_string(folder.path().join("i.csv")).unwrap();
    let findings = page.view["findings"].as_array().unwrap();
    let count =
        |finding: &Value| finding["facts"][0]["value"].as_str().unwrap().replace(',', "").parse::<usize>().unwrap();
    assert_eq!(findings.iter().map(count).sum::<usize>(), list.lines().count() - 1);
    let map = number(&page.view["objects"][number(&findings[0]["a"])]["image"]);
    assert_eq!(&page.raw(&page.view["media"][map]["data"])[1..4], b"PNG");
}

#[test]
fn a_run_of_the_chip_has_a_trace_and_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(allide(folder.path(), "chip run --html p.html --json r.json"), 1);
    let page = Page::read(&folder.path().join("p.html"));
    let run: Value = serde_json::from_slice(&std::fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    let series = &page.view["charts"][2]["series"][0];
    assert_eq!(series["name"], "memory at work");
    let points: Vec<[f64; 2]> = serde_json::from_value(series["points"].clone()).unwrap();
    // The mean over all cycles is the count that the run keeps.
    let cycles = run["cycles"].as_f64().unwrap();
    let ends = points[1..].iter().map(|point| point[0]).chain([cycles]);
    let busy: f64 = points.iter().zip(ends).map(|(point, end)| point[1] * (end - point[0])).sum();
    assert!((busy - run["memory_busy"].as_f64().unwrap()).abs() < 1e-6 * cycles, "{busy} {}", run["memory_busy"]);
    let found = run["found"].as_array().unwrap();
    let expected: BTreeSet<i32> = found.iter().map(|pair| pair[0].as_i64().unwrap() as i32).collect();
    let shown = page.ints(&page.view["findings"][0]["marks"]["triangles_a"]);
    assert_eq!(shown, expected.into_iter().collect::<Vec<_>>());
}

/// A number of cubes, nearly in one place: every two of them overlap.
fn heap(cubes: usize) -> String {
    let mut text = String::new();
    for k in 0..cubes {
        let at = |corner: usize, axis: usize| (corner >> axis & 1) as f64 + k as f64 * [1e-4, 1.1e-4, 1.3e-4][axis];
        text += &format!("o c{k}\n");
        (0..8).for_each(|c| text += &format!("v {:.5} {:.5} {:.5}\n", at(c, 0), at(c, 1), at(c, 2)));
        for quad in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            text += &format!("f{}\n", quad.map(|corner| format!(" {}", 8 * k + corner + 1)).concat());
        }
    }
    text
}

#[test]
fn a_page_holds_the_worst_and_says_how_many_it_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("heap.obj"), heap(150)).unwrap();
    let flags = ["check", "heap.obj", "--html", "p.html", "--json", "r.json", "--quiet", "--device", "cpu"];
    let output = command_in(folder, &flags).output().unwrap();
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let said = "has room for the 10,000 worst findings and leaves out 1,175; --json has all";
    assert!(stderr(&output).contains(&format!("note: the page {said}")), "{}", stderr(&output));
    let size = |name: &str| std::fs::metadata(folder.join(name)).unwrap().len();
    let page = Page::read(&folder.join("p.html"));
    assert_eq!((&page.view["left_out"], &page.view["notes"][0]), (&1175.into(), &format!("This page {said}.").into()));
    assert!(size("p.html") < 11 << 20, "{} bytes", size("p.html"));
    // The page has the worst, in the order of the table; the report has them all, and not what was not asked for.
    let report = Document::read_json(std::fs::File::open(folder.join("r.json")).unwrap()).unwrap();
    assert_eq!(report.pairs.len(), 150 * 149 / 2);
    assert!(report.pairs.iter().all(|pair| pair.shared.as_ref().is_some_and(|shared| shared.curves.is_empty())));
    assert!(size("r.json") < 500 * report.pairs.len() as u64 + (1 << 16), "{} bytes", size("r.json"));
    let depth =
        |pair: &allide_io::report::document::PairEntry<'_>| pair.shared.as_ref().map_or(0.0, |x| x.penetration.upper);
    let mut deepest: Vec<_> = report.pairs.iter().collect();
    deepest.sort_by(|x, y| depth(y).total_cmp(&depth(x)));
    let least = depth(deepest[9_999]);
    let sure: BTreeSet<&str> = deepest.iter().take_while(|x| depth(x) > least + 1e-9).map(|x| &*x.id).collect();
    let shown: BTreeSet<&str> =
        page.view["findings"].as_array().unwrap().iter().map(|finding| finding["id"].as_str().unwrap()).collect();
    assert!(shown.len() == 10_000 && sure.len() > 9_000 && sure.is_subset(&shown), "{} {}", shown.len(), sure.len());
}

#[test]
fn curves_come_into_reports_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("heap.obj"), heap(2)).unwrap();
    for (flags, expected) in [("--html p.html", 0), ("--html p.html --contacts", 1), ("--contacts", 1)] {
        assert_eq!(allide(folder, &format!("check heap.obj {flags} --json r.json --quiet --device cpu")), 1);
        let report = Document::read_json(std::fs::File::open(folder.join("r.json")).unwrap()).unwrap();
        assert_eq!(report.pairs[0].shared.as_ref().unwrap().curves.len(), expected, "{flags}");
    }
}

#[test]
fn a_finding_has_the_shape_of_its_objects_wherever_else_something_changes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let shapes = |text: &str| {
        std::fs::write(folder.join("heap.obj"), text).unwrap();
        assert_eq!(allide(folder, "check heap.obj --html p.html --quiet --device cpu"), 1);
        let findings = Page::read(&folder.join("p.html")).view["findings"].take();
        let shape = |finding: &Value| [&finding["id"], &finding["shape"]].map(|x| x.as_str().unwrap().to_owned());
        findings.as_array().unwrap().iter().map(shape).collect::<BTreeSet<_>>()
    };
    let (two, three) = (shapes(&heap(2)), shapes(&heap(3)));
    assert!(two.len() == 1 && three.len() == 3 && two.is_subset(&three), "{two:?} {three:?}");
    // The last corner of the last object, moved: two of three pairs have another shape, and all have the same ids.
    let moved = shapes(&heap(3).replacen("v 1.00020 1.00022 1.00026", "v 1.00020 1.00022 1.00027", 1));
    assert_eq!(moved.intersection(&three).collect::<Vec<_>>(), two.iter().collect::<Vec<_>>());
    let ids = |found: &BTreeSet<[String; 2]>| found.iter().map(|[id, _]| id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&moved), ids(&three));
}
