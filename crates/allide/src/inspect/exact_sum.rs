//! Sums of products of three numbers, without any rounding.

/// The exponent of the lowest bit of the product of three of the smallest numbers.
const LOWEST: i32 = 3 * -1074;

/// Bits of a digit. The rest of each word is room for carries.
const BITS: u32 = 32;

/// From the lowest bit to the highest one of the product of three of the largest numbers, and of 2⁶⁴ of these.
const DIGITS: usize = (3 * 1074 + 3 * 1024 + 64) / BITS as usize + 2;

/// Products that are added before carries are passed on: each adds less than 2³³ to a digit.
const MOST_PENDING: u32 = 1 << 28;

/// The exact sum of products of three numbers, as a long fixed-point number.
#[derive(Clone, Debug)]
pub(super) struct ExactSum {
    digits: Box<[i64; DIGITS]>,
    pending: u32,
}

impl ExactSum {
    pub fn new() -> Self {
        Self { digits: Box::new([0; DIGITS]), pending: 0 }
    }

    /// Adds x · y · z. All three are finite.
    pub fn add(&mut self, x: f64, y: f64, z: f64) {
        let ((x, x_exponent), (y, y_exponent), (z, z_exponent)) = (parts(x), parts(y), parts(z));
        let is_negative = x.is_negative() ^ y.is_negative() ^ z.is_negative();
        let [x, y, z] = [x, y, z].map(|x| u128::from(x.unsigned_abs()));
        let product = x * y;
        let low = (product & u128::from(u64::MAX)) * z;
        let high = (product >> 64) * z + (low >> 64);
        let offset = (x_exponent + y_exponent + z_exponent - LOWEST) as u32;
        let (first, shift) = ((offset / BITS) as usize, offset % BITS);
        let digit = |word: u128, index: u32| (word >> (BITS * index)) as u32;
        let digits = [digit(low, 0), digit(low, 1), digit(high, 0), digit(high, 1), digit(high, 2)];
        for (index, digit) in digits.into_iter().enumerate() {
            let shifted = u64::from(digit) << shift;
            let (low, high) = (i64::from(shifted as u32), (shifted >> BITS) as i64);
            let [low, high] = if is_negative { [-low, -high] } else { [low, high] };
            self.digits[first + index] += low;
            self.digits[first + index + 1] += high;
        }
        self.pending += 1;
        if self.pending == MOST_PENDING {
            self.carry();
        }
    }

    /// The sum of both.
    pub fn plus(mut self, mut other: Self) -> Self {
        self.carry();
        other.carry();
        self.digits.iter_mut().zip(*other.digits).for_each(|(digit, other)| *digit += other);
        self.pending = 1;
        self
    }

    /// The sign, and the sum divided by `divisor`, rounded twice: its relative error is below 2⁻⁵².
    pub fn sign_and_quotient(mut self, divisor: f64) -> (i8, f64) {
        self.carry();
        let sign = if self.digits[DIGITS - 1] < 0 { -1 } else { 1 };
        if sign < 0 {
            self.digits.iter_mut().for_each(|digit| *digit = -*digit);
            self.carry();
        }
        let Some(top) = self.digits.iter().rposition(|&digit| digit != 0) else { return (0, 0.0) };
        // 64 bits and more, the rest of the digits as one bit: enough to round as if all were there.
        let lowest = top.saturating_sub(3);
        let bits = self.digits[lowest..=top].iter().rev().fold(0, |bits: u128, &digit| bits << BITS | digit as u128);
        let rest = self.digits[..lowest].iter().any(|&digit| digit != 0);
        let value = (bits | u128::from(rest)) as f64 / divisor;
        (sign, f64::from(sign) * times_power_of_two(value, LOWEST + (BITS as usize * lowest) as i32))
    }

    /// Passes carries on: all digits but the highest become less than 2³², and not negative.
    fn carry(&mut self) {
        let mut carry = 0;
        for digit in &mut self.digits[..DIGITS - 1] {
            let sum = *digit + carry;
            (*digit, carry) = (i64::from(sum as u32), sum >> BITS);
        }
        self.digits[DIGITS - 1] += carry;
        self.pending = 0;
    }
}

