//! Where a point lies to a solid: how often a ray from it crosses the surface.
//!
//! Rays run along an axis, so a triangle is crossed if its projection contains that of the point: three turns in the
//! plane, and one side in space, all exact. Ties never remain, because a point is meant with an infinitesimal step that
//! leaves every line behind: see [`Probe`].
//!
//! The winding number is how often the ray leaves the surface, less how often it enters. Inside is where it is not 0: see
//! [`super`].

use super::facets::Facet;
use crate::Mesh;
use crate::methods::bvh::{Beam, Care, Tree};
use crate::world::WorldObject;
use allide_geom::predicates::{Plane, Sign, orient2d};
use allide_geom::{Aabb, DVec2, DVec3, Triangle, distance, overlap};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Scanning all triangles is faster until this multiple of their number has been scanned.
const SCANS: usize = 24;

/// Where a point lies to a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Inside,
    Outside,
    /// On the surface.
    On,
}

/// A point, and where it is meant to be next to it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Probe<'f> {
    /// The point itself. A ray is moved aside by an infinitesimal step on one axis, and a far smaller one on the other.
    Point(DVec3),
    /// Next to a triangle with area: from its first corner, an infinitesimal step towards the second, a far smaller one
    /// towards the third, and a far smaller one still off the plane, to the given side of it.
    Beside(Triangle, Sign),
    /// Next to a part of a triangle, on the given side of it.
    Within(&'f Facet, Sign),
}

/// A ray along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray<'f> {
    from: DVec3,
    /// The probe may be so far from there on each axis.
    slack: f64,
    axis: usize,
    /// 1 for upwards, -1 for downwards.
    direction: Sign,
    probe: Probe<'f>,
}

/// Trees in a mesh's own coordinates, kept with the mesh once many rays were cast.
#[derive(Debug, Default)]
pub(crate) struct Index {
    triangles: Kept,
    pieces: Kept,
}

/// A tree that is built once scans have cost more than it does.
#[derive(Debug, Default)]
struct Kept {
    scanned: AtomicUsize,
    tree: OnceLock<Tree>,
}

impl Kept {
    /// The tree over this many boxes, if it is worth it by now.
    fn get(&self, count: usize, build: impl FnOnce() -> Tree) -> Option<&Tree> {
        if let Some(tree) = self.tree.get() {
            return Some(tree);
        }
        if count <= 64 || self.scanned.fetch_add(count, Ordering::Relaxed) < SCANS * count {
            return None;
        }
        Some(self.built(build))
    }

    fn built(&self, build: impl FnOnce() -> Tree) -> &Tree {
        if let Some(tree) = self.tree.get() {
            return tree;
        }
        // Outside the lock, and perhaps more than once: while a thread waits for others, it may be given work that needs
        // the lock.
        let tree = build();
        self.tree.get_or_init(|| tree)
    }
}

impl Index {
    /// The tree over where the pieces of a mesh begin, given the first triangle of each.
    pub(super) fn piece_tree(&self, mesh: &Mesh, firsts: &[u32]) -> Option<&Tree> {
        let bounds = |piece: u32| {
            let [corner, _, _] = mesh.triangles()[firsts[piece as usize] as usize];
            Aabb::around([mesh.positions()[corner as usize]])
        };
        self.pieces.get(firsts.len(), || Tree::over(firsts.len() as u32, Care::Quick, bounds))
    }

    /// The tree over the triangles of a mesh, if rays have cost more than it does by now.
    pub(crate) fn tree(&self, mesh: &Mesh) -> Option<&Tree> {
        self.triangles.get(mesh.triangles().len(), || Tree::build(mesh, Care::Quick))
    }

    /// The tree over the triangles of a mesh.
    pub(crate) fn built(&self, mesh: &Mesh) -> &Tree {
        self.triangles.built(|| Tree::build(mesh, Care::Quick))
    }
}

/// The coordinates across an axis, in an order that keeps turns.
#[inline]
pub(super) fn across(point: DVec3, axis: usize) -> DVec2 {
    match axis {
        0 => DVec2::new(point.y, point.z),
        1 => DVec2::new(point.z, point.x),
        _ => DVec2::new(point.x, point.y),
    }
}

/// Which way a triangle turns, seen along an axis.
fn turn(triangle: &Triangle, axis: usize) -> Sign {
    let [p, q, r] = triangle.map(|corner| across(corner, axis));
    orient2d(p, q, r)
}

