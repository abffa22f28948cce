//! How far one solid must move to leave another.

use super::Overlay;
use super::clusters::Clusters;
use super::hull;
use super::piece::boundary;
use crate::TrianglePair;
use crate::world::WorldObject;
use allide_geom::{Class, DVec3};
use rayon::prelude::*;

/// Directions that are tried, beside the axes.
const DIRECTIONS: usize = 16;
/// Bounds that differ by this part need not be better.
const CLOSE: f64 = 1.0e-6;
/// Moves that are checked: each is a question about all triangles.
const TRIES: usize = 12;
/// Vertices up to which the hulls of solids that are not convex are looked at. Beyond, their boxes must do.
const FEW: usize = 1 << 12;
/// Crossing triangles whose normals are tried, of surfaces that are not closed.
const NORMALS: usize = 6;

/// How deep two solids are in each other: the length of the shortest move of the second after which they share no volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// Moving the second solid by `upper` along `direction` suffices.
    pub upper: f64,
    /// No shorter move than this does.
    pub lower: f64,
    /// The direction of that move, of length 1.
    pub direction: DVec3,
    /// Whether the bounds differ by rounding alone, as they do for convex solids. Otherwise the depth is an estimate.
    pub exact: bool,
}

impl Depth {
    /// The depth of solids that share no volume.
    pub const NONE: Self = Self { upper: 0.0, lower: 0.0, direction: DVec3::X, exact: true };

    /// Bounds on the depth of two objects of which one is no solid that could be measured, given their overlapping
    /// triangles: they are apart when their boxes are, and perhaps after a move that takes crossing triangles apart. No move
    /// shorter than `least` does.
    pub(super) fn of_surfaces(
        [a, b]: [&WorldObject; 2],
        findings: &[TrianglePair],
        least: f64,
        mut separates: impl FnMut(DVec3) -> bool,
    ) -> Self {
        let boxes = hull::Bounds::of_boxes(&a.bounds(), &b.bounds());
        let crossing: Vec<&TrianglePair> = findings.iter().filter(|pair| pair.class == Class::Crossing).collect();
        let step = 1 + crossing.len() / NORMALS;
        let normal = |[p, q, r]: [DVec3; 3]| (q - p).cross(r - p).try_normalize();
        let normals = crossing.iter().step_by(step).flat_map(|pair| [a.triangle(pair.a), b.triangle(pair.b)]);
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let directions = normals.filter_map(normal).chain(axes).flat_map(|normal| [normal, -normal]);
        // How far triangles that cross reach past each other.
        let extent = |direction: DVec3| {
            let along = |triangle: [DVec3; 3]| triangle.map(|corner| (corner - boxes.origin).dot(direction));
            let pairs = crossing.iter().map(|pair| {
                let (first, second) = (along(a.triangle(pair.a)), along(b.triangle(pair.b)));
                first.into_iter().fold(f64::NEG_INFINITY, f64::max) - second.into_iter().fold(f64::INFINITY, f64::min)
            });
            (pairs.fold(0.0, f64::max) + boxes.rounding) * (1.0 + 1.0e-9)
        };
        let mut moves: Vec<(f64, DVec3)> = directions.map(|direction| (extent(direction), direction)).collect();
        moves.retain(|&(length, _)| length < boxes.upper && !crossing.is_empty());
        moves.sort_by(|x, y| x.0.total_cmp(&y.0));
        moves.truncate(TRIES);
        let shortest = moves.into_iter().find(|&(length, direction)| separates(direction * length));
        let (upper, direction) = shortest.unwrap_or((boxes.upper, boxes.direction));
        Self { upper, lower: least.min(upper), direction, exact: false }
    }
}

