//! The scene as it lies on the card, from run to run.

use crate::gpu_confirm::vertex;
use crate::methods::bvh::gpu::Triangles;
use crate::world::WorldObject;
use crate::{Mesh, Pose};
use allide_geom::{Aabb, Grid};
use allide_gpu::{Buffer, Gpu, GpuError, Recorder, Result};
use rayon::prelude::*;
use std::ops::Range;

/// Triangles of a scene: the numbers of a pair and its class share two words.
const MOST_TRIANGLES: usize = 1 << 28;
/// Vertices or triangles that one task prepares.
const CHUNK: usize = 1 << 13;

/// All objects, one after the other, on one grid.
#[derive(Debug)]
pub(crate) struct Resident {
    grid: Grid,
    /// What the grid was made for.
    bounds: Aabb,
    parts: Vec<Part>,
    positions: Buffer,
    corners: Buffer,
    owners: Buffer,
}

/// An object as it is on the card.
#[derive(Debug)]
struct Part {
    mesh: Mesh,
    pose: Pose,
    vertices: Range<usize>,
    triangles: Range<usize>,
    /// Whether the positions on the card are those of the mesh in this pose.
    is_placed: bool,
}

impl Resident {
    /// Room for the objects. Nothing is uploaded yet but for their triangles.
    pub fn new(recorder: &mut Recorder<'_>, objects: &[WorldObject]) -> Result<Self> {
        let gpu = recorder.gpu();
        let parts = lay_out(objects);
        let vertices = parts.last().map_or(0, |part| part.vertices.end);
        let triangles = parts.last().map_or(0, |part| part.triangles.end);
        check_count("vertices", vertices, 16, gpu)?;
        check_count("triangles", triangles, 12, gpu)?;
        let bounds = bounds_of(objects);
        let resident = Self {
            grid: Grid::over(&bounds),
            bounds,
            positions: gpu.buffer("positions", vertices as u64 * 16)?,
            corners: gpu.buffer("triangles", triangles as u64 * 12)?,
            owners: gpu.buffer("owners", triangles as u64 * 4)?,
            parts,
        };
        recorder.upload_with(&resident.corners, 0, triangles, |target: &mut [[u32; 3]]| {
            resident.for_each_part(
                target,
                |part| part.triangles.clone(),
                |part, first, target| {
                    let shift = part.vertices.start as u32;
                    let source = &part.mesh.triangles()[first..first + target.len()];
                    target.iter_mut().zip(source).for_each(|(to, from)| *to = from.map(|vertex| vertex + shift));
                },
            );
        })?;
        let numbers: Vec<u32> = (0..resident.parts.len() as u32).collect();
        recorder.upload_with(&resident.owners, 0, triangles, |target: &mut [u32]| {
            let mut rest = target;
            let mut slices = Vec::new();
            for (part, &number) in resident.parts.iter().zip(&numbers) {
                let (slice, behind) = rest.split_at_mut(part.triangles.len());
                slices.push((slice, number));
                rest = behind;
            }
            slices.into_par_iter().for_each(|(slice, number)| slice.fill(number));
        })?;
        Ok(resident)
    }

    /// Whether these are the same objects, deformed or moved perhaps.
    pub fn fits(&self, objects: &[WorldObject]) -> bool {
        let same = |(part, object): (&Part, &WorldObject)| {
            part.mesh.has_triangles_of(&object.mesh) && part.vertices.len() == object.mesh.positions().len()
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
            if !part.mesh.is_same(&object.mesh) || part.pose != object.pose {
                (part.mesh, part.pose, part.is_placed) = (object.mesh.clone(), object.pose, false);
            }
        }
        // Runs of objects that changed go in one piece.
        for run in self.parts.chunk_by(|x, y| x.is_placed == y.is_placed).filter(|run| !run[0].is_placed) {
            let (start, end) = (run[0].vertices.start, run[run.len() - 1].vertices.end);
            recorder.upload_with(&self.positions, start as u64 * 16, end - start, |target: &mut [[i32; 4]]| {
                for_each_part(
                    run,
                    target,
                    |part| part.vertices.clone(),
                    |part, first, target| {
                        part.place(&self.grid, first, target);
                    },
                );
            })?;
        }
        self.parts.iter_mut().for_each(|part| part.is_placed = true);
        Ok(())
    }

