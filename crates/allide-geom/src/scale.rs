//! Powers of two that bring huge and tiny triangles among ordinary numbers, where floating-point filters can decide.
//!
//! Multiplying all coordinates with one power of two changes no sign of any determinant, as long as no bit is lost at an
//! end of the range: which is checked. So decisions about the scaled triangles are exact for the original ones.

use crate::Triangle;
use glam::DVec3;
use std::ops::Range;

/// Triangles of such an extent need no factor, unless the other one of a pair is far smaller or larger.
const ORDINARY: Range<f64> = 1.0e-45..1.0e45;
/// A factor nearer to 1 than two to this is not worth it.
const LEAST: i32 = 150;

/// The exponent of a number that is not negative; subnormal ones and zero have the smallest.
fn exponent(value: f64) -> i32 {
    (value.to_bits() >> 52) as i32 - 1023
}

/// Two to this, or to the nearest exponent for which that and its inverse are exact.
pub(crate) fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent.clamp(-1022, 1023) + 1023) as u64) << 52)
}

/// The power of two that brings numbers from `low` to `high` closest to 1. Neither is negative.
pub(crate) fn centring(low: f64, high: f64) -> f64 {
    power(-(exponent(low) + exponent(high)) / 2)
}

#[inline]
fn extent(triangle: &Triangle) -> f64 {
    let [p, q, r] = *triangle;
    (q - p).abs().max((r - p).abs()).max_element()
}

/// Whether filters may be expected to decide about this triangle and others like it.
#[inline]
pub(crate) fn is_ordinary(triangle: &Triangle) -> bool {
    ORDINARY.contains(&extent(triangle))
}

/// The factor for triangles that are decided together, if there is one that helps: it weighs the largest coordinate
/// against the extent of the smallest triangle.
#[cold]
pub(crate) fn factor(triangles: &[&Triangle]) -> Option<f64> {
    let corners = || triangles.iter().copied().flatten();
    let largest = corners().fold(0.0, |largest: f64, corner: &DVec3| largest.max(corner.abs().max_element()));
    let extents = triangles.iter().map(|triangle| extent(triangle)).filter(|&extent| extent > 0.0);
    let smallest = extents.fold(f64::INFINITY, f64::min);
    let smallest = if smallest.is_finite() { smallest } else { largest };
    let middle = (exponent(largest) + exponent(smallest)) / 2;
    (largest > 0.0 && middle.abs() > LEAST).then(|| power(-middle))
}

/// The triangle times a power of two, if that is exact.
pub(crate) fn scaled(triangle: &Triangle, factor: f64) -> Option<Triangle> {
    let scaled = triangle.map(|corner| corner * factor);
    let inverse = factor.recip();
    let exact = |k: usize| scaled[k].is_finite() && scaled[k] * inverse == triangle[k];
    (exact(0) && exact(1) && exact(2)).then_some(scaled)
}

/// Both triangles among ordinary numbers, if they are not there already and no bit is lost on the way.
#[inline]
pub(crate) fn brought_in(a: &Triangle, b: &Triangle) -> Option<[Triangle; 2]> {
    if is_ordinary(a) && is_ordinary(b) { None } else { brought_in_by_factor(a, b) }
}

#[cold]
fn brought_in_by_factor(a: &Triangle, b: &Triangle) -> Option<[Triangle; 2]> {
    let factor = factor(&[a, b])?;
    Some([scaled(a, factor)?, scaled(b, factor)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: Triangle = [DVec3::new(0.1, 0.2, 0.3), DVec3::new(-1.1, 0.0, 0.7), DVec3::new(0.9, 2.0, 5.1)];

    #[test]
    fn ordinary_triangles_stay_as_they_are() {
        for exponent in [-60, 0, 60] {
            let corners = CORNERS.map(|corner| corner * power(exponent));
            assert_eq!(brought_in(&corners, &CORNERS), None);
        }
    }

    #[test]
    fn huge_and_tiny_triangles_are_brought_in_once_without_loss() {
        for exponent in [-950, -500, -200, 200, 500, 1010] {
            let corners = CORNERS.map(|corner| corner * power(exponent));
            let [scaled, other] = brought_in(&corners, &corners).expect("exact");
            assert_eq!(scaled, other);
            let ratio = CORNERS[2].z / scaled[2].z;
            assert_eq!(scaled.map(|corner| corner * ratio), CORNERS);
            assert_eq!(brought_in(&scaled, &scaled), None);
        }
    }

    #[test]
    fn a_bit_that_would_be_lost_prevents_it() {
        let mut corners = CORNERS.map(|corner| corner * 1e300);
        corners[0].x = 1.1e-300;
        assert_eq!(brought_in(&corners, &corners), None);
    }

    #[test]
    fn the_smallest_numbers_are_brought_in_too() {
        let corners = [DVec3::ZERO, DVec3::X * f64::from_bits(1), DVec3::Y * f64::from_bits(3)];
        let [scaled, _] = brought_in(&corners, &corners).expect("exact");
        assert_eq!(scaled[2].y, 3.0 * scaled[1].x);
        assert!(is_ordinary(&scaled));
    }
}
