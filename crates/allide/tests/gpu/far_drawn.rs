//! The method `far`, drawn: nothing is missed, whatever the resolution, the cover and the reduction.

use crate::harness::{agree, assert_same, engine};
use allide::{Cover, Engine, Error, GpuError, GpuOptions, Method, Offset, Overlaps, Pose, Reduction, Scene};
use allide_scenes::hard::Kind;
use allide_scenes::shapes;
use allide_scenes::suite::{Case, Way, hard_cases, small_cases};

const OFFSETS: [Offset; 3] = [Offset::Uobb, Offset::Bounded, Offset::Exact];

fn far(resolution: u32, offset: Offset, reduction: Reduction) -> Method {
    Method::Far { resolution: Some(resolution), cover: Cover::Offset(offset, reduction) }
}

#[test]
fn every_offset_and_reduction_finds_all_in_hard_scenes() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for seed in 0..2usize {
        let ways: Vec<Way> = (seed..)
            .zip(OFFSETS)
            .map(|(turn, offset)| {
                let reduction = if turn.is_multiple_of(2) { Reduction::OrderFree } else { Reduction::Ordered };
                Way::gpu(far([16, 24, 48][turn % 3], offset, reduction))
            })
            .collect();
        agree(&mut gpu, &ways, hard_cases(seed as u64..seed as u64 + 1));
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
    for (turn, Case { name, scene, .. }) in small_cases().enumerate() {
        let method = far(32, OFFSETS[turn % 3], Reduction::OrderFree);
        let expected = Engine::cpu().run(&scene, &Overlaps::new().method(Method::Divide)).unwrap();
        let found = gpu.run(&scene, &Overlaps::new().method(method)).unwrap();
        assert_same(&name, &found, &expected);
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
    let case = Case::hard(Kind::Loose, 7);
    match gpu.run(&case.scene, &Overlaps::new().method(method)) {
        Ok(_) => {
            agree(&mut gpu, &[Way::gpu(method)], [case]);
        }
        Err(Error::Gpu(error @ GpuError::Lacks { .. })) => {
            let text = error.to_string();
            assert!(["conservative rasterisation", "cells", "offset"].iter().all(|word| text.contains(word)), "{text}");
        }
        Err(error) => panic!("{error}"),
    }
}
