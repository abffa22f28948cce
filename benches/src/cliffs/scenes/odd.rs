//! Triangles of odd shapes and orders.

use super::super::case::{Ask, Cliff, Motion};
use super::{Point, scene, small_triangle, soup, sum};
use allide::{Mesh, Scene};
use allide_scenes::{Random, shapes};

pub fn cliffs() -> Vec<Cliff> {
    vec![
        Cliff::overlaps("odd/needles", |size| two(|seed| needles(size.of(20_000), seed, 0.2))),
        Cliff::overlaps("odd/long-needles", |size| two(|seed| needles(size.of(6_000), seed, 2.0))),
        Cliff::folds("odd/needles-themselves", |size| scene([&needles(size.of(20_000), 1, 0.2)])),
        Cliff::clearance("odd/needles-clearance", 0.001, |size| two(|seed| needles(size.of(20_000), seed, 0.2))),
        Cliff::overlaps("odd/needles-moving", |size| two(|seed| needles(size.of(20_000), seed, 0.2)))
            .with(Motion::Moves),
        Cliff::overlaps("odd/diagonal-needles", |size| two(|seed| diagonals(size.of(20_000), seed))),
        Cliff::folds("odd/diagonal-needles-themselves", |size| scene([&diagonals(size.of(20_000), 1)])),
        Cliff::overlaps("odd/parallel-needles", |size| two(|seed| along_x(size.of(40_000), seed))),
        Cliff::overlaps("odd/one-plane", |size| two(|seed| flat(size.of(60_000), seed, 0.004))),
        Cliff::folds("odd/one-plane-itself", |size| scene([&flat(size.of(60_000), 1, 0.004)])),
        Cliff::clearance("odd/one-plane-clearance", 0.001, |size| two(|seed| flat(size.of(60_000), seed, 0.000_4))),
        Cliff::overlaps("odd/one-line", |size| two(|seed| line(size.of(40_000), seed))),
        Cliff::folds("odd/one-line-itself", |size| scene([&line(size.of(20_000), 1)])),
        Cliff::overlaps("odd/points", |size| two(|seed| points(size.of(60_000), seed))),
        Cliff::overlaps("odd/large-triangles", |size| two(|seed| cube_soup(size.of(2_000), seed, 1.0))),
        Cliff::folds("odd/large-triangles-themselves", |size| scene([&cube_soup(size.of(2_000), 1, 1.0)])),
        Cliff::overlaps("odd/sizes", |size| two(|seed| sizes(size.of(40_000), seed))),
        Cliff::folds("odd/sizes-themselves", |size| scene([&sizes(size.of(40_000), 1)])),
        Cliff::new("odd/all-within", Ask::AllWithin(0.02), |size| two(|seed| cube_soup(size.of(20_000), seed, 0.01))),
        Cliff::overlaps("odd/shuffled", |size| two(|seed| shuffled(&shapes::blob(1, size.of(200_000)), seed))),
        Cliff::overlaps("odd/hedgehogs", |size| two(|seed| hedgehog(size.of(20_000), seed))),
        Cliff::folds("odd/hedgehog-itself", |size| scene([&hedgehog(size.of(10_000), 1)])),
        Cliff::overlaps("odd/halves-apart", |size| two(|seed| two_places(size.of(60_000), seed))),
        Cliff::folds("odd/cloth-itself", |size| scene([&shapes::cloth(1, size.of(100_000))])),
        Cliff::overlaps("odd/unused-vertices", |size| two(|seed| unused(size.of(60_000), seed))),
        Cliff::clearance("odd/unused-vertices-clearance", 0.01, |size| two(|seed| unused(size.of(60_000), seed))),
    ]
}

fn two(make: impl Fn(u64) -> Mesh) -> Scene {
    scene([&make(1), &make(2)])
}

/// Thin triangles in all directions, in a cube.
fn needles(count: usize, seed: u64, length: f64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let (at, along) = (random.point(0.0, 1.0), random.direction().map(|x| x * length));
        [at, sum(at, along), sum(sum(at, along), random.point(0.0, 1.0e-4))]
    };
    soup((0..count).map(one))
}

/// Thin triangles from corner to corner: their boxes are the whole cube.
fn diagonals(count: usize, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let (from, to) = (random.point(0.0, 0.2), random.point(0.8, 1.0));
        [from, to, sum(to, random.point(0.0, 1.0e-5))]
    };
    soup((0..count).map(one))
}

/// Thin triangles along x.
fn along_x(count: usize, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let at = random.point(0.0, 1.0);
        [at, sum(at, [100.0, 0.0, 1.0e-4]), sum(at, [100.0, 1.0e-4, 0.0])]
    };
    soup((0..count).map(one))
}

/// Small triangles in one plane.
fn flat(count: usize, seed: u64, size: f64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let at = random.point(0.0, 1.0);
        small_triangle(random, at, size).map(|[x, y, _]| [x, y, 0.3])
    };
    soup((0..count).map(one))
}

/// Triangles that are pieces of one line.
fn line(count: usize, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let at = random.between(0.0, 1.0);
        [at, at + random.between(0.0, 1.0e-4), at + random.between(0.0, 1.0e-4)].map(|x| [x, x, x])
    };
    soup((0..count).map(one))
}

/// Triangles that are points.
fn points(count: usize, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    soup((0..count).map(|_| [random.point(0.0, 1.0).map(|x| (x * 64.0).floor()); 3]))
}

/// Triangles of one size in a cube.
fn cube_soup(count: usize, seed: u64, size: f64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let at = random.point(0.0, 1.0);
        small_triangle(random, at, size)
    };
    soup((0..count).map(one))
}

/// Triangles of all sizes in a cube, each ten times as large a tenth as often.
fn sizes(count: usize, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let at = random.point(0.0, 1.0);
        let size = (1.0e-5 / random.between(1.0e-5, 1.0)).min(1.0);
        small_triangle(random, at, size)
    };
    soup((0..count).map(one))
}

/// The triangles of a mesh in an order that says nothing about where they are.
fn shuffled(mesh: &Mesh, seed: u64) -> Mesh {
    let mut random = Random::new(seed);
    let mut triangles = mesh.triangles().to_vec();
    for last in (1..triangles.len()).rev() {
        triangles.swap(last, (random.bits() % (last as u64 + 1)) as usize);
    }
    let shift = 0.3 * seed as f64;
    let positions = mesh.positions().iter().map(|point| [point.x + shift, point.y, point.z]).collect();
    Mesh::new(positions, triangles).expect("finite")
}

/// Needles from one point outwards.
fn hedgehog(count: usize, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let tip: Point = random.direction();
        [[0.0; 3], tip, sum(tip, random.point(0.0, 1.0e-4))]
    };
    soup((0..count).map(one))
}

/// Half of the triangles far from the other half: the bounds are mostly empty.
fn two_places(count: usize, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |k: usize| {
        let at = random.point(0.0, 1.0).map(|x| if k.is_multiple_of(2) { x } else { x + 1.0e5 });
        small_triangle(random, at, 0.01)
    };
    soup((0..count).map(one))
}

/// A body with vertices far away that no triangle has.
fn unused(count: usize, seed: u64) -> Mesh {
    let body = shapes::blob(seed, count);
    let mut positions: Vec<Point> = body.positions().iter().map(|point| point.to_array()).collect();
    positions.extend([[1.0e9; 3], [-1.0e9; 3]]);
    Mesh::new(positions, body.triangles().to_vec()).expect("finite")
}
