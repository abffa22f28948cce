//! Shapes with slanted faces between whole coordinates: tetrahedra, pyramids, prisms, concave or not, flat and open ones.

use allide_oracle::grid::Point;
use allide_scenes::Random;

/// Faces that are convex polygons, and may be cut into triangles in any way.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub faces: Vec<Vec<Point>>,
}

/// Coordinates are at most so large, as the reference demands.
const LIMIT: i32 = allide_oracle::general::LIMIT as i32;

fn sum(p: Point, q: Point) -> Point {
    [0, 1, 2].map(|k| p[k] + q[k])
}

fn determinant(u: Point, v: Point, w: Point) -> i32 {
    let cross = [(1, 2), (2, 0), (0, 1)].map(|(k, l)| v[k] * w[l] - v[l] * w[k]);
    u[0] * cross[0] + u[1] * cross[1] + u[2] * cross[2]
}

/// A point near the origin.
fn near(random: &mut Random) -> Point {
    [0; 3].map(|_| random.below(5) as i32 - 2)
}

/// A point and three directions that span a volume, in the order in which they turn to the left.
fn frame(random: &mut Random) -> [Point; 4] {
    loop {
        let mut frame = [0; 4].map(|_| near(random));
        if random.once_in(2) {
            // Many faces in the same planes.
            let size = 1 + random.below(2) as i32;
            frame[1..].copy_from_slice(&[[size, 0, 0], [0, size, 0], [0, 0, size]]);
            frame[1 + random.below(3)] = near(random);
        }
        match determinant(frame[1], frame[2], frame[3]) {
            0 => {}
            turn => {
                if turn < 0 {
                    frame.swap(1, 2);
                }
                return frame;
            }
        }
    }
}

impl Shape {
    /// Anything closed that has volume, outwards.
    pub fn solid(random: &mut Random) -> Self {
        loop {
            let [at, u, v, w] = frame(random);
            let place = |x: i32, y: i32, z: i32| {
                let scaled = |by: i32, of: Point| of.map(|value| by * value);
                sum(sum(at, scaled(x, u)), sum(scaled(y, v), scaled(z, w)))
            };
            let floor: &[[i32; 2]] = match random.below(5) {
                0 => &[[0, 0], [1, 0], [0, 1]],
                1 => &[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
                _ => &[[0, 0], [1, 0], [1, 1], [0, 1]],
            };
            let shape = match random.below(3) {
                0 => Self::pyramid(floor, place(0, 0, 1), place),
                _ => Self::prism(floor, place),
            };
            if shape.faces.iter().flatten().flatten().all(|x| x.abs() <= LIMIT) {
                return shape;
            }
        }
    }

    /// The polygon in convex parts: whole, or, if it has six corners, two parts that meet in its inner corner.
    fn parts(count: usize) -> Vec<Vec<usize>> {
        if count < 6 { vec![(0..count).collect()] } else { vec![vec![0, 1, 2, 3], vec![0, 3, 4, 5]] }
    }

    fn prism(floor: &[[i32; 2]], place: impl Fn(i32, i32, i32) -> Point) -> Self {
        let count = floor.len();
        let corner = |k: usize, z: i32| place(floor[k % count][0], floor[k % count][1], z);
        let mut faces: Vec<Vec<Point>> = Vec::new();
        for part in Self::parts(count) {
            faces.push(part.iter().map(|&k| corner(k, 1)).collect());
            faces.push(part.iter().rev().map(|&k| corner(k, 0)).collect());
        }
        faces.extend((0..count).map(|k| vec![corner(k, 0), corner(k + 1, 0), corner(k + 1, 1), corner(k, 1)]));
        Self { faces }
    }

    fn pyramid(floor: &[[i32; 2]], tip: Point, place: impl Fn(i32, i32, i32) -> Point) -> Self {
        let count = floor.len();
        let corner = |k: usize| place(floor[k % count][0], floor[k % count][1], 0);
        let parts = Self::parts(count);
        let mut faces: Vec<Vec<Point>> =
            parts.iter().map(|part| part.iter().rev().map(|&k| corner(k)).collect()).collect();
        faces.extend((0..count).map(|k| vec![corner(k), corner(k + 1), tip]));
        Self { faces }
    }

    /// A polygon, from one side or from both.
    pub fn sheet(random: &mut Random) -> Self {
        let [at, u, v, _] = frame(random);
        let mut face = vec![at, sum(at, u), sum(sum(at, u), v), sum(at, v)];
        face.truncate(3 + random.below(2));
        let back = face.iter().rev().copied().collect();
        Self { faces: if random.once_in(3) { vec![face, back] } else { vec![face] } }
    }

    pub fn inside_out(mut self) -> Self {
        self.faces.iter_mut().for_each(|face| face.reverse());
        self
    }

    pub fn moved(mut self, by: Point) -> Option<Self> {
        let points = self.faces.iter_mut().flatten();
        points.for_each(|point| *point = sum(*point, by));
        self.faces.iter().flatten().flatten().all(|x| x.abs() <= LIMIT).then_some(self)
    }

    /// Each face cut into triangles from a random corner on.
    pub fn triangles(&self, random: &mut Random) -> Vec<[Point; 3]> {
        let mut triangles = Vec::new();
        for face in &self.faces {
            let mut face = face.clone();
            let first = random.below(face.len());
            face.rotate_left(first);
            triangles.extend(face[1..].windows(2).map(|edge| [face[0], edge[0], edge[1]]));
        }
        triangles
    }
}
