use allide::Mesh;

/// Whether the surface has no border: every edge is used equally often in both directions, and at least once.
///
/// Vertices are the same if their coordinates are equal. A mesh without triangles is not closed.
pub fn is_closed(mesh: &Mesh) -> bool {
    let has_edges = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| mesh.positions()[vertex as usize]);
        a != b && b != c && c != a
    };
    mesh.topology().is_closed() && mesh.triangles().iter().any(has_edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

    fn closed(positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> bool {
        is_closed(&Mesh::new(positions.to_vec(), triangles.to_vec()).unwrap())
    }

    #[test]
    fn a_tetrahedron_is_closed_until_a_face_is_missing_or_turned() {
        assert!(closed(&CORNERS, &FACES));
        assert!(!closed(&CORNERS, &FACES[..3]));
        let mut turned = FACES;
        turned[0].swap(1, 2);
        assert!(!closed(&CORNERS, &turned));
    }

    #[test]
    fn soup_with_repeated_vertices_and_signed_zeros_is_closed() {
        let mut soup: Vec<[f64; 3]> = FACES.iter().flatten().map(|&vertex| CORNERS[vertex as usize]).collect();
        soup[0] = [-0.0, 0.0, -0.0];
        let triangles: Vec<[u32; 3]> = (0..4).map(|face| [0, 1, 2].map(|corner| 3 * face + corner)).collect();
        assert!(closed(&soup, &triangles));
    }

    #[test]
    fn degenerate_triangles_neither_open_nor_close() {
        let with_needle: Vec<_> = FACES.into_iter().chain([[0, 0, 1]]).collect();
        assert!(closed(&CORNERS, &with_needle));
        assert!(!closed(&CORNERS, &[[0, 0, 0]]));
        assert!(!closed(&CORNERS, &[]));
    }
}
