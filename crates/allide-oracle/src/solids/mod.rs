//! Slow, obviously right answers about two closed solids.
//!
//! A solid is a list of triangles that face outwards. How often its surface winds around a point says whether the point
//! is inside: once inside, not at all outside and in a cavity, whose shell faces into the cavity. So a volume is the
//! integral of the winding number, and the volume that two solids share that of the product of both: [`common_volume`]
//! needs neither edges nor neighbours, only a sum over all pairs of triangles.
//!
//! A shell inside another that faces outwards as well makes points within wind twice. They are inside, but count twice in a
//! volume: [`class`] is for solids in which no point winds other than 0 or 1 times. [`crate::grid`] and [`crate::general`] are for
//! all others.

mod columns;
mod region;
mod winding;

pub use columns::{common_volume, volume};
pub use winding::{is_inside, winding};

use crate::{Triangle, meet};

/// How two solids meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolidClass {
    /// No common point.
    Clear,
    /// Common points, but no common volume.
    Touch,
    /// Common volume, and neither is part of the other.
    Hard,
    /// The first is part of the second, which is larger.
    FirstInside,
    /// The second is part of the first, which is larger.
    SecondInside,
    /// The same points.
    Duplicate,
}

impl SolidClass {
    /// The class of the same two in the other order.
    pub fn swapped(self) -> Self {
        match self {
            Self::FirstInside => Self::SecondInside,
            Self::SecondInside => Self::FirstInside,
            other => other,
        }
    }
}

/// How `a` and `b` meet.
///
/// Decided by volumes: of a solid that is closed, what has no volume is nothing. A solid within another shares its whole
/// volume; solids without common volume have a common point exactly if their surfaces have.
///
/// # Panics
/// A solid has no volume, or faces inwards.
pub fn class(a: &[Triangle], b: &[Triangle]) -> SolidClass {
    let [volume_a, volume_b] = [a, b].map(volume);
    assert!(volume_a.is_positive() && volume_b.is_positive(), "solids have volume and face outwards");
    let common = common_volume(a, b);
    assert!(!common.is_negative() && common <= volume_a && common <= volume_b, "solids wind 0 or 1 times");
    match (common.is_zero(), common == volume_a, common == volume_b) {
        (true, ..) if surfaces_meet(a, b) => SolidClass::Touch,
        (true, ..) => SolidClass::Clear,
        (_, true, true) => SolidClass::Duplicate,
        (_, true, false) => SolidClass::FirstInside,
        (_, false, true) => SolidClass::SecondInside,
        (_, false, false) => SolidClass::Hard,
    }
}

/// Whether any two triangles share a point.
pub fn surfaces_meet(a: &[Triangle], b: &[Triangle]) -> bool {
    a.iter().any(|x| b.iter().any(|y| spans_meet(x, y, &[0, 1, 2]) && meet(x, y)))
}

/// Whether the boxes of two sets of points share a point, seen along the given axes only.
fn spans_meet(a: &[[f64; 3]], b: &[[f64; 3]], axes: &[usize]) -> bool {
    let span = |points: &[[f64; 3]], axis: usize| {
        let values = points.iter().map(|point| point[axis]);
        (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
    };
    axes.iter().all(|&axis| {
        let ((low_a, high_a), (low_b, high_b)) = (span(a, axis), span(b, axis));
        low_a <= high_b && low_b <= high_a
    })
}

#[cfg(test)]
mod tests;
