//! Every tier of confirmation is reached, and its share is in the statistics.

use crate::harness::engine;
use allide::{Clearance, Engine, GpuOptions, Mesh, Overlaps, Pose, Scene, SelfOverlaps, Tiers};
use allide_scenes::scenes;

fn tiers(gpu: &mut Engine, scene: &Scene) -> Tiers {
    let report = gpu.run(scene, &Overlaps::new()).unwrap();
    assert_eq!(report.findings(), Engine::cpu().run(scene, &Overlaps::new()).unwrap().findings());
    let stats = report.run.stats;
    let tiers = stats.gpu.expect("it ran on the GPU").tiers;
    assert_eq!(tiers.total(), stats.candidates);
    tiers
}

/// Two squares that touch along an edge, at this height.
fn touching(height: f64) -> Scene {
    let square = |x: f64| {
        let corners = vec![[x, 0.0, height], [x + 1.0, 0.0, height], [x + 1.0, 1.0, height], [x, 1.0, height]];
        Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap()
    };
    let mut scene = Scene::new();
    scene.add("a", &square(0.0), Pose::IDENTITY);
    scene.add("b", &square(1.0), Pose::IDENTITY);
    scene.add("ground", &Mesh::new(vec![[0.0; 3]; 3], vec![[0, 1, 2]]).unwrap(), Pose::IDENTITY);
    scene
}

#[test]
fn crossing_pairs_are_decided_by_the_filter() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let found = tiers(&mut gpu, &scenes::blobs(1000));
    assert!(found.filter > 100 && found.exact + found.cpu < found.filter / 10, "{found:?}");
}

#[test]
fn touching_pairs_on_the_grid_are_decided_by_exact_integers() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let found = tiers(&mut gpu, &touching(0.25));
    assert!(found.exact > 0 && found.cpu == 0, "{found:?}");
    let found = tiers(&mut gpu, &scenes::grid(3));
    assert!(found.exact > 100 && found.cpu == 0, "{found:?}");
}

#[test]
fn touching_pairs_off_the_grid_are_left_to_the_cpu() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let found = tiers(&mut gpu, &touching(0.1));
    assert!(found.cpu > 0, "{found:?}");
}

#[test]
fn distances_are_measured_by_the_cpu_and_far_pairs_dropped_by_the_filter() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::blobs(1000);
    let report = gpu.run(&scene, &Clearance::within(0.05).unwrap().with_triangles()).unwrap();
    let tiers = report.run.stats.gpu.as_ref().unwrap().tiers;
    assert!(tiers.filter > 100 && tiers.exact == 0 && tiers.cpu as usize >= report.findings().len(), "{tiers:?}");
}

#[test]
fn neighbours_on_the_grid_are_cleared_on_the_gpu() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let report = gpu.run(&scenes::grid(3), &SelfOverlaps::of_all()).unwrap();
    let tiers = report.run.stats.gpu.unwrap().tiers;
    assert!(report.pairs.is_empty() && tiers.exact > 100 && tiers.cpu == 0, "{tiers:?}");
}
