//! Where two meshes overlap, triangle by triangle, and how close they are once they are pulled apart.
//!
//! `cargo run --release -p allide --example two_meshes`

#![allow(clippy::print_stdout, reason = "it is an example")]

use allide::{Clearance, Engine, Error, Mesh, Overlaps, Pose, Scene};

fn main() -> Result<(), Error> {
    let (plate, pin) = (block([2.0, 2.0, 1.0])?, block([0.5, 0.5, 3.0])?);

    let mut scene = Scene::new();
    let plate = scene.add("plate", &plate, Pose::IDENTITY);
    let pin = scene.add("pin", &pin, Pose::translation(0.3, 0.2, 0.0)?);

    let mut engine = Engine::cpu();
    let report = engine.run(&scene, &Overlaps::new())?;
    for pair in &report.pairs {
        let name = |id: allide::ObjectId| scene.objects()[id.index()].name();
        println!(
            "{} and {}: {}, {} triangle pairs",
            name(pair.a),
            name(pair.b),
            pair.class.name(),
            pair.triangle_pairs
        );
    }
    for finding in report.between(plate, pin).iter().take(3) {
        println!("  triangle {} meets triangle {}: {}", finding.a, finding.b, finding.class.name());
    }

    scene.set_pose(pin, Pose::translation(4.0, 0.0, 0.0)?);
    assert!(engine.any(&scene, &Overlaps::new())?.is_none());
    let near = engine.run(&scene, &Clearance::within(10.0)?)?;
    if let Some(nearest) = near.pairs.first().and_then(|pair| pair.nearest) {
        println!("pulled apart: {} between {} and {}", nearest.distance, nearest.on_a, nearest.on_b);
    }
    Ok(())
}

/// A box around the origin.
fn block(size: [f64; 3]) -> Result<Mesh, Error> {
    let corner = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { size[axis] / 2.0 } else { -size[axis] / 2.0 });
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[p, q, r, s]| [[p, q, r], [p, r, s]]).collect();
    Mesh::new((0..8).map(corner).collect(), triangles)
}
