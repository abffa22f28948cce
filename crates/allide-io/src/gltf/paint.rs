//! The materials of an export.

use crate::export::{FIRST, SECOND, line_color};
use allide::PairClass;
use serde_json::{Value, json};

/// The kinds of painted geometry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    /// An object that takes part in nothing.
    Clear,
    /// One that does, as the first or second of two.
    Object(usize),
    /// Its triangles that take part.
    Triangles(usize),
    /// Lines and regions of contact.
    Marks(PairClass),
}

/// The materials in use: viewers list those that are not, too.
#[derive(Default)]
pub(super) struct Paints(Vec<Paint>);

impl Paints {
    /// The index of a material, which is added if missing.
    pub fn number(&mut self, paint: Paint) -> usize {
        let known = self.0.iter().position(|&known| known == paint);
        known.unwrap_or_else(|| {
            self.0.push(paint);
            self.0.len() - 1
        })
    }

    pub fn extensions(&self) -> &'static [&'static str] {
        let is_unlit = self.0.iter().any(|paint| matches!(paint, Paint::Marks(_)));
        if is_unlit { &["KHR_materials_unlit"] } else { &[] }
    }

    pub fn materials(&self) -> Vec<Value> {
        self.0.iter().map(|&paint| material(paint)).collect()
    }
}

/// Light changes surfaces, and not marks; both sides are seen.
fn material(paint: Paint) -> Value {
    let sides = ["a", "b"];
    let colors = [FIRST, SECOND];
    let (name, color, opacity) = match paint {
        Paint::Clear => ("clear".into(), [0x9A, 0x9F, 0xA6], 0.25),
        Paint::Object(side) => (format!("object {}", sides[side]), colors[side], 0.35),
        Paint::Triangles(side) => (format!("triangles of {}", sides[side]), colors[side], 1.0),
        Paint::Marks(class) => (format!("where: {}", class.name()), line_color(class), 1.0),
    };
    // glTF's colours are linear.
    let linear = |value: u8| {
        let x = f64::from(value) / 255.0;
        if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    };
    let [r, g, b] = color.map(linear);
    let mut material = json!({
        "name": name,
        "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, opacity], "metallicFactor": 0.0, "roughnessFactor": 0.8 },
        "alphaMode": if opacity < 1.0 { "BLEND" } else { "OPAQUE" },
        "doubleSided": true,
    });
    if matches!(paint, Paint::Marks(_)) {
        material["extensions"] = json!({ "KHR_materials_unlit": {} });
    }
    material
}
