//! What is compressed by Draco or meshopt, in a glTF file around it that says so.

use super::check::check_reader;
use allide_io::Format;
use serde_json::{Value, json};

/// Reads bytes as a mesh compressed by Draco, or as the GLB file that they are; whether they were a model.
///
/// # Panics
/// If a reader breaks its promises.
pub fn check_draco(bytes: &[u8]) -> bool {
    let primitive = json!({
        "attributes": { "POSITION": 0 }, "indices": 1,
        "extensions": { "KHR_draco_mesh_compression": { "bufferView": 0, "attributes": { "POSITION": 0 } } },
    });
    let document = json!({
        "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }], "meshes": [{ "primitives": [primitive] }],
        "accessors": [
            { "componentType": 5126, "count": 3, "type": "VEC3" },
            { "componentType": 5125, "count": 3, "type": "SCALAR" },
        ],
        "bufferViews": [{ "buffer": 0, "byteLength": bytes.len() }], "buffers": [{ "byteLength": bytes.len() }],
    });
    check_in(document, bytes, bytes)
}

/// Reads bytes as vertices compressed by meshopt, or as the GLB file that they are; whether they were a model. The first four
/// say how: mode, filter, stride and count.
///
/// # Panics
/// If a reader breaks its promises.
pub fn check_meshopt(bytes: &[u8]) -> bool {
    let Some((&[mode, filter, stride, count], packed)) = bytes.split_first_chunk::<4>() else { return false };
    let mode = ["ATTRIBUTES", "TRIANGLES", "INDICES"][usize::from(mode % 3)];
    let filter = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"][usize::from(filter % 4)];
    let (stride, count) = (usize::from(stride), usize::from(count));
    let compressed = json!({
        "buffer": 0, "byteLength": packed.len(), "byteStride": stride, "count": count, "mode": mode, "filter": filter,
    });
    let mut view = json!({ "buffer": 1, "byteLength": stride * count });
    view["extensions"] = json!({ "EXT_meshopt_compression": compressed });
    let is_index = mode != "ATTRIBUTES";
    if !is_index {
        view["byteStride"] = json!(stride);
    }
    let attributes = json!({ "POSITION": if is_index { 1 } else { 0 } });
    let mut primitive = json!({ "attributes": attributes });
    if is_index {
        primitive["indices"] = json!(0);
    }
    let (component, kind) = match (is_index, stride) {
        (true, 2) => (5123, "SCALAR"),
        (true, _) => (5125, "SCALAR"),
        _ => (5126, "VEC3"),
    };
    let document = json!({
        "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }], "meshes": [{ "primitives": [primitive] }],
        "accessors": [
            { "bufferView": 0, "componentType": component, "count": count, "type": kind },
            { "sparse": {
                "count": 0, "indices": { "bufferView": 0, "componentType": 5121 }, "values": { "bufferView": 0 } },
              "componentType": 5126, "count": 256, "type": "VEC3" },
        ],
        "bufferViews": [view], "buffers": [{ "byteLength": packed.len() }, { "byteLength": stride * count }],
    });
    check_in(document, packed, bytes)
}

/// Reads a document around packed bytes, or `bytes` if they are a GLB file.
fn check_in(document: Value, packed: &[u8], bytes: &[u8]) -> bool {
    if bytes.starts_with(b"glTF") {
        return check_reader(Format::Gltf, bytes);
    }
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let word = |number: usize| (number as u32).to_le_bytes();
    let length = 28 + json.len() + packed.len();
    let glb = [
        &b"glTF\x02\0\0\0"[..],
        &word(length),
        &word(json.len()),
        b"JSON",
        &json,
        &word(packed.len()),
        b"BIN\0",
        packed,
    ];
    check_reader(Format::Gltf, &glb.concat())
}
