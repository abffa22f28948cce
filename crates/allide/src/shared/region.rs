//! Volume and area of what two solids share.
//!
//! Its boundary consists of the parts of triangles of each solid that lie inside the other. Each part is a sum over the
//! segments around it (Green), and the volume is a sum over the parts (Gauss); nothing is ever assembled. All decisions are
//! exact, for a second solid that is moved by infinitely little, so the sums have the right terms in every degenerate case; and
//! volume does not jump. Only the terms are rounded, each with a bound.

use super::Overlay;
use super::patches::patch;
use super::piece::{Bound, boundary};
use allide_geom::{Class, DVec3, moved};
use rayon::prelude::*;

/// Triangles that are summed by one task: fixed, so that rounding does not depend on threads.
const CHUNK: usize = 512;

/// Size of what two solids share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Region {
    /// The volume.
    pub volume: f64,
    /// The true volume differs by at most this.
    pub volume_error: f64,
    /// The area of the surface.
    pub area: f64,
    /// The true area differs by at most this.
    pub area_error: f64,
}

/// A sum with a bound on its error.
#[derive(Clone, Copy, Default)]
struct Sum {
    value: f64,
    error: f64,
}

impl Sum {
    fn add(&mut self, term: Sum) {
        self.value += term.value;
        self.error += term.error + f64::EPSILON * (self.value.abs() + self.error);
    }

    /// The value and its bound; a bound of infinity where numbers left the range.
    fn finish(self) -> (f64, f64) {
        let error = self.error * (1.0 + 16.0 * f64::EPSILON);
        if self.value.is_finite() && error.is_finite() { (self.value, error) } else { (f64::INFINITY, f64::INFINITY) }
    }
}

/// Area and volume of a part of the boundary: the volume of the cone from the origin.
#[derive(Clone, Copy, Default)]
struct Part {
    area: Sum,
    volume: Sum,
}

impl Part {
    fn of(bounds: &[[Bound; 2]]) -> Self {
        let Some([first, _]) = bounds.first() else { return Self::default() };
        let apex = first.point;
        let (mut twice, mut error, mut magnitude) = (DVec3::ZERO, 0.0, 0.0);
        for [start, end] in bounds {
            let (p, q) = (start.point.at - apex.at, end.point.at - apex.at);
            twice += p.cross(q);
            let (length_p, length_q) = (p.length(), q.length());
            let rounding = f64::EPSILON * (length_p + length_q);
            let (error_p, error_q) = (start.point.error + rounding, end.point.error + rounding);
            error += length_p * error_q + length_q * error_p + error_p * error_q;
            magnitude += length_p * length_q;
        }
        error += magnitude * f64::EPSILON * (bounds.len() as f64 + 8.0);
        let (vector, error) = (twice * 0.5, error * 0.5 * (1.0 + 1.0e-12) + f64::MIN_POSITIVE);
        let (area, reach) = (vector.length(), apex.at.length());
        let volume_error = (reach * (error + 8.0 * f64::EPSILON * area) + apex.error * (area + error)) / 3.0;
        Self {
            area: Sum { value: area, error: error + 8.0 * f64::EPSILON * area },
            volume: Sum { value: apex.at.dot(vector) / 3.0, error: volume_error * (1.0 + 1.0e-12) + f64::MIN_POSITIVE },
        }
    }

    fn add(&mut self, part: Self) {
        self.area.add(part.area);
        self.volume.add(part.volume);
    }
}

impl Overlay<'_> {
    /// The volume of what both share, and the area of its surface. Where solids only touch, both are zero up to the bounds.
    pub fn region(&self) -> Region {
        let mut sum = Part::default();
        for side in &self.sides {
            let parts = side.active.par_chunks(CHUNK).map(|triangles| {
                let mut sum = Part::default();
                for &triangle in triangles {
                    sum.add(Part::of(&boundary(side, triangle, &self.segments, self.origin)));
                }
                sum
            });
            parts.collect::<Vec<_>>().into_iter().for_each(|part| sum.add(part));
        }
        let contact = self.thin_area();
        sum.area.add(Sum { value: -contact.value, error: contact.error });
        let ((volume, volume_error), (area, area_error)) = (sum.volume.finish(), sum.area.finish());
        Region { volume: volume.max(0.0), volume_error, area: area.max(0.0), area_error }
    }

    /// The area of layers that exist only because the second solid is moved: between faces that touch back to back, the move
    /// being into the first solid. Both faces of a layer count.
    fn thin_area(&self) -> Sum {
        let [a, b] = self.sides.each_ref().map(|side| side.solid);
        let layers =
            self.pairs.par_iter().with_min_len(1024).filter(|pair| pair.class == Class::Coplanar).map(|pair| {
                let (corners_a, corners_b) = (a.corners(pair.a), b.corners(pair.b));
                let is_layer = moved::towards(&corners_b) > 0 && moved::towards(&corners_a) < 0;
                if is_layer { patch(&corners_a, &corners_b, self.origin).area() } else { (0.0, 0.0) }
            });
        let mut sum = Sum::default();
        for (value, error) in layers.collect::<Vec<_>>() {
            sum.add(Sum { value: 2.0 * value, error: 2.0 * error });
        }
        sum
    }
}
