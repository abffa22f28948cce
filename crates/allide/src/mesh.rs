use crate::Error;
use crate::extent::Extent;
use crate::identity::MeshId;
use crate::methods::kdop;
use crate::simd::with_wide_vectors;
use crate::solids::Index;
use crate::topology::{Kept, Topology};
use allide_geom::{Aabb, DVec3, is_degenerate};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// Vertices or triangles checked by one task.
pub(crate) const CHUNK: usize = 1 << 18;

/// Triangles over shared vertices: validated once, immutable, cheap to clone.
///
/// Any triangle soup is accepted: open, closed, non-manifold, degenerate. Vertices are finite and indices in range.
///
/// ```
/// use allide::Mesh;
///
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]], vec![[0, 1, 2]])?;
/// assert_eq!(mesh.bounds().max.to_array(), [1.0, 2.0, 0.0]);
/// let error = Mesh::new(vec![[0.0; 3]; 3], vec![[0, 1, 3]]).unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0 uses vertex 3, but there are 3");
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh(Arc<Data>);

#[derive(Debug)]
struct Data {
    id: MeshId,
    positions: Vec<DVec3>,
    triangles: Arc<Vec<[u32; 3]>>,
    bounds: Aabb,
    vertex_bounds: Aabb,
    degenerate_count: OnceLock<usize>,
    mean_corner: OnceLock<DVec3>,
    topology: Kept,
    rays: Index,
    kdops: kdop::Kept,
}

impl Mesh {
    /// A mesh from vertex positions and the three vertices of each triangle.
    ///
    /// # Errors
    /// An index out of range, a coordinate that is not finite, or more than 2³² − 1 vertices or triangles.
    pub fn new(positions: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, Error> {
        check_indices(&triangles, positions.len())?;
        Self::with_triangles(positions, Arc::new(triangles), MeshId::new(), (Kept::default(), kdop::Kept::default()))
    }

    /// The same triangles over new positions, as many as before, for shapes that deform. An engine that knows one of the shapes has
    /// less to do for the other.
    ///
    /// ```
    /// # use allide::Mesh;
    /// let flat = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]], vec![[0, 1, 2]])?;
    /// let bent = flat.deformed(vec![[0.0; 3], [1.0, 0.0, 0.5], [0.0, 2.0, 0.0]])?;
    /// assert!(bent.triangles() == flat.triangles() && !bent.is_same(&flat));
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// Another number of positions than this mesh has, or a coordinate that is not finite.
    pub fn deformed(&self, positions: Vec<[f64; 3]>) -> Result<Self, Error> {
        let expected = self.0.positions.len();
        if positions.len() != expected {
            return Err(Error::PositionCount { object: "mesh".into(), expected, given: positions.len() });
        }
        let kept = (self.0.topology.deformed(), self.0.kdops.deformed());
        Self::with_triangles(positions, Arc::clone(&self.0.triangles), self.0.id.deformed(), kept)
    }

    fn with_triangles(
        positions: Vec<[f64; 3]>,
        triangles: Arc<Vec<[u32; 3]>>,
        id: MeshId,
        (topology, kdops): (Kept, kdop::Kept),
    ) -> Result<Self, Error> {
        let positions: Vec<DVec3> = bytemuck::allocation::cast_vec(positions);
        let extent = Extent::of(&positions);
        // If any coordinate is not finite, neither are the bounds.
        if !extent.is_finite() && !positions.is_empty() {
            let values =
                || positions.iter().enumerate().flat_map(|(vertex, point)| point.to_array().map(|x| (vertex, x)));
            if let Some((vertex, value)) = values().find(|(_, value)| !value.is_finite()) {
                return Err(Error::NotFinite { vertex, value });
            }
        }
        let vertex_bounds = extent.bounds;
        let bounds = if extent.is_reached(&positions, &triangles) {
            vertex_bounds
        } else {
            bounds_of_triangles(&positions, &triangles)
        };
        let (degenerate_count, mean_corner) = (OnceLock::new(), OnceLock::new());
        Ok(Self(Arc::new(Data {
            id,
            positions,
            triangles,
            bounds,
            vertex_bounds,
            degenerate_count,
            mean_corner,
            topology,
            rays: Index::default(),
            kdops,
        })))
    }

    /// A mesh without triangles.
    pub(crate) fn empty() -> Self {
        Self::new(Vec::new(), Vec::new()).expect("nothing to find fault with")
    }

    /// The vertices.
    pub fn positions(&self) -> &[DVec3] {
        &self.0.positions
    }

    /// The three vertices of each triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.0.triangles
    }

    /// The smallest box around all triangles; empty without triangles. Unused vertices do not count.
    pub fn bounds(&self) -> Aabb {
        self.0.bounds
    }

    /// How many triangles have no area. Counted on first use.
    pub fn degenerate_count(&self) -> usize {
        if let Some(&count) = self.0.degenerate_count.get() {
            return count;
        }
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| self.0.positions[vertex as usize]);
        let count = self.triangles().par_iter().filter(|triangle| is_degenerate(&corners(triangle))).count();
        // Counted outside the lock, perhaps twice: a thread that waits for others while it holds a lock may be given
        // work that needs that lock.
        let _ = self.0.degenerate_count.set(count);
        count
    }

    /// How the triangles are connected: whether the mesh is closed, where it is not, and its shells.
    pub fn topology(&self) -> Topology<'_> {
        Topology::new(self, &self.0.topology)
    }

    /// Whether both are the same mesh in memory: clones of each other, not merely equal.
    pub fn is_same(&self, other: &Mesh) -> bool {
        self.id() == other.id()
    }
}

