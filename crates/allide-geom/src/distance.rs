use crate::contact::common_point;
use crate::frame::{Frame, is_tame, size};
use crate::{Triangle, overlap};
use glam::DVec3;

/// The distance between two triangles and where it is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct NearestPoints {
    /// Zero exactly when the triangles overlap.
    pub distance: f64,
    /// The nearest point of `a`.
    pub on_a: DVec3,
    /// The nearest point of `b`.
    pub on_b: DVec3,
}

/// The distance between `a` and `b`, with two nearest points, which are one point if the triangles overlap.
///
/// The distance is off by at most 1e-14 of the size of the pair (the largest difference of two coordinates on one axis).
/// It is zero exactly when the triangles overlap, and infinite if it exceeds the largest `f64`. The points are rounded;
/// a common point may be farther off if the triangles are almost degenerate or almost parallel. Swapping `a` and `b` swaps
/// the points and changes nothing else, to the last bit.
///
/// Unless they overlap, nearest points lie on two edges, or on a corner and on a face that the corner projects into. So:
/// the best of these fifteen candidates; and the exact test wherever the best does not prove that the triangles are apart.
pub fn distance(a: &Triangle, b: &Triangle) -> NearestPoints {
    if comes_first(b, a) { nearest(b, a).mirrored() } else { nearest(a, b) }
}

/// [`distance`], if it is less than `limit`: much cheaper when a glance tells that it is not.
///
/// ```
/// use allide_geom::{DVec3, distance_below};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let b = a.map(|corner| corner + DVec3::Z * 0.5);
/// assert_eq!(distance_below(&a, &b, 0.75).unwrap().distance, 0.5);
/// assert!(distance_below(&a, &b, 0.5).is_none());
/// ```
pub fn distance_below(a: &Triangle, b: &Triangle, limit: f64) -> Option<NearestPoints> {
    if clearly_beyond(a, b, limit) {
        return None;
    }
    Some(distance(a, b)).filter(|nearest| nearest.distance < limit)
}

/// More than the relative rounding error of a difference of two inner products, less than what matters.
const ROUNDING: f64 = 4.0e-15;

impl NearestPoints {
    fn mirrored(self) -> Self {
        Self { distance: self.distance, on_a: self.on_b, on_b: self.on_a }
    }
}

/// An order of triangles in which only identical ones are equal, the signs of zeros included.
fn comes_first(a: &Triangle, b: &Triangle) -> bool {
    let bits = |triangle: &Triangle| triangle.map(|corner| corner.to_array().map(f64::to_bits));
    bits(a) < bits(b)
}

fn nearest(a: &Triangle, b: &Triangle) -> NearestPoints {
    let size = size(a, b);
    if is_tame(size) { search(a, b, size, || overlap(a, b).is_some()) } else { nearest_scaled(a, b, size) }
}

/// [`nearest`] for pairs that are too large or too small for [`search`].
#[cold]
fn nearest_scaled(a: &Triangle, b: &Triangle, size: f64) -> NearestPoints {
    let frame = Frame::around(a[0], size);
    let (inner_a, inner_b) = (frame.inside(a), frame.inside(b));
    let inner_size = crate::frame::size(&inner_a, &inner_b);
    let found = search(&inner_a, &inner_b, inner_size, || overlap(a, b).is_some());
    let distance = found.distance * frame.unit;
    let distance = if found.distance > 0.0 { distance.max(f64::from_bits(1)) } else { distance };
    NearestPoints { distance, on_a: frame.outside(found.on_a), on_b: frame.outside(found.on_b) }
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

/// NearestPoints points of two edges: how far along each, and the vector from one to the other.
///
/// The first guess is for the lines. Taken from cross products, it is good to rounding in the direction in which the
/// distance depends on it, even for almost parallel lines; the normal equations, which square the angle, are not.
/// The two steps after it are projections of a point to an edge, which only bring the points nearer.
#[inline(always)]
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

    /// The vector from the projection of `point` to `point`, and whether the projection is inside.
    #[inline]
    fn to(&self, point: DVec3) -> (DVec3, bool) {
        let offset = point - self.origin;
        let s = offset.dot(self.weigh);
        let t = (offset.dot(self.v) - s * self.slope) * self.inverse;
        // Whether it is inside is a toss-up, so no branches.
        (offset - self.u * s - self.v * t, (s >= 0.0) & (t >= 0.0) & (s + t <= 1.0))
    }

    #[inline]
    fn square_to(&self, point: DVec3) -> f64 {
        let (gap, inside) = self.to(point);
        if inside { gap.length_squared() } else { f64::INFINITY }
    }
}

