//! Coefficients as whole numbers (section 4.3).

use super::Tree;
use std::fmt;
use std::ops::{Add, Mul, Shl};

/// How many bits after the point numbers have. A sign bit comes on top: words of 18 bits are numbers with 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    coefficients: u32,
    weights: u32,
    shift: u32,
}

/// The integers that sums fit in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordSize {
    /// `i32`, while bits of coefficients and weights add up to 28.
    Bits32,
    /// `i64`, up to 60.
    Bits64,
    /// `i128`.
    Bits128,
}

/// Why numbers cannot be fixed-point.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FixedError {
    /// Too few or too many bits.
    Bits {
        /// The purpose of the bits.
        what: &'static str,
        /// How many.
        bits: u32,
        /// The most there can be.
        most: u32,
    },
    /// A coefficient is not below the scale: [`Format::scale_for`] has to see all trees.
    Scale {
        /// The coefficient, grown.
        coefficient: f64,
        /// The exponent of the scale.
        scale: i32,
    },
}

impl std::error::Error for FixedError {}

impl fmt::Display for FixedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits { what, bits, most } => {
                write!(f, "{bits} bits for {what}; {FEWEST_BITS} to {most} are possible")
            }
            Self::Scale { coefficient, scale } => {
                write!(
                    f,
                    "the coefficient {coefficient} does not fit the scale 2^{scale}; compute the scale from all trees"
                )
            }
        }
    }
}

/// Values the shift p saturates at: beyond the two projections of length √3 at most.
const SHIFT_LIMIT_BITS: u32 = 2;
/// The largest sum of weights in `f64`.
const MOST_BITS: u32 = 52;
/// With fewer, the weights of a projection, rounded, could add up to more than 2, and sums leave [−8, 8).
const FEWEST_BITS: u32 = 4;

impl Format {
    /// A format with b bits after the point for coefficients, c for weights (mapping vectors) and z for the shift.
    ///
    /// # Errors
    /// b, c and z have to be from 4 to 52, and z no more than b + c.
    pub fn new(coefficients: u32, weights: u32, shift: u32) -> Result<Self, FixedError> {
        let most = |what, bits, most| {
            if (FEWEST_BITS..=most).contains(&bits) { Ok(()) } else { Err(FixedError::Bits { what, bits, most }) }
        };
        most("coefficients", coefficients, MOST_BITS)?;
        most("weights", weights, MOST_BITS)?;
        most("the shift", shift, MOST_BITS.min(coefficients + weights))?;
        Ok(Self { coefficients, weights, shift })
    }

    /// All numbers in words of `bits` bits, including the sign.
    ///
    /// # Errors
    /// Words have to be of 5 to 53 bits.
    pub fn words(bits: u32) -> Result<Self, FixedError> {
        let after = bits.saturating_sub(1);
        Self::new(after, after, after)
    }

    /// b: bits of coefficients after the point.
    pub fn coefficient_bits(self) -> u32 {
        self.coefficients
    }

    /// c: bits of weights after the point.
    pub fn weight_bits(self) -> u32 {
        self.weights
    }

    /// z: bits of the shift after the point.
    pub fn shift_bits(self) -> u32 {
        self.shift
    }

    /// How far the shift is moved to the left to be added to products.
    pub fn alignment(self) -> u32 {
        self.coefficients + self.weights - self.shift
    }

    /// The smallest integers that all sums fit in: three bits before the point, and a sign.
    pub fn word_size(self) -> WordSize {
        match self.coefficients + self.weights {
            ..=28 => WordSize::Bits32,
            29..=60 => WordSize::Bits64,
            _ => WordSize::Bits128,
        }
    }

    /// Equation 21: by how much the fixed-point difference can be below that of equations 3 to 5, for orientations with
    /// this r_max.
    ///
    /// In units of the scale, for coefficients without growth.
    pub fn error_bound(self, radius: f64) -> f64 {
        let unit = |bits: u32| (-f64::from(bits)).exp2();
        2.0 * radius * unit(self.coefficients) + 6.0 * unit(self.weights) + unit(self.shift)
    }

    /// The exponent of the power of two that coefficients are divided by: the smallest that is above all of the trees,
    /// grown and rounded.
    pub fn scale_for<'a>(self, trees: impl IntoIterator<Item = (&'a Tree, f64)>) -> i32 {
        let largest = |(tree, growth): (&Tree, f64)| match tree.nodes() {
            [] => 0.0,
            // No node reaches farther than the root, but small ones far away have larger coefficients, negated.
            nodes => {
                (0..nodes.len() as u32).flat_map(|id| tree.node(id)).fold(0.0, |most: f64, d| most.max(d.abs()))
                    + growth
            }
        };
        let largest =
            trees.into_iter().map(largest).fold(f64::MIN_POSITIVE, f64::max).next_up().next_up().min(f64::MAX);
        let exponent = ((largest.to_bits() >> 52) as i32) - 1022;
        // 2^(exponent − 1) ≤ largest < 2^exponent; but rounded up it may reach that.
        let is_full = ceil_shifted(largest, self.coefficients as i32 - exponent) >= 1 << self.coefficients;
        exponent + i32::from(is_full)
    }

    pub(super) fn weight(self, weight: f64) -> i64 {
        floor_shifted(weight, self.weights as i32) as i64
    }

    /// The shift, truncated. Beyond ±4 it saturates: no two projections are that long, so the answer is the same.
    pub(super) fn shift(self, shift: f64, scale: i32) -> i64 {
        let limit = 1_i128 << (self.shift + SHIFT_LIMIT_BITS);
        floor_shifted(shift, self.shift as i32 - scale).clamp(-limit, limit - 1) as i64
    }
}

