//! Exact answers about one object, for what rays have found.

use crate::DVec3;
use crate::world::WorldObject;
use allide_geom::predicates::{orient2d, orient3d};
use glam::DVec2;
use rayon::prelude::*;

/// Triangles for one task.
const TASK: usize = 1 << 14;

/// Whether a point is inside an object that is closed, and not on its surface: whether a ray from it along the x axis crosses
/// the surface an odd number of times. The ray is moved aside by less than any distance, and by far less along z, so it
/// meets no edge.
pub(super) fn is_inside(object: &WorldObject, point: DVec3) -> bool {
    let positions = object.positions();
    let triangles = object.mesh.triangles().par_iter().with_min_len(TASK);
    let crossings = triangles.map(|corners| crossing(corners.map(|vertex| positions[vertex as usize]), point));
    // `None` where the point is on the surface.
    let odd = crossings.try_reduce(|| false, |a, b| Some(a != b));
    odd == Some(true)
}

fn crossing([p, q, r]: [DVec3; 3], point: DVec3) -> Option<bool> {
    let beside = |axis: usize| {
        p[axis].min(q[axis]).min(r[axis]) > point[axis] || p[axis].max(q[axis]).max(r[axis]) < point[axis]
    };
    if beside(1) || beside(2) || p.x.max(q.x).max(r.x) < point.x {
        return Some(false);
    }
    let flat = |point: DVec3| DVec2::new(point.y, point.z);
    let turn = orient2d(flat(p), flat(q), flat(r));
    if turn == 0 {
        // Seen edge-on, so never crossed; but the point may be on it.
        let is_on = allide_geom::overlap(&[p, q, r], &[point; 3]).is_some();
        return (!is_on).then_some(false);
    }
    let side = |p: DVec3, q: DVec3| orient2d(flat(p), flat(q), flat(point));
    let sides = [(p, q), (q, r), (r, p)].map(|(p, q)| {
        let signs = [side(p, q), compare(p.z, q.z), compare(q.y, p.y)];
        (signs[0], signs.into_iter().find(|&sign| sign != 0).unwrap_or(0))
    });
    let is_in_line = sides.iter().all(|(sign, _)| sign * turn >= 0);
    let behind = if is_in_line { orient3d(p, q, r, point) } else { return Some(false) };
    if behind == 0 {
        return None;
    }
    // The normal's x has the sign of the turn, so a point on its negative side is before the triangle.
    Some(sides.iter().all(|(_, sign)| *sign == turn) && behind == -turn)
}

fn compare(a: f64, b: f64) -> i8 {
    i8::from(a > b) - i8::from(a < b)
}

/// Whether every edge is passed as often forwards as backwards, where vertices in the same place are one. Then the mesh is
/// the boundary of something, and every ray leaves it as often as it enters.
pub(super) fn is_closed(object: &WorldObject) -> bool {
    let positions = object.positions();
    // With one zero.
    let bits = |vertex: u32| positions[vertex as usize].to_array().map(|k| (k + 0.0).to_bits());
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    order.par_sort_unstable_by_key(|&vertex| bits(vertex));
    let mut place = vec![0u32; positions.len()];
    for pair in order.windows(2) {
        place[pair[1] as usize] = place[pair[0] as usize] + u32::from(bits(pair[0]) != bits(pair[1]));
    }
    let edges = object.mesh.triangles().par_iter().flat_map_iter(|corners| {
        let [p, q, r] = corners.map(|vertex| place[vertex as usize]);
        [(p, q), (q, r), (r, p)].into_iter().filter(|(p, q)| p != q)
    });
    let mut edges: Vec<(u32, u32, bool)> = edges.map(|(p, q)| (p.min(q), p.max(q), p < q)).collect();
    edges.par_sort_unstable();
    edges
        .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
        .all(|uses| 2 * uses.iter().filter(|(_, _, is_forward)| *is_forward).count() == uses.len())
}
