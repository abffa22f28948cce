//! Looking at a scene in views finds what the other methods find.

use crate::harness::{assert_same, check_by, check_full_gpu, engine, move_and_deform};
use allide::{
    Clearance, Cover, Engine, Faults, GpuOptions, Mesh, Method, Overlaps, Pass, Pose, Report, Scene, SelfOverlaps,
    TrianglePair,
};
use allide_scenes::edges::{crowded, piles};
use allide_scenes::hard::side_by_side;
use allide_scenes::{scenes, shapes};

/// Asks all questions; returns how many findings each had.
fn check(name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [usize; 3] {
    check_by(Method::FAR, name, gpu, scene, clearance)
}

fn at(resolution: Option<u32>) -> Method {
    Method::Far { resolution, cover: Cover::Cells }
}

#[test]
fn ten_thousand_random_scenes_lose_no_colliding_pair() {
    const SCENES: usize = 1000;
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut findings = [0; 3];
    let mut dropped = 0;
    for (run, resolution) in (0..10).zip([None, Some(16), None, Some(1), Some(24)].into_iter().cycle()) {
        let scene = side_by_side(run, SCENES);
        let clearance = [0.02, 0.3, 1.0e-9, 2.0][run as usize % 4];
        let found = check_by(at(resolution), &format!("run {run}"), &mut gpu, &scene, clearance);
        findings = [0, 1, 2].map(|k| findings[k] + found[k]);
        let triangles = allide_scenes::triangle_count(&scene);
        let passes = passes(&gpu.run(&scene, &Overlaps::new().method(at(resolution))).unwrap());
        dropped += triangles - passes.last().map_or(triangles, |pass| pass.triangles as usize);
    }
    assert!(findings.iter().all(|&count| count > 2000), "{findings:?}");
    assert!(dropped > 10_000, "{dropped}");
}

fn passes<F>(report: &Report<F>) -> Vec<Pass> {
    report.run.stats.gpu.as_ref().expect("it ran on the GPU").passes().to_vec()
}

fn far(gpu: &mut Engine, scene: &Scene) -> Report<TrianglePair> {
    let report = gpu.run(scene, &Overlaps::new().with_duplicates().method(Method::FAR)).unwrap();
    assert_same("far", &report, &Engine::cpu().run(scene, &Overlaps::new().with_duplicates()).unwrap());
    report
}

#[test]
fn views_leave_little_more_than_what_collides() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut scene = Scene::new();
    let body = shapes::icosphere(4);
    scene.add("a", &body, Pose::IDENTITY);
    scene.add("b", &body, Pose::translation(1.0, 0.25, 0.125).unwrap());
    let report = far(&mut gpu, &scene);
    let passes = passes(&report);
    let left: Vec<u64> = passes.iter().map(|pass| pass.triangles).collect();
    let mut colliding: Vec<(bool, u32)> =
        report.findings().iter().flat_map(|pair| [(false, pair.a), (true, pair.b)]).collect();
    colliding.sort_unstable();
    colliding.dedup();
    let colliding = colliding.len() as u64;
    assert!(colliding > 100, "{colliding}");
    assert_eq!(passes.len(), 3);
    assert!(
        left.is_sorted_by(|x, y| x >= y) && left[2] >= colliding && left[2] < 4 * colliding,
        "{left:?} {colliding}"
    );
    assert!(
        passes.iter().all(|pass| (pass.objects, pass.pairs, pass.views) == (2, 1, 1) && pass.pixels > 0),
        "{passes:?}"
    );
}

#[test]
fn what_is_inside_of_something_and_touches_nothing_is_dropped() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut scene = Scene::new();
    let body = shapes::icosphere(3);
    scene.add("outside", &body, Pose::IDENTITY);
    let inside: Vec<[f64; 3]> = body.positions().iter().map(|p| [p.x * 0.5, p.y * 0.5, p.z * 0.5]).collect();
    scene.add("inside", &Mesh::new(inside, body.triangles().to_vec()).unwrap(), Pose::IDENTITY);
    let report = far(&mut gpu, &scene);
    let last = passes(&report).pop().unwrap();
    assert_eq!((last.triangles, last.objects, last.pairs, report.run.stats.candidates), (0, 0, 0, 0));
    // Closer than half of the radius, it is not.
    let near = Clearance::within(0.6).unwrap().method(Method::FAR);
    assert!(passes(&gpu.run(&scene, &near).unwrap())[2].triangles > 0);
}

