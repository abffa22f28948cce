//! The parts into which other triangles cut a triangle.
//!
//! Where surfaces cross or lie on each other, what is beside a triangle changes from part to part. Each part is bounded by
//! pieces of the lines along which others meet the triangle, so a probe on either side of every such piece visits every
//! part. Points are exact ([`ExactPoint`]); a step off the line, which is never computed, moves the probe into the part.

use super::ray::steepest;
use allide_geom::predicates::{Plane, Sign, orient2d};
use allide_geom::{DVec2, DVec3, ExactPoint, Triangle, is_degenerate, turn_of_exact};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A place in a part of a triangle: a point, an infinitesimal step towards or away from a corner of the triangle, and a far
/// smaller one towards another.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    at: ExactPoint,
    triangle: Triangle,
    /// The corner of the first step, and that of the second.
    corners: [DVec3; 2],
    /// -1 for a first step away from the corner.
    towards: Sign,
}

impl Facet {
    /// All of a triangle.
    fn whole(triangle: &Triangle) -> Self {
        let [p, q, r] = *triangle;
        Self { at: p.into(), triangle: *triangle, corners: [q, r], towards: 1 }
    }

    pub(super) fn triangle(&self) -> &Triangle {
        &self.triangle
    }

    /// The point, rounded, and a bound on the error of each coordinate.
    pub(super) fn near(&self) -> (DVec3, f64) {
        self.at.near()
    }

    /// Which way `p`, `q` and this place turn, seen along an axis.
    pub(super) fn turn(&self, p: DVec3, q: DVec3, axis: usize) -> Sign {
        let flat = |point: DVec3| DVec2::new(point[(axis + 1) % 3], point[(axis + 2) % 3]);
        match self.at.turn(p, q, axis) {
            0 => self.after_steps(|corner| orient2d(flat(p), flat(q), flat(corner))),
            turn => turn,
        }
    }

    /// On which side of a plane this place is; 0 if that is the plane of the triangle.
    pub(super) fn side(&self, plane: &Plane) -> Sign {
        match self.at.side(plane) {
            0 => self.after_steps(|corner| plane.side(corner)),
            side => side,
        }
    }

    /// The sign, after the steps, of what is linear and 0 at the point.
    fn after_steps(&self, sign: impl Fn(DVec3) -> Sign) -> Sign {
        match sign(self.corners[0]) {
            0 => sign(self.corners[1]),
            first => first * self.towards,
        }
    }
}

