//! The scenes, by formula: a seed gives the same scene everywhere.

mod bars;
mod crowds;
mod hubs;
mod odd;
mod outliers;
mod piles;
mod plates;
mod scales;
mod shells;
mod solids;
mod terrain;

use super::case::Cliff;
use allide::{Mesh, Pose, Scene};
use allide_scenes::Random;

/// All of them, in the order of the record.
pub fn all() -> Vec<Cliff> {
    let groups = [
        plates::cliffs(),
        terrain::cliffs(),
        outliers::cliffs(),
        hubs::cliffs(),
        crowds::cliffs(),
        bars::cliffs(),
        piles::cliffs(),
        scales::cliffs(),
        shells::cliffs(),
        odd::cliffs(),
        solids::cliffs(),
    ];
    groups.into_iter().flatten().collect()
}

type Point = [f64; 3];

/// Triangles that share no vertices.
fn soup(triangles: impl IntoIterator<Item = [Point; 3]>) -> Mesh {
    let positions: Vec<Point> = triangles.into_iter().flatten().collect();
    let numbers: Vec<u32> = (0..positions.len() as u32).collect();
    Mesh::new(positions, numbers.as_chunks().0.to_vec()).expect("finite")
}

/// A sheet of `cells` × `cells` squares, each of two triangles; `place` takes whole numbers to points.
fn sheet(cells: usize, place: impl Fn(f64, f64) -> Point) -> Mesh {
    let side = cells as u32 + 1;
    let positions = (0..side * side).map(|k| place(f64::from(k % side), f64::from(k / side))).collect();
    let square = |k: u32| {
        let corner = k / cells as u32 * side + k % cells as u32;
        [[corner, corner + 1, corner + side], [corner + 1, corner + side + 1, corner + side]]
    };
    let triangles = (0..(cells * cells) as u32).flat_map(square).collect();
    Mesh::new(positions, triangles).expect("finite")
}

/// Objects where their meshes are.
fn scene<'m>(meshes: impl IntoIterator<Item = &'m Mesh>) -> Scene {
    let mut scene = Scene::new();
    for mesh in meshes {
        scene.add("", mesh, Pose::IDENTITY);
    }
    scene
}

fn sum(p: Point, q: Point) -> Point {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

fn scaled(mesh: &Mesh, factor: f64) -> Mesh {
    let positions = mesh.positions().iter().map(|&point| (point * factor).to_array()).collect();
    Mesh::new(positions, mesh.triangles().to_vec()).expect("in range")
}

/// A triangle of this size somewhere near a point.
fn small_triangle(random: &mut Random, at: Point, size: f64) -> [Point; 3] {
    [at, sum(at, random.point(-size, size)), sum(at, random.point(-size, size))]
}

/// The triangles of a mesh and some more, which share no vertices with them.
fn with_more(mesh: &Mesh, more: impl IntoIterator<Item = [Point; 3]>) -> Mesh {
    let mut positions: Vec<Point> = mesh.positions().iter().map(|point| point.to_array()).collect();
    let mut triangles = mesh.triangles().to_vec();
    for corners in more {
        let first = positions.len() as u32;
        positions.extend(corners);
        triangles.push([first, first + 1, first + 2]);
    }
    Mesh::new(positions, triangles).expect("finite")
}
