//! Tiles that zoom in: cells are divided until every question about them is settled.

use super::cross::Square;
use super::lattice::Lattice;
use super::list::{Cells, Division, MOST_SIDE, Maker, Spread, object_bits};
use super::mask::Mask;
use super::walk::Record;
use crate::{Error, Watch};
use rayon::prelude::*;

/// Fragments of a list, if a single cell has no more. It is the same on all devices, so that all divide the same cells.
pub(super) const ROOM: u64 = 1 << 21;
/// Where cells have more fragments than this on average, they are divided before anybody looks at their rays.
const CROWD: u64 = 256;
/// The smallest cells, as a power of two: rays through their middles are on the lattice.
pub(super) const SMALLEST: u32 = 1;
/// How many fragments a fragment becomes, roughly.
const GROWTH: u64 = 8;

/// The cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayStats {
    /// Cells that were divided, most into 8 × 8.
    pub tiles: u64,
    /// Rays whose crossings were listed.
    pub rays: u64,
    /// Triangles in cells.
    pub fragments: u64,
    /// The lengths that pairs of objects share in cells.
    pub records: u64,
}

/// Decides which cells are divided.
pub(super) trait Judge {
    /// Cells of this size, as a power of two, are not divided. It is no less than [`SMALLEST`].
    fn finest(&self) -> u32;

    /// Looks at what rays have found, and marks the cells to divide.
    fn judge(&mut self, cells: &Cells, records: &[Record], wanted: &mut [bool]);

    /// Learns which cells stay as they are: those that it did not mark, and perhaps some that it did.
    fn settle(&mut self, cells: &Cells, records: &[Record], is_left: impl Fn(u32) -> bool);
}

/// When a search ends early.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits<'l> {
    /// Cells that may be made.
    pub cells: u64,
    pub watch: Option<&'l Watch>,
}

/// A part of a search: how many cells it may make, and which part of the whole it is.
#[derive(Clone, Copy, Debug)]
struct Part {
    cells: u64,
    share: f64,
}

/// A search by one judge.
#[derive(Debug)]
pub(super) struct Search<'s, M, J> {
    pub lattice: &'s Lattice,
    pub maker: &'s mut M,
    pub judge: J,
    pub stats: RayStats,
    watch: Option<&'s Watch>,
    /// Where pairs are.
    mask: Mask,
}

impl<'s, M: Maker, J: Judge> Search<'s, M, J> {
    /// Searches where the boxes of these pairs meet. Its progress is half of the whole.
    pub fn run(
        lattice: &'s Lattice,
        pairs: &[[u32; 2]],
        maker: &'s mut M,
        judge: J,
        limits: Limits<'s>,
    ) -> Result<(J, RayStats), Error> {
        let Some(region) = region(lattice, pairs) else { return Ok((judge, RayStats::default())) };
        let [low, high] = region;
        let extent = (high[0] - low[0]).max(high[1] - low[1]) as u32 + 1;
        let shift = extent.next_power_of_two().ilog2().max(SMALLEST + 1);
        let cells = Cells { origins: vec![low], shift };
        let triangles = relevant(lattice, pairs, &Square::grown(low, shift));
        let list = maker.start(&triangles)?;
        let mask = Mask::new(lattice, pairs, low, shift);
        let mut search = Self { lattice, maker, judge, stats: RayStats::default(), watch: limits.watch, mask };
        let (counts, whole) = ([triangles.len() as u32], Part { cells: limits.cells, share: 0.5 });
        match search.side(shift, 1, limits.cells) {
            0 => search.look(&cells, &list, &counts, whole)?,
            side => search.descend((&cells, &list, &counts), &[0], side, whole)?,
        };
        Ok((search.judge, search.stats))
    }

    /// How far each of some cells is divided along each axis, as a power of two: at most into 8 × 8, not into smaller ones than
    /// needed, and not into more than there may be.
    fn side(&self, shift: u32, count: usize, cells: u64) -> u32 {
        let side = shift.saturating_sub(self.judge.finest()).min(MOST_SIDE);
        (0..=side).rev().find(|side| (count as u64) << (2 * side) <= cells).unwrap_or(0)
    }

    /// Divides cells, as many at a time as there is room for, and goes on with their children. Returns how many more it could
    /// have made.
    fn descend(
        &mut self,
        (cells, list, counts): (&Cells, &M::List, &[u32]),
        chosen: &[u32],
        side: u32,
        part: Part,
    ) -> Result<u64, Error> {
        let most = (1usize << (32 - object_bits(self.lattice))) >> (2 * side);
        let (mut rest, mut left) = (chosen, part.cells);
        while !rest.is_empty() {
            if self.watch.is_some_and(Watch::is_cancelled) {
                return Err(Error::Cancelled);
            }
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
                    // An equal share for each cell, and what others have left.
                    let own = (u128::from(left) * take as u128 / rest.len() as u128) as u64;
                    let share = part.share * take as f64 / chosen.len() as f64;
                    let below = Part { cells: own - ((take as u64) << (2 * side)), share };
                    left = left - own + self.look(&division.children, &list, &counts, below)?;
                    break;
                }
                take /= 2;
            }
            rest = &rest[take..];
        }
        Ok(left)
    }

    /// Goes along the rays of new cells, unless they are crowded, and divides some of them. Returns how many more cells it
    /// could have made.
    fn look(&mut self, cells: &Cells, list: &M::List, counts: &[u32], part: Part) -> Result<u64, Error> {
        let is_wanted = |slot: &usize| counts[*slot] > 0 && self.mask.touches(cells.origins[*slot], cells.shift);
        let wanted: Vec<u32> = (0..counts.len()).filter(is_wanted).map(|slot| slot as u32).collect();
        let fragments: u64 = wanted.iter().map(|&slot| u64::from(counts[slot as usize])).sum();
        self.stats.fragments += fragments;
        let side = self.side(cells.shift, wanted.len(), part.cells);
        let is_crowded = fragments > CROWD * wanted.len() as u64 && cells.shift >= self.judge.finest() + 2 * MOST_SIDE;
        if side > 0 && is_crowded {
            return self.descend((cells, list, counts), &wanted, side, part);
        }
        self.stats.rays += wanted.len() as u64;
        let records = self.maker.walk(cells, list)?;
        self.stats.records += records.len() as u64;
        let mut divide = vec![false; counts.len()];
        self.judge.judge(cells, &records, &mut divide);
        let chosen: Vec<u32> = (0..).zip(&divide).filter(|(_, divide)| **divide).map(|(slot, _)| slot).collect();
        let side = self.side(cells.shift, chosen.len(), part.cells);
        // Cells of the smallest size are not left over: they were examined closely enough.
        let is_over = side == 0 && cells.shift > self.judge.finest();
        self.judge.settle(cells, &records, |slot| is_over || !divide[slot as usize]);
        if side > 0 && !chosen.is_empty() {
            return self.descend((cells, list, counts), &chosen, side, part);
        }
        self.watch.inspect(|watch| watch.add(part.share));
        Ok(part.cells)
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
