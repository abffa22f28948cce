//! Which triangles of an object bound what is inside of it, near a place, if it overlaps itself or has walls inside.
//!
//! Where no other triangle of the object passes through a triangle or lies on it, the points beside it are all inside or all
//! outside, on either side. So two looks tell: what has the inside on one side alone is a part of the boundary, and what has it
//! on both or on none is not. A triangle that others pass through may be part of the boundary here and not there.

use crate::solids::{Place, Probe, locate};
use crate::world::WorldObject;
use allide_geom::predicates::{Plane, orient2d};
use allide_geom::{Aabb, Class, DVec2, DVec3, Triangle, is_degenerate, self_overlap};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Objects with more triangles than this are searched by a tree.
const LARGE: usize = 1 << 10;
/// Triangles of the object that are compared with one of them: beyond, it is not clear what it bounds.
const PARTNERS: usize = 1 << 10;

/// A triangle that may bound the object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub(super) triangle: u32,
    /// Whether all of it does.
    pub(super) is_certain: bool,
}

/// The triangles of an object that may bound it within a box, in order.
pub(super) fn walls(object: &WorldObject, within: &Aabb) -> Vec<Wall> {
    let near = triangles_within(object, within);
    near.into_par_iter().with_min_len(16).filter_map(|triangle| wall(object, triangle)).collect()
}

/// The triangles of an object that reach into a box, and perhaps a few others, in order.
pub(super) fn triangles_within(object: &WorldObject, within: &Aabb) -> Vec<u32> {
    let mut near = Vec::new();
    look_within(object, within, |triangle| {
        near.push(triangle);
        ControlFlow::Continue(())
    });
    near.sort_unstable();
    near
}

fn look_within(object: &WorldObject, within: &Aabb, mut look: impl FnMut(u32) -> ControlFlow<()>) {
    let count = object.triangle_count();
    let corners = object.corners();
    let mut look = |triangle: u32| match Aabb::around(corners.of(triangle)).overlaps(within) {
        true => look(triangle),
        false => ControlFlow::Continue(()),
    };
    let _ = match count > LARGE {
        true => object.mesh.rays().built(&object.mesh).query_carried(&object.pose, within, &mut look),
        false => (0..count as u32).try_for_each(&mut look),
    };
}

/// The state of one triangle; `None` if it bounds nothing.
fn wall(object: &WorldObject, triangle: u32) -> Option<Wall> {
    let shape = object.triangle(triangle);
    if is_degenerate(&shape) {
        return None;
    }
    if !is_free(object, triangle, &shape) {
        return Some(Wall { triangle, is_certain: false });
    }
    let is_inside = |side| locate(object, Probe::Beside(shape, side)) == Place::Inside;
    (is_inside(1) != is_inside(-1)).then_some(Wall { triangle, is_certain: true })
}

/// Whether no other triangle of the object goes through a triangle or lies on it.
fn is_free(object: &WorldObject, triangle: u32, shape: &Triangle) -> bool {
    let (mut is_free, mut count) = (true, 0);
    let plane = Plane::through(shape);
    look_within(object, &Aabb::around(*shape), |other| {
        count += 1;
        let corners = object.triangle(other);
        let is_harmless = other == triangle
            || match self_overlap(shape, &corners) {
                None => true,
                Some(Class::Crossing | Class::Coplanar) => false,
                // A corner that touches, or an own side that does, leaves both sides in one piece. A side of the other may not.
                Some(Class::Touching) => side_in(&plane, &corners).is_none_or(|side| !passes_through(side, shape)),
            };
        is_free = is_harmless && count <= PARTNERS;
        if is_free { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    is_free
}

/// The side of a triangle that lies in a plane, if just that does.
fn side_in(plane: &Plane, corners: &Triangle) -> Option<[DVec3; 2]> {
    let is_in = corners.map(|corner| plane.side(corner) == 0);
    let beyond = (0..3).find(|&k| !is_in[k])?;
    let [next, last] = [(beyond + 1) % 3, (beyond + 2) % 3];
    (is_in[next] && is_in[last]).then(|| [corners[next], corners[last]])
}

/// Whether a segment in the plane of a triangle goes through its interior.
fn passes_through([p, q]: [DVec3; 2], triangle: &Triangle) -> bool {
    let flat = |point: DVec3, axis: usize| DVec2::new(point[(axis + 1) % 3], point[(axis + 2) % 3]);
    let turn = |axis: usize| orient2d(flat(triangle[0], axis), flat(triangle[1], axis), flat(triangle[2], axis));
    let Some(axis) = (0..3).find(|&axis| turn(axis) != 0) else { return false };
    let corners = triangle.map(|corner| flat(corner, axis));
    let (turn, ends) = (turn(axis), [flat(p, axis), flat(q, axis)]);
    // Apart, or only touching, if a line along a side or along the segment has them on different sides.
    let is_beyond = |k: usize| ends.iter().all(|&end| orient2d(corners[k], corners[(k + 1) % 3], end) * turn <= 0);
    let sides = corners.map(|corner| orient2d(ends[0], ends[1], corner));
    let is_beside = sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0);
    !is_beside && !(0..3).any(is_beyond)
}
