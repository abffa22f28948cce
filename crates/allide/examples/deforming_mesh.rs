//! A cloth that folds onto itself: new positions every frame, the same triangles. `SelfOverlaps` finds where it passes
//! through itself; triangles that share a corner or an edge do not count as overlapping there.
//!
//! `cargo run --release -p allide --example deforming_mesh`

#![allow(clippy::print_stdout, reason = "it is an example")]

use allide::{Engine, Error, Mesh, Pose, Scene, SelfOverlaps};
use std::f64::consts::PI;

const SIDE: u32 = 100;

fn main() -> Result<(), Error> {
    let squares = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| row * (SIDE + 1) + column));
    let triangles = squares
        .flat_map(|corner| [[corner, corner + 1, corner + SIDE + 2], [corner, corner + SIDE + 2, corner + SIDE + 1]]);
    let cloth = Mesh::new(folded(0.0), triangles.collect())?;

    let mut scene = Scene::new();
    let id = scene.add("cloth", &cloth, Pose::IDENTITY);
    let mut engine = Engine::cpu();
    for frame in 0..=10 {
        let turn = 1.3 * PI * f64::from(frame) / 10.0;
        scene.set_positions(id, folded(turn))?;
        let report = engine.run(&scene, &SelfOverlaps::of_all())?;
        println!("folded by {:>3.0}°: {:>5} triangle pairs", turn.to_degrees(), report.findings().len());
    }
    Ok(())
}

/// A square of side 2 whose right half is turned up, about a line that is not quite its middle.
fn folded(turn: f64) -> Vec<[f64; 3]> {
    let at = |step: u32| 2.0 * f64::from(step) / f64::from(SIDE) - 1.0;
    let place = |(row, column): (u32, u32)| {
        let (x, y) = (at(column), at(row));
        let beyond = x - 0.1 * y;
        if beyond <= 0.0 { [x, y, 0.0] } else { [0.1 * y + beyond * turn.cos(), y, beyond * turn.sin()] }
    };
    (0..=SIDE).flat_map(|row| (0..=SIDE).map(move |column| (row, column))).map(place).collect()
}
