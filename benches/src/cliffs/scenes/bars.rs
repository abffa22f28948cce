//! Tens of thousands of objects in orders that are bad for sorting along one axis.

use super::super::case::{Cliff, Scale};
use super::Point;
use allide::{Mesh, Scene};
use allide_scenes::{Random, shapes};

pub fn cliffs() -> Vec<Cliff> {
    let mut cliffs = Vec::new();
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        cliffs.push(Cliff::overlaps(format!("bars/apart-{name}"), move |size| bars(size, axis, 0.8, 0.0)));
        cliffs.push(Cliff::overlaps(format!("bars/touching-{name}"), move |size| bars(size, axis, 1.0, 0.0)));
        cliffs.push(Cliff::overlaps(format!("bars/staggered-{name}"), move |size| bars(size, axis, 0.8, 400.0)));
    }
    cliffs.push(Cliff::clearance("bars/clearance", 0.5, |size| bars(size, 0, 0.8, 400.0)));
    cliffs.push(Cliff::overlaps("bars/crossing", crossing));
    cliffs.push(Cliff::overlaps("bars/floors", floors));
    cliffs.push(Cliff::overlaps("bars/grid", |size| at_places(size.of(100_000), |k| grid_place(k, 47))));
    cliffs.push(Cliff::overlaps("bars/column", |size| at_places(size.of(100_000), |k| [0.0, 0.0, 2.0 * k as f64])));
    cliffs.push(Cliff::overlaps("bars/chain", |size| at_places(size.of(100_000), |k| [0.0, k as f64, 0.0])));
    cliffs.push(Cliff::overlaps("bars/layer", |size| at_places(size.of(100_000), |k| grid_place(k, 317))));
    cliffs.push(Cliff::overlaps("bars/clusters", clusters));
    cliffs
}

/// 200 × 200 bars along an axis, 1 apart from middle to middle, shifted along that axis by up to `stagger`.
fn bars(size: Scale, axis: usize, thickness: f64, stagger: f64) -> Scene {
    let side = size.side(200);
    let turn = |[x, y, z]: Point| [[x, y, z], [z, x, y], [y, z, x]][axis];
    let half = 0.5 * thickness;
    let bar = shapes::cuboid(turn([-1000.0, -half, -half]), turn([1000.0, half, half]));
    let mut random = Random::new(11);
    let mut scene = Scene::new();
    for k in 0..side * side {
        let along = random.between(-stagger, stagger);
        let [x, y, z] = turn([along, (k % side) as f64, (k / side) as f64]);
        scene.add("", &bar, allide_scenes::moved(x, y, z));
    }
    scene
}

/// Bars along x and bars along y, in layers that touch.
fn crossing(size: Scale) -> Scene {
    let count = size.side(300);
    let along_x = shapes::cuboid([0.0; 3], [count as f64, 0.5, 0.5]);
    let along_y = shapes::cuboid([0.0; 3], [0.5, count as f64, 0.5]);
    let mut scene = Scene::new();
    for k in 0..count {
        scene.add("", &along_x, allide_scenes::moved(0.0, k as f64, 0.0));
        scene.add("", &along_y, allide_scenes::moved(k as f64, 0.0, 0.5));
    }
    scene
}

/// Wide thin slabs, spread farther to the sides than upwards.
fn floors(size: Scale) -> Scene {
    let slab = shapes::cuboid([-1.0e4, -1.0e4, 0.0], [1.0e4, 1.0e4, 0.01]);
    let mut random = Random::new(12);
    let mut scene = Scene::new();
    for k in 0..size.of(20_000) {
        let [x, y, _] = random.point(-900.0, 900.0);
        scene.add("", &slab, allide_scenes::moved(x, y, 0.02 * k as f64));
    }
    scene
}

fn unit_cube() -> Mesh {
    shapes::cuboid([0.0; 3], [1.0; 3])
}

fn at_places(count: usize, place: impl Fn(usize) -> Point) -> Scene {
    let cube = unit_cube();
    let mut scene = Scene::new();
    for [x, y, z] in (0..count).map(place) {
        scene.add("", &cube, allide_scenes::moved(x, y, z));
    }
    scene
}

/// Places on a grid with 1.5 between cubes of 1.
fn grid_place(k: usize, side: usize) -> Point {
    [k % side, k / side % side, k / side / side].map(|x| 1.5 * x as f64)
}

/// A thousand heaps of a hundred cubes, far from each other.
fn clusters(size: Scale) -> Scene {
    let mut random = Random::new(13);
    let heaps: Vec<Point> = (0..size.of(1_000)).map(|_| random.point(-1.0e6, 1.0e6)).collect();
    let places: Vec<Point> =
        (0..size.of(50_000)).map(|k| super::sum(heaps[k % heaps.len()], random.point(0.0, 6.0))).collect();
    at_places(places.len(), |k| places[k])
}
