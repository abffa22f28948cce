//! Sums of two `f64`: about 104 bits.

use super::Real;
use std::ops::{Add, Mul, Neg, Sub};

/// The unevaluated sum `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dd {
    high: f64,
    low: f64,
}

/// a + b = s + e, exactly (Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// The same where |a| ≥ |b| (Dekker).
fn quick_two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    (s, b - (s - a))
}

/// Two halves of 26 bits (Veltkamp).
fn split(a: f64) -> (f64, f64) {
    let t = 134_217_729.0 * a;
    let high = t - (t - a);
    (high, a - high)
}

/// a · b = p + e, exactly unless it underflows (Dekker): no fused operation, so every machine has it.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
}

impl From<f64> for Dd {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

/// Relative error at most 3 · 2⁻¹⁰⁶ (Joldes, Muller and Popescu 2017, algorithm 6).
impl Add for Dd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (s, e) = two_sum(self.high, other.high);
        let (t, f) = two_sum(self.low, other.low);
        let (s, e) = quick_two_sum(s, e + t);
        let (high, low) = quick_two_sum(s, e + f);
        Self { high, low }
    }
}

impl Neg for Dd {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for Dd {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

/// Relative error at most 7 · 2⁻¹⁰⁶ (the same, algorithm 10).
impl Mul for Dd {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (p, e) = two_product(self.high, other.high);
        let (high, low) = quick_two_sum(p, e + (self.high * other.low + self.low * other.high));
        Self { high, low }
    }
}

impl Real for Dd {
    const UNIT: f64 = 1.0 / (1u128 << 103) as f64;
    const LONGER: bool = false;

    fn near(self) -> f64 {
        self.high
    }

    fn scaled(self, power: f64) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }
}