impl<'f> Probe<'f> {
    /// A ray that is cheap to follow through a solid within these bounds. `None` for a triangle without area.
    pub(super) fn ray(self, bounds: &Aabb) -> Option<Ray<'f>> {
        let (triangle, side) = match &self {
            Probe::Point(from) => {
                let ways = (0..3).flat_map(|axis| {
                    [(bounds.max[axis] - from[axis], axis, 1), (from[axis] - bounds.min[axis], axis, -1)]
                });
                let (_, axis, direction) = ways.min_by(|x, y| x.0.total_cmp(&y.0))?;
                return Some(Ray { from: *from, slack: 0.0, axis, direction, probe: self });
            }
            Probe::Beside(triangle, side) => (triangle, *side),
            Probe::Within(facet, side) => (facet.triangle(), *side),
        };
        // Away from the plane: then nothing in the plane is crossed.
        let (axis, turn) = steepest(triangle)?;
        let (from, slack) = match &self {
            Probe::Within(facet, _) => facet.near(),
            _ => (triangle[0], 0.0),
        };
        Some(Ray { from, slack, axis, direction: turn * side, probe: self })
    }

    /// Which way `p`, `q` and the probe turn, where `p` and `q` differ.
    fn turn(self, p: DVec3, q: DVec3, axis: usize) -> Sign {
        let flat = |point: DVec3| across(point, axis);
        match self {
            Probe::Point(point) => match orient2d(flat(p), flat(q), flat(point)) {
                0 if flat(p).y == flat(q).y => sign(flat(q).x - flat(p).x),
                0 => sign(flat(p).y - flat(q).y),
                turn => turn,
            },
            Probe::Beside(triangle, _) => {
                let turns = triangle.into_iter().map(|corner| orient2d(flat(p), flat(q), flat(corner)));
                turns.into_iter().find(|&turn| turn != 0).unwrap_or(0)
            }
            Probe::Within(facet, _) => facet.turn(p, q, axis),
        }
    }

    /// On which side of a plane it lies; 0 if that is the plane of its triangle.
    fn side(self, plane: &Plane) -> Sign {
        match self {
            Probe::Point(point) => plane.side(point),
            Probe::Beside(triangle, _) => {
                triangle.into_iter().map(|corner| plane.side(corner)).find(|&side| side != 0).unwrap_or(0)
            }
            Probe::Within(facet, _) => facet.side(plane),
        }
    }
}

/// The axis from which a triangle is seen largest, or nearly, and how it turns from there; `None` if it has no area.
pub(super) fn steepest(triangle: &Triangle) -> Option<(usize, Sign)> {
    let normal = Plane::through(triangle).normal().abs();
    let steepest = (0..3).max_by(|&x, &y| normal[x].total_cmp(&normal[y]))?;
    let axes = [steepest, (steepest + 1) % 3, (steepest + 2) % 3];
    axes.into_iter().map(|axis| (axis, turn(triangle, axis))).find(|&(_, turn)| turn != 0)
}

fn sign(value: f64) -> Sign {
    Sign::from(value > 0.0) - Sign::from(value < 0.0)
}

