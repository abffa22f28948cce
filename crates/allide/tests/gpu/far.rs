//! Looking at a scene in views finds what the other methods find.

use crate::harness::{assert_same, check_full_card, engine, move_and_deform, piles};
use crate::random::hard_scenes;
use allide::{
    Clearance, Cover, Device, Engine, Faults, GpuOptions, Mesh, Method, Overlaps, Pass, Pose, Report, Scene,
    SelfOverlaps, TrianglePair,
};
use allide_scenes::{Random, shapes};

/// Asks all questions on both; returns how many findings each had.
fn check(name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [usize; 3] {
    check_at(None, name, gpu, scene, clearance)
}

fn at(resolution: Option<u32>) -> Method {
    Method::Far { resolution, cover: Cover::Cells }
}

/// The same at a resolution.
fn check_at(resolution: Option<u32>, name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [usize; 3] {
    let method = at(resolution);
    let mut cpu = Engine::cpu();
    let question = Overlaps::new();
    let overlaps = cpu.run(scene, &question.clone().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &question.method(method)).unwrap();
    assert_same(name, "overlaps", &found, &overlaps);
    assert_eq!((&found.run.methods[..], &found.run.devices[..]), (&[method][..], &[Device::Gpu][..]), "{name}");
    let question = SelfOverlaps::of_all();
    let folds = cpu.run(scene, &question.clone().method(Method::Divide)).unwrap();
    assert_same(name, "self-overlaps", &gpu.run(scene, &question.method(method)).unwrap(), &folds);
    let near = Clearance::within(clearance).unwrap().with_triangles();
    let triangles = cpu.run(scene, &near.clone().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &near.method(method)).unwrap();
    assert_same(name, "clearance of triangles", &found, &triangles);
    [overlaps.findings().len(), folds.findings().len(), triangles.findings().len()]
}

fn check_random(options: GpuOptions, seeds: std::ops::Range<u64>) {
    let Some(mut gpu) = engine(options) else { return };
    let mut findings = [0; 3];
    for (name, scene, clearance) in hard_scenes(seeds) {
        let found = check(&name, &mut gpu, &scene, clearance);
        findings = [0, 1, 2].map(|k| findings[k] + found[k]);
        let near = Clearance::within(clearance).unwrap();
        let pairs = Engine::cpu().run(&scene, &near.clone().method(Method::Divide)).unwrap();
        assert_same(&name, "clearance", &gpu.run(&scene, &near.method(Method::FAR)).unwrap(), &pairs);
    }
    assert!(findings.iter().all(|&count| count > 500), "{findings:?}");
}

#[test]
fn random_scenes_agree() {
    check_random(GpuOptions::default(), 6000..6002);
}

#[test]
fn random_scenes_agree_without_subgroups() {
    check_random(GpuOptions { subgroups: false, ..GpuOptions::default() }, 7000..7001);
}

#[test]
fn random_scenes_agree_with_unchecked_kernels() {
    check_random(GpuOptions { checked: false, ..GpuOptions::default() }, 8000..8001);
}

type Point = [f64; 3];

/// Two objects of a few triangles, at most 5 wide, and hard in one of several ways.
fn small_scene(kind: usize, random: &mut Random) -> [Vec<[Point; 3]>; 2] {
    let mut number = |low: f64, high: f64| random.between(low, high);
    let mut triangles = Vec::new();
    for index in 0..2 + (number(0.0, 8.0) as usize) {
        let mut point = |low: f64, high: f64| [number(low, high), number(low, high), number(low, high)];
        let near = |p: Point, q: Point, scale: f64| [0, 1, 2].map(|k| p[k] + scale * q[k]);
        let mut triangle = [point(1.0, 4.0), point(1.0, 4.0), point(1.0, 4.0)];
        match kind % 8 {
            // A corner on the plane of the triangle before, nearly: it grazes.
            0 if index % 2 == 1 => {
                let [p, q, r]: [Point; 3] = *triangles.last().expect("there is one before");
                let [u, v, w] = point(0.0, 0.5);
                let on_plane = [0, 1, 2].map(|k| p[k] + u * (q[k] - p[k]) + v * (r[k] - p[k]));
                triangle[0] = near(on_plane, point(-1.0, 1.0), if w < 0.2 { 0.0 } else { 1.0e-12 });
            }
            // Slivers.
            1 => triangle[2] = near(triangle[1], point(-1.0, 1.0), 1.0e-4),
            // Smaller than any cell, a few of them close together.
            2 => {
                let origin = near([2.5; 3], point(-1.0, 1.0), if index % 3 == 0 { 0.5 } else { 2.0e-3 });
                triangle = [origin, near(origin, point(-1.0, 1.0), 2.0e-3), near(origin, point(-1.0, 1.0), 2.0e-3)];
            }
            // Edge-on along an axis, on planes that others are in too.
            3 => {
                let plane = point(1.0, 4.0)[0].round();
                triangle.iter_mut().for_each(|corner| corner[index % 3] = plane);
            }
            // The same depth along an axis, for all.
            4 => triangle.iter_mut().for_each(|corner| corner[2] = 2.0),
            // Corners on a lattice: they touch, and some are degenerate.
            5 => triangle = triangle.map(|corner| corner.map(f64::round)),
            // A large one among small ones.
            6 if index > 0 => {
                let origin = point(1.0, 4.0);
                triangle = [origin, near(origin, point(-1.0, 1.0), 0.2), near(origin, point(-1.0, 1.0), 0.2)];
            }
            _ => {}
        }
        triangles.push(triangle);
    }
    let split = 1 + triangles.len() / 3;
    let others = triangles.split_off(split);
    [triangles, others]
}

/// Many of them side by side, too far apart to meet.
fn many_small_scenes(seed: u64, count: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    for index in 0..count {
        let place = [index % 7, index / 7 % 7, index / 49].map(|k| 8.0 * k as f64);
        for triangles in small_scene(index, &mut random) {
            let positions: Vec<Point> =
                triangles.iter().flatten().map(|p| [0, 1, 2].map(|k| p[k] + place[k])).collect();
            let corners = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            scene.add("small", &Mesh::new(positions, corners).unwrap(), Pose::IDENTITY);
        }
    }
    scene
}

#[test]
fn ten_thousand_random_scenes_lose_no_colliding_pair() {
    const SCENES: usize = 1000;
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut findings = [0; 3];
    let mut dropped = 0;
    for (run, resolution) in (0..10).zip([None, Some(16), None, Some(1), Some(24)].into_iter().cycle()) {
        let scene = many_small_scenes(run, SCENES);
        let clearance = [0.02, 0.3, 1.0e-9, 2.0][run as usize % 4];
        let found = check_at(resolution, &format!("run {run} at {resolution:?}"), &mut gpu, &scene, clearance);
        findings = [0, 1, 2].map(|k| findings[k] + found[k]);
        let triangles: usize = scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
        let passes = passes(&gpu.run(&scene, &Overlaps::new().method(at(resolution))).unwrap());
        dropped += triangles - passes.last().map_or(triangles, |pass| pass.triangles as usize);
    }
    assert!(findings.iter().all(|&count| count > 2000), "{findings:?}");
    assert!(dropped > 10_000, "{dropped}");
}

#[test]
fn built_in_scenes_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for (name, scene) in allide_scenes::small_suite() {
        let bounds = scene.objects().iter().flat_map(|object| object.mesh().positions().to_vec());
        let size = bounds.fold(0.0f64, |size, point| size.max(point.abs().max_element()));
        check(name, &mut gpu, &scene, (size * 0.01).max(f64::MIN_POSITIVE));
    }
}

fn passes<F>(report: &Report<F>) -> Vec<Pass> {
    report.run.stats.gpu.as_ref().expect("it ran on the GPU").passes().to_vec()
}

fn far(gpu: &mut Engine, scene: &Scene) -> Report<TrianglePair> {
    let report = gpu.run(scene, &Overlaps::new().method(Method::FAR)).unwrap();
    assert_same("far", "overlaps", &report, &Engine::cpu().run(scene, &Overlaps::new()).unwrap());
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
    let inside: Vec<Point> = body.positions().iter().map(|p| [p.x * 0.5, p.y * 0.5, p.z * 0.5]).collect();
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
        assert_same("piles", "overlaps", &report, &expected);
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
fn a_full_card_gets_shorter_lists() {
    check_full_card(&Overlaps::new().method(Method::FAR), (1..40).step_by(7));
}

#[test]
fn moving_and_deforming_scenes_agree_frame_by_frame() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    move_and_deform(4, |name, scene| {
        check(name, &mut gpu, scene, 0.02);
    });
}

#[test]
fn nothing_to_look_for_is_an_empty_answer() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let nothing = Mesh::new(vec![[0.0; 3], [1.0; 3]], Vec::new()).unwrap();
    let mut scene = Scene::new();
    check("no objects", &mut gpu, &scene, 1.0);
    scene.add("a", &nothing, Pose::IDENTITY);
    check("no triangles", &mut gpu, &scene, 1.0);
    scene.add("b", &shapes::cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY);
    check("one object with triangles", &mut gpu, &scene, 1.0);
    let point = Mesh::new(vec![[0.5, 0.5, 1.0]; 3], vec![[0, 1, 2]]).unwrap();
    scene.add("c", &point, Pose::IDENTITY);
    check("a point on it", &mut gpu, &scene, 1.0);
}

