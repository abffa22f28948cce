//! One root between two numbers, to full precision.

use super::{Polynomial, Unsure};
use crate::number::{Ball, Real, Sign};

/// The only root in `low..high`, at whose ends the signs are certain and differ.
pub(super) fn root<T: Real>(polynomial: &Polynomial<T>, low: T, high: T) -> Result<Ball<T>, Unsure> {
    let sign = polynomial.at(low).sign();
    let other = polynomial.at(high).sign();
    if sign == Sign::Unsure || other == Sign::Unsure || sign == other {
        return Err(Unsure);
    }
    let close = newton(polynomial, low, high, sign);
    let value = polynomial.at(close);
    let slope = polynomial.slope(close.near()).abs();
    let whole = (high - low).near();
    let mut radius = 2.0 * value.most() / slope + 4.0 * T::UNIT * close.near().abs();
    // A step to each side, where signs are certain: the root is in between.
    while radius < whole {
        let (before, after) = (close - T::from(radius), close + T::from(radius));
        let is_before = (before - low).near() <= 0.0 || polynomial.at(before).sign() == sign;
        let is_after = (high - after).near() <= 0.0 || polynomial.at(after).sign() == other;
        if is_before && is_after {
            return Ok(Ball::new(close, radius * 1.000_001));
        }
        radius *= 8.0;
    }
    let half = (high - low).scaled(0.5);
    Ok(Ball::new(low + half, half.near() * 1.000_001))
}

/// Newton's steps, and halves of the interval where they leave it or do not get shorter fast enough.
fn newton<T: Real>(polynomial: &Polynomial<T>, mut low: T, mut high: T, sign: Sign) -> T {
    let mut at = low + (high - low).scaled(0.5);
    let mut last = (high - low).near();
    for _ in 0..200 {
        let value = polynomial.at(at);
        // As close as rounding lets it be told: one more step is the last.
        let is_close = value.sign() == Sign::Unsure;
        let value = value.middle.near();
        if (value < 0.0) == (sign == Sign::Minus) {
            low = at;
        } else {
            high = at;
        }
        let step = value / polynomial.slope(at.near());
        let next = at - T::from(step);
        let is_inside = (next - low).near() > 0.0 && (high - next).near() > 0.0;
        if is_close {
            return if is_inside { next } else { at };
        }
        let (next, step) = if is_inside && step.abs() < 0.6 * last {
            (next, step.abs())
        } else {
            let half = (high - low).scaled(0.5);
            (low + half, half.near())
        };
        at = next;
        last = step;
        if step <= 2.0 * T::UNIT * at.near().abs() {
            break;
        }
    }
    at
}

/// Where a polynomial comes closest to zero within an interval that holds two roots or none, as far as can be told: the root of its
/// derivative, if that is within.
pub(super) fn touch<T: Real>(polynomial: &Polynomial<T>, low: T, high: T) -> Ball<T> {
    let half = (high - low).scaled(0.5);
    let middle = low + half;
    let mut at = middle;
    for _ in 0..4 {
        let (slope, curve) = (polynomial.slope_at(at), polynomial.curve(at.near()));
        let next = at - T::from(slope.near() / curve);
        if !((next - low).near() >= 0.0 && (high - next).near() >= 0.0) {
            break;
        }
        at = next;
    }
    Ball::new(at, (half.near().abs() + (at - middle).near().abs()) * 1.000_001)
}
