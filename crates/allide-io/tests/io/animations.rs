//! Animations of glTF files, written by hand: what is where at which time, by formula.

use crate::common::*;
use crate::gltf::{add_accessor, add_sparse, floats, plate, skinned};
use allide_io::{Content, Error, Options, Playback, Rate, Sequence};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A document as a file that lasts as long as this.
struct Written(tempfile::TempDir);

impl Written {
    fn new(document: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.gltf"), document.to_string()).unwrap();
        Self(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("a.gltf")
    }

    fn open(&self, playback: &Playback) -> Result<Sequence, Error> {
        Sequence::open(&self.path(), &Options::default(), playback)
    }
}

fn per_second(rate: f64) -> Playback {
    Playback { rate: Some(Rate::PerSecond(rate)), ..Playback::default() }
}

fn all(document: &Value, playback: &Playback) -> Vec<Content> {
    let written = Written::new(document);
    let mut sequence = written.open(playback).unwrap_or_else(|error| panic!("{error}"));
    (0..sequence.stamps().len()).map(|frame| sequence.read(frame, &mut |_| {}).unwrap()).collect()
}

/// The message about a bad animation, without the folder.
fn refused(document: &Value, playback: &Playback) -> String {
    let written = Written::new(document);
    let error = match written.open(playback) {
        Err(error) => error,
        Ok(mut sequence) => {
            let frames = sequence.stamps().len();
            (0..frames).find_map(|frame| sequence.read(frame, &mut |_| {}).err()).expect("a bad animation")
        }
    };
    error.to_string().replace(&written.path().display().to_string(), "a.gltf")
}

/// Adds an animation of one channel: times, values, how to go from one to the next.
fn animate<const N: usize>(
    document: &mut Value,
    target: Value,
    times: &[f32],
    values: &[[f32; N]],
    interpolation: Option<&str>,
) {
    let times: Vec<[f32; 1]> = times.iter().map(|&time| [time]).collect();
    let (input, output) = (floats(document, &times), floats(document, values));
    if document["animations"].is_null() {
        document["animations"] = json!([{ "channels": [], "samplers": [] }]);
    }
    let animation = &mut document["animations"][0];
    let samplers = animation["samplers"].as_array_mut().unwrap();
    let mut sampler = json!({ "input": input, "output": output });
    if let Some(interpolation) = interpolation {
        sampler["interpolation"] = json!(interpolation);
    }
    samplers.push(sampler);
    let place = samplers.len() - 1;
    animation["channels"].as_array_mut().unwrap().push(json!({ "sampler": place, "target": target }));
}

/// The first corner of the plate in the world.
fn corner(content: &Content, vertex: usize) -> [f64; 3] {
    let object = &content.objects[0];
    object.pose.apply(object.mesh.positions()[vertex]).to_array()
}

fn assert_near(found: [f64; 3], expected: [f64; 3]) {
    let near = found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-6);
    assert!(near, "{found:?} instead of {expected:?}");
}

#[test]
fn nodes_go_from_keyframe_to_keyframe() {
    let moves = [[0.0, 0.0, 0.0], [4.0, 0.0, 8.0]];
    for (interpolation, halfway) in [(None, 2.0), (Some("LINEAR"), 2.0), (Some("STEP"), 0.0)] {
        let mut document = plate();
        animate(&mut document, json!({ "node": 0, "path": "translation" }), &[0.0, 1.0], &moves, interpolation);
        let frames = all(&document, &per_second(4.0));
        assert_eq!(frames.len(), 5);
        assert_eq!(corner(&frames[0], 0), [0.0; 3]);
        assert_eq!(corner(&frames[2], 0), [halfway, 0.0, 2.0 * halfway]);
        assert_eq!(corner(&frames[4], 0), [4.0, 0.0, 8.0]);
        let same = frames.windows(2).all(|two| two[0].objects[0].mesh.is_same(&two[1].objects[0].mesh));
        assert!(same, "the shape does not change");
    }
    // t³ has the tangents 0 and 3.
    let mut document = plate();
    let spline = [[0.0; 3], [0.0; 3], [0.0; 3], [3.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]];
    animate(&mut document, json!({ "node": 0, "path": "translation" }), &[0.0, 1.0], &spline, Some("CUBICSPLINE"));
    for (frame, content) in (0..).zip(all(&document, &per_second(8.0))) {
        assert_near(corner(&content, 0), [(f64::from(frame) / 8.0).powi(3), 0.0, 0.0]);
    }
}

