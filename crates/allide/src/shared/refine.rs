//! Certified bounds on how far a point can be from facets: the point may be anywhere inside solids, or on a surface.
//!
//! Space is cut into convex cells, always the one whose bound is largest, until the bounds agree (branch and bound). From a
//! convex facet, the farthest point of a convex cell is one of its corners, because the distance to a convex set is a convex
//! function: so no point of a cell is farther from all facets than the least, over facets, of the greatest distance of a corner. Cells
//! need not be as small as gaps are: between two facing facets, two cells, which meet halfway, suffice. A cell that no facet
//! passes through is inside or outside as a whole, and one exact look at its middle tells.

use super::facet::Facet;
use super::polytope::{Cut, Polytope, cut_polygon};
use super::simplex::largest_ball;
use allide_geom::{Aabb, DVec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Facets through a cell, and pieces in it, from which on it is halved, instead of cut along one of them.
const MANY: usize = 24;
/// A cut that leaves less than this part of a cell, along its normal, is no cut.
const PART: f64 = 1.0e-3;
/// Facets that are tried as the other side of a gap.
const FACING: usize = 6;
/// Steps to more room around a point.
const CLIMBS: usize = 12;

/// The function that is searched.
pub(super) struct Field<'f> {
    pub(super) facets: &'f [Facet],
    /// Whether a point counts; it must change only where facets are.
    pub(super) is_inside: &'f (dyn Fn(DVec3) -> Option<bool> + 'f),
    /// If points are on a surface: its pieces, convex polygons. Otherwise, they may be anywhere inside.
    pub(super) pieces: Option<Vec<Vec<DVec3>>>,
    /// More than the rounding of any distance.
    pub(super) rounding: f64,
}

/// A facet, or what is left of it in a cell.
#[derive(Clone, Debug)]
struct Through {
    facet: u32,
    points: Vec<DVec3>,
}

/// A cell that may hold the point.
struct Node {
    cell: Polytope,
    /// No point of it is farther from all facets.
    upper: f64,
    /// The facet that says so, and the corner that it says it of.
    facet: u32,
    corner: DVec3,
    /// Facets that are near enough to matter.
    near: Vec<u32>,
    through: Vec<Through>,
    pieces: Vec<Vec<DVec3>>,
    is_inside: bool,
    number: usize,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Node {}
impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        self.upper.total_cmp(&other.upper).then(other.number.cmp(&self.number))
    }
}

/// A search under way. It does the same steps in the same order however often it is interrupted.
pub(super) struct Search<'f> {
    field: Field<'f>,
    nodes: BinaryHeap<Node>,
    count: usize,
    /// The farthest point so far, and how far it is.
    lower: f64,
    climbed: f64,
    /// Cells dropped because they are too small are below this.
    floor: f64,
    work: usize,
}

impl<'f> Search<'f> {
    /// A search for the point of a surface that is farthest from facets, on whichever side.
    pub(super) fn over(field: Field<'f>, bounds: &Aabb) -> Self {
        Self::start(field, bounds, f64::INFINITY, false)
    }

    /// A search inside; `limit` is an upper bound that is known already.
    pub(super) fn new(field: Field<'f>, bounds: &Aabb, limit: f64) -> Self {
        Self::start(field, bounds, limit, true)
    }

    fn start(mut field: Field<'f>, bounds: &Aabb, limit: f64, is_cut: bool) -> Self {
        let cell = Polytope::of_box(bounds);
        let near: Vec<u32> = (0..field.facets.len() as u32).collect();
        let clip = |facet: u32| Through { facet, points: within(&field.facets[facet as usize].points, bounds) };
        let crossed = near.iter().filter(|_| is_cut).map(|&facet| clip(facet));
        let through = crossed.filter(|part| !part.points.is_empty()).collect();
        let pieces = field.pieces.take().map(|pieces| {
            let inside = pieces.iter().map(|piece| within(piece, bounds)).filter(|piece| !piece.is_empty());
            inside.collect::<Vec<_>>()
        });
        let is_surface = pieces.is_some();
        field.pieces = is_surface.then(Vec::new);
        let mut search =
            Self { field, nodes: BinaryHeap::new(), count: 0, lower: 0.0, climbed: 0.0, floor: 0.0, work: 0 };
        let parent = (limit, near.as_slice());
        search.consider(cell, parent, through, pieces.unwrap_or_default(), false);
        search
    }

