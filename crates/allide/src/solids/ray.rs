//! Where a point lies to a solid: how often a ray from it crosses the surface.
//!
//! Rays run along an axis, so a triangle is crossed if its projection contains that of the point: three turns in the
//! plane, and one side in space, all exact. Ties never remain, because a point is meant with an infinitesimal step that
//! leaves every line behind: see [`Probe`]. Odd numbers of crossings mean inside, whatever the orientation of shells and
//! however they are nested.

use crate::methods::bvh::{Care, Tree};
use crate::world::WorldObject;
use allide_geom::predicates::{Plane, Sign, orient2d};
use allide_geom::{Aabb, DVec2, DVec3, Triangle, overlap};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Looking at all triangles is faster until so many times as many have been looked at as there are.
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
pub(crate) enum Probe {
    /// The point itself. A ray is moved aside by an infinitesimal step on one axis, and a far smaller one on the other.
    Point(DVec3),
    /// Next to a triangle with area: from its first corner, an infinitesimal step towards the second, a far smaller one
    /// towards the third, and a far smaller one still off the plane, to the given side of it.
    Beside(Triangle, Sign),
}

/// A ray along an axis.
#[derive(Clone, Copy, Debug)]
struct Ray {
    from: DVec3,
    axis: usize,
    /// 1 for upwards, -1 for downwards.
    direction: Sign,
    probe: Probe,
}

/// What is kept with an object, for rays: a tree, once there were many.
#[derive(Debug, Default)]
pub(crate) struct Index {
    scanned: AtomicUsize,
    tree: OnceLock<Tree>,
}

impl Index {
    /// The tree over an object's triangles in the world, if rays have cost more than it does by now.
    fn tree(&self, object: &WorldObject) -> Option<&Tree> {
        let count = object.triangle_count();
        if let Some(tree) = self.tree.get() {
            return Some(tree);
        }
        if count <= 64 || self.scanned.fetch_add(count, Ordering::Relaxed) < SCANS * count {
            return None;
        }
        // Outside the lock, and perhaps more than once: while a thread waits for others, it may be given work that needs
        // the lock.
        let corners = object.corners();
        let _ = self.tree.set(Tree::over(count as u32, Care::Quick, |triangle| Aabb::around(corners.of(triangle))));
        self.tree.get()
    }
}

/// The coordinates across an axis, in an order that keeps turns.
#[inline]
fn across(point: DVec3, axis: usize) -> DVec2 {
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

impl Probe {
    /// A ray that is cheap to follow through a solid within these bounds. `None` for a triangle without area.
    fn ray(self, bounds: &Aabb) -> Option<Ray> {
        match self {
            Probe::Point(from) => {
                let ways = (0..3).flat_map(|axis| {
                    [(bounds.max[axis] - from[axis], axis, 1), (from[axis] - bounds.min[axis], axis, -1)]
                });
                let (_, axis, direction) = ways.min_by(|x, y| x.0.total_cmp(&y.0))?;
                Some(Ray { from, axis, direction, probe: self })
            }
            Probe::Beside(triangle, side) => {
                let normal = Plane::through(&triangle).normal().abs();
                let steepest = (0..3).max_by(|&x, &y| normal[x].total_cmp(&normal[y]))?;
                let axes = [steepest, (steepest + 1) % 3, (steepest + 2) % 3];
                // Away from the plane: then nothing in the plane is crossed.
                let (axis, turn) =
                    axes.into_iter().map(|axis| (axis, turn(&triangle, axis))).find(|&(_, turn)| turn != 0)?;
                Some(Ray { from: triangle[0], axis, direction: turn * side, probe: self })
            }
        }
    }

    /// Which way `p`, `q` and the probe turn, where `p` and `q` differ.
    fn turn(self, p: DVec2, q: DVec2, axis: usize) -> Sign {
        match self {
            Probe::Point(point) => match orient2d(p, q, across(point, axis)) {
                0 if p.y == q.y => sign(q.x - p.x),
                0 => sign(p.y - q.y),
                turn => turn,
            },
            Probe::Beside(triangle, _) => {
                let turns = triangle.into_iter().map(|corner| orient2d(p, q, across(corner, axis)));
                turns.into_iter().find(|&turn| turn != 0).unwrap_or(0)
            }
        }
    }

    /// On which side of a plane it lies; 0 if that is the plane of its triangle.
    fn side(self, plane: &Plane) -> Sign {
        match self {
            Probe::Point(point) => plane.side(point),
            Probe::Beside(triangle, _) => {
                triangle.into_iter().map(|corner| plane.side(corner)).find(|&side| side != 0).unwrap_or(0)
            }
        }
    }
}

fn sign(value: f64) -> Sign {
    Sign::from(value > 0.0) - Sign::from(value < 0.0)
}

impl Ray {
    /// Whether the ray crosses a triangle: `None` if it starts on it.
    fn crosses(&self, triangle: &Triangle) -> Option<bool> {
        let Self { from, axis, direction, probe } = *self;
        let [p, q, r] = *triangle;
        let (low, high) = (p.min(q).min(r), p.max(q).max(r));
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let is_aside = |axis: usize| from[axis] < low[axis] || from[axis] > high[axis];
        let is_behind = if direction > 0 { high[axis] < from[axis] } else { low[axis] > from[axis] };
        if is_aside(u) || is_aside(v) || is_behind {
            return Some(false);
        }
        let is_around = low[axis] <= from[axis] && from[axis] <= high[axis];
        if is_around && matches!(probe, Probe::Point(_)) && overlap(&[from; 3], triangle).is_some() {
            return None;
        }
        let facing = turn(triangle, axis);
        let [p, q, r] = triangle.map(|corner| across(corner, axis));
        // Seen from the side, a triangle is a segment, which the step leaves behind.
        if facing == 0 || [(p, q), (q, r), (r, p)].into_iter().any(|(p, q)| probe.turn(p, q, axis) != facing) {
            return Some(false);
        }
        // Side 0 is the plane that the ray leaves behind.
        Some(!is_around || probe.side(&Plane::through(triangle)) * facing * direction < 0)
    }
}

/// Where the probe lies to the solid that an object bounds. The object has to be closed.
pub(crate) fn locate(object: &WorldObject, probe: Probe) -> Place {
    let bounds = object.bounds();
    let Some(ray) = probe.ray(&bounds) else { return Place::On };
    let from = ray.from;
    if from.cmplt(bounds.min).any() || from.cmpgt(bounds.max).any() {
        return Place::Outside;
    }
    let (corners, mut is_odd, mut is_on) = (object.corners(), false, false);
    let mut visit = |triangle: u32| match ray.crosses(&corners.of(triangle)) {
        Some(crosses) => {
            is_odd ^= crosses;
            ControlFlow::Continue(())
        }
        None => {
            is_on = true;
            ControlFlow::Break(())
        }
    };
    let _ = match object.ray_index().tree(object) {
        Some(tree) => {
            let mut path = Aabb { min: from, max: from };
            if ray.direction > 0 {
                path.max[ray.axis] = bounds.max[ray.axis];
            } else {
                path.min[ray.axis] = bounds.min[ray.axis];
            }
            tree.query(&path, visit)
        }
        None => (0..object.triangle_count() as u32).try_for_each(&mut visit),
    };
    match (is_on, is_odd) {
        (true, _) => Place::On,
        (_, true) => Place::Inside,
        _ => Place::Outside,
    }
}