    fn for_each_part<T: Send>(
        &self,
        target: &mut [T],
        range: impl Fn(&Part) -> Range<usize> + Sync,
        fill: impl Fn(&Part, usize, &mut [T]) + Sync,
    ) {
        for_each_part(&self.parts, target, range, fill);
    }

    /// A grid stays while the scene is inside of what it was made for and not much smaller.
    fn is_grid_good_for(&self, bounds: &Aabb) -> bool {
        let extent = |bounds: &Aabb| (bounds.max * 0.25 - bounds.min * 0.25).max_element();
        let inside = bounds.min.cmpge(self.bounds.min).all() && bounds.max.cmple(self.bounds.max).all();
        bounds.is_empty() || (inside && extent(bounds) * 4.0 >= extent(&self.bounds))
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn triangles(&self) -> Triangles<'_> {
        let count = self.parts.last().map_or(0, |part| part.triangles.end) as u32;
        Triangles { count, positions: &self.positions, corners: &self.corners, owners: &self.owners }
    }

    /// Number of the first triangle of each object, and behind them the number of all.
    pub fn starts(&self) -> Vec<u32> {
        let end = self.triangles().count;
        self.parts.iter().map(|part| part.triangles.start as u32).chain([end]).collect()
    }
}

impl Part {
    /// Vertices from `first` on, as the kernels read them.
    fn place(&self, grid: &Grid, first: usize, target: &mut [[i32; 4]]) {
        let number = (self.vertices.start + first) as u32;
        let points = (number..).zip(&self.mesh.positions()[first..first + target.len()]).zip(target);
        if self.pose.is_identity() {
            points.for_each(|((number, &point), to)| *to = vertex(grid, point, number));
        } else {
            points.for_each(|((number, &point), to)| *to = vertex(grid, self.pose.apply(point), number));
        }
    }
}

/// Lets `fill` write the elements of each part, in pieces on several threads: the part, the first element, and the place.
fn for_each_part<T: Send>(
    parts: &[Part],
    target: &mut [T],
    range: impl Fn(&Part) -> Range<usize> + Sync,
    fill: impl Fn(&Part, usize, &mut [T]) + Sync,
) {
    let mut rest = target;
    let mut pieces = Vec::new();
    for part in parts {
        let (slice, behind) = rest.split_at_mut(range(part).len());
        pieces.extend(slice.chunks_mut(CHUNK).enumerate().map(|(index, piece)| (part, index * CHUNK, piece)));
        rest = behind;
    }
    pieces.into_par_iter().for_each(|(part, first, piece)| fill(part, first, piece));
}

fn lay_out(objects: &[WorldObject]) -> Vec<Part> {
    let (mut vertices, mut triangles) = (0, 0);
    let part = |object: &WorldObject| {
        let (first_vertex, first_triangle) = (vertices, triangles);
        vertices += object.mesh.positions().len();
        triangles += object.triangle_count();
        Part {
            mesh: object.mesh.clone(),
            pose: object.pose,
            vertices: first_vertex..vertices,
            triangles: first_triangle..triangles,
            is_placed: false,
        }
    };
    objects.iter().map(part).collect()
}

fn check_count(what: &str, count: usize, size: u64, gpu: &Gpu) -> Result<()> {
    let (bytes, limit) = (count as u64 * size, gpu.max_binding().min(MOST_TRIANGLES as u64 * size));
    if bytes > limit {
        return Err(GpuError::TooLarge { what: what.to_string(), bytes, limit });
    }
    Ok(())
}

fn bounds_of(objects: &[WorldObject]) -> Aabb {
    objects.iter().fold(Aabb::EMPTY, |bounds, object| bounds.union(&finite_bounds(object)))
}

/// A finite box around the object, if it has vertices. The outer bounds may be past all numbers where the vertices are not.
pub(crate) fn finite_bounds(object: &WorldObject) -> Aabb {
    let outer = object.outer_bounds;
    if outer.min.is_finite() && outer.max.is_finite() { outer } else { object.bounds() }
}

/// A little larger: what has moved once will move again.
fn roomy(bounds: &Aabb) -> Aabb {
    let room = ((bounds.max * 0.5 - bounds.min * 0.5).max_element() * 0.25).min(f64::MAX);
    let limit = allide_geom::DVec3::splat(f64::MAX);
    Aabb { min: (bounds.min - room).max(-limit), max: (bounds.max + room).min(limit) }
}
