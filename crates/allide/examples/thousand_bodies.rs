//! A thousand instances of one mesh: who touches whom, who comes too close, and what is left out by groups.
//!
//! `cargo run --release -p allide --example thousand_bodies`

#![allow(clippy::print_stdout, reason = "it is an example")]

use allide::{Clearance, Engine, Error, Mesh, Overlaps, Pose, Scene};

fn main() -> Result<(), Error> {
    let corners = vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let body = Mesh::new(corners, vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]])?;

    // Instances share the mesh, and all that is ever computed for it.
    let mut scene = Scene::new();
    for number in 0..1000 {
        let [x, y, z] = [number % 10, number / 10 % 10, number / 100].map(f64::from);
        let turn = 0.7 * f64::from(number);
        let pose = Pose::rotation_translation([1.0, 2.0, 3.0], turn, [2.6 * x, 2.6 * y, 2.6 * z])?;
        scene.add(format!("body {number}"), &body, pose);
    }

    let mut engine = Engine::cpu();
    let overlaps = engine.run(&scene, &Overlaps::new())?;
    println!("{} pairs of bodies overlap, with {} triangle pairs", overlaps.pairs.len(), overlaps.findings().len());
    let near = engine.run(&scene, &Clearance::within(0.2)?)?;
    println!("{} pairs are closer than 0.2", near.pairs.len());

    // The lowest layer stands on a table together: those are not tested against each other.
    let layer = scene.add_group();
    for id in scene.ids().take(100) {
        scene.set_group(id, layer);
    }
    scene.ignore(layer, layer);
    println!("{} overlap without those of the lowest layer", engine.run(&scene, &Overlaps::new())?.pairs.len());
    Ok(())
}
