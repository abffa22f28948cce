//! How the triangles of a mesh are connected: kept by the caller as long as the mesh stays the same.

use allide_geom::DVec3;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Which triangles meet at each place, and which parts of a mesh hang together. Vertices with equal coordinates are one.
#[derive(Clone, Debug)]
pub struct Topology {
    /// For each vertex, the first one in the same place.
    first: Vec<u32>,
    /// Where the triangles around each vertex begin in `around`.
    starts: Vec<u32>,
    around: Vec<u32>,
    /// The shell of each vertex; unused ones have none that counts.
    shell_of: Vec<u32>,
    /// A vertex of each shell.
    shells: Vec<u32>,
}

impl Topology {
    /// The connections of these triangles.
    ///
    /// # Panics
    /// If an index is out of range, or there are more than 2³² / 3 triangles.
    pub fn of(positions: &[DVec3], triangles: &[[u32; 3]]) -> Self {
        assert!(triangles.len() <= (u32::MAX / 3) as usize, "{} triangles are too many", triangles.len());
        let first = first_in_place(positions);
        let corners = || triangles.as_flattened().iter().map(|&vertex| first[vertex as usize]);
        let mut starts = vec![0u32; positions.len() + 1];
        corners().for_each(|vertex| starts[vertex as usize + 1] += 1);
        (0..positions.len()).for_each(|vertex| starts[vertex + 1] += starts[vertex]);
        let mut next = starts.clone();
        let mut around = vec![0; 3 * triangles.len()];
        for (corner, vertex) in corners().enumerate() {
            around[next[vertex as usize] as usize] = (corner / 3) as u32;
            next[vertex as usize] += 1;
        }
        let mut topology =
            Self { first, starts, around, shell_of: vec![u32::MAX; positions.len()], shells: Vec::new() };
        topology.find_shells(triangles);
        topology
    }

    fn find_shells(&mut self, triangles: &[[u32; 3]]) {
        let mut open = Vec::new();
        for seed in triangles.iter().map(|triangle| self.first[triangle[0] as usize]) {
            if self.shell_of[seed as usize] != u32::MAX {
                continue;
            }
            let shell = self.shells.len() as u32;
            self.shells.push(seed);
            self.shell_of[seed as usize] = shell;
            open.push(seed);
            while let Some(vertex) = open.pop() {
                let (from, to) = (self.starts[vertex as usize] as usize, self.starts[vertex as usize + 1] as usize);
                for &triangle in &self.around[from..to] {
                    for corner in triangles[triangle as usize].map(|corner| self.first[corner as usize]) {
                        if self.shell_of[corner as usize] == u32::MAX {
                            self.shell_of[corner as usize] = shell;
                            open.push(corner);
                        }
                    }
                }
            }
        }
    }

    /// The first vertex in the same place.
    #[inline]
    pub(super) fn first(&self, vertex: u32) -> u32 {
        self.first[vertex as usize]
    }

    /// The triangles around a vertex that is the first in its place.
    #[inline]
    pub(super) fn around(&self, vertex: u32) -> &[u32] {
        &self.around[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    #[inline]
    pub(super) fn shell_of(&self, vertex: u32) -> u32 {
        self.shell_of[vertex as usize]
    }

    /// A vertex of each shell.
    pub(super) fn shells(&self) -> &[u32] {
        &self.shells
    }
}

/// For each vertex, the first one with the same coordinates.
fn first_in_place(positions: &[DVec3]) -> Vec<u32> {
    let order = |p: DVec3, q: DVec3| {
        let axis = |k: usize| p[k].partial_cmp(&q[k]).unwrap_or(Ordering::Equal);
        axis(0).then_with(|| axis(1)).then_with(|| axis(2))
    };
    let mut sorted: Vec<u32> = (0..positions.len() as u32).collect();
    let at = |vertex: u32| positions[vertex as usize];
    sorted.par_sort_unstable_by(|&i, &j| order(at(i), at(j)).then(i.cmp(&j)));
    let mut first = vec![0; positions.len()];
    for group in sorted.chunk_by(|&i, &j| at(i) == at(j)) {
        group.iter().for_each(|&vertex| first[vertex as usize] = group[0]);
    }
    first
}
