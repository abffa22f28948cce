//! The connected pieces of a surface: inside a ball that contains a whole piece, the piece is connected.

use super::RATIO;
use super::fans::Fans;
use allide_geom::{Aabb, DVec3};

/// More than all rounding of distances.
const SLACK: f64 = 1.0 + 1.0e-9;

/// The piece of each triangle, and where pieces are.
#[derive(Debug)]
pub(super) struct Pieces {
    of: Vec<u32>,
    /// By number; empty for numbers that no piece has.
    bounds: Vec<Aabb>,
}

impl Pieces {
    pub(super) fn new(fans: &Fans) -> Self {
        // Corners that are joined lead to the smallest of them.
        let mut joined: Vec<u32> = (0..fans.corner_count() as u32).collect();
        for triangle in 0..fans.triangle_count() as u32 {
            let [a, b, c] = fans.of(triangle).map(|corner| root(&mut joined, corner));
            let first = a.min(b).min(c);
            [a, b, c].into_iter().for_each(|corner| joined[corner as usize] = first);
        }
        let mut bounds = vec![Aabb::EMPTY; joined.len()];
        let mut of = Vec::with_capacity(fans.triangle_count());
        for triangle in 0..fans.triangle_count() as u32 {
            let piece = root(&mut joined, fans.of(triangle)[0]);
            of.push(piece);
            bounds[piece as usize] = bounds[piece as usize].union(&Aabb::around(fans.corners(triangle)));
        }
        Self { of, bounds }
    }

    pub(super) fn of(&self, triangle: u32) -> u32 {
        self.of[triangle as usize]
    }

    /// Whether a piece lies inside each of the balls around the middles between points of two boxes.
    pub(super) fn is_around(&self, piece: u32, [a, b]: [&Aabb; 2]) -> bool {
        let bounds = &self.bounds[piece as usize];
        let (low, high) = (a.min * 0.5 + b.min * 0.5, a.max * 0.5 + b.max * 0.5);
        let farthest = (bounds.max - low).max(high - bounds.min).max(DVec3::ZERO);
        farthest.length() * SLACK <= a.gap(b).length() * (0.5 * RATIO)
    }
}

fn root(joined: &mut [u32], mut corner: u32) -> u32 {
    while joined[corner as usize] != corner {
        let next = joined[joined[corner as usize] as usize];
        joined[corner as usize] = next;
        corner = next;
    }
    corner
}
