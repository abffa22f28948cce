//! Where one mesh stands in the coordinates of another.
//!
//! The requirement: keep triangles whose corners, as [`crate::Pose::apply`] rounds them, come within the margin of each
//! other. Let x and y be points of the two meshes, p and q their poses with linear parts P and Q, and r a bound on what
//! p(x) − q(y) can be for such triangles on each axis: the margin, and the rounding of both sides. With any matrix G,
//! and E = GP − 1, from p(x) − q(y) follows by multiplication with G that x and GQy + G(q(0) − p(0)) differ by no more
//! than |E||x| + |G|r. G is the inverse of P as well as it can be computed; how good it is does not matter, since E is
//! computed, too. That bound and all rounding on the way are the slack. Where it is larger than both meshes (a pose that
//! flattens its object, or numbers near the ends of their range), there is no `Relative`, and trees are of no use.

use crate::Pose;
use crate::world::WorldPair;
use allide_geom::{Aabb, DVec3};
use glam::DMat3;

/// More than all roundings on the way, some thirty of them, as a part of the largest numbers involved.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Sums of so large numbers are still finite.
const LARGEST: f64 = 1.0e300;

/// The map from the coordinates of the second mesh of a pair to those of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    pub(super) rows: [[f64; 3]; 3],
    pub(super) shift: [f64; 3],
    /// How much the map can be wrong on each axis, and in all.
    slack: DVec3,
    error: f64,
    /// How long a step of length 1 in the world can be.
    step: DVec3,
    /// How long a step of length 1 in the world can be, in any direction.
    stretch: f64,
    /// How much larger boxes become, on the average.
    pub(super) growth: f64,
    /// The factor of gaps, chosen so that their squares stay in range: a power of two.
    pub(super) scale: f64,
}

impl Relative {
    pub(super) fn new(pair: WorldPair<'_>) -> Option<Self> {
        let (linear_a, origin_a) = pair.a.pose.parts();
        let (linear_b, origin_b) = pair.b.pose.parts();
        let inverse = if pair.a.is_identity { DMat3::IDENTITY } else { inverse(linear_a) };
        let inexact = inverse * linear_a - DMat3::IDENTITY;

        let (bounds_a, bounds_b) = (pair.a.mesh.bounds(), pair.b.mesh.bounds());
        let (far_a, far_b) = (farthest(&bounds_a), farthest(&bounds_b));
        let linear = inverse * linear_b;
        let shift = inverse * (origin_b - origin_a);

        // In the world, then in the coordinates of the first mesh. An entry of `linear` may have lost a subnormal.
        let largest = magnitude(&pair.a.pose, far_a) + magnitude(&pair.b.pose, far_b) + f64::MIN_POSITIVE;
        let reach = linear.abs() * far_b + shift.abs() + far_a;
        let lost = f64::MIN_POSITIVE * (far_b.element_sum() + 1.0);
        let slack = inexact.abs() * far_a + (inverse.abs() * largest + reach) * ROUNDING + lost;
        let step = DVec3::from_array([0, 1, 2].map(|axis| length(inverse.row(axis)))) * (1.0 + ROUNDING);

        // No singular value exceeds the square root of the largest row of the product with the transpose.
        let gram = (inverse.transpose() * inverse).abs() * DVec3::ONE;
        let stretch = gram.max_element().sqrt().min(step.element_sum()) * (1.0 + ROUNDING);

        // NaN is not below a limit either.
        let size = bounds_a.size().max_element().max((linear.abs() * bounds_b.size()).max_element());
        let useful = slack.max_element() < size && reach.cmplt(DVec3::splat(LARGEST)).all() && step.is_finite();
        let rows = [0, 1, 2].map(|axis| linear.row(axis).to_array());
        let growth = (linear.abs() * DVec3::ONE).element_sum() / 3.0;
        let scale = inverse_power(reach.max_element());
        useful.then(|| Self {
            rows,
            shift: shift.to_array(),
            slack,
            error: length(slack) * (1.0 + ROUNDING),
            step,
            stretch,
            growth,
            scale,
        })
    }

    /// For boxes in world coordinates.
    pub(super) fn in_world(bounds: [Aabb; 2]) -> Self {
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let slack = (farthest(&bounds[0]) * ROUNDING + farthest(&bounds[1]) * ROUNDING).min(DVec3::MAX);
        let scale = inverse_power(farthest(&bounds[0]).max(farthest(&bounds[1])).max_element());
        let error = length(slack) * (1.0 + ROUNDING);
        Self { rows, shift: [0.0; 3], slack, error, step: DVec3::ONE, stretch: 1.0, growth: 1.0, scale }
    }

    /// How much boxes have to grow so that all pairs within `margin` still meet.
    #[inline]
    pub(super) fn grown(&self, margin: f64) -> [f64; 3] {
        // A large margin rounds by more than the slack has to spare.
        ((self.slack + self.step * margin) * (1.0 + ROUNDING)).to_array()
    }

    /// The square of the largest gap, scaled, between boxes of triangles that are no farther apart than `distance`.
    #[inline]
    pub(super) fn widest(&self, distance: f64) -> f64 {
        let gap = (self.error + self.stretch * distance) * (1.0 + ROUNDING) * self.scale;
        gap * gap
    }

    /// No triangles with such a gap between their boxes, given by its scaled square, are nearer.
    #[inline]
    pub(super) fn least(&self, square: f64) -> f64 {
        let gap = square.sqrt() / self.scale;
        ((gap * (1.0 - ROUNDING) - self.error) / self.stretch).max(0.0)
    }
}

/// The inverse of a matrix, also where its determinant is out of range. Not finite for a singular matrix.
fn inverse(linear: DMat3) -> DMat3 {
    let largest = linear.abs().to_cols_array().into_iter().fold(0.0, f64::max);
    let scale = inverse_power(largest);
    (linear * scale).inverse() * scale
}

/// A power of two near a number that is not negative, inverted.
fn inverse_power(number: f64) -> f64 {
    f64::from_bits(2045_u64.saturating_sub(number.to_bits() >> 52).max(1) << 52)
}

/// The length of a vector, whose square may be out of range.
fn length(vector: DVec3) -> f64 {
    let largest = vector.abs().max_element();
    if largest == 0.0 { 0.0 } else { (vector / largest).length() * largest }
}

/// The largest coordinates on each axis, without sign.
fn farthest(bounds: &Aabb) -> DVec3 {
    bounds.min.abs().max(bounds.max.abs())
}

/// A bound on all numbers that come up when a pose is applied to a point no farther than this.
fn magnitude(pose: &Pose, farthest: DVec3) -> DVec3 {
    let (linear, origin) = pose.parts();
    linear.abs() * farthest + origin.abs()
}
