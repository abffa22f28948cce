//! The identity of meshes, for everything cached from run to run.
//!
//! Ids are never reused, so a cache can recognise a mesh without keeping it alive.

use crate::{Mesh, Pose};
use std::sync::atomic::{AtomicU64, Ordering};

/// Distinguishes a mesh from all others that this program has or had. Clones are the same mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MeshId {
    shape: u64,
    /// The same for meshes that deform into each other.
    topology: u64,
}

impl MeshId {
    /// The id of a new mesh.
    pub(crate) fn new() -> Self {
        let number = next();
        Self { shape: number, topology: number }
    }

    /// The id of the same triangles over new positions.
    pub(crate) fn deformed(self) -> Self {
        Self { shape: next(), ..self }
    }

    /// Equal for meshes with the same triangles, whatever their positions.
    pub(crate) fn topology(self) -> u64 {
        self.topology
    }
}

fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A mesh in a pose, as it was in an earlier run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedId {
    pub mesh: MeshId,
    pose: Pose,
}

impl PlacedId {
    pub(crate) fn new(mesh: &Mesh, pose: Pose) -> Self {
        Self { mesh: mesh.id(), pose }
    }

    /// Equal if every vertex is in the same place, to the last bit.
    pub(crate) fn bits(&self) -> (MeshId, [u64; 12]) {
        (self.mesh, self.pose.bits())
    }

    /// Whether every vertex is still where it was, to the last bit.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.mesh == other.mesh && self.pose.is_same(&other.pose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_are_one_mesh_and_equal_ones_are_two() {
        let mesh = || Mesh::new(vec![[0.0; 3]; 3], vec![[0, 1, 2]]).unwrap();
        let (one, other) = (mesh(), mesh());
        let deformed = one.deformed(vec![[1.0; 3]; 3]).unwrap();
        assert_eq!(one.id(), one.clone().id());
        assert!(one.is_same(&one.clone()) && !one.is_same(&other) && !one.is_same(&deformed));
        assert!(one.id() != other.id() && one.id() != deformed.id());
        assert_eq!(one.id().topology(), deformed.id().topology());
        assert_ne!(one.id().topology(), other.id().topology());
    }
}
