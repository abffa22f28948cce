//! Random scenes, hard in different ways.

use crate::harness::{check, engine};
use allide::{Engine, GpuOptions, Scene};
use allide_scenes::Random;
use allide_scenes::hard::{KINDS, scene};

/// Scenes of all kinds with their names, and a distance that some of their triangles are within.
pub fn hard_scenes(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Scene, f64)> {
    seeds.flat_map(|seed| KINDS.map(|kind| (seed, kind))).map(|(seed, kind)| {
        let (scene, clearance) = scene(kind, &mut Random::new(seed * 100 + kind as u64));
        (format!("{kind:?} {seed}"), scene, clearance)
    })
}

fn check_many(engine: &mut Engine, seeds: std::ops::Range<u64>) {
    let mut findings = [0; 3];
    for (name, scene, clearance) in hard_scenes(seeds) {
        let found = check(&name, engine, &scene, clearance);
        findings = [0, 1, 2].map(|k| findings[k] + found[k]);
    }
    assert!(findings.iter().all(|&count| count > 1000), "{findings:?}");
}

#[test]
fn a_thousand_random_scenes_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    check_many(&mut gpu, 0..80);
}

#[test]
fn random_scenes_agree_without_subgroups() {
    let Some(mut gpu) = engine(GpuOptions { subgroups: false, ..GpuOptions::default() }) else { return };
    check_many(&mut gpu, 1000..1007);
}

#[test]
fn random_scenes_agree_with_unchecked_kernels() {
    let Some(mut gpu) = engine(GpuOptions { checked: false, ..GpuOptions::default() }) else { return };
    check_many(&mut gpu, 2000..2007);
}