#[test]
fn rotation_and_scale_are_sampled_and_children_follow() {
    let mut document = plate();
    document["nodes"] =
        json!([{ "children": [1], "name": "arm" }, { "mesh": 0, "name": "hand", "translation": [1, 0, 0] }]);
    let root = std::f32::consts::FRAC_1_SQRT_2;
    let turns = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, root, root]];
    animate(&mut document, json!({ "node": 0, "path": "rotation" }), &[0.0, 1.0], &turns, None);
    animate(&mut document, json!({ "node": 1, "path": "scale" }), &[0.0, 1.0], &[[1.0; 3], [3.0; 3]], None);
    for (frame, content) in (0..).zip(all(&document, &per_second(6.0))) {
        let part = f64::from(frame) / 6.0;
        let (angle, reach) = (part * std::f64::consts::FRAC_PI_2, 1.0 + (1.0 + 2.0 * part));
        assert_near(corner(&content, 1), [reach * angle.cos(), reach * angle.sin(), 0.0]);
        assert_eq!(content.objects[0].name, "arm/hand");
    }
}

#[test]
fn skins_bend_with_their_joints() {
    let mut document = skinned();
    animate(
        &mut document,
        json!({ "node": 2, "path": "translation" }),
        &[1.0, 3.0],
        &[[0.0; 3], [0.0, 0.0, 8.0]],
        None,
    );
    let frames = all(&document, &per_second(1.0));
    // Before the first keyframe it is as there.
    let heights = [0.0, 0.0, 4.0, 8.0];
    assert_eq!(frames.len(), heights.len());
    for (content, height) in frames.iter().zip(heights) {
        // The corners follow the second joint by 0, 1, a half and a quarter.
        let found = [0, 1, 2, 3].map(|vertex| corner(content, vertex)[2]);
        assert_eq!(found, [0.0, height, height / 2.0, 0.75 * height]);
    }
    let mesh = |frame: usize| &frames[frame].objects[0].mesh;
    assert!(mesh(0).is_same(mesh(1)) && !mesh(1).is_same(mesh(2)));
}

#[test]
fn morph_targets_follow_their_weights() {
    let mut document = plate();
    let up = floats(&mut document, &[[0.0, 0.0, 4.0]; 4]);
    // The corner that the fourth byte of the third view names moves along x, through a sparse accessor.
    let aside = add_sparse(&mut document, 4, "VEC3", 3);
    document["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": up }, { "POSITION": aside }]);
    let weights = [[0.0], [0.0], [1.0], [0.5]];
    animate(&mut document, json!({ "node": 0, "path": "weights" }), &[0.0, 2.0], &weights, None);
    for (content, part) in all(&document, &per_second(2.0)).iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]) {
        let moved = [0, 1, 2, 3].map(|vertex| corner(content, vertex));
        let mut expected = SQUARE.map(|[x, y, _]| [x, y, 4.0 * part]);
        expected[2][0] += 0.5 * part;
        assert_eq!(moved, expected);
    }
}

#[test]
fn rotations_may_be_small_integers_and_keyframes_sparse() {
    let mut document = plate();
    let turns: Vec<u8> =
        [[0, 0, 0, 32767i16], [0, 0, 32767, 0]].iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    let kind = json!({ "componentType": 5122, "count": 2, "type": "VEC4", "normalized": true });
    let output = add_accessor(&mut document, &turns, kind);
    // Times 0 and 1: all zeros, but for one that is the byte pattern of 1 in the square's own coordinates.
    let input = add_sparse(&mut document, 2, "SCALAR", 1);
    document["animations"] = json!([{
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "rotation" } }],
        "samplers": [{ "input": input, "output": output }]
    }]);
    let frames = all(&document, &per_second(2.0));
    assert_near(corner(&frames[1], 1), [0.0, 1.0, 0.0]);
    assert_near(corner(&frames[2], 1), [-1.0, 0.0, 0.0]);
}

