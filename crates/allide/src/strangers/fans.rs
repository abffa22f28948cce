//! The triangles around each corner of a surface, corners at one place being one.

use crate::topology::weld;
use allide_geom::{DVec3, Triangle};
use rayon::prelude::*;

/// A surface in units in which its largest coordinate is about 1: squares of lengths neither overflow nor underflow.
#[derive(Debug)]
pub(super) struct Fans {
    scale: f64,
    positions: Vec<DVec3>,
    /// The corners of each triangle: of those at one place, the first.
    triangles: Vec<[u32; 3]>,
    /// Of length 1; zero for a triangle without area.
    normals: Vec<DVec3>,
    /// Where the triangles of each corner start, then the total.
    starts: Vec<u32>,
    /// Each triangle is listed once at each of its places.
    around: Vec<u32>,
}

impl Fans {
    pub(super) fn new(positions: &[DVec3], triangles: &[[u32; 3]], magnitude: f64) -> Self {
        let scale = scale_for(magnitude);
        let first = weld(positions);
        let triangles: Vec<[u32; 3]> =
            triangles.par_iter().map(|corners| corners.map(|vertex| first[vertex as usize])).collect();
        let positions: Vec<DVec3> = positions.par_iter().map(|&position| position * scale).collect();
        let normal = |corners: &[u32; 3]| {
            let [p, q, r] = corners.map(|corner| positions[corner as usize]);
            (q - p).cross(r - p).normalize_or_zero()
        };
        let normals = triangles.par_iter().map(normal).collect();
        let mut starts = vec![0; positions.len() + 1];
        triangles.iter().for_each(|corners| different(corners).for_each(|corner| starts[corner as usize + 1] += 1));
        (1..starts.len()).for_each(|corner| starts[corner] += starts[corner - 1]);
        let mut next = starts.clone();
        let mut around = vec![0; starts[positions.len()] as usize];
        for (triangle, corners) in (0..).zip(&triangles) {
            for corner in different(corners) {
                around[next[corner as usize] as usize] = triangle;
                next[corner as usize] += 1;
            }
        }
        Self { scale, positions, triangles, normals, starts, around }
    }

    /// The factor that scaled coordinates.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// How many corners there are, those that are not the first at their place included.
    pub(super) fn corner_count(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    pub(super) fn position(&self, corner: u32) -> DVec3 {
        self.positions[corner as usize]
    }

    /// The corners of a triangle by number.
    pub(super) fn of(&self, triangle: u32) -> [u32; 3] {
        self.triangles[triangle as usize]
    }

    pub(super) fn corners(&self, triangle: u32) -> Triangle {
        self.of(triangle).map(|corner| self.position(corner))
    }

    pub(super) fn normal(&self, triangle: u32) -> DVec3 {
        self.normals[triangle as usize]
    }

    pub(super) fn has_area(&self, triangle: u32) -> bool {
        self.normal(triangle) != DVec3::ZERO
    }

    /// The triangles at a corner.
    pub(super) fn at(&self, corner: u32) -> &[u32] {
        &self.around[self.starts[corner as usize] as usize..self.starts[corner as usize + 1] as usize]
    }

    /// The triangles at both corners: those of an edge.
    pub(super) fn at_edge(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = u32> {
        let (few, other) = if self.at(a).len() <= self.at(b).len() { (a, b) } else { (b, a) };
        self.at(few).iter().copied().filter(move |&triangle| self.of(triangle).contains(&other))
    }

    pub(super) fn share_a_corner(&self, a: u32, b: u32) -> bool {
        let others = self.of(b);
        self.of(a).iter().any(|corner| others.contains(corner))
    }
}

/// The corners of a triangle, each place once.
fn different(&[a, b, c]: &[u32; 3]) -> impl Iterator<Item = u32> {
    let (b, c) = ((b != a).then_some(b), (c != a && c != b).then_some(c));
    std::iter::once(a).chain(b).chain(c)
}

/// A power of two that makes numbers of at most `magnitude` about 1.
fn scale_for(magnitude: f64) -> f64 {
    let power = f64::from_bits(magnitude.to_bits() & (2047 << 52));
    // One over the smallest and the largest powers would be out of range, or lose bits.
    power.clamp(f64::MIN_POSITIVE, 2f64.powi(1021)).recip()
}
