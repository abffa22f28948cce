//! Triangles on their way from a file to a mesh.

use crate::Extras;
use crate::error::{Fault, Place};
use crate::note::{Notes, Oddity};
use crate::origin::{Origins, Tracks};
use crate::polygon::{Cutter, Outline, Shape};
use crate::write::{place_point, triangles};
use allide::{Mesh, Pose, Welded};
use std::hash::{BuildHasher, RandomState};

/// One object of a file. Without a name it is called after the file.
pub(crate) struct Part {
    pub(crate) name: Option<String>,
    pub(crate) mesh: Mesh,
    pub(crate) pose: Pose,
    pub(crate) origins: Origins,
    /// Filled in when all parts are there.
    pub(crate) welded: Option<Welded>,
    /// Its identifier in the file.
    pub(crate) key: Option<String>,
    pub(crate) extras: Option<Extras>,
}

impl Part {
    pub(crate) fn nameless(mesh: Mesh) -> Self {
        let (name, welded, key, extras) = (None, None, None, None);
        Self { name, mesh, pose: Pose::IDENTITY, origins: Origins::default(), welded, key, extras }
    }

    pub(crate) fn placed(name: String, mesh: Mesh, pose: Pose) -> Self {
        Self { name: Some(name), pose, ..Self::nameless(mesh) }
    }
}

/// Vertices and triangles in the making. Readers check indices and coordinates, because they know the place.
#[derive(Default)]
pub(crate) struct Soup {
    pub(crate) positions: Vec<[f64; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Which polygon each triangle is a part of, where [`Soup::add`] made it.
    pub(crate) tracks: Tracks,
    pub(crate) cutter: Cutter,
}

impl Soup {
    /// Adds a polygon of at least 3 known vertices that is on a line, or on none that matters (0).
    #[inline]
    pub(crate) fn add(&mut self, polygon: &[u32], line: usize, notes: &mut Notes, place: impl Fn() -> Place) {
        let shape = self.cutter.cut(polygon, &self.positions, &mut self.triangles);
        self.tracks.add(polygon.len() - 2, line);
        if shape != Shape::GOOD {
            describe(shape, notes, place);
        }
    }

    /// All of it as one part.
    pub(crate) fn into_part(mut self) -> Result<Part, Fault> {
        let origins = std::mem::take(&mut self.tracks).all();
        Ok(Part { origins, ..Part::nameless(self.into_mesh()?) })
    }

    /// A mesh of the triangles and of the vertices that they use.
    pub(crate) fn into_mesh(mut self) -> Result<Mesh, Fault> {
        let used = Numbering::new(self.positions.len()).compact(&self.positions, &mut self.triangles);
        mesh(used.unwrap_or(self.positions), self.triangles)
    }

