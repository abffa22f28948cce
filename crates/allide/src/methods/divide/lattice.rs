//! Integer boxes: 16-bit coordinates over a region of space.

use super::lanes::Lanes;
use super::sieve::{Cell, SieveGrid, cell_on_axis};
use crate::simd::with_wide_vectors;
use allide_geom::{Aabb, DVec3};

/// Below the region.
pub(super) const BEFORE: u16 = 0;
/// The lowest coordinate inside the region.
pub(super) const FIRST: u16 = 1;
/// The highest coordinate inside the region.
pub(super) const LAST: u16 = u16::MAX - 4;
/// Above the region.
pub(super) const AFTER: u16 = LAST + 1;

/// How many coordinates are mapped at a time: those of eight points.
const FEW: usize = 24;

/// Maps world coordinates to 16-bit ones.
///
/// The map is monotone on each axis, rounding included. Intervals that overlap therefore still overlap when mapped, so
/// comparing mapped boxes loses no pair, whatever the region and however coarse the map. No error bound is needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    half_min: DVec3,
    scale: DVec3,
}

impl Lattice {
    pub(super) fn over(region: &Aabb) -> Self {
        // Halved, because the width of a region can exceed the largest number.
        let half_min = region.min * 0.5;
        let half_width = region.max * 0.5 - half_min;
        let steps = f64::from(LAST - FIRST);
        Self { half_min, scale: half_width.map(|width| (steps / width).min(f64::MAX)) }
    }

    /// Whether the region has a width on each axis: without one, there is nothing to divide.
    pub(super) fn has_width(&self) -> [bool; 3] {
        self.scale.to_array().map(|scale| scale < f64::MAX)
    }

    /// `BEFORE` and `AFTER` stand for everything outside.
    #[inline]
    pub(super) fn place(&self, point: DVec3) -> Lanes {
        let steps = (point * 0.5 - self.half_min) * self.scale + f64::from(FIRST);
        let lane = |steps: f64| steps.clamp(f64::from(BEFORE), f64::from(AFTER)) as i32 as u16;
        Lanes::new(lane(steps.x), lane(steps.y), lane(steps.z), FIRST)
    }

    /// [`Lattice::place`] for many points.
    pub(super) fn place_all(&self, points: &[DVec3], places: &mut [Lanes]) {
        self.for_each_few(points, |first, steps| {
            for (place, steps) in places[first..].iter_mut().zip(steps.chunks_exact(3)) {
                *place = Lanes::new(steps[0] as u16, steps[1] as u16, steps[2] as u16, FIRST);
            }
        });
    }

    /// The cells of many points.
    pub(super) fn cells_of_all(&self, points: &[DVec3], cells: SieveGrid, found: &mut [Cell]) {
        let shifts = cells.shifts();
        let shifts: [u32; FEW] = std::array::from_fn(|k| shifts[k % 3]);
        self.for_each_few(
            points,
            #[inline(always)]
            |first, steps| {
                let mut bytes = [0; FEW];
                for k in 0..FEW {
                    bytes[k] = cell_on_axis(steps[k], shifts[k]);
                }
                for (k, found) in found[first..].iter_mut().take(FEW / 3).enumerate() {
                    let four = [bytes[3 * k], bytes[3 * k + 1], bytes[3 * k + 2], 1];
                    *found = u32::from_le_bytes(four);
                }
            },
        );
    }

    /// Calls `visit` with the steps of some points at a time, the axes in turns, and the number of the first.
    #[inline(always)]
    fn for_each_few(&self, points: &[DVec3], mut visit: impl FnMut(usize, &[u32; FEW])) {
        let (half_min, scale): ([f64; FEW], [f64; FEW]) =
            (std::array::from_fn(|k| self.half_min[k % 3]), std::array::from_fn(|k| self.scale[k % 3]));
        with_wide_vectors(
            #[inline(always)]
            || {
                let mut last = [0.0; FEW];
                for (few, coordinates) in bytemuck::cast_slice(points).chunks(FEW).enumerate() {
                    let coordinates: &[f64; FEW] = coordinates.try_into().unwrap_or_else(|_| {
                        last[..coordinates.len()].copy_from_slice(coordinates);
                        &last
                    });
                    let mut steps = [0; FEW];
                    for k in 0..FEW {
                        let exact = (coordinates[k] * 0.5 - half_min[k]) * scale[k] + f64::from(FIRST);
                        let from_below = if exact > f64::from(BEFORE) { exact } else { f64::from(BEFORE) };
                        let inside = if from_below < f64::from(AFTER) { from_below } else { f64::from(AFTER) };
                        // SAFETY: between BEFORE and AFTER.
                        steps[k] = unsafe { inside.to_int_unchecked::<i32>() } as u32;
                    }
                    visit(few * FEW / 3, &steps);
                }
            },
        );
    }

