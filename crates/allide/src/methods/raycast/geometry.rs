//! Objects as they are drawn: triangles that face outward, every edge once, and the normals of vertices.

use crate::world::WorldObject;
use allide_geom::{Aabb, DVec3};
use allide_gpu::{GpuError, Result};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;

/// All objects, in coordinates from −1 to 1.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    pub positions: Vec<[f32; 4]>,
    /// Which vertex of its object it is, the first of equal ones.
    pub vertices: Vec<u32>,
    /// Of unit length, or 0 where no triangle has an area.
    pub normals: Vec<[f32; 4]>,
    /// Three for each triangle.
    pub corners: Vec<u32>,
    /// Two for each edge.
    pub ends: Vec<u32>,
    pub objects: Vec<Drawn>,
}

/// Which vertices draw an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    /// Of its triangles.
    pub corners: Range<u32>,
    /// Of its edges.
    pub ends: Range<u32>,
}

/// Where the scene is: what is drawn is from the centre, in units of half of the longest side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub centre: DVec3,
    pub unit: f64,
    /// From the centre to the sides, in these units.
    pub half: DVec3,
}

impl Place {
    /// Around a box that is not empty.
    pub fn of(bounds: &Aabb) -> Self {
        // Halved first: sums and differences may be out of range.
        let (min, max) = (bounds.min * 0.5, bounds.max * 0.5);
        let (centre, half) = (min + max, max - min);
        let unit = match half.max_element() {
            0.0 => 1.0,
            longest => longest,
        };
        Self { centre, unit, half: half / unit }
    }
}

impl Geometry {
    /// The objects, placed.
    ///
    /// # Errors
    /// More vertices than one draw can have.
    pub fn of(objects: &[WorldObject], place: &Place) -> Result<Self> {
        let shells: Vec<Shell> = objects.par_iter().map(|object| Shell::of(object, place)).collect();
        let mut all = Self::default();
        for shell in shells {
            let first = all.positions.len() as u64;
            let starts = [all.corners.len(), all.ends.len()];
            let counts = [starts[0] + shell.corners.len(), starts[1] + shell.ends.len()].map(|count| count as u64);
            let most = counts[0].max(counts[1]).max(first + shell.positions.len() as u64);
            if most > u64::from(u32::MAX) {
                let limit = u64::from(u32::MAX) * 4;
                return Err(GpuError::TooLarge { what: "vertices of a draw".into(), bytes: most * 4, limit });
            }
            all.positions.extend(shell.positions.iter().map(|point| word4(*point)));
            all.vertices.extend(&shell.vertices);
            all.normals.extend(shell.normals.iter().map(|normal| word4(*normal)));
            all.corners.extend(shell.corners.iter().map(|corner| corner + first as u32));
            all.ends.extend(shell.ends.iter().map(|end| end + first as u32));
            let [corners, ends] = [starts[0] as u32..all.corners.len() as u32, starts[1] as u32..all.ends.len() as u32];
            all.objects.push(Drawn { corners, ends });
        }
        Ok(all)
    }

    /// The object of an edge.
    pub fn owner(&self, edge: u32) -> u32 {
        self.objects.partition_point(|object| object.ends.end <= 2 * edge) as u32
    }
}

fn word4(point: DVec3) -> [f32; 4] {
    let [x, y, z] = point.as_vec3().to_array();
    [x, y, z, 0.0]
}

/// One object.
struct Shell {
    positions: Vec<DVec3>,
    vertices: Vec<u32>,
    normals: Vec<DVec3>,
    corners: Vec<u32>,
    ends: Vec<u32>,
}

impl Shell {
    fn of(object: &WorldObject, place: &Place) -> Self {
        let (mut corners, positions, vertices) = merged(object, place);
        if volume(&corners, &positions) < 0.0 {
            corners.as_chunks_mut::<3>().0.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        let (normals, ends) = (normals(&corners, &positions), edges(&corners));
        Self { positions, vertices, normals, corners, ends }
    }
}

/// The triangles over vertices that differ in their coordinates: soups repeat them.
fn merged(object: &WorldObject, place: &Place) -> (Vec<u32>, Vec<DVec3>, Vec<u32>) {
    let world = object.positions();
    let mut numbers: HashMap<[u64; 3], u32> = HashMap::with_capacity(world.len());
    let mut number = vec![u32::MAX; world.len()];
    let (mut positions, mut vertices) = (Vec::with_capacity(world.len()), Vec::with_capacity(world.len()));
    let mut corner = |vertex: u32| {
        let known = &mut number[vertex as usize];
        if *known == u32::MAX {
            let point = world[vertex as usize];
            // Both zeros are one.
            *known = *numbers.entry((point + 0.0).to_array().map(f64::to_bits)).or_insert_with(|| {
                vertices.push(vertex);
                // Halved first: the difference may be out of range.
                positions.push((point * 0.5 - place.centre * 0.5) / place.unit * 2.0);
                positions.len() as u32 - 1
            });
        }
        *known
    };
    let corners = object.mesh.triangles().as_flattened().iter().map(|&vertex| corner(vertex)).collect();
    (corners, positions, vertices)
}

/// Six times the signed volume: where it is negative, triangles face inward.
fn volume(corners: &[u32], positions: &[DVec3]) -> f64 {
    let Some(&origin) = positions.first() else { return 0.0 };
    let of = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| positions[corner as usize] - origin);
        a.dot(b.cross(c))
    };
    corners.as_chunks().0.iter().map(of).sum()
}

/// The mean of the normals of the triangles around each vertex, each by its angle there: however faces are cut into
/// triangles.
fn normals(corners: &[u32], positions: &[DVec3]) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; positions.len()];
    for triangle in corners.as_chunks::<3>().0 {
        let points = triangle.map(|corner| positions[corner as usize]);
        let normal = (points[1] - points[0]).cross(points[2] - points[0]).normalize_or_zero();
        for k in 0..3 {
            let [to, from] = [1, 2].map(|next| points[(k + next) % 3] - points[k]);
            normals[triangle[k] as usize] += normal * to.angle_between(from).max(0.0);
        }
    }
    normals.iter().map(|normal| normal.normalize_or_zero()).collect()
}

/// The two ends of every edge that has a length, each edge once.
fn edges(corners: &[u32]) -> Vec<u32> {
    let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]);
    let mut edges: Vec<[u32; 2]> = corners.as_chunks().0.iter().flat_map(sides).filter(|[a, b]| a != b).collect();
    edges.sort_unstable();
    edges.dedup();
    edges.into_flattened()
}
