//! Where faces of two solids lie in one plane.

use super::Overlay;
use allide_geom::{Class, DVec3, Triangle};
use rayon::prelude::*;

/// The intersection of two coplanar triangles: a convex polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The triangle of the first solid.
    pub a: u32,
    /// The triangle of the second.
    pub b: u32,
    /// The corners, counter-clockwise seen from outside of the first solid.
    pub points: Vec<DVec3>,
    /// The direction out of the first solid, of length 1.
    pub normal: DVec3,
    /// Whether the solids lie on both sides of the plane, touching; otherwise they share the volume behind it.
    pub touching: bool,
}

/// A convex polygon, relative to an origin.
pub(super) struct Polygon {
    pub(super) points: Vec<DVec3>,
    pub(super) normal: DVec3,
    /// A bound on all distances between corners that were computed.
    size: f64,
}

/// The intersection of two coplanar triangles.
pub(super) fn patch(a: &Triangle, b: &Triangle, origin: DVec3) -> Polygon {
    let (a, b) = (a.map(|corner| corner - origin), b.map(|corner| corner - origin));
    let normal = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]);
    let normal_a = normal(&a).normalize_or_zero();
    let turn = normal_a.dot(normal(&b)).signum();
    let mut points = a.to_vec();
    for k in 0..3 {
        let (from, to) = (b[k], b[(k + 1) % 3]);
        // Points to the inside of the other triangle.
        let inwards = normal_a.cross(to - from) * turn;
        let heights: Vec<f64> = points.iter().map(|&point| inwards.dot(point - from)).collect();
        let mut kept = Vec::with_capacity(points.len() + 1);
        for i in 0..points.len() {
            let j = (i + 1) % points.len();
            if heights[i] >= 0.0 {
                kept.push(points[i]);
            }
            if heights[i].min(heights[j]) < 0.0 && heights[i].max(heights[j]) > 0.0 {
                kept.push(points[i] + (points[j] - points[i]) * (heights[i] / (heights[i] - heights[j])));
            }
        }
        points = kept;
    }
    let reach = |point: &DVec3| point.length();
    let size = a.iter().chain(&b).map(reach).fold(0.0, f64::max) * 2.0;
    Polygon { points, normal: normal_a, size }
}

impl Polygon {
    /// The area, and a bound on its error: each side that cuts is off by a few roundings of the size, along the whole size.
    pub(super) fn area(&self) -> (f64, f64) {
        let Some(&apex) = self.points.first() else { return (0.0, 64.0 * f64::EPSILON * self.size * self.size) };
        let twice: DVec3 = self.points.windows(2).map(|edge| (edge[0] - apex).cross(edge[1] - apex)).sum();
        (twice.length() * 0.5, 64.0 * f64::EPSILON * self.size * self.size)
    }

    /// The mean of the corners.
    pub(super) fn middle(&self) -> DVec3 {
        self.points.iter().copied().sum::<DVec3>() / self.points.len().max(1) as f64
    }
}

impl Overlay<'_> {
    /// The polygons that triangles of both share in one plane, in the order of the pairs. Their corners are rounded.
    pub fn patches(&self) -> Vec<Patch> {
        let [a, b] = self.sides.each_ref().map(|side| side.solid);
        let coplanar = self.pairs.par_iter().with_min_len(256).filter(|pair| pair.class == Class::Coplanar);
        let patch = coplanar.map(|pair| {
            let (corners_a, corners_b) = (a.corners(pair.a), b.corners(pair.b));
            let polygon = patch(&corners_a, &corners_b, self.origin);
            let normal_b = (corners_b[1] - corners_b[0]).cross(corners_b[2] - corners_b[0]);
            let touching = polygon.normal.dot(normal_b) < 0.0;
            let points = polygon.points.iter().map(|&point| point + self.origin).collect();
            Patch { a: pair.a, b: pair.b, points, normal: polygon.normal, touching }
        });
        patch.collect()
    }
}
