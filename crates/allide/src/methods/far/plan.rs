//! The layout of the views: a tile for each set of objects that are paired with each other, directly or by way of others.

use crate::gpu::{GridBox, Partners};
use crate::methods::sets::Sets;
use allide_geom::Grid;

/// Most cells of all tiles together, and in a row of one.
const MOST_CELLS: u64 = 1 << 23;
const MOST_SIDE: u32 = 1 << 15;
/// Lists have fewer cells by this factor, as a power of two: fewer fragments to sort are worth more pairs to look at.
const LIST_COARSER: u32 = 2;
/// Cells of a view for each triangle that is left: few triangles do not pay for many cells.
const CELLS_EACH: u32 = 8;
/// Fragments that a triangle may have on average, and more where cells are given.
const FRAGMENTS: u64 = 16;

/// Of an object that is in no pair.
const NO_TILE: u32 = u32::MAX;

/// The capacities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub cells: u64,
    pub fragments: u64,
}

/// The tiles, and how objects belong to them.
#[derive(Clone, Debug)]
pub(crate) struct FarPlan {
    /// For each tile: axes of the views, two bits each, the most cells, the most that may be touched, the most in a row; then
    /// the number of the first cell, and of the first in lists.
    pub tiles: Vec<[[u32; 4]; 2]>,
    /// Where the objects of a tile can meet.
    pub windows: Vec<GridBox>,
    /// For each object its tile, or [`NO_TILE`], and its number there.
    pub objects: Vec<[u32; 2]>,
    /// Object pairs with their tile.
    pub pairs: Vec<[u32; 4]>,
    /// Cells of all tiles.
    pub cells: u32,
    /// There is room for no more.
    pub most_fragments: u64,
    /// Bits for the number of an object in its tile.
    pub tag_bits: u32,
    /// Cells of all tiles in lists, and by how much they are fewer: two to this for each tile.
    pub list_cells: u32,
    pub list_coarser: u32,
    /// Cells of other views for each triangle that is left, at most; 0 for any number.
    pub each: u32,
}

impl FarPlan {
    /// For objects with these bounds and numbers of triangles, and for these pairs of them, `margin` grid cells apart at
    /// most. `side` is a wish for the cells in a row. `None` if there is no pair.
    pub fn new(
        bounds: &[GridBox],
        counts: &[u32],
        pairs: &[(usize, usize)],
        margin: i32,
        (side, limits): (Option<u32>, Limits),
    ) -> Option<Self> {
        let pairs = || pairs.iter().copied().filter(|&(a, b)| counts[a] > 0 && counts[b] > 0);
        let mut sets = Sets::new(counts.len());
        pairs().for_each(|(a, b)| sets.join(a, b));
        let mut tile_of = vec![None; counts.len()];
        let (mut objects, mut members) = (vec![[NO_TILE, 0]; counts.len()], Vec::<u32>::new());
        let (mut triangles, mut windows) = (Vec::<u64>::new(), Vec::<GridBox>::new());
        let mut is_paired = vec![false; counts.len()];
        pairs().for_each(|(a, b)| (is_paired[a], is_paired[b]) = (true, true));
        for object in (0..counts.len()).filter(|&object| is_paired[object]) {
            let root = sets.root(object);
            let tile = *tile_of[root].get_or_insert_with(|| {
                members.push(0);
                triangles.push(0);
                windows.push([[i32::MAX; 3], [i32::MIN; 3]]);
                members.len() - 1
            });
            objects[object] = [tile as u32, members[tile]];
            members[tile] += 1;
            triangles[tile] += u64::from(counts[object]);
        }
        let mut listed = Vec::new();
        for (a, b) in pairs() {
            let tile = objects[a][0] as usize;
            let [low, high] = &mut windows[tile];
            // A common point is within half a grid cell of both boxes grown by the margin, and inside the grid.
            for k in 0..3 {
                let from = bounds[a][0][k].max(bounds[b][0][k]).saturating_sub(margin + 1).max(0);
                let to = bounds[a][1][k].min(bounds[b][1][k]).saturating_add(margin + 1).min(Grid::CELLS);
                low[k] = low[k].min(from);
                high[k] = high[k].max(to);
            }
            listed.push([a as u32, b as u32, tile as u32, 0]);
        }
        if listed.is_empty() {
            return None;
        }
        let side = side.map(|side| side.clamp(1, MOST_SIDE));
        let most_cells = limits.cells.min(MOST_CELLS).max(members.len() as u64);
        let cells_of = |triangles: u64| side.map_or(triangles, |side| u64::from(side).pow(2)).max(1);
        let wanted: u64 = triangles.iter().map(|&triangles| cells_of(triangles)).sum();
        let shift = (0..63).find(|shift| (wanted >> shift) + members.len() as u64 <= most_cells).unwrap_or(63);
        let all: u64 = triangles.iter().sum();
        let list_coarser = if side.is_some() { 0 } else { LIST_COARSER };
        let (mut cells, mut list_cells) = (0, 0);
        let tile = |(&triangles, window): (&u64, &GridBox)| {
            let most = ((cells_of(triangles) >> shift) as u32).max(1);
            let first = [cells, list_cells];
            cells += most;
            list_cells += (most >> list_coarser).max(1);
            let allowed = FRAGMENTS * triangles.max(if side.is_some() { u64::from(most) } else { 0 });
            let allowed = allowed.min(limits.fragments * triangles / all);
            [[axes(window), most, allowed.min(1 << 31) as u32, side.unwrap_or(MOST_SIDE)], [first[0], first[1], 0, 0]]
        };
        let tiles = triangles.iter().zip(&windows).map(tile).collect();
        let largest = members.iter().copied().max().unwrap_or(1);
        let tag_bits = (32 - (largest - 1).leading_zeros()).max(1);
        Some(Self {
            tiles,
            windows,
            objects,
            pairs: listed,
            cells,
            most_fragments: limits.fragments,
            tag_bits,
            list_cells,
            list_coarser,
            each: if side.is_some() { 0 } else { CELLS_EACH },
        })
    }

