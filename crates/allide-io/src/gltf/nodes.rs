use super::json::{Document, Node, get};
use super::posture::{Moved, Posture};
use crate::Limits;
use crate::error::{Fault, Place};
use allide::Pose;

/// The nodes of a scene, where they stand in the world.
pub(crate) struct Nodes {
    /// Those that have a mesh, parents before their children.
    pub(crate) shown: Vec<Shown>,
    /// Of each node of the document; none if it is not in the scene.
    pub(crate) poses: Vec<Option<Pose>>,
}

/// A node that has a mesh.
pub(crate) struct Shown {
    pub(crate) node: usize,
    pub(crate) mesh: usize,
    /// The names from the root to it, joined by slashes.
    pub(crate) path: String,
    pub(crate) pose: Pose,
}

/// A node to be visited.
struct Pending {
    node: usize,
    parent: Option<usize>,
    /// How much of the path is that of the parent.
    path_length: usize,
}

impl Nodes {
    /// The nodes of the default scene, or else of the first, or else all.
    pub(crate) fn of(document: &Document, posture: &Posture, limits: &Limits) -> Result<Self, Fault> {
        let mut nodes = Self { shown: Vec::new(), poses: vec![None; document.nodes.len()] };
        let (roots, named_by) = roots(document)?;
        let mut stack: Vec<_> =
            roots.iter().rev().map(|&node| Pending { node, parent: None, path_length: 0 }).collect();
        let (mut path, mut path_bytes) = (String::new(), 0);
        while let Some(Pending { node: index, parent, path_length }) = stack.pop() {
            let asked_by = || parent.map_or_else(|| named_by.clone(), |parent| format!("nodes[{parent}]"));
            let Some(node) = document.nodes.get(index) else {
                return get(&document.nodes, index, "nodes", &asked_by()).map(|_| nodes);
            };
            let place = || Place::Element(format!("nodes[{index}]"));
            if nodes.poses[index].is_some() {
                return Err(Fault::malformed(place(), "the node has two parents, or is its own ancestor"));
            }
            let outer = parent.and_then(|parent| nodes.poses[parent]).unwrap_or(Pose::IDENTITY);
            let pose = local_pose(node, posture.of(index)).map_err(|fault| fault.at(place))?;
            // Most nodes stand at the top, and the identity must not round their pose.
            let out_of_range = |error: allide::Error| Fault::malformed(place(), error.to_string());
            let pose = if outer == Pose::IDENTITY { pose } else { outer.after(&pose).map_err(out_of_range)? };
            nodes.poses[index] = Some(pose);

            path.truncate(path_length);
            if parent.is_some() {
                path.push('/');
            }
            path.push_str(&name(document, index));
            if let Some(mesh) = node.mesh {
                get(&document.meshes, mesh, "meshes", &format!("nodes[{index}]"))?;
                // Long names high up in a deep tree are repeated below.
                path_bytes += path.len() as u64;
                check_names(path_bytes, limits).map_err(|fault| fault.at(place))?;
                nodes.shown.push(Shown { node: index, mesh, path: path.clone(), pose });
            }
            let child = |&child| Pending { node: child, parent: Some(index), path_length: path.len() };
            stack.extend(node.children.iter().rev().map(child));
        }
        Ok(nodes)
    }
}

/// Fails if the names of all objects take too much.
pub(crate) fn check_names(bytes: u64, limits: &Limits) -> Result<(), Fault> {
    let limit = limits.name_bytes();
    if bytes <= limit {
        return Ok(());
    }
    let problem = format!("the names of its objects take {bytes} bytes or more, but at most {limit} are allowed");
    Err(Fault::too_large(Place::File, problem))
}

/// A node's own name, or that of its mesh, or its number.
fn name(document: &Document, index: usize) -> String {
    let node = &document.nodes[index];
    let mesh = node.mesh.and_then(|mesh| document.meshes.get(mesh)).and_then(|mesh| mesh.name.as_ref());
    let mut names = [node.name.as_ref(), mesh].into_iter().flatten().filter(|name| !name.is_empty());
    names.next().cloned().unwrap_or_else(|| format!("node {index}"))
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

fn local_pose(node: &Node, moved: Option<&Moved>) -> Result<Pose, Fault> {
    let moved = moved.filter(|moved| moved.places());
    if node.matrix.is_some() && moved.is_some() {
        return Err(Fault::malformed(Place::File, "the node is animated, so it cannot have a matrix"));
    }
    if let Some(matrix) = &node.matrix {
        let column = |index: usize| [matrix[index * 4], matrix[index * 4 + 1], matrix[index * 4 + 2]];
        if [matrix[3], matrix[7], matrix[11], matrix[15]] != [0.0, 0.0, 0.0, 1.0] {
            return Err(Fault::malformed(Place::File, "the last row of the matrix is not 0 0 0 1"));
        }
        let pose = Pose::affine([column(0), column(1), column(2)], column(3));
        return pose.map_err(|error| Fault::malformed(Place::File, error.to_string()));
    }
    let translation = moved.and_then(|moved| moved.translation).or(node.translation.as_deref().copied());
    let rotation = moved.and_then(|moved| moved.rotation).or(node.rotation.as_deref().copied());
    let scale = moved.and_then(|moved| moved.scale).or(node.scale.as_deref().copied());
    placed(translation.unwrap_or_default(), rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]), scale.unwrap_or([1.0; 3]))
}

/// A scale, then a rotation by a unit quaternion x, y, z, w, then a translation.
pub(crate) fn placed(translation: [f64; 3], rotation: [f64; 4], scale: [f64; 3]) -> Result<Pose, Fault> {
    let mut columns = rotation_columns(rotation);
    for (column, scale) in columns.iter_mut().zip(scale) {
        *column = column.map(|value| value * scale);
    }
    Pose::affine(columns, translation).map_err(|error| Fault::malformed(Place::File, error.to_string()))
}

/// The matrix of a unit quaternion.
fn rotation_columns([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}
