//! Triangles of which most overlap, or whose boxes do.

use super::super::case::{Ask, Cliff, Scale};
use super::{Point, scene, soup};
use allide::{Mesh, Scene};

pub fn cliffs() -> Vec<Cliff> {
    vec![
        Cliff::folds("piles/identical-20000", |size| scene([&identical(size.of(20_000))])),
        Cliff::folds("piles/identical-5000", |size| scene([&identical(size.of(5_000))])),
        Cliff::overlaps("piles/identical-2000-2000", |size| {
            scene([&identical(size.of(2_000)), &identical(size.of(2_000))])
        }),
        Cliff::overlaps("piles/identical-9000-9000", |size| {
            scene([&identical(size.of(9_000)), &identical(size.of(9_000))])
        }),
        Cliff::clearance("piles/identical-clearance", 1.0, |size| {
            scene([&identical(size.of(9_000)), &identical(size.of(9_000))])
        }),
        Cliff::new("piles/identical-all", Ask::AllWithin(1.0), |size| {
            scene([&identical(size.of(2_000)), &identical(size.of(2_000))])
        }),
        Cliff::folds("piles/fan", |size| scene([&fan(size.of(5_000), 0.0)])),
        Cliff::folds("piles/fan-large", |size| scene([&fan(size.of(20_000), 0.0)])),
        Cliff::overlaps("piles/fans", |size| scene([&fan(size.of(5_000), 0.0), &fan(size.of(5_000), 0.01)])),
        Cliff::folds("piles/fan-of-soup", |size| scene([&split(&fan(size.of(2_000), 0.0))])),
        Cliff::clearance("piles/fans-clearance", 0.5, |size| scene([&fan(size.of(5_000), 0.0), &lifted_fan(size)])),
        Cliff::folds("piles/stacked", |size| scene([&stacked(size.of(20_000))])),
        Cliff::overlaps("piles/stacks", |size| stacks(size.of(20_000))),
    ]
}

/// One triangle again and again.
fn identical(count: usize) -> Mesh {
    let corners = vec![[0.25, 0.5, 0.0], [1.25, 0.5, 0.0], [0.25, 1.5, 0.0]];
    Mesh::new(corners, vec![[0, 1, 2]; count]).expect("finite")
}

/// Triangles around one vertex.
fn fan(count: usize, lift: f64) -> Mesh {
    let rim = |k: usize| {
        let angle = std::f64::consts::TAU * k as f64 / count as f64;
        [angle.cos(), angle.sin(), lift * (9.0 * angle).sin()]
    };
    let positions = std::iter::once([0.0, 0.0, lift]).chain((0..count).map(rim)).collect();
    let (count, next) = (count as u32, |k: u32| 1 + (k + 1) % count as u32);
    Mesh::new(positions, (0..count).map(|k| [0, 1 + k, next(k)]).collect()).expect("finite")
}

fn lifted_fan(size: Scale) -> Mesh {
    let fan = fan(size.of(5_000), 0.0);
    let positions = fan.positions().iter().map(|point| [point.x, point.y, 0.25]).collect();
    Mesh::new(positions, fan.triangles().to_vec()).expect("finite")
}

/// The same triangles with vertices of their own.
fn split(mesh: &Mesh) -> Mesh {
    let corner = |vertex: u32| mesh.positions()[vertex as usize].to_array();
    soup(mesh.triangles().iter().map(|triangle| triangle.map(corner)))
}

fn stack(count: usize, shift: f64) -> impl Iterator<Item = [Point; 3]> {
    // Leaning, so that all boxes overlap although the triangles are parallel.
    (0..count).map(move |k| {
        let z = 1.0e-6 * k as f64 + shift;
        [[0.0, 0.0, z], [1.0, 0.0, z + 1.0], [0.0, 1.0, z + 1.0]]
    })
}

/// Parallel triangles very close to each other.
fn stacked(count: usize) -> Mesh {
    soup(stack(count, 0.0))
}

fn stacks(count: usize) -> Scene {
    scene([&soup(stack(count, 0.0)), &soup(stack(count, 0.5e-6))])
}