/// Triangles that are hard to tell apart by looking: along which axis, differs.
fn crowded(kind: usize, count: u32) -> Mesh {
    let mut random = Random::new(kind as u64);
    let mut positions: Vec<Point> = Vec::new();
    for index in 0..count {
        let t = f64::from(index) / f64::from(count);
        let [x, y, z] = random.point(0.0, 1.0);
        positions.extend(match kind {
            // Stacked.
            0 => [[0.0, 0.0, t], [1.0, 0.0, t], [0.0, 1.0, t]],
            // Tiny ones on a wall that is seen edge-on, in a corner of what a few large ones span.
            1 if index % 500 > 0 => {
                let [y, z] = [y * 0.01, z * 0.01];
                [[0.0, y, z], [0.0, y + 1.0e-4, z], [1.0e-5, y, z + 1.0e-4]]
            }
            1 => [[0.0, 0.0, t], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]],
            // Needles across everything.
            _ => [[x, 0.0, y], [y, 1.0, z], [y, 1.0, z + 1.0e-3]],
        });
    }
    Mesh::new(positions, (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap()
}

fn crowds(kind: usize, count: u32) -> Scene {
    let mut scene = Scene::new();
    scene.add("a", &crowded(kind, count), Pose::IDENTITY);
    scene.add("b", &crowded(kind, count / 2), Pose::translation(0.0, 3.0e-6, 2.0e-6).unwrap());
    scene
}

#[test]
fn crowds_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for kind in 0..3 {
        let scene = crowds(kind, 800);
        let found = far(&mut gpu, &scene);
        let folds = gpu.run(&scene, &SelfOverlaps::of_all().method(Method::FAR)).unwrap();
        assert_same("crowd", "self-overlaps", &folds, &Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap());
        let findings = [found.findings().len(), folds.findings().len()];
        assert!(kind == 0 || findings.iter().all(|&count| count > 5), "{kind}: {findings:?}");
    }
}