    /// Adds a placed mesh; false if that moves a vertex beyond the largest number.
    pub(crate) fn append(&mut self, mesh: &Mesh, pose: &Pose) -> bool {
        let base = self.positions.len() as u32;
        self.positions.extend(mesh.positions().iter().map(|&point| place_point(point, pose).to_array()));
        self.triangles.extend(triangles(mesh, pose).map(|corners| corners.map(|vertex| vertex + base)));
        self.positions[base as usize..].iter().flatten().all(|value| value.is_finite())
    }
}

/// The bytes that the given numbers of vertices and triangles take in memory.
pub(crate) fn memory(vertices: u64, triangles: u64) -> u64 {
    vertices.saturating_mul(24).saturating_add(triangles.saturating_mul(12))
}

/// A mesh of checked vertices and triangles, all vertices being used.
pub(crate) fn mesh(positions: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Mesh, Fault> {
    Mesh::new(positions, triangles).map_err(|error| Fault::too_large(Place::File, error.to_string()))
}

/// Triangles that share the first corner of a polygon.
pub(crate) fn fan(polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [first, rest @ ..] = polygon {
        triangles.extend(rest.windows(2).map(|edge| [*first, edge[0], edge[1]]));
    }
}

#[cold]
fn describe(shape: Shape, notes: &mut Notes, place: impl Fn() -> Place) {
    if !shape.flat {
        notes.add(Oddity::NotFlat, &place);
    }
    match shape.outline {
        Outline::Simple => {}
        Outline::Crossing => notes.add(Oddity::SelfCrossing, &place),
        Outline::NoArea => notes.add(Oddity::NoArea, &place),
    }
}

/// New numbers for the vertices that an object uses, in the order of the file.
pub(crate) struct Numbering {
    /// By old number; [`UNUSED`] between calls.
    numbers: Vec<u32>,
}

const UNUSED: u32 = u32::MAX;

impl Numbering {
    pub(crate) fn new(vertex_count: usize) -> Self {
        Self { numbers: vec![UNUSED; vertex_count] }
    }

    /// Renumbers `triangles` and returns the vertices that they use, or nothing if they use all.
    pub(crate) fn compact(&mut self, positions: &[[f64; 3]], triangles: &mut [[u32; 3]]) -> Option<Vec<[f64; 3]>> {
        let mut used = Vec::new();
        for &vertex in triangles.iter().flatten() {
            if std::mem::replace(&mut self.numbers[vertex as usize], 0) == UNUSED {
                used.push(vertex);
            }
        }
        let all = used.len() == positions.len();
        if !all {
            used.sort_unstable();
            for (new, &old) in used.iter().enumerate() {
                self.numbers[old as usize] = new as u32;
            }
            for vertex in triangles.iter_mut().flatten() {
                *vertex = self.numbers[*vertex as usize];
            }
        }
        for &vertex in &used {
            self.numbers[vertex as usize] = UNUSED;
        }
        (!all).then(|| used.iter().map(|&vertex| positions[vertex as usize]).collect())
    }
}

/// Gives equal positions the same number: formats without indices repeat each vertex some six times.
pub(crate) struct Weld {
    positions: Vec<[f64; 3]>,
    /// Open addressing; a power of two of slots, at least twice as many as positions.
    slots: Vec<u32>,
    /// Secret, so that no file can make all its positions collide.
    seed: u64,
}

impl Weld {
    pub(crate) fn new() -> Self {
        Self { positions: Vec::new(), slots: vec![UNUSED; 1 << 10], seed: RandomState::new().hash_one(0) | 1 }
    }

    /// The number of a position; nothing once there are 2³² − 1. Negative zero equals zero.
    #[inline]
    pub(crate) fn vertex(&mut self, position: [f64; 3]) -> Option<u32> {
        if self.positions.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(position);
        if self.slots[slot] == UNUSED {
            if self.positions.len() as u64 >= u64::from(UNUSED) {
                return None;
            }
            self.slots[slot] = self.positions.len() as u32;
            self.positions.push(position);
        }
        Some(self.slots[slot])
    }

    pub(crate) fn into_positions(self) -> Vec<[f64; 3]> {
        self.positions
    }

    /// Where a position is, or where it belongs.
    #[inline]
    fn slot(&self, position: [f64; 3]) -> usize {
        let mut hash = self.seed;
        for value in position {
            let product = u128::from(hash ^ (value + 0.0).to_bits()) * 0x9e37_79b9_7f4a_7c15;
            hash = (product >> 64) as u64 ^ product as u64 ^ self.seed.rotate_left(32);
        }
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 16) as usize & mask;
        while self.slots[slot] != UNUSED && self.positions[self.slots[slot] as usize] != position {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![UNUSED; self.slots.len() * 4];
        for number in 0..self.positions.len() {
            let slot = self.slot(self.positions[number]);
            self.slots[slot] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_get_one_number() {
        let mut weld = Weld::new();
        assert_eq!(weld.vertex([0.0, 1.0, 2.0]), Some(0));
        assert_eq!(weld.vertex([1.0, 0.0, 2.0]), Some(1));
        assert_eq!(weld.vertex([-0.0, 1.0, 2.0]), Some(0));
        for n in 0..10_000 {
            assert_eq!(weld.vertex([f64::from(n), 0.5, 0.5]), Some(n + 2));
        }
        assert_eq!(weld.vertex([77.0, 0.5, 0.5]), Some(79));
        assert_eq!(weld.into_positions().len(), 10_002);
    }

    #[test]
    fn unused_vertices_are_left_out_and_the_order_is_kept() {
        let positions: Vec<[f64; 3]> = (0..6).map(|n| [f64::from(n), 0.0, 0.0]).collect();
        let mut numbering = Numbering::new(6);
        for _ in 0..2 {
            let mut triangles = vec![[5, 1, 3], [3, 1, 5]];
            let used = numbering.compact(&positions, &mut triangles).unwrap();
            assert_eq!(used, [positions[1], positions[3], positions[5]]);
            assert_eq!(triangles, [[2, 0, 1], [1, 0, 2]]);
        }
        assert!(numbering.compact(&positions, &mut [[5, 4, 3], [2, 1, 0]]).is_none());
    }
}
