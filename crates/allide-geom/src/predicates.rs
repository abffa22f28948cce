//! Exact signs of orientation determinants.
//!
//! Three tiers: a floating-point filter with a certified error bound; adaptive expansions (crate `robust`)
//! for coordinates whose products can neither overflow nor underflow, as they are or times a power of two;
//! big integers for the rest.

use crate::double::{PRECISION, orient3d_value};
use crate::scale::centring;
use glam::{BVec3, DVec2, DVec3};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// The sign of a determinant: -1, 0 or 1.
pub type Sign = i8;

/// Sixteen half-ulps. The determinants below round at most nine times on any path from an input to the result.
pub(crate) const FILTER: f64 = 16.0 * (f64::EPSILON / 2.0);
/// Much more than underflow can take from a product, or from a product before it is multiplied with a third number.
pub(crate) const TINY: f64 = 1.0e-280;

fn sign_of(value: f64) -> Sign {
    match value.partial_cmp(&0.0) {
        Some(Ordering::Greater) => 1,
        Some(Ordering::Less) => -1,
        _ => 0,
    }
}

/// A plane through three points, prepared for many side tests.
///
/// Collinear points give no plane: every point then lies on side 0.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    points: [DVec3; 3],
    normal: DVec3,
    /// The normal with every subtraction replaced by an addition of magnitudes: it bounds the rounding errors.
    permanent: DVec3,
}

impl Plane {
    /// The plane through `points`, its positive side being where they turn counter-clockwise.
    #[inline]
    pub fn through(points: &[DVec3; 3]) -> Self {
        let [origin, p, q] = *points;
        let (u, v) = (p - origin, q - origin);
        let forward = DVec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
        let backward = DVec3::new(u.z * v.y, u.x * v.z, u.y * v.x);
        Self { points: *points, normal: forward - backward, permanent: forward.abs() + backward.abs() + TINY }
    }

    /// The plane's normal, rounded; its length is twice the area of the triangle.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// The height of `point` above the plane times the length of the normal, and a bound on its rounding error.
    #[inline]
    pub fn height(&self, point: DVec3) -> (f64, f64) {
        let offset = point - self.points[0];
        (self.normal.dot(offset), FILTER * self.permanent.dot(offset.abs()) + TINY)
    }

    /// [`Plane::height`] with a much smaller bound, for points close to the plane.
    #[cold]
    pub fn height_precisely(&self, point: DVec3) -> (f64, f64) {
        let magnitude = self.permanent.dot((point - self.points[0]).abs());
        (orient3d_value(self.points, point), PRECISION * magnitude + TINY)
    }

    /// How far ahead of a point the plane is along an axis, between two bounds; it is known to be ahead. All there is, where
    /// rounding hides it.
    pub fn ahead(&self, point: DVec3, axis: usize) -> (f64, f64) {
        let (height, error) = self.height(point);
        let (height, slope) = (height.abs(), self.normal[axis].abs());
        let unsure = FILTER * self.permanent[axis];
        // Then quotients neither overflow nor lose bits.
        let is_ordinary = (1.0e-100..1.0e100).contains(&slope) && height < 1.0e100 && slope > 2.0 * unsure;
        if !is_ordinary {
            return (0.0, f64::INFINITY);
        }
        let (low, high) = ((height - error).max(0.0) / (slope + unsure), (height + error) / (slope - unsure));
        (low * (1.0 - 4.0 * f64::EPSILON), high * (1.0 + 4.0 * f64::EPSILON))
    }

    /// [`Plane::ahead`] of a point that may be so far from this one on each axis, and of this one itself.
    pub fn ahead_of_near(&self, point: DVec3, slack: f64, axis: usize) -> (f64, f64) {
        let (low, high) = self.ahead(point, axis);
        if slack == 0.0 || !high.is_finite() {
            return (low, high);
        }
        let steepness = (self.normal.abs() + self.permanent * FILTER).element_sum();
        let more = slack * (steepness / (self.normal[axis].abs() - FILTER * self.permanent[axis])) * (1.0 + 1.0e-9);
        ((low - more).max(0.0), high + more)
    }

