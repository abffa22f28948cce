//! Pairs without two proper, different planes: coplanar triangles, and triangles that collapse to a segment or a point.

use crate::Triangle;
use crate::overlap::Class;
use crate::predicates::{Sign, orient2d, orient3d};
use glam::{DVec2, DVec3};

/// The set of points that a triangle really is.
pub(crate) enum Shape {
    Point(DVec3),
    /// The two end points, different from each other.
    Segment([DVec3; 2]),
    /// A proper triangle, and an axis along which its plane can be projected without collapsing.
    Triangle(Triangle, Axis),
}

/// An axis to project along.
#[derive(Clone, Copy)]
pub(crate) struct Axis(usize);

impl Axis {
    const ALL: [Axis; 3] = [Axis(0), Axis(1), Axis(2)];

    /// The axis that a plane with this normal is most across: it opens the plane unless the normal is lost in rounding.
    #[inline]
    pub(crate) fn across(normal: DVec3) -> Self {
        Self(normal.abs().max_position())
    }

    /// The two coordinates that are left, so that they turn as seen from the end of the axis.
    #[inline(always)]
    pub(crate) fn choose<T>(self, x: T, y: T, z: T) -> (T, T) {
        match self.0 {
            0 => (y, z),
            1 => (z, x),
            _ => (x, y),
        }
    }

    fn project(self, point: DVec3) -> DVec2 {
        self.choose(point.x, point.y, point.z).into()
    }

    fn turn(self, a: DVec3, b: DVec3, c: DVec3) -> Sign {
        orient2d(self.project(a), self.project(b), self.project(c))
    }
}

/// An axis along which the three points do not look collinear; `None` if they are.
fn open_axis(a: DVec3, b: DVec3, c: DVec3) -> Option<Axis> {
    // The best one first: it decides unless the triangle is nearly degenerate.
    let best = Axis::across((b - a).cross(c - a));
    if best.turn(a, b, c) != 0 {
        return Some(best);
    }
    Axis::ALL.into_iter().find(|axis| axis.turn(a, b, c) != 0)
}

/// Whether the triangle has no area, exactly.
pub fn is_degenerate(triangle: &Triangle) -> bool {
    let [a, b, c] = *triangle;
    let normal = (b - a).cross(c - a).abs();
    // Clearly large against the rounding of its own products: a proper triangle.
    let bound = (b - a).abs().max_element() * (c - a).abs().max_element() * 1.0e-14 + 1.0e-270;
    if normal.max_element() > bound {
        return false;
    }
    open_axis(a, b, c).is_none()
}

/// Orders collinear points along their line.
fn key(point: DVec3) -> [f64; 3] {
    point.to_array()
}

impl Shape {
    pub(crate) fn of(triangle: &Triangle) -> Self {
        let [a, b, c] = *triangle;
        if let Some(axis) = open_axis(a, b, c) {
            return Shape::Triangle(*triangle, axis);
        }
        let first = |p: DVec3, q: DVec3| if key(q) < key(p) { q } else { p };
        let last = |p: DVec3, q: DVec3| if key(q) > key(p) { q } else { p };
        let (low, high) = (first(first(a, b), c), last(last(a, b), c));
        if low == high { Shape::Point(low) } else { Shape::Segment([low, high]) }
    }

    /// Whether the two share a point; touching counts. Two triangles must be coplanar.
    pub(crate) fn meets(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Point(p), Shape::Point(q)) => p == q,
            (Shape::Point(p), Shape::Segment(s)) | (Shape::Segment(s), Shape::Point(p)) => point_on_segment(*p, s),
            (Shape::Point(p), Shape::Triangle(t, axis)) | (Shape::Triangle(t, axis), Shape::Point(p)) => {
                let [a, b, c] = *t;
                orient3d(a, b, c, *p) == 0 && !separated(&counter_clockwise(t, *axis), &[*p], *axis)
            }
            (Shape::Segment(s), Shape::Segment(r)) => segments_meet(s, r),
            (Shape::Segment(s), Shape::Triangle(t, axis)) | (Shape::Triangle(t, axis), Shape::Segment(s)) => {
                segment_meets_triangle(s, t, *axis)
            }
            (Shape::Triangle(a, axis), Shape::Triangle(b, _)) => coplanar_overlap(a, b, *axis).is_some(),
        }
    }
}

/// [`crate::overlap`] for pairs that are coplanar or have a degenerate side.
pub(crate) fn overlap(a: &Triangle, b: &Triangle) -> Option<Class> {
    // Two axes of the box suffice to tell most coplanar pairs apart.
    let low = |t: &Triangle| t[0].min(t[1]).min(t[2]);
    let high = |t: &Triangle| t[0].max(t[1]).max(t[2]);
    if !(low(a).cmple(high(b)).all() && low(b).cmple(high(a)).all()) {
        return None;
    }
    // The best axis first: it opens both unless one is degenerate or nearly so.
    let axis = Axis::across((a[1] - a[0]).cross(a[2] - a[0]));
    if let (Some(a), Some(b)) = (opened(a, axis), opened(b, axis)) {
        return polygons_overlap(&a, &b);
    }
    match (Shape::of(a), Shape::of(b)) {
        (Shape::Triangle(a, axis), Shape::Triangle(b, _)) => coplanar_overlap(&a, &b, axis),
        (a, b) => a.meets(&b).then_some(Class::Touching),
    }
}

