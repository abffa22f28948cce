use crate::contact::common_point;
use crate::frame::{Frame, is_tame, size};
use crate::{Triangle, overlap};
use glam::DVec3;

/// The distance between two triangles and where it is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Zero exactly when the triangles overlap.
    pub distance: f64,
    /// The nearest point of `a`.
    pub on_a: DVec3,
    /// The nearest point of `b`.
    pub on_b: DVec3,
}

/// The distance between `a` and `b`, with two nearest points, which are one point if the triangles overlap.
///
/// Off by at most 1e-14 of the size of the pair (the largest difference of two coordinates on one axis), zero exactly
/// when the triangles overlap, infinite if it exceeds the largest `f64`. The points are rounded. Swapping `a` and `b`
/// swaps the points and changes nothing else, to the last bit.
///
/// A nearest pair of points lies on two edges, or on a corner and a face that it projects into, unless an edge of one
/// pierces the other. So: the best of these fifteen, and the exact test if it fails to prove that the triangles are apart.
pub fn distance(a: &Triangle, b: &Triangle) -> Nearest {
    if comes_first(b, a) { nearest(b, a).mirrored() } else { nearest(a, b) }
}

/// [`distance`], if it is less than `limit`: much cheaper when a glance tells that it is not.
pub fn distance_below(a: &Triangle, b: &Triangle, limit: f64) -> Option<Nearest> {
    if clearly_beyond(a, b, limit) {
        return None;
    }
    Some(distance(a, b)).filter(|nearest| nearest.distance < limit)
}

/// More than the relative rounding error of a difference of two inner products, less than what matters.
const ROUNDING: f64 = 1.0e-14;

impl Nearest {
    fn mirrored(self) -> Self {
        Self { distance: self.distance, on_a: self.on_b, on_b: self.on_a }
    }
}

/// An order of triangles in which only identical ones are equal, the signs of zeros included.
fn comes_first(a: &Triangle, b: &Triangle) -> bool {
    let bits = |triangle: &Triangle| triangle.map(|corner| corner.to_array().map(f64::to_bits));
    bits(a) < bits(b)
}

fn nearest(a: &Triangle, b: &Triangle) -> Nearest {
    let size = size(a, b);
    let (found, apart) = if is_tame(size) { best(a, b, size) } else { best_scaled(a, b, size) };
    if apart {
        return found;
    }
    if overlap(a, b).is_none() {
        return Nearest { distance: found.distance.max(f64::from_bits(1)), ..found };
    }
    // Where they only touch, the candidate is as good as rounding allows.
    let touch = found.distance <= ROUNDING * size;
    let point = if touch { found.on_a } else { common_point(a, b).unwrap_or(found.on_a) };
    Nearest { distance: 0.0, on_a: point, on_b: point }
}

/// [`best`] for pairs that are too large or too small for it.
#[cold]
fn best_scaled(a: &Triangle, b: &Triangle, size: f64) -> (Nearest, bool) {
    let frame = Frame::around(a[0], size);
    let (a, b) = (frame.inside(a), frame.inside(b));
    let (found, apart) = best(&a, &b, crate::frame::size(&a, &b));
    let (on_a, on_b) = (frame.outside(found.on_a), frame.outside(found.on_b));
    (Nearest { distance: found.distance * frame.unit, on_a, on_b }, apart)
}

/// A triangle with what the candidates share.
struct Side<'t> {
    corners: &'t Triangle,
    /// From each corner to the next.
    edges: [DVec3; 3],
    /// One over the square of each edge; zero for one too short to have a direction.
    inverse: [f64; 3],
}

impl<'t> Side<'t> {
    #[inline]
    fn new(corners: &'t Triangle) -> Self {
        let [p, q, r] = *corners;
        let edges = [q - p, r - q, p - r];
        let inverse = edges.map(|edge| {
            let square = edge.length_squared();
            if square > 1.0e-300 { square.recip() } else { 0.0 }
        });
        Self { corners, edges, inverse }
    }

    /// The point of an edge at `along`, from 0 to 1.
    fn on_edge(&self, edge: usize, along: f64) -> DVec3 {
        self.corners[edge] + self.edges[edge] * along
    }
}

/// The number, or the nearer end of 0..1; 0 for NaN.
#[inline]
fn clamp(value: f64) -> f64 {
    let value = if value > 0.0 { value } else { 0.0 };
    if value < 1.0 { value } else { 1.0 }
}

/// Nearest points of two edges: how far along each, and the vector from one to the other.
///
/// The first guess is for the lines. Taken from cross products, it is good to rounding in the direction in which the
/// distance depends on it, even for almost parallel lines; the normal equations, which square the angle, are not.
/// The two steps after it are projections of a point to an edge, which only bring the points nearer.
#[inline]
fn edge_to_edge(a: &Side, b: &Side, i: usize, j: usize) -> (f64, f64, DVec3) {
    let (u, v, offset) = (a.edges[i], b.edges[j], b.corners[j] - a.corners[i]);
    let normal = u.cross(v);
    let guess = clamp(offset.dot(v.cross(normal)) / normal.length_squared());
    let slope = u.dot(v);
    let t = clamp((guess * slope - offset.dot(v)) * b.inverse[j]);
    let s = clamp((t * slope + offset.dot(u)) * a.inverse[i]);
    (s, t, offset + v * t - u * s)
}

