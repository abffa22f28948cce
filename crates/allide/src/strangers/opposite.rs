//! Points of two triangles that lie opposite each other.
//!
//! The nearest points of large triangles may be where a surface connects them, at the rim of a plate or at the bottom of a slot,
//! while the triangles as a whole are strangers. So the middle of what lies opposite each other counts, too.

use super::RATIO;
use allide_geom::{DVec3, Triangle};

/// A point of the plane that both triangles are projected to, and how far apart the planes of the triangles are there.
#[derive(Clone, Copy)]
struct Vertex {
    at: [f64; 2],
    gap: f64,
}

/// How often the gap is doubled, from the smallest on.
const LEVELS: i32 = 16;
/// An area below this fraction of the smaller triangle counts as 0.
const LEAST: f64 = 1.0e-9;

/// Seen along the mean of their normals, two triangles cover a common region. Of the parts of it where their planes are at most
/// 2, 4, 8, … times as far apart as where they are nearest, and of all of it, the middles: their points on either triangle,
/// from near to farther. None if the triangles are inclined so much that no points face each other.
pub(super) fn points(triangles: [Triangle; 2]) -> impl Iterator<Item = [DVec3; 2]> {
    let seen = Seen::new(triangles);
    seen.into_iter().flat_map(|seen| {
        let gaps = || seen.region.iter().map(|vertex| vertex.gap);
        let (least, most) = (gaps().fold(f64::INFINITY, f64::min), gaps().fold(0.0, f64::max));
        let levels = (1..=LEVELS).map(move |level| least * 2f64.powi(level)).take_while(move |&gap| gap < most);
        levels.chain([f64::INFINITY]).filter_map(move |gap| Some(seen.lift(middle(&cut(&seen.region, gap))?)))
    })
}

/// Two triangles seen along one direction.
struct Seen {
    origin: DVec3,
    axes: [DVec3; 2],
    way: DVec3,
    /// The heights of both planes above the origin, and how they change along the axes.
    planes: [[f64; 3]; 2],
    region: Vec<Vertex>,
}

impl Seen {
    fn new(triangles: [Triangle; 2]) -> Option<Self> {
        let normal = |[p, q, r]: Triangle| (q - p).cross(r - p).try_normalize();
        let (first, second) = (normal(triangles[0])?, normal(triangles[1])?);
        let second = if first.dot(second) < 0.0 { -second } else { second };
        // The cosine of twice the angle whose sine is one over the ratio.
        if first.dot(second) < 1.0 - 2.0 / (RATIO * RATIO) {
            return None;
        }
        let way = (first + second).normalize();
        let (right, up) = way.any_orthonormal_pair();
        let (origin, axes) = (triangles[0][0], [right, up]);
        let plane = |normal: DVec3, [point, ..]: Triangle| {
            let steep = normal.dot(way).recip();
            [normal.dot(point - origin) * steep, -normal.dot(right) * steep, -normal.dot(up) * steep]
        };
        let planes = [plane(first, triangles[0]), plane(second, triangles[1])];
        let [a, b] = triangles.map(|corners| {
            let flat = corners.map(|corner| axes.map(|axis| axis.dot(corner - origin)));
            if area(&flat) < 0.0 { [flat[0], flat[2], flat[1]] } else { flat }
        });
        let mut region = a.to_vec();
        for place in 0..3 {
            let (from, to) = (b[place], b[(place + 1) % 3]);
            region = clip(&region, |point| area(&[from, to, *point]), between);
        }
        let is_there = region.len() > 2 && area(&region) > LEAST * area(&a).min(area(&b));
        let gap = |&at: &[f64; 2]| height(&planes[1], at) - height(&planes[0], at);
        let gaps: Vec<f64> = region.iter().map(gap).collect();
        let is_one_sided = gaps.iter().all(|&gap| gap > 0.0) || gaps.iter().all(|&gap| gap < 0.0);
        let region = region.into_iter().zip(gaps).map(|(at, gap)| Vertex { at, gap: gap.abs() }).collect();
        (is_there && is_one_sided).then_some(Self { origin, axes, way, planes, region })
    }

    /// The points of both triangles at a point of the plane.
    fn lift(&self, at: [f64; 2]) -> [DVec3; 2] {
        let foot = self.origin + self.axes[0] * at[0] + self.axes[1] * at[1];
        self.planes.map(|plane| foot + self.way * height(&plane, at))
    }
}

fn height([start, right, up]: &[f64; 3], at: [f64; 2]) -> f64 {
    start + right * at[0] + up * at[1]
}

/// The part of a region where the gap is at most so much.
fn cut(region: &[Vertex], most: f64) -> Vec<[f64; 2]> {
    let part = clip(
        region,
        |vertex| if most == f64::INFINITY { 1.0 } else { most - vertex.gap },
        |x, y, along| Vertex { at: between(&x.at, &y.at, along), gap: most },
    );
    part.into_iter().map(|vertex| vertex.at).collect()
}

/// The part of a convex polygon where `side` is not negative.
fn clip<V: Copy>(polygon: &[V], side: impl Fn(&V) -> f64, between: impl Fn(&V, &V, f64) -> V) -> Vec<V> {
    let mut part = Vec::with_capacity(polygon.len() + 1);
    for (place, vertex) in polygon.iter().enumerate() {
        let next = &polygon[(place + 1) % polygon.len()];
        let (own, other) = (side(vertex), side(next));
        if own >= 0.0 {
            part.push(*vertex);
        }
        if (own > 0.0 && other < 0.0) || (own < 0.0 && other > 0.0) {
            part.push(between(vertex, next, own / (own - other)));
        }
    }
    part
}

fn between(x: &[f64; 2], y: &[f64; 2], along: f64) -> [f64; 2] {
    [x[0] + (y[0] - x[0]) * along, x[1] + (y[1] - x[1]) * along]
}

/// Twice the area of a convex polygon, negative if it is clockwise.
fn area(polygon: &[[f64; 2]]) -> f64 {
    let [first, rest @ ..] = polygon else { return 0.0 };
    rest.windows(2).map(|two| doubled(first, &two[0], &two[1])).sum()
}

fn doubled(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The centre of gravity of a convex polygon with area.
fn middle(polygon: &[[f64; 2]]) -> Option<[f64; 2]> {
    let [first, rest @ ..] = polygon else { return None };
    let (mut sum, mut weight) = ([0.0; 2], 0.0);
    for two in rest.windows(2) {
        let area = doubled(first, &two[0], &two[1]);
        weight += area;
        (0..2).for_each(|axis| sum[axis] += area * (first[axis] + two[0][axis] + two[1][axis]));
    }
    (weight > 0.0).then(|| sum.map(|sum| sum / (3.0 * weight)))
}
