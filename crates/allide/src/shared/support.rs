//! The farthest points of two solids, and of their difference, in any direction.

use super::Solid;
use allide_geom::DVec3;
use rayon::prelude::*;

/// Vertices below which all are looked at.
const FEW: usize = 64;
/// Vertices from which on several threads look for the farthest one.
const MANY: usize = 1 << 15;

/// The vertices of a solid, known by the farthest one in any direction.
pub(super) struct Side<'s> {
    solid: Solid<'s>,
    origin: DVec3,
    used: Vec<u32>,
    /// Where the last search ended.
    last: u32,
}

impl<'s> Side<'s> {
    pub(super) fn new(solid: Solid<'s>, origin: DVec3) -> Self {
        let is_used = |&vertex: &u32| !solid.around(vertex).is_empty();
        let used: Vec<u32> = (0..solid.positions.len() as u32).filter(is_used).collect();
        let last = used.first().map_or(0, |&vertex| vertex);
        Self { solid, origin, used, last }
    }

    fn at(&self, vertex: u32) -> DVec3 {
        self.solid.positions[vertex as usize] - self.origin
    }

    pub(super) fn size(&self) -> f64 {
        self.used.iter().map(|&vertex| self.at(vertex).length_squared()).fold(0.0, f64::max).sqrt()
    }

    /// The farthest of all vertices.
    fn farthest(&mut self, direction: DVec3) -> DVec3 {
        let of_some = |vertices: &[u32]| {
            let mut best = (f64::NEG_INFINITY, 0);
            for &vertex in vertices {
                let reach = self.at(vertex).dot(direction);
                if reach > best.0 {
                    best = (reach, vertex);
                }
            }
            best
        };
        let parts: Vec<_> = match self.used.len() {
            ..MANY => vec![of_some(&self.used)],
            _ => self.used.par_chunks(MANY / 4).map(of_some).collect(),
        };
        let farther = |best: (f64, u32), part: (f64, u32)| if part.0 > best.0 { part } else { best };
        self.last = parts.into_iter().fold((f64::NEG_INFINITY, self.last), farther).1;
        self.at(self.last)
    }

    /// A vertex that is farther than its neighbours: on a convex solid, the farthest. Walks there from the last one.
    fn far(&mut self, direction: DVec3) -> DVec3 {
        if self.used.len() < FEW {
            return self.farthest(direction);
        }
        let mut reach = self.at(self.last).dot(direction);
        loop {
            let mut next = self.last;
            for &triangle in self.solid.around(self.last) {
                for vertex in self.solid.vertices(triangle) {
                    let other = self.at(vertex).dot(direction);
                    if other > reach {
                        (reach, next) = (other, vertex);
                    }
                }
            }
            if next == self.last {
                return self.at(next);
            }
            self.last = next;
        }
    }
}

/// A point of a difference, and the vertices that it is the difference of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far {
    pub(super) at: DVec3,
    pub(super) of: [u32; 2],
}

/// The difference of two hulls.
pub(super) struct Search<'s> {
    pub(super) sides: [Side<'s>; 2],
    /// The least extent so far, and its direction.
    pub(super) best: (f64, DVec3),
}

impl Search<'_> {
    /// The farthest point, and with it the extent.
    pub(super) fn farthest(&mut self, direction: DVec3) -> Far {
        let [a, b] = &mut self.sides;
        let at = a.farthest(direction) - b.farthest(-direction);
        let reach = direction.dot(at);
        if reach < self.best.0 {
            self.best = (reach, direction);
        }
        Far { at, of: [a.last, b.last] }
    }

    /// A far point, for the polytope to grow. It is looked for from vertices that are far in nearly that direction, so that few
    /// others lie on the way.
    pub(super) fn far(&mut self, direction: DVec3, near: [u32; 2]) -> Far {
        let [a, b] = &mut self.sides;
        [a.last, b.last] = near;
        let at = a.far(direction) - b.far(-direction);
        Far { at, of: [a.last, b.last] }
    }
}