    /// The points that it was made of.
    pub(crate) fn points(&self) -> &[DVec3; 3] {
        &self.points
    }

    /// The bound on the magnitudes that make up the normal; see the filter.
    pub(crate) fn permanent(&self) -> DVec3 {
        self.permanent
    }

    /// On which side of the plane `point` lies, exactly.
    #[inline]
    pub fn side(&self, point: DVec3) -> Sign {
        match self.clear_side(point) {
            0 => self.side_exactly(point),
            side => side,
        }
    }

    /// On which side `point` lies if floating-point arithmetic can tell; 0 if the point is on the plane or too close to it.
    #[inline]
    pub(crate) fn clear_side(&self, point: DVec3) -> Sign {
        let offset = point - self.points[0];
        let value = self.normal.dot(offset);
        let bound = FILTER * self.permanent.dot(offset.abs()) + TINY;
        Sign::from(value > bound) - Sign::from(value < -bound)
    }

    /// The exact sides of three points, given what [`Plane::clear_side`] says.
    #[inline]
    pub(crate) fn resolve(&self, clear: [Sign; 3], points: &[DVec3; 3]) -> [Sign; 3] {
        let side = |k: usize| if clear[k] == 0 { self.side_exactly(points[k]) } else { clear[k] };
        [side(0), side(1), side(2)]
    }

    #[inline(never)]
    fn side_exactly(&self, point: DVec3) -> Sign {
        let [a, b, c] = self.points;
        if obviously_coplanar(a, b, c, point) { 0 } else { orient3d_exactly(a, b, c, point) }
    }
}

/// Whether four points share a coordinate, two of them are one, or three lie on a line along an axis: common in
/// buildings, where walls are aligned and parts share corners, and cheaper to see than to compute.
#[inline]
fn obviously_coplanar(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> bool {
    let (ab, ac, ad) = (a.cmpeq(b), a.cmpeq(c), a.cmpeq(d));
    let (bc, bd) = (b.cmpeq(c), b.cmpeq(d));
    let aligned = |mask: BVec3| mask.bitmask().count_ones() > 1;
    (ab & ac & ad).any()
        || (ab.all() || ac.all() || ad.all() || bc.all() || bd.all() || c == d)
        || (aligned(ab & ac) || aligned(ab & ad) || aligned(ac & ad) || aligned(bc & bd))
}

/// On which side of the plane through `a`, `b`, `c` the point `d` lies: the sign of (b-a)×(c-a)·(d-a).
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    Plane::through(&[a, b, c]).side(d)
}

fn orient3d_exactly(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    if let Some(factor) = taming(&[a, b, c, d].map(|p| p.to_array())) {
        let coord = |p: DVec3| robust::Coord3D { x: p.x * factor, y: p.y * factor, z: p.z * factor };
        // `robust` is positive when `d` lies below the plane.
        return -sign_of(robust::orient3d(coord(a), coord(b), coord(c), coord(d)));
    }
    let [u, v, w] = [b, c, d].map(|p| [0, 1, 2].map(|k| integer(p[k]) - integer(a[k])));
    let det = &u[0] * (&v[1] * &w[2] - &v[2] * &w[1])
        + &u[1] * (&v[2] * &w[0] - &v[0] * &w[2])
        + &u[2] * (&v[0] * &w[1] - &v[1] * &w[0]);
    sign_of_integer(&det)
}

/// Which of two planes is nearer ahead of a point along an axis, exactly. Both are known to be ahead, and neither is parallel to
/// the axis.
pub fn nearer_ahead(point: DVec3, axis: usize, planes: [&Plane; 2]) -> Ordering {
    let [first, second] = planes.map(|plane| plane.ahead(point, axis));
    if first.1 < second.0 {
        Ordering::Less
    } else if second.1 < first.0 {
        Ordering::Greater
    } else {
        nearer_exactly(point, axis, planes)
    }
}

