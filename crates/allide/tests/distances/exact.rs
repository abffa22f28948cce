//! Against all pairs of triangles, measured in rational arithmetic.

use super::{cases, nearest, run};
use allide::{Nearest, ObjectId, ObjectPair, Scene};
use allide_oracle::{Fraction, distance_squared, is_root};
use allide_scenes::turned;

type Corners = [[f64; 3]; 3];

fn triangles(scene: &Scene, id: ObjectId) -> Vec<Corners> {
    let count = scene.objects()[id.index()].mesh().triangles().len() as u32;
    (0..count).map(|triangle| scene.triangle(id, triangle).map(|corner| corner.to_array())).collect()
}

fn largest(sides: &[&[Corners]; 2]) -> f64 {
    sides.iter().copied().flatten().flatten().flatten().fold(0.0, |largest: f64, x| largest.max(x.abs()))
}

/// How far apart any two corners are on an axis.
fn size(sides: &[&[Corners]; 2]) -> f64 {
    let on_axis = |axis: usize| sides.iter().copied().flatten().flatten().map(move |corner| corner[axis]);
    let extent = |axis| on_axis(axis).fold(f64::MIN, f64::max) * 0.5 - on_axis(axis).fold(f64::MAX, f64::min) * 0.5;
    (0..3).map(extent).fold(0.0, f64::max) * 2.0
}

/// The promise about the smallest distance, in units of the size of both objects together: pairs that are nearer by less than
/// this count as equally near, and the rest is rounding.
const STEP: f64 = 1e-12;
/// The rounding of a point, in units of the largest coordinate.
const PLACE: f64 = 1e-15;

fn check(name: &str, scene: &Scene, pair: &ObjectPair) {
    let (a, b) = (triangles(scene, pair.a), triangles(scene, pair.b));
    let smallest: Fraction =
        a.iter().flat_map(|x| b.iter().map(|y| distance_squared(x, y))).min().expect("both have triangles");
    let found = nearest(pair);
    assert_eq!(found.distance == 0.0, smallest.is_zero(), "{name}: {pair:?}");
    let tolerance = (size(&[&a, &b]) * STEP).min(f64::MAX) + f64::from_bits(8);
    assert!(is_root(found.distance, &smallest, tolerance), "{name}: {pair:?}, not {}", smallest.to_f64(0).sqrt());
    let tolerance = tolerance + largest(&[&a, &b]) * PLACE;
    // Nearest points are on the objects, and as far apart as they say.
    for (point, side) in [(found.on_a, &a), (found.on_b, &b)] {
        let point = [point.to_array(); 3];
        let off = side.iter().map(|triangle| distance_squared(&point, triangle)).min().expect("triangles");
        assert!(is_root(0.0, &off, tolerance), "{name}: {pair:?} is off by {:e}", off.to_f64(0).sqrt());
    }
    let between = distance_squared(&[found.on_a.to_array(); 3], &[found.on_b.to_array(); 3]);
    assert!(is_root(found.distance, &between, tolerance), "{name}: {pair:?}");
}

/// Every object pair; returns how many overlap.
pub fn check_all(name: &str, scene: &Scene) -> usize {
    let report = run(scene, &Nearest::new().with_duplicates());
    let count = scene.objects().len();
    assert_eq!(report.pairs.len(), count * (count - 1) / 2, "{name}");
    report.pairs.iter().for_each(|pair| check(name, scene, pair));
    report.pairs.iter().filter(|pair| nearest(pair).distance == 0.0).count()
}

#[test]
fn the_smallest_distance_is_found() {
    let zeros: usize = cases::all().iter().map(|(name, scene)| check_all(name, scene)).sum();
    assert!(zeros > 5, "{zeros} pairs overlap");
}

/// Two plates, almost parallel, at so many times their size from the origin in a direction that is along no axis.
fn plates_at(sizes: f64, tilt: f64) -> Scene {
    let mut scene = Scene::new();
    let place = turned([1.0, 2.0, -0.7], 0.83, [0.6 * sizes, -0.3 * sizes, 0.7 * sizes]);
    scene.add("", &cases::plate(4), place);
    let tilted = turned([1.0, 0.5, 0.0], tilt, [0.125, 0.0625, 0.25]);
    scene.add("", &cases::plate(3), place.after(&tilted).expect("finite"));
    scene
}

/// What is reported is the distance of two triangles, rounded by 1e-14 of their size, wherever they are. Which two these are is decided
/// in steps of 1e-12 of both objects' size: so the smallest distance of two objects may be smaller by so much, and no more.
#[test]
fn distances_far_from_the_origin_are_as_exact_as_near_it() {
    let mut largest: f64 = 0.0;
    for (sizes, tilt) in
        [0.0, 1.0, 1e3, 1e6, 1e9].into_iter().flat_map(|sizes| [1e-13, 3e-13].map(|tilt| (sizes, tilt)))
    {
        let scene = plates_at(sizes, tilt);
        let report = run(&scene, &Nearest::new());
        let pair = &report.pairs[0];
        let (a, b) = (triangles(&scene, pair.a), triangles(&scene, pair.b));
        let found = nearest(pair).distance;
        let pairs: Vec<(Fraction, f64)> =
            a.iter().flat_map(|x| b.iter().map(|y| (distance_squared(x, y), size(&[&[*x], &[*y]])))).collect();
        let is_of_two = pairs.iter().any(|(square, size)| is_root(found, square, 1e-14 * size));
        assert!(is_of_two, "{sizes} sizes away: {found} is the distance of no two triangles");
        let (smallest, of) = pairs.iter().min_by(|x, y| x.0.cmp(&y.0)).expect("triangles");
        let tolerance = STEP * size(&[&a, &b]);
        assert!(is_root(found, smallest, tolerance), "{sizes} sizes away: {found}, not {}", smallest.to_f64(0).sqrt());
        largest = largest.max((found - smallest.to_f64(0).sqrt()) / of);
    }
    assert!(largest > 1e-14 && largest < STEP * 4.0, "{largest:e} of the nearest triangles' size");
}
