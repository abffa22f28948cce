//! Which triangles of two large objects come near the other object: found without making boxes of all of them.
//!
//! The cell of each vertex is found once and takes four bytes. The cells of a triangle's vertices tell which cells its box
//! reaches; sixteen triangles are looked at at a time.

use super::boxes::{concat, tasks};
use super::lanes::Lanes;
use super::lattice::{Item, Lattice};
use super::sieve::{Block, Cell, Cells, Marker, Sieve, WIDTH, for_each_bit};
use super::{CHUNK, SAMPLES};
use crate::simd::with_wide_vectors;
use crate::world::WorldObject;
use rayon::prelude::*;
use std::ops::Range;

/// The boxes of both sides that come near a box of the other side. Those of `a` are grown by some steps, which counts.
pub(super) fn reaching(a: &WorldObject, b: &WorldObject, lattice: &Lattice, grown: Lanes) -> [Vec<Item>; 2] {
    let samples = [sample(a, lattice, grown), sample(b, lattice, Lanes::splat(0))];
    let cells = Cells::new(samples.iter().flatten(), a.triangle_count() + b.triangle_count());
    let side = |object, grown| Side::new(object, lattice, cells, grown);
    let (a, b) = rayon::join(|| side(a, grown), || side(b, Lanes::splat(0)));
    let (marker_a, marker_b) = (Marker::new(cells), Marker::new(cells));
    let distance = cells.distance(grown);
    let marked_a = a.mark(&marker_a);
    let items_b = b.mark_near(&marker_a.spread(distance), &marker_b);
    [a.keep_near(&marked_a, &marker_b.spread(distance)), items_b]
}

/// Some hundreds of boxes, evenly spread.
fn sample(object: &WorldObject, lattice: &Lattice, grown: Lanes) -> Vec<Item> {
    let count = object.triangle_count();
    let triangles = (0..count as u32).step_by(count.div_ceil(SAMPLES).max(1));
    triangles.filter_map(|triangle| lattice.item(object.triangle(triangle), grown, triangle)).collect()
}

/// An object, with the cells of its vertices.
struct Side<'w> {
    object: &'w WorldObject,
    triangles: &'w [[u32; 3]],
    lattice: &'w Lattice,
    grown: Lanes,
    cells: Cells,
    vertex_cells: Vec<Cell>,
}

/// A triangle whose box was marked.
struct Marked {
    triangle: u32,
    /// The bit of its lowest cell, or [`LARGE`].
    place: u32,
}

/// In place of a cell: the box is large.
const LARGE: u32 = u32::MAX;

impl<'w> Side<'w> {
    fn new(object: &'w WorldObject, lattice: &'w Lattice, cells: Cells, grown: Lanes) -> Self {
        let positions = object.positions();
        let mut vertex_cells = vec![0; positions.len()];
        let chunks = positions.par_chunks(CHUNK).zip(vertex_cells.par_chunks_mut(CHUNK));
        chunks.for_each(|(positions, found)| {
            let mut places = [Lanes::splat(0); 256];
            for (positions, found) in positions.chunks(places.len()).zip(found.chunks_mut(places.len())) {
                lattice.place_all(positions, &mut places[..positions.len()]);
                with_wide_vectors(
                    #[inline(always)]
                    || found.iter_mut().zip(&places).for_each(|(found, &place)| *found = cells.of(place)),
                );
            }
        });
        Self { object, triangles: object.mesh.triangles(), lattice, grown, cells, vertex_cells }
    }

    /// Marks all boxes, and tells where.
    fn mark(&self, marker: &Marker) -> Vec<Vec<Marked>> {
        tasks(self.triangles.len(), |range| {
            let mut marked = Vec::with_capacity(range.len());
            self.for_each_block(
                range,
                #[inline(always)]
                |start, block| {
                    for_each_bit(block.inside, |lane| {
                        marker.mark(block, lane);
                        let place = if block.large >> lane & 1 == 1 { LARGE } else { block.places[lane] };
                        marked.push(Marked { triangle: start + lane as u32, place });
                    });
                },
            );
            marked
        })
    }

    /// The boxes near a marked one, themselves marked in turn.
    fn mark_near(&self, sieve: &Sieve, marker: &Marker) -> Vec<Item> {
        let chunks = tasks(self.triangles.len(), |range| {
            let mut items = Vec::new();
            self.for_each_block(
                range,
                #[inline(always)]
                |start, block| {
                    for_each_bit(sieve.near(block), |lane| {
                        marker.mark(block, lane);
                        items.extend(self.item(start + lane as u32));
                    });
                },
            );
            items
        });
        concat(&chunks)
    }

    /// Those of our marked boxes that are near a marked one of the other side.
    fn keep_near(&self, marked: &[Vec<Marked>], sieve: &Sieve) -> Vec<Item> {
        let is_near = |marked: &&Marked| {
            if marked.place == LARGE {
                let index = marked.triangle as usize;
                self.block(&self.triangles[index..=index]).is_some_and(|block| sieve.near(&block) == 1)
            } else {
                sieve.is_marked(marked.place)
            }
        };
        let keep = |marked: &Vec<Marked>| {
            let near = marked.iter().filter(is_near);
            near.filter_map(|marked| self.item(marked.triangle)).collect::<Vec<Item>>()
        };
        concat(&marked.par_iter().map(keep).collect::<Vec<_>>())
    }

    fn item(&self, triangle: u32) -> Option<Item> {
        self.lattice.item(self.object.triangle(triangle), self.grown, triangle)
    }

    /// Calls `visit` with the boxes of the triangles in the range, a block at a time, and the first triangle of each.
    #[inline(always)]
    fn for_each_block(&self, range: Range<usize>, mut visit: impl FnMut(u32, &Block)) {
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
    fn block(&self, triangles: &[[u32; 3]]) -> Option<Block> {
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
            let [p, q, r] = whole[lane];
            corners[0][lane] = self.vertex_cells[p as usize];
            corners[1][lane] = self.vertex_cells[q as usize];
            corners[2][lane] = self.vertex_cells[r as usize];
        }
        let mut block = Block::around(self.cells, &corners);
        block.keep_first(triangles.len());
        Some(block)
    }
}
