//! Ball arithmetic: a number and a bound on its error.

use super::Real;
use super::real::TINY;
use std::ops::{Add, Mul, Neg, Sub};

/// Some number within `radius` of `middle`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball<T> {
    pub middle: T,
    pub radius: f64,
}

/// The certainty about the sign of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Minus,
    /// It may be zero.
    Unsure,
    Plus,
}

/// Radii are computed in `f64`: this makes up for their own rounding, of fewer than 16 operations each.
const UP: f64 = 1.0 + 16.0 * f64::EPSILON;

impl<T: Real> Ball<T> {
    pub const fn new(middle: T, radius: f64) -> Self {
        Self { middle, radius }
    }

    /// Exactly this number.
    pub fn exact(value: f64) -> Self {
        Self { middle: T::from(value), radius: 0.0 }
    }

    /// A bound on the absolute value.
    pub fn most(self) -> f64 {
        (self.middle.near().abs() * UP + self.radius) * UP
    }

    pub fn sign(self) -> Sign {
        let middle = self.middle.near();
        // The nearest `f64` of a longer number is off by less than the factor allows.
        let reach = self.radius * UP;
        if middle > reach {
            Sign::Plus
        } else if middle < -reach {
            Sign::Minus
        } else {
            Sign::Unsure
        }
    }

    /// Exactly zero, without any doubt.
    pub fn is_zero(self) -> bool {
        self.radius == 0.0 && self.middle.near() == 0.0
    }

    /// The product with a power of two, exact.
    pub fn scaled(self, power: f64) -> Self {
        Self { middle: self.middle.scaled(power), radius: self.radius * power.abs() }
    }

    pub fn times(self, factor: f64) -> Self {
        self * Self::exact(factor)
    }
}

impl<T: Real> Add for Ball<T> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let middle = self.middle + other.middle;
        let radius = (self.radius + other.radius + middle.near().abs() * (2.0 * T::UNIT)) * UP;
        Self { middle, radius }
    }
}

impl<T: Real> Neg for Ball<T> {
    type Output = Self;

    fn neg(self) -> Self {
        Self { middle: -self.middle, radius: self.radius }
    }
}

impl<T: Real> Sub for Ball<T> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<T: Real> Mul for Ball<T> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let middle = self.middle * other.middle;
        let (a, b) = (self.middle.near().abs(), other.middle.near().abs());
        // Twice the unit covers that |middle| is rounded, and a factor UP that |a| and |b| are.
        let spread = a * other.radius + (b + other.radius) * self.radius;
        let radius = (spread * UP + middle.near().abs() * (2.0 * T::UNIT)) * UP;
        // An exact zero stays one: many coefficients are.
        let radius =
            if (a == 0.0 && self.radius == 0.0) || (b == 0.0 && other.radius == 0.0) { 0.0 } else { radius + TINY };
        Self { middle, radius }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Dd;
    use super::*;
    use num_bigint::BigInt;

    /// A float as an integer times 2⁻¹⁰⁷⁴.
    fn exact(x: f64) -> BigInt {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7FF) as i64, bits & ((1 << 52) - 1));
        let (mantissa, shift) = if exponent == 0 { (fraction, 0) } else { (fraction | 1 << 52, exponent - 1) };
        let value = BigInt::from(mantissa) << shift;
        if x < 0.0 { -value } else { value }
    }

    /// Evaluates ((a·b + c)·a − b·d) by balls and exactly (scaled by 2⁻³ˣ¹⁰⁷⁴), and compares.
    fn check<T: Real>(parts: impl Fn(T) -> [f64; 2]) -> f64 {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mantissa = (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
            mantissa * 2f64.powi((state % 37) as i32 - 18)
        };
        let mut widest = 0f64;
        for _ in 0..2000 {
            let [a, b, c, d] = [next(), next(), next(), next()];
            let ball = |x| Ball::<T>::exact(x);
            let value = (ball(a) * ball(b) + ball(c)) * ball(a) - ball(b) * ball(d);
            let (ea, eb, ec, ed) = (exact(a), exact(b), exact(c), exact(d));
            let one: u32 = 1074;
            let truth = (&ea * &eb + (ec << one)) * &ea - ((&eb * ed) << one);
            let [high, low] = parts(value.middle);
            let middle = (exact(high) + exact(low)) << (2 * one);
            let error = if truth > middle { truth - &middle } else { middle - truth };
            assert!(error <= exact(value.radius) << (2 * one), "{a} {b} {c} {d}");
            widest = widest.max(value.radius / value.middle.near().abs().max(1e-9));
        }
        widest
    }

    #[test]
    fn balls_contain_the_truth() {
        check::<f64>(|x| [x, 0.0]);
        check::<Dd>(|x| {
            let high = x.near();
            [high, (x - Dd::from(high)).near()]
        });
    }

    #[test]
    fn signs_are_certain_or_unsure() {
        let ball = |middle, radius| Ball::<f64>::new(middle, radius);
        assert_eq!(ball(1.0, 0.5).sign(), Sign::Plus);
        assert_eq!(ball(-1.0, 0.5).sign(), Sign::Minus);
        assert_eq!(ball(1.0, 1.0).sign(), Sign::Unsure);
        assert_eq!(ball(0.0, 0.0).sign(), Sign::Unsure);
        assert_eq!(ball(f64::NAN, 0.0).sign(), Sign::Unsure);
    }
}
