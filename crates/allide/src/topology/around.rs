//! The triangles at each vertex.

/// Which triangles use each vertex. Vertices at the same place count as the first of them.
#[derive(Debug)]
pub(crate) struct Around {
    /// Where the triangles at each vertex begin.
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl Around {
    /// `first` is the first vertex at the place of each.
    pub(super) fn new(triangles: &[[u32; 3]], first: &[u32]) -> Self {
        let corners = || triangles.as_flattened().iter().map(|&vertex| first[vertex as usize] as usize);
        let mut starts = vec![0_u32; first.len() + 1];
        corners().for_each(|vertex| starts[vertex + 1] += 1);
        (0..first.len()).for_each(|vertex| starts[vertex + 1] += starts[vertex]);
        let mut next = starts.clone();
        let mut around = vec![0; 3 * triangles.len()];
        for (corner, vertex) in corners().enumerate() {
            around[next[vertex] as usize] = (corner / 3) as u32;
            next[vertex] += 1;
        }
        Self { starts, triangles: around }
    }

    /// The triangles at a vertex that is the first in its place; none if it is not, or if no triangle uses it. A triangle with
    /// equal corners is listed for each of them.
    #[inline]
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.triangles[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}
