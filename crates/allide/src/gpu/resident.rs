//! The scene on the GPU, kept from run to run.

use super::blocks::{Block, Piece};
use crate::gpu::Triangles;
use crate::gpu_confirm::vertex;
use crate::identity::PlacedId;
use crate::world::WorldObject;
use allide_geom::{Aabb, Grid};
use allide_gpu::{Buffer, Recorder, Result};
use rayon::prelude::*;
use std::ops::Range;

/// Vertices or triangles per task.
const CHUNK: usize = 1 << 13;

/// All objects, one after the other, on one grid.
#[derive(Debug)]
pub(crate) struct Resident {
    grid: Grid,
    /// The bounds that the grid was made for.
    bounds: Aabb,
    /// Empty for blocks of a scene, which are not kept.
    parts: Vec<ResidentObject>,
    triangle_count: u32,
    positions: Buffer,
    corners: Buffer,
    owners: Buffer,
}

/// An object as it is on the GPU.
#[derive(Debug)]
struct ResidentObject {
    of: PlacedId,
    vertices: Range<usize>,
    /// Whether the positions on the GPU are those of the mesh in this pose.
    is_placed: bool,
}

/// Triangles of one object.
struct Surface<'s> {
    owner: u32,
    /// The number of their first vertex.
    first_vertex: u32,
    triangles: &'s [[u32; 3]],
}

impl Resident {
    /// Allocates buffers for the objects. Uploads their triangles, not their vertices.
    pub fn new(recorder: &mut Recorder<'_>, objects: &[WorldObject]) -> Result<Self> {
        let parts = lay_out(objects);
        let vertices = parts.last().map_or(0, |part| part.vertices.end);
        let bounds = bounds_of(objects);
        let surfaces = parts.iter().zip(objects).zip(0..).map(|((part, object), owner)| Surface {
            owner,
            first_vertex: part.vertices.start as u32,
            triangles: object.mesh.triangles(),
        });
        let resident =
            Self::with_surfaces(recorder, (Grid::over(&bounds), bounds), vertices, &surfaces.collect::<Vec<_>>())?;
        Ok(Self { parts, ..resident })
    }

    /// Some blocks of a scene on its grid, one after the other.
    pub fn of_blocks(
        recorder: &mut Recorder<'_>,
        objects: &[WorldObject],
        grid: &Grid,
        blocks: &[&Block],
    ) -> Result<Self> {
        let pieces: Vec<&Piece> = blocks.iter().flat_map(|block| &block.pieces).collect();
        let mut vertices = 0;
        let mut surfaces = Vec::with_capacity(pieces.len());
        for piece in &pieces {
            let (owner, first_vertex) = (piece.object as u32, vertices as u32);
            surfaces.push(Surface { owner, first_vertex, triangles: &piece.triangles });
            vertices += piece.vertices.len();
        }
        let resident = Self::with_surfaces(recorder, (*grid, Aabb::EMPTY), vertices, &surfaces)?;
        recorder.upload_with(&resident.positions, 0, vertices, |target: &mut [[i32; 4]]| {
            let place = |piece: &&Piece, first: usize, target: &mut [[i32; 4]]| {
                let WorldObject { mesh, pose, .. } = &objects[piece.object];
                let point = |number: u32| pose.apply(mesh.positions()[number as usize]);
                let numbers = &piece.vertices[first..];
                target.iter_mut().zip(numbers).for_each(|(to, &number)| *to = vertex(grid, point(number), number));
            };
            for_each_part(&pieces, target, |piece| piece.vertices.len(), place);
        })?;
        Ok(resident)
    }

