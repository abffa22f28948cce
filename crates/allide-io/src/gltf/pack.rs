//! Points and indices of many meshes in one buffer: one view of each kind, and an accessor for each list.

use super::write::{FLOAT, UNSIGNED_INT, too_large};
use crate::error::{Fault, Place};
use allide::DVec3;
use serde::Serialize;

pub(super) const LINES: u32 = 1;
pub(super) const TRIANGLES: u32 = 4;

#[derive(Default)]
pub(super) struct Pack {
    points: Vec<u8>,
    indices: Vec<u8>,
    accessors: Vec<Accessor>,
}

/// Bytes of a point, and of an index.
const POINT: usize = 12;
const INDEX: usize = 4;

#[derive(Serialize)]
struct Accessor {
    #[serde(rename = "bufferView")]
    view: usize,
    #[serde(rename = "byteOffset")]
    offset: usize,
    #[serde(rename = "componentType")]
    component: u32,
    count: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<[f32; 3]>,
}

#[derive(Serialize)]
struct View {
    buffer: u32,
    #[serde(rename = "byteOffset")]
    offset: usize,
    #[serde(rename = "byteLength")]
    length: usize,
    #[serde(rename = "byteStride", skip_serializing_if = "Option::is_none")]
    stride: Option<usize>,
    target: u32,
}

#[derive(Serialize)]
struct Buffer {
    #[serde(rename = "byteLength")]
    length: usize,
}

/// The document's description of the buffer.
#[derive(Serialize)]
pub(super) struct Lists {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accessors: Vec<Accessor>,
    #[serde(rename = "bufferViews", skip_serializing_if = "Vec::is_empty")]
    views: Vec<View>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buffers: Vec<Buffer>,
}

#[derive(Serialize)]
pub(super) struct Primitive {
    attributes: Attributes,
    #[serde(skip_serializing_if = "Option::is_none")]
    indices: Option<usize>,
    mode: u32,
    material: usize,
}

#[derive(Serialize)]
struct Attributes {
    #[serde(rename = "POSITION")]
    position: usize,
}

impl Primitive {
    pub fn new(position: usize, indices: Option<usize>, mode: u32, material: usize) -> Self {
        Self { attributes: Attributes { position }, indices, mode, material }
    }
}

impl Pack {
    /// Adds points as `f32` relative to `center`; returns the number of their accessor.
    pub fn points(&mut self, points: &[DVec3], center: DVec3, place: impl Fn() -> Place) -> Result<usize, Fault> {
        let (offset, mut min, mut max) = (self.points.len(), [f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for &point in points {
            let short = (point - center).to_array().map(|value| value as f32);
            if !short.iter().all(|value| value.is_finite()) {
                let problem = format!("{:?} is beyond the largest f32; write PLY or VTP", point.to_array());
                return Err(Fault::too_large(place(), problem));
            }
            for axis in 0..3 {
                (min[axis], max[axis]) = (min[axis].min(short[axis]), max[axis].max(short[axis]));
                self.points.extend(short[axis].to_le_bytes());
            }
        }
        self.check(place)?;
        let (min, max) = (Some(min), Some(max));
        Ok(self.add(Accessor { view: 0, offset, component: FLOAT, count: points.len(), kind: "VEC3", min, max }))
    }

    /// Adds the corners of triangles; returns the number of their accessor.
    pub fn indices(&mut self, triangles: &[[u32; 3]], place: impl Fn() -> Place) -> Result<usize, Fault> {
        let (offset, count) = (self.indices.len(), 3 * triangles.len());
        self.indices.extend(triangles.iter().flatten().flat_map(|corner| corner.to_le_bytes()));
        self.check(place)?;
        Ok(self.add(Accessor { view: 1, offset, component: UNSIGNED_INT, count, kind: "SCALAR", min: None, max: None }))
    }

    fn add(&mut self, accessor: Accessor) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn check(&self, place: impl Fn() -> Place) -> Result<(), Fault> {
        let total = self.points.len() + self.indices.len();
        if total as u64 > u64::from(u32::MAX) { Err(too_large(place(), total)) } else { Ok(()) }
    }

    /// The document, and the buffer: points, then indices.
    pub fn finish(mut self) -> (Lists, Vec<u8>) {
        let points = View { buffer: 0, offset: 0, length: self.points.len(), stride: Some(POINT), target: 34962 };
        let indices =
            View { buffer: 0, offset: self.points.len(), length: self.indices.len(), stride: None, target: 34963 };
        debug_assert!(points.length.is_multiple_of(POINT) && indices.length.is_multiple_of(INDEX));
        // Nothing in glTF is empty, and indices are there only if points are.
        let views: Vec<View> = [points, indices].into_iter().filter(|view| view.length > 0).collect();
        self.points.append(&mut self.indices);
        let length = self.points.len();
        let buffers = if length > 0 { vec![Buffer { length }] } else { Vec::new() };
        (Lists { accessors: self.accessors, views, buffers }, self.points)
    }
}
