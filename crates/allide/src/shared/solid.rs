use super::Topology;
use crate::world::WorldObject;
use allide_geom::{Aabb, DVec3, Triangle};

/// A closed surface without self-overlaps, in world coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Solid<'s> {
    /// The world positions of all vertices.
    pub positions: &'s [DVec3],
    /// The vertices of each triangle.
    pub triangles: &'s [[u32; 3]],
    /// Made from the same mesh.
    pub topology: &'s Topology,
    /// A box around all triangles.
    pub bounds: Aabb,
    /// Whether corners turn clockwise seen from outside, instead of counter-clockwise.
    pub inverted: bool,
}

impl<'s> Solid<'s> {
    /// An object of a scene, with the connections of its mesh.
    pub fn placed(object: &'s WorldObject, topology: &'s Topology, inverted: bool) -> Self {
        let (positions, triangles) = (object.positions(), object.mesh.triangles());
        Self { positions, triangles, topology, bounds: object.bounds(), inverted }
    }

    /// The vertices of a triangle, counter-clockwise seen from outside; each the first in its place.
    #[inline]
    pub(super) fn vertices(&self, triangle: u32) -> [u32; 3] {
        let [p, q, r] = self.triangles[triangle as usize].map(|vertex| self.topology.first(vertex));
        if self.inverted { [p, r, q] } else { [p, q, r] }
    }

    /// The corners of a triangle, counter-clockwise seen from outside.
    #[inline]
    pub(super) fn corners(&self, triangle: u32) -> Triangle {
        self.vertices(triangle).map(|vertex| self.positions[vertex as usize])
    }
}

/// One bit for each vertex or triangle.
#[derive(Clone, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    #[inline]
    pub(super) fn has(&self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 == 1
    }

    /// Sets a bit; whether it was not set before.
    #[inline]
    pub(super) fn insert(&mut self, index: u32) -> bool {
        let (word, bit) = (&mut self.0[index as usize / 64], 1 << (index % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// The set bits, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(place as u32 * 64 + bit)
            })
        })
    }
}
