//! Tiles that zoom in: cells are divided until nothing is left to find out.

use super::cross::Square;
use super::lattice::Lattice;
use super::list::{Cells, Division, MOST_SIDE, Maker, Spread, object_bits};
use super::walk::Record;
use crate::Error;
use rayon::prelude::*;

/// Fragments of a list, if a single cell has no more. It is the same on all devices, so that all divide the same cells.
pub(super) const ROOM: u64 = 1 << 21;
/// Where cells have more fragments than this on average, they are divided before anybody looks at their rays.
const CROWD: u64 = 256;
/// The smallest cells, as a power of two: rays through their middles are on the lattice.
pub(super) const SMALLEST: u32 = 1;
/// How many fragments a fragment becomes, roughly.
const GROWTH: u64 = 8;

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayStats {
    /// Cells that were divided, most into 8 × 8.
    pub tiles: u64,
    /// Rays whose crossings were listed.
    pub rays: u64,
    /// Triangles in cells.
    pub fragments: u64,
    /// What pairs of objects share in cells.
    pub records: u64,
}

/// Decides which cells are divided.
pub(super) trait Judge {
    /// Cells of this size, as a power of two, are not divided. It is no less than [`SMALLEST`].
    fn finest(&self) -> u32;

    /// Looks at what rays have found, and marks the cells to divide.
    fn judge(&mut self, cells: &Cells, records: &[Record], divide: &mut [bool]);
}

/// A search by one judge.
#[derive(Debug)]
pub(super) struct Search<'s, M, J> {
    pub lattice: &'s Lattice,
    pub maker: &'s mut M,
    pub judge: J,
    pub stats: RayStats,
    /// Where pairs are.
    mask: Mask,
}

impl<'s, M: Maker, J: Judge> Search<'s, M, J> {
    /// Searches where the boxes of these pairs meet.
    pub fn run(lattice: &'s Lattice, pairs: &[[u32; 2]], maker: &'s mut M, judge: J) -> Result<(J, RayStats), Error> {
        let Some(region) = region(lattice, pairs) else { return Ok((judge, RayStats::default())) };
        let [low, high] = region;
        let extent = (high[0] - low[0]).max(high[1] - low[1]) as u32 + 1;
        let shift = extent.next_power_of_two().ilog2().max(SMALLEST + 1);
        let cells = Cells { origins: vec![low], shift };
        let triangles = relevant(lattice, pairs, &Square::grown(low, shift));
        let list = maker.start(&triangles)?;
        let mask = Mask::new(lattice, pairs, low, shift);
        let mut search = Self { lattice, maker, judge, stats: RayStats::default(), mask };
        search.descend(&cells, &list, (&[triangles.len() as u32], &[0]))?;
        Ok((search.judge, search.stats))
    }

    /// Divides cells, as many at a time as there is room for, and goes on with their children.
    fn descend(&mut self, cells: &Cells, list: &M::List, (counts, chosen): (&[u32], &[u32])) -> Result<(), Error> {
        if cells.shift <= self.judge.finest() {
            return Ok(());
        }
        // Each becomes at most 8 × 8, and none that is smaller than it has to be.
        let side = (cells.shift - self.judge.finest()).min(MOST_SIDE);
        let most = (1usize << (32 - object_bits(self.lattice))) >> (2 * side);
        let mut rest = chosen;
        while !rest.is_empty() {
            let mut sum = 0;
            let fits = |&&slot: &&u32| {
                sum += u64::from(counts[slot as usize]) * GROWTH;
                sum <= ROOM
            };
            let mut take = rest.iter().take_while(fits).count().clamp(1, most);
            loop {
                let room = if take == 1 { u64::MAX } else { ROOM };
                let division = Division::new(cells, &rest[..take], side);
                if let Spread::Done(list, counts) = self.maker.spread(cells, list, &division, room)? {
                    self.stats.tiles += take as u64;
                    self.look(&division.children, &list, &counts)?;
                    break;
                }
                take /= 2;
            }
            rest = &rest[take..];
        }
        Ok(())
    }

