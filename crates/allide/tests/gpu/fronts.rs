//! Breadth-first pairs of trees find what the other methods find, on the CPU and on the GPU.

use crate::harness::{assert_same, check_full_gpu, engine, move_and_deform};
use allide::{
    Clearance, Engine, Error, Faults, GpuError, GpuOptions, Method, Overlaps, Report, Scene, SelfOverlaps, TrianglePair,
};
use allide_scenes::edges::{large_boxes, piles, row_of_triangles};
use allide_scenes::scenes;

fn fronts() -> Overlaps {
    Overlaps::new().with_duplicates().method(Method::Fronts)
}

/// Compares overlaps by fronts with the CPU's; returns the answer.
fn check(name: &str, gpu: &mut Engine, scene: &Scene) -> Report<TrianglePair> {
    let expected = Engine::cpu().run(scene, &Overlaps::new().with_duplicates().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &fronts()).unwrap();
    assert_eq!(found.run.means(), "fronts, gpu", "{name}");
    assert_same(name, &found, &expected);
    assert_eq!(gpu.any(scene, &fronts()).unwrap().is_some(), !expected.pairs.is_empty(), "{name}: any overlap");
    found
}

fn traversals(report: &Report<TrianglePair>) -> usize {
    let stages = &report.run.stats.gpu.as_ref().expect("it ran on the GPU").stages;
    stages.iter().filter(|stage| stage.name == "fronts").count()
}

#[test]
fn crowds_of_small_objects_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for (seed, objects) in [(1, 1), (2, 30), (3, 300), (4, 1000)] {
        let report = check(&format!("crowd {seed}"), &mut gpu, &scenes::crowd(seed, objects));
        assert!(objects < 30 || report.pairs.len() > objects / 2, "{}", report.pairs.len());
    }
}

#[test]
fn scenes_of_single_triangles_need_no_front() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let report = check("triangles", &mut gpu, &row_of_triangles(40));
    assert_eq!(report.pairs.len(), 4 * 40 - 10);
    assert_eq!(report.run.stats.gpu.unwrap().fronts(), []);
}

#[test]
fn boxes_as_large_as_the_scene_meet_no_empty_leaf() {
    for checked in [true, false] {
        let Some(mut gpu) = engine(GpuOptions { checked, ..GpuOptions::default() }) else { return };
        for scene in large_boxes() {
            check("large boxes", &mut gpu, &scene);
        }
    }
}

#[test]
fn fronts_that_overflow_grow_and_are_remembered() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // Room for 8,192 pairs at first.
    let scene = piles(600, 600);
    for run in 0..3 {
        let report = check("piles", &mut gpu, &scene);
        assert_eq!(report.findings().len(), 600 * 600);
        let fronts = report.run.stats.gpu.as_ref().unwrap().fronts();
        // 600, 300, 150, … nodes a level on each side.
        let want: Vec<u64> = (1..=10).rev().map(|height| 600u64.div_ceil(1 << height).pow(2)).collect();
        assert_eq!((fronts, traversals(&report) <= 1), (&want[..], true), "run {run}");
    }
}

#[test]
fn a_front_larger_than_any_buffer_comes_in_parts() {
    // Room for the scene and its trees, and not for all pairs.
    let faults = Faults { binding_limit: Some(40 << 10), ..Faults::default() };
    let Some(mut gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
    for (a, b) in [(200, 200), (400, 60), (30, 400)] {
        for _ in 0..2 {
            let report = check("parts", &mut gpu, &piles(a, b));
            assert_ne!(traversals(&report), 1);
        }
    }
}

#[test]
fn a_full_gpu_gets_shorter_lists() {
    check_full_gpu(&fronts(), (1..40).step_by(3));
}

#[test]
fn moving_and_deforming_scenes_agree_frame_by_frame() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    move_and_deform(6, |name, scene| {
        check(name, &mut gpu, scene);
    });
}

#[test]
fn other_questions_are_refused_with_the_methods_that_answer_them() {
    let scene = scenes::blobs(1000);
    let folds = SelfOverlaps::of_all().method(Method::Fronts);
    let near = Clearance::within(0.1).unwrap().method(Method::Fronts);
    let say = |question| Error::NotForQuestion { method: "fronts", question };
    for mut engine in [Engine::cpu(), Engine::auto()].into_iter().chain(engine(GpuOptions::default())) {
        assert_eq!(engine.run(&scene, &folds).unwrap_err(), say("self-overlaps"));
        assert_eq!(engine.run(&scene, &near).unwrap_err(), say("clearance"));
    }
    let text = say("clearance").to_string();
    assert_eq!(text, "the method fronts does not answer clearance; choose auto, divide, bvh, kdop, sweep or brute");
}

#[test]
fn the_cpu_refuses_fronts() {
    let scene = scenes::blobs(1000);
    let error = Engine::cpu().run(&scene, &fronts()).unwrap_err();
    assert_eq!(error, Error::NotOnCpu { method: "fronts" });
    let text = error.to_string();
    let others = "auto, divide, bvh, rays, kdop, sweep or brute";
    assert_eq!(text, format!("the method fronts does not run on the CPU; choose {others}, or a GPU"));
    assert!(Engine::cpu().any(&scene, &fronts()).is_err());
}

#[test]
fn a_gpu_that_is_always_lost_is_an_error_even_where_the_cpu_may_answer() {
    let faults = Faults { lose_after_submissions: Some(0), ..Faults::default() };
    let Some(gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
    let error = gpu.or_cpu().run(&scenes::blobs(1000), &fronts()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::Lost(_))), "{error}");
}
