//! Pairs of trees of k-DOPs, which are uploaded once, find what the CPU finds.

use crate::harness::{agree, assert_same, check_full_gpu, engine, move_and_deform};
use allide::{Engine, Faults, GpuOptions, Kdop, Mesh, Method, Overlaps, Pose, Report, Scene, TrianglePair};
use allide_scenes::edges::piles;
use allide_scenes::suite::{Case, Way, edge_cases, hard_cases};
use allide_scenes::{scenes, shapes};

fn kdop() -> Overlaps {
    Overlaps::new().with_duplicates().method(Method::KDOP)
}

/// Compares overlaps with the CPU's; returns the answer.
fn check(name: &str, gpu: &mut Engine, scene: &Scene) -> Report<TrianglePair> {
    let expected = Engine::cpu().run(scene, &Overlaps::new().with_duplicates().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &kdop()).unwrap();
    assert_eq!(found.run.means(), "kdop, gpu", "{name}");
    assert_same(name, &found, &expected);
    assert_eq!(gpu.any(scene, &kdop()).unwrap().is_some(), !expected.pairs.is_empty(), "{name}: any overlap");
    found
}

#[test]
fn all_faces_and_bits_agree() {
    let way = |(faces, bits)| Way::gpu(Method::Kdop(Kdop { faces, bits }));
    let short: Vec<Way> = [(6, 16), (14, 16), (24, 16), (26, 16), (18, 6), (7, 16), (18, 40)].map(way).into();
    let long: Vec<Way> = [(6, 32), (14, 17), (18, 32), (24, 32), (26, 32)].map(way).into();
    for (int64, ways) in [(true, &short), (true, &long), (false, &long)] {
        let Some(mut gpu) = engine(GpuOptions { int64, ..GpuOptions::default() }) else { return };
        let tally = agree(&mut gpu, ways, hard_cases(40..41).step_by(6));
        assert!(tally.counts[0] > 0, "{:?}", tally.counts);
    }
}

#[test]
fn poses_that_flatten_shear_or_scale_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let ball = shapes::icosphere(1);
    let diagonal = |[x, y, z]: [f64; 3]| Pose::affine([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], [0.0; 3]).unwrap();
    let sheared = Pose::affine([[1.0, 1e9, 0.0], [0.0, 1.0, 1e-9], [0.0, 0.0, 1.0]], [0.5, 0.0, 0.0]).unwrap();
    let line = Pose::affine([[1.0, 2.0, 3.0]; 3], [0.1, 0.1, 0.1]).unwrap();
    let far = Pose::translation(1e15, -1e15, 3e14).unwrap();
    let poses = [
        Pose::IDENTITY,
        diagonal([1.0, 1.0, 0.0]),
        diagonal([0.0; 3]),
        diagonal([1e150; 3]),
        diagonal([1e-150; 3]),
        diagonal([1e200, 1e-200, 1.0]),
        sheared,
        line,
        far,
    ];
    let mut scene = Scene::new();
    for pose in poses {
        scene.add("ball", &ball, pose);
    }
    // Whatever cannot be a tree on the CPU, or degenerates.
    let shape = |factor: f64| -> Mesh {
        let positions = ball.positions().iter().map(|point| (*point * factor).to_array()).collect();
        Mesh::new(positions, ball.triangles().to_vec()).unwrap()
    };
    for mesh in [1e305, 1e-305, 1e-320, 0.0].map(shape) {
        scene.add("shape", &mesh, Pose::IDENTITY);
    }
    let tally = agree(&mut gpu, &[Way::gpu(Method::KDOP)], [Case::new("poses", scene.clone(), 0.25)]);
    assert!(tally.counts[0] > 100, "{:?}", tally.counts);
    check("poses", &mut gpu, &scene);
}

#[test]
fn ten_thousand_objects_and_one_triangle_among_many_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let report = check("field", &mut gpu, &scenes::asteroids(1, 10_000, 20));
    assert!(report.pairs.len() > 1_000, "{}", report.pairs.len());
    let mut scene = scenes::blobs(3000);
    let one = Mesh::new(vec![[-9.0, 0.1, 0.0], [9.0, 0.0, 0.1], [0.0, 0.3, 9.0]], vec![[0, 1, 2]]).unwrap();
    scene.add("one", &one, Pose::IDENTITY);
    scene.add("none", &Mesh::new(Vec::new(), Vec::new()).unwrap(), Pose::IDENTITY);
    assert!(check("one", &mut gpu, &scene).findings().len() > 10);
}

#[test]
fn fronts_that_overflow_grow_or_come_in_parts() {
    let traversals = |report: &Report<TrianglePair>| {
        let stages = &report.run.stats.gpu.as_ref().unwrap().stages;
        stages.iter().filter(|stage| stage.name == "fronts").count()
    };
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for _ in 0..2 {
        let report = check("piles", &mut gpu, &piles(600, 600));
        assert_eq!((report.findings().len(), traversals(&report) <= 1), (600 * 600, true));
    }
    // Room for the scene, its trees and planes, and not for all pairs.
    let faults = Faults { binding_limit: Some(40 << 10), ..Faults::default() };
    let Some(mut gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
    for (a, b) in [(200, 200), (400, 60), (30, 400)] {
        let report = check("parts", &mut gpu, &piles(a, b));
        assert_ne!(traversals(&report), 1);
    }
}

#[test]
fn a_full_gpu_gets_shorter_lists() {
    check_full_gpu(&kdop(), (1..40).step_by(5));
}

#[test]
fn moving_and_deforming_scenes_agree_frame_by_frame() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    move_and_deform(6, |name, scene| {
        check(name, &mut gpu, scene);
    });
    // Other objects, and the first ones again.
    check("crowd", &mut gpu, &scenes::crowd(1, 30));
    move_and_deform(2, |name, scene| {
        check(name, &mut gpu, scene);
    });
}

#[test]
fn cases_at_the_edges_agree_without_subgroups_and_checks() {
    let Some(mut gpu) = engine(GpuOptions { subgroups: false, checked: false, ..GpuOptions::default() }) else {
        return;
    };
    agree(&mut gpu, &[Way::gpu(Method::KDOP)], edge_cases());
}
