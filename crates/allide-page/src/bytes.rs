//! The block of bytes behind a page, and the parts of it that its description names.

use allide::{Aabb, DVec3};
use serde::Serialize;

/// A part of the bytes of a page, and how to read it: see `docs/reference/page-format.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slice {
    /// The first byte.
    pub at: usize,
    /// How many elements there are; points count once.
    pub count: usize,
    /// How elements are coded.
    #[serde(rename = "type")]
    pub coding: &'static str,
    /// How far back the element is that each is stored relative to; absent: the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<usize>,
    /// The point that all zeros stand for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<[f64; 3]>,
    /// The length of a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
}

/// Points are stored in steps of their largest extent divided by this, or smaller ones.
const STEPS: f64 = (1u32 << 20) as f64;

/// Bytes that grow as slices are added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes(pub Vec<u8>);

impl Bytes {
    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) -> Slice {
        let slice = self.slice(bytes.len(), "u8");
        self.0.extend_from_slice(bytes);
        slice
    }

    /// Integers, each stored as the difference from the one `stride` before.
    pub fn ints(&mut self, values: &[i32], stride: usize) -> Slice {
        let slice = Slice { stride: (stride > 1).then_some(stride), ..self.slice(values.len(), "ints") };
        self.planes(values, stride);
        slice
    }

    /// Points, rounded to a step that is a power of two.
    pub fn points(&mut self, points: &[DVec3]) -> Slice {
        let bounds = points.iter().fold(Aabb::EMPTY, |bounds, &point| bounds.union(&Aabb { min: point, max: point }));
        let (min, extent) =
            if points.is_empty() { (DVec3::ZERO, 0.0) } else { (bounds.min, bounds.size().max_element()) };
        let step = step(extent);
        let values: Vec<i32> =
            points.iter().flat_map(|&point| ((point - min) / step).round().as_ivec3().to_array()).collect();
        let slice = Slice { min: Some(min.to_array()), step: Some(step), ..self.slice(points.len(), "points") };
        self.planes(&values, 3);
        slice
    }

    fn slice(&self, count: usize, coding: &'static str) -> Slice {
        Slice { at: self.0.len(), count, coding, stride: None, min: None, step: None }
    }

    /// Most differences are small, and so most of the bytes of the upper planes are zero, which zlib removes.
    fn planes(&mut self, values: &[i32], stride: usize) {
        let before = |index: usize| if index < stride { 0 } else { values[index - stride] };
        let differences = values.iter().enumerate().map(|(index, &value)| value.wrapping_sub(before(index)));
        let coded: Vec<u32> = differences.map(|d| ((d << 1) ^ (d >> 31)) as u32).collect();
        for plane in 0..4 {
            self.0.extend(coded.iter().map(|code| (code >> (8 * plane)) as u8));
        }
    }
}

/// The smallest power of two of which at most [`STEPS`] cover the extent, where there is one.
fn step(extent: f64) -> f64 {
    let least = (extent / STEPS).max(f64::MIN_POSITIVE);
    let power = least.log2().ceil().exp2();
    // The logarithm is rounded.
    if power * STEPS >= extent { power } else { power * 2.0 }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads as the page does.
    pub(crate) fn decode(bytes: &[u8], slice: &Slice) -> Vec<i32> {
        let (count, stride) = match slice.coding {
            "points" => (3 * slice.count, 3),
            _ => (slice.count, slice.stride.unwrap_or(1)),
        };
        let mut values: Vec<i32> = Vec::new();
        for index in 0..count {
            let byte = |plane: usize| u32::from(bytes[slice.at + plane * count + index]);
            let code = (0..4).map(|plane| byte(plane) << (8 * plane)).sum::<u32>();
            let difference = (code >> 1) as i32 ^ -((code & 1) as i32);
            let before = if index < stride { 0 } else { values[index - stride] };
            values.push(before.wrapping_add(difference));
        }
        values
    }

    proptest! {
        #[test]
        fn integers_come_back(first: Vec<u8>, values: Vec<i32>, stride in 1usize..5) {
            let mut bytes = Bytes::default();
            bytes.raw(&first);
            let slice = bytes.ints(&values, stride);
            prop_assert_eq!(decode(&bytes.0, &slice), values);
        }

        #[test]
        fn points_come_back_to_half_a_step(points: Vec<[f64; 3]>, exponent in -280i32..280, offset in -1e6..1e6f64) {
            let scale = 2f64.powi(exponent);
            let point = |p: &[f64; 3]| DVec3::from_array(p.map(|x| (x.rem_euclid(1.0) + offset) * scale));
            let points: Vec<DVec3> = points.iter().filter(|p| p.iter().all(|x| x.is_finite())).map(point).collect();
            let mut bytes = Bytes::default();
            let slice = bytes.points(&points);
            let (min, step) = (DVec3::from_array(slice.min.unwrap()), slice.step.unwrap());
            let values = decode(&bytes.0, &slice);
            for (point, value) in points.iter().zip(values.chunks(3)) {
                let read = min + DVec3::new(value[0] as f64, value[1] as f64, value[2] as f64) * step;
                // The sum is rounded, too.
                let rounding = point.abs().max_element() * 4.0 * f64::EPSILON;
                prop_assert!((read - *point).abs().max_element() <= step * 0.5 + rounding);
            }
            prop_assert!(values.iter().all(|&value| (0..=1 << 20).contains(&value)));
        }
    }

    #[test]
    fn extents_of_all_sizes_have_a_step() {
        for extent in [0.0, f64::MIN_POSITIVE, 1e-300, 0.1, 1.0, 1e6, 1e300, f64::MAX] {
            let step = step(extent);
            assert!(step > 0.0 && step.is_finite() && step * STEPS >= extent, "{extent}");
        }
    }
}
