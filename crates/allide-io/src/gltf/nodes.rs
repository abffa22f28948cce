use super::json::{Document, Node, get, unsupported_extension};
use crate::error::{Fault, Place};
use allide::Pose;

/// A node that has a mesh, where it stands in the world.
pub(crate) struct Instance {
    pub(crate) node: usize,
    pub(crate) mesh: usize,
    pub(crate) pose: Pose,
}

/// All instances of the default scene (or else the first, or else of all nodes), parents before their children.
pub(crate) fn instances(document: &Document) -> Result<Vec<Instance>, Fault> {
    let mut instances = Vec::new();
    let mut visited = vec![false; document.nodes.len()];
    let (mut stack, asked_by) = roots(document)?;
    stack.reverse();
    let mut stack: Vec<_> = stack.into_iter().map(|root| (root, Pose::IDENTITY, asked_by.clone())).collect();
    while let Some((index, parent, asked_by)) = stack.pop() {
        let node = get(&document.nodes, index, "nodes", &asked_by)?;
        let element = format!("nodes[{index}]");
        if std::mem::replace(&mut visited[index], true) {
            let problem = "the node has two parents, or is its own ancestor";
            return Err(Fault::malformed(Place::Element(element), problem));
        }
        if let Some(name) = node.extensions.keys().find(|name| *name == "EXT_mesh_gpu_instancing") {
            return Err(unsupported_extension(&element, name));
        }
        let pose = local_pose(node, &element)?;
        // Most nodes stand at the top, and the identity must not round their pose.
        let out_of_range = |error: allide::Error| Fault::malformed(Place::Element(element.clone()), error.to_string());
        let pose = if parent == Pose::IDENTITY { pose } else { parent.after(&pose).map_err(out_of_range)? };
        if let Some(mesh) = node.mesh {
            instances.push(Instance { node: index, mesh, pose });
        }
        stack.extend(node.children.iter().rev().map(|&child| (child, pose, element.clone())));
    }
    Ok(instances)
}

/// The nodes without parents, and who names them.
fn roots(document: &Document) -> Result<(Vec<usize>, String), Fault> {
    if let Some(scene) = document.scene.or((!document.scenes.is_empty()).then_some(0)) {
        let roots = get(&document.scenes, scene, "scenes", "scene")?.nodes.clone();
        return Ok((roots, format!("scenes[{scene}]")));
    }
    let mut is_root = vec![true; document.nodes.len()];
    for &child in document.nodes.iter().flat_map(|node| &node.children) {
        if let Some(is_root) = is_root.get_mut(child) {
            *is_root = false;
        }
    }
    Ok(((0..is_root.len()).filter(|&node| is_root[node]).collect(), "nodes".into()))
}

fn local_pose(node: &Node, element: &str) -> Result<Pose, Fault> {
    let (columns, translation) = match node.matrix {
        Some(matrix) => {
            if [matrix[3], matrix[7], matrix[11], matrix[15]] != [0.0, 0.0, 0.0, 1.0] {
                let problem = "the last row of the matrix is not 0 0 0 1";
                return Err(Fault::malformed(Place::Element(element.into()), problem));
            }
            let column = |index: usize| [matrix[index * 4], matrix[index * 4 + 1], matrix[index * 4 + 2]];
            ([column(0), column(1), column(2)], column(3))
        }
        None => {
            let mut columns = rotation_columns(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
            for (column, scale) in columns.iter_mut().zip(node.scale.unwrap_or([1.0; 3])) {
                *column = column.map(|value| value * scale);
            }
            (columns, node.translation.unwrap_or_default())
        }
    };
    Pose::affine(columns, translation)
        .map_err(|error| Fault::malformed(Place::Element(element.into()), error.to_string()))
}

/// The matrix of a unit quaternion.
fn rotation_columns([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}
