use crate::Triangle;
use glam::DVec3;
use std::ops::Range;

/// For pairs of such a [`size`], products of four differences neither overflow nor underflow.
const TAME: Range<f64> = 1.0e-60..1.0e60;

/// The largest difference of coordinates between the first corner of `a` and the others.
#[inline]
pub(crate) fn size(a: &Triangle, b: &Triangle) -> f64 {
    let reach = |point: DVec3| (point - a[0]).abs().max_element();
    [a[1], a[2], b[0], b[1], b[2]].map(reach).into_iter().fold(0.0, f64::max)
}

/// Whether [`Frame`] has nothing to do for a pair of this size.
#[inline]
pub(crate) fn is_tame(size: f64) -> bool {
    TAME.contains(&size)
}

/// Coordinates in which a huge or tiny pair has a size near 1: only for what is rounded anyway.
pub(crate) struct Frame {
    origin: DVec3,
    /// A power of two, as is its inverse.
    pub(crate) unit: f64,
}

impl Frame {
    /// A frame for a pair of that size around `corner`.
    pub(crate) fn around(corner: DVec3, size: f64) -> Self {
        let exponent = if size.is_finite() { (size.to_bits() >> 52) as i32 - 1023 } else { 1024 };
        // Small pairs may lie far out, where only their differences can be scaled; those of large ones may overflow.
        let origin = if size < 1.0 { corner } else { DVec3::ZERO };
        Self { origin, unit: 2f64.powi(exponent.clamp(-1000, 1000)) }
    }

    pub(crate) fn inside(&self, triangle: &Triangle) -> Triangle {
        triangle.map(|corner| (corner - self.origin) * self.unit.recip())
    }

    /// The point in the coordinates outside; one that rounding carried out of the range comes back to its end.
    pub(crate) fn outside(&self, point: DVec3) -> DVec3 {
        (point * self.unit + self.origin).clamp(DVec3::MIN, DVec3::MAX)
    }
}
