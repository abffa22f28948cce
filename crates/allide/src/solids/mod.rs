//! Objects as solids: what a closed surface encloses, and whether two of them share it.
//!
//! A solid is an object whose surface is closed and oriented the same way all over; its inside is where a ray crosses the
//! surface an odd number of times. Surfaces that cross share volume. For others, `contact` looks beside the triangles that
//! touch, and one corner of every piece that touches nothing is located by a ray (`ray`). Everything is decided by exact
//! signs of the corners in the world.
//!
//! An object that is not closed has no inside, and takes part by its surface: it can lie inside a solid, and nothing can
//! lie inside of it.

mod ahead;
mod contact;
mod ray;
mod side;

pub(crate) use ahead::{Ahead, first_ahead};
pub(crate) use ray::{Index, Place, Probe, for_each_crossing, is_near, locate};

use crate::world::{WorldObject, WorldPair};
use crate::{Class, TrianglePair};
use allide_geom::{Aabb, DVec3};
use contact::{Coverage, coverage};
use rayon::prelude::*;
use side::Side;

/// Touching triangles that are looked at before the answer may be known.
const BATCH: usize = 256;

/// Objects with more corners are located at once, instead of looking at all of them.
const FEW_CORNERS: usize = 1 << 12;

/// How two objects lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// They share nothing.
    Apart,
    /// Their surfaces meet; they share no volume.
    Touch,
    /// They share volume, and each has some of its own.
    Hard,
    /// The first lies inside the second, all of it.
    Inside,
    /// The second lies inside the first, all of it.
    Around,
    /// They are one and the same solid.
    Same,
}

/// What is known so far of two objects.
#[derive(Clone, Copy, Debug)]
struct Known {
    is_shared: bool,
    /// Whether the first may lie inside the second, and the reverse.
    may_be_inside: [bool; 2],
}

impl Known {
    fn is_hard(&self) -> bool {
        self.is_shared && self.may_be_inside == [false; 2]
    }

    /// Points of object `own` were found inside the other, or outside: beside all of a piece or a triangle, or part of it.
    fn note(&mut self, own: usize, coverage: Coverage) {
        self.is_shared |= coverage != Coverage::Nothing;
        self.may_be_inside[own] &= coverage == Coverage::All;
    }
}

/// How two objects lie to each other, given all triangle pairs that overlap, or only some if one of them crosses.
pub(crate) fn relation(pair: WorldPair<'_>, findings: &[TrianglePair]) -> Relation {
    if findings.iter().any(|finding| finding.class == Class::Crossing) {
        return Relation::Hard;
    }
    let apart = if findings.is_empty() { Relation::Apart } else { Relation::Touch };
    let (a, b) = (pair.a.outer_bounds, pair.b.outer_bounds);
    if a.max.cmple(b.min).any() || b.max.cmple(a.min).any() {
        return apart;
    }
    // What lies inside has its corners in the box around it. This needs to know neither what is closed nor how it is connected.
    if findings.is_empty() && !may_lie_in(pair.a, &b) && !may_lie_in(pair.b, &a) {
        return apart;
    }
    let sides = [
        Side::new(pair.a, findings.iter().map(|finding| (finding.a, finding.b))),
        Side::new(pair.b, findings.iter().map(|finding| (finding.b, finding.a))),
    ];
    let is_closed = [sides[0].is_closed(), sides[1].is_closed()];
    let mut known = Known { is_shared: false, may_be_inside: [is_closed[1], is_closed[0]] };
    for (own, other) in [(0, 1), (1, 0)] {
        if is_closed[other] {
            look_at_pieces(own, [&sides[own], &sides[other]], &mut known);
            look_beside(own, [&sides[own], &sides[other]], &mut known);
        }
    }
    if !known.is_shared {
        return apart;
    }
    for (own, other) in [(0, 1), (1, 0)] {
        if known.may_be_inside[other] {
            look_outside(other, [&sides[own], &sides[other]], &mut known);
        }
    }
    match known.may_be_inside {
        [true, true] => Relation::Same,
        [true, false] => Relation::Inside,
        [false, true] => Relation::Around,
        [false, false] => Relation::Hard,
    }
}

/// Whether a piece of an object may lie in a box: all of the object, if it is one piece, or some corner.
fn may_lie_in(object: &WorldObject, bounds: &Aabb) -> bool {
    if object.mesh.positions().len() > FEW_CORNERS {
        return true;
    }
    let is_inside = |corner: &DVec3| (corner.cmpge(bounds.min) & corner.cmple(bounds.max)).all();
    let corners = object.positions();
    corners.iter().all(is_inside) || (!object.mesh.topology().is_connected() && corners.iter().any(is_inside))
}

/// Locates the pieces that touch nothing: each lies inside the other solid or outside of it as a whole.
fn look_at_pieces(own: usize, [side, other]: [&Side<'_>; 2], known: &mut Known) {
    let is_inside = |&triangle: &u32| {
        let corner = side.object.triangle(triangle)[0];
        locate(other.object, Probe::Point(corner)) == Place::Inside
    };
    let (free, has_others) = side.free_pieces(&other.object.outer_bounds);
    if has_others {
        // They lie outside, like whatever is beyond the bounds of a solid.
        known.note(own, Coverage::Nothing);
    }
    for batch in free.chunks(BATCH) {
        let inside = batch.par_iter().with_min_len(8).filter(|triangle| is_inside(triangle)).count();
        if inside < batch.len() {
            known.note(own, Coverage::Nothing);
        }
        if inside > 0 {
            known.is_shared = true;
            // Around such a piece, the other solid is where this one may not be.
            known.may_be_inside[1 - own] = false;
        }
        if known.is_hard() {
            return;
        }
    }
}

/// Looks on the inner side of all triangles that touch the other solid.
fn look_beside(own: usize, [side, other]: [&Side<'_>; 2], known: &mut Known) {
    if !side.is_closed() {
        // A surface that touches the other is not inside of it.
        known.may_be_inside[own] &= !side.touches();
        return;
    }
    for batch in side.touching().chunks(BATCH) {
        if known.is_hard() {
            return;
        }
        let look = |&(triangle, partners): &(u32, &[(u32, u32)])| {
            let inner = side.inner_side(triangle)?;
            coverage(&side.object.triangle(triangle), inner, other, partners)
        };
        let found: Vec<Option<Coverage>> = batch.par_iter().with_min_len(8).map(look).collect();
        found.into_iter().flatten().for_each(|coverage| known.note(own, coverage));
    }
}

/// Looks on the outer side of all triangles that touch the other object: where that goes on, it is not inside.
fn look_outside(other: usize, [side, solid]: [&Side<'_>; 2], known: &mut Known) {
    for batch in side.touching().chunks(BATCH) {
        let goes_on = |&(triangle, partners): &(u32, &[(u32, u32)])| {
            let coverage = side
                .inner_side(triangle)
                .and_then(|inner| coverage(&side.object.triangle(triangle), -inner, solid, partners));
            coverage.is_some_and(|coverage| coverage != Coverage::Nothing)
        };
        if batch.par_iter().with_min_len(8).any(goes_on) {
            known.may_be_inside[other] = false;
            return;
        }
    }
}
