//! Good glTF and GLB files.

use crate::common::*;
use allide_io::{Options, read_file};
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

fn plate() -> Value {
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
    assert_eq!(outline(&objects), [("plate", 2), ("turned", 2), ("raised", 2)]);
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
