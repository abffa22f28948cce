//! Skins at rest: vertices that follow joints.

use super::accessor;
use super::buffers::Buffers;
use super::json::{Attributes, Skin};
use super::values::Values;
use crate::error::{Fault, Place};
use allide::{DVec3, Pose};

fn malformed(element: &str, problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::Element(element.into()), problem)
}

/// The bytes of the matrices of a skin.
pub(crate) fn bytes(buffers: &Buffers, index: usize) -> Result<u64, Fault> {
    let skin = &buffers.document.skins[index];
    let count = |at| accessor::count(buffers.document, at, &format!("skins[{index}]"));
    let matrices = skin.inverse_bind_matrices.map_or(Ok(0), count)?;
    Ok(matrices.saturating_add(skin.joints.len() as u64).saturating_mul(128))
}

/// The transform by each joint of a vertex that follows it alone. `poses` are those of all nodes in the scene.
pub(crate) fn joints(buffers: &mut Buffers, index: usize, poses: &[Option<Pose>]) -> Result<Vec<Pose>, Fault> {
    let Skin { inverse_bind_matrices, joints } = &buffers.document.skins[index];
    let element = format!("skins[{index}]");
    let inverse = inverse_bind_matrices.map(|at| accessor::numbers::<16>(buffers, at, "MAT4", &element)).transpose()?;
    if let Some(inverse) = inverse.as_ref().filter(|inverse| inverse.len() < joints.len()) {
        let problem = format!("{} joints have {} inverse bind matrices", joints.len(), inverse.len());
        return Err(malformed(&element, problem));
    }
    let joint = |(number, &node): (usize, &usize)| {
        let place = || Place::Element(format!("{element}.joints[{number}]"));
        let problem = || Fault::malformed(place(), format!("nodes[{node}] is not in the scene"));
        let pose = poses.get(node).copied().flatten().ok_or_else(problem)?;
        let Some(inverse) = &inverse else { return Ok(pose) };
        let both = rest(&inverse[number]).and_then(|inverse| pose.after(&inverse));
        both.map_err(|error| Fault::malformed(place(), error.to_string()))
    };
    joints.iter().enumerate().map(joint).collect()
}

/// An inverse bind matrix by columns. Its last row is 0 0 0 1, up to the exporter's rounding.
fn rest(matrix: &[f64; 16]) -> Result<Pose, allide::Error> {
    const ROUNDING: f64 = 1e-4;
    let mut columns: [[f64; 4]; 4] = std::array::from_fn(|column| std::array::from_fn(|row| matrix[column * 4 + row]));
    for (column, expected) in columns.iter_mut().zip([0.0, 0.0, 0.0, 1.0]) {
        if (column[3] - expected).abs() <= ROUNDING {
            column[3] = expected;
        }
    }
    Pose::matrix(columns)
}

/// The accessors of joints and weights, four of each a set.
pub(crate) fn sets(attributes: &Attributes, element: &str) -> Result<Vec<[usize; 2]>, Fault> {
    let set = |number: usize| {
        let find = |name: &str| attributes.get(&format!("{name}_{number}")).copied();
        Some([find("JOINTS")?, find("WEIGHTS")?])
    };
    let sets: Vec<_> = (0..).map_while(set).collect();
    match sets.is_empty() {
        true => Err(malformed(element, "a node with a skin uses it, but there is no JOINTS_0, or no WEIGHTS_0")),
        false => Ok(sets),
    }
}

/// Moves each vertex to the weighted mean of where its joints take it. Weights need not add up to 1 exactly: they may be
/// rounded to small integers.
pub(crate) fn bend(
    buffers: &mut Buffers,
    values: &Values,
    sets: &[[usize; 2]],
    joints: &[Pose],
    positions: &mut [[f64; 3]],
    element: &str,
) -> Result<(), Fault> {
    let mut sums = vec![(DVec3::ZERO, 0.0); positions.len()];
    for (set, &[indices, weights]) in sets.iter().enumerate() {
        let mut read = |name: &str, accessor| values.numbers::<4>(buffers, &format!("{name}_{set}"), accessor, element);
        let (indices, weights) = (read("JOINTS", indices)?, read("WEIGHTS", weights)?);
        for list in [&indices, &weights] {
            if list.len() != positions.len() {
                let problem =
                    format!("{} vertices have joints or weights, but there are {}", list.len(), positions.len());
                return Err(malformed(element, problem));
            }
        }
        for (vertex, (indices, weights)) in indices.iter().zip(&weights).enumerate() {
            for (&index, &weight) in indices.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
                let problem = || {
                    malformed(element, format!("vertex {vertex} follows joint {index}, but there are {}", joints.len()))
                };
                let joint =
                    joints.get(index as usize).filter(|_| index >= 0.0 && index.fract() == 0.0).ok_or_else(problem)?;
                sums[vertex].0 += joint.apply(positions[vertex].into()) * weight;
                sums[vertex].1 += weight;
            }
        }
    }
    for (vertex, (position, (sum, weight))) in positions.iter_mut().zip(sums).enumerate() {
        if weight == 0.0 {
            return Err(malformed(element, format!("vertex {vertex} has no weight, so it follows no joint")));
        }
        *position = (sum / weight).to_array();
    }
    Ok(())
}
