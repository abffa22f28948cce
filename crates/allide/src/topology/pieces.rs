//! Triangles that are connected over vertices.

/// The pieces of a mesh: triangles that are connected over common corners. Cheaper to find than shells.
#[derive(Debug)]
pub(crate) struct Pieces {
    /// The piece of each vertex; of all of them the first, if this is empty. Of one that no triangle uses, it means nothing.
    of_vertex: Vec<u32>,
    /// The first triangle of each.
    firsts: Vec<u32>,
}

impl Pieces {
    /// A single piece.
    pub(super) fn one() -> Self {
        Self { of_vertex: Vec::new(), firsts: vec![0] }
    }

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
        self.of_vertex.get(vertex as usize).copied().unwrap_or(0)
    }
}

/// Whether all triangles and vertices are seen to be connected, by a few passes over triangles: most meshes are written in an
/// order in which each triangle has a neighbour before it. If not, they may still be connected.
pub(super) fn is_connected(triangles: &[[u32; 3]], vertex_count: usize) -> bool {
    const PASSES: usize = 3;
    let Some(&[start, ..]) = triangles.first() else { return false };
    let mut is_reached = vec![false; vertex_count];
    is_reached[start as usize] = true;
    let mut reach = |all: bool, &[a, b, c]: &[u32; 3]| {
        let [a, b, c] = [a as usize, b as usize, c as usize];
        let any = is_reached[a] | is_reached[b] | is_reached[c];
        (is_reached[a], is_reached[b], is_reached[c]) = (any, any, any);
        all & any
    };
    let is_all = (0..PASSES).any(|pass| match pass % 2 {
        0 => triangles.iter().fold(true, &mut reach),
        _ => triangles.iter().rev().fold(true, &mut reach),
    });
    is_all && is_reached.iter().all(|&is_reached| is_reached)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_to_be_connected_is_one_piece() {
        let mut state = 7_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % limit) as u32
        };
        let (mut seen, mut single) = (0, 0);
        for _ in 0..3000 {
            let vertices = 3 + u64::from(below(20));
            let triangles: Vec<[u32; 3]> =
                (0..below(20)).map(|_| [below(vertices), below(vertices), below(vertices)]).collect();
            let is_used = |vertex: u32| triangles.iter().any(|corners| corners.contains(&vertex));
            let pieces = Pieces::new(&triangles, vertices as usize, None);
            let is_one = pieces.firsts() == [0] && (0..vertices as u32).all(is_used);
            let is_seen = is_connected(&triangles, vertices as usize);
            assert!(is_one || !is_seen, "{triangles:?}");
            seen += usize::from(is_seen);
            single += usize::from(is_one);
        }
        // Random order, and still a few passes are almost always enough.
        assert!(single > 300 && 10 * seen > 9 * single, "{seen} of {single}");
    }
}
