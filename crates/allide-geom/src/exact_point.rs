//! Points that are not corners: where an edge meets a plane, where two segments cross, halfway between two others.
//!
//! Their coordinates are fractions, so such a point is known twice: rounded, with a bound on the error, which decides nearly
//! every sign; and exactly, in homogeneous whole numbers, which are computed only where rounding leaves a sign open.

use crate::Triangle;
use crate::predicates::{FILTER, Plane, Sign, TINY, orient2d, sign_of_integer};
use glam::{DVec2, DVec3};
use num_bigint::BigInt;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Ordering;

/// A point with exact coordinates that need not be `f64`.
///
/// ```
/// use allide_geom::predicates::Plane;
/// use allide_geom::{DVec3, ExactPoint};
///
/// // A third has no exact `f64`, but the plane through it and two corners knows that it is on it.
/// let steep = [DVec3::ZERO, DVec3::Y, DVec3::new(1.0, 0.0, 3.0)];
/// let point = ExactPoint::on_plane([DVec3::Z, DVec3::new(1.0, 0.0, 1.0)], &steep);
/// assert_eq!(point.side(&Plane::through(&steep)), 0);
/// assert_eq!(point.side(&Plane::through(&[DVec3::ZERO, DVec3::X, DVec3::Y])), 1);
/// ```
#[derive(Clone, Debug)]
pub struct ExactPoint {
    near: DVec3,
    /// No coordinate is farther from the true one.
    error: f64,
    origin: Origin,
    exact: OnceCell<Homogeneous>,
}

/// Where a point comes from.
#[derive(Clone, Debug)]
enum Origin {
    Corner,
    OnPlane([DVec3; 2], Triangle),
    Middle(Box<[ExactPoint; 2]>),
    /// Its exact coordinates are known already.
    Known,
}

impl From<DVec3> for ExactPoint {
    fn from(corner: DVec3) -> Self {
        Self { near: corner, error: 0.0, origin: Origin::Corner, exact: OnceCell::new() }
    }
}

impl ExactPoint {
    /// Where a segment meets the plane of a triangle. Its ends are not on the same side, and not both in the plane.
    pub fn on_plane([p, q]: [DVec3; 2], triangle: &Triangle) -> Self {
        let plane = Plane::through(triangle);
        let [(height_p, error_p), (height_q, error_q)] = [p, q].map(|end| plane.height(end));
        let (difference, error) = (height_p - height_q, error_p.max(error_q));
        let slack = difference.abs() - 2.0 * error;
        let length = (q - p).abs().max_element();
        let part = (height_p / difference).clamp(0.0, 1.0);
        let share = if slack > 0.0 { (2.0 * error + 4.0 * f64::EPSILON * difference.abs()) / slack } else { 1.0 };
        let rounding = 4.0 * f64::EPSILON * (p.abs().max_element() + q.abs().max_element()) + TINY;
        let bound = length * share.min(1.0) * (1.0 + 1.0e-9) + rounding;
        let near = if part.is_finite() { p + (q - p) * part } else { p };
        let error = if near.is_finite() && bound.is_finite() { bound } else { f64::INFINITY };
        Self { near, error, origin: Origin::OnPlane([p, q], *triangle), exact: OnceCell::new() }
    }

    /// Halfway between two points.
    pub fn middle(p: Self, q: Self) -> Self {
        let near = p.near * 0.5 + q.near * 0.5;
        let rounding = 2.0 * f64::EPSILON * (p.near.abs().max_element() + q.near.abs().max_element()) + TINY;
        let error = p.error.max(q.error) + rounding;
        Self { near, error, origin: Origin::Middle(Box::new([p, q])), exact: OnceCell::new() }
    }

    /// Where the segment from `p` to `q` meets the line through `r` and `s`, all in one plane, seen along an axis from which
    /// that plane has area. The ends are not on the same side of the line, and not both on it.
    pub fn crossing([p, q]: [&Self; 2], [r, s]: [&Self; 2], axis: usize) -> Self {
        let [p, q, r, s] = level([p, q, r, s].map(Self::exact));
        let [of_p, of_q] = [&p, &q].map(|end| minors([&r, &s, end], axis));
        Self::known(q.times(&of_p).minus(&p.times(&of_q)))
    }

    fn known(exact: Homogeneous) -> Self {
        let (near, error) = exact.rounded();
        Self { near, error, origin: Origin::Known, exact: OnceCell::from(exact) }
    }

