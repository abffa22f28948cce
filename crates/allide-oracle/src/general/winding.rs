//! Winding numbers beside fragments.

use super::Soup;
use super::fragment::Fragment;
use super::plane::{Homogeneous, Plane, Vector, dot};

/// How often a soup winds around the points beside a fragment that it does not divide: on the side of the fragment's normal, or
/// on the other one.
pub fn winding_beside(fragment: &Fragment, side: i128, soup: &Soup) -> i64 {
    let from = fragment.middle();
    let normal = fragment.plane.normal;
    directions()
        .find_map(|along| counted(&from, normal.map(|x| x * side), along, soup))
        .expect("directions without end")
}

/// `None` if the ray meets an edge.
fn counted(from: &Homogeneous, aside: Vector, along: Vector, soup: &Soup) -> Option<i64> {
    let mut count = 0;
    for (face, plane) in &soup.faces {
        let turn = dot(plane.normal, along);
        let sides = Plane::beside(face, along).map(|edge| edge.side(from));
        if sides.contains(&1) && sides.contains(&-1) {
            continue;
        }
        if turn == 0 || sides.contains(&0) {
            return None;
        }
        let height = match plane.side(from) {
            // On the triangle: it is the step aside that counts.
            0 => dot(plane.normal, aside).signum(),
            height => height,
        };
        assert_ne!(height, 0, "no other triangle divides a fragment");
        if height != turn.signum() {
            count += turn.signum() as i64;
        }
    }
    Some(count)
}

/// Directions without end, in no plane that matters for long.
fn directions() -> impl Iterator<Item = Vector> {
    let mut state = 1u64;
    let mut number = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from(state >> 55) - 256
    };
    std::iter::repeat_with(move || [number(), number(), number()]).filter(|along| *along != [0; 3])
}