impl Ray<'_> {
    /// From a point, upwards (1) or downwards (-1).
    pub(super) fn along(from: DVec3, axis: usize, direction: Sign) -> Self {
        Self { from, slack: 0.0, axis, direction, probe: Probe::Point(from) }
    }

    /// The ray, for trees.
    pub(super) fn beam(&self) -> Beam {
        Beam { from: self.from, slack: self.slack, axis: self.axis, is_upwards: self.direction > 0 }
    }

    /// A box around where it may begin.
    pub(super) fn start(&self) -> Aabb {
        Aabb { min: self.from - self.slack, max: self.from + self.slack }
    }

    /// How far along the ray it crosses a triangle that it is known to cross, between two bounds.
    pub(super) fn distance(&self, triangle: &Triangle) -> (f64, f64) {
        Plane::through(triangle).ahead_of_near(self.from, self.slack, self.axis)
    }

    /// A box around all that the ray meets within some bounds.
    fn path(&self, bounds: &Aabb) -> Aabb {
        let slack = DVec3::splat(self.slack);
        let mut path = Aabb { min: self.from - slack, max: self.from + slack };
        if self.direction > 0 {
            path.max[self.axis] = bounds.max[self.axis];
        } else {
            path.min[self.axis] = bounds.min[self.axis];
        }
        path
    }

    /// Whether the ray crosses a triangle: 1 from behind, -1 from the front, 0 if not. `None` if it starts on it.
    pub(super) fn crossing(&self, triangle: &Triangle) -> Option<Sign> {
        let Self { from, slack, axis, direction, probe } = *self;
        let [p, q, r] = *triangle;
        let (low, high) = (p.min(q).min(r) - slack, p.max(q).max(r) + slack);
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let is_aside = |axis: usize| from[axis] < low[axis] || from[axis] > high[axis];
        let is_behind = if direction > 0 { high[axis] < from[axis] } else { low[axis] > from[axis] };
        if is_aside(u) || is_aside(v) || is_behind {
            return Some(0);
        }
        let is_around = low[axis] <= from[axis] && from[axis] <= high[axis];
        if is_around && matches!(probe, Probe::Point(_)) && overlap(&[from; 3], triangle).is_some() {
            return None;
        }
        let facing = turn(triangle, axis);
        // Seen from the side, a triangle is a segment, which the step leaves behind.
        if facing == 0 || [(p, q), (q, r), (r, p)].into_iter().any(|(p, q)| probe.turn(p, q, axis) != facing) {
            return Some(0);
        }
        // Side 0 is the plane that the ray leaves behind.
        let is_ahead = !is_around || probe.side(&Plane::through(triangle)) * facing * direction < 0;
        Some(if is_ahead { facing * direction } else { 0 })
    }
}

/// Visits all triangles that a ray from the probe crosses, with 1 for those from behind and -1 for those from the front.
/// Stops if the probe is on one, or next to one without area.
pub(crate) fn for_each_crossing(
    object: &WorldObject,
    probe: Probe<'_>,
    visit: impl FnMut(u32, Sign),
) -> ControlFlow<()> {
    let bounds = object.outer_bounds;
    let Some(ray) = probe.ray(&bounds) else { return ControlFlow::Break(()) };
    let (from, slack) = (ray.from, DVec3::splat(ray.slack));
    if (from + slack).cmplt(bounds.min).any() || (from - slack).cmpgt(bounds.max).any() {
        return ControlFlow::Continue(());
    }
    for_each_crossed(object, &ray, |_| true, visit)
}

/// The same for those of some triangles that a ray crosses.
pub(super) fn for_each_crossed(
    object: &WorldObject,
    ray: &Ray<'_>,
    is_wanted: impl Fn(u32) -> bool,
    mut visit: impl FnMut(u32, Sign),
) -> ControlFlow<()> {
    let (corners, mut looked) = (object.corners(), 0);
    let mut look = |triangle: u32| {
        looked += 1;
        if is_wanted(triangle) {
            match ray.crossing(&corners.of(triangle)) {
                Some(0) => {}
                Some(crossing) => visit(triangle, crossing),
                None => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    };
    let seen = match object.mesh.rays().tree(&object.mesh) {
        Some(tree) => tree.query_carried(&object.pose, &ray.path(&object.outer_bounds), look),
        None => (0..object.triangle_count() as u32).try_for_each(&mut look),
    };
    object.followed().add(looked);
    seen
}

/// Whether a ray along an axis, upwards (1) or downwards (-1), meets an object.
pub(super) fn meets(object: &WorldObject, from: DVec3, axis: usize, direction: Sign) -> bool {
    let (ray, corners) = (Ray::along(from, axis, direction), object.corners());
    let look = |triangle: u32| match ray.crossing(&corners.of(triangle)) {
        Some(0) => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let met = match object.mesh.rays().tree(&object.mesh) {
        Some(tree) => tree.query_carried(&object.pose, &ray.path(&object.outer_bounds), look),
        None => (0..object.triangle_count() as u32).try_for_each(look),
    };
    met.is_break()
}

/// Whether a point is no farther from a triangle of an object than so much.
pub(crate) fn is_near(object: &WorldObject, point: DVec3, reach: f64) -> bool {
    let corners = object.corners();
    let look = |triangle: u32| match distance(&[point; 3], &corners.of(triangle)).distance <= reach {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let around = Aabb { min: point - DVec3::splat(reach), max: point + DVec3::splat(reach) };
    let seen = match object.mesh.rays().tree(&object.mesh) {
        Some(tree) => tree.query_carried(&object.pose, &around, look),
        None => (0..object.triangle_count() as u32).try_for_each(look),
    };
    seen.is_break()
}
