use crate::frame::{Frame, is_tame, size};
use crate::{Aabb, Triangle};
use glam::DVec3;

/// Relative distance up to which a point counts as on a plane: above what rounding does to ordinary triangles.
const ON_PLANE: f64 = 1.0e-13;

/// A box around the common points of two overlapping triangles, for showing where they meet: rounded, not exact.
///
/// Never empty, and inside the boxes of both triangles; these boxes' intersection if both triangles are degenerate.
pub fn contact_box(a: &Triangle, b: &Triangle) -> Aabb {
    let bounds = bounds(a, b);
    match common_points(a, b) {
        Some(points) => Aabb::around(points.as_slice().iter().map(|point| point.max(bounds.min).min(bounds.max))),
        None => bounds,
    }
}

/// A point in the middle of what two overlapping triangles share, up to rounding; `None` if both are degenerate.
pub(crate) fn common_point(a: &Triangle, b: &Triangle) -> Option<DVec3> {
    let bounds = bounds(a, b);
    let points = common_points(a, b)?;
    let weight = 1.0 / points.count as f64;
    let mean = points.as_slice().iter().fold(DVec3::ZERO, |sum, point| sum + point * weight);
    Some(mean.max(bounds.min).min(bounds.max))
}

fn bounds(a: &Triangle, b: &Triangle) -> Aabb {
    Aabb::around(*a).intersection(&Aabb::around(*b))
}

/// A convex polygon, segment or point.
struct Points {
    /// Each cut of a convex polygon adds at most one corner. Rounding can spoil that: a polygon whose corners lie above
    /// and below in turn gets half as many more, so the three cuts of a triangle leave at most 4, 6 and 9.
    at: [DVec3; 9],
    count: usize,
}

impl Points {
    const NONE: Self = Self { at: [DVec3::ZERO; 9], count: 0 };

    fn push(&mut self, point: DVec3) {
        self.at[self.count] = point;
        self.count += 1;
    }

    fn as_slice(&self) -> &[DVec3] {
        &self.at[..self.count]
    }
}

/// Points whose hull is what two overlapping triangles share, up to rounding; `None` if both are degenerate.
fn common_points(a: &Triangle, b: &Triangle) -> Option<Points> {
    let size = size(a, b);
    if is_tame(size) {
        return section(a, b, size);
    }
    let frame = Frame::around(a[0], size);
    let (a, b) = (frame.inside(a), frame.inside(b));
    let mut points = section(&a, &b, crate::frame::size(&a, &b))?;
    points.at = points.at.map(|point| frame.outside(point));
    Some(points)
}

/// Cuts one triangle with the plane of the larger one, and what is left with the three sides of that.
fn section(a: &Triangle, b: &Triangle, size: f64) -> Option<Points> {
    let normal = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]);
    let (normal_a, normal_b) = (normal(a), normal(b));
    let (square_a, square_b) = (normal_a.length_squared(), normal_b.length_squared());
    let (face, normal, square, other) =
        if square_a > square_b { (a, normal_a, square_a, b) } else { (b, normal_b, square_b, a) };
    if square == 0.0 {
        return None;
    }
    let normal = normal / square.sqrt();
    let mut points = cut(other, |point| normal.dot(point - face[0]), size * ON_PLANE, Keep::On);
    for k in 0..3 {
        let edge = face[(k + 1) % 3] - face[k];
        let inwards = normal.cross(edge);
        let tolerance = size * ON_PLANE * edge.abs().element_sum();
        points = cut(points.as_slice(), |point| inwards.dot(point - face[k]), tolerance, Keep::Above);
    }
    Some(points)
}

/// Which part of a polygon to keep.
#[derive(PartialEq)]
enum Keep {
    On,
    Above,
}

/// The part of the polygon where `height` is zero, or not negative; if rounding leaves nothing, the corner nearest to it.
fn cut(polygon: &[DVec3], height: impl Fn(DVec3) -> f64, tolerance: f64, keep: Keep) -> Points {
    let mut heights = [0.0; 9];
    for (slot, point) in heights.iter_mut().zip(polygon) {
        let value = height(*point);
        *slot = if value.abs() <= tolerance { 0.0 } else { value };
    }
    let mut kept = Points::NONE;
    for (k, &point) in polygon.iter().enumerate() {
        let next = if k + 1 < polygon.len() { k + 1 } else { 0 };
        let (here, there) = (heights[k], heights[next]);
        if here == 0.0 || (here > 0.0 && keep == Keep::Above) {
            kept.push(point);
        }
        // A segment is a polygon with two corners, whose way back is the way there.
        if here * there < 0.0 && (polygon.len() > 2 || next > k) {
            kept.push(point + (polygon[next] - point) * (here / (here - there)));
        }
    }
    if kept.count == 0 {
        let badness = |k: usize| if keep == Keep::On { heights[k].abs() } else { -heights[k] };
        let nearest = (0..polygon.len()).min_by(|&k, &l| badness(k).total_cmp(&badness(l)));
        nearest.into_iter().for_each(|k| kept.push(polygon[k]));
    }
    kept
}