    /// How many steps cover `margin`, from anywhere: two for the roundings.
    pub(super) fn steps(&self, margin: f64) -> Lanes {
        let steps = self.scale * (0.5 * margin) * (1.0 + 1.0e-9) + 2.0;
        let [x, y, z] = steps.min(DVec3::splat(f64::from(AFTER))).to_array();
        Lanes::new(x as u16, y as u16, z as u16, 0)
    }

    /// The part of space between two places, roughly.
    pub(super) fn region(&self, low: Lanes, high: Lanes) -> Aabb {
        let point = |place: Lanes, k: usize| {
            2.0 * (self.half_min[k] + (f64::from(place.get(k)) - f64::from(FIRST)) / self.scale[k])
        };
        let corner =
            |place| DVec3::new(point(place, 0), point(place, 1), point(place, 2)).clamp(DVec3::MIN, DVec3::MAX);
        Aabb { min: corner(low), max: corner(high.add(Lanes::splat(1))) }
    }
}

/// Whether three places reach into the region, and the box around them, grown by some steps.
#[inline(always)]
pub(super) fn box_around([p, q, r]: [Lanes; 3], grown: Lanes) -> (bool, Lanes, Lanes) {
    let (first, last) = (Lanes::splat(FIRST), Lanes::splat(LAST));
    let low = p.min(q).min(r).max(first);
    let high = p.max(q).max(r).min(last);
    // Outside, the border lies beyond the box.
    let inside = low.all_at_most(high);
    (inside, low.sub(grown).max(first), high.add(grown).min(last).max(first))
}

/// A triangle's box in lattice coordinates. The fourth lanes are equal and inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) low: Lanes,
    pub(super) high: Lanes,
    pub(super) triangle: u32,
}

/// The mean size of some boxes on each axis, in steps: at least one.
pub(super) fn mean_extents<'i>(items: impl IntoIterator<Item = &'i Item>) -> [f64; 3] {
    let (mut count, mut sums) = (0.0, [0.0; 3]);
    for item in items {
        count += 1.0;
        for (k, sum) in sums.iter_mut().enumerate() {
            *sum += f64::from(item.high.get(k) - item.low.get(k)) + 1.0;
        }
    }
    sums.map(|sum| f64::max(sum / f64::max(count, 1.0), 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(low: f64, high: f64, points: &[f64]) -> Vec<u16> {
        let region = Aabb { min: DVec3::splat(low), max: DVec3::splat(high) };
        let lattice = Lattice::over(&region);
        points.iter().map(|&x| lattice.place(DVec3::splat(x)).get(1)).collect()
    }

    #[test]
    fn the_region_is_inside_and_the_rest_is_not() {
        let found = places(-1.0, 3.0, &[-1.1, -1.0, 3.0, 3.1, f64::MIN, f64::MAX]);
        assert_eq!(found, [BEFORE, FIRST, LAST, AFTER, BEFORE, AFTER]);
    }

    #[test]
    fn flat_huge_and_tiny_regions_keep_order() {
        assert_eq!(places(2.0, 2.0, &[1.9, 2.0, 2.1]), [BEFORE, FIRST, AFTER]);
        let huge = places(f64::MIN, f64::MAX, &[f64::MIN, -1.0, 1.0, f64::MAX]);
        assert!(huge.is_sorted() && huge[0] == FIRST && huge[3] == LAST);
        let tiny = f64::from_bits(1);
        let found = places(0.0, 4.0 * tiny, &[-1.0, 0.0, 2.0 * tiny, 4.0 * tiny, 1.0]);
        assert!(found.is_sorted() && found[0] == BEFORE && found[1] == FIRST && found[4] == AFTER);
    }

    #[test]
    fn every_instruction_set_places_alike() {
        let region = Aabb { min: DVec3::new(-1.0, 2.0, 1e-3), max: DVec3::new(5.0, 2.0, f64::MAX) };
        let lattice = Lattice::over(&region);
        let values = [f64::MIN, -1.0, -0.999, 0.0, 1e-3, 2.0, 3.75, 5.0, 5.1, 1e300, f64::MAX];
        let points: Vec<DVec3> = values
            .iter()
            .flat_map(|&x| values.iter().flat_map(move |&y| values.map(|z| DVec3::new(x, y, z))))
            .collect();
        let mut places = vec![Lanes::splat(7); points.len()];
        lattice.place_all(&points, &mut places);
        assert!(points.iter().zip(places).all(|(&point, place)| lattice.place(point) == place));
    }

    #[test]
    fn a_margin_is_covered_by_its_steps() {
        let region = Aabb { min: DVec3::ZERO, max: DVec3::splat(10.0) };
        let lattice = Lattice::over(&region);
        for (x, margin) in [(0.1, 0.3), (5.0, 0.00001), (9.0, 0.7), (3.3333, 2.0)] {
            let (here, there) = (lattice.place(DVec3::splat(x)), lattice.place(DVec3::splat(x + margin)));
            assert!(there.get(0) - here.get(0) <= lattice.steps(margin).get(0));
        }
    }
}
