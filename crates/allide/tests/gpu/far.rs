//! Looking at a scene in views finds what the other methods find.

use crate::harness::{assert_same, engine};
use crate::random::{KINDS, scene};
use allide::{Clearance, Engine, GpuOptions, Method, Overlaps, Scene, SelfOverlaps};
use allide_scenes::Random;

/// Asks all questions on both; returns how many findings each had.
fn check(name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [usize; 3] {
    let mut cpu = Engine::cpu();
    let question = Overlaps::new();
    let overlaps = cpu.run(scene, &question.clone().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &question.method(Method::Far)).unwrap();
    assert_same(name, "overlaps", &found, &overlaps);
    assert_eq!((found.device, found.method), ("gpu", "far"), "{name}");
    let question = SelfOverlaps::of_all();
    let folds = cpu.run(scene, &question.clone().method(Method::Divide)).unwrap();
    assert_same(name, "self-overlaps", &gpu.run(scene, &question.method(Method::Far)).unwrap(), &folds);
    let near = Clearance::within(clearance).unwrap();
    let pairs = cpu.run(scene, &near.clone().method(Method::Divide)).unwrap();
    assert_same(name, "clearance", &gpu.run(scene, &near.clone().method(Method::Far)).unwrap(), &pairs);
    let near = near.with_triangles();
    let triangles = cpu.run(scene, &near.clone().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &near.method(Method::Far)).unwrap();
    assert_same(name, "clearance of triangles", &found, &triangles);
    [overlaps.findings().len(), folds.findings().len(), triangles.findings().len()]
}

fn check_random(options: GpuOptions, seeds: std::ops::Range<u64>) {
    let Some(mut gpu) = engine(options) else { return };
    let mut findings = [0; 3];
    for seed in seeds {
        for kind in KINDS {
            let (scene, clearance) = scene(kind, &mut Random::new(seed * 100 + kind as u64));
            let found = check(&format!("{kind:?} {seed}"), &mut gpu, &scene, clearance);
            findings = [0, 1, 2].map(|k| findings[k] + found[k]);
        }
    }
    assert!(findings.iter().all(|&count| count > 1000), "{findings:?}");
}

#[test]
fn random_scenes_agree() {
    check_random(GpuOptions::default(), 6000..6010);
}
