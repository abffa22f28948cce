//! Lists of fragments, and what makes them: the CPU here, a GPU in gpu.rs. Both give the same lists, number by number.

use super::cross::{MOVED, Square};
use super::lattice::Lattice;
use super::walk::{self, BEGIN, END, ENTER, LEAVE, Record};
use crate::Error;
use rayon::prelude::*;

/// A cell is divided into at most two to this along each axis.
pub(super) const MOST_SIDE: u32 = 3;
/// The children of a cell that is not divided.
pub(super) const NO_CHILDREN: u32 = u32::MAX;

/// The cells of a list: squares of the same size, each with a ray through its middle.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// Their lowest corners.
    pub origins: Vec<[i32; 2]>,
    /// Two to this is their size.
    pub shift: u32,
}

/// Which cells are divided.
#[derive(Clone, Debug)]
pub(super) struct Division {
    /// Where the children of each cell begin, or [`NO_CHILDREN`].
    pub bases: Vec<u32>,
    /// There are two to this along each axis, row by row.
    pub side: u32,
    pub children: Cells,
}

impl Division {
    /// Divides these cells.
    pub fn new(cells: &Cells, chosen: &[u32], side: u32) -> Self {
        let shift = cells.shift - side;
        let mut bases = vec![NO_CHILDREN; cells.origins.len()];
        let mut origins = Vec::with_capacity(chosen.len() << (2 * side));
        for &slot in chosen {
            bases[slot as usize] = origins.len() as u32;
            let [u, v] = cells.origins[slot as usize];
            let rows = (0..1 << side).map(|row: i32| v + (row << shift));
            origins.extend(rows.flat_map(|v| (0..1 << side).map(move |column: i32| [u + (column << shift), v])));
        }
        Self { bases, side, children: Cells { origins, shift } }
    }
}

/// A list was to be made.
#[derive(Debug)]
pub(super) enum Spread<L> {
    /// The number of fragments in each cell.
    Done(L, Vec<u32>),
    /// It would have more than there is room for.
    Overflow,
}

/// Where lists are made.
pub(super) trait Maker {
    /// Fragments: a cell and a triangle that touches it, each.
    type List;

    /// The list of one cell with all these triangles.
    fn start(&mut self, triangles: &[u32]) -> Result<Self::List, Error>;

    /// The list of the children of cells, unless it is longer than `room`.
    fn spread(
        &mut self,
        cells: &Cells,
        list: &Self::List,
        division: &Division,
        room: u64,
    ) -> Result<Spread<Self::List>, Error>;

    /// Sorts what happens along the rays, and goes along them: what pairs of objects share, in the order of cells and
    /// objects.
    fn walk(&mut self, cells: &Cells, list: &Self::List) -> Result<Vec<Record>, Error>;
}

/// Bits of an event's owner that are its object; the others are its cell.
pub(super) fn object_bits(lattice: &Lattice) -> u32 {
    (lattice.objects.len() as u32).max(2).next_power_of_two().ilog2()
}

/// The maker of lists on the CPU.
#[derive(Debug)]
pub(super) struct OnCpu<'l>(pub &'l Lattice);

/// Fragments in a row for one task.
const TASK: usize = 256;