    /// The point, rounded, and a bound on the error of each coordinate.
    pub fn near(&self) -> (DVec3, f64) {
        (self.near, self.error)
    }

    /// On which side of a plane it lies.
    pub fn side(&self, plane: &Plane) -> Sign {
        if self.is_corner() {
            return plane.side(self.near);
        }
        let (height, error) = plane.height(self.near);
        let steepness = (plane.normal().abs() + plane.permanent() * FILTER).element_sum();
        let bound = (error + steepness * self.error) * (1.0 + 1.0e-9);
        // Also where the bound is not a number.
        if height.abs() > bound {
            return if height > 0.0 { 1 } else { -1 };
        }
        self.side_exactly(plane.points())
    }

    #[cold]
    fn side_exactly(&self, points: &Triangle) -> Sign {
        let corners = points.map(Homogeneous::from);
        let [x, p, q, r] = level([self.exact(), &corners[0], &corners[1], &corners[2]]);
        let [x0, x1, x2, w] = &x.at;
        let [u, v] = [q, r].map(|corner| [0, 1, 2].map(|k| &corner.at[k] - &p.at[k]));
        let away = [x0 - &p.at[0] * w, x1 - &p.at[1] * w, x2 - &p.at[2] * w];
        let normal = |k: usize| &u[(k + 1) % 3] * &v[(k + 2) % 3] - &u[(k + 2) % 3] * &v[(k + 1) % 3];
        sign_of_integer(&(0..3).map(|k| normal(k) * &away[k]).sum())
    }

    fn is_corner(&self) -> bool {
        matches!(self.origin, Origin::Corner)
    }

    /// Which way `p`, `q` and this point turn, seen along an axis.
    pub fn turn(&self, p: DVec3, q: DVec3, axis: usize) -> Sign {
        let (a, b, c) = (across(p, axis), across(q, axis), across(self.near, axis));
        if self.is_corner() {
            return orient2d(a, b, c);
        }
        let (u, v) = (b - a, c - a);
        let (left, right) = (u.x * v.y, u.y * v.x);
        let magnitude = u.x.abs() + u.y.abs();
        let bound = FILTER * (left.abs() + right.abs() + magnitude * self.error) + magnitude * self.error + TINY;
        let value = left - right;
        if value.abs() > bound {
            return if value > 0.0 { 1 } else { -1 };
        }
        turn([&p.into(), &q.into(), self], axis)
    }

    /// Which of two points has the larger coordinate.
    pub fn compare(&self, other: &Self, axis: usize) -> Ordering {
        if self.is_corner() && other.is_corner() {
            // Positive and negative zero are one number.
            return (self.near[axis] + 0.0).total_cmp(&(other.near[axis] + 0.0));
        }
        let difference = self.near[axis] - other.near[axis];
        if difference.abs() > (self.error + other.error) * (1.0 + 1.0e-9) + f64::EPSILON * difference.abs() {
            return difference.total_cmp(&0.0);
        }
        let [a, b] = level([self.exact(), other.exact()]);
        (&a.at[axis] * &b.at[3]).cmp(&(&b.at[axis] * &a.at[3]))
    }

    /// Whether two points are one.
    pub fn is_at(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.compare(other, axis).is_eq())
    }

    fn exact(&self) -> &Homogeneous {
        self.exact.get_or_init(|| match &self.origin {
            Origin::Corner | Origin::Known => self.near.into(),
            Origin::OnPlane([p, q], triangle) => on_plane([*p, *q], triangle),
            Origin::Middle(ends) => {
                let [p, q] = level([ends[0].exact(), ends[1].exact()]);
                p.times(&q.at[3]).plus(&q.times(&p.at[3]))
            }
        })
    }
}

/// Which way three points turn, seen along an axis.
pub fn turn(points: [&ExactPoint; 3], axis: usize) -> Sign {
    let [a, b, c] = points.map(|point| across(point.near, axis));
    if points.iter().all(|point| point.is_corner()) {
        return orient2d(a, b, c);
    }
    let (u, v) = (b - a, c - a);
    let (left, right) = (u.x * v.y, u.y * v.x);
    let error = points.iter().map(|point| point.error).fold(0.0, f64::max) * 2.0;
    let magnitude = u.x.abs() + u.y.abs() + v.x.abs() + v.y.abs() + 2.0 * error;
    let bound = FILTER * (left.abs() + right.abs() + magnitude * error) + magnitude * error + TINY;
    let value = left - right;
    if value.abs() > bound {
        return if value > 0.0 { 1 } else { -1 };
    }
    sign_of_integer(&determinant(points, axis))
}

