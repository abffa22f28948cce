use crate::Random;
use crate::surface::{Point, Surface};
use allide::Mesh;

/// A closed surface with vertices that triangles share: every edge is in two of them, once in each direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Vertices.
    pub positions: Vec<[f64; 3]>,
    /// Three vertices each, counterclockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// One of the 24 turns that map axes to axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisTurn {
    /// For each axis of the result, which axis it is from, and a sign.
    from: [(usize, f64); 3],
}

impl AxisTurn {
    /// All of them; the first turns nothing.
    pub const ALL: [Self; 24] = {
        let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
        let mut all = [Self { from: [(0, 1.0); 3] }; 24];
        let mut index = 0;
        while index < 24 {
            let (order, flips) = (orders[index / 4], index % 4);
            // Even orders have an even number of minus signs, odd ones an odd number.
            let even = if index < 12 { 1.0 } else { -1.0 };
            let signs = [even, if flips & 1 == 0 { 1.0 } else { -1.0 }, if flips & 2 == 0 { 1.0 } else { -1.0 }];
            let first = signs[0] * signs[1] * signs[2];
            all[index] = Self { from: [(order[0], first), (order[1], signs[1]), (order[2], signs[2])] };
            index += 1;
        }
        all
    };
}

impl From<Surface> for Solid {
    fn from(Surface { positions, triangles }: Surface) -> Self {
        Self { positions, triangles }
    }
}

impl From<&Mesh> for Solid {
    fn from(mesh: &Mesh) -> Self {
        let positions = mesh.positions().iter().map(|point| point.to_array()).collect();
        Self { positions, triangles: mesh.triangles().to_vec() }
    }
}

impl Solid {
    /// The same as a mesh.
    pub fn mesh(&self) -> Mesh {
        Mesh::new(self.positions.clone(), self.triangles.clone()).expect("finite positions and valid indices")
    }

    /// The corners of each triangle.
    pub fn corners(&self) -> Vec<[[f64; 3]; 3]> {
        self.triangles.iter().map(|triangle| triangle.map(|vertex| self.positions[vertex as usize])).collect()
    }

    /// Every vertex mapped. The map keeps the sides of planes, or triangles will face inwards.
    pub fn mapped(&self, map: impl Fn(Point) -> Point) -> Self {
        Self { positions: self.positions.iter().map(|&point| map(point)).collect(), triangles: self.triangles.clone() }
    }

    /// Moved.
    pub fn moved(&self, by: [f64; 3]) -> Self {
        self.mapped(|point| [0, 1, 2].map(|axis| point[axis] + by[axis]))
    }

    /// Turned about the origin.
    pub fn turned(&self, turn: AxisTurn) -> Self {
        self.mapped(|point| turn.from.map(|(axis, sign)| sign * point[axis]))
    }

    /// Scaled from the origin, by positive factors.
    pub fn scaled(&self, factors: [f64; 3]) -> Self {
        self.mapped(|point| [0, 1, 2].map(|axis| factors[axis] * point[axis]))
    }

    /// A multiple of one coordinate is added to another.
    pub fn sheared(&self, onto: usize, from: usize, factor: f64) -> Self {
        self.mapped(|mut point| {
            point[onto] += factor * point[from];
            point
        })
    }

    /// Coordinates rounded to multiples of a power of two.
    pub fn rounded(&self, unit: f64) -> Self {
        self.mapped(|point| point.map(|x| (x / unit).round() * unit))
    }

    /// Turned inside out: the shell of a cavity.
    pub fn flipped(&self) -> Self {
        Self {
            positions: self.positions.clone(),
            triangles: self.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect(),
        }
    }

    /// The shells of both as one.
    pub fn with(&self, other: &Self) -> Self {
        let first = self.positions.len() as u32;
        let others = other.triangles.iter().map(|triangle| triangle.map(|vertex| vertex + first));
        Self {
            positions: [&self.positions[..], &other.positions].concat(),
            triangles: self.triangles.iter().copied().chain(others).collect(),
        }
    }

    /// The same solid with other triangles: `cuts` times, an edge gets a vertex in the middle.
    pub fn refined(&self, cuts: usize, random: &mut Random) -> Self {
        let mut solid = self.clone();
        for _ in 0..cuts {
            let triangle = solid.triangles[random.below(solid.triangles.len())];
            let corner = random.below(3);
            let (from, to) = (triangle[corner], triangle[(corner + 1) % 3]);
            let [p, q] = [from, to].map(|vertex| solid.positions[vertex as usize]);
            let middle = solid.positions.len() as u32;
            solid.positions.push([0, 1, 2].map(|axis| p[axis] * 0.5 + q[axis] * 0.5));
            let cut = |&triangle: &[u32; 3]| {
                let is_cut = |&k: &usize| {
                    let edge = (triangle[k], triangle[(k + 1) % 3]);
                    edge == (from, to) || edge == (to, from)
                };
                let Some(k) = (0..3).find(is_cut) else { return vec![triangle] };
                let [a, b, c] = [0, 1, 2].map(|step| triangle[(k + step) % 3]);
                vec![[a, middle, c], [middle, b, c]]
            };
            solid.triangles = solid.triangles.iter().flat_map(cut).collect();
        }
        solid
    }

    /// The same triangles in random order, beginning with random corners, with vertices in random order.
    pub fn shuffled(&self, random: &mut Random) -> Self {
        let order = permutation(self.positions.len(), random);
        let mut positions = self.positions.clone();
        for (&to, &position) in order.iter().zip(&self.positions) {
            positions[to] = position;
        }
        let mut triangles = self.triangles.clone();
        for (to, triangle) in permutation(triangles.len(), random).into_iter().zip(&self.triangles) {
            triangles[to] = triangle.map(|vertex| order[vertex as usize] as u32);
            triangles[to].rotate_left(random.below(3));
        }
        Self { positions, triangles }
    }
}

fn permutation(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for index in (1..count).rev() {
        order.swap(index, random.below(index + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_24_turns_and_no_mirror() {
        let determinant = |turn: AxisTurn| {
            let axis = |k: usize| AxisTurn::ALL[0].from.map(|(from, _)| if from == k { 1.0 } else { 0.0 });
            let image = |k: usize| turn.from.map(|(from, sign)| sign * axis(k)[from]);
            let [x, y, z] = [0, 1, 2].map(|k| allide::DVec3::from(image(k)));
            x.dot(y.cross(z))
        };
        for (index, &turn) in AxisTurn::ALL.iter().enumerate() {
            assert_eq!(determinant(turn), 1.0, "{turn:?}");
            assert!(!AxisTurn::ALL[..index].contains(&turn), "{turn:?}");
        }
        let point = Solid { positions: vec![[1.0, 2.0, 3.0]], triangles: Vec::new() };
        assert_eq!(point.turned(AxisTurn::ALL[0]), point);
    }
}