/// A crumpled cloth in one spot of two triangles that are a thousand times as wide.
fn stadium(count: usize) -> Mesh {
    let quad = vec![[-700.0, -500.0, -3.0], [800.0, -500.0, -2.0], [800.0, 600.0, 3.0], [-700.0, 600.0, 2.0]];
    let ground = Mesh::new(quad, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    shapes::merge([(&ground, Pose::IDENTITY), (&shapes::cloth(1, count), Pose::IDENTITY)])
}

#[test]
fn crowded_cells_are_not_compared_pairwise() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // Twice as many triangles take twice as long, not four times.
    for count in [4_000, 8_000] {
        let mut scene = Scene::new();
        scene.add("stadium", &stadium(count), Pose::IDENTITY);
        let expected = Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap();
        assert!(expected.findings().len() > 100, "{}", expected.findings().len());
        for run in 0..2 {
            let found = gpu.run(&scene, &SelfOverlaps::of_all().method(Method::FAR)).unwrap();
            assert_same("stadium", "self-overlaps", &found, &expected);
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
    assert_same("cloth", "self-overlaps", &found, &Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap());
    assert!(found.run.stats.gpu.unwrap().compared() > 0);
}

#[test]
fn crowds_of_two_objects_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // Every triangle of one is close to many of its own object and to few of the other.
    let scene = crowds(1, 3_000);
    for _ in 0..2 {
        let found = far(&mut gpu, &scene);
        assert!(passes(&found).len() == 3 && found.run.stats.gpu.unwrap().compared() < 3_000 * 400);
    }
    check("crowds", &mut gpu, &scene, 1.0e-4);
}

#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stdout, reason = "it is a report")]
fn time_of_crowds() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for count in [5_000, 20_000] {
        for kind in 0..3 {
            let scene = crowds(kind, count);
            for method in [Method::Bvh, Method::FAR] {
                let found = gpu.run(&scene, &Overlaps::new().method(method)).unwrap();
                let folds = gpu.run(&scene, &SelfOverlaps::of_all().method(method)).unwrap();
                println!(
                    "{count} of kind {kind} by {}: overlaps {:.0} ms, {} candidates; self-overlaps {:.0} ms, {} candidates",
                    method.name(),
                    found.run.stats.total_ms,
                    found.run.stats.candidates,
                    folds.run.stats.total_ms,
                    folds.run.stats.candidates,
                );
            }
        }
    }
}
