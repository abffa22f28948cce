//! Whether two solids are the same within a tolerance: whether no point of either surface is farther from the other.

use super::Solid;
use super::body::Body;
use super::facet::{Facet, Part, facets};
use super::penetration::rounding;
use super::refine::{Field, Search};
use crate::solids::is_near;
use crate::world::WorldObject;
use allide_geom::DVec3;
use rayon::prelude::*;

/// About how many distances from a point to a facet are worth knowing, for each facet and at least.
const EFFORT: (usize, usize) = (1 << 10, 1 << 18);

/// Whether the surfaces of two solids are nowhere farther apart than a tolerance, either way (the Hausdorff distance).
///
/// Corners that are too far away say no at once. A yes is proved for all points between, as for
/// [`Penetration`](super::Penetration); what takes too long to prove is a no. That does not depend on the tolerance, so what is
/// the same within one is the same within any larger one.
pub(super) fn are_same([a, b]: [&Body<'_>; 2], tolerance: f64) -> bool {
    let (Some(first), Some(second)) = (a.solid(), b.solid()) else { return false };
    let (x, y) = (first.bounds, second.bounds);
    let are_close = |p: DVec3, q: DVec3| (p - q).abs().max_element() <= tolerance;
    if tolerance <= 0.0 || !are_close(x.min, y.min) || !are_close(x.max, y.max) {
        return false;
    }
    let are_near = |from: &Solid<'_>, to: &WorldObject| {
        let vertices = (0..from.positions.len() as u32).into_par_iter().with_min_len(64);
        let is_used = |vertex: &u32| !from.around(*vertex).is_empty();
        vertices.filter(is_used).all(|vertex| is_near(to, from.positions[vertex as usize], tolerance))
    };
    if !are_near(&first, b.object) || !are_near(&second, a.object) {
        return false;
    }
    let bounds = x.union(&y);
    let origin = bounds.center();
    let reach = bounds.size().max_element();
    let rounding = rounding(reach, origin);
    let [p, q] = [&first, &second].map(|solid| {
        let part = |triangle: u32| Part {
            vertices: solid.vertices(triangle),
            corners: solid.corners(triangle).map(|corner| corner - origin),
            is_certain: true,
        };
        let parts: Vec<Part> = (0..solid.triangles.len() as u32).map(part).collect();
        facets(&parts, rounding, reach).0
    });
    let is_within = |from: &[Facet], to: &[Facet]| {
        let pieces = Some(from.iter().map(|facet| facet.points.clone()).collect());
        let field = Field { facets: to, is_inside: &|_| Some(true), pieces, rounding };
        let around = bounds.grown(rounding);
        let around = allide_geom::Aabb { min: around.min - origin, max: around.max - origin };
        let mut search = Search::over(field, &around);
        // Corners that are as far away as the tolerance are within it: all roundings are the tolerance's.
        let slack = 4.0 * rounding;
        let is_decided = |lower: f64, upper: f64| lower > tolerance + slack || upper <= tolerance + slack;
        search.run(EFFORT.1 + EFFORT.0 * (from.len() + to.len()), is_decided);
        search.bounds().1 <= tolerance + slack
    };
    is_within(&p, &q) && is_within(&q, &p)
}
