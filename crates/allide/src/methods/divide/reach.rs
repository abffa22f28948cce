//! Which triangles of two large objects come near the other object: found without making boxes of all of them.
//!
//! The cell of each vertex is found once and takes four bytes. The cells of a triangle's vertices tell which cells its box
//! reaches; sixteen triangles are looked at at a time.

use super::boxes::{concat, tasks};
use super::lanes::Lanes;
use super::lattice::{Item, Lattice, box_around};
use super::sieve::{Cell, CellBoxes, Marks, Sieve, SieveGrid, WIDTH, for_each_bit};
use super::{CHUNK, PARALLEL, SAMPLES};
use crate::simd::with_wide_vectors;
use crate::world::WorldObject;
use allide_geom::DVec3;
use rayon::prelude::*;
use std::ops::Range;

/// The boxes of both sides that come near a box of the other side. Those of `a` are grown by some steps, which counts.
/// `crowded` is called if most boxes share one cell, as those of small triangles do among a few far away: then all this
/// tells nothing apart, and it is up to the caller to go on.
pub(super) fn reaching(
    (a, b): (&WorldObject, &WorldObject),
    lattice: &Lattice,
    grown: Lanes,
    crowded: &dyn Fn() -> bool,
) -> [Vec<Item>; 2] {
    let none = Lanes::splat(0);
    let samples = [sample(a, lattice, grown), sample(b, lattice, none)];
    let cells = SieveGrid::new(samples.iter().flatten(), a.triangle_count() + b.triangle_count());
    if is_crowded(cells, samples.iter().flatten()) && !crowded() {
        return [Vec::new(), Vec::new()];
    }
    let distance = cells.distance(grown);
    let (a, b) = rayon::join(|| Side::new(a, lattice, cells), || Side::new(b, lattice, cells));
    let lists_a = a.inside();
    let near_a = a.marks(&lists_a).spread(distance);
    let lists_b = b.near(&near_a);
    let near_b = b.marks(&lists_b).spread(distance);
    let items_a = lists_a.par_iter().map(|list| a.items(&a.keep_near(list, &near_b), grown));
    let items_b = lists_b.par_iter().map(|list| b.items(list, none));
    let (items_a, items_b) = rayon::join(|| items_a.collect::<Vec<_>>(), || items_b.collect::<Vec<_>>());
    [concat(&items_a), concat(&items_b)]
}

/// Whether most of some boxes have their lowest corner in one cell of many.
fn is_crowded<'i>(cells: SieveGrid, items: impl Iterator<Item = &'i Item>) -> bool {
    let mut found: Vec<Cell> = items.map(|item| cells.of(item.low)).collect();
    found.sort_unstable();
    let most = found.chunk_by(|x, y| x == y).map(<[Cell]>::len).max().unwrap_or(0);
    cells.count() >= 1 << 9 && found.len() >= SAMPLES / 2 && 2 * most > found.len()
}

/// Some boxes, from places evenly spread over the list: several from each, since what is far from memory used last takes
/// long to load.
fn sample(object: &WorldObject, lattice: &Lattice, grown: Lanes) -> Vec<Item> {
    const RUN: usize = 8;
    let count = object.triangle_count();
    let starts = (0..count).step_by(count.div_ceil(SAMPLES / RUN).max(RUN));
    let corners = object.corners();
    let mut items = Vec::with_capacity(SAMPLES);
    for triangle in starts.flat_map(|start| start..count.min(start + RUN)) {
        let [p, q, r] = corners.of(triangle as u32);
        let (inside, low, high) = box_around([lattice.place(p), lattice.place(q), lattice.place(r)], grown);
        items.extend(inside.then_some(Item { low, high, triangle: triangle as u32 }));
    }
    items
}

/// An object, with the cells of its vertices.
struct Side<'w> {
    triangles: &'w [[u32; 3]],
    positions: &'w [DVec3],
    lattice: &'w Lattice,
    cells: SieveGrid,
    vertex_cells: Vec<Cell>,
}

/// A triangle, and where its box is.
#[derive(Clone, Copy)]
struct Reaching {
    triangle: u32,
    /// The bit of its lowest cell, or [`LARGE`].
    place: u32,
}

/// In place of a cell: the box is large.
const LARGE: u32 = u32::MAX;

impl<'w> Side<'w> {
    fn new(object: &'w WorldObject, lattice: &'w Lattice, cells: SieveGrid) -> Self {
        let positions = object.positions();
        let mut vertex_cells = vec![0; positions.len()];
        let chunks = positions.par_chunks(CHUNK).zip(vertex_cells.par_chunks_mut(CHUNK));
        chunks.for_each(|(positions, found)| lattice.cells_of_all(positions, cells, found));
        Self { triangles: object.mesh.triangles(), positions, lattice, cells, vertex_cells }
    }

    /// The triangles that reach into the region.
    fn inside(&self) -> Vec<Vec<Reaching>> {
        self.find(
            #[inline(always)]
            |_| 1,
            |_| true,
        )
    }

    /// The triangles near those that were marked.
    fn near(&self, sieve: &Sieve) -> Vec<Vec<Reaching>> {
        self.find(
            #[inline(always)]
            |place| sieve.is_marked(place),
            |triangle| self.is_near(triangle, sieve),
        )
    }

