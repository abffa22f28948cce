//! Built-in scenes.

use crate::harness::{check, check_parts, engine};
use allide::GpuOptions;

#[test]
fn small_scenes_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for (name, scene) in allide_scenes::small_suite() {
        check(name, &mut gpu, &scene, clearance(&scene));
        // Everything is close.
        check(name, &mut gpu, &scene, clearance(&scene) * 5.0);
        check_parts(name, &mut gpu, &scene);
    }
}

#[test]
fn scenes_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for entry in allide_scenes::all() {
        let scene = (entry.build)();
        check(entry.name, &mut gpu, &scene, clearance(&scene));
    }
}

/// A small part of the scene's extent.
fn clearance(scene: &allide::Scene) -> f64 {
    let bounds = scene.objects().iter().map(|object| object.mesh().bounds().size().max_element());
    bounds.fold(0.0, f64::max) / 250.0
}
