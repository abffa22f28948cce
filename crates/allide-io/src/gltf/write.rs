use crate::error::{Fault, Place};
use crate::write::{Problem, place, short_positions, triangles};
use allide::Scene;
use serde_json::{Value, json};
use std::io::Write;

pub(super) const FLOAT: u32 = 5126;
pub(super) const UNSIGNED_INT: u32 = 5125;

/// GLB, one node and mesh per object. Objects without triangles are left out: glTF has no empty meshes.
pub(crate) fn write(scene: &Scene, out: &mut dyn Write) -> Result<(), Problem> {
    let mut binary: Vec<u8> = Vec::new();
    let (mut nodes, mut meshes, mut accessors, mut views) = (vec![], vec![], vec![], vec![]);
    for object in scene.objects() {
        let triangles: Vec<[u32; 3]> = triangles(object.mesh(), object.pose()).collect();
        if triangles.is_empty() {
            continue;
        }
        let positions = short_positions(object)?;
        let bound = |pick: fn(f32, f32) -> f32| {
            positions.iter().copied().reduce(|a, b| std::array::from_fn(|axis| pick(a[axis], b[axis])))
        };
        let (low, high) = (bound(f32::min), bound(f32::max));
        let start = binary.len();
        binary.extend(positions.iter().flatten().flat_map(|value| value.to_le_bytes()));
        let middle = binary.len();
        binary.extend(triangles.iter().flatten().flat_map(|vertex| vertex.to_le_bytes()));
        let end = binary.len();

        let (view, mesh) = (views.len(), meshes.len());
        views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": middle - start, "target": 34962 }));
        views.push(json!({ "buffer": 0, "byteOffset": middle, "byteLength": end - middle, "target": 34963 }));
        let count = positions.len();
        accessors.push(json!({
            "bufferView": view, "componentType": FLOAT, "count": count, "type": "VEC3", "min": low, "max": high
        }));
        let count = triangles.len() * 3;
        accessors
            .push(json!({ "bufferView": view + 1, "componentType": UNSIGNED_INT, "count": count, "type": "SCALAR" }));
        meshes.push(json!({ "primitives": [{ "attributes": { "POSITION": view }, "indices": view + 1 }] }));
        nodes.push(json!({ "name": object.name(), "mesh": mesh }));
        if end as u64 > u64::from(u32::MAX) {
            return Err(too_large(place(object), end).into());
        }
    }
    let document = json!({ "asset": { "version": "2.0", "generator": "allide" } });
    write_file(document, [nodes, meshes, accessors, views], &binary, out)
}

/// Completes a document with nodes, meshes, accessors, views and the buffer that they are about, and writes it.
pub(super) fn write_file(
    mut document: Value,
    lists: [Vec<Value>; 4],
    binary: &[u8],
    out: &mut dyn Write,
) -> Result<(), Problem> {
    // glTF forbids empty lists.
    if !lists[0].is_empty() {
        document["scene"] = json!(0);
        document["scenes"] = json!([{ "nodes": (0..lists[0].len()).collect::<Vec<_>>() }]);
        document["buffers"] = json!([{ "byteLength": binary.len() }]);
        for (key, list) in ["nodes", "meshes", "accessors", "bufferViews"].into_iter().zip(lists) {
            document[key] = Value::Array(list);
        }
    }
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    write_chunks(&text, binary, out)
}

pub(super) fn write_chunks(text: &[u8], binary: &[u8], out: &mut dyn Write) -> Result<(), Problem> {
    let total = 12 + 8 + text.len() + if binary.is_empty() { 0 } else { 8 + binary.len() };
    let Ok(total) = u32::try_from(total) else { return Err(too_large(Place::File, total).into()) };
    out.write_all(b"glTF")?;
    out.write_all(&2u32.to_le_bytes())?;
    out.write_all(&total.to_le_bytes())?;
    for (name, chunk) in [(b"JSON", text), (b"BIN\0", binary)] {
        if !chunk.is_empty() {
            out.write_all(&(chunk.len() as u32).to_le_bytes())?;
            out.write_all(name)?;
            out.write_all(chunk)?;
        }
    }
    Ok(())
}

pub(super) fn too_large(place: Place, bytes: usize) -> Fault {
    let problem = format!("the file grows to {bytes} bytes or more, but GLB allows {}; write PLY", u32::MAX);
    Fault::too_large(place, problem)
}