/// Visits a place in every part into which `cutters` cut a triangle, some parts more than once. Nothing for a triangle without area.
pub(super) fn for_each_facet(
    triangle: &Triangle,
    cutters: &[Triangle],
    mut visit: impl FnMut(&Facet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((axis, facing)) = steepest(triangle) else { return ControlFlow::Continue(()) };
    let plane = Plane::through(triangle);
    let lines: Vec<Line> = cutters.iter().flat_map(|cutter| lines_of(triangle, &plane, cutter)).collect();
    let [p, q, r] = triangle.map(ExactPoint::from);
    let edges = [[&p, &q], [&q, &r], [&r, &p]];
    let mut is_cut = false;
    for (place, line) in lines.iter().enumerate() {
        if lines[..place].iter().any(|other| other.is_same(line)) {
            continue;
        }
        let others = lines.iter().map(|other| [&other.ends[0], &other.ends[1]]).chain(edges);
        for middle in middles(line, others, axis) {
            for towards in [1, -1] {
                let Some(facet) = facet(triangle, line, &middle, towards, axis) else { continue };
                let is_within = (0..3).all(|k| facet.turn(triangle[k], triangle[(k + 1) % 3], axis) == facing);
                if is_within {
                    is_cut = true;
                    visit(&facet)?;
                }
            }
        }
    }
    if is_cut { ControlFlow::Continue(()) } else { visit(&Facet::whole(triangle)) }
}

/// A segment in the plane of a triangle.
struct Line {
    ends: [ExactPoint; 2],
}

impl Line {
    fn is_same(&self, other: &Self) -> bool {
        let [p, q] = &self.ends;
        let [r, s] = &other.ends;
        (p.is_at(r) && q.is_at(s)) || (p.is_at(s) && q.is_at(r))
    }

    /// Whether rounded boxes leave open that two segments meet.
    fn may_meet(&self, [r, s]: [&ExactPoint; 2]) -> bool {
        let [low, high] = extent(&self.ends[0], &self.ends[1]);
        let [other_low, other_high] = extent(r, s);
        low.cmple(other_high).all() && other_low.cmple(high).all()
    }
}

fn extent(p: &ExactPoint, q: &ExactPoint) -> [DVec3; 2] {
    let ((p, error_p), (q, error_q)) = (p.near(), q.near());
    let error = DVec3::splat(error_p.max(error_q));
    [p.min(q) - error, p.max(q) + error]
}

/// Where a triangle meets the plane of another: a segment, or three edges if it lies in it; nothing if it is but a point. What has
/// no area does not cut.
fn lines_of(triangle: &Triangle, plane: &Plane, cutter: &Triangle) -> Vec<Line> {
    let sides = cutter.map(|corner| plane.side(corner));
    if is_degenerate(cutter) {
        return Vec::new();
    }
    let edge = |k: usize| [cutter[k], cutter[(k + 1) % 3]];
    if sides == [0; 3] {
        return (0..3).map(|k| Line { ends: edge(k).map(ExactPoint::from) }).collect();
    }
    let mut ends: Vec<ExactPoint> = (0..3).filter(|&k| sides[k] == 0).map(|k| cutter[k].into()).collect();
    let crossing = (0..3).filter(|&k| sides[k] * sides[(k + 1) % 3] < 0);
    ends.extend(crossing.map(|k| ExactPoint::on_plane(edge(k), triangle)));
    ends.try_into().map_or_else(|_| Vec::new(), |ends| vec![Line { ends }])
}

/// Points in the middle of the pieces into which other segments cut a line.
fn middles<'e>(line: &Line, others: impl Iterator<Item = [&'e ExactPoint; 2]>, axis: usize) -> Vec<ExactPoint> {
    let [p, q] = &line.ends;
    let mut cuts: Vec<ExactPoint> = vec![p.clone(), q.clone()];
    for [r, s] in others.filter(|&other| line.may_meet(other)) {
        let sides = [turn_of_exact([r, s, p], axis), turn_of_exact([r, s, q], axis)];
        match sides {
            [0, 0] => cuts.extend([r.clone(), s.clone()]),
            [of_p, of_q] if of_p * of_q < 0 => match [turn_of_exact([p, q, r], axis), turn_of_exact([p, q, s], axis)] {
                [0, _] => cuts.push(r.clone()),
                [_, 0] => cuts.push(s.clone()),
                [of_r, of_s] if of_r * of_s < 0 => cuts.push(ExactPoint::crossing([p, q], [r, s], axis)),
                _ => {}
            },
            _ => {}
        }
    }
    // The segment has length seen along the axis, so one of the others tells its points apart.
    let Some((along, order)) = [(axis + 1) % 3, (axis + 2) % 3]
        .into_iter()
        .map(|along| (along, p.compare(q, along)))
        .find(|(_, order)| order.is_ne())
    else {
        return Vec::new();
    };
    let compare = |x: &ExactPoint, y: &ExactPoint| match order {
        Ordering::Less => x.compare(y, along),
        _ => y.compare(x, along),
    };
    cuts.retain(|cut| compare(p, cut).is_le() && compare(cut, q).is_le());
    cuts.sort_by(compare);
    cuts.dedup_by(|x, y| compare(x, y).is_eq());
    cuts.windows(2).map(|ends| ExactPoint::middle(ends[0].clone(), ends[1].clone())).collect()
}

/// The place beside a point of a line, on one side of it.
fn facet(triangle: &Triangle, line: &Line, at: &ExactPoint, towards: Sign, axis: usize) -> Option<Facet> {
    let [p, q] = &line.ends;
    let corners = triangle.map(ExactPoint::from);
    let first = (0..3).find(|&k| turn_of_exact([p, q, &corners[k]], axis) != 0)?;
    let second = (0..3).find(|&k| turn_of_exact([at, &corners[first], &corners[k]], axis) != 0)?;
    Some(Facet { at: at.clone(), triangle: *triangle, corners: [triangle[first], triangle[second]], towards })
}
