//! Signs for two solids of which the second is moved by (ε, ε², ε³), for a positive ε that is smaller than any number: no
//! edge of one then touches a face of the other without crossing it, so degenerate contacts need no cases of their own.
//!
//! Orientation determinants of points of both are linear in the move. So where one is zero, the sign of the first of its
//! three coefficients that is not zero decides. All of them are zero only for a triangle without area, and for parallel edges:
//! neither is ever crossed, wherever the second solid is moved.

use crate::Triangle;
use crate::predicates::{Sign, orient2d, orient3d, turn_between};
use glam::{DVec2, DVec3};

/// The planes of two axes in each of which a cross product has one of its coordinates.
const PLANES: [fn(DVec3) -> DVec2; 3] =
    [|point| DVec2::new(point.y, point.z), |point| DVec2::new(point.z, point.x), |point| DVec2::new(point.x, point.y)];

fn first(mut sign: impl FnMut(fn(DVec3) -> DVec2) -> Sign) -> Sign {
    PLANES.into_iter().map(&mut sign).find(|&sign| sign != 0).unwrap_or(0)
}

/// Whether the move is towards the side of the triangle where its corners turn counter-clockwise (1), or away from it;
/// 0 for a triangle without area.
pub fn towards(triangle: &Triangle) -> Sign {
    first(|plane| {
        let [p, q, r] = triangle.map(plane);
        orient2d(p, q, r)
    })
}

/// [`orient3d`] of an edge of the first solid and an edge of the second, moved one; 0 if they are parallel.
pub fn edges(of_first: [DVec3; 2], of_second: [DVec3; 2]) -> Sign {
    let ([p, q], [r, s]) = (of_first, of_second);
    match orient3d(p, q, r, s) {
        0 => first(|plane| turn_between(of_second.map(plane), of_first.map(plane))),
        sign => sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: [DVec3; 2] = [
        DVec3::new(1.0 / 1024.0, 1.0 / 1_048_576.0, 1.0 / 1_073_741_824.0),
        DVec3::new(1.0 / 8192.0, 1.0 / 67_108_864.0, 1.0 / 549_755_813_888.0),
    ];

    /// All points of a small grid.
    fn points() -> Vec<DVec3> {
        let ends = || [0.0, 1.0, 2.0].into_iter();
        ends().flat_map(|x| ends().flat_map(move |y| ends().map(move |z| DVec3::new(x, y, z)))).collect()
    }

    #[test]
    fn signs_are_those_of_a_small_move() {
        let points = points();
        let at = |k: usize| points[k * 7919 % 27];
        for k in 0..20_000 {
            let [p, q, r, s] = [at(k), at(k / 27), at(k / 27 / 27), at(k * 31 + k / 5)];
            for by in MOVES {
                assert_eq!(edges([p, q], [r, s]), orient3d(p, q, r + by, s + by), "{p} {q} {r} {s}");
                let side = match orient3d(p, q, r, s) {
                    0 => towards(&[p, q, r]),
                    side => side,
                };
                assert_eq!(side, orient3d(p, q, r, s + by), "{p} {q} {r} {s}");
            }
        }
    }

    #[test]
    fn nothing_crosses_parallel_edges_and_triangles_without_area() {
        let (u, v) = (DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.7, -0.4, 1.1));
        assert_eq!(edges([u, v], [u, v]), 0);
        assert_eq!(edges([u, v], [v, u]), 0);
        assert_eq!(towards(&[u, v, v]), 0);
        assert_eq!(towards(&[DVec3::ZERO, DVec3::ONE, DVec3::ONE * 2.0]), 0);
        assert_eq!([towards(&[DVec3::ZERO, DVec3::X, DVec3::Y]), towards(&[DVec3::ZERO, DVec3::Y, DVec3::X])], [1, -1]);
    }
}
