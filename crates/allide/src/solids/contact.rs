//! Conclusions about solids from surfaces that meet without crossing.
//!
//! Two solids share volume if and only if, somewhere, a point next to the surface of one, on its inner side, lies inside
//! the other: take any part of space that they share, and look at its boundary. So it is enough to look beside triangles.
//! Where no triangles cross, the points beside one triangle are all inside the other solid or all outside, unless an edge
//! of the other surface lies in the triangle and an odd number of its faces leave the edge on that side. Otherwise one
//! probe tells.
//!
//! Triangles that touch nothing need no look: what is true around one of their corners is true beside all triangles there,
//! and so on, up to one that touches something, or all over a piece that touches nothing.

use super::ray::{Place, Probe, across};
use super::side::Side;
use super::winding::locate;
use allide_geom::predicates::{Plane, Sign, orient2d};
use allide_geom::{DVec3, Triangle};

/// How much of what lies beside a triangle is inside a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coverage {
    Nothing,
    Part,
    All,
}

/// How much of what lies on one side of a triangle is inside the `other` solid, given the triangles of that which touch
/// it. None of them crosses it. `None` for a triangle without area.
pub(super) fn coverage(triangle: &Triangle, side: Sign, other: &Side<'_>, partners: &[(u32, u32)]) -> Option<Coverage> {
    let plane = Plane::through(triangle);
    let mut edges: Vec<[DVec3; 2]> = Vec::new();
    for &(_, partner) in partners {
        let corners = other.object.triangle(partner);
        let sides = corners.map(|corner| plane.side(corner));
        // Two corners in the plane, and the third on that side.
        let is_edge = sides.iter().filter(|&&of| of == 0).count() == 2 && sides.contains(&side);
        if is_edge {
            let [mut p, mut q] = [0, 1].map(|nth| {
                let place = (0..3).filter(|&k| sides[k] == 0).nth(nth).unwrap_or(0);
                corners[place]
            });
            if key(p) > key(q) {
                (p, q) = (q, p);
            }
            edges.push([p, q]);
        }
    }
    edges.sort_unstable_by(|x, y| x.map(key).partial_cmp(&y.map(key)).unwrap_or(std::cmp::Ordering::Equal));
    let odd = edges.chunk_by(|x, y| x == y).filter(|same| same.len() % 2 == 1);
    if odd.into_iter().any(|same| passes_through(&same[0], triangle)) {
        return Some(Coverage::Part);
    }
    match locate(other.object, Probe::Beside(*triangle, side)) {
        Place::Inside => Some(Coverage::All),
        Place::Outside => Some(Coverage::Nothing),
        Place::On => None,
    }
}

/// Any order of points in which equal ones are equal.
fn key(point: DVec3) -> [f64; 3] {
    // Positive and negative zero are one number.
    (point + 0.0).to_array()
}

/// Whether a segment in the plane of a triangle passes through its interior.
fn passes_through(segment: &[DVec3; 2], triangle: &Triangle) -> bool {
    // Seen along an axis from which the triangle has area.
    let seen = (0..3).find_map(|axis| {
        let corners = triangle.map(|corner| across(corner, axis));
        let turn = orient2d(corners[0], corners[1], corners[2]);
        (turn != 0).then(|| (corners, turn, segment.map(|end| across(end, axis))))
    });
    let Some((corners, turn, [p, q])) = seen else { return false };
    let is_outside = |k: usize| {
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        [p, q].into_iter().all(|end| orient2d(from, to, end) * turn <= 0)
    };
    let sides = corners.map(|corner| orient2d(p, q, corner));
    let is_beside = sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0);
    !is_beside && !(0..3).any(is_outside)
}
