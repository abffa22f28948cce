//! Trees of boxes over the triangles of each mesh, walked in pairs.
//!
//! The classic way, for shapes that are asked about again and again: a tree is built once per mesh, in the mesh's own
//! coordinates, and serves every instance, every pose and every later run; a mesh that deforms keeps the tree and gets
//! new boxes. Two trees are walked together, the larger node opened first, as long as the nodes' images in the world
//! come within the margin of each other.
//!
//! Guarantee: exact. The image of a node's box is grown by more than all rounding (see `image_of_box`).

mod build;
pub(crate) mod gpu;
mod walk;

use crate::Mesh;
use allide_geom::Aabb;
use std::sync::Arc;

pub(crate) use walk::search;

/// A tree over the triangles of one mesh, in the mesh's own coordinates.
#[derive(Debug)]
pub(crate) struct Tree {
    /// In depth-first order: the left child of a node follows it.
    nodes: Vec<Node>,
    /// The triangles in the order of the leaves.
    triangles: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Inner {
        right: u32,
    },
    /// A range of the tree's triangles.
    Leaf {
        first: u32,
        count: u32,
    },
}

/// The trees of the meshes seen last.
#[derive(Debug, Default)]
pub(crate) struct Trees(Vec<(Mesh, Arc<Tree>)>);

impl Trees {
    /// The tree of a mesh: kept, or with new boxes if the mesh deformed, or built.
    pub(crate) fn of(&mut self, mesh: &Mesh) -> Arc<Tree> {
        if let Some((_, tree)) = self.0.iter().find(|(known, _)| known.is_same(mesh)) {
            return Arc::clone(tree);
        }
        let deformed = self.0.iter().position(|(known, _)| known.has_triangles_of(mesh));
        let tree = Arc::new(match deformed {
            Some(place) => self.0.swap_remove(place).1.refitted(mesh),
            None => Tree::build(mesh),
        });
        self.0.push((mesh.clone(), Arc::clone(&tree)));
        tree
    }

    /// Forgets the trees of meshes that the scene no longer has.
    pub(crate) fn keep(&mut self, meshes: &[Mesh]) {
        self.0.retain(|(known, _)| meshes.iter().any(|mesh| known.has_triangles_of(mesh)));
    }
}