#[test]
fn lists_that_overflow_grow_and_are_remembered() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = piles(400, 400);
    for run in 0..3 {
        let report = far(&mut gpu, &scene);
        assert_eq!(report.findings().len(), 400 * 400);
        let attempts = report.run.stats.gpu.unwrap().attempts;
        assert_eq!(attempts > 1, run == 0, "run {run}: {attempts} attempts");
    }
}

#[test]
fn fragments_that_overflow_grow_and_are_remembered() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // Triangles as large as the view, which has many cells: room for 8,192 fragments at first.
    let question = Overlaps::new().method(at(Some(200)));
    let scene = piles(3, 2);
    let expected = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
    for run in 0..3 {
        let report = gpu.run(&scene, &question).unwrap();
        assert_same("piles", &report, &expected);
        let attempts = report.run.stats.gpu.unwrap().attempts;
        assert_eq!(attempts > 1, run == 0, "run {run}: {attempts} attempts");
    }
}

#[test]
fn a_result_larger_than_any_buffer_comes_in_parts() {
    // Room for the scene and its fragments, and not for all candidates.
    let faults = Faults { binding_limit: Some(40 << 10), ..Faults::default() };
    let Some(mut gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
    for _ in 0..2 {
        let report = far(&mut gpu, &piles(200, 200));
        let sweeps = report.run.stats.gpu.unwrap().stages.iter().filter(|stage| stage.name == "sweep").count();
        assert!(sweeps != 1, "{sweeps}");
    }
    check("parts", &mut gpu, &piles(200, 100), 0.5);
}

#[test]
fn a_full_gpu_gets_shorter_lists() {
    check_full_gpu(&Overlaps::new().method(Method::FAR), (1..40).step_by(7));
}

#[test]
fn moving_and_deforming_scenes_agree_frame_by_frame() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    move_and_deform(4, |name, scene| {
        check(name, &mut gpu, scene, 0.02);
    });
}

#[test]
fn crowds_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for kind in 0..3 {
        let scene = crowded(kind, 800);
        let found = far(&mut gpu, &scene);
        let folds = gpu.run(&scene, &SelfOverlaps::of_all().method(Method::FAR)).unwrap();
        assert_same("crowd", &folds, &Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap());
        let findings = [found.findings().len(), folds.findings().len()];
        assert!(kind == 0 || findings.iter().all(|&count| count > 5), "{kind}: {findings:?}");
    }
}

#[test]
fn crowded_cells_are_not_compared_pairwise() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // Twice as many triangles take twice as long, not four times.
    for count in [4_000, 8_000] {
        let scene = scenes::stadium(count);
        let expected = Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap();
        assert!(expected.findings().len() > 100, "{}", expected.findings().len());
        for run in 0..2 {
            let found = gpu.run(&scene, &SelfOverlaps::of_all().method(Method::FAR)).unwrap();
            assert_same("stadium", &found, &expected);
            let (candidates, gpu) = (found.run.stats.candidates, found.run.stats.gpu.unwrap());
            let each = [candidates, gpu.compared()].map(|pairs| pairs as usize / count);
            assert!(each[0] < 100 && each[1] < 400, "{each:?} for each of {count}");
            // Later runs know.
            assert_eq!((gpu.attempts > 1, gpu.compared() > 0), (run == 0, run == 0), "run {run}: {gpu:?}");
        }
    }
    // Another scene need not be crowded.
    let mut scene = Scene::new();
    scene.add("cloth", &shapes::cloth(1, 2_000), Pose::IDENTITY);
    let found = gpu.run(&scene, &SelfOverlaps::of_all().method(Method::FAR)).unwrap();
    assert_same("cloth", &found, &Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap());
    assert!(found.run.stats.gpu.unwrap().compared() > 0);
}

#[test]
fn crowds_of_two_objects_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // Every triangle of one is close to many of its own object and to few of the other.
    let scene = crowded(1, 3_000);
    for _ in 0..2 {
        let found = far(&mut gpu, &scene);
        assert!(passes(&found).len() == 3 && found.run.stats.gpu.unwrap().compared() < 3_000 * 400);
    }
    check("crowds", &mut gpu, &scene, 1.0e-4);
}
