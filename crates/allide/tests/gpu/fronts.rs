//! Breadth-first pairs of trees find what the other methods find, on the CPU and on the GPU.

use crate::harness::{assert_same, check_full_card, engine, move_and_deform, piles};
use crate::random::hard_scenes;
use allide::{
    Clearance, Engine, Error, Faults, GpuError, GpuOptions, Mesh, Method, Overlaps, Pose, Report, Scene, SelfOverlaps,
    TrianglePair,
};
use allide_scenes::{Random, scenes, shapes};

fn fronts() -> Overlaps {
    Overlaps::new().method(Method::Fronts)
}

/// Asks for overlaps in three ways; returns the answer by fronts.
fn check(name: &str, gpu: &mut Engine, scene: &Scene) -> Report<TrianglePair> {
    let expected = Engine::cpu().run(scene, &Overlaps::new().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &fronts()).unwrap();
    assert_eq!(found.run.means(), "fronts, gpu", "{name}");
    assert_same(name, "fronts", &found, &expected);
    assert_same(name, "bvh", &gpu.run(scene, &Overlaps::new().method(Method::Bvh)).unwrap(), &expected);
    assert_eq!(gpu.any(scene, &fronts()).unwrap().is_some(), !expected.pairs.is_empty(), "{name}: any overlap");
    found
}

fn traversals(report: &Report<TrianglePair>) -> usize {
    let stages = &report.run.stats.gpu.as_ref().expect("it ran on the GPU").stages;
    stages.iter().filter(|stage| stage.name == "fronts").count()
}

#[test]
fn built_in_scenes_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for (name, scene) in allide_scenes::small_suite() {
        check(name, &mut gpu, &scene);
    }
    for entry in allide_scenes::all() {
        check(entry.name, &mut gpu, &(entry.build)());
    }
}

fn check_random(options: GpuOptions, seeds: std::ops::Range<u64>) {
    let Some(mut gpu) = engine(options) else { return };
    let mut findings = 0;
    for (name, scene, _) in hard_scenes(seeds) {
        findings += check(&name, &mut gpu, &scene).findings().len();
    }
    assert!(findings > 1000, "{findings}");
}

#[test]
fn random_scenes_agree() {
    check_random(GpuOptions::default(), 3000..3020);
}

#[test]
fn random_scenes_agree_without_subgroups() {
    check_random(GpuOptions { subgroups: false, ..GpuOptions::default() }, 4000..4004);
}

#[test]
fn random_scenes_agree_with_unchecked_kernels() {
    check_random(GpuOptions { checked: false, ..GpuOptions::default() }, 5000..5004);
}

/// Many small objects, among them single triangles, empty ones, and one that is large.
fn crowd(seed: u64, objects: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    scene.add("large", &shapes::blob(seed, 2000), Pose::IDENTITY);
    let triangle = Mesh::new(vec![[0.0; 3], [0.3, 0.0, 0.1], [0.0, 0.25, 0.0]], vec![[0, 1, 2]]).unwrap();
    let nothing = Mesh::new(vec![[0.0; 3], [1.0; 3]], Vec::new()).unwrap();
    let shapes = [triangle, nothing, shapes::cuboid([0.0; 3], [0.25; 3]), shapes::blob(seed, 60)];
    for index in 0..objects {
        let [x, y, z] = random.point(-1.5, 1.5);
        let exact =
            Pose::translation((x * 4.0).round() / 4.0, (y * 4.0).round() / 4.0, (z * 4.0).round() / 4.0).unwrap();
        let turned = Pose::rotation_translation([1.0, 2.0, 3.0], random.between(0.0, 6.0), [x, y, z]).unwrap();
        scene.add("small", &shapes[index % 4], if index % 3 == 0 { turned } else { exact });
    }
    scene
}

#[test]
fn crowds_of_small_objects_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for (seed, objects) in [(1, 1), (2, 30), (3, 300), (4, 1000)] {
        let report = check(&format!("crowd {seed}"), &mut gpu, &crowd(seed, objects));
        assert!(objects < 30 || report.pairs.len() > objects / 2, "{}", report.pairs.len());
    }
}

#[test]
fn scenes_of_single_triangles_need_no_front() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let mut scene = Scene::new();
    for index in 0..40 {
        scene.add("triangle", &triangle, Pose::translation(0.25 * f64::from(index), 0.0, 0.0).unwrap());
    }
    let report = check("triangles", &mut gpu, &scene);
    assert_eq!(report.pairs.len(), 4 * 40 - 10);
    assert_eq!(report.run.stats.gpu.unwrap().fronts(), []);
}

#[test]
fn boxes_as_large_as_the_scene_meet_no_empty_leaf() {
    let corners = vec![[-10.0; 3], [10.0; 3], [10.0, -10.0, 10.0], [-10.0, 10.0, -10.0]];
    let large = Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 2, 3], [0, 1, 2]]).unwrap();
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let small = Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3], [0, 2, 3]]).unwrap();
    for checked in [true, false] {
        let Some(mut gpu) = engine(GpuOptions { checked, ..GpuOptions::default() }) else { return };
        for meshes in [[&large, &small], [&small, &large], [&large, &large]] {
            let mut scene = Scene::new();
            for mesh in meshes {
                scene.add("one", mesh, Pose::IDENTITY);
            }
            check("large boxes", &mut gpu, &scene);
        }
    }
}

#[test]
fn nothing_to_look_for_is_an_empty_answer() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let nothing = Mesh::new(vec![[0.0; 3], [1.0; 3]], Vec::new()).unwrap();
    let mut scene = Scene::new();
    check("no objects", &mut gpu, &scene);
    scene.add("a", &nothing, Pose::IDENTITY);
    scene.add("b", &nothing, Pose::IDENTITY);
    check("no triangles", &mut gpu, &scene);
    scene.add("c", &shapes::cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY);
    check("one object with triangles", &mut gpu, &scene);
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
fn a_full_card_gets_shorter_lists() {
    check_full_card(&fronts(), (1..40).step_by(3));
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
    assert_eq!(text, "the method fronts does not answer clearance; choose auto, divide, bvh, sweep or brute");
}

#[test]
fn the_cpu_refuses_fronts() {
    let scene = scenes::blobs(1000);
    let error = Engine::cpu().run(&scene, &fronts()).unwrap_err();
    assert_eq!(error, Error::NotOnCpu { method: "fronts" });
    let text = error.to_string();
    assert_eq!(text, "the method fronts does not run on the CPU; choose auto, divide, bvh, sweep or brute, or a GPU");
    assert!(Engine::cpu().any(&scene, &fronts()).is_err());
}

#[test]
fn a_card_that_is_always_lost_is_an_error_even_where_the_cpu_may_answer() {
    let faults = Faults { lose_after_submissions: Some(0), ..Faults::default() };
    let Some(gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
    let error = gpu.or_cpu().run(&scenes::blobs(1000), &fronts()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::Lost(_))), "{error}");
}
