//! Objects as solids: what a closed surface encloses, and whether two of them share it.
//!
//! **Inside is where the winding number is not 0**, with triangles oriented as the mesh has them. This is the one definition,
//! and it is local: distant parts of an object do not matter. Parts that overlap or abut are their union; a
//! shell that faces inwards inside of another is a cavity; an object that is inside out is the same solid. Walls with
//! inside on both sides, and flat parts with none, bound nothing: the solid is what is left of them, with its boundary.
//! It is also the rule of 3MF, of slicers and of Manifold, up to objects that are inside out. Counting crossings
//! (odd is inside) would need no orientation, but turn what two parts share into a hole.
//!
//! An object that is not closed, or encloses nothing, takes part by its surface (`surface`): it can pass through a solid or
//! lie inside of it, and nothing can lie inside of it. Where something lies inside of it but for its holes, that is told as
//! undecided (`surround`).
//!
//! Every answer is found by looking at places that touch no surface: which solids they are inside of (`known`). Where triangles cross,
//! four places around the crossing nearly always show that both share volume and have volume of their own. Where they only
//! meet, `contact` looks beside them, and one corner of each piece that meets nothing is located by a ray (`ray`). Where an
//! object overlaps itself there, or has walls inside, `thorough` looks at every part of every triangle that meets another
//! (`facets`). All of it is decided by exact signs of corners in the world.
//!
//! A point is located by a ray along an axis with exact signs; an infinitesimal step, which is never computed, breaks
//! all ties. Points between corners are exact, too (`allide-geom/src/exact_point.rs`).

mod ahead;
mod contact;
mod facets;
mod flush;
mod known;
mod ray;
mod side;
mod surface;
mod surround;
mod thorough;
mod winding;
mod windings;

pub(crate) use ahead::{Ahead, first_ahead};
pub(crate) use ray::{Index, Place, Probe, for_each_crossing, is_near};
pub(crate) use winding::{Followed, locate};

use crate::confirm::{Keep, OverlapSink};
use crate::methods::{self, Method};
use crate::world::{WorldObject, WorldPair};
use crate::{Class, TrianglePair};
use allide_geom::predicates::Sign;
use allide_geom::{Aabb, DVec3};
use contact::{Coverage, coverage};
use facets::for_each_facet;
use known::Known;
use rayon::prelude::*;
use side::Side;
use std::ops::ControlFlow;
use winding::winding;

/// Touching triangles that are looked at before the answer may be known.
const BATCH: usize = 256;

/// Objects with more corners are located at once, instead of looking at all of them.
const FEW_CORNERS: usize = 1 << 12;

/// Crossing triangles around which places are looked at, before everything is.
const CROSSINGS: usize = 8;

/// Objects with more triangles than this are searched by trees, which are kept with their meshes.
const LARGE: usize = 1 << 10;

/// How two objects lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// They share nothing.
    Apart,
    /// Their surfaces meet; they share no volume.
    Touch,
    /// They share volume, and each has some of its own; or a surface passes through the other.
    Hard,
    /// The first lies inside the second, all of it.
    Inside,
    /// The second lies inside the first, all of it.
    Around,
    /// They are one and the same solid.
    Same,
    /// The first lies where the second would be around it, if that had no holes.
    PerhapsInside,
    /// The second lies where the first would be around it.
    PerhapsAround,
}

/// How two objects lie to each other, given all triangle pairs that overlap, or only some if one of them crosses.
pub(crate) fn relation(pair: WorldPair<'_>, findings: &[TrianglePair]) -> Relation {
    let is_crossing = |finding: &&TrianglePair| finding.class == Class::Crossing;
    let crossings: Vec<TrianglePair> = findings.iter().filter(is_crossing).copied().collect();
    let objects = [pair.a, pair.b];
    let is_closed = objects.map(|object| object.mesh.topology().is_closed());
    if !crossings.is_empty() {
        if is_closed == [false; 2] || goes_through(objects, is_closed, &crossings) {
            return Relation::Hard;
        }
        // Only some may have been kept.
        let all = overlaps(pair, Keep::All);
        return decide(objects, &all, Relation::Touch);
    }
    let apart = if findings.is_empty() { Relation::Apart } else { Relation::Touch };
    let (a, b) = (pair.a.outer_bounds, pair.b.outer_bounds);
    if a.max.cmple(b.min).any() || b.max.cmple(a.min).any() {
        // Surfaces that pass through each other do so within both boxes, be they flat.
        return if is_closed == [true; 2] || findings.is_empty() { apart } else { decide(objects, findings, apart) };
    }
    // An object inside another has its corners in the other's box. This needs neither closedness nor connectivity.
    if findings.is_empty() && !may_lie_in(pair.a, &b) && !may_lie_in(pair.b, &a) {
        return apart;
    }
    decide(objects, findings, apart)
}

