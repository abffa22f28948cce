//! A mesh under construction.

use allide::{DVec3, Mesh};

pub(crate) type Point = [f64; 3];

#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub positions: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
}

/// How a loft ends.
pub(crate) enum Ends {
    /// The last ring is joined to the first.
    Joined,
    /// Fans close the first and the last ring; their apexes.
    Capped(Point, Point),
}

impl Surface {
    pub fn vertex(&mut self, position: Point) -> u32 {
        self.positions.push(position);
        self.positions.len() as u32 - 1
    }

    /// Corners counterclockwise seen from outside.
    pub fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// Cuts faces in three at their `middle`, evenly spread, until there are `wanted` triangles; an even number is missing.
    pub fn refine(&mut self, wanted: usize, middle: impl Fn([DVec3; 3]) -> DVec3) {
        let (present, missing) = (self.triangles.len(), (wanted - self.triangles.len()) / 2);
        for k in 0..missing {
            let face = k * present / missing;
            let [a, b, c] = self.triangles[face];
            let corners = [a, b, c].map(|vertex| DVec3::from(self.positions[vertex as usize]));
            let middle = self.vertex(middle(corners).to_array());
            self.triangles[face] = [a, b, middle];
            self.triangles.extend([[b, c, middle], [c, a, middle]]);
        }
    }

    pub fn mesh(self) -> Mesh {
        Mesh::new(self.positions, self.triangles).expect("shapes have finite positions and valid indices")
    }
}

/// The surface through `rings`, which have equally many points, counterclockwise seen from the end they lead to.
pub(crate) fn loft(rings: &[Vec<Point>], ends: Ends) -> Surface {
    let count = rings[0].len() as u32;
    let mut surface = Surface { positions: rings.iter().flatten().copied().collect(), triangles: Vec::new() };
    let last = rings.len() as u32 - 1;
    let band = |surface: &mut Surface, lower: u32, upper: u32| {
        for k in 0..count {
            let next = (k + 1) % count;
            surface.quad([lower * count + k, lower * count + next, upper * count + next, upper * count + k]);
        }
    };
    for ring in 0..last {
        band(&mut surface, ring, ring + 1);
    }
    match ends {
        Ends::Joined => band(&mut surface, last, 0),
        Ends::Capped(first_apex, last_apex) => {
            let (low, high) = (surface.vertex(first_apex), surface.vertex(last_apex));
            for k in 0..count {
                let next = (k + 1) % count;
                surface.triangles.push([next, k, low]);
                surface.triangles.push([last * count + k, last * count + next, high]);
            }
        }
    }
    surface
}

/// Cosine and sine of `k / n` of a full turn; exact at the quarters, symmetric everywhere.
///
/// Shapes that are meant to touch along an axis do so exactly because of this.
pub(crate) fn turn(k: usize, n: usize) -> (f64, f64) {
    let (quarter, rest) = (4 * (k % n) / n, 4 * (k % n) % n);
    let angle = |part: usize| part as f64 / n as f64 * std::f64::consts::FRAC_PI_2;
    let (cos, sin) = if 2 * rest <= n {
        (angle(rest).cos(), angle(rest).sin())
    } else {
        (angle(n - rest).sin(), angle(n - rest).cos())
    };
    match quarter {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    }
}

/// A place on a swept path. `u` × `v` is the direction of travel.
pub(crate) struct Station {
    pub center: Point,
    pub u: Point,
    pub v: Point,
}

impl Station {
    /// A point given in the plane of the station.
    pub fn at(&self, [x, y]: [f64; 2]) -> Point {
        std::array::from_fn(|axis| self.center[axis] + (self.u[axis] * x + self.v[axis] * y))
    }

    pub fn ring(&self, radius: f64, segments: usize) -> Vec<Point> {
        let circle = (0..segments).map(|k| turn(k, segments));
        circle.map(|(cos, sin)| self.at([radius * cos, radius * sin])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact_and_all_turns_right() {
        for n in [3, 4, 5, 8, 12, 48, 100] {
            for k in 0..2 * n {
                let (cos, sin) = turn(k, n);
                let angle = k as f64 / n as f64 * std::f64::consts::TAU;
                assert!((cos - angle.cos()).abs() < 1e-14 && (sin - angle.sin()).abs() < 1e-14, "{k}/{n}");
                if 4 * k % n == 0 {
                    assert!([-1.0, 0.0, 1.0].contains(&cos) && cos.abs() + sin.abs() == 1.0, "{k}/{n}");
                }
            }
        }
    }
}