/// A triangle seen along an axis, turned counter-clockwise; `None` if it looks collinear from there.
pub(crate) fn opened(triangle: &Triangle, axis: Axis) -> Option<[DVec2; 3]> {
    let [p, q, r] = [axis.project(triangle[0]), axis.project(triangle[1]), axis.project(triangle[2])];
    match orient2d(p, q, r) {
        1 => Some([p, q, r]),
        -1 => Some([p, r, q]),
        _ => None,
    }
}

fn counter_clockwise(triangle: &Triangle, axis: Axis) -> Triangle {
    let [a, b, c] = *triangle;
    if axis.turn(a, b, c) > 0 { [a, b, c] } else { [a, c, b] }
}

/// Whether some edge of the counter-clockwise convex polygon has all `points` strictly outside.
fn separated(polygon: &[DVec3], points: &[DVec3], axis: Axis) -> bool {
    edges(polygon).any(|(p, q)| points.iter().all(|&point| axis.turn(p, q, point) < 0))
}

fn edges(polygon: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> {
    (0..polygon.len()).map(|k| (polygon[k], polygon[(k + 1) % polygon.len()]))
}

/// `axis` opens both, as they lie in one plane.
fn coplanar_overlap(a: &Triangle, b: &Triangle, axis: Axis) -> Option<Class> {
    polygons_overlap(&opened(a, axis)?, &opened(b, axis)?)
}

/// Convex polygons are apart exactly if an edge of one has the other strictly outside, and share no area exactly if
/// an edge of one has the other outside or on it.
fn polygons_overlap(a: &[DVec2; 3], b: &[DVec2; 3]) -> Option<Class> {
    let mut share_area = true;
    for (polygon, points) in [(a, b), (b, a)] {
        for (p, q) in [(polygon[0], polygon[1]), (polygon[1], polygon[2]), (polygon[2], polygon[0])] {
            // The first point inside settles the edge.
            let mut nearest = -1;
            for &point in points {
                nearest = nearest.max(orient2d(p, q, point));
                if nearest > 0 {
                    break;
                }
            }
            match nearest {
                -1 => return None,
                0 => share_area = false,
                _ => {}
            }
        }
    }
    Some(if share_area { Class::Coplanar } else { Class::Touching })
}

fn point_on_segment(p: DVec3, [s, t]: &[DVec3; 2]) -> bool {
    open_axis(*s, *t, p).is_none() && key(*s) <= key(p) && key(p) <= key(*t)
}

/// End points are ordered by [`key`], as in [`Shape::of`].
fn segments_meet(s: &[DVec3; 2], r: &[DVec3; 2]) -> bool {
    if orient3d(s[0], s[1], r[0], r[1]) != 0 {
        return false;
    }
    let Some(axis) = open_axis(s[0], s[1], r[0]).or_else(|| open_axis(s[0], s[1], r[1])) else {
        return key(s[0]) <= key(r[1]) && key(r[0]) <= key(s[1]);
    };
    let apart = |s: &[DVec3; 2], r: &[DVec3; 2]| axis.turn(s[0], s[1], r[0]) * axis.turn(s[0], s[1], r[1]) > 0;
    !apart(s, r) && !apart(r, s)
}

/// `axis` opens the plane of `triangle`, which is not degenerate.
pub(crate) fn segment_meets_triangle(segment: &[DVec3; 2], triangle: &Triangle, axis: Axis) -> bool {
    let [a, b, c] = *triangle;
    let [p, q] = *segment;
    match (orient3d(a, b, c, p), orient3d(a, b, c, q)) {
        (0, 0) => {
            let polygon = counter_clockwise(triangle, axis);
            !separated(&polygon, segment, axis) && !separated(&[p, q], &polygon, axis)
        }
        (above, below) if above == below => false,
        _ => pierces(segment, triangle),
    }
}

/// Whether a segment that meets the plane of a proper triangle in one point meets the triangle there.
pub(crate) fn pierces(segment: &[DVec3; 2], triangle: &Triangle) -> bool {
    let ([p, q], [a, b, c]) = (*segment, *triangle);
    let turn = orient3d(p, q, a, b);
    let next = orient3d(p, q, b, c);
    if turn * next < 0 {
        return false;
    }
    let last = orient3d(p, q, c, a);
    turn * last >= 0 && next * last >= 0
}

impl Shape {
    /// The parts of this shape as seen from its point `apex`: each is the hull of `apex` and something that does not
    /// contain `apex`, which is returned.
    pub(crate) fn links(&self, apex: DVec3) -> Vec<Shape> {
        match self {
            Shape::Point(_) => Vec::new(),
            Shape::Segment(ends) => ends.iter().filter(|&&end| end != apex).map(|&end| Shape::Point(end)).collect(),
            Shape::Triangle(corners, _) => {
                let mut rest = corners.iter().filter(|&&corner| corner != apex);
                let (p, q) = (rest.next(), rest.next());
                p.zip(q).map(|(&p, &q)| Shape::of(&[p, q, q])).into_iter().collect()
            }
        }
    }
}