    /// The bounds so far.
    pub(super) fn bounds(&self) -> (f64, f64) {
        let top = self.nodes.peek().map_or(0.0, |node| node.upper);
        let upper = top.max(self.lower).max(self.floor) + self.field.rounding;
        ((self.lower - self.field.rounding).max(0.0), upper)
    }

    /// Refines the bounds until they suffice, or as much work is done.
    pub(super) fn run(&mut self, work: usize, suffice: impl Fn(f64, f64) -> bool) {
        while self.work < work {
            let (lower, upper) = self.bounds();
            if suffice(lower, upper) || self.nodes.peek().is_none_or(|node| node.upper <= self.lower) {
                return;
            }
            if let Some(node) = self.nodes.pop() {
                self.divide(node);
            }
        }
    }

    fn is_surface(&self) -> bool {
        self.field.pieces.is_some()
    }

    /// Cuts a cell in two.
    fn divide(&mut self, mut node: Node) {
        let Some(cut) = self.choose(&mut node) else {
            // The remaining cell cannot be cut: it counts as it is.
            self.floor = self.floor.max(node.upper);
            return;
        };
        let is_inside = node.is_inside && node.through.is_empty();
        let parts = node.cell.cut(&cut);
        let rounding = self.field.rounding;
        for (side, cell) in parts.into_iter().enumerate() {
            let Some(cell) = cell else { continue };
            let reaches = |points: &[DVec3]| {
                let (low, high) = cut.extent(points);
                if side == 0 { high > rounding } else { low < -rounding }
            };
            let part = |points: &[DVec3]| std::mem::take(&mut cut_polygon(points, &cut)[side]);
            let crossed = node.through.iter().filter(|through| reaches(&through.points));
            let through =
                crossed.map(|through| Through { facet: through.facet, points: part(&through.points) }).collect();
            let pieces: Vec<Vec<DVec3>> =
                node.pieces.iter().map(|piece| part(piece)).filter(|piece| !piece.is_empty()).collect();
            self.consider(cell, (node.upper, &node.near), through, pieces, is_inside);
        }
        self.work += 4 + node.through.len() + node.pieces.len();
    }

    /// Bounds what a cell may hold, and keeps it if that is more than is known.
    fn consider(
        &mut self,
        cell: Polytope,
        (limit, near): (f64, &[u32]),
        through: Vec<Through>,
        pieces: Vec<Vec<DVec3>>,
        is_inside: bool,
    ) {
        if self.is_surface() && pieces.is_empty() {
            return;
        }
        let (middle, radius) = cell.sphere();
        let is_homogeneous = through.is_empty();
        let is_known = is_inside && is_homogeneous;
        let own =
            if self.is_surface() && pieces.len() <= MANY { &pieces[..] } else { std::slice::from_ref(&cell.points) };
        let (mut upper, mut facet, mut corner) = (f64::NEG_INFINITY, near.first().copied().unwrap_or(0), middle);
        for points in own {
            let found = self.bound(points, near);
            if found.0 > upper {
                (upper, facet, corner) = found;
            }
        }
        let upper = upper.min(limit);
        if upper <= self.lower.max(self.field.rounding) {
            self.floor = self.floor.max(upper.min(self.field.rounding));
            return;
        }
        if is_homogeneous && !is_known {
            match self.is_within(&cell) {
                Some(true) => {}
                Some(false) => return,
                // Walls inside hide it: it counts as it is.
                None => return self.floor = self.floor.max(upper),
            }
        }
        let facets = self.field.facets;
        let mut near: Vec<u32> =
            near.iter().copied().filter(|&facet| facets[facet as usize].at_least(middle) - radius <= upper).collect();
        if near.len() > 8 {
            self.work += near.len();
            near.retain(|&facet| facets[facet as usize].at_least_from(middle) - radius <= upper);
        }
        let candidate = match pieces.first() {
            Some(piece) if pieces.len() > MANY => piece[0],
            Some(_) => corner,
            None => middle,
        };
        let found = self.room(candidate, &near).min(upper);
        let is_here = is_homogeneous && !self.is_surface();
        if found > self.lower && (is_here || (self.field.is_inside)(candidate) == Some(true)) {
            self.lower = found;
            if found > self.climbed * 1.05 && !self.is_surface() {
                self.climb(candidate, found);
            }
        }
        let number = self.count;
        self.count += 1;
        self.nodes.push(Node { cell, upper, facet, corner, near, through, pieces, is_inside: is_homogeneous, number });
    }

