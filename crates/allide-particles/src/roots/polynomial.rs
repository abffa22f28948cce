//! Polynomials with balls for coefficients.

use super::Unsure;
use crate::number::{Ball, Real, Sign};

/// Σ `terms[k]` tᵏ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polynomial<T> {
    pub terms: [Ball<T>; 5],
    /// 2 or 4: terms beyond are zero.
    pub degree: usize,
}

impl<T: Real> Polynomial<T> {
    /// The value at a number.
    pub fn at(&self, t: T) -> Ball<T> {
        self.at_ball(Ball::new(t, 0.0))
    }

    /// A ball around all values at the numbers of a ball.
    pub fn at_ball(&self, t: Ball<T>) -> Ball<T> {
        let mut value = self.terms[self.degree];
        for k in (0..self.degree).rev() {
            value = value * t + self.terms[k];
        }
        value
    }

    /// The slope, without a bound on its error.
    pub fn slope_at(&self, t: T) -> T {
        let mut value = T::from(0.0);
        for k in (1..=self.degree).rev() {
            value = value * t + self.terms[k].middle * T::from(k as f64);
        }
        value
    }

    /// The second derivative, roughly.
    pub fn curve(&self, t: f64) -> f64 {
        let mut value = 0.0;
        for k in (2..=self.degree).rev() {
            value = value * t + (k * (k - 1)) as f64 * self.terms[k].middle.near();
        }
        value
    }

    /// The slope, roughly.
    pub fn slope(&self, t: f64) -> f64 {
        let mut value = 0.0;
        for k in (1..=self.degree).rev() {
            value = value * t + k as f64 * self.terms[k].middle.near();
        }
        value
    }

    /// The quotient after division by the largest power of t that divides it: the path starts on the surface. None if nothing is
    /// left: the path stays in it.
    pub fn without_roots_at_zero(&self) -> Result<Option<Self>, Unsure> {
        let mut terms = self.terms;
        for _ in 0..=self.degree {
            if terms[0].sign() != Sign::Unsure {
                return Ok(Some(Self { terms, degree: self.degree }));
            }
            if T::LONGER && !terms[0].is_zero() {
                return Err(Unsure);
            }
            terms = [terms[1], terms[2], terms[3], terms[4], Ball::exact(0.0)];
        }
        Ok(None)
    }

    /// Bernstein coefficients on 0..end, times 12 or 2 to need no division.
    pub fn bernstein(&self, end: f64) -> Vec5<T> {
        let mut c = self.terms;
        let mut power = Ball::exact(end);
        for k in 1..=self.degree {
            c[k] = c[k] * power;
            power = power * Ball::exact(end);
        }
        let mut b = Vec5 { items: [Ball::exact(0.0); 5], len: self.degree + 1 };
        let weights: &[[f64; 5]] = if self.degree == 2 { &QUADRATIC } else { &QUARTIC };
        for (item, row) in b.items.iter_mut().zip(weights) {
            for k in 0..=self.degree {
                if row[k] != 0.0 {
                    *item = *item + c[k].times(row[k]);
                }
            }
        }
        b
    }
}

const QUADRATIC: [[f64; 5]; 3] = [[2.0, 0.0, 0.0, 0.0, 0.0], [2.0, 1.0, 0.0, 0.0, 0.0], [2.0, 2.0, 2.0, 0.0, 0.0]];
const QUARTIC: [[f64; 5]; 5] = [
    [12.0, 0.0, 0.0, 0.0, 0.0],
    [12.0, 3.0, 0.0, 0.0, 0.0],
    [12.0, 6.0, 2.0, 0.0, 0.0],
    [12.0, 9.0, 6.0, 3.0, 0.0],
    [12.0, 12.0, 12.0, 12.0, 12.0],
];

/// Three or five balls.
pub(crate) struct Vec5<T> {
    items: [Ball<T>; 5],
    len: usize,
}

impl<T> std::ops::Deref for Vec5<T> {
    type Target = [Ball<T>];

    fn deref(&self) -> &[Ball<T>] {
        &self.items[..self.len]
    }
}

/// Bernstein coefficients of the part before and after a share of an interval (de Casteljau).
pub(super) fn split<T: Real>(bernstein: &[Ball<T>], share: f64) -> ([Ball<T>; 5], [Ball<T>; 5]) {
    let n = bernstein.len();
    let (mut left, mut right) = ([Ball::exact(0.0); 5], [Ball::exact(0.0); 5]);
    right[..n].copy_from_slice(bernstein);
    for step in 0..n {
        left[step] = right[0];
        for k in 0..n - 1 - step {
            right[k] = right[k].times(1.0 - share) + right[k + 1].times(share);
        }
    }
    (left, right)
}
