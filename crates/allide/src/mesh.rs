use crate::Error;
use allide_geom::{Aabb, DVec3, is_degenerate};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// Triangles over shared vertices: validated once, immutable, cheap to clone.
///
/// Any soup will do: open, closed, non-manifold, degenerate. Vertices are finite and indices in range.
#[derive(Clone, Debug)]
pub struct Mesh(Arc<Data>);

#[derive(Debug)]
struct Data {
    positions: Vec<DVec3>,
    triangles: Arc<Vec<[u32; 3]>>,
    bounds: Aabb,
    degenerate_count: OnceLock<usize>,
}

impl Mesh {
    /// A mesh from vertex positions and the three vertices of each triangle.
    ///
    /// # Errors
    /// An index out of range, a coordinate that is not finite, or more than 2³² − 1 vertices or triangles.
    pub fn new(positions: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, Error> {
        check_indices(&triangles, positions.len())?;
        Self::with_triangles(positions, Arc::new(triangles))
    }

    /// The same triangles over new positions, for shapes that deform.
    pub(crate) fn deformed(&self, positions: Vec<[f64; 3]>) -> Result<Self, Error> {
        Self::with_triangles(positions, Arc::clone(&self.0.triangles))
    }

    fn with_triangles(positions: Vec<[f64; 3]>, triangles: Arc<Vec<[u32; 3]>>) -> Result<Self, Error> {
        for (vertex, position) in positions.iter().enumerate() {
            if let Some(&value) = position.iter().find(|value| !value.is_finite()) {
                return Err(Error::NotFinite { vertex, value });
            }
        }
        let positions: Vec<DVec3> = positions.into_iter().map(DVec3::from).collect();
        let bounds = Aabb::around(positions.iter().copied());
        Ok(Self(Arc::new(Data { positions, triangles, bounds, degenerate_count: OnceLock::new() })))
    }

    /// The vertices.
    pub fn positions(&self) -> &[DVec3] {
        &self.0.positions
    }

    /// The three vertices of each triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.0.triangles
    }

    /// The smallest box around all vertices; empty if there are none.
    pub fn bounds(&self) -> Aabb {
        self.0.bounds
    }

    /// How many triangles have no area. Counted when first asked for.
    pub fn degenerate_count(&self) -> usize {
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| self.0.positions[vertex as usize]);
        let count = || self.triangles().par_iter().filter(|triangle| is_degenerate(&corners(triangle))).count();
        *self.0.degenerate_count.get_or_init(count)
    }

    /// Whether both are the same mesh in memory: clones of one another, not merely equal.
    pub fn is_same(&self, other: &Mesh) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Mesh {
    /// Whether one deforms into the other: the same triangles in memory, over positions that may differ.
    pub(crate) fn has_triangles_of(&self, other: &Mesh) -> bool {
        Arc::ptr_eq(&self.0.triangles, &other.0.triangles)
    }
}

fn check_indices(triangles: &[[u32; 3]], vertex_count: usize) -> Result<(), Error> {
    let limit = u32::MAX as usize;
    for (what, count) in [("triangles", triangles.len()), ("vertices", vertex_count)] {
        if count > limit {
            return Err(Error::TooMany { what, count, limit });
        }
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&vertex| vertex as usize >= vertex_count) {
            return Err(Error::IndexOutOfRange { triangle, vertex, vertex_count });
        }
    }
    Ok(())
}
