//! The plane of a polygon, rounded: it chooses an axis and tells what is not flat, and decides nothing else.

use allide_geom::{DVec2, DVec3};

/// How far from its plane a flat polygon's corners may be: in sizes of the polygon, and in largest coordinates.
const OF_SIZE: f64 = 1.0e-3;
const OF_COORDINATES: f64 = 1.0e-5;
/// Products of four differences of this size neither overflow nor underflow.
const LARGE: f64 = 1.0e60;
const SMALL: f64 = 1.0e-60;

pub(super) struct Plane {
    normal: DVec3,
    flat: bool,
}

impl Plane {
    /// The plane with Newell's normal, midway between the outermost corners.
    #[inline]
    pub(super) fn of(corners: impl ExactSizeIterator<Item = [f64; 3]> + Clone) -> Self {
        let corners = corners.map(DVec3::from);
        let largest = corners.clone().fold(DVec3::ZERO, |largest, corner| largest.max(corner.abs())).max_element();
        if largest > LARGE {
            let factor = inverse(largest);
            return Self::of_moderate(corners.map(|corner| corner * factor), largest * factor);
        }
        Self::of_moderate(corners, largest)
    }

    #[inline]
    fn of_moderate(corners: impl ExactSizeIterator<Item = DVec3> + Clone, largest: f64) -> Self {
        let mut rest = corners.clone();
        let first = rest.next().unwrap_or_default();
        let spokes = rest.map(|corner| corner - first);
        let none = (DVec3::ZERO, DVec3::ZERO);
        let (low, high) = spokes.clone().fold(none, |(low, high), spoke| (low.min(spoke), high.max(spoke)));
        let size = (high - low).max_element();
        if size < SMALL && size > 0.0 {
            let factor = inverse(size);
            return Self::new(spokes.map(|spoke| spoke * factor), size * factor, largest * factor);
        }
        Self::new(spokes, size, largest)
    }

    /// From the other corners, seen from the first.
    #[inline]
    fn new(spokes: impl Iterator<Item = DVec3> + Clone, size: f64, largest: f64) -> Self {
        let normal = spokes.clone().zip(spokes.clone().skip(1)).fold(DVec3::ZERO, |sum, (p, q)| sum + p.cross(q));
        let heights = spokes.map(|spoke| spoke.dot(normal));
        let (low, high) = heights.fold((0.0, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
        Self::with_heights(normal, high - low, size, largest)
    }

    /// The same for a quad of ordinary numbers, faster.
    #[inline]
    pub(super) fn of_quad(quad: &[[f64; 3]; 4]) -> Option<Self> {
        let [a, b, c, d] = quad.map(DVec3::from);
        let diagonals = [c - a, d - b];
        // Both are parallel to the plane.
        let normal = diagonals[0].cross(diagonals[1]);
        let height = normal.dot(b - a);
        let size = diagonals[0].abs().max(diagonals[1].abs()).max_element();
        if !(SMALL..LARGE).contains(&size) {
            return None;
        }
        let plane = Self::with_heights(normal, height, size, 0.0);
        if plane.flat {
            return Some(plane);
        }
        let (low, high) = (a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
        let (size, largest) = ((high - low).max_element(), low.abs().max(high.abs()).max_element());
        (largest < LARGE).then(|| Self::with_heights(normal, height, size, largest))
    }

    /// From how far apart the corners are along the normal, times its length.
    #[inline]
    fn with_heights(normal: DVec3, height: f64, size: f64, largest: f64) -> Self {
        let tolerance = 2.0 * (OF_SIZE * size + OF_COORDINATES * largest);
        Self { normal, flat: height * height <= tolerance * tolerance * normal.length_squared() }
    }

    pub(super) fn is_flat(&self) -> bool {
        self.flat
    }

    /// The axes, that which the normal is closest to first.
    #[inline]
    pub(super) fn axes(&self) -> [usize; 3] {
        let [x, y, z] = self.normal.abs().to_array();
        let first = if x > y && x > z { 0 } else { 1 + usize::from(y <= z) };
        [first, (first + 1) % 3, (first + 2) % 3]
    }
}

/// The projection along an axis, without changing a coordinate, the axis pointing at the viewer.
#[inline]
pub(super) fn projection(axis: usize) -> impl Fn([f64; 3]) -> DVec2 {
    move |[x, y, z]| match axis {
        0 => DVec2::new(y, z),
        1 => DVec2::new(z, x),
        _ => DVec2::new(x, y),
    }
}

/// A power of two that brings a positive number near 1.
fn inverse(value: f64) -> f64 {
    let exponent = ((value.to_bits() >> 52) as i64 - 1023).clamp(-1022, 1022);
    f64::from_bits(((1023 - exponent) as u64) << 52)
}
