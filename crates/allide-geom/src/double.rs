//! Numbers of twice the precision of an `f64`: for values that must be accurate, not only have the right sign.

use glam::DVec3;

/// The sum of two numbers, of which the second is at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug)]
struct Double(f64, f64);

impl Double {
    fn sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let part = sum - a;
        Self(sum, (a - (sum - part)) + (b - part))
    }

    fn plus(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.0, other.0), Self::sum(self.1, other.1));
        let middle = Self::sum(high.0, high.1 + low.0);
        Self::sum(middle.0, middle.1 + low.1)
    }

    fn times(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let rest = self.0.mul_add(other.0, -product);
        Self::sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, -other.1))
    }
}

/// (b-a)×(c-a)·(d-a), rounded by at most [`PRECISION`] times what the determinant is when all of its terms are positive.
pub(crate) fn orient3d_value([a, b, c]: [DVec3; 3], d: DVec3) -> f64 {
    // The difference of two numbers is exact.
    let [u, v, w] = [b, c, d].map(|point| [0, 1, 2].map(|k| Double::sum(point[k], -a[k])));
    let minor = |k: usize, l: usize| u[k].times(v[l]).minus(u[l].times(v[k]));
    let terms = [minor(1, 2).times(w[0]), minor(2, 0).times(w[1]), minor(0, 1).times(w[2])];
    terms[0].plus(terms[1]).plus(terms[2]).0
}

/// Some thirty roundings, each by less than 2⁻¹⁰⁴.
pub(crate) const PRECISION: f64 = 1.0 / (1u128 << 98) as f64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predicates::{Plane, orient3d};

    #[test]
    fn values_are_right_where_ordinary_ones_are_all_rounding() {
        // A determinant of 2⁻⁹⁶, between points of size 1.
        let tiny = 2f64.powi(-48);
        let points = [DVec3::ONE, DVec3::new(2.0, 1.0, 1.0), DVec3::new(1.0, 1.0 + tiny, 1.0)];
        let d = DVec3::new(1.5, 1.25, 1.0 + tiny);
        assert_eq!(orient3d_value(points, d), tiny * tiny);
        assert_eq!(orient3d_value([points[0], points[2], points[1]], d), -tiny * tiny);
    }

    #[test]
    fn values_and_signs_agree_beyond_the_bound() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut clear = 0;
        for _ in 0..20_000 {
            let [a, b, c] = std::array::from_fn(|_| DVec3::new(next(), next(), next()));
            // Nearly in the plane of the others.
            let d = a + (b - a) * next() + (c - a) * next();
            let plane = Plane::through(&[a, b, c]);
            let (value, bound) = plane.height_precisely(d);
            assert!(bound < 1.0e-28, "{bound}");
            let sign = orient3d(a, b, c, d);
            assert!(value.abs() <= bound || value.signum() == f64::from(sign), "{value} {bound} {sign}");
            let (rounded, error) = plane.height(d);
            assert!((rounded - value).abs() <= error + bound);
            clear += usize::from(value.abs() > bound);
        }
        assert!(clear > 15_000, "{clear}");
    }
}
