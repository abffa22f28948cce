//! Numbers of the form n · 2^e, without rounding.

use num_bigint::BigInt;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Debug)]
pub struct Exact {
    number: BigInt,
    exponent: i64,
}

impl Exact {
    pub fn zero() -> Self {
        Self::whole(0, 0)
    }

    /// number · 2^exponent.
    pub fn whole(number: i128, exponent: i64) -> Self {
        Self { number: BigInt::from(number), exponent }
    }

    pub fn of(value: f64) -> Self {
        assert!(value.is_finite());
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, (bits & ((1 << 52) - 1)) as i128);
        let magnitude = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        Self::whole(if value < 0.0 { -magnitude } else { magnitude }, exponent.max(1) - 1075)
    }

    /// Rounded, for messages and statistics.
    pub fn about(&self) -> f64 {
        let surplus = (self.number.bits() as i64 - 100).max(0);
        let kept = i128::try_from(&self.number >> surplus).expect("100 bits") as f64;
        kept * ((self.exponent + surplus) as f64).exp2()
    }

    pub fn dot(p: [f64; 3], q: [f64; 3]) -> Self {
        (0..3).fold(Self::zero(), |sum, i| sum + Self::of(p[i]) * Self::of(q[i]))
    }

    pub fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let exponent = self.exponent.min(other.exponent);
        let number = (self.number << (self.exponent - exponent)) + (other.number << (other.exponent - exponent));
        Self { number, exponent }
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self { number: -self.number, exponent: self.exponent }
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { number: self.number * other.number, exponent: self.exponent + other.exponent }
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.clone() - other.clone()).number.cmp(&BigInt::ZERO)
    }
}