    /// Goes along the rays of new cells, unless they are crowded, and divides some of them.
    fn look(&mut self, cells: &Cells, list: &M::List, counts: &[u32]) -> Result<(), Error> {
        let is_wanted = |slot: &usize| counts[*slot] > 0 && self.mask.touches(cells.origins[*slot], cells.shift);
        let wanted: Vec<u32> = (0..counts.len()).filter(is_wanted).map(|slot| slot as u32).collect();
        let fragments: u64 = wanted.iter().map(|&slot| u64::from(counts[slot as usize])).sum();
        self.stats.fragments += fragments;
        if fragments > CROWD * wanted.len() as u64 && cells.shift >= self.judge.finest() + 2 * MOST_SIDE {
            return self.descend(cells, list, (counts, &wanted));
        }
        self.stats.rays += wanted.len() as u64;
        let records = self.maker.walk(cells, list)?;
        self.stats.records += records.len() as u64;
        let mut divide = vec![false; counts.len()];
        self.judge.judge(cells, &records, &mut divide);
        let chosen: Vec<u32> = (0..).zip(&divide).filter(|(_, divide)| **divide).map(|(slot, _)| slot).collect();
        self.descend(cells, list, (counts, &chosen))
    }
}

/// The rectangle around all that the boxes of pairs share.
fn region(lattice: &Lattice, pairs: &[[u32; 2]]) -> Option<[[i32; 2]; 2]> {
    let common = pairs.iter().map(|&pair| lattice.common(pair));
    common.reduce(|[low, high], [other_low, other_high]| {
        [[0, 1].map(|k| low[k].min(other_low[k])), [0, 1].map(|k| high[k].max(other_high[k]))]
    })
}

/// The triangles of all objects in these pairs that reach into the first cell: all of them, so that rays count no crossing too
/// few.
fn relevant(lattice: &Lattice, pairs: &[[u32; 2]], cell: &Square) -> Vec<u32> {
    let mut is_paired = vec![false; lattice.objects.len()];
    pairs.as_flattened().iter().for_each(|&object| is_paired[object as usize] = true);
    let is_relevant = |triangle: &u32| {
        let object = lattice.triangles[*triangle as usize][3];
        is_paired[object as usize] && lattice.shape(*triangle).touches(cell)
    };
    (0..lattice.triangles.len() as u32).into_par_iter().filter(is_relevant).collect()
}

/// Which parts of the region the boxes of pairs share: sums over a coarse grid, so that any square is looked up at once.
#[derive(Debug)]
struct Mask {
    low: [i32; 2],
    shift: u32,
    /// At each point, the number of covered squares below and to the left.
    sums: Vec<u32>,
}

/// Squares of the mask along each axis.
const MASK: usize = 1 << MASK_BITS;
const MASK_BITS: u32 = 8;

impl Mask {
    fn new(lattice: &Lattice, pairs: &[[u32; 2]], low: [i32; 2], region_shift: u32) -> Self {
        let shift = region_shift.saturating_sub(MASK_BITS);
        let mut mask = Self { low, shift, sums: vec![0; (MASK + 1) * (MASK + 1)] };
        // How many rectangles begin here less how many end: the sums over these say how many cover a square.
        let mut steps = vec![0i64; (MASK + 1) * (MASK + 1)];
        for &pair in pairs {
            let [from, to] = lattice.common(pair).map(|corner| mask.square(corner));
            for (u, v, step) in
                [(from[0], from[1], 1), (to[0] + 1, from[1], -1), (from[0], to[1] + 1, -1), (to[0] + 1, to[1] + 1, 1)]
            {
                steps[v * (MASK + 1) + u] += step;
            }
        }
        for v in 0..=MASK {
            for u in 0..=MASK {
                let at = |u: usize, v: usize| v * (MASK + 1) + u;
                let left = if u > 0 { steps[at(u - 1, v)] } else { 0 };
                let below = if v > 0 { steps[at(u, v - 1)] } else { 0 };
                let both = if u > 0 && v > 0 { steps[at(u - 1, v - 1)] } else { 0 };
                steps[at(u, v)] += left + below - both;
                if u < MASK && v < MASK {
                    let covered = u32::from(steps[at(u, v)] > 0);
                    mask.sums[at(u + 1, v + 1)] =
                        covered + mask.sums[at(u, v + 1)] + mask.sums[at(u + 1, v)] - mask.sums[at(u, v)];
                }
            }
        }
        mask
    }

    fn square(&self, point: [i32; 2]) -> [usize; 2] {
        [0, 1].map(|k| (((point[k] - self.low[k]).max(0) >> self.shift) as usize).min(MASK - 1))
    }

    /// Whether a pair may share something in a cell.
    fn touches(&self, origin: [i32; 2], shift: u32) -> bool {
        let ([u, v], end) = (self.square(origin), origin.map(|k| k + (1 << shift)));
        let [end_u, end_v] = self.square(end).map(|k| k + 1);
        let at = |u: usize, v: usize| self.sums[v * (MASK + 1) + u];
        at(end_u, end_v) + at(u, v) > at(u, end_v) + at(end_u, v)
    }
}