/// A whole number and the exponent of the power of two that it is multiplied with.
fn parts(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, (bits & ((1 << 52) - 1)) as i64);
    let (whole, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    (if x.is_sign_negative() { -whole } else { whole }, exponent)
}

/// Infinite where that is out of range.
pub(super) fn times_power_of_two(mut x: f64, mut exponent: i32) -> f64 {
    while exponent != 0 && x != 0.0 && x.is_finite() {
        let step = exponent.clamp(-1000, 1000);
        x *= 2_f64.powi(step);
        exponent -= step;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide_scenes::Random;

    fn sum(products: &[[f64; 3]]) -> (i8, f64) {
        let mut sum = ExactSum::new();
        products.iter().for_each(|&[x, y, z]| sum.add(x, y, z));
        sum.sign_and_quotient(1.0)
    }

    #[test]
    fn sums_of_simple_products_are_right() {
        assert_eq!(sum(&[]), (0, 0.0));
        assert_eq!(sum(&[[1.0, 2.0, 3.0], [-1.0, 1.0, 1.0]]), (1, 5.0));
        assert_eq!(sum(&[[1.0, -2.0, 3.0]]), (-1, -6.0));
        assert_eq!(sum(&[[0.1, 0.2, 0.3], [0.1, -0.2, 0.3]]), (0, 0.0));
        assert_eq!(sum(&[[1e100, 1e100, 1e100], [1.0, 1.0, 1.0], [-1e100, 1e100, 1e100]]), (1, 1.0));
        assert_eq!(sum(&[[0.0, 5.0, -0.0]]), (0, 0.0));
    }

    #[test]
    fn the_ends_of_the_range_count() {
        let (least, most) = (f64::from_bits(1), f64::MAX);
        assert_eq!(sum(&[[least; 3]]), (1, 0.0));
        assert_eq!(sum(&[[-least, least, least], [most, most, 0.0]]), (-1, -0.0));
        assert_eq!(sum(&[[most; 3], [most; 3]]), (1, f64::INFINITY));
        assert_eq!(sum(&[[most; 3], [-most, most, most], [least, 1.0, 1.0]]), (1, least));
        let mut many = ExactSum::new();
        (0..100_000).for_each(|_| many.add(-most, most, most));
        let many = (0..10).fold(many.clone(), |all, _| all.plus(many.clone()));
        assert_eq!(many.sign_and_quotient(1.0), (-1, f64::NEG_INFINITY));
    }

    #[test]
    fn sums_are_those_of_long_integers() {
        let mut random = Random::new(7);
        for round in 0..5000 {
            // Whole numbers of different sizes below 2⁴⁰; every second sum nearly cancels. But for scaling, all is exact.
            let number = |random: &mut Random| {
                let whole = (random.bits() >> (63 - random.below(40))) as f64;
                if random.once_in(2) { -whole } else { whole }
            };
            let count = 1 + random.below(12);
            let mut products: Vec<[f64; 3]> = (0..count).map(|_| [(); 3].map(|()| number(&mut random))).collect();
            if round % 2 == 0 {
                let negated: Vec<_> = products.iter().skip(1).map(|&[x, y, z]| [-x, y, z]).collect();
                products.extend(negated);
            }
            let exact: i128 = products.iter().map(|p| p.map(|x| x as i128).iter().product::<i128>()).sum();
            // Powers of two, so that digits are cut elsewhere; both conversions round once, in the same way.
            let scale = [(); 3].map(|()| 2_f64.powi(random.below(200) as i32 - 100));
            let scaled: Vec<[f64; 3]> =
                products.iter().map(|p| std::array::from_fn(|factor| p[factor] * scale[factor])).collect();
            let expected = exact as f64 * scale.iter().product::<f64>();
            assert_eq!(sum(&scaled), (exact.signum() as i8, expected), "{scaled:?}");
        }
    }
}
