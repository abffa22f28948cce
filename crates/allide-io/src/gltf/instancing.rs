//! `EXT_mesh_gpu_instancing`: many copies of a node's mesh, their poses in accessors.

use super::accessor;
use super::buffers::Buffers;
use super::json::Instancing;
use super::nodes::placed;
use crate::error::{Fault, Place};
use allide::Pose;

/// How many copies there are: as many as each attribute has elements.
pub(crate) fn count(buffers: &Buffers, instancing: &Instancing, element: &str) -> Result<u64, Fault> {
    let malformed = |problem: String| Fault::malformed(Place::Element(element.into()), problem);
    let mut counts = Vec::new();
    for (name, &index) in &instancing.attributes {
        counts.push((name, accessor::count(buffers.document, index, element)?));
    }
    let Some(&(first, count)) = counts.first() else {
        return Err(malformed("EXT_mesh_gpu_instancing has no attributes, so the number of copies is unknown".into()));
    };
    match counts.iter().find(|other| other.1 != count) {
        Some((name, other)) => Err(malformed(format!("{count} copies have a {first}, but {other} have a {name}"))),
        None => Ok(count),
    }
}

/// Where each of the copies stands, relative to the node.
pub(crate) fn poses(buffers: &mut Buffers, instancing: &Instancing, element: &str) -> Result<Vec<Pose>, Fault> {
    let count = count(buffers, instancing, element)? as usize;
    let find = |name: &str| instancing.attributes.get(name).copied();
    let translations = find("TRANSLATION").map(|index| accessor::vectors(buffers, index, element)).transpose()?;
    let rotations = find("ROTATION").map(|index| accessor::numbers(buffers, index, "VEC4", element)).transpose()?;
    let scales = find("SCALE").map(|index| accessor::vectors(buffers, index, element)).transpose()?;
    let pose = |copy: usize| {
        let rotation = rotations.as_ref().map_or([0.0, 0.0, 0.0, 1.0], |all| unit(all[copy]));
        let translation = translations.as_ref().map_or([0.0; 3], |all| all[copy]);
        let pose = placed(translation, rotation, scales.as_ref().map_or([1.0; 3], |all| all[copy]));
        pose.map_err(|fault| fault.at(|| Place::Element(format!("{element}: copy {copy}"))))
    };
    (0..count).map(pose).collect()
}

/// Rotations may be rounded to small integers, so that their length is not 1. One of no length is not finite then.
fn unit(quaternion: [f64; 4]) -> [f64; 4] {
    let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    quaternion.map(|x| x / length)
}