impl Mesh {
    /// The smallest box around all vertices, unused ones included.
    pub(crate) fn vertex_bounds(&self) -> Aabb {
        self.0.vertex_bounds
    }

    /// The mean of the corners of all triangles, rounded: each of its coordinates by at most one rounding per corner, and
    /// three more, of the largest one. Computed on first use; 0 without triangles.
    pub(crate) fn mean_corner(&self) -> DVec3 {
        if let Some(&mean) = self.0.mean_corner.get() {
            return mean;
        }
        let corners = self.triangles().as_flattened();
        // Divided first: the sum may be out of range.
        let weight = (corners.len().max(1) as f64).recip();
        let sum = |corners: &[u32]| corners.iter().map(|&vertex| self.0.positions[vertex as usize] * weight).sum();
        let mean = corners.par_chunks(CHUNK).map(sum).reduce(|| DVec3::ZERO, |x: DVec3, y| x + y);
        // Outside the lock, as in `degenerate_count`.
        let _ = self.0.mean_corner.set(mean);
        mean
    }

    /// Its trees of k-DOPs.
    pub(crate) fn kdops(&self) -> &kdop::Kept {
        &self.0.kdops
    }

    /// Data shared by rays through the mesh.
    pub(crate) fn rays(&self) -> &Index {
        &self.0.rays
    }

    /// The identity of the mesh.
    pub(crate) fn id(&self) -> MeshId {
        self.0.id
    }
}

fn check_indices(triangles: &[[u32; 3]], vertex_count: usize) -> Result<(), Error> {
    let limit = u32::MAX as usize;
    for (what, count) in [("triangles", triangles.len()), ("vertices", vertex_count)] {
        if count > limit {
            return Err(Error::TooMany { what, count, limit });
        }
    }
    let largest = |triangles: &[[u32; 3]]| {
        with_wide_vectors(
            #[inline(always)]
            || triangles.as_flattened().iter().fold(0, |largest, &vertex| vertex.max(largest)),
        )
    };
    let largest = if triangles.len() <= CHUNK {
        largest(triangles)
    } else {
        triangles.par_chunks(CHUNK).map(largest).max().unwrap_or(0)
    };
    if largest as usize >= vertex_count {
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&vertex| vertex as usize >= vertex_count) {
                return Err(Error::IndexOutOfRange { triangle, vertex, vertex_count });
            }
        }
    }
    Ok(())
}

/// The box around all corners, for meshes with unused vertices.
#[cold]
fn bounds_of_triangles(positions: &[DVec3], triangles: &[[u32; 3]]) -> Aabb {
    let around = |triangles: &[[u32; 3]]| {
        Aabb::around(triangles.as_flattened().iter().map(|&vertex| positions[vertex as usize]))
    };
    if triangles.len() <= CHUNK {
        return around(triangles);
    }
    triangles.par_chunks(CHUNK).map(around).reduce(|| Aabb::EMPTY, |x, y| x.union(&y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_vertex_is_named() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut positions = vec![[0.0; 3]; 70_000];
            positions[65_000] = [1.0, value, 0.0];
            positions[66_000] = [1.0, 0.0, f64::NAN];
            let error = Mesh::new(positions, Vec::new()).unwrap_err();
            assert!(
                matches!(error, Error::NotFinite { vertex: 65_000, value: found } if found.to_bits() == value.to_bits())
            );
        }
    }

    #[test]
    fn the_first_bad_index_is_named() {
        let mut triangles = vec![[0, 1, 2]; 40_000];
        triangles[39_000] = [2, 3, 1];
        let error = Mesh::new(vec![[0.0; 3]; 3], triangles).unwrap_err();
        assert_eq!(error, Error::IndexOutOfRange { triangle: 39_000, vertex: 3, vertex_count: 3 });
    }

    #[test]
    fn bounds_are_those_of_triangles() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 3.0]];
        let expected = Aabb { min: DVec3::ZERO, max: DVec3::new(1.0, 2.0, 3.0) };
        for axis in 0..3 {
            for far in [-1e300, 1e300] {
                let mut unused = [0.5; 3];
                unused[axis] = far;
                // Enough vertices for several runs, the unused one in any of them.
                for before in [0, 5, 3000] {
                    let mut positions = vec![[0.5; 3]; before];
                    positions.push(unused);
                    positions.extend(corners);
                    positions.extend([[0.25; 3]; 2000]);
                    let first = before as u32 + 1;
                    let mesh = Mesh::new(positions, vec![[first, first + 1, first + 2]]).unwrap();
                    assert_eq!(mesh.bounds(), expected);
                    assert_eq!(mesh.vertex_bounds().union(&expected), mesh.vertex_bounds());
                    assert_ne!(mesh.vertex_bounds(), expected);
                }
            }
        }
        assert!(Mesh::new(corners.into(), Vec::new()).unwrap().bounds().is_empty());
    }

    #[test]
    fn an_unused_vertex_that_is_not_finite_is_an_error() {
        let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, f64::NAN, 0.0]];
        let error = Mesh::new(positions, vec![[0, 1, 2]]).unwrap_err();
        assert!(matches!(error, Error::NotFinite { vertex: 3, .. }));
    }

    #[test]
    fn an_empty_mesh_has_empty_bounds() {
        assert!(Mesh::new(Vec::new(), Vec::new()).unwrap().bounds().is_empty());
    }
}
