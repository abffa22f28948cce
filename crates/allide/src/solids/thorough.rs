//! All that two solids can share, where walls inside or self-overlaps make single looks worth little.
//!
//! Whatever one solid has alone or with the other is bounded by parts of triangles. Each part of a triangle that meets the other object is
//! visited, cut by that object and by its own. Other triangles are connected to regions in which the other solid is on both sides or on
//! none: of each, a place inside and one outside its own solid are looked for.

use super::facets::for_each_facet;
use super::known::Known;
use super::ray::Probe;
use super::side::Side;
use super::winding::winding;
use allide_geom::Triangle;
use std::ops::ControlFlow;

/// Looks at everything that may still tell something.
pub(super) fn look(sides: &[Side<'_>; 2], known: &mut Known) {
    let done = |known: &Known| if known.is_hard() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let _ = (0..2).try_for_each(|own| {
        look_at_contacts(own, [&sides[own], &sides[1 - own]], known);
        done(known)
    });
    let _ = (0..2).try_for_each(|own| {
        look_at_regions(own, [&sides[own], &sides[1 - own]], known);
        done(known)
    });
}

fn look_at_contacts(own: usize, [side, other]: [&Side<'_>; 2], known: &mut Known) {
    for (triangle, partners) in side.touching() {
        let mut cutters: Vec<Triangle> = partners.iter().map(|&(_, partner)| other.object.triangle(partner)).collect();
        cutters.extend(side.own_cutters(triangle));
        if look_around(own, [side, other], triangle, &cutters, known).is_break() {
            return;
        }
    }
}

/// Looks on both sides of all parts of a triangle.
fn look_around(
    own: usize,
    [side, other]: [&Side<'_>; 2],
    triangle: u32,
    cutters: &[Triangle],
    known: &mut Known,
) -> ControlFlow<()> {
    for_each_facet(&side.object.triangle(triangle), cutters, |facet| {
        for off in [1, -1] {
            let [first, second] = [side, other].map(|of| winding(of.object, Probe::Within(facet, off)));
            known.note(own, first.is_some_and(|around| around != 0), second.is_some_and(|around| around != 0));
        }
        if known.is_hard() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

fn look_at_regions(own: usize, [side, other]: [&Side<'_>; 2], known: &mut Known) {
    for region in side.regions() {
        let Some(&first) = region.first() else { continue };
        let corners = side.object.triangle(first);
        let is_inside = winding(other.object, Probe::Beside(corners, 1)).is_some_and(|around| around != 0);
        // Whether anything else can be told by it.
        let is_known =
            |known: &Known| if is_inside { known.is_shared && known.has_own[1 - own] } else { known.has_own[own] };
        for &triangle in &region {
            if is_known(known) {
                break;
            }
            let around = side.windings(triangle);
            around.into_iter().flatten().for_each(|around| known.note(own, around != 0, is_inside));
        }
        // Corners may be hidden by other parts where the rest is not.
        for &triangle in &region {
            if is_known(known) {
                break;
            }
            let cutters = side.own_cutters(triangle);
            if !cutters.is_empty() {
                let _ = look_around(own, [side, other], triangle, &cutters, known);
            }
        }
        if known.is_hard() {
            return;
        }
    }
}
