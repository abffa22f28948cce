//! Trees of k-DOPs in whole numbers: the algorithm of a collision chip, as a method.
//!
//! Raabe, Hochgürtel, Anlauf and Zachmann, "Hardware-Accelerated Collision Detection using Bounded-Error Fixed-Point Arithmetic",
//! WSCG 2006. [`allide_geom::kdop`] has the polytopes, the axes and the proof that nothing is lost; here, coefficients are kept in
//! 16 or 32 bits, so that a tree takes less memory than one of boxes, and nodes are tested by integers alone.
//!
//! Guarantee: exact. Coefficients are rounded outwards, mapping vectors downwards, and every other rounding is paid for in the
//! shift: see [`planes`].
//!
//! Deviations from the paper:
//! - Each mesh has its own scale, a power of two above its largest coefficient, not one for the scene. Sums of the object with
//!   the smaller scale are shifted, rounded downwards; so a small part loses no bits because a building stands beside it.
//! - What poses round is taken off the shift, one for each direction along an axis, instead of being added to coefficients: so a
//!   tree serves every pose.
//! - Leaves have up to four triangles, which are offered without further tests.
//! - Two trees with few nodes have six axes: see [`planes`].
//!
//! Trees are kept with meshes (`kept.rs`, `tree.rs`). `planes.rs` turns the axes of two placed trees into whole
//! numbers, `walk.rs` tests nodes by integers alone. The nearest triangles of two objects are left to `bvh`, and poses
//! that flatten to `divide`.

#[cfg(feature = "gpu")]
pub(crate) mod gpu;
mod kept;
mod planes;
mod tree;
mod walk;

#[cfg(test)]
mod tests;

pub(crate) use kept::Kept;

use crate::Mesh;
use crate::confirm::{Batch, Sink};
use crate::identity::MeshId;
use crate::methods::divide;
use crate::world::{WorldObject, WorldPair};
use planes::Planes;
use rayon::prelude::*;
use std::collections::HashMap;
use walk::Walk;

/// Which polytopes, and how precise.
///
/// ```
/// use allide::{Kdop, Method};
///
/// assert_eq!("kdop(bits=24, faces=14)".parse::<Method>()?, Method::Kdop(Kdop { faces: 14, bits: 24 }));
/// assert_eq!(Method::Kdop(Kdop::default()).to_string(), "kdop");
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kdop {
    /// How many faces a polytope has: 6, 14, 18, 24 or 26. With any other number, [`Method::Divide`](crate::Method::Divide) does
    /// the work, and on a GPU the default number.
    pub faces: u8,
    /// Bits of a coefficient, sign included: 6 to 32; likewise.
    pub bits: u8,
}

impl Kdop {
    /// The numbers of faces that there are directions for.
    pub const FACES: [u8; 5] = [6, 14, 18, 24, 26];
    pub(crate) const FEWEST_BITS: u8 = 6;
    pub(crate) const MOST_BITS: u8 = 32;
    /// The fastest on most scenes.
    pub const DEFAULT: Self = Self { faces: 18, bits: 16 };

    /// Whether there are such trees.
    fn is_known(self) -> bool {
        Self::FACES.contains(&self.faces) && (Self::FEWEST_BITS..=Self::MOST_BITS).contains(&self.bits)
    }

    /// The bytes that a search reads of the tree over a mesh, which it builds if it is not there yet; `None` if numbers are out
    /// of range.
    pub fn bytes(self, mesh: &Mesh) -> Option<usize> {
        mesh.kdops().of(mesh, self).map(|tree| tree.bytes())
    }
}

impl Default for Kdop {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Makes the trees of these meshes, each once, with all threads.
pub(crate) fn prepare<'m>(meshes: impl Iterator<Item = &'m Mesh>, kdop: Kdop) {
    let different: HashMap<MeshId, &Mesh> = meshes.map(|mesh| (mesh.id(), mesh)).collect();
    different.into_par_iter().for_each(|(_, mesh)| drop(mesh.kdops().of(mesh, kdop)));
}

/// The candidates of one object pair.
pub(super) fn search<S: Sink>(kdop: Kdop, pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let trees = [pair.a, pair.b].map(|object: &WorldObject| object.mesh.kdops().of(&object.mesh, kdop));
    let [Some(a), Some(b)] = &trees else { return divide::search(pair, sink) };
    if a.is_empty() || b.is_empty() {
        return Batch::default();
    }
    // Where poses flatten or numbers leave their range, no axis says anything.
    match Planes::new(pair, [a, b], sink.margin(), usize::MAX) {
        Some(planes) => Walk::new(pair, [a, b], &planes, sink).run(),
        None => divide::search(pair, sink),
    }
}
