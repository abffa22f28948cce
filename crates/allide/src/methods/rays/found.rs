//! The findings of rays.

use super::RayStats;
use super::lattice::Lattice;
use super::measure::Sums;
use crate::world::WorldObject;
use crate::{DVec3, ObjectId};
use std::time::Duration;

/// The region that two objects share.
#[derive(Clone, Debug, PartialEq)]
pub struct Interference {
    /// The first object.
    pub a: ObjectId,
    /// The second.
    pub b: ObjectId,
    /// A point inside both, decided exactly.
    pub point: DVec3,
    /// An estimate of the shared volume, from lengths along rays. Infinite if it exceeds all `f64`.
    pub volume: f64,
    /// The shared volume differs from it by no more than this.
    pub volume_error: f64,
    /// The longest stretch that a ray shares: exact, to within a few units, for that ray, and no bound of the depth.
    pub longest: f64,
    /// No shorter translation of one object separates them. 0 if no cell was inside both.
    pub depth_at_least: f64,
    /// A translation of `a` by this much along [`Self::direction`] separates them.
    pub depth_at_most: f64,
    /// A unit vector.
    pub direction: DVec3,
}

/// Two objects of which it is not known whether they share anything, because the budget of cells was spent.
#[derive(Clone, Debug, PartialEq)]
pub struct Undecided {
    /// The first object.
    pub a: ObjectId,
    /// The second.
    pub b: ObjectId,
    /// The shared region contains no ball as wide as this.
    pub precision: f64,
}

/// The findings of [`crate::Rays`].
#[derive(Clone, Debug)]
pub struct Interferences {
    /// Pairs of closed objects, in order.
    pub pairs: Vec<Interference>,
    /// Other pairs that may share something as thick as the precision or thicker, in order: see [`Rays::cells`](super::Rays::cells).
    pub undecided: Vec<Undecided>,
    /// Objects that are left out because they are not closed, or not oriented the same way all over. Those that are far from
    /// all others are not looked at.
    pub not_closed: Vec<ObjectId>,
    /// The precision that was reached, except for [`Self::undecided`] pairs: at most what was asked for, unless the lattice allows no
    /// less.
    pub precision: f64,
    /// Rays are parallel to this axis.
    pub axis: usize,
    /// Object pairs whose boxes share enough to be looked at.
    pub candidates: usize,
    /// The cost of finding pairs.
    pub finding: RayStats,
    /// The cost of measuring them.
    pub measuring: RayStats,
    /// Placing objects on the lattice, finding pairs, and measuring them.
    pub times: [Duration; 3],
}

impl Interference {
    pub(super) fn new(lattice: &Lattice, [a, b]: [&WorldObject; 2], point: DVec3, sums: &Sums) -> Self {
        let volume = lattice.volume(sums.sampled as f64);
        let error = (sums.most - sums.sampled).max(sums.sampled - sums.least) as f64;
        // The sums are rounded to `f64`.
        let volume_error = lattice.volume(error) * (1.0 + f64::EPSILON) + 2.0 * f64::EPSILON * volume;
        let along = lattice.direction([0.0, 0.0, 1.0]);
        let mut depths =
            vec![(lattice.length(f64::from(sums.beyond)), along), (lattice.length(f64::from(sums.before)), -along)];
        let (a_box, b_box) = (a.bounds(), b.bounds());
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            depths.push(((b_box.max - a_box.min).dot(axis).next_up(), axis));
            depths.push(((a_box.max - b_box.min).dot(axis).next_up(), -axis));
        }
        let (depth_at_most, direction) =
            depths.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::INFINITY, along));
        Self {
            a: a.id,
            b: b.id,
            point,
            volume,
            volume_error,
            longest: lattice.length(f64::from(sums.longest)),
            depth_at_least: lattice.length(f64::from(sums.cube)),
            depth_at_most,
            direction,
        }
    }
}
