//! The triangle unit.
//!
//! It answers by the exact predicate. The published unit transforms both triangles so that one becomes the unit
//! triangle; that is here as a reference, in `f64`, and the machine counts how often the two disagree.

use crate::Config;
use allide_geom::{DVec3, Triangle, overlap};
use glam::DMat3;
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub(crate) struct TriangleUnit {
    /// The pairs inside, each with the cycle it leaves in.
    inside: VecDeque<([u32; 2], u64)>,
    next_start: u64,
    pub(crate) tests: u64,
    pub(crate) busy: u64,
    pub(crate) disagreements: u64,
}

impl TriangleUnit {
    pub(crate) fn is_free(&self, cycle: u64) -> bool {
        cycle >= self.next_start
    }

    pub(crate) fn start(&mut self, pair: [u32; 2], cycle: u64, config: &Config) {
        self.inside.push_back((pair, cycle + config.triangle_latency));
        self.next_start = cycle + config.triangle_interval;
        self.tests += 1;
    }

    /// One cycle; the pair that leaves in it, if it overlaps.
    pub(crate) fn tick(&mut self, cycle: u64, triangles: [&dyn Fn(u32) -> Triangle; 2]) -> Option<(u32, u32)> {
        self.busy += u64::from(!self.inside.is_empty());
        let &(pair, _) = self.inside.front().filter(|(_, leaves)| *leaves <= cycle)?;
        self.inside.pop_front();
        let [a, b] = [0, 1].map(|side| triangles[side](pair[side]));
        let overlaps = overlap(&a, &b).is_some();
        self.disagreements += u64::from(overlaps != unit_triangle_overlap(&a, &b));
        overlaps.then_some((pair[0], pair[1]))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.inside.is_empty()
    }
}

/// Whether triangles overlap, as the transform to the unit triangle says in `f64`. Not exact: it rounds, and sees
/// nothing of triangles in one plane or without area.
pub fn unit_triangle_overlap(a: &Triangle, b: &Triangle) -> bool {
    edges_hit(a, b) || edges_hit(b, a)
}

/// Whether an edge of the second crosses the first.
fn edges_hit(unit: &Triangle, other: &Triangle) -> bool {
    let [u, v] = [unit[1] - unit[0], unit[2] - unit[0]];
    // The first triangle becomes (0,0,0), (1,0,0), (0,1,0).
    let transform = DMat3::from_cols(u, v, u.cross(v)).inverse();
    let [p, q, r] = other.map(|corner| transform * (corner - unit[0]));
    let hits = |p: DVec3, q: DVec3| {
        if p.z * q.z > 0.0 || p.z == q.z {
            return false;
        }
        let at = p.lerp(q, p.z / (p.z - q.z));
        at.x >= 0.0 && at.y >= 0.0 && at.x + at.y <= 1.0
    };
    hits(p, q) || hits(q, r) || hits(r, p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_agrees_where_numbers_are_simple() {
        let flat = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
        let across =
            |x: f64, z: f64| [DVec3::new(x, 1.0, z - 1.0), DVec3::new(x, 1.0, z + 1.0), DVec3::new(x + 1.0, 1.0, z)];
        for (x, z, expected) in
            [(1.0, 0.0, true), (1.0, 1.0, true), (1.0, 1.5, false), (3.5, 0.0, false), (-0.5, 0.0, true)]
        {
            assert_eq!(unit_triangle_overlap(&flat, &across(x, z)), expected);
            assert_eq!(unit_triangle_overlap(&across(x, z), &flat), expected);
            assert_eq!(overlap(&flat, &across(x, z)).is_some(), expected);
        }
        // In one plane, it finds nothing.
        assert!(overlap(&flat, &flat).is_some() && !unit_triangle_overlap(&flat, &flat));
    }
}