#[cold]
#[inline(never)]
fn nearer_exactly(point: DVec3, axis: usize, planes: [&Plane; 2]) -> Ordering {
    // The heights of the point, and how they change along the axis: the distance is the quotient.
    let [(height, slope), (other_height, other_slope)] = planes.map(|plane| {
        let origin = plane.points[0];
        let [u, v, w] =
            [plane.points[1], plane.points[2], point].map(|p| [0, 1, 2].map(|k| integer(p[k]) - integer(origin[k])));
        let normal = |k: usize| {
            let (x, y) = ((k + 1) % 3, (k + 2) % 3);
            &u[x] * &v[y] - &u[y] * &v[x]
        };
        let height: BigInt = (0..3).map(|k| normal(k) * &w[k]).sum();
        (height.magnitude().clone(), normal(axis).magnitude().clone())
    });
    (height * other_slope).cmp(&(other_height * slope))
}

/// Which way the path `a`, `b`, `c` turns: 1 for counter-clockwise, 0 for straight, exactly.
#[inline]
pub fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    let (u, v) = (b - a, c - a);
    let (left, right) = (u.x * v.y, u.y * v.x);
    let value = left - right;
    if value.abs() > FILTER * (left.abs() + right.abs()) + TINY {
        return sign_of(value);
    }
    orient2d_exactly(a, b, c)
}

#[cold]
#[inline(never)]
fn orient2d_exactly(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    if (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y) || a == b || b == c || a == c {
        return 0;
    }
    if let Some(factor) = taming(&[a, b, c].map(|p| p.to_array())) {
        let coord = |p: DVec2| robust::Coord { x: p.x * factor, y: p.y * factor };
        return sign_of(robust::orient2d(coord(a), coord(b), coord(c)));
    }
    let [u, v] = [b, c].map(|p| [0, 1].map(|k| integer(p[k]) - integer(a[k])));
    sign_of_integer(&(&u[0] * &v[1] - &u[1] * &v[0]))
}

