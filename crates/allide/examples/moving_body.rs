//! A body that moves through another, frame by frame. One engine answers all frames: it keeps trees of the meshes, so a
//! frame costs about as much as there is in contact.
//!
//! `cargo run --release -p allide --example moving_body`

#![allow(clippy::print_stdout, reason = "it is an example")]

use allide::{Engine, Error, Mesh, Overlaps, Pose, Scene};
use std::time::Instant;

fn main() -> Result<(), Error> {
    let ball = sphere(200)?;
    let mut scene = Scene::new();
    scene.add("still", &ball, Pose::IDENTITY);
    let moving = scene.add("moving", &ball, Pose::translation(3.0, 0.0, 0.0)?);

    let mut engine = Engine::cpu();
    println!("{} triangles each", ball.triangles().len());
    for frame in 0..12 {
        let angle = 0.1 * f64::from(frame);
        scene.set_pose(moving, Pose::rotation_translation([0.0, 1.0, 1.0], angle, [3.0 - angle, 0.2, 0.1])?);
        let start = Instant::now();
        let report = engine.run(&scene, &Overlaps::new())?;
        let time = start.elapsed();
        println!(
            "frame {frame:>2}: {:>5} triangle pairs in {time:>8.2?} by {}",
            report.findings().len(),
            report.run.means()
        );
    }
    Ok(())
}

/// A unit sphere with `rings` rings of as many squares, each cut into two triangles.
fn sphere(rings: u32) -> Result<Mesh, Error> {
    let angle = |step: u32, whole: f64| whole * f64::from(step) / f64::from(rings);
    let point = |(ring, around): (u32, u32)| {
        let (down, turn) = (angle(ring, std::f64::consts::PI), angle(around, std::f64::consts::TAU));
        [down.sin() * turn.cos(), down.sin() * turn.sin(), down.cos()]
    };
    let places = || (0..=rings).flat_map(|ring| (0..rings).map(move |around| (ring, around)));
    let vertex = |ring: u32, around: u32| ring * rings + around % rings;
    let squares = places().filter(|&(ring, _)| ring < rings);
    let triangles = squares.flat_map(|(ring, around)| {
        let [p, q] = [vertex(ring, around), vertex(ring, around + 1)];
        let [r, s] = [vertex(ring + 1, around), vertex(ring + 1, around + 1)];
        [[p, r, s], [p, s, q]]
    });
    let triangles = triangles.collect();
    Mesh::new(places().map(point).collect(), triangles)
}