/// The overlapping triangles of two objects, in order.
pub(crate) fn overlaps(pair: WorldPair<'_>, keep: Keep) -> Vec<TrianglePair> {
    let objects = [pair.a, pair.b];
    let is_large = objects.iter().any(|object| object.triangle_count() > LARGE);
    let trees = is_large.then(|| objects.map(|object| object.mesh.rays().built(&object.mesh)));
    let method = if is_large { Method::Bvh } else { Method::Divide };
    let tree_of = |object: &WorldObject| trees.map(|trees| trees[usize::from(object.id == pair.b.id)]);
    let mut found = methods::search(method, pair, tree_of, &OverlapSink::new(pair, keep)).findings;
    found.par_sort_unstable();
    found
}

/// Whether an object is closed and encloses some volume.
fn is_solid(object: &WorldObject) -> bool {
    object.mesh.topology().is_closed() && object.has_inside(|| has_inside(object))
}

/// Whether a place beside some triangle is inside a closed object.
fn has_inside(object: &WorldObject) -> bool {
    let side = Side::new(object, std::iter::empty());
    let mut all = 0..object.triangle_count() as u32;
    if all.clone().any(|triangle| side.windings(triangle).is_some_and(|around| around != [0, 0])) {
        return true;
    }
    // Around corners, other parts may cancel what there is elsewhere.
    object.overlaps_itself()
        && all.any(|triangle| {
            let shape = object.triangle(triangle);
            let look = |facet: &facets::Facet| {
                let is_inside = [1, -1].iter().any(|&side| winding(object, Probe::Within(facet, side)) != Some(0));
                if is_inside { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            for_each_facet(&shape, &side.own_cutters(triangle), look).is_break()
        })
}

/// Whether places around some crossings show that nothing else can be said: both share volume and have some of their own, or a surface
/// has parts inside a solid and outside.
fn goes_through(objects: [&WorldObject; 2], is_closed: [bool; 2], crossings: &[TrianglePair]) -> bool {
    let mut known = Known::default();
    let step = crossings.len().div_ceil(CROSSINGS);
    for crossing in crossings.iter().step_by(step) {
        // If one of them is only a surface, that one is examined.
        let own = usize::from(is_closed == [true, false]);
        let triangles = [objects[0].triangle(crossing.a), objects[1].triangle(crossing.b)];
        let mut places = [false; 2];
        let seen = for_each_facet(&triangles[own], &triangles[1 - own..=1 - own], |facet| {
            let [before, behind] = [1, -1].map(|side| {
                let probe = Probe::Within(facet, side);
                let is_inside =
                    |of: usize| is_closed[of] && winding(objects[of], probe).is_some_and(|around| around != 0);
                let (first, second) = (is_inside(own), is_inside(1 - own));
                known.note(own, first, second);
                second
            });
            // With the solid on one side alone, this part of the surface lies on its boundary.
            if !is_closed[own] && before == behind {
                places[usize::from(before)] = true;
            }
            if known.is_hard() || places == [true; 2] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if seen.is_break() {
            return true;
        }
    }
    false
}

/// How two objects lie to each other, given all their overlaps, and what they do if they share nothing.
fn decide(objects: [&WorldObject; 2], findings: &[TrianglePair], apart: Relation) -> Relation {
    let sides = [
        Side::new(objects[0], findings.iter().map(|finding| (finding.a, finding.b, finding.class))),
        Side::new(objects[1], findings.iter().map(|finding| (finding.b, finding.a, finding.class))),
    ];
    let relation = match objects.map(is_solid) {
        [true, true] => of_solids(&sides).relation(apart),
        [true, false] => surface::in_solid([&sides[1], &sides[0]], apart, Relation::Around),
        [false, true] => surface::in_solid([&sides[0], &sides[1]], apart, Relation::Inside),
        [false, false] if surface::pass_through(&sides) => Relation::Hard,
        [false, false] => apart,
    };
    if relation == apart { surround::perhaps(objects).unwrap_or(apart) } else { relation }
}

/// All facts about two solids.
fn of_solids(sides: &[Side<'_>; 2]) -> Known {
    let mut known = Known::default();
    let is_plain = !sides[0].crosses()
        && [0, 1].into_iter().all(|own| look_at_pieces(own, [&sides[own], &sides[1 - own]], &mut known))
        && (known.is_hard() || look_at_contacts(sides, &mut known).is_some());
    if !is_plain && !known.is_hard() {
        thorough::look(sides, &mut known);
    }
    known
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

/// Locates the pieces that touch nothing: each lies inside the other solid or outside of it as a whole. False if one piece might
/// bound nothing, and no other tells as much.
fn look_at_pieces(own: usize, [side, other]: [&Side<'_>; 2], known: &mut Known) -> bool {
    let is_inside = |&triangle: &u32| {
        let corner = side.object.triangle(triangle)[0];
        locate(other.object, Probe::Point(corner)) == Place::Inside
    };
    // Places behind and in front of a piece are inside this solid and outside, if it bounds anything.
    let note = |known: &mut Known, triangle: u32, is_inside_other: bool| {
        let around = side.windings(triangle);
        around.into_iter().flatten().for_each(|around| known.note(own, around != 0, is_inside_other));
        around.is_some_and(|[behind, before]| (behind == 0) != (before == 0))
    };
    let free = side.free_pieces(&other.object.outer_bounds);
    // Points beyond the bounds of a solid are outside it.
    let mut is_plain = known.has_own[own] || free.beyond.is_none_or(|triangle| note(known, triangle, false));
    for batch in free.within.chunks(BATCH) {
        let inside: Vec<bool> = batch.par_iter().with_min_len(8).map(is_inside).collect();
        for (&triangle, is_inside) in batch.iter().zip(inside) {
            let is_known = if is_inside { known.is_shared && known.has_own[1 - own] } else { known.has_own[own] };
            if !is_known {
                is_plain &= note(known, triangle, is_inside);
            }
        }
        if known.is_hard() {
            return true;
        }
    }
    is_plain
}

/// A triangle that touches the other object, those that it touches, and on which side its own solid is: on none, if it has no area.
type Touching<'s> = (u32, &'s [(u32, u32)], Option<Sign>);

/// Looks beside all triangles that touch the other solid. `None` where walls inside, or overlaps of an object with itself, leave
/// something open.
fn look_at_contacts(sides: &[Side<'_>; 2], known: &mut Known) -> Option<()> {
    let touching = [contacts(&sides[0])?, contacts(&sides[1])?];
    for own in [0, 1] {
        for batch in touching[own].chunks(BATCH) {
            if known.is_hard() {
                return Some(());
            }
            let found: Vec<Coverage> =
                batch.par_iter().with_min_len(8).filter_map(|of| beside(&sides[own], of, &sides[1 - own], 1)).collect();
            known.is_shared |= found.iter().any(|coverage| *coverage != Coverage::Nothing);
            known.has_own[own] |= found.iter().any(|coverage| *coverage != Coverage::All);
        }
    }
    // On the outer side: where the other goes on, it has some of its own.
    for own in [0, 1].into_iter().filter(|_| known.is_shared) {
        for batch in touching[own].chunks(BATCH) {
            let goes_on = |of: &Touching<'_>| {
                beside(&sides[own], of, &sides[1 - own], -1).is_some_and(|coverage| coverage != Coverage::Nothing)
            };
            if known.has_own[1 - own] {
                break;
            }
            known.has_own[1 - own] = batch.par_iter().with_min_len(8).any(goes_on);
        }
    }
    Some(())
}

/// How much of what lies beside a triangle is inside the other solid: on the inner side (1) or the outer (-1).
fn beside(
    side: &Side<'_>,
    &(triangle, partners, inner): &Touching<'_>,
    other: &Side<'_>,
    facing: Sign,
) -> Option<Coverage> {
    coverage(&side.object.triangle(triangle), inner? * facing, other, partners)
}

/// The triangles that touch the other object. `None` if the solid is not simple there: if another triangle of its own is in the
/// way, or the solid is on both sides.
fn contacts<'s>(side: &'s Side<'_>) -> Option<Vec<Touching<'s>>> {
    let simple = |(triangle, partners): (u32, &'s [(u32, u32)])| {
        if side.is_overlapped(triangle) {
            return None;
        }
        // In front, it is one less: nothing else is there.
        match winding(side.object, Probe::Beside(side.object.triangle(triangle), -1)) {
            None => Some((triangle, partners, None)),
            Some(1) => Some((triangle, partners, Some(-1))),
            Some(0) => Some((triangle, partners, Some(1))),
            Some(_) => None,
        }
    };
    side.touching().into_par_iter().with_min_len(8).map(simple).collect()
}
