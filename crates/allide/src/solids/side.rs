//! One of two objects: its pieces, and which of its triangles touch the other.

use super::ray::{Place, Probe, locate};
use crate::topology::Topology;
use crate::world::WorldObject;
use allide_geom::Aabb;
use allide_geom::predicates::Sign;
use std::ops::ControlFlow;

/// One of two objects.
pub(super) struct Side<'w> {
    pub(super) object: &'w WorldObject,
    topology: Topology<'w>,
    /// Its triangles that touch the other object, each with one that it touches, in order.
    contacts: Vec<(u32, u32)>,
}

impl<'w> Side<'w> {
    /// `contacts` are the triangles that touch, its own first.
    pub(super) fn new(object: &'w WorldObject, contacts: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut contacts: Vec<(u32, u32)> = contacts.collect();
        contacts.sort_unstable();
        let topology = object.mesh.topology();
        Self { object, topology, contacts }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.topology.is_closed()
    }

    /// Whether it touches the other object.
    pub(super) fn touches(&self) -> bool {
        !self.contacts.is_empty()
    }

    /// Its triangles that touch the other object, each with those that it touches.
    pub(super) fn touching(&self) -> Vec<(u32, &[(u32, u32)])> {
        self.contacts.chunk_by(|x, y| x.0 == y.0).map(|same| (same[0].0, same)).collect()
    }

    /// On which side of a triangle its own solid is; `None` for a triangle without area.
    pub(super) fn inner_side(&self, triangle: u32) -> Option<Sign> {
        match locate(self.object, Probe::Beside(self.object.triangle(triangle), -1)) {
            Place::Inside => Some(-1),
            Place::Outside => Some(1),
            Place::On => None,
        }
    }

    /// The pieces that do not touch the other object: the first triangle of each that begins within some bounds, and whether there
    /// are others.
    pub(super) fn free_pieces(&self, within: &Aabb) -> (Vec<u32>, bool) {
        let (pieces, mesh, corners) = (self.topology.pieces(), &self.object.mesh, self.object.corners());
        let (firsts, triangles) = (pieces.firsts(), mesh.triangles());
        let vertices = self.contacts.iter().map(|&(triangle, _)| triangles[triangle as usize][0]);
        let mut touching: Vec<u32> = vertices.map(|vertex| pieces.of_vertex(vertex)).collect();
        touching.sort_unstable();
        touching.dedup();
        let mut free: Vec<u32> = Vec::new();
        let mut look = |piece: u32| {
            let corner = corners.of(firsts[piece as usize])[0];
            if within.overlaps(&Aabb::around([corner])) && touching.binary_search(&piece).is_err() {
                free.push(firsts[piece as usize]);
            }
            ControlFlow::Continue(())
        };
        let _ = match mesh.rays().piece_tree(mesh, firsts) {
            Some(tree) => tree.query_carried(&self.object.pose, within, look),
            None => (0..firsts.len() as u32).try_for_each(&mut look),
        };
        free.sort_unstable();
        let is_all = free.len() + touching.len() == firsts.len();
        (free, !is_all)
    }
}
