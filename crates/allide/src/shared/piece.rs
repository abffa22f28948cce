//! The part of a triangle that lies inside the other solid.

use super::inside::Side;
use super::meet::{Crossing, Near, Segment};
use allide_geom::DVec3;

/// The kinds of ends of a boundary segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Place {
    /// A vertex: of the second solid or of the first.
    Vertex(bool, u32),
    /// A crossing, by name: its edge is of the second solid or of the first.
    Crossing(bool, [u32; 3]),
}

/// An end of a segment of a boundary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) place: Place,
    pub(super) point: Near,
}

impl Bound {
    pub(super) fn crossing(crossing: &Crossing) -> Self {
        Self { place: Place::Crossing(crossing.of_second, crossing.name), point: crossing.point }
    }
}

/// The boundary of a piece of a triangle: segments that form closed paths, in no particular order. Seen from outside of the
/// triangle's solid, the piece is to their left.
///
/// Cutting the sides of a triangle needs no order of crossings along them: whichever start is paired with whichever end, the
/// sum over all segments is the same. They are sorted only to keep terms small.
pub(super) fn boundary(side: &Side<'_>, triangle: u32, segments: &[Segment], origin: DVec3) -> Vec<[Bound; 2]> {
    let vertices = side.solid.vertices(triangle);
    let corners = vertices.map(|vertex| side.solid.positions[vertex as usize]);
    let vertex = |k: usize| {
        let place = Place::Vertex(side.second, vertices[k]);
        Bound { place, point: Near::vertex(corners[k], origin) }
    };
    let mut segments = side.segments(triangle, segments).peekable();
    if segments.peek().is_none() {
        // Nothing crosses it, and it reaches into the other solid.
        return vec![[vertex(0), vertex(1)], [vertex(1), vertex(2)], [vertex(2), vertex(0)]];
    }
    let mut bounds = Vec::new();
    // Of each side: where it enters the other solid, and where it leaves.
    let mut cuts: [[Vec<Bound>; 2]; 3] = Default::default();
    for k in 0..3 {
        if side.inside.has(vertices[k]) {
            cuts[k][0].push(vertex(k));
            cuts[(k + 2) % 3][1].push(vertex(k));
        }
    }
    for segment in segments {
        let [start, end] = [&segment.start, &segment.end].map(Bound::crossing);
        bounds.push(if side.second { [end, start] } else { [start, end] });
        for (crossing, leaves) in side.crossings(segment) {
            cuts[crossing.edge as usize][usize::from(leaves)].push(Bound::crossing(crossing));
        }
    }
    for (k, [mut enters, mut leaves]) in cuts.into_iter().enumerate() {
        debug_assert_eq!(enters.len(), leaves.len());
        if enters.len() > 1 {
            let along = corners[(k + 1) % 3] - corners[k];
            let by_place = |p: &Bound, q: &Bound| p.point.at.dot(along).total_cmp(&q.point.at.dot(along));
            enters.sort_by(by_place);
            leaves.sort_by(by_place);
        }
        bounds.extend(enters.into_iter().zip(leaves).map(|(start, end)| [start, end]));
    }
    bounds
}