#[test]
fn frames_are_sampled_as_often_as_asked_or_at_keyframes() {
    let mut document = plate();
    let target = json!({ "node": 0, "path": "translation" });
    animate(&mut document, target, &[0.0, 0.5, 0.75], &[[0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]], None);
    let written = Written::new(&document);
    let times = |playback: &Playback| -> Vec<f64> {
        written.open(playback).unwrap().stamps().iter().map(|stamp| stamp.time.unwrap()).collect()
    };
    assert_eq!(times(&Playback { rate: Some(Rate::Keyframes), ..Playback::default() }), [0.0, 0.5, 0.75]);
    assert_eq!(times(&per_second(4.0)), [0.0, 0.25, 0.5, 0.75]);
    assert_eq!(times(&Playback::default()).len(), 19);
    assert_eq!(
        times(&Playback { first: Some(2), last: Some(9), every: 3, ..per_second(24.0) }),
        [2.0, 5.0, 8.0].map(|k| k / 24.0)
    );
    assert_eq!(times(&per_second(1e-9)), [0.0]);
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(written.open(&per_second(rate)).unwrap_err().to_string().contains("it must be above 0"));
    }
    let error = written.open(&per_second(1e12)).unwrap_err().to_string();
    assert!(error.ends_with("but at most 1048576 are allowed; choose fewer a second with --fps"), "{error}");
    let error = written.open(&Playback { first: Some(99), ..Playback::default() }).unwrap_err().to_string();
    assert!(error.ends_with("no frame is left to examine; choose others with --frames"), "{error}");
}

