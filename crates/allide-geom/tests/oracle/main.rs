//! allide-geom against the oracle: the same answers for every family of pairs, every order of corners, both orders of
//! sides.

mod contact;
mod distance;
mod families;
mod gaps;
mod overlap;
mod predicates;

use allide_geom::DVec3;

/// As the oracle takes it.
type Corners = [[f64; 3]; 3];

fn triangle(corners: &Corners) -> allide_geom::Triangle {
    corners.map(DVec3::from)
}

/// All orders of three corners.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
