//! Good glTF and GLB files.

use crate::common::*;
use allide_io::{Loaded, Options, read_bytes, read_file};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// The positions of the square as `f32` (48 bytes), its corners as `u16` (12 bytes), and as a strip and a fan of `u8`.
fn buffer() -> Vec<u8> {
    let mut bytes: Vec<u8> = SQUARE.iter().flatten().flat_map(|&value| (value as f32).to_le_bytes()).collect();
    bytes.extend(SQUARE_FAN.iter().flatten().flat_map(|&vertex| (vertex as u16).to_le_bytes()));
    bytes.extend([0, 1, 3, 2]);
    bytes.extend([0, 1, 2, 3]);
    bytes
}

fn document(primitives: Value, nodes: Value) -> Value {
    let uri = format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(buffer()));
    json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_materials_unlit"],
        "extensionsRequired": ["KHR_materials_unlit"],
        "nodes": nodes,
        "meshes": [{ "name": "plate", "primitives": primitives }, { "primitives": [] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR" },
            { "bufferView": 2, "componentType": 5121, "count": 4, "type": "SCALAR" },
            { "bufferView": 2, "componentType": 5121, "count": 4, "type": "SCALAR", "byteOffset": 4 }
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": 12 },
            { "buffer": 0, "byteOffset": 60, "byteLength": 8 }
        ],
        "buffers": [{ "byteLength": 68, "uri": uri }]
    })
}

pub fn plate() -> Value {
    document(json!([{ "attributes": { "POSITION": 0 }, "indices": 1 }]), json!([{ "mesh": 0, "name": "lid" }]))
}