/// A candidate for the nearest pair of points; the numbers are those of edges and corners.
#[derive(Clone, Copy)]
enum Candidate {
    Edges(usize, usize),
    /// The face of `a` and a corner of `b`.
    FaceOfA(usize),
    FaceOfB(usize),
}

/// Two triangles with what the candidates share.
struct Pair<'t> {
    a: Side<'t>,
    b: Side<'t>,
    face_a: Face,
    face_b: Face,
}

impl<'t> Pair<'t> {
    #[inline]
    fn new(a: &'t Triangle, b: &'t Triangle) -> Self {
        let (a, b) = (Side::new(a), Side::new(b));
        let (face_a, face_b) = (Face::of(&a), Face::of(&b));
        Self { a, b, face_a, face_b }
    }

    /// The best candidate among pairs of these edges, and these corners with the other face; and its square.
    #[inline(always)]
    fn least<const EDGES: usize, const CORNERS: usize>(
        &self,
        edges: [[usize; EDGES]; 2],
        corners: [[usize; CORNERS]; 2],
    ) -> (Candidate, f64) {
        let mut least = (Candidate::Edges(0, 0), f64::INFINITY);
        let mut offer = |candidate, square| least = if square < least.1 { (candidate, square) } else { least };
        for i in edges[0] {
            for j in edges[1] {
                offer(Candidate::Edges(i, j), edge_to_edge(&self.a, &self.b, i, j).2.length_squared());
            }
        }
        for (of_a, of_b) in corners[0].into_iter().zip(corners[1]) {
            offer(Candidate::FaceOfA(of_b), self.face_a.square_to(self.b.corners[of_b]));
            offer(Candidate::FaceOfB(of_a), self.face_b.square_to(self.a.corners[of_a]));
        }
        least
    }

    /// The two points of a candidate, and the vector from `a` to `b`.
    #[inline]
    fn nearest(&self, candidate: Candidate, square: f64) -> (NearestPoints, DVec3) {
        let (on_a, on_b, gap) = match candidate {
            Candidate::Edges(i, j) => {
                let (s, t, gap) = edge_to_edge(&self.a, &self.b, i, j);
                (self.a.on_edge(i, s), self.b.on_edge(j, t), gap)
            }
            Candidate::FaceOfA(corner) => {
                let point = self.b.corners[corner];
                let (gap, _) = self.face_a.to(point);
                (point - gap, point, gap)
            }
            Candidate::FaceOfB(corner) => {
                let point = self.a.corners[corner];
                let (gap, _) = self.face_b.to(point);
                (point, point - gap, -gap)
            }
        };
        (NearestPoints { distance: square.sqrt(), on_a, on_b }, gap)
    }

    /// The best of all candidates, which are points of the triangles up to rounding.
    #[inline(never)]
    fn best(&self) -> NearestPoints {
        let (candidate, square) = self.least([[0, 1, 2]; 2], [[0, 1, 2]; 2]);
        self.nearest(candidate, square).0
    }
}

/// The corners of `a` and `b` nearest to each other.
#[inline]
fn nearest_corners(a: &Triangle, b: &Triangle) -> (usize, usize) {
    let mut least = (0, f64::INFINITY);
    for (i, p) in a.iter().enumerate() {
        for (j, q) in b.iter().enumerate() {
            let square = p.distance_squared(*q);
            least = if square < least.1 { (3 * i + j, square) } else { least };
        }
    }
    (least.0 / 3, least.0 % 3)
}

/// The best candidate, or a common point if the triangles are `overlapping`, which is asked only if in doubt.
///
/// The nearest points mostly lie next to the nearest corners. If the triangles extend to either side of the gap found
/// there and no farther, they are apart, nothing is nearer, and nine candidates are spared.
fn search(a: &Triangle, b: &Triangle, size: f64, overlapping: impl FnOnce() -> bool) -> NearestPoints {
    const BEFORE: [usize; 3] = [2, 0, 1];
    let pair = Pair::new(a, b);
    let (i, j) = nearest_corners(a, b);
    let (candidate, square) = pair.least([[i, BEFORE[i]], [j, BEFORE[j]]], [[i], [j]]);
    let (found, free, slack) = judge(&pair, candidate, square, size);
    if free > slack && free >= square - slack {
        return found;
    }
    if !overlapping() {
        let found = pair.best();
        return NearestPoints { distance: found.distance.max(f64::from_bits(1)), ..found };
    }
    // Where they only touch, the candidate is as good as rounding allows.
    let touch = found.distance <= ROUNDING * size;
    let point = if touch { found.on_a } else { common_point(a, b).unwrap_or_else(|| pair.best().on_a) };
    NearestPoints { distance: 0.0, on_a: point, on_b: point }
}

