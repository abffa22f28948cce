//! Volume and area, with bounds on their errors.

use super::exact_sum::{ExactSum, times_power_of_two};
use allide_geom::{Aabb, DVec3};
use rayon::prelude::*;

/// Triangles that one task sums up. Fixed, so that results do not depend on the number of threads.
const SHARE: usize = 1 << 14;

/// Half of the distance from 1 to the next number: the largest relative error of one rounding.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// A number with a bound on its error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Measure {
    /// The number; infinite if it is out of range.
    pub value: f64,
    /// A bound on its error: from all roundings, the input taken as exact.
    pub error: f64,
}

/// The sign of the volume inside the triangles, exactly, and the volume. It is positive if they are counter-clockwise seen
/// from outside. They must be closed: then the sum is the same wherever the origin is.
pub(crate) fn volume(
    positions: &[DVec3],
    corners: &(impl Fn(usize) -> [u32; 3] + Sync),
    count: usize,
) -> (i8, Measure) {
    let share = |from: usize| {
        let mut sum = ExactSum::new();
        for triangle in from..count.min(from + SHARE) {
            let [a, b, c] = corners(triangle).map(|vertex| positions[vertex as usize]);
            // The determinant of the three corners is six times the volume below the triangle.
            for (x, y, z) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
                sum.add(a[x], b[y], c[z]);
                sum.add(-a[x], b[z], c[y]);
            }
        }
        sum
    };
    let sum = if count <= SHARE {
        share(0)
    } else {
        (0..count).into_par_iter().step_by(SHARE).map(share).reduce(ExactSum::new, ExactSum::plus)
    };
    let (sign, value) = sum.sign_and_quotient(6.0);
    let least = if sign == 0 { 0.0 } else { f64::from_bits(1) };
    (sign, Measure { value, error: value.abs() * f64::EPSILON + least })
}

/// The area of all triangles.
///
/// Edges are differences of coordinates, so the error does not depend on where the origin is. A component of the cross
/// product rounds each of its two products at most four times and the length thrice; `permanent` is what the length of
/// the product would be without cancellation.
pub(super) fn area(positions: &[DVec3], triangles: &[[u32; 3]], bounds: &Aabb) -> Measure {
    // In units of the largest coordinate, products neither overflow nor, if they matter, underflow.
    let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
    if triangles.is_empty() || largest == 0.0 {
        return Measure::default();
    }
    let exponent = (largest.log2().floor() as i32).clamp(-1022, 1022);
    let unit = 2_f64.powi(-exponent);
    let share = |triangles: &[[u32; 3]]| {
        let mut sums = [Sum::default(); 2];
        for triangle in triangles {
            let [a, b, c] = triangle.map(|vertex| positions[vertex as usize] * unit);
            let (u, v) = (b - a, c - a);
            sums[0].add(u.cross(v).length());
            let (u, v) = (u.abs(), v.abs());
            let permanent = DVec3::new(u.y * v.z + u.z * v.y, u.z * v.x + u.x * v.z, u.x * v.y + u.y * v.x);
            sums[1].add(permanent.length());
        }
        sums.map(Sum::total)
    };
    let shares: Vec<[f64; 2]> = triangles.par_chunks(SHARE).map(share).collect();
    let mut sums = [Sum::default(); 2];
    for share in shares {
        sums.iter_mut().zip(share).for_each(|(sum, share)| sum.add(share));
    }
    let [twice, permanent] = sums.map(Sum::total);
    // Seven roundings of the permanent, one more for those of the bound itself; four for both sums; and what underflows.
    let error = ROUNDING * (8.0 * permanent + 4.0 * twice) + triangles.len() as f64 * 1e-150;
    let scaled = |x: f64| times_power_of_two(x / 2.0, 2 * exponent);
    Measure { value: scaled(twice), error: scaled(error) }
}

/// A sum that keeps what each addition loses (Neumaier 1974).
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        let sum = self.sum + x;
        let (large, small) = if self.sum >= x { (self.sum, x) } else { (x, self.sum) };
        self.lost += large - sum + small;
        self.sum = sum;
    }

    fn total(self) -> f64 {
        self.sum + self.lost
    }
}
