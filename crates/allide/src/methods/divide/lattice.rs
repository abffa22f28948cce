//! Integer boxes: 16-bit coordinates over a region of space.

use super::lanes::Lanes;
use crate::world::WorldObject;
use allide_geom::{Aabb, DVec3};
use rayon::prelude::*;
use std::ops::Range;

/// Below the region.
pub(super) const BEFORE: u16 = 0;
/// The lowest coordinate inside the region.
pub(super) const FIRST: u16 = 1;
/// The highest coordinate inside the region.
pub(super) const LAST: u16 = u16::MAX - 4;
/// Above the region.
pub(super) const AFTER: u16 = LAST + 1;

/// Triangles handled by one task.
const CHUNK: usize = 1 << 14;
/// How many boxes are looked at to choose a grid.
const SAMPLES: usize = 512;

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

    /// `BEFORE` and `AFTER` stand for everything outside.
    #[inline]
    pub(super) fn place(&self, point: DVec3) -> Lanes {
        let steps = (point * 0.5 - self.half_min) * self.scale + f64::from(FIRST);
        let lane = |steps: f64| steps.clamp(f64::from(BEFORE), f64::from(AFTER)) as i32 as u16;
        Lanes::new(lane(steps.x), lane(steps.y), lane(steps.z), FIRST)
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

/// A triangle's box in lattice coordinates. The fourth lanes are equal and inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) low: Lanes,
    pub(super) high: Lanes,
    pub(super) triangle: u32,
}

/// The triangles of one object as boxes on a lattice, computed anew each time they are asked for: that is cheaper than
/// storing them, since most are asked for twice at most.
pub(super) struct Boxes<'w> {
    triangles: &'w [[u32; 3]],
    /// The vertices on the lattice.
    places: Vec<Lanes>,
    /// By how many steps every box is grown.
    grown: Lanes,
}

impl<'w> Boxes<'w> {
    pub(super) fn new(object: &'w WorldObject, lattice: &Lattice, grown: Lanes) -> Self {
        let positions = object.positions();
        let place = |&point: &DVec3| lattice.place(point);
        let places = if positions.len() <= CHUNK {
            positions.iter().map(place).collect()
        } else {
            positions.par_iter().with_min_len(CHUNK).map(place).collect()
        };
        Self { triangles: object.mesh.triangles(), places, grown }
    }

    pub(super) fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Calls `visit` with the box of every triangle in the range that reaches into the region, cut off at its border.
    #[inline(always)]
    pub(super) fn for_each(&self, range: Range<usize>, mut visit: impl FnMut(Item)) {
        let (first, last) = (Lanes::splat(FIRST), Lanes::splat(LAST));
        for (triangle, &[p, q, r]) in (range.start as u32..).zip(&self.triangles[range]) {
            let (p, q, r) = (self.places[p as usize], self.places[q as usize], self.places[r as usize]);
            let low = p.min(q).min(r).max(first);
            let high = p.max(q).max(r).min(last);
            // Outside, the border lies beyond the box.
            if low.all_at_most(high) {
                visit(Item { low: low.sub(self.grown).max(first), high: high.add(self.grown).min(last), triangle });
            }
        }
    }

    /// Every box for which `keep` holds, in order.
    pub(super) fn collect(&self, keep: impl Fn(&Item) -> bool + Sync) -> Vec<Item> {
        let collect = |range: Range<usize>| {
            let mut items = Vec::new();
            self.for_each(range, |item| {
                if keep(&item) {
                    items.push(item)
                }
            });
            items
        };
        let mut chunks: Vec<Vec<Item>> = self.chunks(collect);
        if chunks.len() == 1 { chunks.remove(0) } else { concat(&chunks) }
    }

    /// Runs a task on every chunk of the triangles, in parallel if there are several.
    pub(super) fn chunks<T: Send>(&self, task: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
        if self.len() <= CHUNK {
            return vec![task(0..self.len())];
        }
        let starts: Vec<usize> = (0..self.len()).step_by(CHUNK).collect();
        starts.par_iter().map(|&start| task(start..self.len().min(start + CHUNK))).collect()
    }

    /// Some hundreds of the boxes, evenly spread, with how many triangles each stands for.
    pub(super) fn sample(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for triangle in (0..self.len()).step_by(self.len().div_ceil(SAMPLES).max(1)) {
            self.for_each(triangle..triangle + 1, |item| items.push(item));
        }
        items
    }
}

fn concat(chunks: &[Vec<Item>]) -> Vec<Item> {
    let nothing = Item { low: Lanes::splat(0), high: Lanes::splat(0), triangle: 0 };
    let mut all = vec![nothing; chunks.iter().map(Vec::len).sum()];
    let mut rest = &mut all[..];
    let mut places = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let (place, after) = rest.split_at_mut(chunk.len());
        places.push((place, chunk));
        rest = after;
    }
    places.into_par_iter().for_each(|(place, chunk)| place.copy_from_slice(chunk));
    all
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
    fn a_margin_is_covered_by_its_steps() {
        let region = Aabb { min: DVec3::ZERO, max: DVec3::splat(10.0) };
        let lattice = Lattice::over(&region);
        for (x, margin) in [(0.1, 0.3), (5.0, 0.00001), (9.0, 0.7), (3.3333, 2.0)] {
            let (here, there) = (lattice.place(DVec3::splat(x)), lattice.place(DVec3::splat(x + margin)));
            assert!(there.get(0) - here.get(0) <= lattice.steps(margin).get(0));
        }
    }
}