    /// The triangles that reach into the region and pass one of two tests: one for the places of small boxes that answers 0
    /// or 1, one for large boxes. Without branches for the small ones: whether a triangle passes is hard to foresee.
    #[inline(always)]
    fn find(
        &self,
        small: impl Fn(u32) -> usize + Copy + Sync,
        large: impl Fn(u32) -> bool + Copy + Sync,
    ) -> Vec<Vec<Reaching>> {
        tasks(self.triangles.len(), |range| {
            let mut list = Vec::with_capacity(range.len());
            self.for_each_block(
                range,
                #[inline(always)]
                |start, block| {
                    let mut found = [Reaching { triangle: 0, place: 0 }; WIDTH];
                    let mut count = 0;
                    let inside = block.inside & !block.large;
                    for lane in 0..WIDTH {
                        let bit = inside >> lane & 1;
                        // Outside the region, a cell index may be beyond the last.
                        let place = block.places[lane] * bit;
                        found[count % WIDTH] = Reaching { triangle: start + lane as u32, place };
                        count += bit as usize & small(place);
                    }
                    list.extend_from_slice(&found[..count]);
                    for_each_bit(block.large, |lane| {
                        let triangle = start + lane as u32;
                        list.extend(large(triangle).then_some(Reaching { triangle, place: LARGE }));
                    });
                },
            );
            list
        })
    }

    /// Those of a list that are near a marked one of the other side.
    fn keep_near(&self, list: &[Reaching], sieve: &Sieve) -> Vec<Reaching> {
        let is_near = |found: &&Reaching| match found.place {
            LARGE => self.is_near(found.triangle, sieve),
            place => sieve.is_marked(place) == 1,
        };
        list.iter().filter(is_near).copied().collect()
    }

    /// For large boxes, whose cells are not at hand.
    fn is_near(&self, triangle: u32, sieve: &Sieve) -> bool {
        let triangle = triangle as usize;
        self.block(&self.triangles[triangle..=triangle]).is_some_and(|block| sieve.near(&block) == 1)
    }

    /// Marks the boxes of all lists. Each thread has marks of its own: shared ones would be slower to write.
    fn marks(&self, lists: &[Vec<Reaching>]) -> Marks {
        let some = |lists: &[Vec<Reaching>]| {
            let mut marks = Marks::new(self.cells);
            for found in lists.iter().flatten() {
                match found.place {
                    LARGE => {
                        let triangle = found.triangle as usize;
                        let block = self.block(&self.triangles[triangle..=triangle]);
                        block.iter().for_each(|block| marks.mark(block, 0));
                    }
                    place => marks.mark_cell(place),
                }
            }
            marks
        };
        if lists.iter().map(Vec::len).sum::<usize>() < PARALLEL {
            return some(lists);
        }
        let share = lists.len().div_ceil(rayon::current_num_threads());
        lists.par_chunks(share).map(some).reduce_with(Marks::union).unwrap_or_else(|| Marks::new(self.cells))
    }

    /// The boxes of a list, grown by some steps.
    fn items(&self, list: &[Reaching], grown: Lanes) -> Vec<Item> {
        const COUNT: usize = 32;
        let (mut corners, mut places) = ([DVec3::ZERO; 3 * COUNT], [grown; 3 * COUNT]);
        let mut items = Vec::with_capacity(list.len());
        for list in list.chunks(COUNT) {
            for (found, corners) in list.iter().zip(corners.chunks_exact_mut(3)) {
                let [p, q, r] = self.triangles[found.triangle as usize];
                corners[0] = self.positions[p as usize];
                corners[1] = self.positions[q as usize];
                corners[2] = self.positions[r as usize];
            }
            self.lattice.place_all(&corners[..3 * list.len()], &mut places);
            items.extend(list.iter().zip(places.as_chunks().0).map(|(found, &places)| {
                let (_, low, high) = box_around(places, grown);
                Item { low, high, triangle: found.triangle }
            }));
        }
        items
    }

    /// Calls `visit` with the boxes of the triangles in the range, a block at a time, and the first triangle of each.
    #[inline(always)]
    fn for_each_block(&self, range: Range<usize>, mut visit: impl FnMut(u32, &CellBoxes)) {
        with_wide_vectors(
            #[inline(always)]
            || {
                for start in range.clone().step_by(WIDTH) {
                    let triangles = &self.triangles[start..range.end.min(start + WIDTH)];
                    if let Some(block) = self.block(triangles) {
                        visit(start as u32, &block);
                    }
                }
            },
        );
    }

    /// The boxes of at most [`WIDTH`] triangles; `None` of none.
    #[inline(always)]
    fn block(&self, triangles: &[[u32; 3]]) -> Option<CellBoxes> {
        let mut filled;
        let whole: &[[u32; 3]; WIDTH] = match triangles.try_into() {
            Ok(whole) => whole,
            Err(_) => {
                filled = [*triangles.first()?; WIDTH];
                filled[..triangles.len()].copy_from_slice(triangles);
                &filled
            }
        };
        let mut corners = [[0; WIDTH]; 3];
        for lane in 0..WIDTH {
            for corner in 0..3 {
                // SAFETY: a mesh has no triangle with a vertex that it does not have.
                corners[corner][lane] = unsafe { *self.vertex_cells.get_unchecked(whole[lane][corner] as usize) };
            }
        }
        let mut block = CellBoxes::around(self.cells, &corners);
        block.keep_first(triangles.len());
        Some(block)
    }
}
