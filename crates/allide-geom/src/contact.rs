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

/// The corners of what two overlapping triangles share, for showing it: rounded, not exact.
///
/// In order around a convex polygon if the triangles lie in one plane; the two ends of a segment, which may be one point,
/// if they do not. Empty if both triangles are degenerate.
///
/// ```
/// use allide_geom::{DVec3, contact_points};
///
/// let floor = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
/// let fin = [DVec3::new(1.0, 1.0, -1.0), DVec3::new(1.0, 1.0, 1.0), DVec3::new(1.0, 3.0, 0.0)];
/// assert_eq!(contact_points(&floor, &fin), [DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 3.0, 0.0)]);
/// ```
pub fn contact_points(a: &Triangle, b: &Triangle) -> Vec<DVec3> {
    let bounds = bounds(a, b);
    let points = common_points(a, b);
    points.iter().flat_map(Points::as_slice).map(|point| point.max(bounds.min).min(bounds.max)).collect()
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
    let plane = Height { origin: face[0], up: normal, tolerance: size * ON_PLANE };
    let heights = [plane.of(other[0]), plane.of(other[1]), plane.of(other[2])];
    let sides = [0, 1, 2].map(|k| {
        let edge = face[(k + 1) % 3] - face[k];
        let tolerance = size * ON_PLANE * edge.abs().element_sum();
        Height { origin: face[k], up: normal.cross(edge), tolerance }
    });
    if heights == [0.0; 3] {
        let [p, q, r] = *other;
        let triangle = Points { at: [p, q, r, p, p, p, p, p, p], count: 3 };
        let [first, second, third] = &sides;
        return Some(cut(&cut(&cut(&triangle, first), second), third));
    }
    let [p, q] = sides.iter().fold(crossing(other, heights), cut_segment);
    Some(Points { at: [p, q, p, p, p, p, p, p, p], count: 2 })
}

/// A plane, and how far from it a point still counts as on it.
struct Height {
    origin: DVec3,
    up: DVec3,
    tolerance: f64,
}

impl Height {
    #[inline]
    fn of(&self, point: DVec3) -> f64 {
        let height = self.up.dot(point - self.origin);
        if height.abs() <= self.tolerance { 0.0 } else { height }
    }
}

/// The point of height zero on the way from `p` to `q`, whose heights have opposite signs.
#[inline]
fn between(p: DVec3, q: DVec3, height_p: f64, height_q: f64) -> DVec3 {
    p + (q - p) * (height_p / (height_p - height_q))
}

/// The segment of height zero in a triangle whose heights are not all zero; if rounding leaves nothing, the corner
/// nearest to it.
#[inline]
fn crossing(triangle: &Triangle, heights: [f64; 3]) -> [DVec3; 2] {
    let mut ends: Option<[DVec3; 2]> = None;
    let mut add = |point| ends = Some(ends.map_or([point; 2], |[first, _]| [first, point]));
    for (k, l) in [(0, 1), (1, 2), (2, 0)] {
        if heights[k] == 0.0 {
            add(triangle[k]);
        } else if heights[k] * heights[l] < 0.0 {
            add(between(triangle[k], triangle[l], heights[k], heights[l]));
        }
    }
    ends.unwrap_or_else(|| {
        let lower = |k: usize, l: usize| if heights[l].abs() < heights[k].abs() { l } else { k };
        [triangle[lower(lower(0, 1), 2)]; 2]
    })
}

/// The part of a segment that is not below; if rounding leaves nothing, the higher end.
#[inline]
fn cut_segment([p, q]: [DVec3; 2], side: &Height) -> [DVec3; 2] {
    let (height_p, height_q) = (side.of(p), side.of(q));
    match (height_p < 0.0, height_q < 0.0) {
        (false, false) => [p, q],
        (true, false) => [between(p, q, height_p, height_q), q],
        (false, true) => [p, between(p, q, height_p, height_q)],
        (true, true) => [if height_p > height_q { p } else { q }; 2],
    }
}

/// The part of a polygon that is not below; if rounding leaves nothing, the highest corner.
#[inline]
fn cut(polygon: &Points, side: &Height) -> Points {
    let corners = polygon.as_slice();
    let mut last = corners[corners.len() - 1];
    let mut height_last = side.of(last);
    let mut highest = (last, height_last);
    let mut kept = Points { at: [last; 9], count: 0 };
    for &corner in corners {
        let height = side.of(corner);
        if height * height_last < 0.0 {
            kept.push(between(last, corner, height_last, height));
        }
        if height >= 0.0 {
            kept.push(corner);
        }
        highest = if height > highest.1 { (corner, height) } else { highest };
        (last, height_last) = (corner, height);
    }
    if kept.count == 0 {
        kept.push(highest.0);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        corners.map(DVec3::from)
    }

    fn around(points: [[f64; 3]; 2]) -> Aabb {
        Aabb::around(points.map(DVec3::from))
    }

    const FLOOR: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

    #[test]
    fn a_wall_meets_the_floor_in_a_segment() {
        let wall = triangle([[1.0, -9.0, -9.0], [1.0, 9.0, -9.0], [1.0, 0.0, 9.0]]);
        assert_eq!(contact_box(&triangle(FLOOR), &wall), around([[1.0, 0.0, 0.0], [1.0, 3.0, 0.0]]));
        assert_eq!(common_point(&triangle(FLOOR), &wall), Some(DVec3::new(1.0, 1.5, 0.0)));
        let mut ends = contact_points(&triangle(FLOOR), &wall);
        ends.sort_by(|p, q| p.y.total_cmp(&q.y));
        assert_eq!(ends, [DVec3::new(1.0, 0.0, 0.0), DVec3::new(1.0, 3.0, 0.0)]);
    }

    #[test]
    fn coplanar_triangles_meet_in_a_polygon() {
        let shifted = triangle([[1.0, 1.0, 0.0], [-3.0, 1.0, 0.0], [1.0, -3.0, 0.0]]);
        assert_eq!(contact_box(&triangle(FLOOR), &shifted), around([[0.0; 3], [1.0, 1.0, 0.0]]));
        let square = contact_points(&triangle(FLOOR), &shifted);
        let area = square.windows(2).map(|edge| (edge[0] - square[0]).cross(edge[1] - square[0]).z * 0.5).sum::<f64>();
        assert_eq!((square.len(), area.abs()), (4, 1.0));
    }

    #[test]
    fn huge_and_tiny_triangles_meet_in_the_same_way() {
        for scale in [1e-320, 1e-200, 1e200, 1e307] {
            let [floor, post] = [FLOOR, [[1.0, 1.0, 0.0], [1.0, 1.0, 4.0], [1.0, 1.0, 2.0]]];
            let [floor, post] = [floor, post].map(|corners| triangle(corners).map(|corner| corner * scale));
            let foot = [[scale, scale, 0.0]; 2];
            assert_eq!(contact_box(&floor, &post), around(foot));
        }
    }
}
