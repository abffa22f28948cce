//! Surfaces that are everywhere equally far apart: every pair of triangles is a candidate for the nearest one.

use super::super::case::{Ask, Cliff, Motion, Scale};
use super::{scene, sheet};
use allide::Scene;
use allide_scenes::shapes;

pub fn cliffs() -> Vec<Cliff> {
    vec![
        Cliff::clearance("plates/parallel", 2.0, |size| plates(size.side(45), 1.0, 0.0)).like("plates/tilted", 30.0),
        Cliff::clearance("plates/tilted", 2.0, |size| plates(size.side(45), 1.0, 1.0e-9)),
        Cliff::clearance("plates/parallel-large", 2.0, |size| plates(size.side(320), 1.0, 0.0))
            .like("plates/tilted-large", 30.0),
        Cliff::clearance("plates/tilted-large", 2.0, |size| plates(size.side(320), 1.0, 1.0e-9)),
        Cliff::clearance("plates/moving", 2.0, |size| plates(size.side(45), 1.0, 0.0)).with(Motion::Moves),
        Cliff::clearance("plates/fine", 2.0, |size| plates(size.side(45), 0.05, 0.0)),
        Cliff::clearance("plates/touching", 2.0, |size| stacked(size.side(120), 2, 0.0)),
        Cliff::clearance("plates/stack", 1.5, |size| stacked(size.side(40), 20, 1.0)),
        Cliff::new("plates/all-triangles", Ask::AllWithin(1.5), |size| plates(size.side(100), 1.0, 0.0)),
        Cliff::overlaps("plates/coplanar", |size| coplanar(size.side(200))),
        Cliff::clearance("plates/spheres", 0.2, spheres),
        Cliff::clearance("plates/boxes", 1.0, boxes),
    ]
}

/// Two plates, 1 apart.
fn plates(cells: usize, step: f64, tilt: f64) -> Scene {
    let lower = sheet(cells, |x, y| [x * step, y * step, 0.0]);
    let upper = sheet(cells, |x, y| [x * step, y * step, 1.0 + tilt * x * step]);
    scene([&lower, &upper])
}

/// Plates of the same squares, one above the other.
fn stacked(cells: usize, count: usize, apart: f64) -> Scene {
    let plate = sheet(cells, |x, y| [x, y, 0.0]);
    let mut scene = Scene::new();
    for k in 0..count {
        scene.add("", &plate, allide_scenes::moved(0.0, 0.0, apart * k as f64));
    }
    scene
}

/// Two plates in one plane, half a square apart: each square overlaps four.
fn coplanar(cells: usize) -> Scene {
    scene([&sheet(cells, |x, y| [x, y, 0.25]), &sheet(cells, |x, y| [x + 0.5, y + 0.5, 0.25])])
}

/// One sphere around another: nearly all distances are nearly equal.
fn spheres(size: Scale) -> Scene {
    let sphere = shapes::icosphere(size.level(6));
    scene([&sphere, &super::scaled(&sphere, 1.1)])
}

/// Two finely divided boxes, side by side.
fn boxes(size: Scale) -> Scene {
    let cells = [size.side(60); 3];
    let left = shapes::subdivided_cuboid([0.0; 3], [1.0; 3], cells);
    scene([&left, &shapes::subdivided_cuboid([1.5, 0.0, 0.0], [2.5, 1.0, 1.0], cells)])
}
