use crate::methods::bvh::Tree;
use crate::topology::{Around, Pieces};
use crate::{Mesh, Pose};
use allide_geom::{Aabb, DVec3, Triangle};
use std::ops::ControlFlow;

/// A closed surface without self-overlaps, in world coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Solid<'s> {
    /// The world positions of all vertices.
    pub positions: &'s [DVec3],
    /// The vertices of each triangle.
    pub triangles: &'s [[u32; 3]],
    /// Whether the corners of each triangle turn clockwise seen from outside, instead of counter-clockwise. Empty: none does.
    pub turned: &'s [bool],
    /// A box around all triangles.
    pub bounds: Aabb,
    /// For each vertex, the first one in the same place.
    first: &'s [u32],
    around: &'s Around,
    pieces: &'s Pieces,
    /// The mesh and how it was placed, if a tree over it may be used.
    placed: Option<(&'s Mesh, &'s Pose)>,
}

impl<'s> Solid<'s> {
    /// A mesh whose vertices are at these positions in the world, with a box around its triangles.
    pub fn new(mesh: &'s Mesh, positions: &'s [DVec3], bounds: Aabb, turned: &'s [bool]) -> Self {
        let topology = mesh.topology();
        let (first, around, pieces) = (topology.first_vertices(), topology.around(), topology.pieces());
        Self { positions, triangles: mesh.triangles(), turned, bounds, first, around, pieces, placed: None }
    }

    /// The same solid, whose positions are those that the pose gives the vertices of the mesh. It is searched by a tree that
    /// is kept with the mesh.
    pub(crate) fn placed(self, mesh: &'s Mesh, pose: &'s Pose) -> Self {
        Self { placed: Some((mesh, pose)), ..self }
    }

    /// Looks at all triangles, and perhaps others, whose boxes meet a box, if that is faster than to look at all.
    pub(super) fn look_within(&self, path: &Aabb, mut look: impl FnMut(u32)) -> bool {
        let tree: Option<(&Tree, &Pose)> = self.placed.and_then(|(mesh, pose)| Some((mesh.rays().tree(mesh)?, pose)));
        let Some((tree, pose)) = tree else { return false };
        let all = tree.query_carried(pose, path, |triangle| {
            look(triangle);
            ControlFlow::Continue(())
        });
        all.is_continue()
    }

    /// The vertices of a triangle, counter-clockwise seen from outside; each the first in its place.
    #[inline]
    pub(super) fn vertices(&self, triangle: u32) -> [u32; 3] {
        let [p, q, r] = self.triangles[triangle as usize].map(|vertex| self.first[vertex as usize]);
        let is_turned = self.turned.get(triangle as usize).is_some_and(|&is_turned| is_turned);
        if is_turned { [p, r, q] } else { [p, q, r] }
    }

    /// The corners of a triangle, counter-clockwise seen from outside.
    #[inline]
    pub(super) fn corners(&self, triangle: u32) -> Triangle {
        self.vertices(triangle).map(|vertex| self.positions[vertex as usize])
    }

    /// The triangles around a vertex that is the first in its place.
    #[inline]
    pub(super) fn around(&self, vertex: u32) -> &'s [u32] {
        self.around.of(vertex)
    }

    /// A vertex of each piece that hangs together.
    pub(super) fn pieces(&self) -> impl ExactSizeIterator<Item = u32> {
        self.pieces.firsts().iter().map(|&triangle| self.first[self.triangles[triangle as usize][0] as usize])
    }

    /// The number of the piece that a vertex is in.
    #[inline]
    pub(super) fn piece_of(&self, vertex: u32) -> u32 {
        self.pieces.of_vertex(vertex)
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
