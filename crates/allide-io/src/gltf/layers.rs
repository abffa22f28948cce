use super::write::{FLOAT, too_large, write_file};
use crate::error::Fault;
use crate::layer::{Layer, center};
use crate::write::Problem;
use allide::DVec3;
use serde_json::{Value, json};
use std::io::Write;

const LINES: u32 = 1;
const TRIANGLES: u32 = 4;

/// GLB, one node per layer, all moved back from the middle of everything: so `f32` is fine enough far from the origin.
pub(crate) fn write(layers: &[Layer], out: &mut dyn Write) -> Result<(), Problem> {
    let center = center(layers);
    let mut binary: Vec<u8> = Vec::new();
    let (mut nodes, mut meshes, mut materials, mut accessors, mut views) = (vec![], vec![], vec![], vec![], vec![]);
    for layer in layers {
        let mut primitives = Vec::new();
        for (mode, points) in [(TRIANGLES, layer.triangles.as_flattened()), (LINES, layer.lines.as_flattened())] {
            // glTF has nothing that is empty.
            if points.is_empty() {
                continue;
            }
            let points = short(layer, points, center)?;
            let bound = |pick: fn(f32, f32) -> f32| {
                points.iter().copied().reduce(|a, b| std::array::from_fn(|axis| pick(a[axis], b[axis])))
            };
            let start = binary.len();
            binary.extend(points.iter().flatten().flat_map(|value| value.to_le_bytes()));
            if binary.len() as u64 > u64::from(u32::MAX) {
                return Err(too_large(layer.place(), binary.len()).into());
            }
            let (view, material) = (views.len(), materials.len());
            views
                .push(json!({ "buffer": 0, "byteOffset": start, "byteLength": binary.len() - start, "target": 34962 }));
            accessors.push(json!({
                "bufferView": view, "componentType": FLOAT, "count": points.len(), "type": "VEC3",
                "min": bound(f32::min), "max": bound(f32::max)
            }));
            primitives.push(json!({ "attributes": { "POSITION": view }, "mode": mode, "material": material }));
        }
        if primitives.is_empty() {
            continue;
        }
        nodes.push(json!({ "name": layer.name, "mesh": meshes.len(), "translation": center.to_array() }));
        meshes.push(json!({ "primitives": primitives }));
        materials.push(material(layer));
    }
    let mut document = json!({ "asset": { "version": "2.0", "generator": "allide" } });
    if !nodes.is_empty() {
        document["extensionsUsed"] = json!(["KHR_materials_unlit"]);
        document["materials"] = Value::Array(materials);
    }
    write_file(document, [nodes, meshes, accessors, views], &binary, out)
}

/// A colour that light does not change, on both sides.
fn material(layer: &Layer) -> Value {
    let [r, g, b, opacity] = layer.color.map(|value| f64::from(value) / 255.0);
    // glTF's colours are linear.
    let linear = |x: f64| if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) };
    json!({
        "name": layer.name,
        "pbrMetallicRoughness": { "baseColorFactor": [linear(r), linear(g), linear(b), opacity], "metallicFactor": 0.0 },
        "alphaMode": if layer.color[3] == u8::MAX { "OPAQUE" } else { "BLEND" },
        "doubleSided": true,
        "extensions": { "KHR_materials_unlit": {} }
    })
}

fn short(layer: &Layer, points: &[DVec3], center: DVec3) -> Result<Vec<[f32; 3]>, Fault> {
    let short = |&point: &DVec3| {
        let short = (point - center).to_array().map(|value| value as f32);
        if short.iter().all(|value| value.is_finite()) {
            return Ok(short);
        }
        let problem = format!("{:?} is beyond the largest f32; write PLY", point.to_array());
        Err(Fault::too_large(layer.place(), problem))
    };
    points.iter().map(short).collect()
}
