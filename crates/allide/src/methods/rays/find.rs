//! Finds pairs that share volume: cells are divided where a pair may hide.

use super::lattice::Lattice;
use super::list::Cells;
use super::search::Judge;
use super::walk::{ABOVE, Record};
use crate::DVec3;
use crate::solids::{Place, Probe, locate};
use crate::world::WorldObject;
use rayon::prelude::*;
use std::cmp::Reverse;

/// The shared length that is worth an exact look: more than corners move when they are placed on the lattice.
const WORTH: u32 = 16;
/// A ball of the precision's diameter around a point of a cell of this part of the precision contains the whole cell, at the
/// depth of the point and for longer above and below it than all rounding.
const PART: u32 = 4;

/// Finds pairs.
#[derive(Debug)]
pub(super) struct Find<'f> {
    lattice: &'f Lattice,
    all: &'f [WorldObject],
    /// For each pair, a point inside both objects.
    pub points: Vec<Option<DVec3>>,
    /// For each pair, how wide a ball may hide in cells that were not divided, in units; none if there are no such cells.
    pub hidden: Vec<Option<u32>>,
}

impl<'f> Find<'f> {
    pub fn new(lattice: &'f Lattice, all: &'f [WorldObject]) -> Self {
        let count = lattice.pairs.len();
        Self { lattice, all, points: vec![None; count], hidden: vec![None; count] }
    }

    /// The middle of what rays share, if it is inside both objects.
    fn confirm(&self, pair: usize, cells: &Cells, record: &Record) -> Option<DVec3> {
        let [start, length] = if record.certain[1] > 0 { record.certain } else { record.longest };
        let point = point(self.lattice, cells, record.slot, f64::from(start) + f64::from(length) / 2.0);
        let objects = self.lattice.pairs[pair].map(|k| &self.all[self.lattice.objects[k as usize] as usize]);
        objects.into_iter().all(|object| locate(object, Probe::Point(point)) == Place::Inside).then_some(point)
    }
}

/// The point of the world on the ray of a cell.
pub(super) fn point(lattice: &Lattice, cells: &Cells, slot: u32, depth: f64) -> DVec3 {
    let [u, v] = cells.origins[slot as usize].map(|k| f64::from(k) + f64::from(1 << cells.shift) / 2.0);
    lattice.point([u, v, depth - f64::from(ABOVE)])
}

/// No ball that both objects contain, with its centre in the cell, is as wide as this: it would take up so much of a ray.
fn room_for_ball(record: &Record) -> u32 {
    record.thickest + 2
}

impl Judge for Find<'_> {
    fn finest(&self) -> u32 {
        (self.lattice.precision / PART).ilog2()
    }

    fn judge(&mut self, cells: &Cells, records: &[Record], wanted: &mut [bool]) {
        let this = &*self;
        let known = records.par_iter().filter_map(|record| {
            let pair = this.lattice.find(record.a, record.b)?;
            this.points[pair].is_none().then_some((pair, record))
        });
        let mut known: Vec<(usize, &Record)> = known.collect();
        // The best of each pair, and the first of these.
        let is_worth_it = |(_, record): &(usize, &Record)| record.certain[1] > 0 || record.longest[1] >= WORTH;
        let mut best: Vec<(usize, &Record)> = known.iter().copied().filter(is_worth_it).collect();
        best.par_sort_by_key(|&(pair, record)| (pair, Reverse((record.certain[1], record.longest[1]))));
        best.dedup_by_key(|(pair, _)| *pair);
        let found = best.into_par_iter().filter_map(|(pair, record)| Some((pair, this.confirm(pair, cells, record)?)));
        let found: Vec<(usize, DVec3)> = found.collect();
        found.into_iter().for_each(|(pair, point)| self.points[pair] = Some(point));
        known.retain(|(pair, _)| self.points[*pair].is_none());
        for (_, record) in known {
            wanted[record.slot as usize] |= room_for_ball(record) >= self.lattice.precision;
        }
    }

    fn settle(&mut self, _: &Cells, records: &[Record], is_left: impl Fn(u32) -> bool) {
        for record in records.iter().filter(|record| is_left(record.slot)) {
            let Some(pair) = self.lattice.find(record.a, record.b) else { continue };
            if room_for_ball(record) >= self.lattice.precision {
                self.hidden[pair] = self.hidden[pair].max(Some(room_for_ball(record)));
            }
        }
    }
}
