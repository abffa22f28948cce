//! Where one tree stands in the frame of another.
//!
//! A tree has a frame of its own: the mesh's coordinates, moved and scaled by a power of two so that the mesh fits into
//! the cube from −1 to 1. There boxes are `f32`, however large or far away the mesh is.
//!
//! What has to be kept: triangles whose corners, as [`crate::Pose::apply`] rounds them, come within the margin of each
//! other. Let x and y be points of the two meshes, p and q their poses with linear parts P and Q, and r a bound on what
//! p(x) − q(y) can be for such triangles on each axis: the margin, and the rounding of both sides. With any matrix G,
//! and E = GP − 1, from p(x) − q(y) follows by multiplication with G that x and GQy + G(q(0) − p(0)) differ by no more
//! than |E||x| + |G|r. G is the inverse of P as well as it can be computed; how good it is does not matter, since E is
//! computed, too. That bound and all rounding on the way are the slack; where it is larger than the mesh (a pose that
//! flattens its object, or numbers near the ends of their range), there is no `Relative`, and trees are of no use.

use super::Tree;
use crate::Pose;
use crate::world::WorldPair;
use allide_geom::{Aabb, DVec3};
use glam::DMat3;

/// More than all roundings in `f64` on the way, as a part of the largest numbers involved.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// More than all roundings in `f32`, some twenty of them: likewise.
const ROUNDING_32: f64 = 16.0 * f32::EPSILON as f64;

/// From the coordinates of a mesh to those of its tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    center: DVec3,
    /// A power of two. Not a number if the mesh is so large or small that none will do.
    scale: f64,
}

impl Frame {
    pub(super) fn around(bounds: &Aabb) -> Self {
        let center = bounds.center();
        let half = (bounds.max - center).max(center - bounds.min).max_element();
        let scale = if half == 0.0 {
            1.0
        } else if (1.0e-280..1.0e280).contains(&half) {
            // The power of two above, inverted.
            f64::from_bits((2045 - (half.to_bits() >> 52)) << 52)
        } else {
            f64::NAN
        };
        Self { center, scale }
    }

    pub(super) fn place(&self, bounds: &Aabb) -> Aabb {
        Aabb { min: (bounds.min - self.center) * self.scale, max: (bounds.max - self.center) * self.scale }
    }
}

/// The map from the frame of the second tree of a pair to that of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    pub(super) rows: [[f32; 3]; 3],
    pub(super) shift: [f32; 3],
    /// How much the map can be wrong.
    slack: DVec3,
    /// How long a step of length 1 in the world can be.
    step: DVec3,
    /// How much larger boxes become, on the average.
    pub(super) growth: f64,
}

impl Relative {
    pub(super) fn new(pair: WorldPair<'_>, trees: [&Tree; 2]) -> Option<Self> {
        let [Frame { center: center_a, scale: scale_a }, Frame { center: center_b, scale: scale_b }] =
            trees.map(|tree| tree.frame);
        let (linear_a, origin_a) = pair.a.pose.parts();
        let (linear_b, origin_b) = pair.b.pose.parts();
        let inverse = if pair.a.is_identity { DMat3::IDENTITY } else { linear_a.inverse() };
        let error = inverse * linear_a - DMat3::IDENTITY;

        let (far_a, far_b) = (farthest(&pair.a.mesh.bounds()), farthest(&pair.b.mesh.bounds()));
        let largest = magnitude(&pair.a.pose, far_a) + magnitude(&pair.b.pose, far_b) + f64::MIN_POSITIVE;
        let rounding = (inverse.abs() * largest + center_a.abs()) * ROUNDING;
        let wrong = (error.abs() * far_a + rounding) * scale_a;

        let linear = (inverse * linear_b) * (scale_a / scale_b);
        let shift = (inverse * ((linear_b * center_b + origin_b) - origin_a) - center_a) * scale_a;
        let reach = linear.abs() * DVec3::ONE + shift.abs() + 1.0;
        let slack = wrong + reach * ROUNDING_32;
        let step = DVec3::from_array([0, 1, 2].map(|axis| length(inverse.row(axis)))) * (scale_a * (1.0 + ROUNDING));

        // What is not a number is not below the limit either, and what is below fits into `f32`.
        let useful = slack.cmplt(DVec3::ONE).all() && step.is_finite();
        let rows = [0, 1, 2].map(|axis| linear.row(axis).as_vec3().to_array());
        let growth = (linear.abs() * DVec3::ONE).element_sum() / 3.0;
        useful.then(|| Self { rows, shift: shift.as_vec3().to_array(), slack, step, growth })
    }

    /// How much boxes have to grow so that all pairs within `margin` still meet.
    #[inline]
    pub(super) fn grown(&self, margin: f64) -> [f32; 3] {
        // A large margin rounds by more than the slack has to spare.
        ((self.slack + self.step * margin) * (1.0 + ROUNDING_32)).to_array().map(|x| x as f32)
    }
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