    /// Whether no tile has more than two objects.
    pub fn is_paired(&self) -> bool {
        self.tag_bits == 1
    }

    /// Words for each object, as the kernels read them.
    pub fn object_words(&self, partners: &Partners) -> Vec<[[i32; 4]; 3]> {
        let words = |(&[tile, tag], &[low, high]): (&[u32; 2], &[[i32; 4]; 2])| match tile {
            // Nothing reaches this region.
            NO_TILE => [[0; 4], [i32::MAX; 4], [i32::MIN; 4]],
            _ => [[tile as i32, tag as i32, 0, 0], low, high],
        };
        self.objects.iter().zip(&partners.regions).map(words).collect()
    }
}

/// Most views that a set is looked at in.
pub(crate) const MOST_VIEWS: u32 = 6;

/// The axes of views, two bits each, from view 1 on: that with the shallowest window first, where least is behind each
/// other, then the next, and again. View 0 is that of view 1.
fn axes([low, high]: &GridBox) -> u32 {
    let mut axes = [0u32, 1, 2];
    axes.sort_by_key(|&axis| high[axis as usize].saturating_sub(low[axis as usize]));
    (1..=MOST_VIEWS + 1).fold(axes[0], |packed, view| packed | axes[(view as usize - 1) % 3] << (2 * view))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOMY: Limits = Limits { cells: 1 << 20, fragments: 1 << 20 };
    const SPACE: GridBox = [[0; 3], [1 << 20; 3]];

    #[test]
    fn objects_that_are_joined_by_pairs_share_a_tile_and_no_other_does() {
        let counts = [5, 7, 0, 1, 2, 3, 9];
        let pairs = [(0, 3), (1, 4), (2, 6), (3, 5)];
        let plan = FarPlan::new(&[SPACE; 7], &counts, &pairs, 0, (None, ROOMY)).unwrap();
        assert_eq!((plan.objects[0], plan.objects[2], plan.objects[6]), ([0, 0], [NO_TILE, 0], [NO_TILE, 0]));
        assert_eq!((plan.objects[3], plan.objects[5]), ([0, 1], [0, 2]));
        assert_eq!((plan.objects[1], plan.objects[4]), ([1, 0], [1, 1]));
        // Object 2 has no triangles, so its pair does not count.
        assert_eq!(plan.pairs, [[0, 3, 0, 0], [1, 4, 1, 0], [3, 5, 0, 0]]);
        assert_eq!((plan.tiles.len(), plan.tag_bits, plan.cells), (2, 2, 18));
        assert_eq!(plan.tiles[1][1][0], 9);
    }

    #[test]
    fn a_window_holds_what_pairs_have_in_common_and_the_shallowest_axis_comes_first() {
        let a = [[0, 0, 0], [100, 80, 60]];
        let b = [[40, 10, 50], [200, 200, 200]];
        let plan = FarPlan::new(&[a, b], &[1, 1], &[(0, 1)], 0, (None, ROOMY)).unwrap();
        assert_eq!(plan.windows, [[[39, 9, 49], [101, 81, 61]]]);
        assert_eq!((1..4).map(|view| plan.tiles[0][0][0] >> (2 * view) & 3).collect::<Vec<_>>(), [2, 0, 1]);
        let far = FarPlan::new(&[a, b], &[1, 1], &[(0, 1)], 5, (None, ROOMY)).unwrap();
        assert_eq!(far.windows, [[[34, 4, 44], [106, 86, 66]]]);
    }

    #[test]
    fn cells_fit_the_room_whatever_is_wished() {
        for (side, room) in [(None, 100), (Some(4096), 1000), (Some(1), 1 << 20), (Some(u32::MAX), 1 << 20)] {
            let plan = FarPlan::new(
                &[SPACE; 4],
                &[100_000; 4],
                &[(0, 1), (2, 3)],
                0,
                (side, Limits { cells: room, fragments: room }),
            )
            .unwrap();
            assert!(u64::from(plan.cells) <= room && plan.tiles.iter().all(|tile| tile[0][1] > 0), "{plan:?}");
        }
    }

    #[test]
    fn pairs_without_triangles_are_no_pairs() {
        assert!(FarPlan::new(&[SPACE; 2], &[0, 5], &[(0, 1)], 0, (None, ROOMY)).is_none());
        assert!(FarPlan::new(&[SPACE; 2], &[5, 5], &[], 0, (None, ROOMY)).is_none());
    }
}