/// The outcome of a candidate; how far apart its gap, taken as a direction, keeps the triangles (its square, if nothing
/// is nearer); and what rounding may have added to that.
#[inline(always)]
fn judge(pair: &Pair, candidate: Candidate, square: f64, size: f64) -> (NearestPoints, f64, f64) {
    let (found, gap) = pair.nearest(candidate, square);
    let [_, high_a, low_b, _] = extents(gap, pair.a.corners, pair.b.corners);
    let slack = ROUNDING * size * gap.abs().element_sum() + f64::MIN_POSITIVE;
    (found, low_b - high_a, slack)
}

/// How far `a` and `b` extend along `direction`, in units of its length, measured from the first corner.
#[inline]
fn extents(direction: DVec3, a: &Triangle, b: &Triangle) -> [f64; 4] {
    let at = |point: DVec3| direction.dot(point - a[0]);
    let (first, second) = (at(a[1]), at(a[2]));
    let [p, q, r] = b.map(at);
    [first.min(second).min(0.0), first.max(second).max(0.0), p.min(q).min(r), p.max(q).max(r)]
}

/// Whether a glance shows a gap of at least `limit`, with room for the rounding errors of [`distance`].
fn clearly_beyond(a: &Triangle, b: &Triangle, limit: f64) -> bool {
    let size = size(a, b);
    if is_tame(size) { shows_gap(a, b, size, limit) } else { clearly_beyond_scaled(a, b, size, limit) }
}

/// [`clearly_beyond`] for pairs that are too large or too small for [`shows_gap`].
#[cold]
fn clearly_beyond_scaled(a: &Triangle, b: &Triangle, size: f64, limit: f64) -> bool {
    let frame = Frame::around(a[0], size);
    let (inner_a, inner_b) = (frame.inside(a), frame.inside(b));
    // A limit's loss by underflow is negligible against the size, which is near 1 now. One that overflows is infinite.
    shows_gap(&inner_a, &inner_b, crate::frame::size(&inner_a, &inner_b), limit * frame.unit.recip())
}

/// Whether one of a few directions shows a gap of at least `limit` between triangles of tame size.
///
/// Numbers that underflow are never taken for a gap: a direction is brought to a length near 1, and a limit, widened by a
/// part of the size, has a square that is an ordinary number or infinite.
#[inline]
fn shows_gap(a: &Triangle, b: &Triangle, size: f64, limit: f64) -> bool {
    let limit = limit + limit.abs() * 1.0e-12 + size * (8.0 * ROUNDING);
    if limit < 0.0 {
        return true;
    }
    let square = limit * limit;
    let far_along = |direction: DVec3| {
        let direction = direction * inverse_power(direction.abs().max_element());
        let [low_a, high_a, low_b, high_b] = extents(direction, a, b);
        let gap = (low_b - high_a).max(low_a - high_b);
        gap > 0.0 && gap * gap > square * direction.length_squared()
    };
    let low = |t: &Triangle| t[0].min(t[1]).min(t[2]);
    let high = |t: &Triangle| t[0].max(t[1]).max(t[2]);
    let between_boxes = (low(b) - high(a)).max(low(a) - high(b)).max(DVec3::ZERO);
    between_boxes.length_squared() > square
        || far_along((b[0] - a[0]) + (b[1] - a[1]) + (b[2] - a[2]))
        || far_along((a[1] - a[0]).cross(a[2] - a[0]))
        || far_along((b[1] - b[0]).cross(b[2] - b[0]))
}

/// One over the largest power of two that is not above `value`, which is neither negative nor near the upper end of the
/// range; subnormal numbers and zero count as half the smallest normal number.
#[inline]
fn inverse_power(value: f64) -> f64 {
    let exponent = value.to_bits() & (2047 << 52);
    f64::from_bits((2046_u64 << 52).saturating_sub(exponent))
}
