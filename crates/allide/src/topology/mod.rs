//! The edges of a mesh: whether it is closed, where it is not, and into which shells it falls.
//!
//! Corners are the same where their coordinates are, whether or not triangles share them by index. A mesh whose indices
//! alone close it is closed, so coordinates are compared only if that fails, or for the other questions.
//!
//! Edges are put into buckets by their lower vertex, by a counting sort (`buckets`): no hashing, and no sort of more
//! than a bucket, which has about six entries in ordinary meshes. With several threads, each takes a range of vertices
//! and looks at all triangles: reading them again costs less than moving entries twice.
//!
//! Whether a mesh is closed takes one pass without moving anything, up to 65,535 vertices: an edge cancels its waiting
//! reverse, or waits itself. `Solids` computes it beside the search. An object whose indices connect it (`pieces`) lies
//! inside a box with all corners or not at all, which spares most neighbours a closer look.

mod around;
mod buckets;
mod duplicates;
mod edges;
mod joined;
mod pieces;
mod shells;
#[cfg(test)]
mod tests;
mod weld;

pub(crate) use around::Around;
pub(crate) use joined::Joined;
pub(crate) use pieces::Pieces;
pub use shells::Shells;
pub(crate) use weld::weld;

use crate::Mesh;
use allide_geom::is_degenerate;
use edges::Edges;
use std::sync::{Arc, OnceLock};

/// How the triangles of a mesh are connected: see [`Mesh::topology`].
///
/// Corners with equal coordinates are the same, whatever their indices; −0 equals 0. A triangle with two equal corners
/// counts as nothing; one with three different corners on a line counts like any other. Everything here is exact, takes
/// linear time, is computed when first asked for, and kept in the mesh.
///
/// ```
/// use allide::Mesh;
///
/// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let closed = Mesh::new(corners.clone(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// assert!(closed.topology().is_closed());
/// let open = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2]])?;
/// assert_eq!(open.topology().open_edges(), [[1, 2], [1, 3], [2, 3]]);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Topology<'a> {
    mesh: &'a Mesh,
    kept: &'a Kept,
}

/// Facts about a mesh, once computed.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    by_indices: Arc<ByIndices>,
    closed: OnceLock<bool>,
    first: OnceLock<Vec<u32>>,
    edges: OnceLock<Edges>,
    shells: OnceLock<Shells>,
    pieces: OnceLock<Pieces>,
    around: OnceLock<Around>,
}

/// Facts that follow from indices alone: the same for all shapes of a mesh that deforms.
#[derive(Debug, Default)]
struct ByIndices {
    is_closed: OnceLock<bool>,
    is_connected: OnceLock<bool>,
}

impl Kept {
    /// The facts that remain true over other positions of the same triangles.
    pub fn deformed(&self) -> Self {
        Self { by_indices: Arc::clone(&self.by_indices), ..Self::default() }
    }
}

impl<'a> Topology<'a> {
    pub(crate) fn new(mesh: &'a Mesh, kept: &'a Kept) -> Self {
        Self { mesh, kept }
    }

    /// Whether the mesh is closed and consistently oriented: every edge is used as often in one direction as in the
    /// other. A mesh without triangles is closed; one with triangles, none of which has area, is not.
    pub fn is_closed(&self) -> bool {
        *keep(&self.kept.closed, || (self.is_closed_by_indices() || self.edges().unbalanced == 0) && self.has_area())
    }

    fn has_area(&self) -> bool {
        let (positions, triangles) = (self.mesh.positions(), self.mesh.triangles());
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| positions[vertex as usize]);
        triangles.is_empty() || triangles.iter().any(|triangle| !is_degenerate(&corners(triangle)))
    }

    /// Whether it is known if the mesh is closed.
    pub(crate) fn is_known(&self) -> bool {
        self.kept.closed.get().is_some()
    }

    fn is_closed_by_indices(&self) -> bool {
        let (triangles, vertex_count) = (self.mesh.triangles(), self.mesh.positions().len());
        *keep(&self.kept.by_indices.is_closed, || edges::is_closed(triangles, vertex_count))
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges().count
    }

    /// How many edges are not used as often in one direction as in the other: open ones, flipped ones, and some of those
    /// that are not manifold. 0 if the mesh is closed.
    pub fn unbalanced_count(&self) -> usize {
        self.edges().unbalanced
    }

    /// Edges with only one triangle: the boundary of the surface.
    ///
    /// An edge is given by the first vertices at its ends, the lower number first. Edges are sorted.
    pub fn open_edges(&self) -> &'a [[u32; 2]] {
        &self.edges().open
    }

    /// Edges that more than two triangles use, given as in [`open_edges`](Self::open_edges).
    pub fn non_manifold_edges(&self) -> &'a [[u32; 2]] {
        &self.edges().non_manifold
    }

    /// Edges that two triangles use in the same direction, so that one of the two faces the wrong way. Given as in
    /// [`open_edges`](Self::open_edges).
    pub fn flipped_edges(&self) -> &'a [[u32; 2]] {
        &self.edges().flipped
    }

    /// Edges that more than two triangles use, more often in one direction than in the other.
    pub(crate) fn uneven_edges(&self) -> &'a [[u32; 2]] {
        &self.edges().uneven
    }

    /// The triangles that are connected over edges.
    pub fn shells(&self) -> &'a Shells {
        keep(&self.kept.shells, || Shells::new(self.mesh.triangles(), self.first_vertices()))
    }

    /// Triangles with the same three corners as an earlier one, in either orientation: each with the first of them.
    /// Sorted, and computed at every call. Triangles with two equal corners are left out.
    pub fn duplicate_triangles(&self) -> Vec<[u32; 2]> {
        duplicates::duplicates(self.mesh.triangles(), self.first_vertices())
    }

    /// The triangles that are connected over vertices. Those with the same coordinates are the same, unless indices alone
    /// close the mesh.
    pub(crate) fn pieces(&self) -> &'a Pieces {
        let (triangles, vertex_count) = (self.mesh.triangles(), self.mesh.positions().len());
        let first = || (!self.is_closed_by_indices()).then(|| self.first_vertices());
        keep(&self.kept.pieces, || {
            if self.is_connected() { Pieces::one() } else { Pieces::new(triangles, vertex_count, first()) }
        })
    }

    /// Whether a quick pass finds that indices connect all triangles and vertices. If not, there may still be one piece.
    pub(crate) fn is_connected(&self) -> bool {
        let (triangles, vertex_count) = (self.mesh.triangles(), self.mesh.positions().len());
        *keep(&self.kept.by_indices.is_connected, || pieces::is_connected(triangles, vertex_count))
    }

    /// The triangles at each vertex.
    pub(crate) fn around(&self) -> &'a Around {
        keep(&self.kept.around, || Around::new(self.mesh.triangles(), self.first_vertices()))
    }

    /// For each vertex, the first one with the same coordinates.
    pub fn first_vertices(&self) -> &'a [u32] {
        keep(&self.kept.first, || weld(self.mesh.positions())).as_slice()
    }

    fn edges(&self) -> &'a Edges {
        keep(&self.kept.edges, || edges::edges(self.mesh.triangles(), self.first_vertices()))
    }
}

/// A value that is computed once: outside the lock, as in `Mesh::degenerate_count`.
fn keep<T>(cell: &OnceLock<T>, compute: impl FnOnce() -> T) -> &T {
    if let Some(value) = cell.get() {
        return value;
    }
    let value = compute();
    cell.get_or_init(|| value)
}
