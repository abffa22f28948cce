//! Whether an object lies where another would be around it, if that had no holes.
//!
//! A surface with holes has no inside, but around most of it there is one that everybody sees: the generalised winding number is
//! near 1 there (Jacobson, Kavan and Sorkine-Hornung 2013). Nothing is decided by it: it tells what cannot be decided.

use super::Relation;
use super::ray::{is_near, meets};
use crate::world::WorldObject;
use allide_geom::{DVec3, Triangle};
use rayon::prelude::*;

/// Winding numbers from here on are near one. In the middle of a box without lid it is 0.83, but a ray leaves it freely.
const NEAR_ONE: f64 = 0.75;

/// Triangles whose angles are added by one task.
const CHUNK: u32 = 1 << 12;

/// The answer where one of two objects is not closed, and surrounds the other.
pub(super) fn perhaps([a, b]: [&WorldObject; 2]) -> Option<Relation> {
    if surrounds(b, a) {
        Some(Relation::PerhapsInside)
    } else if surrounds(a, b) {
        Some(Relation::PerhapsAround)
    } else {
        None
    }
}

/// Whether an object that is not closed surrounds all of another: a corner of each of its pieces that is not on it.
fn surrounds(outer: &WorldObject, inner: &WorldObject) -> bool {
    if outer.mesh.topology().is_closed() || inner.mesh.triangles().is_empty() {
        return false;
    }
    let bounds = outer.outer_bounds;
    let is_within = |corner: DVec3| corner.cmpgt(bounds.min).all() && corner.cmplt(bounds.max).all();
    if !inner.positions().iter().all(|&corner| is_within(corner)) {
        return false;
    }
    let (pieces, triangles) = (inner.mesh.topology().pieces(), inner.mesh.triangles());
    let mut around: Vec<Option<bool>> = vec![None; pieces.firsts().len()];
    for (triangle, vertices) in (0..).zip(triangles) {
        let known = &mut around[pieces.of_vertex(vertices[0]) as usize];
        if known.is_none() {
            let corners = inner.triangle(triangle);
            // Only from off the surface can be told what it surrounds.
            let free = corners.into_iter().find(|&corner| !is_near(outer, corner, 0.0));
            *known = free.map(|corner| is_surrounded(outer, corner));
            if *known == Some(false) {
                return false;
            }
        }
    }
    around.iter().all(|&around| around == Some(true))
}

/// Whether all rays along axes from a point meet an object, and it winds around the point nearly once.
fn is_surrounded(outer: &WorldObject, point: DVec3) -> bool {
    if !(0..3).all(|axis| meets(outer, point, axis, 1) && meets(outer, point, axis, -1)) {
        return false;
    }
    let (corners, count) = (outer.corners(), outer.triangle_count() as u32);
    // Halved, because a difference may be out of range.
    let angle = |triangle: u32| solid_angle(corners.of(triangle).map(|corner| corner * 0.5 - point * 0.5));
    // In chunks of a fixed size, so that rounding does not depend on threads.
    let chunks = (0..count).into_par_iter().step_by(CHUNK as usize);
    let sums: Vec<f64> = chunks.map(|first| (first..count.min(first + CHUNK)).map(angle).sum()).collect();
    sums.iter().sum::<f64>().abs() / (4.0 * std::f64::consts::PI) > NEAR_ONE
}

/// The solid angle of a triangle seen from the origin, with the sign of its orientation (van Oosterom and Strackee). Only directions
/// matter, so corners may be anywhere in the range of numbers; 0 if one of them is the origin.
fn solid_angle(triangle: Triangle) -> f64 {
    let [p, q, r] = triangle.map(|corner| (corner / corner.abs().max_element()).normalize());
    let angle = 2.0 * p.dot(q.cross(r)).atan2(1.0 + p.dot(q) + q.dot(r) + r.dot(p));
    if angle.is_finite() { angle } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_octant_is_an_eighth_of_a_sphere_at_any_size() {
        for size in [1.0, 1e-320, 1e-300, 1e-160, 1e160, 1e300] {
            let angle = solid_angle([DVec3::X, DVec3::Y, DVec3::Z].map(|corner| corner * size));
            assert!((angle - std::f64::consts::FRAC_PI_2).abs() < 1e-14, "{size}: {angle}");
        }
        assert_eq!(solid_angle([DVec3::X, DVec3::ZERO, DVec3::Z]), 0.0);
    }
}
