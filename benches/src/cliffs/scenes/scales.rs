//! Coordinates at the ends of their range, and deep overlaps.

use super::super::case::{Ask, Cliff, Scale};
use super::{scaled, scene};
use allide::{Mesh, Scene};
use allide_scenes::shapes;

pub fn cliffs() -> Vec<Cliff> {
    let mut cliffs = Vec::new();
    // Exact signs of numbers whose products overflow cost more, but not hundreds of times more.
    for (name, factor) in
        [("one", 1.0), ("huge", 1.0e100), ("tiny", 1.0e-100), ("utmost", 1.0e300), ("least", 1.0e-300)]
    {
        let cloth = move |size: Scale| scene([&scaled(&shapes::cloth(1, size.of(20_000)), factor)]);
        let reach = 0.01 * factor;
        cliffs.extend([
            Cliff::overlaps(format!("scales/{name}"), move |size| two(size, factor)).like("scales/one", 10.0),
            Cliff::clearance(format!("scales/{name}-clearance"), reach, move |size| apart(size, factor))
                .like("scales/one-clearance", 10.0),
            Cliff::folds(format!("scales/{name}-itself"), cloth).like("scales/one-itself", 10.0),
        ]);
    }
    cliffs.extend([
        Cliff::overlaps("scales/far-away", |size| far_away(size, 1.0e9)),
        Cliff::clearance("scales/far-away-clearance", 0.01, |size| far_away(size, 1.0e9)),
        Cliff::overlaps("scales/mixed", mixed),
        Cliff::overlaps("scales/shifted", |size| shifted(size, 1.0e-4)),
        Cliff::overlaps("scales/barely-shifted", |size| shifted(size, 1.0e-15)),
        Cliff::clearance("scales/shifted-clearance", 0.01, |size| shifted(size, 1.0e-4)),
        Cliff::new("scales/shifted-all", Ask::AllWithin(0.002), |size| shifted(size, 1.0e-4)),
        Cliff::overlaps("scales/coincident", |size| shifted(size, 0.0)),
        Cliff::clearance("scales/coincident-clearance", 0.01, |size| shifted(size, 0.0)),
        Cliff::overlaps("scales/inside", |size| inside(size, 0.1)),
        Cliff::clearance("scales/inside-clearance", 0.05, |size| inside(size, 0.1)),
        Cliff::clearance("scales/inside-wide-clearance", 10.0, |size| inside(size, 0.1)),
        Cliff::overlaps("scales/speck", |size| inside(size, 1.0e-6)),
        Cliff::clearance("scales/speck-clearance", 2.0, |size| inside(size, 1.0e-6)),
    ]);
    cliffs
}

fn body(size: Scale) -> Mesh {
    shapes::blob(1, size.of(50_000))
}

/// Two bodies that cross, scaled by a factor.
fn two(size: Scale, factor: f64) -> Scene {
    let body = scaled(&shapes::blob(1, size.of(20_000)), factor);
    let mut scene = scene([&body]);
    scene.add("", &body, allide_scenes::moved(0.9 * factor, 0.1 * factor, 0.0));
    scene
}

fn apart(size: Scale, factor: f64) -> Scene {
    let sphere = scaled(&shapes::icosphere(size.level(5)), factor);
    let mut scene = scene([&sphere]);
    scene.add("", &sphere, allide_scenes::moved(2.005 * factor, 0.0, 0.0));
    scene
}

fn far_away(size: Scale, distance: f64) -> Scene {
    let body = shapes::blob(1, size.of(20_000));
    let mut scene = Scene::new();
    scene.add("", &body, allide_scenes::moved(distance, distance, distance));
    scene.add("", &body, allide_scenes::moved(distance + 0.9, distance, distance));
    scene
}

/// A body of ordinary size in front of one 10¹⁰⁰ times as large.
fn mixed(size: Scale) -> Scene {
    let body = shapes::blob(1, size.of(20_000));
    let mut scene = scene([&scaled(&body, 1.0e100), &body]);
    scene.add("", &body, allide_scenes::moved(0.9, 0.1, 0.0));
    scene
}

/// A body on its slightly shifted copy: everything is near everything.
fn shifted(size: Scale, shift: f64) -> Scene {
    let body = body(size);
    let positions = body.positions().iter().map(|point| [point.x + shift, point.y, point.z - shift]).collect();
    scene([&body, &Mesh::new(positions, body.triangles().to_vec()).expect("finite")])
}

/// A body inside itself, made so much smaller.
fn inside(size: Scale, factor: f64) -> Scene {
    let body = body(size);
    scene([&body, &scaled(&body, factor)])
}
