//! The blobby surface: roots by interval arithmetic instead of a polynomial.
//!
//! Along a path, f has no closed form that is worth having (degree 12, piece by piece). So intervals of time are dropped where an
//! enclosure of f is free of zero, searched by bisection where an enclosure of f' is, and cut in two elsewhere. A case that is
//! still undecided when an interval is as short as the bound on times is a touch.

use super::form::{Meeting, Point};
use crate::number::{Ball, Sign};
use crate::roots::TIME_BOUND;
use glam::DVec3;

/// Σ max(0, 1 − |p − centre|²/radius²)³ − level.
#[derive(Clone, Debug)]
pub(crate) struct Blobs {
    pub balls: Vec<(DVec3, f64)>,
    pub level: f64,
}

impl Blobs {
    pub fn gradient(&self, p: DVec3) -> DVec3 {
        let mut sum = DVec3::ZERO;
        for &(center, radius) in &self.balls {
            let q = 1.0 - (p - center).length_squared() / (radius * radius);
            if q > 0.0 {
                sum -= (p - center) * (6.0 * q * q / (radius * radius));
            }
        }
        sum
    }

    /// f at a point, rounded.
    pub fn value(&self, p: DVec3) -> f64 {
        let part = |&(center, radius): &(DVec3, f64)| {
            let q = (1.0 - (p - center).length_squared() / (radius * radius)).max(0.0);
            q * q * q
        };
        self.balls.iter().map(part).sum::<f64>() - self.level
    }

    /// Enclosures of f and of its derivative, for all ages of a ball.
    fn enclose(&self, along: &[Point<f64>; 3], age: Ball<f64>) -> (Ball<f64>, Ball<f64>) {
        let (mut value, mut slope) = (Ball::exact(-self.level), Ball::exact(0.0));
        for (center, radius) in &self.balls {
            let scale = Ball::new(1.0 / (radius * radius), 2.0 * f64::EPSILON / (radius * radius));
            let (mut square, mut product) = (Ball::exact(0.0), Ball::exact(0.0));
            for axis in 0..3 {
                let [a, b, c] = along[axis];
                let offset = (c * age + b) * age + (a - Ball::exact(center[axis]));
                let speed = c.scaled(2.0) * age + b;
                square = square + squared(offset);
                product = product + offset * speed;
            }
            let q = not_negative(Ball::exact(1.0) - square * scale);
            let q2 = squared(q);
            value = value + q2 * q;
            slope = slope - (q2 * product * scale).times(6.0);
        }
        (value, slope)
    }

    /// The first meeting in 0..=end that `keeps` takes.
    pub fn meeting(
        &self,
        along: &[Point<f64>; 3],
        end: f64,
        leaves: bool,
        keeps: impl Fn(Ball<f64>) -> bool,
    ) -> Option<Meeting> {
        let mut from = 0.0;
        let is_on = self.enclose(along, Ball::exact(0.0)).0.sign() == Sign::Unsure;
        if leaves || is_on {
            // As long as it moves away from the surface, it does not meet it again.
            let mut to = end;
            while to > end * TIME_BOUND {
                if self.enclose(along, between(0.0, to)).1.sign() != Sign::Unsure {
                    from = to;
                    break;
                }
                to *= 0.5;
            }
            from = f64::max(from, end * TIME_BOUND);
        }
        let mut stack = vec![(from, end)];
        while let Some((low, high)) = stack.pop() {
            let (value, slope) = self.enclose(along, between(low, high));
            if value.sign() != Sign::Unsure {
                continue;
            }
            let middle = 0.5 * (low + high);
            let at = |age| self.enclose(along, Ball::exact(age)).0.sign();
            let is_short = high - low <= end * (TIME_BOUND / 4.0) || middle <= low || middle >= high;
            if is_short || slope.sign() != Sign::Unsure {
                let (before, after) = (at(low), at(high));
                let is_sure = before != Sign::Unsure && after != Sign::Unsure;
                if slope.sign() != Sign::Unsure && is_sure && before == after {
                    continue;
                }
                if is_short {
                    let meeting = Meeting { age: middle, error: high - low };
                    if middle > 0.0 && keeps(between(low, high)) {
                        return Some(meeting);
                    }
                    continue;
                }
            }
            stack.push((middle, high));
            stack.push((low, middle));
        }
        None
    }
}

/// All numbers from `low` to `high`.
fn between(low: f64, high: f64) -> Ball<f64> {
    let middle = 0.5 * (low + high);
    Ball::new(middle, (high - middle).max(middle - low) * (1.0 + 4.0 * f64::EPSILON))
}

/// A square is never negative, which a product of balls does not know.
fn squared(x: Ball<f64>) -> Ball<f64> {
    let (least, most) = (x.middle.abs() - x.radius, x.middle.abs() + x.radius);
    if least >= 0.0 { x * x } else { between(0.0, most * most * (1.0 + 8.0 * f64::EPSILON)) }
}

/// max(0, x).
fn not_negative(x: Ball<f64>) -> Ball<f64> {
    let (low, high) = (x.middle - x.radius, x.middle + x.radius);
    if low >= 0.0 {
        x
    } else if high <= 0.0 {
        Ball::exact(0.0)
    } else {
        between(0.0, high * (1.0 + 4.0 * f64::EPSILON))
    }
}
