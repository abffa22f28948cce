//! Integers from floats, exact linear equations, and fractions.

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::collections::HashMap;

/// `value` as an odd integer (or zero) and the power of two to multiply it with.
fn odd_and_exponent(value: f64) -> (i64, i64) {
    assert!(value.is_finite(), "{value} is not a coordinate");
    if value == 0.0 {
        return (0, 0);
    }
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, (bits & ((1 << 52) - 1)) as i64);
    let magnitude = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let zeros = magnitude.trailing_zeros();
    let odd = magnitude >> zeros;
    (if value < 0.0 { -odd } else { odd }, exponent.max(1) - 1075 + i64::from(zeros))
}

/// The values as integers in units of 2^exponent, and that exponent.
pub(crate) fn integers(values: impl Iterator<Item = f64>) -> (Vec<BigInt>, i64) {
    let parts: Vec<_> = values.map(odd_and_exponent).collect();
    let nonzero = parts.iter().filter(|(odd, _)| *odd != 0);
    let unit = nonzero.map(|&(_, exponent)| exponent).min().unwrap_or(0);
    let integer =
        |&(odd, exponent): &(i64, i64)| if odd == 0 { BigInt::ZERO } else { BigInt::from(odd) << (exponent - unit) };
    (parts.iter().map(integer).collect(), unit)
}

/// The inner product.
pub(crate) fn product(p: &[BigInt; 3], q: &[BigInt; 3]) -> BigInt {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

/// Solves linear equations, each a row of coefficients and then the right side: the unknowns' numerators and their
/// common, positive denominator. `None` if there is no solution or more than one.
///
/// Gauss and Jordan's elimination, kept free of fractions by Bareiss's exact division with the pivot before.
pub(crate) fn solve(mut rows: Vec<Vec<BigInt>>) -> Option<(Vec<BigInt>, BigInt)> {
    let unknowns = rows.first().map_or(0, |row| row.len() - 1);
    let mut last_pivot = BigInt::from(1);
    for step in 0..unknowns {
        let found = (step..rows.len()).find(|&r| rows[r][step] != BigInt::ZERO)?;
        rows.swap(step, found);
        let pivot_row = rows[step].clone();
        for row in rows.iter_mut().enumerate().filter(|(r, _)| *r != step).map(|(_, row)| row) {
            let factor = row[step].clone();
            for (x, from_pivot) in row.iter_mut().zip(&pivot_row) {
                *x = (&*x * &pivot_row[step] - from_pivot * &factor) / &last_pivot;
            }
        }
        last_pivot = pivot_row[step].clone();
    }
    let consistent = rows[unknowns..].iter().all(|row| row[unknowns] == BigInt::ZERO);
    let negative = last_pivot.sign() == Sign::Minus;
    let upright = |x: BigInt| if negative { -x } else { x };
    let solution = rows.drain(..unknowns).map(|mut row| upright(row.swap_remove(unknowns))).collect();
    consistent.then(|| (solution, upright(last_pivot)))
}

/// A numerator over a positive denominator, not reduced.
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    pub(crate) fn new(numerator: BigInt, denominator: BigInt) -> Self {
        assert!(denominator > BigInt::ZERO);
        Self { numerator, denominator }
    }

    /// `value`, exactly.
    pub fn from_f64(value: f64) -> Self {
        let (odd, exponent) = odd_and_exponent(value);
        Self::new(BigInt::from(odd), BigInt::from(1)).times_power_of_two(exponent)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.numerator == BigInt::ZERO
    }

    /// Whether it is more than zero.
    pub fn is_positive(&self) -> bool {
        self.numerator.sign() == Sign::Plus
    }

    /// Whether it is less than zero.
    pub fn is_negative(&self) -> bool {
        self.numerator.sign() == Sign::Minus
    }

    pub(crate) fn over(self, divisor: u32) -> Self {
        Self::new(self.numerator, self.denominator * divisor)
    }

    pub(crate) fn squared(&self) -> Self {
        Self::new(&self.numerator * &self.numerator, &self.denominator * &self.denominator)
    }

    pub(crate) fn times_power_of_two(mut self, exponent: i64) -> Self {
        let side = if exponent < 0 { &mut self.denominator } else { &mut self.numerator };
        *side <<= exponent.unsigned_abs();
        self
    }

    /// Times 2^`exponent`, rounded to within a few units in the last place.
    pub fn to_f64(&self, exponent: i64) -> f64 {
        // A quotient of 64 to 66 bits: more than an `f64` holds, less than an `i128`.
        let shift = 65 + self.denominator.bits() as i64 - self.numerator.bits() as i64;
        let scaled = self.clone().times_power_of_two(shift);
        let quotient = i128::try_from(scaled.numerator / scaled.denominator).expect("66 bits") as f64;
        // In two steps, because the power alone may leave the range.
        let power = i32::try_from(exponent - shift).expect("exponents of floats");
        quotient * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

/// A sum of many fractions.
#[derive(Default)]
pub(crate) struct Sum {
    /// Numerators by denominator: most repeat where coordinates are small numbers.
    terms: HashMap<BigInt, BigInt>,
}

impl Sum {
    pub fn add(&mut self, numerator: BigInt, denominator: BigInt) {
        *self.terms.entry(denominator).or_default() += numerator;
    }

    /// Added two by two, so that few numbers are long.
    pub fn total(self) -> Fraction {
        let terms = self.terms.into_iter().filter(|(_, numerator)| *numerator != BigInt::ZERO);
        let mut terms: Vec<Fraction> = terms.map(|(below, above)| Fraction::new(above, below)).collect();
        while terms.len() > 1 {
            let add = |pair: &[Fraction]| match pair {
                [p, q] => Fraction::new(
                    &p.numerator * &q.denominator + &q.numerator * &p.denominator,
                    &p.denominator * &q.denominator,
                ),
                one => one[0].clone(),
            };
            terms = terms.chunks(2).map(add).collect();
        }
        terms.pop().unwrap_or_else(|| Fraction::new(BigInt::ZERO, BigInt::from(1)))
    }
}