    /// Allocates buffers for `vertices` vertices and the triangles.
    fn with_surfaces(
        recorder: &mut Recorder<'_>,
        (grid, bounds): (Grid, Aabb),
        vertices: usize,
        surfaces: &[Surface<'_>],
    ) -> Result<Self> {
        let gpu = recorder.gpu();
        let triangles: usize = surfaces.iter().map(|surface| surface.triangles.len()).sum();
        let resident = Self {
            grid,
            bounds,
            parts: Vec::new(),
            triangle_count: triangles as u32,
            positions: gpu.buffer("positions", vertices as u64 * 16)?,
            corners: gpu.buffer("triangles", triangles as u64 * 12)?,
            owners: gpu.buffer("owners", triangles as u64 * 4)?,
        };
        let count = |surface: &Surface<'_>| surface.triangles.len();
        recorder.upload_with(&resident.corners, 0, triangles, |target: &mut [[u32; 3]]| {
            for_each_part(surfaces, target, count, |surface, first, target| {
                let shifted = |corners: &[u32; 3]| corners.map(|vertex| vertex + surface.first_vertex);
                target.iter_mut().zip(&surface.triangles[first..]).for_each(|(to, from)| *to = shifted(from));
            });
        })?;
        recorder.upload_with(&resident.owners, 0, triangles, |target: &mut [u32]| {
            for_each_part(surfaces, target, count, |surface, _, target| target.fill(surface.owner));
        })?;
        Ok(resident)
    }

    /// Whether these are the same objects, perhaps deformed or moved.
    pub fn fits(&self, objects: &[WorldObject]) -> bool {
        let same = |(part, object): (&ResidentObject, &WorldObject)| {
            part.of.mesh.topology() == object.mesh.id().topology()
                && part.vertices.len() == object.mesh.positions().len()
        };
        self.parts.len() == objects.len() && self.parts.iter().zip(objects).all(same)
    }

    /// Uploads the positions that changed since the last call.
    pub fn update(&mut self, recorder: &mut Recorder<'_>, objects: &[WorldObject]) -> Result<()> {
        let bounds = bounds_of(objects);
        if !self.is_grid_good_for(&bounds) {
            self.bounds = roomy(&bounds);
            self.grid = Grid::over(&self.bounds);
            self.parts.iter_mut().for_each(|part| part.is_placed = false);
        }
        for (part, object) in self.parts.iter_mut().zip(objects) {
            let of = PlacedId::new(&object.mesh, object.pose);
            if !part.of.is_same(&of) {
                (part.of, part.is_placed) = (of, false);
            }
        }
        // Consecutive changed objects are uploaded together.
        let parts: Vec<(&ResidentObject, &WorldObject)> = self.parts.iter().zip(objects).collect();
        for run in parts.chunk_by(|x, y| x.0.is_placed == y.0.is_placed).filter(|run| !run[0].0.is_placed) {
            let (start, end) = (run[0].0.vertices.start, run[run.len() - 1].0.vertices.end);
            recorder.upload_with(&self.positions, start as u64 * 16, end - start, |target: &mut [[i32; 4]]| {
                for_each_part(
                    run,
                    target,
                    |(part, _)| part.vertices.len(),
                    |(part, object), first, target| part.place(object, &self.grid, first, target),
                );
            })?;
        }
        self.parts.iter_mut().for_each(|part| part.is_placed = true);
        Ok(())
    }

    /// A grid is kept while the scene is inside its bounds and not much smaller.
    fn is_grid_good_for(&self, bounds: &Aabb) -> bool {
        let extent = |bounds: &Aabb| (bounds.max * 0.25 - bounds.min * 0.25).max_element();
        let inside = bounds.min.cmpge(self.bounds.min).all() && bounds.max.cmple(self.bounds.max).all();
        bounds.is_empty() || (inside && extent(bounds) * 4.0 >= extent(&self.bounds))
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn triangles(&self) -> Triangles<'_> {
        Triangles {
            count: self.triangle_count,
            positions: &self.positions,
            corners: &self.corners,
            owners: &self.owners,
        }
    }
}

impl ResidentObject {
    /// Vertices from `first` on, as the kernels read them.
    fn place(&self, object: &WorldObject, grid: &Grid, first: usize, target: &mut [[i32; 4]]) {
        let number = (self.vertices.start + first) as u32;
        let points = (number..).zip(&object.mesh.positions()[first..first + target.len()]).zip(target);
        if object.pose.is_identity() {
            points.for_each(|((number, &point), to)| *to = vertex(grid, point, number));
        } else {
            points.for_each(|((number, &point), to)| *to = vertex(grid, object.pose.apply(point), number));
        }
    }
}

/// Lets `fill` write the elements of each part, in pieces on several threads; it gets the part, the first element, and
/// the destination.
fn for_each_part<P: Sync, T: Send>(
    parts: &[P],
    target: &mut [T],
    count: impl Fn(&P) -> usize,
    fill: impl Fn(&P, usize, &mut [T]) + Sync,
) {
    let mut rest = target;
    let mut pieces = Vec::new();
    for part in parts {
        let (slice, behind) = rest.split_at_mut(count(part));
        pieces.extend(slice.chunks_mut(CHUNK).enumerate().map(|(index, piece)| (part, index * CHUNK, piece)));
        rest = behind;
    }
    pieces.into_par_iter().for_each(|(part, first, piece)| fill(part, first, piece));
}

fn lay_out(objects: &[WorldObject]) -> Vec<ResidentObject> {
    let mut vertices = 0;
    let part = |object: &WorldObject| {
        let first = vertices;
        vertices += object.mesh.positions().len();
        ResidentObject { of: PlacedId::new(&object.mesh, object.pose), vertices: first..vertices, is_placed: false }
    };
    objects.iter().map(part).collect()
}

pub(crate) fn bounds_of(objects: &[WorldObject]) -> Aabb {
    objects.iter().fold(Aabb::EMPTY, |bounds, object| bounds.union(&object.outer_bounds))
}

/// Slightly larger bounds: objects that moved once will move again.
fn roomy(bounds: &Aabb) -> Aabb {
    let room = ((bounds.max * 0.5 - bounds.min * 0.5).max_element() * 0.25).min(f64::MAX);
    let limit = allide_geom::DVec3::splat(f64::MAX);
    Aabb { min: (bounds.min - room).max(-limit), max: (bounds.max + room).min(limit) }
}