    /// Whether a cell that no facet passes through is inside, by any point of it that is on no wall inside.
    fn is_within(&self, cell: &Polytope) -> Option<bool> {
        let middle = cell.sphere().0;
        let others =
            cell.points.iter().flat_map(|&point| [0.375, 0.59375].map(|part| middle + (point - middle) * part));
        std::iter::once(middle).chain(others).find_map(|point| (self.field.is_inside)(point))
    }

    /// How far points of the hull of some points can be from the surface, which facet says so, and of which point.
    fn bound(&mut self, points: &[DVec3], near: &[u32]) -> (f64, u32, DVec3) {
        let facets = self.field.facets;
        let middle = points.iter().sum::<DVec3>() / points.len() as f64;
        let mut best = (f64::INFINITY, near.first().copied().unwrap_or(0), middle);
        let certain = || near.iter().copied().filter(|&index| facets[index as usize].is_certain);
        let at_least = |index: u32| facets[index as usize].at_least(middle);
        // A near one first: then few others need a look.
        let first = certain().map(|index| (at_least(index), index)).min_by(|x, y| x.0.total_cmp(&y.0));
        for index in first.map(|(_, index)| index).into_iter().chain(certain()) {
            if at_least(index) >= best.0 {
                continue;
            }
            let mut farthest = (f64::NEG_INFINITY, middle);
            for &point in points {
                self.work += 1;
                let distance = facets[index as usize].at_most_from(point);
                if distance > farthest.0 {
                    farthest = (distance, point);
                }
                if distance >= best.0 {
                    break;
                }
            }
            if farthest.0 < best.0 {
                best = (farthest.0, index, farthest.1);
            }
        }
        // The nearer of two facets is no farther than their mean distance, which is convex, too: half the gap, where they face
        // each other.
        let (corner, limit) = (best.2, best.0 * 0.5);
        let is_facing = |&index: &u32| {
            let facet = &facets[index as usize];
            index != best.1 && facet.at_least(corner) < limit && facet.at_most_from(corner) < limit
        };
        let facing: Vec<u32> = certain().filter(is_facing).take(FACING).collect();
        let own: Vec<f64> = points.iter().map(|&point| facets[best.1 as usize].at_most_from(point)).collect();
        for other in facing {
            self.work += points.len();
            let mean = |(&point, own): (&DVec3, &f64)| (own + facets[other as usize].at_most_from(point)) * 0.5;
            best.0 = best.0.min(points.iter().zip(&own).map(mean).fold(0.0, f64::max));
        }
        best
    }

    /// The facet that is nearest to a point.
    fn nearest(&self, point: DVec3, near: &[u32]) -> Option<u32> {
        let mut best = (f64::INFINITY, None);
        for &index in near {
            let facet = &self.field.facets[index as usize];
            if facet.at_least(point) < best.0 {
                let distance = facet.nearest(point).1;
                if distance < best.0 {
                    best = (distance, Some(index));
                }
            }
        }
        best.1
    }

    /// The distance from a point to the nearest of some facets, at least.
    fn room(&mut self, point: DVec3, near: &[u32]) -> f64 {
        let mut nearest = f64::INFINITY;
        for &facet in near {
            let facet = &self.field.facets[facet as usize];
            if facet.at_least(point) < nearest {
                self.work += 1;
                nearest = nearest.min(facet.at_least_from(point));
            }
        }
        nearest
    }

    /// Moves a point inside to where there is more room around it: to the middle of the largest ball among planes that touch
    /// the nearest facets.
    fn climb(&mut self, start: DVec3, first: f64) {
        let (mut point, mut radius) = (start, first);
        let facets = self.field.facets;
        // Farther ones are seen as if they were just beyond.
        let reach = 8.0 * first;
        let near: Vec<u32> =
            (0..facets.len() as u32).filter(|&facet| facets[facet as usize].at_least(start) <= reach).collect();
        self.work += facets.len() / 8;
        for _ in 0..CLIMBS {
            let touching = |&facet: &u32| {
                let facet = &facets[facet as usize];
                if facet.at_least(point) > 4.0 * radius {
                    return None;
                }
                let (nearest, _) = facet.nearest(point);
                let normal = (nearest - point).try_normalize()?;
                Some(Cut::through(nearest - point, normal))
            };
            let planes: Vec<Cut> = near.iter().filter_map(touching).collect();
            self.work += planes.len();
            let Some(ball) = largest_ball(&planes, 4.0 * radius) else { break };
            // Inside the ball around the point there is no facet, so this stays on the same side of all.
            let step = ball.middle.clamp_length_max(0.9 * radius);
            let found = [1.0, 0.5, 0.25].map(|part| {
                let to = point + step * part;
                (self.room(to, &near).min(reach - to.distance(start)), to)
            });
            let Some(best) = found.into_iter().max_by(|x, y| x.0.total_cmp(&y.0)) else { break };
            let gain = best.0 - radius;
            if gain > 0.0 {
                (radius, point) = best;
            }
            if gain.is_nan() || gain <= 1.0e-6 * radius {
                break;
            }
        }
        self.lower = self.lower.max(radius);
        self.climbed = self.lower;
    }

