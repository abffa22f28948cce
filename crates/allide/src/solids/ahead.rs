//! The first triangle above a point.

use super::ray::Ray;
use crate::world::WorldObject;
use allide_geom::DVec3;
use allide_geom::predicates::{Plane, Sign, nearer_ahead};
use std::cmp::Ordering;

/// The axis of these rays.
const UP: usize = 2;

/// The first triangle that a ray upwards meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    Nothing,
    /// A triangle, with 1 if the ray crosses it from behind and -1 if from the front.
    Triangle(u32, Sign),
    /// The point is on a triangle, or the ray crosses several at the same height: at a corner that they share, or where they
    /// overlap.
    Unclear,
}

/// The first of the wanted triangles that a ray upwards from a point crosses, along z. Does not look at most of those that
/// are farther away.
pub(crate) fn first_ahead(object: &WorldObject, from: DVec3, is_wanted: impl Fn(u32) -> bool) -> Ahead {
    let (ray, corners) = (Ray::along(from, UP, 1), object.corners());
    let mut first: Option<(Plane, Ahead)> = None;
    let mut is_on = false;
    let mut reach = f64::INFINITY;
    let mut look = |triangle: u32| {
        if is_on || !is_wanted(triangle) {
            return reach;
        }
        let shape = corners.of(triangle);
        let Some(crossing) = ray.crossing(&shape) else {
            is_on = true;
            reach = f64::NEG_INFINITY;
            return reach;
        };
        if crossing != 0 {
            let plane = Plane::through(&shape);
            let order = first.as_ref().map_or(Ordering::Less, |(known, _)| nearer_ahead(from, UP, [&plane, known]));
            let found = match order {
                Ordering::Greater => return reach,
                Ordering::Equal => Ahead::Unclear,
                Ordering::Less => Ahead::Triangle(triangle, crossing),
            };
            reach = plane.ahead(from, UP).1;
            first = Some((plane, found));
        }
        reach
    };
    match object.mesh.rays().tree(&object.mesh) {
        Some(tree) => tree.ahead(&object.pose, &ray.beam(), look),
        None => (0..object.triangle_count() as u32).for_each(|triangle| {
            look(triangle);
        }),
    }
    if is_on { Ahead::Unclear } else { first.map_or(Ahead::Nothing, |(_, found)| found) }
}
