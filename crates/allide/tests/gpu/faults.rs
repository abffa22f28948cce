//! What goes wrong on a GPU is an error, or the CPU's answer with a warning, and never another answer.

use crate::harness::{answer, check, check_full_gpu, engine, move_and_deform};
use allide::{Choice, Engine, Error, Faults, GpuError, GpuOptions, Method, Overlaps, Pose, Scene, SelfOverlaps};
use allide_scenes::edges::piles;
use allide_scenes::{scenes, shapes};

fn options(faults: Faults) -> GpuOptions {
    GpuOptions { faults, ..GpuOptions::default() }
}

fn expected(scene: &Scene) -> (Vec<allide::ObjectPair>, Vec<allide::TrianglePair>) {
    answer(&Engine::cpu().run(scene, &Overlaps::new().with_duplicates()).unwrap())
}

#[test]
fn a_device_lost_once_is_opened_again() {
    let Some(mut gpu) = engine(options(Faults { lose_after_submissions: Some(3), ..Faults::default() })) else {
        return;
    };
    let scene = scenes::blobs(1000);
    for _ in 0..12 {
        let report = gpu.run(&scene, &Overlaps::new().with_duplicates()).unwrap();
        assert_eq!(answer(&report), expected(&scene));
        assert_eq!(report.run.means(), "bvh, gpu");
    }
}

#[test]
fn a_device_that_is_always_lost_is_an_error_where_it_was_demanded() {
    let Some(mut gpu) = engine(options(Faults { lose_after_submissions: Some(0), ..Faults::default() })) else {
        return;
    };
    for _ in 0..2 {
        let error = gpu.run(&scenes::blobs(1000), &Overlaps::new().with_duplicates()).unwrap_err();
        assert!(matches!(error, Error::Gpu(GpuError::Lost(_))), "{error}");
    }
}

#[test]
fn a_device_that_is_always_lost_leaves_the_answer_to_the_cpu() {
    let Some(gpu) = engine(options(Faults { lose_after_submissions: Some(0), ..Faults::default() })) else { return };
    let mut gpu = gpu.or_cpu();
    let scene = scenes::blobs(1000);
    for _ in 0..2 {
        let report = gpu.run(&scene, &Overlaps::new().with_duplicates()).unwrap();
        assert_eq!(answer(&report), expected(&scene));
        assert_eq!((report.run.means().as_str(), report.run.warnings.len()), ("divide, cpu", 1));
        assert!(report.run.warnings[0].contains("lost"), "{:?}", report.run.warnings);
    }
}

#[test]
fn a_full_gpu_gets_shorter_lists() {
    check_full_gpu(&Overlaps::new().with_duplicates(), (0..30).step_by(2));
}

#[test]
fn a_gpu_too_small_for_any_block_leaves_the_scene_to_the_cpu() {
    // Not even the nodes of the smallest tree fit.
    let faults = Faults { binding_limit: Some(10_000), ..Faults::default() };
    let Some(mut gpu) = engine(options(faults.clone())) else { return };
    let scene = scenes::blobs(1000);
    let error = gpu.run(&scene, &Overlaps::new().with_duplicates()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::TooLarge { .. })), "{error}");
    let report = gpu.or_cpu().run(&scene, &Overlaps::new().with_duplicates()).unwrap();
    assert_eq!(answer(&report), expected(&scene));
    assert_eq!((report.run.means().as_str(), report.run.warnings.len()), ("divide, cpu", 1));
}

#[test]
fn lists_that_overflow_grow_and_are_remembered() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = piles(700, 700);
    let a = scene.ids().next().unwrap();
    for run in 0..3 {
        let report = gpu.run(&scene, &Overlaps::new().with_duplicates()).unwrap();
        assert_eq!(report.findings().len(), 700 * 700);
        assert_eq!(answer(&report), expected(&scene));
        let attempts = report.run.stats.gpu.unwrap().attempts;
        assert_eq!(attempts > 1, run == 0, "run {run}: {attempts} attempts");
        let report = gpu.run(&scene, &SelfOverlaps::of(a)).unwrap();
        assert_eq!(report.findings().len(), 700 * 699 / 2);
    }
}

#[test]
fn a_result_larger_than_any_buffer_comes_in_parts() {
    // Room for the scene and its tree, and not for all candidates.
    let faults = Faults { binding_limit: Some(40 << 10), ..Faults::default() };
    let Some(mut gpu) = engine(options(faults)) else { return };
    let scene = piles(200, 200);
    for _ in 0..2 {
        let report = gpu.run(&scene, &Overlaps::new().with_duplicates()).unwrap();
        assert_eq!(answer(&report), expected(&scene));
        let walks = report.run.stats.gpu.unwrap().stages.iter().filter(|stage| stage.name == "walk").count();
        assert!(walks != 1, "{walks}");
    }
    check("parts", &mut gpu, &scene, 0.5);
}

#[test]
fn an_adapter_that_is_not_there_is_an_error_that_names_it() {
    let error = Engine::gpu(Choice::Named("no such GPU".into())).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("no such GPU") || text.contains("driver"), "{text}");
}

#[test]
fn methods_of_the_cpu_are_refused_where_a_gpu_was_demanded() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::blobs(1000);
    for method in [Method::Divide, Method::Sweep, Method::Brute] {
        let error = gpu.run(&scene, &Overlaps::new().with_duplicates().method(method)).unwrap_err();
        assert_eq!(error, Error::NotOnGpu { method: method.name() });
    }
    let mut gpu = gpu.or_cpu();
    let report = gpu.run(&scene, &Overlaps::new().with_duplicates().method(Method::Divide)).unwrap();
    assert_eq!((report.run.means().as_str(), report.run.warnings.len()), ("divide, cpu", 0));
}

#[test]
fn moving_and_deforming_scenes_agree_frame_by_frame() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut scene = move_and_deform(12, |name, scene| {
        check(name, &mut gpu, scene, 0.02);
    });
    scene.add("d", &shapes::blob(1, 1000), Pose::translation(1.0, 0.0, 0.0).unwrap());
    check("one more object", &mut gpu, &scene, 0.02);
    check("no objects", &mut gpu, &Scene::new(), 0.02);
}
