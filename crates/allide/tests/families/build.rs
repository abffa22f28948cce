//! Meshes of surfaces: how they are cut, connected and numbered must not matter.

use crate::place::Place;
use allide::{Mesh, Pose};
use allide_oracle::grid::{Point, Surface};
use allide_scenes::Random;

/// A surface in its place: corners of the grid, and triangles.
#[derive(Clone, Debug)]
pub struct Built {
    pub corners: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
}

impl Built {
    /// Every rectangle cut along one of its diagonals.
    pub fn new(surface: &Surface, random: &mut Random) -> Self {
        let mut soup: Vec<[Point; 3]> = Vec::new();
        for rect in &surface.rects {
            let mut corners = rect.corners();
            corners.rotate_left(random.below(2));
            let [a, b, c, d] = corners;
            soup.extend([[a, b, c], [a, c, d]]);
            if random.once_in(40) {
                // A triangle without area that adds no point.
                soup.push([a, c, a]);
            }
        }
        Self::of_soup(&soup, random)
    }

    /// Triangles in random order, from any corner on, connected by index or not.
    pub fn of_soup(soup: &[[Point; 3]], random: &mut Random) -> Self {
        let order = shuffled(soup.len(), random);
        let turned = order.into_iter().map(|at| {
            let mut triangle = soup[at as usize];
            triangle.rotate_left(random.below(3));
            triangle
        });
        let soup: Vec<[Point; 3]> = turned.collect();
        let is_welded = random.once_in(2);
        Self::numbered(&soup, is_welded, random)
    }

    fn numbered(soup: &[[Point; 3]], is_welded: bool, random: &mut Random) -> Self {
        let mut corners: Vec<Point> = soup.as_flattened().to_vec();
        if is_welded {
            corners.sort_unstable();
            corners.dedup();
        }
        let order = shuffled(corners.len(), random);
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(to, &from)| place[from as usize] = to as u32);
        let number = |nth: usize, corner: &Point| {
            place[if is_welded { corners.binary_search(corner).expect("a corner") } else { nth }]
        };
        let triangle = |(t, triangle): (usize, &[Point; 3])| [0, 1, 2].map(|k| number(3 * t + k, &triangle[k]));
        let triangles = soup.iter().enumerate().map(triangle).collect();
        Self { corners: order.iter().map(|&at| corners[at as usize]).collect(), triangles }
    }

    /// A mesh and its pose: all of the place in one of the two.
    pub fn placed(&self, place: &Place, by_pose: bool) -> (Mesh, Pose) {
        let home = if by_pose { &Place::HOME } else { place };
        let positions = self.corners.iter().map(|&corner| home.of(corner)).collect();
        let mesh = Mesh::new(positions, self.triangles.clone()).expect("finite positions and valid indices");
        (mesh, if by_pose { place.pose() } else { Pose::IDENTITY })
    }

    /// The corners of each triangle in the world.
    pub fn in_world(&self, place: &Place) -> Vec<[[f64; 3]; 3]> {
        self.triangles.iter().map(|triangle| triangle.map(|corner| place.of(self.corners[corner as usize]))).collect()
    }

    /// The triangles as sets of corners, in order: equal for objects that have the same triangles.
    pub fn as_sets(&self) -> Vec<[Point; 3]> {
        let set = |triangle: &[u32; 3]| {
            let mut corners = triangle.map(|corner| self.corners[corner as usize]);
            corners.sort_unstable();
            corners
        };
        let mut sets: Vec<_> = self.triangles.iter().map(set).collect();
        sets.sort_unstable();
        sets
    }
}

/// 0 to `count`, in random order.
fn shuffled(count: usize, random: &mut Random) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    (1..count).rev().for_each(|k| order.swap(k, random.below(k + 1)));
    order
}
