//! Trees of boxes over the triangles of each mesh, walked in pairs.
//!
//! The classic way, for shapes that are asked about again and again: a tree is built once per mesh, in the mesh's own
//! coordinates, and serves every instance, every pose and every later run; a mesh that deforms keeps the tree and gets
//! new boxes. A node has eight children, whose boxes lie side by side, and no pointers: the children of node n on one
//! level are the nodes from 8n on the level below. Two trees are walked together; the boxes of the second are carried
//! into the coordinates of the first (see [`relative`]), so that a moved object costs nothing but its new pose, and eight
//! boxes meet eight others at once (see [`eight`]). World coordinates are computed for the triangles of candidates alone.
//!
//! The same tree over the bounds of whole objects tells which of them come near each other (see [`query`]).
//!
//! Guarantee: exact. Boxes are grown by more than all rounding.
//!
//! Boxes are `f64`: in `f32`, one far vertex would make all others indistinguishable. If a pose cannot be inverted
//! because it flattens an object, `divide` answers.
//!
//! The nearest triangles of two objects are found by a walk of their own ([`nearest`]); for objects of up to 4,096
//! vertices, [`facing`] tries to do without it. `auto` and `divide` find them in the same way. Trees for the first runs
//! are built along a curve, in about half the time (`Care` in [`build`]).

mod build;
mod couples;
mod eight;
mod facing;
#[cfg(feature = "gpu")]
pub(crate) mod gpu;
mod nearest;
mod query;
mod relative;
#[cfg(test)]
mod tests;
mod toward;
mod walk;

use crate::Mesh;
use crate::identity::MeshId;
use crate::world::FEW_TRIANGLES;
use eight::{Eight, WIDTH};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) use build::Care;
pub(crate) use couples::Wanted;
pub(crate) use query::Beam;
pub(crate) use walk::{search, search_in_world};

/// Boxes of a level that are looked at to know their size.
const SAMPLES: usize = 256;

/// A tree of boxes: those of the triangles of one mesh, or of the objects of a scene.
#[derive(Debug)]
pub(crate) struct Tree {
    /// From the boxes it was built over to the root, which is one node.
    levels: Vec<Level>,
    /// The numbers of the boxes, in the order of the leaves.
    order: Vec<u32>,
    care: Care,
}

/// The nodes that are equally far from the leaves.
#[derive(Debug)]
struct Level {
    nodes: Vec<Eight>,
    /// How many boxes there are in all nodes together. Only in the last node may some be missing.
    boxes: usize,
    /// The smallest number of a box below each of ours; none on the lowest level, where that is the order itself.
    firsts: Vec<u32>,
    /// The median size of some boxes: a few far larger than the others do not count.
    size: f64,
}

impl Level {
    fn new(nodes: Vec<Eight>, boxes: usize, firsts: Vec<u32>) -> Self {
        let samples = nodes.iter().step_by(nodes.len().div_ceil(SAMPLES).max(1));
        let mut sizes: Vec<f64> = samples.map(|node| node.get(0).size().element_sum()).collect();
        let middle = sizes.len() / 2;
        let size = if sizes.is_empty() { 0.0 } else { *sizes.select_nth_unstable_by(middle, f64::total_cmp).1 };
        Self { nodes, boxes, firsts, size }
    }

    /// How many boxes a node has.
    fn lanes(&self, node: usize) -> usize {
        (self.boxes - node * WIDTH).min(WIDTH)
    }
}

/// The trees of the meshes seen last.
#[derive(Debug, Default)]
pub(crate) struct Trees(HashMap<MeshId, Arc<Tree>>);

impl Trees {
    /// The tree of a mesh, if [`Trees::prepare`] made it.
    pub(crate) fn of(&self, mesh: &Mesh) -> Option<Arc<Tree>> {
        self.0.get(&mesh.id()).cloned()
    }

    /// Makes the trees of these meshes, built with at least this care: kept, or with new boxes if a mesh deformed, or built.
    pub(crate) fn prepare<'m>(&mut self, meshes: impl Iterator<Item = &'m Mesh>, care: Care) {
        let is_missing = |mesh: &&Mesh| self.0.get(&mesh.id()).is_none_or(|tree| tree.care < care);
        let missing: HashMap<MeshId, &Mesh> = meshes.filter(is_missing).map(|mesh| (mesh.id(), mesh)).collect();
        if missing.is_empty() {
            return;
        }
        let known: HashMap<u64, &Tree> = self.0.iter().map(|(id, tree)| (id.topology(), tree.as_ref())).collect();
        let make = |mesh: &Mesh| match known.get(&mesh.id().topology()) {
            Some(tree) if tree.care >= care => tree.refitted(mesh),
            _ => Tree::build(mesh, care),
        };
        let made = |(id, mesh)| (id, Arc::new(make(mesh)));
        let made: Vec<_> = if missing.values().map(|mesh| mesh.triangles().len()).sum::<usize>() <= FEW_TRIANGLES {
            missing.into_iter().map(made).collect()
        } else {
            missing.into_par_iter().map(made).collect()
        };
        self.0.extend(made);
    }

    /// Forgets the trees of meshes that the scene no longer has, except one for each mesh that may be a deformed one.
    pub(crate) fn keep(&mut self, meshes: &[MeshId]) {
        let here: HashSet<MeshId> = meshes.iter().copied().collect();
        let new = meshes.iter().filter(|id| !self.0.contains_key(id));
        let mut deformed: HashSet<u64> = new.map(|id| id.topology()).collect();
        self.0.retain(|id, _| here.contains(id) || deformed.remove(&id.topology()));
    }
}
