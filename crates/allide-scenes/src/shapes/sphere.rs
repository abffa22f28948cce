use crate::surface::{Ends, Surface, loft, turn};
use allide::{DVec3, Mesh};
use std::collections::HashMap;

/// A unit sphere of 20 · 4ˢ nearly equal triangles.
pub fn icosphere(subdivisions: u32) -> Mesh {
    geodesic(1 << subdivisions).mesh()
}

/// A unit sphere of `meridians` slices and `parallels` circles between the poles: 2 · meridians · parallels triangles.
pub fn uv_sphere(meridians: usize, parallels: usize) -> Mesh {
    let circle = |k: usize| {
        let (up, out) = turn(parallels + 1 - k, 2 * (parallels + 1));
        (0..meridians).map(|m| turn(m, meridians)).map(|(cos, sin)| [out * cos, out * sin, up]).collect()
    };
    let circles: Vec<_> = (1..=parallels).map(circle).collect();
    loft(&circles, Ends::Capped([0.0, 0.0, -1.0], [0.0, 0.0, 1.0])).mesh()
}

/// An icosahedron with every edge cut into `frequency` parts, on the unit sphere: 20 · frequency² triangles.
pub(crate) fn geodesic(frequency: usize) -> Surface {
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    let corner = |k: usize| {
        let (one, other) = ([-1.0, 1.0][k & 1], [-golden, golden][k >> 1 & 1]);
        [[one, other, 0.0], [0.0, one, other], [other, 0.0, one]][k >> 2]
    };
    let corners: Vec<DVec3> = (0..12).map(|k| DVec3::from(corner(k)).normalize()).collect();
    let mut grid = Grid { frequency, edges: HashMap::new(), surface: Surface::default() };
    grid.surface.positions.extend(corners.iter().map(|corner| corner.to_array()));
    for face in icosahedron_faces(&corners) {
        grid.cover(face);
    }
    let positions = &mut grid.surface.positions;
    positions.iter_mut().for_each(|point| *point = DVec3::from(*point).normalize().to_array());
    grid.surface
}

/// Triples of mutually adjacent corners, counterclockwise seen from outside.
fn icosahedron_faces(corners: &[DVec3]) -> Vec<[u32; 3]> {
    let adjacent = |a: usize, b: usize| corners[a].dot(corners[b]) > 0.4;
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in (b + 1..12).filter(|&c| adjacent(a, b) && adjacent(b, c) && adjacent(a, c)) {
                let outwards = corners[a].dot(corners[b].cross(corners[c])) > 0.0;
                faces.push(if outwards { [a, b, c] } else { [a, c, b] }.map(|corner| corner as u32));
            }
        }
    }
    faces
}

/// A triangle mesh that is being cut finer, face by face; neighbours share the vertices on their common edge.
struct Grid {
    frequency: usize,
    /// The first of the vertices on an edge, which follow each other from the smaller corner to the larger.
    edges: HashMap<(u32, u32), u32>,
    surface: Surface,
}

impl Grid {
    fn cover(&mut self, [a, b, c]: [u32; 3]) {
        let n = self.frequency;
        let mut row: Vec<u32> = vec![a];
        let (left, right) = (self.edge(a, b), self.edge(a, c));
        let bottom = self.edge(b, c);
        for i in 1..=n {
            let next: Vec<u32> = if i == n {
                bottom.clone()
            } else {
                let mut next = vec![left[i]];
                for j in 1..i {
                    next.push(self.between(left[i], right[i], j, i));
                }
                next.push(right[i]);
                next
            };
            for j in 0..i {
                self.surface.triangles.push([row[j], next[j], next[j + 1]]);
                if j + 1 < i {
                    self.surface.triangles.push([row[j], next[j + 1], row[j + 1]]);
                }
            }
            row = next;
        }
    }

    /// The vertices from corner `a` to corner `b`, both included.
    fn edge(&mut self, a: u32, b: u32) -> Vec<u32> {
        let (low, high) = (a.min(b), a.max(b));
        let n = self.frequency;
        if !self.edges.contains_key(&(low, high)) {
            let first = self.surface.positions.len() as u32;
            (1..n).for_each(|k| _ = self.between(low, high, k, n));
            self.edges.insert((low, high), first);
        }
        let first = self.edges[&(low, high)];
        let inner = (0..n as u32 - 1).map(|k| if a < b { first + k } else { first + n as u32 - 2 - k });
        std::iter::once(a).chain(inner).chain([b]).collect()
    }

    /// A new vertex `k / n` of the way from one vertex to another.
    fn between(&mut self, from: u32, to: u32, k: usize, n: usize) -> u32 {
        let [from, to] = [from, to].map(|vertex| DVec3::from(self.surface.positions[vertex as usize]));
        self.surface.vertex(from.lerp(to, k as f64 / n as f64).to_array())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geodesics_have_twenty_times_the_square_and_no_spare_vertex() {
        for frequency in [1, 2, 3, 7] {
            let surface = geodesic(frequency);
            assert_eq!(surface.triangles.len(), 20 * frequency * frequency);
            assert_eq!(surface.positions.len(), 10 * frequency * frequency + 2);
        }
    }

    #[test]
    fn spheres_have_radius_one() {
        for mesh in [icosphere(2), uv_sphere(9, 5)] {
            assert!(mesh.positions().iter().all(|point| (point.length() - 1.0).abs() < 1e-12));
        }
    }
}