impl OnCpu<'_> {
    /// The children that a fragment touches.
    fn children(&self, cells: &Cells, [slot, triangle]: [u32; 2], division: &Division) -> Vec<[u32; 2]> {
        let base = division.bases[slot as usize];
        if base == NO_CHILDREN {
            return Vec::new();
        }
        let (shape, shift, side) = (self.0.shape(triangle), division.children.shift, division.side);
        let range = |axis: usize| {
            let (least, greatest) = shape.extent(axis);
            let origin = cells.origins[slot as usize][axis];
            let first = ((least - MOVED - 1 - origin) >> shift).max(0);
            first..=((greatest + MOVED - origin) >> shift).min((1 << division.side) - 1)
        };
        let columns = range(0);
        let children =
            range(1).flat_map(|row| columns.clone().map(move |column| base + ((row << side) + column) as u32));
        let touches = |child: &u32| shape.touches(&Square::grown(division.children.origins[*child as usize], shift));
        children.filter(touches).map(|child| [child, triangle]).collect()
    }

    /// The events along the ray of a cell at a triangle: owners in the upper words, keys in the lower.
    fn events(&self, cells: &Cells, [slot, triangle]: [u32; 2]) -> impl Iterator<Item = u64> + use<> {
        let (shape, origin) = (self.0.shape(triangle), cells.origins[slot as usize]);
        let square = Square::grown(origin, cells.shift);
        let ray = origin.map(|k| k + (1 << cells.shift >> 1));
        let (low, high) = shape.depths(&square);
        let crossing =
            shape.crosses(ray).then(|| walk::key(shape.depth_at(ray), if shape.turn < 0 { ENTER } else { LEAVE }));
        let owner = slot << object_bits(self.0) | self.0.triangles[triangle as usize][3];
        let keys = [Some(walk::key(low, BEGIN)), Some(walk::key(high, END)), crossing];
        keys.into_iter().flatten().map(move |key| u64::from(owner) << 32 | u64::from(key))
    }

    /// All events in order.
    pub fn sorted(&self, cells: &Cells, list: &[[u32; 2]]) -> Vec<u64> {
        let events = list.par_iter().with_min_len(TASK).flat_map_iter(|&fragment| self.events(cells, fragment));
        let mut events: Vec<u64> = events.collect();
        events.par_sort_unstable();
        events
    }
}

impl Maker for OnCpu<'_> {
    type List = Vec<[u32; 2]>;

    fn start(&mut self, triangles: &[u32]) -> Result<Self::List, Error> {
        Ok(triangles.iter().map(|&triangle| [0, triangle]).collect())
    }

    fn spread(
        &mut self,
        cells: &Cells,
        list: &Self::List,
        division: &Division,
        room: u64,
    ) -> Result<Spread<Self::List>, Error> {
        let fragments = list.par_iter().with_min_len(TASK);
        let fragments: Vec<[u32; 2]> =
            fragments.flat_map_iter(|&fragment| self.children(cells, fragment, division)).collect();
        if fragments.len() as u64 > room {
            return Ok(Spread::Overflow);
        }
        let mut counts = vec![0; division.children.origins.len()];
        fragments.iter().for_each(|&[slot, _]| counts[slot as usize] += 1);
        Ok(Spread::Done(fragments, counts))
    }

    fn walk(&mut self, cells: &Cells, list: &Self::List) -> Result<Vec<Record>, Error> {
        let events = self.sorted(cells, list);
        let keys: Vec<u32> = events.par_iter().map(|&event| event as u32).collect();
        let groups: Vec<(u32, std::ops::Range<usize>)> = {
            let mut start = 0;
            let owners = events.chunk_by(|a, b| a >> 32 == b >> 32);
            owners
                .map(|group| {
                    let range = start..start + group.len();
                    start = range.end;
                    ((group[0] >> 32) as u32, range)
                })
                .collect()
        };
        let (lattice, bits) = (self.0, object_bits(self.0));
        let split = |owner: u32| (owner >> bits, owner & ((1 << bits) - 1));
        let records = (0..groups.len()).into_par_iter().with_min_len(TASK).flat_map_iter(|first| {
            let (owner, range) = &groups[first];
            let (slot, a) = split(*owner);
            let of_a = &keys[range.clone()];
            let others = groups[first + 1..].iter().map(|(owner, range)| (split(*owner), range));
            let others = others.take_while(move |((other, _), _)| *other == slot);
            let others = others.filter(move |((_, b), _)| lattice.meet(a, *b));
            let keys = &keys;
            others.map(move |((_, b), range)| walk::record(slot, (a, of_a), (b, &keys[range.clone()])))
        });
        Ok(records.collect())
    }
}