#[test]
fn animations_are_found_by_name_or_number() {
    let mut document = plate();
    let target = json!({ "node": 0, "path": "translation" });
    animate(&mut document, target, &[0.0], &[[7.0, 0.0, 0.0]], None);
    let mut other = document["animations"][0].clone();
    other["name"] = json!("walk");
    other["channels"][0]["target"]["path"] = json!("scale");
    document["animations"].as_array_mut().unwrap().push(other);
    let place = |which: Option<&str>| {
        let playback = Playback { animation: which.map(str::to_owned), ..Playback::default() };
        corner(&all(&document, &playback)[0], 1)
    };
    assert_eq!([place(None), place(Some("0"))], [[8.0, 0.0, 0.0]; 2]);
    assert_eq!([place(Some("walk")), place(Some("1"))], [[7.0, 0.0, 0.0]; 2]);
    let missing = Playback { animation: Some("run".into()), ..Playback::default() };
    assert_eq!(refused(&document, &missing), "a.gltf: there is no animation \"run\"; the file has 0, 1 (walk)");
    let note = |document: &Value| {
        let sequence = Written::new(document).open(&Playback::default()).unwrap();
        sequence.notes().iter().map(|note| note.oddity.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(note(&document), ["the first of 2 animations is examined; --animation N examines another"]);
    document["animations"].as_array_mut().unwrap().pop();
    assert!(note(&document).is_empty());

    // Without being asked, a file is read at rest and says so.
    let content =
        allide_io::read_bytes("a.gltf", document.to_string().as_bytes(), None, &Options::default(), &mut |_| {})
            .unwrap();
    assert_eq!(corner(&content, 1), [1.0, 0.0, 0.0]);
    let expected = "a.gltf: the file has an animation and is examined at rest; --animation N examines it";
    assert_eq!(content.notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
}

#[test]
fn bad_animations_are_refused_with_the_place() {
    let still = Playback::default();
    assert!(refused(&plate(), &still).starts_with("a.gltf: there is no animation; leave out --animation"));
    let translation = || json!({ "node": 0, "path": "translation" });
    let one = |times: &[f32], values: &[[f32; 3]], interpolation: Option<&str>| {
        let mut document = plate();
        animate(&mut document, translation(), times, values, interpolation);
        refused(&document, &still)
    };
    let two = [[0.0; 3], [1.0; 3]];
    let place = "a.gltf: animations[0].samplers[0]: ";
    for (times, values, interpolation, problem) in [
        (&[0.0, f32::NAN][..], &two[..], None, "keyframe 1 is at the time NaN, not at 0 or later"),
        (&[0.0, f32::INFINITY], &two, None, "keyframe 1 is at the time inf, not at 0 or later"),
        (&[-1.0, 1.0], &two, None, "keyframe 0 is at the time -1, not at 0 or later"),
        (&[2.0, 1.0], &two, None, "keyframe 1 is at the time 1, before keyframe 0 at 2; they must be in order"),
        (&[], &[], None, "there are no keyframes"),
        (&[0.0, 1.0, 2.0], &two, None, "3 keyframes need 3 values, but there are 2"),
        (&[0.0, 1.0], &two, Some("CUBICSPLINE"), "2 keyframes need 6 values, but there are 2"),
        (&[0.0, 1.0], &two, Some("BOUNCE"), "the interpolation \"BOUNCE\" is unknown"),
        (&[0.0, 1.0], &[[0.0; 3], [0.0, f32::NAN, 0.0]], None, "keyframe 1 has the value NaN, which is not finite"),
    ] {
        assert_eq!(one(times, values, interpolation), format!("{place}{problem}"));
    }

    let changed = |change: &dyn Fn(&mut Value)| {
        let mut document = plate();
        animate(&mut document, translation(), &[0.0, 1.0], &two, None);
        change(&mut document);
        refused(&document, &still)
    };
    let channel = "a.gltf: animations[0].channels[0]";
    let target = |document: &mut Value| document["animations"][0]["channels"][0]["target"].take();
    assert_eq!(
        changed(&|document| document["animations"][0]["channels"][0]["target"]["path"] = json!("colour")),
        format!("{channel}: the path \"colour\" is unknown")
    );
    assert_eq!(
        changed(&|document| document["animations"][0]["channels"][0]["target"]["node"] = json!(9)),
        format!("{channel}: nodes[9] is not there: nodes has 1")
    );
    assert_eq!(
        changed(&|document| document["animations"][0]["channels"][0]["sampler"] = json!(9)),
        format!("{channel}: samplers[9] is not there: samplers has 1")
    );
    assert_eq!(
        changed(&|document| document["nodes"][0]["matrix"] = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])),
        "a.gltf: frame 0: nodes[0]: the node is animated, so it cannot have a matrix"
    );
    assert_eq!(
        changed(&|document| {
            let again = document["animations"][0]["channels"][0].clone();
            document["animations"][0]["channels"].as_array_mut().unwrap().push(again);
        }),
        "a.gltf: animations[0].channels[1]: another channel changes the translation of nodes[0], too"
    );
    assert_eq!(
        changed(&|document| document["animations"][0]["channels"] = json!([])),
        "a.gltf: animations[0]: no channel moves a node or changes a shape"
    );
    assert_eq!(
        changed(&|document| drop(target(document))),
        "a.gltf: animations[0]: invalid type: null, expected struct Target"
    );
    assert_eq!(
        changed(&|document| document["animations"][0]["channels"][0]["target"]["path"] = json!("weights")),
        "a.gltf: accessors[5]: type is \"VEC3\", but animations[0].samplers[0] needs \"SCALAR\""
    );
    let pointer = |to: &str| {
        let target = json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": { "pointer": to } } });
        changed(&|document| document["animations"][0]["channels"][0]["target"] = target.clone())
    };
    assert!(
        pointer("/nodes/0/translation").contains("KHR_animation_pointer to \"/nodes/0/translation\" is not supported")
    );
    assert!(pointer("/materials/0/emissiveFactor").ends_with("no channel moves a node or changes a shape"));

    let mut document = plate();
    animate(&mut document, json!({ "node": 0, "path": "rotation" }), &[0.0], &[[0.0; 4]], None);
    let problem = "frame 0: animations[0].samplers[0]: at the time 0 the rotation is 0 0 0 0, which is not a rotation";
    assert_eq!(refused(&document, &still), format!("a.gltf: {problem}"));
}

#[test]
fn keyframes_that_many_samplers_repeat_are_counted() {
    let mut document = plate();
    animate(&mut document, json!({ "node": 0, "path": "translation" }), &[0.0, 1.0], &[[0.0; 3], [1.0; 3]], None);
    let sampler = document["animations"][0]["samplers"][0].clone();
    let nodes = 200;
    document["nodes"].as_array_mut().unwrap().extend((1..nodes).map(|_| json!({})));
    document["animations"][0]["samplers"] = vec![sampler; nodes].into();
    let channel = |node: usize| json!({ "sampler": node, "target": { "node": node, "path": "translation" } });
    document["animations"][0]["channels"] = (0..nodes).map(channel).collect::<Vec<_>>().into();
    let written = Written::new(&document);
    let mut options = Options::default();
    assert!(Sequence::open(&written.path(), &options, &Playback::default()).is_ok());
    options.limits.unpacked_bytes = 2_000;
    let error = Sequence::open(&written.path(), &options, &Playback::default()).unwrap_err().to_string();
    assert!(error.ends_with("or more, but at most 2000 are allowed") && error.contains("keyframes take"), "{error}");
}