/// The coordinates across an axis, in an order that keeps turns.
fn across(point: DVec3, axis: usize) -> DVec2 {
    DVec2::new(point[(axis + 1) % 3], point[(axis + 2) % 3])
}

/// Positive if the points turn counter-clockwise, seen along an axis: twice the area times all three denominators.
fn determinant(points: [&ExactPoint; 3], axis: usize) -> BigInt {
    let [a, b, c] = level(points.map(ExactPoint::exact));
    minors([&a, &b, &c], axis)
}

/// The same for points in one unit.
fn minors([a, b, c]: [&Homogeneous; 3], axis: usize) -> BigInt {
    let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
    let minor = |p: &Homogeneous, q: &Homogeneous, i: usize, j: usize| &p.at[i] * &q.at[j] - &p.at[j] * &q.at[i];
    &a.at[x] * minor(b, c, y, 3) - &a.at[y] * minor(b, c, x, 3) + &a.at[3] * minor(b, c, x, y)
}

fn on_plane([p, q]: [DVec3; 2], triangle: &Triangle) -> Homogeneous {
    let all = [p, q, triangle[0], triangle[1], triangle[2]];
    let lowest = all.iter().flat_map(|point| point.to_array()).map(lowest_bit).min().unwrap_or(0);
    let [p, q, a, b, c] = all.map(|point| Homogeneous::at(point, lowest));
    let [u, v] = [b, c].map(|corner| [0, 1, 2].map(|k| &corner.at[k] - &a.at[k]));
    let normal = [0, 1, 2].map(|k| &u[(k + 1) % 3] * &v[(k + 2) % 3] - &u[(k + 2) % 3] * &v[(k + 1) % 3]);
    let height = |point: &Homogeneous| (0..3).map(|k| &normal[k] * (&point.at[k] - &a.at[k])).sum::<BigInt>();
    let (height_p, height_q) = (height(&p), height(&q));
    q.times(&height_p).minus(&p.times(&height_q))
}

/// A point as whole numbers: each of the first three over the last, in units of a power of two. The last one is positive.
#[derive(Clone, Debug)]
struct Homogeneous {
    at: [BigInt; 4],
    unit: i32,
}

impl From<DVec3> for Homogeneous {
    fn from(point: DVec3) -> Self {
        let lowest = point.to_array().map(lowest_bit).into_iter().min().unwrap_or(0);
        Self::at(point, lowest.min(1100))
    }
}

impl Homogeneous {
    fn at(point: DVec3, unit: i32) -> Self {
        let [x, y, z] = point.to_array().map(|value| whole(value, unit));
        Self { at: [x, y, z, BigInt::from(1)], unit }
    }

    fn in_unit(&self, unit: i32) -> Cow<'_, Self> {
        let shift = self.unit - unit;
        if shift == 0 {
            return Cow::Borrowed(self);
        }
        let mut at = self.at.clone();
        at[..3].iter_mut().for_each(|value| *value <<= shift);
        Cow::Owned(Self { at, unit })
    }

    fn times(&self, factor: &BigInt) -> Self {
        Self { at: [0, 1, 2, 3].map(|k| &self.at[k] * factor), unit: self.unit }
    }

    fn plus(&self, other: &Self) -> Self {
        Self { at: [0, 1, 2, 3].map(|k| &self.at[k] + &other.at[k]), unit: self.unit }.normal()
    }

    fn minus(&self, other: &Self) -> Self {
        Self { at: [0, 1, 2, 3].map(|k| &self.at[k] - &other.at[k]), unit: self.unit }.normal()
    }

    /// The same point over a positive number.
    fn normal(mut self) -> Self {
        if sign_of_integer(&self.at[3]) < 0 {
            self.at.iter_mut().for_each(|value| *value = -&*value);
        }
        self
    }

    fn rounded(&self) -> (DVec3, f64) {
        let near = DVec3::from_array([0, 1, 2].map(|k| quotient(&self.at[k], &self.at[3], self.unit)));
        let error = 4.0 * f64::EPSILON * near.abs().max_element() + TINY;
        (near, if near.is_finite() { error } else { f64::INFINITY })
    }
}

/// The same points in one unit.
fn level<const N: usize>(points: [&Homogeneous; N]) -> [Cow<'_, Homogeneous>; N] {
    let unit = points.iter().map(|point| point.unit).min().unwrap_or(0);
    points.map(|point| point.in_unit(unit))
}

