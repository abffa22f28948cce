//! Trees that are kept with a mesh.

use super::Kdop;
use super::tree::KTree;
use crate::Mesh;
use std::sync::{Arc, Mutex, PoisonError};

/// The trees of a mesh, each as it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    trees: Mutex<Vec<(Kdop, Option<Arc<KTree>>)>>,
    /// Those of the mesh before it was deformed.
    before: Vec<(Kdop, Option<Arc<KTree>>)>,
}

impl Kept {
    /// The data kept with a mesh that has the same triangles over other positions.
    pub(crate) fn deformed(&self) -> Self {
        let mut before = self.trees.lock().unwrap_or_else(PoisonError::into_inner).clone();
        before.extend(self.before.iter().cloned());
        before.dedup_by_key(|(kdop, _)| *kdop);
        Self { trees: Mutex::default(), before }
    }

    /// The tree of this mesh; `None` if its numbers are out of range.
    pub(crate) fn of(&self, mesh: &Mesh, kdop: Kdop) -> Option<Arc<KTree>> {
        let find = |trees: &[(Kdop, Option<Arc<KTree>>)]| trees.iter().find(|(known, _)| *known == kdop).cloned();
        let known = find(&self.trees.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some((_, tree)) = known {
            return tree;
        }
        // Outside the lock, and perhaps more than once: see `solids::ray::Index`.
        let before = find(&self.before).and_then(|(_, tree)| tree);
        let made = match before {
            Some(tree) => tree.refitted(mesh, kdop),
            None => KTree::build(mesh, kdop),
        };
        let made = made.map(Arc::new);
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tree)) = find(&trees) {
            return tree;
        }
        trees.push((kdop, made.clone()));
        made
    }
}