    /// Where to cut a cell: along a facet through it; or, beside facets, where another is nearer or where they end.
    fn choose(&self, node: &mut Node) -> Option<Cut> {
        let is_crowded = node.through.len() > MANY || (self.is_surface() && node.pieces.len() > MANY);
        let size = |through: &Through| area(&through.points);
        while !is_crowded && !node.through.is_empty() {
            let largest =
                (0..node.through.len()).max_by(|&i, &j| size(&node.through[i]).total_cmp(&size(&node.through[j])))?;
            let facet = &self.field.facets[node.through[largest].facet as usize];
            let cut = Cut::through(facet.points[0], facet.normal);
            let (low, high) = cut.extent(&node.cell.points);
            if facet.normal != DVec3::ZERO && low < -self.field.rounding && high > self.field.rounding {
                return Some(cut);
            }
            node.through.swap_remove(largest);
            if node.through.is_empty() && self.is_within(&node.cell) == Some(false) {
                // All of it is outside: any cut will do, and nothing is left of it.
                node.upper = 0.0;
                return None;
            }
        }
        let points = &node.cell.points;
        let parts = |cut: &Cut| {
            let (low, high) = cut.extent(points);
            let least = PART * (high - low);
            low < -least && high > least && high - low > self.field.rounding
        };
        let halves = || {
            let bounds = Aabb::around(points.iter().copied());
            let size = bounds.size();
            let axis =
                [DVec3::X, DVec3::Y, DVec3::Z].into_iter().max_by(|x, y| size.dot(*x).total_cmp(&size.dot(*y)))?;
            Some(Cut::through(bounds.center(), axis)).filter(|_| size.max_element() > self.field.rounding)
        };
        if is_crowded {
            return halves();
        }
        let facet = &self.field.facets[node.facet as usize];
        if let Some(cut) = facet.side_beyond(node.corner).filter(&parts) {
            return Some(cut);
        }
        let nearest = self.nearest(node.corner, &node.near);
        let other = nearest.filter(|&near| near != node.facet).map(|near| &self.field.facets[near as usize]);
        let between = other.and_then(|other| halfway([facet, other], node.cell.sphere().0));
        between.filter(&parts).or_else(halves)
    }
}

/// The plane between the planes of two facets, seen from a point between them.
fn halfway(facets: [&Facet; 2], point: DVec3) -> Option<Cut> {
    let [p, q] = facets.map(|facet| {
        let cut = Cut::through(facet.points[0], facet.normal);
        if cut.height(point) < 0.0 { Cut { normal: -cut.normal, level: -cut.level } } else { cut }
    });
    if p.normal == DVec3::ZERO || q.normal == DVec3::ZERO {
        return None;
    }
    let length = (p.normal - q.normal).length();
    (length > 1.0e-6).then(|| Cut { normal: (p.normal - q.normal) / length, level: (p.level - q.level) / length })
}

fn area(points: &[DVec3]) -> f64 {
    let Some(&apex) = points.first() else { return 0.0 };
    points.windows(2).map(|edge| (edge[0] - apex).cross(edge[1] - apex)).sum::<DVec3>().length_squared()
}

/// The part of a polygon inside a box.
pub(super) fn within(points: &[DVec3], bounds: &Aabb) -> Vec<DVec3> {
    let mut points = points.to_vec();
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        for (normal, level) in [(axis, bounds.min.dot(axis)), (-axis, -bounds.max.dot(axis))] {
            let cut = Cut { normal, level };
            if points.iter().any(|&point| cut.height(point) < 0.0) {
                points = std::mem::take(&mut cut_polygon(&points, &cut)[0]);
            }
        }
    }
    points
}