/// A face prepared for projecting points to it.
struct Face {
    origin: DVec3,
    u: DVec3,
    v: DVec3,
    /// Its product with an offset from the origin is the weight of `u`.
    weigh: DVec3,
    slope: f64,
    inverse: f64,
}

impl Face {
    #[inline]
    fn of(side: &Side) -> Self {
        let (u, v) = (side.edges[0], -side.edges[2]);
        let normal = u.cross(v);
        let weigh = v.cross(normal) / normal.length_squared();
        Self { origin: side.corners[0], u, v, weigh, slope: u.dot(v), inverse: side.inverse[2] }
    }

    /// The vector from the projection of `point` to `point`; `None` if the projection is outside.
    #[inline]
    fn to(&self, point: DVec3) -> Option<DVec3> {
        let offset = point - self.origin;
        let s = offset.dot(self.weigh);
        let t = (offset.dot(self.v) - s * self.slope) * self.inverse;
        (s >= 0.0 && t >= 0.0 && s + t <= 1.0).then(|| offset - self.u * s - self.v * t)
    }
}

/// The best of the candidates, all of which are points of the triangles up to rounding; and whether the vector between
/// them proves that the triangles are apart.
fn best(a: &Triangle, b: &Triangle, size: f64) -> (Nearest, bool) {
    let (side_a, side_b) = (Side::new(a), Side::new(b));
    let mut squares = [f64::INFINITY; 15];
    for i in 0..3 {
        for j in 0..3 {
            squares[3 * i + j] = edge_to_edge(&side_a, &side_b, i, j).2.length_squared();
        }
    }
    let (face_a, face_b) = (Face::of(&side_a), Face::of(&side_b));
    for k in 0..3 {
        squares[9 + k] = face_a.to(b[k]).map_or(f64::INFINITY, DVec3::length_squared);
        squares[12 + k] = face_b.to(a[k]).map_or(f64::INFINITY, DVec3::length_squared);
    }
    let mut least = 0;
    for k in 1..15 {
        least = if squares[k] < squares[least] { k } else { least };
    }

    let (on_a, on_b, gap) = match least {
        0..9 => {
            let (i, j) = (least / 3, least % 3);
            let (s, t, gap) = edge_to_edge(&side_a, &side_b, i, j);
            (side_a.on_edge(i, s), side_b.on_edge(j, t), gap)
        }
        9..12 => {
            let gap = face_a.to(b[least - 9]).unwrap_or_default();
            (b[least - 9] - gap, b[least - 9], gap)
        }
        _ => {
            let gap = face_b.to(a[least - 12]).unwrap_or_default();
            (a[least - 12], a[least - 12] - gap, -gap)
        }
    };
    let [low_a, high_a, low_b, high_b] = extents(gap, a, b);
    let bound = ROUNDING * size * gap.abs().element_sum() + f64::MIN_POSITIVE;
    let apart = low_b - high_a > bound || low_a - high_b > bound;
    (Nearest { distance: squares[least].sqrt(), on_a, on_b }, apart)
}

/// How far `a` and `b` extend along `direction`, in units of its length, measured from the first corner.
#[inline]
fn extents(direction: DVec3, a: &Triangle, b: &Triangle) -> [f64; 4] {
    let at = |point: DVec3| direction.dot(point - a[0]);
    let (first, second) = (at(a[1]), at(a[2]));
    let [p, q, r] = b.map(at);
    [first.min(second).min(0.0), first.max(second).max(0.0), p.min(q).min(r), p.max(q).max(r)]
}

/// Whether one of a few directions shows a gap of at least `limit`, with room for the rounding errors of [`distance`].
fn clearly_beyond(a: &Triangle, b: &Triangle, limit: f64) -> bool {
    let size = size(a, b);
    if !is_tame(size) {
        return false;
    }
    let limit = limit + limit.abs() * 1.0e-12 + size * (4.0 * ROUNDING);
    if limit < 0.0 {
        return true;
    }
    let far_along = |direction: DVec3| {
        let [low_a, high_a, low_b, high_b] = extents(direction, a, b);
        let gap = (low_b - high_a).max(low_a - high_b);
        gap > 0.0 && gap * gap > limit * limit * direction.length_squared() + f64::MIN_POSITIVE
    };
    let low = |t: &Triangle| t[0].min(t[1]).min(t[2]);
    let high = |t: &Triangle| t[0].max(t[1]).max(t[2]);
    let between_boxes = (low(b) - high(a)).max(low(a) - high(b)).max(DVec3::ZERO);
    between_boxes.length_squared() > limit * limit
        || far_along(b[0] + b[1] + b[2] - (a[0] + a[1] + a[2]))
        || far_along((a[1] - a[0]).cross(a[2] - a[0]))
        || far_along((b[1] - b[0]).cross(b[2] - b[0]))
}