/// Which way the direction from `a` to `b` turns into the direction from `c` to `d`: 1 for counter-clockwise, 0 for parallel,
/// exactly.
pub fn turn_between([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Sign {
    let (u, v) = (b - a, d - c);
    let (left, right) = (u.x * v.y, u.y * v.x);
    let value = left - right;
    if value.abs() > FILTER * (left.abs() + right.abs()) + TINY {
        return sign_of(value);
    }
    // A difference has an exact sign, so products with a factor that is zero need no exact product.
    let (sign_left, sign_right) = (sign_of(u.x) * sign_of(v.y), sign_of(u.y) * sign_of(v.x));
    if sign_left == 0 || sign_right == 0 || sign_left != sign_right {
        return (sign_left - sign_right).signum();
    }
    let [u, v] = [(a, b), (c, d)].map(|(p, q)| [integer(q.x) - integer(p.x), integer(q.y) - integer(p.y)]);
    sign_of_integer(&(&u[0] * &v[1] - &u[1] * &v[0]))
}

/// Which way a closed path turns as a whole: the sign of the area that it encloses, exactly.
pub fn turn(path: &[DVec2]) -> Sign {
    let Some(&origin) = path.first() else { return 0 };
    let (mut value, mut magnitude) = (0.0, 0.0);
    for edge in path.windows(2) {
        let (u, v) = (edge[0] - origin, edge[1] - origin);
        value += u.x * v.y - u.y * v.x;
        magnitude += (u.x * v.y).abs() + (u.y * v.x).abs();
    }
    // Each sum rounds once more than there are terms, and each term may underflow.
    let terms = path.len() as f64;
    if value.abs() > FILTER * terms * magnitude + TINY * terms {
        return sign_of(value);
    }
    let integers: Vec<_> = path.iter().map(|point| [integer(point.x), integer(point.y)]).collect();
    let edges = integers.iter().zip(integers.iter().cycle().skip(1));
    sign_of_integer(&edges.map(|(p, q)| &p[0] * &q[1] - &p[1] * &q[0]).sum())
}

/// A power of two times which all coordinates are [`tame`]. No bit is lost, since none of the products is subnormal.
fn taming<const N: usize, const D: usize>(points: &[[f64; D]; N]) -> Option<f64> {
    let values = points.as_flattened();
    if values.iter().all(|&value| tame(value)) {
        return Some(1.0);
    }
    let magnitudes = || values.iter().map(|value| value.abs()).filter(|&magnitude| magnitude > 0.0);
    let (low, high) = (magnitudes().fold(f64::MAX, f64::min), magnitudes().fold(0.0, f64::max));
    let factor = centring(low, high);
    values.iter().all(|&value| tame(value * factor) && (value == 0.0) == (value * factor == 0.0)).then_some(factor)
}

/// Whether products of three such coordinates, and the lowest bits of those products, are ordinary numbers.
fn tame(value: f64) -> bool {
    let magnitude = value.abs();
    value == 0.0 || (1.0e-90..1.0e90).contains(&magnitude)
}

/// `value` in units of the smallest positive `f64`.
fn integer(value: f64) -> BigInt {
    let bits = value.to_bits();
    let exponent = (bits >> 52) & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    let magnitude = match exponent {
        0 => BigInt::from(fraction),
        _ => BigInt::from(fraction | (1 << 52)) << (exponent - 1),
    };
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

pub(crate) fn sign_of_integer(value: &BigInt) -> Sign {
    match value.sign() {
        num_bigint::Sign::Minus => -1,
        num_bigint::Sign::NoSign => 0,
        num_bigint::Sign::Plus => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positive_side_is_where_the_triangle_turns_counter_clockwise() {
        assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z), 1);
        assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, -DVec3::Z), -1);
        assert_eq!(orient2d(DVec2::ZERO, DVec2::X, DVec2::Y), 1);
    }

    #[test]
    fn filter_and_exact_tiers_agree_on_sides() {
        let points = [DVec3::new(0.1, 0.2, 0.3), DVec3::new(1.7, 0.4, -0.3), DVec3::new(0.6, 2.2, 0.9)];
        let plane = Plane::through(&points);
        for k in -20..20 {
            let point = DVec3::new(0.3, 0.1, f64::from(k) * 0.1);
            assert_eq!(plane.side(point), plane.side_exactly(point));
        }
    }

    #[test]
    fn planes_ahead_are_in_exact_order() {
        // Through corners above a point, which they share or miss by one unit in the last place.
        let triangle = |height: f64, tilt: f64| {
            let corner = |x: f64, y: f64| DVec3::new(x, y, height + tilt * (x - 0.3) + 0.7 * tilt * (y - 0.1));
            [corner(-1.0, -1.0), corner(2.0, -1.5), corner(0.1, 3.0)]
        };
        let point = DVec3::new(0.3, 0.1, -0.2);
        for scale in [1.0, 1e-200, 1e200] {
            for tilt in [0.0, 0.9, -40.0] {
                for (height, order) in
                    [(1.0, Ordering::Equal), (1.0_f64.next_up(), Ordering::Less), (0.5, Ordering::Greater)]
                {
                    let flat = [1.0, height].map(|height| Plane::through(&triangle(height, 0.0).map(|p| p * scale)));
                    assert_eq!(nearer_ahead(point * scale, 2, [&flat[0], &flat[1]]), order, "{scale} {height}");
                    assert_eq!(nearer_exactly(point * scale, 2, [&flat[0], &flat[1]]), order);
                    // Tilted, the height above the point is known up to rounding.
                    let tilted = [1.0, height].map(|height| Plane::through(&triangle(height, tilt).map(|p| p * scale)));
                    let exact = nearer_exactly(point * scale, 2, [&tilted[0], &tilted[1]]);
                    assert_eq!(nearer_ahead(point * scale, 2, [&tilted[0], &tilted[1]]), exact);
                    assert!((height - 1.0).abs() < 0.1 || exact == order);
                    assert_eq!(nearer_ahead(point * scale, 2, [&tilted[1], &tilted[0]]), exact.reverse());
                }
            }
        }
    }

    #[test]
    fn mixed_huge_and_tiny_coordinates_have_exact_signs() {
        // The volume is 1e-320 · 1e300 · 1: lost by any product taken in the wrong order.
        let (x, y, z) = (DVec3::X * 1e-160, DVec3::Y * 1e-160, DVec3::Z * 1e300);
        assert_eq!(orient3d(DVec3::ZERO, x, y, z), 1);
        assert_eq!(orient3d(DVec3::ZERO, y, x, z), -1);
        let smallest = f64::from_bits(1);
        assert_eq!(orient2d(DVec2::ZERO, DVec2::X * smallest, DVec2::Y * smallest), 1);
        assert_eq!(orient3d(DVec3::MAX, DVec3::MIN, DVec3::ZERO, DVec3::ONE), 0);
        assert_eq!(
            orient3d(DVec3::MAX, DVec3::MIN, DVec3::X, DVec3::Y),
            orient3d(DVec3::ONE, -DVec3::ONE, DVec3::X, DVec3::Y)
        );
    }

    #[test]
    fn a_path_turns_as_its_area_says_at_any_scale() {
        let bow = [DVec2::ZERO, DVec2::ONE, DVec2::X, DVec2::Y];
        let bent = [DVec2::ZERO, DVec2::X, DVec2::new(0.25, 0.25), DVec2::Y];
        for scale in [1.0, 1e-320, 1e-160, 1e160, 1e308] {
            assert_eq!(turn(&bow.map(|point| point * scale)), 0);
            assert_eq!(turn(&bent.map(|point| point * scale)), 1);
            assert_eq!(turn(&bent.map(|point| DVec2::new(point.y, point.x) * scale)), -1);
        }
        let mut slightly = bow;
        slightly[1].y = 1.0f64.next_up();
        assert_eq!(turn(&slightly), -1);
        assert_eq!((turn(&[]), turn(&[DVec2::ONE]), turn(&[DVec2::ONE, DVec2::X])), (0, 0, 0));
    }

    #[test]
    fn directions_turn_exactly_at_any_scale() {
        let third = DVec2::new(1.0, 3.0);
        // Powers of two: no product is rounded.
        for scale in [1.0, f64::from_bits(1), 2f64.powi(-500), 2f64.powi(500), 2f64.powi(1020)] {
            let along = |from: DVec2, by: DVec2| [from * scale, (from + by) * scale];
            assert_eq!(turn_between(along(DVec2::ONE, third), along(DVec2::ZERO, third * 2.0)), 0);
            assert_eq!(turn_between(along(DVec2::ONE, third), along(third, DVec2::Y)), 1);
            assert_eq!(turn_between(along(third, DVec2::Y), along(DVec2::ZERO, third)), -1);
            assert_eq!(turn_between(along(third, DVec2::Y), along(DVec2::ZERO, DVec2::Y)), 0);
        }
        let (long, slightly) = (DVec2::new(1.0, 1e16), DVec2::new(1.0, 1e16f64.next_up()));
        assert_eq!(turn_between([DVec2::ZERO, long], [DVec2::ZERO, slightly]), 1);
        assert_eq!(turn_between([DVec2::MAX, DVec2::MIN], [DVec2::ZERO, DVec2::ONE]), 0);
        assert_eq!(turn_between([DVec2::ONE; 2], [DVec2::ZERO, DVec2::ONE]), 0);
    }

    #[test]
    fn one_unit_in_the_last_place_decides() {
        let a = DVec2::new(0.5, 0.5);
        let (b, c) = (DVec2::new(12.0, 12.0), DVec2::new(24.0, 24.0));
        assert_eq!(orient2d(a, b, c), 0);
        assert_eq!(
            orient2d(DVec2::new(0.5, 0.5f64.next_up()), b, c),
            -orient2d(DVec2::new(0.5, 0.5f64.next_down()), b, c)
        );
    }
}
