//! Triangles that are connected over vertices.

/// The pieces of a mesh: triangles that are connected over common corners. Cheaper to find than shells.
#[derive(Debug)]
pub(crate) struct Pieces {
    /// The piece of each vertex. Of one that no triangle uses, it means nothing.
    of_vertex: Vec<u32>,
    /// The first triangle of each.
    firsts: Vec<u32>,
}

impl Pieces {
    /// `first` is the first vertex at the place of each, unless all places differ.
    pub(super) fn new(triangles: &[[u32; 3]], vertex_count: usize, first: Option<&[u32]>) -> Self {
        let at = |vertex: u32| first.map_or(vertex, |first| first[vertex as usize]);
        let mut parent: Vec<u32> = (0..vertex_count as u32).collect();
        for &corners in triangles {
            let [a, b, c] = corners.map(|corner| root(&mut parent, at(corner)));
            let least = a.min(b).min(c);
            for root in [a, b, c] {
                parent[root as usize] = least;
            }
        }
        let (mut number, mut firsts) = (vec![u32::MAX; vertex_count], Vec::new());
        for (triangle, corners) in (0..).zip(triangles) {
            let root = root(&mut parent, at(corners[0])) as usize;
            if number[root] == u32::MAX {
                number[root] = firsts.len() as u32;
                firsts.push(triangle);
            }
        }
        let of_vertex = (0..vertex_count as u32).map(|vertex| number[root(&mut parent, at(vertex)) as usize]).collect();
        Self { of_vertex, firsts }
    }

    /// The first triangle of each piece.
    pub(crate) fn firsts(&self) -> &[u32] {
        &self.firsts
    }

    /// The piece of a vertex that a triangle uses.
    pub(crate) fn of_vertex(&self, vertex: u32) -> u32 {
        self.of_vertex[vertex as usize]
    }
}

/// The root of a vertex; the path to it is halved on the way.
#[inline]
fn root(parent: &mut [u32], mut vertex: u32) -> u32 {
    while parent[vertex as usize] != vertex {
        let above = parent[parent[vertex as usize] as usize];
        parent[vertex as usize] = above;
        vertex = above;
    }
    vertex
}
