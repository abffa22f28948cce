//! The method `far`, drawn: nothing is missed, whatever the resolution, the cover and the reduction.

use crate::harness::{agree, assert_same, engine};
use allide::{
    Cover, Engine, Error, GpuError, GpuOptions, Method, Offset, Overlaps, Pose, Reduction, Rendering, Rounds, Samples,
    Scene, SelfOverlaps,
};
use allide_scenes::hard::Kind;
use allide_scenes::shapes;
use allide_scenes::suite::{Case, Way, hard_cases, small_cases};

const OFFSETS: [Offset; 4] = [Offset::Uobb, Offset::Faces, Offset::Bounded, Offset::Exact];

fn far(resolution: u32, offset: Offset, reduction: Reduction) -> Method {
    rendered(resolution, offset, Rendering { reduction, ..Rendering::DEFAULT })
}

fn rendered(resolution: u32, offset: Offset, rendering: Rendering) -> Method {
    Method::Far { resolution: Some(resolution), cover: Cover::Offset(offset, rendering) }
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
fn what_is_known_of_pixels_and_how_often_is_looked_leaves_the_answer_as_it_is() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut ways = Vec::new();
    for (turn, offset) in OFFSETS.into_iter().enumerate() {
        let reduction = if turn.is_multiple_of(2) { Reduction::Ordered } else { Reduction::OrderFree };
        let rounds = if turn < 3 { Rounds::Once } else { Rounds::Until };
        ways.push(Way::gpu(rendered(32, offset, Rendering { reduction, rounds, samples: Samples::Centre })));
    }
    agree(&mut gpu, &ways, hard_cases(3..4));
}

#[test]
fn the_published_pipeline_looks_once_at_each_level_with_a_query_for_each_part() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let ball = shapes::icosphere(3);
    let mut scene = Scene::new();
    for [x, y, z] in [[0.0; 3], [1.2, 0.3, 0.2], [1.5, 1.5, 1.5]] {
        scene.add("ball", &ball, Pose::translation(x, y, z).unwrap());
    }
    let published = Rendering { reduction: Reduction::Ordered, rounds: Rounds::Once, samples: Samples::Anywhere };
    let [found, free] = [rendered(200, Offset::Faces, published), far(200, Offset::Uobb, Reduction::OrderFree)]
        .map(|method| gpu.run(&scene, &Overlaps::new().method(method)).unwrap());
    assert_same("balls", &found, &Engine::cpu().run(&scene, &Overlaps::new()).unwrap());
    let passes = found.run.stats.gpu.as_ref().expect("it ran there").passes();
    let parts: Vec<u64> = passes.iter().map(|pass| pass.parts).collect();
    // Objects, parts of 16² and 16 triangles, triangles: each once.
    assert_eq!(passes.len(), 4, "{parts:?}");
    assert_eq!((passes[0].level, passes[3].level), ("objects", "triangles"));
    for pass in passes {
        assert_eq!((pass.cover, pass.reduction, pass.resolution), ("faces", "ordered", 200));
        assert_eq!(pass.draws, pass.writes + pass.queries);
        // A box has twelve triangles. Every view writes all that is left, twice, and asks for at least half of it.
        assert!(pass.queries > 0 && pass.rendered % 12 == 0 && pass.rendered >= 12 * 3 * pass.triangles, "{pass:?}");
    }
    for pass in free.run.stats.gpu.as_ref().expect("it ran there").passes() {
        assert_eq!((pass.cover, pass.reduction, pass.queries), ("uobb", "order-free", 0));
        assert_eq!((pass.writes, pass.draws), (2 * u64::from(pass.views), 3 * u64::from(pass.views)));
    }
}

#[test]
fn covers_that_are_drawn_refuse_self_overlaps_and_say_what_to_choose() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut scene = Scene::new();
    scene.add("ball", &shapes::icosphere(2), Pose::IDENTITY);
    let error =
        gpu.run(&scene, &SelfOverlaps::of_all().method(far(64, Offset::Uobb, Reduction::OrderFree))).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, Error::CoverNotForQuestion { .. }), "{text}");
    assert!(
        ["far(cover=uobb, resolution=64)", "self-overlaps", "cells"].iter().all(|word| text.contains(word)),
        "{text}"
    );
    assert!(gpu.run(&scene, &SelfOverlaps::of_all().method(Method::FAR)).is_ok());
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
        let method = far(32, OFFSETS[turn % 4], Reduction::OrderFree);
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
    let method = Method::Far { resolution: Some(64), cover: Cover::Conservative(Rendering::DEFAULT) };
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
