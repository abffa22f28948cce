//! How long duplicates take.

use super::scene_of;
use allide::{Clearance, Engine, Mesh, Overlaps, Pose, Scene};
use allide_scenes::shapes;
use std::time::Instant;

/// The same triangles in a mesh of its own: in the same order, or in another one.
fn copy(mesh: &Mesh, shift: usize) -> Mesh {
    let mut triangles = mesh.triangles().to_vec();
    triangles.rotate_left(shift);
    Mesh::new(mesh.positions().iter().map(|point| point.to_array()).collect(), triangles).unwrap()
}

#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stdout, reason = "it is a report")]
fn time_of_duplicates() {
    let (part, statue) = (shapes::torus(1.0, 0.3, 19, 14), shapes::torus(1.0, 0.3, 934, 466));
    for (mesh, count) in [(&part, 101), (&part, 20_000), (&statue, 2)] {
        for (how, shift) in [("instances", None), ("copies", Some(0)), ("permuted copies", Some(1usize))] {
            let copy =
                |k: usize| shift.map_or_else(|| mesh.clone(), |shift| copy(mesh, shift * k % mesh.triangles().len()));
            let meshes: Vec<Mesh> = (0..count).map(copy).collect();
            let scene = scene_of(&meshes);
            let start = Instant::now();
            let report = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
            let time = start.elapsed();
            println!("{count} {how} of {} triangles: {time:?}, {report}", mesh.triangles().len());
            if count < 1_000 {
                let start = Instant::now();
                let report = Engine::cpu().run(&scene, &Clearance::within(0.1).unwrap()).unwrap();
                println!("    clearance: {:?}, {report}", start.elapsed());
            }
        }
    }
}

#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stdout, reason = "it is a report")]
fn time_to_see_that_there_are_none() {
    let part = shapes::torus(1.0, 0.3, 64, 40);
    let mut scene = Scene::new();
    let mut engine = Engine::cpu();
    for frame in 0..4 {
        let mut ids = scene.ids();
        for body in 0..1000 {
            let [x, y, z] = [body % 10, body / 10 % 10, body / 100].map(|k| f64::from(k) * 2.3);
            let pose = Pose::rotation_translation([1.0, x, z], y + 0.1 * f64::from(frame), [x, y, z]).unwrap();
            match ids.next() {
                Some(id) => scene.set_pose(id, pose),
                None => _ = scene.add("body", &part, pose),
            }
        }
        let start = Instant::now();
        let report = engine.run(&scene, &Overlaps::new()).unwrap();
        let time = start.elapsed();
        println!("frame {frame}: {time:?}, {:?}", report.run.stats.stages);
    }
}
