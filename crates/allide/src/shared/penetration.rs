//! How far two objects go into each other where they meet.
//!
//! The measure is the diameter of the largest ball in what both share, because that is local: it depends on the place where they
//! meet, not on how long or how entangled they are elsewhere. Navisworks calls the deepest point of a hard clash its distance,
//! found at vertices and so dependent on how surfaces are cut; the ball is about as wide as that is deep for a part that dips in, but does not change with
//! the cut, nor grow with the length of a pipe that passes through. Solibri gives extents and volume of the intersection: extents depend on the axes, and a
//! large thin film, as two flush faces leave after rounding, has a large volume and large extents but no room for a ball. Creo
//! gives the volume alone, which [`Shared::volume`](super::Shared::volume) tells beside this. A ball grows with either solid,
//! so what is less deep at one place never hides what is deeper at another, and a tolerance on it is monotone.

use super::Overlay;
use super::facet::{Facet, Part, facets};
use super::inside::contains;
use super::polytope::Cut;
use super::refine::{Field, Search};
use super::simplex::largest_ball;
use allide_geom::{Aabb, DVec3, Triangle};

/// Bounds that differ by this part of the upper one are close enough.
const CLOSE: f64 = 0.01;
/// About how many distances from a point to a facet are worth close bounds: a number per facet, up to a limit, and a few more
/// for each. And how many more are worth knowing whether a tolerance is kept.
const EFFORT: (usize, usize, usize) = (1024, 1 << 18, 16);
const MORE: usize = 1 << 20;
/// A triangle is a sliver if it is as flat as this: then its plane is mostly rounding.
const SLIVER: f64 = 1.0e-4;

/// Bounds on how far two objects go into each other: on the diameter of the largest ball in what both share.
///
/// This is how far one goes into the other *where they meet*: a pipe through a slab goes in by its own diameter, a bolt that is
/// too thick for its hole by what it is too thick, however long either is. [`Depth`](super::Depth) tells the way out instead.
///
/// Of two objects of which one has no volume (it is not closed, or it is flat), it is how deep the deepest point of that
/// surface lies inside the other: a ball that touches the solid's surface from inside has its middle there. If neither has
/// volume, there is nothing to be inside of: then no move is known to be needed, and `upper` is the shortest that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// A ball of this diameter fits into what both share.
    pub lower: f64,
    /// No larger ball fits.
    pub upper: f64,
}

impl Penetration {
    /// That of objects which share nothing.
    pub const NONE: Self = Self { lower: 0.0, upper: 0.0 };
}

/// More than the rounding of points and distances that are no larger than this, in units around an origin.
pub(super) fn rounding(reach: f64, origin: DVec3) -> f64 {
    256.0 * f64::EPSILON * (reach + origin.abs().max_element()) + f64::MIN_POSITIVE
}

/// Bounds, and a lower one that does not depend on the tolerance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) penetration: Penetration,
    pub(super) settled: f64,
}

impl Found {
    pub(super) fn certain(lower: f64, upper: f64) -> Self {
        Self { penetration: Penetration { lower, upper }, settled: lower }
    }
}

/// Bounds on `scale` times the farthest distance that a search finds: close ones, or such that a tolerance is decided. The search is
/// the same for all tolerances: only how many steps of it are worth taking depends on them. So what a tolerance allows, a
/// larger one does.
pub(super) fn refined(field: Field<'_>, bounds: &Aabb, limit: f64, (scale, tolerance): (f64, f64)) -> Found {
    let count = field.facets.len();
    let effort = EFFORT.1.min(EFFORT.0 * count) + EFFORT.2 * count;
    let mut search = Search::new(field, bounds, limit);
    search.run(effort, |lower, upper| upper - lower <= CLOSE * upper);
    let settled = scale * search.bounds().0;
    if tolerance > 0.0 {
        search.run(effort + MORE, |lower, upper| scale * lower > tolerance || scale * upper <= tolerance);
    }
    let (lower, upper) = search.bounds();
    Found { penetration: Penetration { lower: scale * lower, upper: scale * upper }, settled }
}

