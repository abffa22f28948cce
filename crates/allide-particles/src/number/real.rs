//! The operations of both precisions.

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

/// A floating-point number: `f64`, or twice as long.
///
/// Sums, differences and products are off by at most `UNIT` of the exact result, plus [`TINY`] where it underflows.
pub(crate) trait Real:
    Copy + Debug + From<f64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> + 'static
{
    /// Relative error of one operation.
    const UNIT: f64;
    /// Whether a longer number exists: if so, what cannot be decided is left to it.
    const LONGER: bool;

    /// The nearest `f64`.
    fn near(self) -> f64;

    /// The exact product with a power of two.
    fn scaled(self, power: f64) -> Self;
}

/// More than what underflow can cost one operation, for numbers that scenes allow.
pub(crate) const TINY: f64 = 1e-290;

impl Real for f64 {
    const UNIT: f64 = f64::EPSILON / 2.0;
    const LONGER: bool = true;

    fn near(self) -> f64 {
        self
    }

    fn scaled(self, power: f64) -> Self {
        self * power
    }
}