fn glb(mut document: Value) -> Vec<u8> {
    document["buffers"][0].as_object_mut().unwrap().remove("uri");
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let binary = buffer();
    let mut bytes = b"glTF".to_vec();
    for word in [2, (12 + 8 + json.len() + 8 + binary.len()) as u32, json.len() as u32] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(b"JSON");
    bytes.extend(&json);
    bytes.extend((binary.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}

#[test]
fn json_and_glb_are_read() {
    for object in
        [read_one("a.gltf", plate().to_string()), read_one("a.glb", glb(plate())), read_one("-", glb(plate()))]
    {
        assert_square(&object);
        assert_eq!(object.name, "lid");
    }
}

#[test]
fn buffers_may_lie_beside_the_file() {
    let folder = std::env::temp_dir().join(format!("allide-io-gltf-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("data")).unwrap();
    std::fs::write(folder.join("data/my plate.bin"), buffer()).unwrap();
    let mut document = plate();
    document["buffers"][0]["uri"] = json!("data/my%20plate.bin");
    std::fs::write(folder.join("plate.gltf"), document.to_string()).unwrap();
    let objects = read_file(&folder.join("plate.gltf"), &Options::default(), &mut |_| {}).unwrap().objects;
    assert_square(&objects[0]);
    std::fs::remove_dir_all(&folder).unwrap();

    let expected = "a.gltf: buffers[0]: the file \"data/my%20plate.bin\" belongs to this one and cannot be found from here; \
                    use GLB";
    assert_eq!(error("a.gltf", document.to_string()), expected);
    document["buffers"][0]["uri"] = json!("../plate.bin");
    let expected = "a.gltf: buffers[0]: the uri \"../plate.bin\" leads out of the file's folder";
    assert_eq!(error("a.gltf", document.to_string()), expected);
}

#[test]
fn strips_fans_and_primitives_become_one_object() {
    let primitives = json!([
        { "attributes": { "POSITION": 0 }, "indices": 2, "mode": 5 },
        { "attributes": { "POSITION": 0 }, "mode": 0 },
        { "attributes": { "POSITION": 0 }, "indices": 3, "mode": 6 },
        { "attributes": { "POSITION": 0 }, "mode": 6 }
    ]);
    let object = read_one("a.gltf", document(primitives, json!([{ "mesh": 0 }])).to_string());
    assert_eq!(positions(&object), SQUARE);
    assert_eq!(object.mesh.triangles(), [[0, 1, 3], [1, 2, 3], [0, 1, 2], [0, 2, 3], [0, 1, 2], [0, 2, 3]]);
    assert_eq!(object.name, "plate");
}

#[test]
fn nodes_are_placed_instances_of_one_mesh() {
    let half_turn = json!([0.0, 0.0, 1.0, 0.0]);
    let nodes = json!([
        { "mesh": 0, "children": [2], "translation": [10, 0, 0], "scale": [2, 2, 2] },
        { "mesh": 1, "name": "empty" },
        { "mesh": 0, "translation": [1, 0, 0], "rotation": half_turn, "name": "turned" },
        { "mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1], "name": "raised" },
        { "children": [3] }
    ]);
    let text = document(json!([{ "attributes": { "POSITION": 0 }, "indices": 1 }]), nodes);
    let objects = read("a.gltf", text.to_string()).unwrap();
    assert_eq!(outline(&objects), [("plate", 2), ("plate/turned", 2), ("node 4/raised", 2)]);
    assert!(objects[1].mesh.is_same(&objects[0].mesh) && objects[2].mesh.is_same(&objects[0].mesh));
    assert_eq!(triangles(&objects[0])[0], [[10.0, 0.0, 0.0], [12.0, 0.0, 0.0], [12.0, 2.0, 0.0]]);
    assert_eq!(triangles(&objects[1])[0], [[12.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, -2.0, 0.0]]);
    assert_eq!(triangles(&objects[2])[0], [[0.0, 0.0, 5.0], [1.0, 0.0, 5.0], [1.0, 1.0, 5.0]]);

    let whole = read_whole("a.gltf", text.to_string());
    assert_eq!((whole.name.as_str(), whole.mesh.triangles().len(), whole.pose), ("a", 6, allide::Pose::IDENTITY));
    assert_eq!(triangles(&whole)[..2], triangles(&objects[0]));
    assert_eq!(triangles(&whole)[2..4], triangles(&objects[1]));
}

#[test]
fn only_the_default_scene_counts() {
    let mut document = document(
        json!([{ "attributes": { "POSITION": 0 }, "indices": 1 }]),
        json!([{ "mesh": 0, "name": "a" }, { "mesh": 0, "name": "b" }]),
    );
    document["scenes"] = json!([{ "nodes": [0] }, { "nodes": [1] }]);
    assert_eq!(outline(&read("a.gltf", document.to_string()).unwrap()), [("a", 2)]);
    document["scene"] = json!(1);
    assert_eq!(outline(&read("a.gltf", document.to_string()).unwrap()), [("b", 2)]);
}

#[test]
fn sparse_and_quantised_accessors_are_read() {
    let mut document = plate();
    // Corner 2 moves to corner 1's place; then all but that one are zero.
    let sparse = json!({
        "count": 1,
        "indices": { "bufferView": 2, "byteOffset": 3, "componentType": 5121 },
        "values": { "bufferView": 0, "byteOffset": 12 }
    });
    document["accessors"][0]["sparse"] = sparse;
    let object = read_one("a.gltf", document.to_string());
    assert_eq!(positions(&object), [SQUARE[0], SQUARE[1], SQUARE[1], SQUARE[3]]);
    document["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    let object = read_one("a.gltf", document.to_string());
    assert_eq!(positions(&object), [[0.0; 3], [0.0; 3], SQUARE[1], [0.0; 3]]);

    let mut document = plate();
    document["accessors"][0] =
        json!({ "bufferView": 3, "componentType": 5120, "count": 4, "type": "VEC3", "normalized": true });
    let mut bytes = buffer();
    bytes.extend([0, 0, 0, 9, 127, 0, 0, 9, 127, 127, 0, 9, 0, 127, 0, 9]);
    document["bufferViews"] = json!([
        document["bufferViews"][0], document["bufferViews"][1], document["bufferViews"][2],
        { "buffer": 0, "byteOffset": 68, "byteLength": 16, "byteStride": 4 }
    ]);
    document["buffers"][0] =
        json!({ "byteLength": 84, "uri": format!("data:;base64,{}", BASE64_STANDARD.encode(bytes)) });
    document["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    assert_square(&read_one("a.gltf", document.to_string()));
}

/// Adds bytes to the buffer of a document, and an accessor for them; its number.
pub fn add_accessor(document: &mut Value, bytes: &[u8], accessor: Value) -> usize {
    let buffer = &document["buffers"][0]["uri"].as_str().unwrap().split_once(',').unwrap().1.to_string();
    let mut buffer = BASE64_STANDARD.decode(buffer).unwrap();
    let start = buffer.len();
    buffer.extend(bytes);
    buffer.resize(buffer.len().next_multiple_of(4), 0);
    document["buffers"][0] =
        json!({ "byteLength": buffer.len(), "uri": format!("data:;base64,{}", BASE64_STANDARD.encode(&buffer)) });
    let views = document["bufferViews"].as_array_mut().unwrap();
    views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": bytes.len() }));
    let view = views.len() - 1;
    let accessors = document["accessors"].as_array_mut().unwrap();
    accessors.push(accessor);
    accessors.last_mut().unwrap()["bufferView"] = json!(view);
    accessors.len() - 1
}

pub fn floats<const N: usize>(document: &mut Value, rows: &[[f32; N]]) -> usize {
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    let kind = match N {
        1 => "SCALAR",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    };
    add_accessor(document, &bytes, json!({ "componentType": 5126, "count": rows.len(), "type": kind }))
}

/// Adds an accessor of `count` zeros, one of which, named by a byte of the plate's indices, is its second position, or the
/// first number of it: `[1, 0, 0]`, or 1. Its number.
pub fn add_sparse(document: &mut Value, count: usize, kind: &str, byte: usize) -> usize {
    let accessors = document["accessors"].as_array_mut().unwrap();
    accessors.push(json!({
        "componentType": 5126, "count": count, "type": kind,
        "sparse": {
            "count": 1,
            "indices": { "bufferView": 2, "byteOffset": byte, "componentType": 5121 },
            "values": { "bufferView": 0, "byteOffset": 12 }
        }
    }));
    accessors.len() - 1
}

#[test]
fn paths_name_the_nodes() {
    let nodes = json!([
        { "name": "Building", "children": [1, 2] },
        { "name": "", "children": [3] },
        { "name": "L1/east", "children": [4] },
        { "mesh": 0 },
        { "mesh": 0, "name": "COL-100" }
    ]);
    let text = document(json!([{ "attributes": { "POSITION": 0 }, "indices": 1 }]), nodes);
    let objects = read("a.gltf", text.to_string()).unwrap();
    assert_eq!(outline(&objects), [("Building/node 1/plate", 2), ("Building/L1/east/COL-100", 2)]);
}

#[test]
fn morph_targets_have_their_default_weights() {
    let mut document = plate();
    let up = floats(&mut document, &[[0.0, 0.0, 4.0]; 4]);
    // The third corner moves along x by 1, through a sparse accessor.
    let aside = add_sparse(&mut document, 4, "VEC3", 3);
    let nowhere = aside + 1;
    let zeros = json!({ "componentType": 5126, "count": 4, "type": "VEC3" });
    document["accessors"].as_array_mut().unwrap().push(zeros);
    document["meshes"][0]["primitives"][0]["targets"] =
        json!([{ "POSITION": up }, { "NORMAL": 0 }, { "POSITION": aside }, { "POSITION": nowhere }]);
    assert_square(&read_one("a.gltf", document.to_string()));

    document["meshes"][0]["weights"] = json!([0.5, 1, -2, 1]);
    let nodes = json!([{ "mesh": 0 }, { "mesh": 0, "weights": [0, 9, 0.5, 0] }, { "mesh": 0, "weights": [0, 0, 0, 0] },
        { "mesh": 0, "weights": [0.5, 1, -2, 1] }]);
    document["nodes"] = nodes;
    let objects = read("a.gltf", document.to_string()).unwrap();
    assert_eq!(positions(&objects[0]), [[0.0, 0.0, 2.0], [1.0, 0.0, 2.0], [-1.0, 1.0, 2.0], [0.0, 1.0, 2.0]]);
    assert_eq!(positions(&objects[1]), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.5, 1.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_square(&objects[2]);
    assert!(objects[3].mesh.is_same(&objects[0].mesh) && !objects[1].mesh.is_same(&objects[0].mesh));
}

/// The plate with a skin of two joints: the first stands still, the second at height 10.
pub fn skinned() -> Value {
    let mut document = plate();
    document["nodes"] = json!([
        { "mesh": 0, "skin": 0, "translation": [100, 100, 100] },
        { "name": "hip", "children": [2] },
        { "name": "knee", "translation": [0, 0, 10] }
    ]);
    document["skins"] = json!([{ "joints": [1, 2] }]);
    let joints = json!({ "componentType": 5121, "count": 4, "type": "VEC4" });
    let joints = add_accessor(&mut document, &[0, 0, 0, 0, 1, 9, 9, 9, 0, 1, 0, 0, 1, 0, 0, 0], joints);
    let weights = [[1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [0.75, 0.25, 0.0, 0.0]];
    let weights = floats(&mut document, &weights);
    document["meshes"][0]["primitives"][0]["attributes"] =
        json!({ "POSITION": 0, "JOINTS_0": joints, "WEIGHTS_0": weights });
    document
}

#[test]
fn skins_are_shown_at_rest() {
    let mut document = skinned();
    let object = read_one("a.gltf", document.to_string());
    assert_eq!(triangles(&object)[0], [[0.0, 0.0, 0.0], [1.0, 0.0, 10.0], [1.0, 1.0, 5.0]]);
    assert_eq!(triangles(&object)[1][2], [0.0, 1.0, 7.5]);

    // Bound at height 10, the second joint leaves everything where it was; turned, it turns about its own place.
    let identity = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let mut lowered = identity;
    lowered[14] = -10.0;
    lowered[15] = 0.999_999_9;
    let matrices = floats(&mut document, &[identity, lowered]);
    document["skins"][0]["inverseBindMatrices"] = json!(matrices);
    assert_square(&read_one("a.gltf", document.to_string()));
    document["nodes"][2]["rotation"] = json!([1.0, 0.0, 0.0, 0.0]);
    let object = read_one("a.gltf", document.to_string());
    assert_eq!(triangles(&object)[0], [[0.0, 0.0, 0.0], [1.0, 0.0, 20.0], [1.0, 0.0, 10.0]]);

    // The same skin on another node is the same shape.
    document["nodes"].as_array_mut().unwrap().push(json!({ "mesh": 0, "skin": 0 }));
    let objects = read("a.gltf", document.to_string()).unwrap();
    assert!(objects[0].mesh.is_same(&objects[1].mesh));
}

#[test]
fn weights_may_come_in_several_sets_and_as_integers() {
    let mut document = skinned();
    let joints = json!({ "componentType": 5123, "count": 4, "type": "VEC4" });
    let joints = add_accessor(&mut document, &[1, 0, 0, 0, 0, 0, 0, 0].repeat(4), joints);
    let weights = json!({ "componentType": 5121, "count": 4, "type": "VEC4", "normalized": true });
    // Three times the weight that the first set gives.
    let first = add_accessor(&mut document, &[51, 0, 0, 0].repeat(4), weights.clone());
    let second = add_accessor(&mut document, &[153, 0, 0, 0].repeat(4), weights);
    let attributes = &mut document["meshes"][0]["primitives"][0]["attributes"];
    attributes["WEIGHTS_0"] = json!(first);
    attributes["JOINTS_1"] = json!(joints);
    attributes["WEIGHTS_1"] = json!(second);
    let object = read_one("a.gltf", document.to_string());
    let heights: Vec<f64> = positions(&object).iter().map(|position| position[2]).collect();
    let expected = [7.5, 10.0, 7.5, 10.0];
    assert!(heights.iter().zip(expected).all(|(height, expected)| (height - expected).abs() < 1e-12), "{heights:?}");
}

/// The plate in three copies: as it is, twice as large, and turned by 180 degrees about z.
fn copied() -> Value {
    let mut document = plate();
    let places = floats(&mut document, &[[0.0; 3], [5.0, 0.0, 0.0], [0.0, 0.0, 7.0]]);
    let turns = json!({ "componentType": 5122, "count": 3, "type": "VEC4", "normalized": true });
    let turns_bytes: Vec<u8> = [[0, 0, 0, 32767i16], [0, 0, 0, 32760], [0, 0, 32767, 0]]
        .iter()
        .flatten()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    let turns = add_accessor(&mut document, &turns_bytes, turns);
    let sizes = floats(&mut document, &[[1.0; 3], [2.0; 3], [1.0; 3]]);
    let attributes = json!({ "TRANSLATION": places, "ROTATION": turns, "SCALE": sizes, "_ID": sizes });
    document["nodes"] = json!([
        { "mesh": 0, "name": "tree", "translation": [0, 0, 1], "children": [1],
          "extensions": { "EXT_mesh_gpu_instancing": { "attributes": attributes } } },
        { "mesh": 0, "name": "nest" }
    ]);
    document["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
    document
}

#[test]
fn gpu_instances_are_objects_that_share_a_mesh() {
    let objects = read("a.gltf", copied().to_string()).unwrap();
    assert_eq!(outline(&objects), [("tree[0]", 2), ("tree[1]", 2), ("tree[2]", 2), ("tree/nest", 2)]);
    assert!(objects.iter().all(|object| object.mesh.is_same(&objects[0].mesh)));
    assert_eq!(triangles(&objects[0])[0], [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]]);
    assert_eq!(triangles(&objects[1])[0], [[5.0, 0.0, 1.0], [7.0, 0.0, 1.0], [7.0, 2.0, 1.0]]);
    assert_eq!(triangles(&objects[2])[0], [[0.0, 0.0, 8.0], [-1.0, 0.0, 8.0], [-1.0, -1.0, 8.0]]);
    assert_eq!(triangles(&objects[3])[0], [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]]);

    let mut options = Options::default();
    options.limits.objects = 2;
    let error = |options: &Options| {
        read_bytes("a.gltf", copied().to_string().as_bytes(), None, options, &mut |_| {}).unwrap_err()
    };
    let expected = "a.gltf: nodes[0]: copies make 3 objects or more, but at most 2 are allowed";
    assert_eq!(error(&options).to_string(), expected);
    options = Options::default();
    options.limits.triangles = 5;
    let expected = "a.gltf: nodes[0]: copies make 6 triangles or more, but at most 5 are allowed";
    assert_eq!(error(&options).to_string(), expected);
}

#[test]
fn plain_bytes_stand_in_for_an_optional_compression() {
    let mut document = plate();
    document["extensionsUsed"] = json!(["EXT_meshopt_compression"]);
    let compressed = json!({ "buffer": 0, "byteLength": 1, "byteStride": 12, "count": 4, "mode": "ATTRIBUTES" });
    document["bufferViews"][0]["extensions"] = json!({ "EXT_meshopt_compression": compressed });
    assert_square(&read_one("a.gltf", document.to_string()));
    let compressed = json!({ "bufferView": 2, "attributes": { "POSITION": 0 } });
    document["meshes"][0]["primitives"][0]["extensions"] = json!({ "KHR_draco_mesh_compression": compressed });
    assert_square(&read_one("a.gltf", document.to_string()));
}

#[test]
#[cfg(unix)]
fn a_buffer_is_no_pipe_and_no_device() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.bin");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("device.bin")).unwrap();
    std::os::unix::fs::symlink("pipe.bin", folder.path().join("link.bin")).unwrap();
    std::fs::create_dir(folder.path().join("folder.bin")).unwrap();
    std::fs::write(folder.path().join("real.bin"), buffer()).unwrap();
    std::os::unix::fs::symlink("real.bin", folder.path().join("good.bin")).unwrap();
    let read = |name: &str| {
        let mut document = plate();
        document["buffers"][0]["uri"] = json!(name);
        let path = folder.path().join("plate.gltf");
        std::fs::write(&path, document.to_string()).unwrap();
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || send.send(read_file(&path, &Options::default(), &mut |_| {})));
        receive.recv_timeout(std::time::Duration::from_secs(60)).expect("reading must end")
    };
    let outside = read("device.bin").unwrap_err().to_string();
    assert!(outside.ends_with("buffers[0]: the uri \"device.bin\" leads out of the file's folder"), "{outside}");
    for name in ["pipe.bin", "link.bin"] {
        let error = read(name).unwrap_err().to_string();
        let expected = format!(
            "buffers[0]: the file \"{name}\" belongs to this one: it is a pipe or a device; put the file there"
        );
        assert!(error.ends_with(&expected), "{error}");
    }
    assert!(
        read("folder.bin").unwrap_err().to_string().ends_with("\"folder.bin\" belongs to this one: it is a folder")
    );
    assert_square(&read("good.bin").unwrap().objects[0]);
}

#[test]
fn repair_leaves_out_bad_triangles() {
    let mut document = plate();
    let places = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN, 0.0, 0.0]];
    let places = floats(&mut document, &places);
    let indices = json!({ "componentType": 5121, "count": 14, "type": "SCALAR" });
    let indices = add_accessor(&mut document, &[0, 1, 4, 0, 1, 2, 0, 9, 2, 0, 2, 3, 0, 1], indices);
    document["meshes"][0]["primitives"] = json!([{ "attributes": { "POSITION": places }, "indices": indices }]);
    let text = document.to_string();
    let expected = "a.gltf: accessors[4]: vertex 4 has the coordinate NaN, which is not finite";
    assert_eq!(error("a.gltf", &text), expected);

    let options = Options { repair: true, ..Options::default() };
    let content = read_bytes("a.gltf", text.as_bytes(), None, &options, &mut |_| {}).unwrap();
    assert_square(&content.objects[0]);
    let notes: Vec<String> = content.notes.iter().map(ToString::to_string).collect();
    let expected = [
        "a.gltf: meshes[0].primitives[0]: left out: a triangle does not have 3 corners",
        "a.gltf: meshes[0].primitives[0]: triangle 0: left out: a corner of a triangle has no finite coordinates",
        "a.gltf: meshes[0].primitives[0]: triangle 2: left out: a triangle uses a vertex that is not there",
    ];
    assert_eq!(notes, expected);
}

/// Each file was compressed by the original libraries; the one beside it has what these decompress it to. meshopt may
/// turn the corners of a triangle, and integers are compared as what they stand for.
#[test]
fn compressed_files_are_what_the_original_libraries_make_of_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compressed");
    let names = [
        "draco-0",
        "draco-1",
        "draco-7",
        "draco-10",
        "draco-order",
        "meshopt-float",
        "meshopt-exponential",
        "meshopt-quantised",
    ];
    for name in names {
        let [packed, plain] = ["glb", "plain.glb"].map(|extension| {
            let path = folder.join(format!("{name}.{extension}"));
            read_file(&path, &Options::default(), &mut |_| {}).unwrap().objects.remove(0)
        });
        let rows = |object: &Loaded| -> Vec<[[f64; 3]; 3]> {
            let turned = |mut corners: [[f64; 3]; 3]| {
                let first = (0..3).min_by(|&x, &y| corners[x].partial_cmp(&corners[y]).unwrap()).unwrap();
                corners.rotate_left(first);
                corners
            };
            let rounded = |value: f64| if name.ends_with("quantised") { f64::from(value as f32) } else { value };
            triangles(object).into_iter().map(|corners| turned(corners.map(|corner| corner.map(rounded)))).collect()
        };
        assert_eq!(packed.mesh.triangles().len(), 80, "{name}");
        assert_eq!(rows(&packed), rows(&plain), "{name}");
    }
}

#[test]
fn extras_of_nodes_are_carried_and_their_length_is_bounded() {
    let mut nodes = json!([
        { "mesh": 0, "name": "lid", "extras": { "GlobalId": "2O2Fr$t4X7Zf8NOew3FLOH", "Storey": "Level 1", "tags": [1, "=x"] } },
        { "mesh": 0, "name": "lid", "extras": { "text": "x".repeat(allide_io::Extras::MOST_BYTES), "id": 7 } },
        { "mesh": 0, "name": "plain", "extras": {} }
    ]);
    let primitives = json!([{ "attributes": { "POSITION": 0 }, "indices": 1 }]);
    let text = document(primitives.clone(), nodes.clone()).to_string();
    let content = read_bytes("a.gltf", text.as_bytes(), None, &Options::default(), &mut |_| {}).unwrap();
    let [first, long, plain] = &content.objects[..] else { panic!("three nodes") };
    let extras = first.extras.as_ref().unwrap();
    assert_eq!(extras.text(), r#"{"GlobalId":"2O2Fr$t4X7Zf8NOew3FLOH","Storey":"Level 1","tags":[1,"=x"]}"#);
    assert_eq!(first.key.as_deref(), Some("2O2Fr$t4X7Zf8NOew3FLOH"));
    assert_eq!((long.extras.as_ref(), long.key.as_deref()), (None, Some("7")));
    assert_eq!((plain.extras.as_ref(), plain.key.as_deref()), (None, None));
    let notes: Vec<String> = content.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["a.gltf: lid: left out: extras of more than 16384 bytes"]);

    // As long as is allowed.
    nodes[1]["extras"] = json!("x".repeat(allide_io::Extras::MOST_BYTES - 2));
    let text = document(primitives, nodes).to_string();
    let content = read_bytes("a.gltf", text.as_bytes(), None, &Options::default(), &mut |_| {}).unwrap();
    assert!(content.notes.is_empty() && content.objects[1].extras.is_some());
}
