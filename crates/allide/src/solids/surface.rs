//! Objects that take part by their surface: what they do to a solid, and to each other.

use super::Relation;
use super::contact::{Coverage, coverage};
use super::facets::for_each_facet;
use super::flush::change_sides;
use super::ray::{Place, Probe};
use super::side::Side;
use super::winding::{locate, winding};
use allide_geom::predicates::{Plane, Sign, orient3d};
use allide_geom::{DVec3, ExactPoint, Triangle, is_degenerate};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Where parts of a piece of a surface were found: outside of a solid, and inside.
type Places = [bool; 2];

/// How a surface lies to a solid. It passes through where a piece of it, connected over corners, is both inside and outside. If no
/// piece does so, it lies inside if any piece is there, flush or not: `inside`. Otherwise it does what surfaces do that are `apart`.
pub(super) fn in_solid([surface, solid]: [&Side<'_>; 2], apart: Relation, inside: Relation) -> Relation {
    let pieces = surface.topology.pieces();
    let triangles = surface.object.mesh.triangles();
    let piece_of = |triangle: u32| pieces.of_vertex(triangles[triangle as usize][0]);
    let mut places: HashMap<u32, Places> = HashMap::new();
    for (triangle, partners) in surface.touching() {
        let found = places.entry(piece_of(triangle)).or_default();
        note_parts([surface, solid], triangle, partners, found);
        if *found == [true; 2] {
            return Relation::Hard;
        }
    }
    let mut any = places.values().any(|found| found[1]);
    // A piece that touches nothing is on one side as a whole; of a piece that touches, each region is.
    let free = surface.free_pieces(&solid.object.outer_bounds);
    let is_inside = |point: DVec3| locate(solid.object, Probe::Point(point)) == Place::Inside;
    any |= free.within.iter().any(|&triangle| is_inside(surface.object.triangle(triangle)[0]));
    if !places.is_empty() {
        for region in surface.regions() {
            let Some(found) = region.first().and_then(|&triangle| places.get_mut(&piece_of(triangle))) else {
                continue;
            };
            found[usize::from(is_inside(surface.object.triangle(region[0])[0]))] = true;
            if *found == [true; 2] {
                return Relation::Hard;
            }
            any |= found[1];
        }
    }
    if any { inside } else { apart }
}

/// Notes where the parts of a triangle lie that meets a solid.
fn note_parts([surface, solid]: [&Side<'_>; 2], triangle: u32, partners: &[(u32, u32)], places: &mut Places) {
    let shape = surface.object.triangle(triangle);
    if is_degenerate(&shape) {
        for corner in shape {
            match locate(solid.object, Probe::Point(corner)) {
                Place::Inside => places[1] = true,
                Place::Outside => places[0] = true,
                Place::On => {}
            }
        }
        return;
    }
    let is_simple = !surface.is_crossed(triangle) && !partners.iter().any(|&(_, partner)| solid.is_overlapped(partner));
    if is_simple {
        match [1, -1].map(|side| coverage(&shape, side, solid, partners)) {
            [Some(Coverage::All), Some(Coverage::All)] => return places[1] = true,
            [Some(Coverage::Nothing), Some(Coverage::Nothing)] => return places[0] = true,
            [Some(Coverage::All), Some(Coverage::Nothing)] | [Some(Coverage::Nothing), Some(Coverage::All)] => return,
            _ => {}
        }
    }
    let cutters: Vec<Triangle> = partners.iter().map(|&(_, partner)| solid.object.triangle(partner)).collect();
    let _ = for_each_facet(&shape, &cutters, |facet| {
        let around = |side: Sign| winding(solid.object, Probe::Within(facet, side)).is_some_and(|around| around != 0);
        match [around(1), around(-1)] {
            [true, true] => places[1] = true,
            [false, false] => places[0] = true,
            // On the boundary.
            _ => {}
        }
        if *places == [true; 2] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
}

/// Whether two surfaces pass through each other: triangles cross, or along an edge that lies in the other surface, each reaches both
/// sides of the other, or they lie on each other for a while and part on the other side.
pub(super) fn pass_through(sides: &[Side<'_>; 2]) -> bool {
    sides[0].crosses()
        || [0, 1].into_iter().any(|own| is_parted([&sides[own], &sides[1 - own]]))
        || change_sides([&sides[0], &sides[1]])
}

/// Whether, along some edge of the first surface, the other separates the triangles at that edge.
fn is_parted([side, other]: [&Side<'_>; 2]) -> bool {
    let (first, triangles) = (side.topology.first_vertices(), side.object.mesh.triangles());
    let corners = side.object.corners();
    let vertices = |triangle: u32| triangles[triangle as usize].map(|vertex| first[vertex as usize]);
    // The edges of triangles that touch, with all that is touched by them.
    let mut edges: HashMap<[u32; 2], HashSet<u32>> = HashMap::new();
    for (triangle, partners) in side.touching() {
        let [a, b, c] = vertices(triangle);
        for [from, to] in [[a, b], [b, c], [c, a]].into_iter().filter(|[from, to]| from != to) {
            edges.entry([from.min(to), from.max(to)]).or_default().extend(partners.iter().map(|&(_, partner)| partner));
        }
    }
    edges.into_iter().any(|([from, to], partners)| {
        let edge = [from, to].map(|vertex| corners.position(vertex));
        let around = side.topology.around().of(from).iter();
        let own: Vec<DVec3> = around
            .map(|&triangle| vertices(triangle))
            .filter(|corners| corners.contains(&to))
            .flat_map(|corners| corners.into_iter().filter(|&vertex| vertex != from && vertex != to))
            .map(|vertex| corners.position(vertex))
            .collect();
        own.len() > 1 && separates(edge, &own, partners.iter().map(|&partner| other.object.triangle(partner)))
    })
}

/// Whether triangles that meet an edge separate others at that edge, which reach to the points `own`.
fn separates(edge: [DVec3; 2], own: &[DVec3], partners: impl Iterator<Item = Triangle>) -> bool {
    // Only those that have a piece of the edge in them, in the order of where that piece begins.
    let [p, q] = edge;
    let Some(axis) = (0..3).find(|&axis| p[axis] != q[axis]) else { return false };
    let mut along: Vec<([ExactPoint; 2], Vec<DVec3>)> = partners
        .filter_map(|partner| {
            let mut ends = common(edge, &partner)?;
            ends.sort_by(|x, y| x.compare(y, axis));
            Some((ends, half_planes(edge, &partner)))
        })
        .collect();
    along.sort_by(|(x, _), (y, _)| x[0].compare(&y[0], axis));
    // Where pieces begin and end; between two such places, the same triangles are there all along.
    let mut stops: Vec<ExactPoint> = along.iter().flat_map(|(ends, _)| ends.clone()).collect();
    stops.sort_by(|x, y| x.compare(y, axis));
    stops.dedup_by(|x, y| x.compare(y, axis).is_eq());
    let (mut next, mut here) = (0, Vec::new());
    stops.iter().any(|stop| {
        here.retain(|&piece: &usize| along[piece].0[1].compare(stop, axis).is_gt());
        while along.get(next).is_some_and(|(ends, _)| ends[0].compare(stop, axis).is_eq()) {
            here.push(next);
            next += 1;
        }
        let reached: Vec<DVec3> = here.iter().flat_map(|&piece| &along[piece].1).copied().collect();
        is_interleaved(edge, own, &reached)
    })
}

/// The ends of what an edge and a triangle have in common; `None` if that is but a point or nothing.
pub(super) fn common(edge: [DVec3; 2], triangle: &Triangle) -> Option<[ExactPoint; 2]> {
    let plane = Plane::through(triangle);
    if is_degenerate(triangle) || edge.iter().any(|&end| plane.side(end) != 0) {
        return None;
    }
    let (axis, _) = super::ray::steepest(triangle)?;
    let [p, q] = edge.map(ExactPoint::from);
    let along = (0..3).find(|&along| p.compare(&q, along).is_ne())?;
    let corners = triangle.map(ExactPoint::from);
    let mut cuts = vec![p.clone(), q.clone()];
    for k in 0..3 {
        let (r, s) = (&corners[k], &corners[(k + 1) % 3]);
        let of = |x: &ExactPoint| allide_geom::turn_of_exact([&p, &q, x], axis);
        match [of(r), of(s)] {
            [0, 0] => cuts.extend([r.clone(), s.clone()]),
            [0, _] => cuts.push(r.clone()),
            [_, 0] => cuts.push(s.clone()),
            [x, y] if x * y < 0 => cuts.push(ExactPoint::crossing([r, s], [&p, &q], axis)),
            _ => {}
        }
    }
    cuts.retain(|cut| is_between(&p, cut, &q));
    cuts.sort_by(|x, y| x.compare(y, along));
    cuts.dedup_by(|x, y| x.compare(y, along).is_eq());
    // The triangle is convex: of the pieces of the edge, at most one run lies in it.
    let facing = allide_geom::turn_of_exact([&corners[0], &corners[1], &corners[2]], axis);
    let is_in = |point: &ExactPoint| {
        (0..3).all(|k| allide_geom::turn_of_exact([&corners[k], &corners[(k + 1) % 3], point], axis) * facing >= 0)
    };
    let inside: Vec<&[ExactPoint]> =
        cuts.windows(2).filter(|ends| is_in(&ExactPoint::middle(ends[0].clone(), ends[1].clone()))).collect();
    Some([inside.first()?[0].clone(), inside.last()?[1].clone()])
}

/// Whether a point of a line lies between two others, or is one of them.
fn is_between(low: &ExactPoint, point: &ExactPoint, high: &ExactPoint) -> bool {
    (0..3).all(|axis| {
        let (a, b) = (low.compare(point, axis), point.compare(high, axis));
        a.is_eq() || b.is_eq() || a == b
    })
}

/// A point of each half-plane in which a triangle that contains a piece of an edge goes on from it.
pub(super) fn half_planes(edge: [DVec3; 2], triangle: &Triangle) -> Vec<DVec3> {
    let is_aside = |corner: &&DVec3| !is_degenerate(&[edge[0], edge[1], **corner]);
    let aside: Vec<DVec3> = triangle.iter().filter(is_aside).copied().collect();
    // In one plane with the edge: two corners are on the same side of it if a third direction cannot tell them apart.
    let Some(&first) = aside.first() else { return Vec::new() };
    let opposite = aside.iter().find(|&&corner| !is_same_side(edge, first, corner));
    [Some(first), opposite.copied()].into_iter().flatten().collect()
}

/// Whether two points in one plane with an edge are on the same side of it.
fn is_same_side([p, q]: [DVec3; 2], x: DVec3, y: DVec3) -> bool {
    let turns = [0, 1, 2].map(|axis| {
        let flat = |point: DVec3| super::ray::across(point, axis);
        let turn = |of: DVec3| allide_geom::predicates::orient2d(flat(p), flat(q), flat(of));
        (turn(x), turn(y))
    });
    turns.into_iter().find(|turns| turns.0 != 0).is_some_and(|(x, y)| x == y)
}

/// Whether half-planes from an edge to some points lie in different sectors of those to others: around the edge, there is one of ours,
/// one of theirs, one of ours and one of theirs, no two of them the same.
fn is_interleaved(edge: [DVec3; 2], own: &[DVec3], others: &[DVec3]) -> bool {
    let points =
        [own, others].into_iter().enumerate().flat_map(|(whose, points)| points.iter().map(move |&x| (whose, x)));
    let mut around: Vec<(usize, DVec3)> =
        points.filter(|(_, point)| !is_degenerate(&[edge[0], edge[1], *point])).collect();
    let Some(&(_, start)) = around.first() else { return false };
    let turn = |x: DVec3, y: DVec3| orient3d(edge[0], edge[1], x, y);
    // The half-plane to `start`, the half turn after it, the half-plane opposite, the other half turn.
    let quarter = |x: DVec3| match turn(start, x) {
        0 => 2 * u8::from(!is_same_side(edge, start, x)),
        1 => 1,
        _ => 3,
    };
    let order = |x: DVec3, y: DVec3| quarter(x).cmp(&quarter(y)).then_with(|| turn(x, y).cmp(&0).reverse());
    around.sort_by(|(_, x), (_, y)| order(*x, *y));
    let places = around.chunk_by(|(_, x), (_, y)| order(*x, *y).is_eq());
    let has: Vec<[bool; 2]> =
        places.map(|place| [0, 1].map(|whose| place.iter().any(|&(of, _)| of == whose))).collect();
    // The circle is cut at `start`: the four come in that order, ours first or theirs.
    [0, 1].into_iter().any(|first| {
        let changes = has.iter().fold(0, |changes, has| changes + usize::from(has[(first + changes) % 2]));
        changes >= 4
    })
}

/// Whether the half-planes from an edge to two points are one.
pub(super) fn is_same_half_plane(edge: [DVec3; 2], x: DVec3, y: DVec3) -> bool {
    orient3d(edge[0], edge[1], x, y) == 0 && is_same_side(edge, x, y)
}

/// In which of the two sectors between the half-planes to `x` and `y` that to a point is: 1 for the one that begins at `x`,
/// counter-clockwise around the edge, -1 for the other, 0 for the half-planes themselves.
pub(super) fn sector(edge: [DVec3; 2], x: DVec3, y: DVec3, point: DVec3) -> Sign {
    let [p, q] = edge;
    if is_same_half_plane(edge, x, point) || is_same_half_plane(edge, y, point) || is_same_half_plane(edge, x, y) {
        return 0;
    }
    // 1 if `second` is less than half a turn after `first`.
    let turn = |first: DVec3, second: DVec3| orient3d(p, q, first, second);
    let (whole, first, second) = (turn(x, y), turn(x, point), turn(point, y));
    let is_between = match whole {
        1 => first > 0 && second > 0,
        // Opposite: the sector is half a turn.
        0 => first > 0,
        // More than half a turn.
        _ => !(turn(y, point) > 0 && turn(point, x) > 0),
    };
    if is_between { 1 } else { -1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_are_told_apart_exactly() {
        let edge = [DVec3::ZERO, DVec3::Z];
        let at = |degrees: f64| DVec3::new(degrees.to_radians().cos(), degrees.to_radians().sin(), 0.5);
        for (x, y, point, expected) in [
            (0.0, 90.0, 45.0, 1),
            (0.0, 90.0, 135.0, -1),
            (0.0, 90.0, 225.0, -1),
            (0.0, 270.0, 100.0, 1),
            (0.0, 270.0, 200.0, 1),
            (0.0, 270.0, 300.0, -1),
            (30.0, 100.0, 30.0, 0),
        ] {
            assert_eq!(sector(edge, at(x), at(y), at(point)), expected, "{x} {y} {point}");
        }
        let (east, west) = (DVec3::X, DVec3::NEG_X);
        assert_eq!((sector(edge, east, west, DVec3::Y), sector(edge, east, west, DVec3::NEG_Y)), (1, -1));
        // A roof on a ridge does not pass through it; a sheet through its edge does.
        let floor = [DVec3::X, DVec3::NEG_X];
        let above = [DVec3::new(1.0, 1.0, 0.0), DVec3::new(-1.0, 1.0, 0.0)];
        assert!(!is_interleaved(edge, &above, &floor));
        assert!(is_interleaved(edge, &[DVec3::Y, DVec3::NEG_Y], &floor));
        assert!(!is_interleaved(edge, &[DVec3::Y, DVec3::X], &floor));
    }

    #[test]
    fn interleaved_is_what_some_two_pairs_of_half_planes_are() {
        let edge = [DVec3::ZERO, DVec3::Z];
        let steps = [
            (1.0, 0.0),
            (2.0, 1.0),
            (1.0, 1.0),
            (0.0, 1.0),
            (-1.0, 1.0),
            (-1.0, 0.0),
            (-2.0, -1.0),
            (0.0, -1.0),
            (1.0, -1.0),
        ];
        let at = |set: u32| -> Vec<DVec3> {
            let points = steps.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
            points.map(|(k, &(x, y))| DVec3::new(x, y, k as f64 - 3.0)).collect()
        };
        let mut seen = [0, 0];
        for both in 0..1_u32 << (2 * steps.len()) {
            let (own, others) = (at(both & 0x1ff), at(both >> steps.len()));
            if both % 7 != 0 || own.len() + others.len() > 9 {
                continue;
            }
            let parts = |x: DVec3, y: DVec3, side: Sign| others.iter().any(|&other| sector(edge, x, y, other) == side);
            let expected = own.iter().any(|&x| own.iter().any(|&y| parts(x, y, 1) && parts(x, y, -1)));
            let doubled: Vec<DVec3> = own.iter().chain(&own).copied().collect();
            assert_eq!(is_interleaved(edge, &doubled, &others), expected, "{own:?} {others:?}");
            seen[usize::from(expected)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
    }
}