impl Overlay<'_> {
    /// Bounds on the depth. `bends` are those of both solids: 0 where a mesh [is convex](super::Solid::is_convex), else
    /// [`super::Solid::bend`]. `separates` says whether the solids share no volume after the second one is moved by a vector:
    /// it is asked a few times if not both are convex.
    ///
    /// The hulls of both give an upper bound, and for solids that are nearly as large as their hulls a lower bound, too. For
    /// others, moves out of the common region are tried. No move shorter than `least` separates them: the lower bound of
    /// [`Overlay::penetration`].
    pub fn depth(&self, bends: [Option<f64>; 2], least: f64, mut separates: impl FnMut(DVec3) -> bool) -> Depth {
        let [a, b] = self.sides.each_ref().map(|side| side.solid);
        let bend = bends[0].zip(bends[1]).map_or(f64::INFINITY, |(a, b)| a + b);
        let is_few = a.positions.len() + b.positions.len() <= FEW;
        let hulls = if bend.is_finite() || is_few {
            hull::separation(&a, &b, self.origin)
        } else {
            hull::Bounds::of_boxes(&a.bounds, &b.bounds)
        };
        let lower = (hulls.lower - bend).max(0.0);
        let is_exact = |upper: f64, lower: f64| upper - lower <= 4.0 * hulls.rounding;
        let exact = is_exact(hulls.upper, lower);
        let lower_known = lower.max(least).min(hulls.upper);
        let of_hulls = Depth { upper: hulls.upper, lower: lower_known, direction: hulls.direction, exact };
        if bend == 0.0 || self.is_same || hulls.upper - lower <= CLOSE * hulls.upper {
            return of_hulls;
        }
        let lower = lower.max(least);
        let clusters = self.clusters();
        let directions = self.directions(&clusters);
        let moves = local_moves(&clusters, &directions, hulls.upper, hulls.rounding);
        let shortest = moves.into_iter().find(|&(length, direction)| separates(direction * length));
        let (upper, direction) = shortest.unwrap_or((hulls.upper, hulls.direction));
        let lower = lower.min(upper);
        Depth { upper, lower, direction, exact: is_exact(upper, lower) }
    }

    /// Directions in which the second solid may leave: through the largest parts of the surface of what both share, out of
    /// their sum, from middle to middle, and along the axes.
    fn directions(&self, clusters: &Clusters) -> Vec<DVec3> {
        let mut parts: Vec<(f64, DVec3)> = Vec::new();
        let mut sum = DVec3::ZERO;
        for side in &self.sides {
            let vectors = side.active.par_iter().with_min_len(64).map(|&triangle| {
                let bounds = boundary(side, triangle, &self.segments, self.origin);
                let apex = bounds.first().map_or(DVec3::ZERO, |[start, _]| start.point.at);
                let twice: DVec3 =
                    bounds.iter().map(|[start, end]| (start.point.at - apex).cross(end.point.at - apex)).sum();
                if side.second { -twice } else { twice }
            });
            let vectors: Vec<DVec3> = vectors.collect();
            sum += vectors.iter().sum::<DVec3>();
            parts.extend(vectors.into_iter().map(|vector| (vector.length(), vector)));
        }
        parts.sort_by(|x, y| y.0.total_cmp(&x.0));
        let mean = |side: usize| {
            let points = || clusters.all.iter().flat_map(|cluster| &cluster.points[side]);
            points().sum::<DVec3>() / points().count().max(1) as f64
        };
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
        let mut directions: Vec<DVec3> = Vec::new();
        let largest = parts.into_iter().map(|(_, vector)| vector);
        for vector in axes.chain([sum, mean(1) - mean(0)]).chain(largest) {
            let Some(direction) = vector.try_normalize() else { continue };
            if directions.iter().all(|known| known.dot(direction) < 1.0 - 1.0e-12) {
                directions.push(direction);
            }
            if directions.len() == DIRECTIONS + 6 {
                break;
            }
        }
        directions
    }
}

/// Moves out of the common region that are shorter than `limit`, the shortest first: they may separate the solids.
fn local_moves(clusters: &Clusters, directions: &[DVec3], limit: f64, rounding: f64) -> Vec<(f64, DVec3)> {
    let extent = |direction: &DVec3| {
        let extents = clusters.all.iter().map(|cluster| cluster.extent(*direction).max(0.0));
        (extents.fold(0.0, f64::max) + rounding) * (1.0 + 1.0e-9)
    };
    let mut moves: Vec<(f64, DVec3)> = directions.par_iter().map(|direction| (extent(direction), *direction)).collect();
    moves.retain(|&(length, _)| length < limit);
    moves.sort_by(|x, y| x.0.total_cmp(&y.0));
    moves.truncate(TRIES);
    moves
}
