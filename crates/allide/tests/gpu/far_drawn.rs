//! The method `far`, drawn: nothing is missed, whatever the resolution, the cover and the reduction.

use crate::harness::{assert_same, engine};
use allide::{
    Clearance, Cover, Engine, Error, GpuError, GpuOptions, Guarantee, Method, Offset, Overlaps, Pose, Reduction, Scene,
};
use allide_scenes::hard::{KINDS, scene};
use allide_scenes::{Random, shapes};

const OFFSETS: [Offset; 3] = [Offset::Uobb, Offset::Bounded, Offset::Exact];

fn far(resolution: u32, offset: Offset, reduction: Reduction) -> Method {
    Method::Far { resolution: Some(resolution), cover: Cover::Offset(offset, reduction) }
}

/// The exact answers, to overlaps and to clearance.
fn check(name: &str, gpu: &mut Engine, method: Method, scene: &Scene, clearance: f64) {
    let mut cpu = Engine::cpu();
    let expected = cpu.run(scene, &Overlaps::new().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &Overlaps::new().method(method)).unwrap();
    assert_same(name, "overlaps", &found, &expected);
    assert_eq!((&found.run.methods[..], found.run.guarantee), (&[method][..], Guarantee::Exact), "{name}");
    let near = Clearance::within(clearance).unwrap().with_triangles();
    let expected = cpu.run(scene, &near.clone().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &near.method(method)).unwrap();
    assert_same(name, "clearance", &found, &expected);
}

#[test]
fn every_offset_and_reduction_finds_all_in_hard_scenes() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for seed in 0..3 {
        for kind in KINDS {
            let (scene, clearance) = scene(kind, &mut Random::new(seed * 100 + kind as u64));
            for (number, offset) in OFFSETS.into_iter().enumerate() {
                let turn = number + seed as usize;
                let pixels = [16, 24, 48][turn % 3];
                let reduction = if turn.is_multiple_of(2) { Reduction::OrderFree } else { Reduction::Ordered };
                let name = format!("{kind:?} {seed}, {offset:?} {reduction:?} {pixels}");
                check(&name, &mut gpu, far(pixels, offset, reduction), &scene, clearance);
            }
        }
    }
}

#[test]
fn what_is_close_is_told_apart_in_views_of_its_own() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let ball = shapes::icosphere(2);
    let mut scene = Scene::new();
    for place in [0.0, 5000.0, 7000.0] {
        // Their boxes overlap, they do not.
        for [x, y, z] in [[0.0; 3], [1.5, 1.5, 1.5]] {
            scene.add("ball", &ball, Pose::translation(place + x, y, z).unwrap());
        }
    }
    let method = far(64, Offset::Uobb, Reduction::OrderFree);
    let found = gpu.run(&scene, &Overlaps::new().method(method)).unwrap();
    let passes = found.run.stats.gpu.as_ref().expect("it ran there").passes();
    assert_eq!((passes[0].views, passes[passes.len() - 1].pairs), (9, 0), "{passes:?}");
}

#[test]
fn every_scene_of_the_suite_has_the_exact_answer() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for (turn, (name, scene)) in allide_scenes::small_suite().into_iter().enumerate() {
        let method = far(32, OFFSETS[turn % 3], Reduction::OrderFree);
        let expected = Engine::cpu().run(&scene, &Overlaps::new().method(Method::Divide)).unwrap();
        let found = gpu.run(&scene, &Overlaps::new().method(method)).unwrap();
        assert_same(name, "overlaps", &found, &expected);
        let passes = found.run.stats.gpu.as_ref().expect("it ran there").passes();
        let counts: Vec<u64> = passes.iter().map(|pass| pass.triangles).collect();
        assert!(counts.is_sorted_by(|a, b| a >= b), "{name}: {passes:?}");
        assert!(passes.iter().all(|pass| pass.views > 0 && pass.draws > 0 && pass.pixels > 0), "{name}: {passes:?}");
    }
}

#[test]
fn touched_pixels_need_conservative_rasterisation() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let method = Method::Far { resolution: Some(64), cover: Cover::Conservative(Reduction::OrderFree) };
    let (scene, clearance) = scene(KINDS[0], &mut Random::new(7));
    match gpu.run(&scene, &Overlaps::new().method(method)) {
        Ok(_) => check("touched pixels", &mut gpu, method, &scene, clearance),
        Err(Error::Gpu(error @ GpuError::Lacks { .. })) => {
            let text = error.to_string();
            assert!(["conservative rasterisation", "cells", "offset"].iter().all(|word| text.contains(word)), "{text}");
        }
        Err(error) => panic!("{error}"),
    }
}
