//! Solids among which rays pass many walls, or which share much. Where an answer is not quadratic, work must not be: four times the
//! scene may take little more than four times as long, and measuring a small multiple of finding.

use super::super::case::{Ask, Cliff, Scale};
use super::{Point, scaled, scene};
use allide::{Mesh, Pose, Scene};
use allide_scenes::{moved, shapes};

/// What may be added to four times the work.
const LINEAR: f64 = 6.0;
/// What measuring may cost, finding included.
const SMALL: f64 = 10.0;

pub fn cliffs() -> Vec<Cliff> {
    let found = |name: &str, make: fn(Scale) -> Scene| Cliff::new(name, Ask::Solids, make);
    let measured = |name: &str, make: fn(Scale) -> Scene| Cliff::new(name, Ask::Measured, make);
    vec![
        found("solids/stacks-quarter", |size| stacks(size.of(1_000))),
        found("solids/stacks", |size| stacks(size.of(4_000))).like("solids/stacks-quarter", LINEAR),
        found("solids/nested-quarter", |size| nested(size.of(500))),
        found("solids/nested", |size| nested(size.of(2_000))).like("solids/nested-quarter", LINEAR),
        measured("solids/nested-measured", |size| nested(size.of(2_000))).like("solids/nested", SMALL),
        measured("solids/rod-quarter", |size| rod(size.of(2_000))),
        measured("solids/rod", |size| rod(size.of(8_000))).like("solids/rod-quarter", LINEAR),
        measured("solids/merged-copies", |size| merged(size.of(1_000))),
        found("solids/weave", |size| weave(size.side(300))),
        measured("solids/weave-measured", |size| weave(size.side(300))).like("solids/weave", SMALL),
        found("solids/spheres", spheres),
        measured("solids/spheres-measured", spheres).like("solids/spheres", SMALL),
        measured("solids/two-shapes", |size| two_shapes(size.of(2_000))),
        found("solids/near-copies", near_copies),
        measured("solids/near-copies-measured", near_copies).like("solids/near-copies", SMALL),
        measured("solids/copies", |size| copies(size.of(100_000))),
        Cliff::clearance("solids/copies-clearance", 0.1, |size| copies(size.of(100_000))),
        Cliff::new("solids/all-distances", Ask::Nearest, |size| grid(size.of(2_000))),
    ]
}

fn merge(parts: impl IntoIterator<Item = Mesh>) -> Mesh {
    let parts: Vec<Mesh> = parts.into_iter().collect();
    shapes::merge(parts.iter().map(|part| (part, Pose::IDENTITY)))
}

fn plates(count: usize, first: f64) -> Mesh {
    let plate = |k: usize| {
        let low = first + 2.0 * k as f64;
        shapes::cuboid([0.0, 0.0, low], [10.0, 10.0, low + 1.0])
    };
    merge((0..count).map(plate))
}

/// Two stacks, the plates of each between those of the other, all of them flush.
fn stacks(count: usize) -> Scene {
    scene([&plates(count, 0.0), &plates(count, 1.0)])
}

/// A stack with a rod through all plates.
fn rod(count: usize) -> Scene {
    scene([&plates(count, 0.0), &shapes::cuboid([4.5, 4.5, -1.0], [5.5, 5.5, 2.0 * count as f64 + 1.0])])
}

/// Shells in shells, all of which face outwards, with a box from the middle through all.
fn nested(count: usize) -> Scene {
    let shell = |k: usize| {
        let size = 1.0 + k as f64 / count as f64;
        shapes::cuboid([-size; 3], [size; 3])
    };
    scene([&merge((0..count).map(shell)), &shapes::cuboid([0.0, -0.1, -0.2], [3.0, 0.1, 0.2])])
}

fn unit() -> Mesh {
    shapes::cuboid([0.0; 3], [1.0; 3])
}

/// One object that is many times the same box, with another half in it.
fn merged(count: usize) -> Scene {
    scene([&merge((0..count).map(|_| unit())), &shapes::cuboid([0.5; 3], [1.5; 3])])
}

/// Bars along x across bars along y: each goes into each.
fn weave(count: usize) -> Scene {
    let length = 2.0 * count as f64 + 1.0;
    let (along_x, along_y) =
        (shapes::cuboid([-1.0, 0.0, 0.0], [length, 1.0, 1.0]), shapes::cuboid([0.0, -1.0, 0.5], [1.0, length, 1.5]));
    let mut scene = Scene::new();
    for k in 0..count {
        scene.add("", &along_x, moved(0.0, 2.0 * k as f64, 0.0));
        scene.add("", &along_y, moved(2.0 * k as f64, 0.0, 0.0));
    }
    scene
}

/// A sphere in the middle of another.
fn spheres(size: Scale) -> Scene {
    let sphere = shapes::icosphere(size.level(7));
    scene([&sphere, &scaled(&sphere, 0.9)])
}

/// Boxes in nearly the same place, of which every other is the same.
fn two_shapes(count: usize) -> Scene {
    let mut scene = Scene::new();
    (0..count).for_each(|k| _ = scene.add("", &unit(), moved(1.0e-9 * (k % 2) as f64, 0.0, 0.0)));
    scene
}

/// A figure and its copy, hardly moved: they share nearly everything.
fn near_copies(size: Scale) -> Scene {
    let dragon = shapes::dragon(size.of(300_000));
    let mut scene = scene([&dragon]);
    scene.add("", &dragon, moved(1.0e-3, 1.0e-3, 0.0));
    scene
}

/// Boxes of their own in one place.
fn copies(count: usize) -> Scene {
    let mut scene = Scene::new();
    (0..count).for_each(|_| _ = scene.add("", &unit(), Pose::IDENTITY));
    scene
}

/// Boxes apart from each other.
fn grid(count: usize) -> Scene {
    let mut scene = Scene::new();
    let (side, place) = ((count as f64).cbrt().ceil() as usize, |k: usize| 2.0 * k as f64);
    for k in 0..count {
        let [x, y, z]: Point = [place(k % side), place(k / side % side), place(k / side / side)];
        scene.add("", &unit(), moved(x, y, z));
    }
    scene
}