/// The exponent of the lowest bit of a number that is set; a large one for 0.
fn lowest_bit(value: f64) -> i32 {
    let (fraction, exponent) = parts(value);
    if fraction == 0 { 2000 } else { exponent + fraction.trailing_zeros() as i32 }
}

/// A number as a whole number times a power of two; the sign is left out.
fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
    if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) }
}

/// A number in units of a power of two that divides it.
fn whole(value: f64, unit: i32) -> BigInt {
    let (fraction, exponent) = parts(value);
    let shift = exponent - unit;
    let magnitude = BigInt::from(fraction);
    let magnitude = if shift >= 0 { magnitude << shift } else { magnitude >> -shift };
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

/// A quotient in units of a power of two, rounded; infinite or 0 where it is out of range.
fn quotient(of: &BigInt, by: &BigInt, unit: i32) -> f64 {
    let shift = 63 + by.bits() as i64 - of.bits() as i64;
    let scaled = if shift >= 0 { of << shift } else { of >> -shift };
    let digits: i128 = i128::try_from(scaled / by).unwrap_or(0);
    let exponent = i64::from(unit) - shift;
    // In two steps: the power alone may be out of range.
    let half = exponent.clamp(-4000, 4000) as i32 / 2;
    digits as f64 * 2f64.powi(half) * 2f64.powi(exponent.clamp(-4000, 4000) as i32 - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seed: u64) -> impl FnMut(u64) -> f64 {
        let mut state = seed;
        move |limit| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % limit) as f64
        }
    }

    #[test]
    fn a_point_on_a_plane_is_on_it_whatever_the_scale() {
        let mut next = numbers(7);
        let mut decided = 0;
        for case in 0..400 {
            let scale = [1.0, 0.1, 1e-9, 1e12, 1e-150, 1e150][case % 6];
            let mut point = || DVec3::new(next(9) - 4.0, next(9) - 4.0, next(9) - 4.0) * scale;
            let (triangle, other, edge) =
                ([point(), point(), point()], [point(), point(), point()], [point(), point()]);
            let plane = Plane::through(&triangle);
            let [p, q] = edge.map(|end| plane.side(end));
            if p * q >= 0 {
                continue;
            }
            decided += 1;
            let x = ExactPoint::on_plane(edge, &triangle);
            assert_eq!(x.side(&plane), 0);
            assert!(
                x.near().1.is_finite() && (!(1e-20..1e20).contains(&scale) || x.near().1 < 1e-6 * scale),
                "{case} {:?}",
                x.near()
            );
            // The filter and whole numbers agree.
            let plane = Plane::through(&other);
            assert_eq!(x.side(&plane), x.side_exactly(&other));
            let [a, b, c] = other.map(ExactPoint::from);
            let middle = ExactPoint::middle(x.clone(), a.clone());
            assert_eq!(middle.side(&plane), x.side(&plane));
            assert_eq!(turn([&b, &c, &middle], 2), sign_of_integer(&determinant([&b, &c, &middle], 2)));
            assert_eq!(middle.turn(other[1], other[2], 2), turn([&b, &c, &middle], 2));
            for axis in 0..3 {
                assert_eq!(turn([&ExactPoint::from(edge[0]), &x, &edge[1].into()], axis), 0);
                assert_eq!(middle.compare(&x, axis), a.compare(&middle, axis));
            }
        }
        assert!(decided > 50, "{decided}");
    }

    #[test]
    fn segments_cross_where_they_do() {
        let mut next = numbers(3);
        let mut crossed = 0;
        for _ in 0..300 {
            let mut point = || ExactPoint::from(DVec3::new(next(9), next(9), 0.0) * 0.1);
            let [p, q, r, s] = [point(), point(), point(), point()];
            let sides = [turn([&r, &s, &p], 2), turn([&r, &s, &q], 2)];
            if sides[0] * sides[1] >= 0 {
                continue;
            }
            crossed += 1;
            let x = ExactPoint::crossing([&p, &q], [&r, &s], 2);
            assert_eq!((turn([&r, &s, &x], 2), turn([&p, &q, &x], 2)), (0, 0));
            assert!(!x.is_at(&p) && x.is_at(&ExactPoint::crossing([&q, &p], [&s, &r], 2)));
        }
        assert!(crossed > 30, "{crossed}");
    }
}