/// The coefficients of a tree, divided by a power of two and rounded upwards.
#[derive(Clone, Debug)]
pub struct FixedTree {
    faces: usize,
    coefficients: Vec<i64>,
}

impl FixedTree {
    /// The coefficients of all nodes, grown (see [`Tree::growth`]), in units of 2^(scale − b).
    ///
    /// # Errors
    /// A coefficient that is not below the scale.
    pub fn new(tree: &Tree, format: Format, scale: i32, growth: f64) -> Result<Self, FixedError> {
        let faces = tree.orientations().len();
        let (bits, limit) = (format.coefficients as i32, 1_i128 << format.coefficients);
        let fixed = |coefficient: &f64| {
            let grown = if growth == 0.0 { *coefficient } else { (coefficient + growth).next_up() };
            let rounded = ceil_shifted(grown, bits - scale);
            let fits = grown.is_finite() && (-limit..limit).contains(&rounded);
            if fits { Ok(rounded as i64) } else { Err(FixedError::Scale { coefficient: grown, scale }) }
        };
        let all = (0..tree.nodes().len() as u32).flat_map(|id| tree.node(id)).map(fixed);
        Ok(Self { faces, coefficients: all.collect::<Result<_, _>>()? })
    }

    /// The coefficients of a node, as integers.
    pub fn node(&self, id: u32) -> &[i64] {
        &self.coefficients[id as usize * self.faces..][..self.faces]
    }
}

/// Integers that sums of products are computed in.
pub trait Word: Copy + Ord + Default + Add<Output = Self> + Mul<Output = Self> + Shl<u32, Output = Self> {
    /// The number, which has to fit.
    fn of(number: i64) -> Self;
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Word for $word {
            #[inline]
            fn of(number: i64) -> Self {
                debug_assert!(number as $word as i128 == i128::from(number));
                number as $word
            }
        }
    )*};
}
words!(i32 i64 i128);

/// ⌊value · 2^shift⌋, exactly; ±2¹²⁰ where it is larger.
fn floor_shifted(value: f64, shift: i32) -> i128 {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, (bits & ((1 << 52) - 1)) as i128);
    let magnitude = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let mantissa = if value < 0.0 { -magnitude } else { magnitude };
    match exponent.max(1) - 1075 + shift {
        _ if mantissa == 0 => 0,
        right @ ..=0 => mantissa >> right.unsigned_abs().min(127),
        left @ 1..=66 => mantissa << left,
        _ => mantissa.signum() << 120,
    }
}

/// ⌈value · 2^shift⌉, exactly; ±2¹²⁰ where it is larger.
fn ceil_shifted(value: f64, shift: i32) -> i128 {
    -floor_shifted(-value, shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_rounds_like_integers() {
        assert_eq!([0.5, -0.5, 0.0, -0.0, 5e-324, -5e-324].map(|x| floor_shifted(x, 0)), [0, -1, 0, 0, 0, -1]);
        assert_eq!([0.5, -0.5, 0.0, -0.0, 5e-324, -5e-324].map(|x| ceil_shifted(x, 0)), [1, 0, 0, 0, 1, 0]);
        assert_eq!(floor_shifted(5e-324, 1074), 1);
        assert_eq!(floor_shifted(f64::MAX, 1), 1 << 120);
        assert_eq!(floor_shifted(-f64::MAX, 1), -1 << 120);
        assert_eq!(floor_shifted(-3.75, 1), -8);
        assert_eq!(ceil_shifted(-3.75, 1), -7);
        for step in -1_000..1_000 {
            let value = f64::from(step) / 7.0;
            for shift in -4..5 {
                assert_eq!(floor_shifted(value, shift), (value * f64::from(shift).exp2()).floor() as i128);
            }
        }
    }

    #[test]
    fn formats_have_limits() {
        assert_eq!(Format::new(0, 4, 4).unwrap_err(), FixedError::Bits { what: "coefficients", bits: 0, most: 52 });
        assert_eq!(Format::new(4, 4, 9).unwrap_err(), FixedError::Bits { what: "the shift", bits: 9, most: 8 });
        assert!(Format::words(0).is_err() && Format::words(4).is_err() && Format::words(54).is_err());
        let sizes = [15, 16, 31, 32].map(|bits| Format::words(bits).unwrap().word_size());
        assert_eq!(sizes, [WordSize::Bits32, WordSize::Bits64, WordSize::Bits64, WordSize::Bits128]);
    }

    /// The paper's bounds for 18 and 34 bits after the point, with the worst r_max.
    #[test]
    fn the_bound_is_that_of_the_paper() {
        let bound = |bits| Format::new(bits, bits, bits).unwrap().error_bound(3_f64.sqrt());
        assert!(bound(18) <= 4.0e-5 && bound(18) > 3.9e-5);
        assert!(bound(34) <= 6.1e-10 && bound(34) > 6.0e-10);
    }
}
