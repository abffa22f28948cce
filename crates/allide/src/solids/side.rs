//! One of two objects: its pieces, and which of its triangles touch the other.

use super::ray::Probe;
use super::winding::winding;
use crate::topology::Topology;
use crate::world::WorldObject;
use allide_geom::predicates::Sign;
use allide_geom::{Aabb, Class, Triangle, is_degenerate, self_overlap};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Objects with more triangles are asked about single triangles, instead of searching all of them for self-overlaps.
const LARGE: usize = 1 << 10;

/// One of two objects.
pub(super) struct Side<'w> {
    pub(super) object: &'w WorldObject,
    pub(super) topology: Topology<'w>,
    /// Its triangles that touch the other object, each with one that it touches, in order.
    contacts: Vec<(u32, u32)>,
    /// Those that cross it, in order.
    crossed: Vec<u32>,
}

/// The pieces of an object that do not touch the other.
pub(super) struct FreePieces {
    /// The first triangle of each that begins within some bounds.
    pub(super) within: Vec<u32>,
    /// The first triangle of one that does not.
    pub(super) beyond: Option<u32>,
}

impl<'w> Side<'w> {
    /// `contacts` are the triangles that touch, its own first.
    pub(super) fn new(object: &'w WorldObject, contacts: impl Iterator<Item = (u32, u32, Class)>) -> Self {
        let (mut all, mut crossed) = (Vec::new(), Vec::new());
        for (own, partner, class) in contacts {
            all.push((own, partner));
            crossed.extend((class == Class::Crossing).then_some(own));
        }
        all.sort_unstable();
        crossed.sort_unstable();
        Self { object, topology: object.mesh.topology(), contacts: all, crossed }
    }

    /// Whether one of its triangles crosses one of the other object.
    pub(super) fn is_crossed(&self, triangle: u32) -> bool {
        self.crossed.binary_search(&triangle).is_ok()
    }

    /// Whether any does.
    pub(super) fn crosses(&self) -> bool {
        !self.crossed.is_empty()
    }

    /// Its triangles that touch the other object, each with those that it touches.
    pub(super) fn touching(&self) -> Vec<(u32, &[(u32, u32)])> {
        self.contacts.chunk_by(|x, y| x.0 == y.0).map(|same| (same[0].0, same)).collect()
    }

    /// The winding numbers behind and in front of a triangle, around its first corner; `None` for one without area.
    pub(super) fn windings(&self, triangle: u32) -> Option<[i64; 2]> {
        let corners = self.object.triangle(triangle);
        let around = |side: Sign| winding(self.object, Probe::Beside(corners, side));
        Some([around(-1)?, around(1)?])
    }

    /// Whether another of its own triangles overlaps this one. For small objects, any other two count as well: all triangles are
    /// then known together.
    pub(super) fn is_overlapped(&self, triangle: u32) -> bool {
        if self.object.triangle_count() <= LARGE {
            return self.object.overlaps_itself();
        }
        !self.own_cutters(triangle).is_empty()
    }

    /// The other triangles of the object that overlap this one; one of several with the same corners, and none with its own.
    pub(super) fn own_cutters(&self, triangle: u32) -> Vec<Triangle> {
        let (corners, own) = (self.object.corners(), self.object.triangle(triangle));
        let bounds = Aabb::around(own);
        let mut known: HashSet<[[u64; 3]; 3]> = HashSet::from([key(&own)]);
        let mut found: Vec<Triangle> = Vec::new();
        let mut look = |other: u32| {
            let shape = corners.of(other);
            if other != triangle && bounds.overlaps(&Aabb::around(shape)) && self_overlap(&own, &shape).is_some() {
                let is_new = known.insert(key(&shape));
                found.extend(is_new.then_some(shape));
            }
            ControlFlow::Continue(())
        };
        let mesh = &self.object.mesh;
        let _ = match self.object.triangle_count() {
            ..=LARGE => (0..self.object.triangle_count() as u32).try_for_each(&mut look),
            _ => mesh.rays().built(mesh).query_carried(&self.object.pose, &bounds, look),
        };
        found
    }

    /// The pieces that do not touch the other object.
    pub(super) fn free_pieces(&self, within: &Aabb) -> FreePieces {
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
        let is_beyond = |&(piece, first): &(usize, &u32)| {
            free.binary_search(first).is_err() && touching.binary_search(&(piece as u32)).is_err()
        };
        let beyond = firsts.iter().enumerate().find(|found| !is_all && is_beyond(found)).map(|(_, &first)| first);
        FreePieces { within: free, beyond }
    }

    /// Regions that touch nothing: triangles that are connected over corners, without those that touch the other object. Each
    /// is a list of triangles with area.
    pub(super) fn regions(&self) -> Vec<Vec<u32>> {
        let (first, triangles) = (self.topology.first_vertices(), self.object.mesh.triangles());
        let touches = |triangle: u32| self.contacts.binary_search_by_key(&triangle, |contact| contact.0).is_ok();
        let mut parent: Vec<u32> = (0..first.len() as u32).collect();
        let root = |parent: &mut Vec<u32>, mut vertex: u32| {
            while parent[vertex as usize] != vertex {
                let above = parent[parent[vertex as usize] as usize];
                parent[vertex as usize] = above;
                vertex = above;
            }
            vertex
        };
        let free: Vec<u32> = (0..triangles.len() as u32).filter(|&triangle| !touches(triangle)).collect();
        let corners = |triangle: u32| triangles[triangle as usize].map(|vertex| first[vertex as usize]);
        for &triangle in &free {
            let [a, b, c] = corners(triangle).map(|vertex| root(&mut parent, vertex));
            let least = a.min(b).min(c);
            [a, b, c].into_iter().for_each(|of| parent[of as usize] = least);
        }
        let mut by_root: Vec<(u32, u32)> =
            free.iter().map(|&triangle| (root(&mut parent, corners(triangle)[0]), triangle)).collect();
        by_root.sort_unstable();
        let has_area = |triangle: &u32| !is_degenerate(&self.object.triangle(*triangle));
        let regions = by_root.chunk_by(|x, y| x.0 == y.0);
        regions.map(|same| same.iter().map(|&(_, triangle)| triangle).filter(has_area).collect()).collect()
    }
}

/// The same for triangles with the same corners, in whatever order.
fn key(triangle: &Triangle) -> [[u64; 3]; 3] {
    // Positive and negative zero are one number.
    let mut corners = triangle.map(|corner| (corner + 0.0).to_array().map(f64::to_bits));
    corners.sort_unstable();
    corners
}