impl Overlay<'_> {
    /// Bounds on the diameter of the largest ball inside both solids; with a tolerance, such that it is decided, if possible.
    /// `bends` are as for [`Overlay::depth`].
    pub fn penetration(&self, bends: [Option<f64>; 2], tolerance: f64) -> Penetration {
        self.find_penetration(bends, tolerance).penetration
    }

    pub(super) fn find_penetration(&self, bends: [Option<f64>; 2], tolerance: f64) -> Found {
        let [a, b] = self.sides.each_ref().map(|side| side.solid);
        let common = a.bounds.intersection(&b.bounds);
        let corners = self.sides.each_ref().map(|side| {
            let relative = |&triangle: &u32| side.solid.corners(triangle).map(|corner| corner - self.origin);
            side.active.iter().map(relative).collect::<Vec<Triangle>>()
        });
        if common.is_empty() || corners.iter().all(Vec::is_empty) {
            return Found::certain(0.0, 0.0);
        }
        let bounds = Aabb { min: common.min - self.origin, max: common.max - self.origin };
        let largest = |corners: &Vec<Triangle>| {
            corners.iter().flatten().map(|corner| corner.abs().max_element()).fold(0.0, f64::max)
        };
        let reach = corners.iter().map(largest).fold(0.0, f64::max) * 2.0;
        let rounding = rounding(reach, self.origin);
        let mut limit = bounds.size().min_element() * 0.5 + rounding;
        let mut least = 0.0;
        if let (Some(first), Some(second)) = (bends[0], bends[1]) {
            let (lower, upper) = self.between_planes(&corners, reach, rounding);
            limit = limit.min(upper + first.max(second));
            least = lower;
            if limit - lower <= CLOSE * CLOSE * limit || limit <= rounding * 4.0 {
                return Found::certain(2.0 * lower.min(limit), 2.0 * limit);
            }
        }
        let mut all: Vec<Facet> = Vec::new();
        for (side, corners) in self.sides.iter().zip(&corners) {
            let part = |(&triangle, &corners): (&u32, &Triangle)| Part {
                vertices: side.solid.vertices(triangle),
                corners,
                is_certain: true,
            };
            let parts: Vec<Part> = side.active.iter().zip(corners).map(part).collect();
            all.extend(facets(&parts, rounding, reach).0);
        }
        let is_inside = |point: DVec3| Some(self.is_inside(point));
        let field = Field { facets: &all, is_inside: &is_inside, pieces: None, rounding };
        let Found { penetration: Penetration { lower, upper }, settled } =
            refined(field, &bounds, limit, (2.0, tolerance));
        let known = |lower: f64| lower.max(2.0 * least).min(upper);
        Found { penetration: Penetration { lower: known(lower), upper }, settled: known(settled) }
    }

    /// Whether a point, relative to the origin, lies inside both.
    fn is_inside(&self, point: DVec3) -> bool {
        let at = [point + self.origin];
        at[0].is_finite() && self.sides.iter().all(|side| contains(&side.solid, &[0], &at, 1) == [true])
    }

    /// Bounds on the radius of the largest ball behind the planes of all triangles. The upper one holds for convex solids.
    fn between_planes(&self, corners: &[Vec<Triangle>; 2], reach: f64, rounding: f64) -> (f64, f64) {
        let mut planes = Vec::with_capacity(corners[0].len() + corners[1].len());
        let mut slivers = Vec::new();
        for triangle in corners.iter().flatten() {
            match plane(triangle, reach) {
                Some(plane) => planes.push(plane),
                None => slivers.push(*triangle),
            }
        }
        let outer: Vec<Cut> =
            planes.iter().map(|(plane, slack)| Cut { level: plane.level + slack, ..*plane }).collect();
        let Some(ball) = largest_ball(&outer, reach) else { return (0.0, f64::INFINITY) };
        let room = planes.iter().map(|(plane, slack)| -plane.height(ball.middle) - slack);
        let beside = slivers.iter().map(|triangle| far_from_sliver(triangle, ball.middle));
        let lower = room.chain(beside).fold(f64::INFINITY, f64::min) - rounding;
        let lower = if lower > 0.0 && lower.is_finite() && self.is_inside(ball.middle) { lower } else { 0.0 };
        (lower, ball.upper.max(0.0) + rounding)
    }
}

/// The plane of a triangle, and by how much it may be off within a reach; none of a sliver.
fn plane(&[p, q, r]: &Triangle, reach: f64) -> Option<(Cut, f64)> {
    let product = (q - p).cross(r - p);
    let longest = (q - p).length_squared().max((r - p).length_squared()).max((r - q).length_squared());
    let length = product.length();
    let tilt = 16.0 * f64::EPSILON * reach * longest / length;
    (length > SLIVER * longest).then(|| (Cut::through(p, product / length), tilt))
}

/// At least how far a point is from a triangle that is almost a segment.
fn far_from_sliver(&[p, q, r]: &Triangle, point: DVec3) -> f64 {
    let longest = (q - p).length().max((r - p).length()).max((r - q).length());
    let to_side = |[from, to]: [DVec3; 2]| {
        let (along, square) = (to - from, (to - from).length_squared());
        let part = if square > 0.0 { ((point - from).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
        (from + along * part).distance(point)
    };
    let nearest = [[p, q], [q, r], [r, p]].map(to_side).into_iter().fold(f64::INFINITY, f64::min);
    nearest - longest * SLIVER
}
