//! Asks CPU and GPU the same.

use allide::{
    Choice, Clearance, Engine, Error, Faults, GpuError, GpuOptions, Mesh, Method, ObjectPair, Overlaps, Pose, Question,
    Report, Scene, SelfOverlaps,
};
use allide_scenes::{scenes, shapes};

/// An engine on any adapter, or `None`, which is said, unless `ALLIDE_REQUIRE_GPU=1` demands one.
pub fn engine(options: GpuOptions) -> Option<Engine> {
    match Engine::gpu_with(Choice::Any, options) {
        Ok(engine) => Some(engine),
        Err(error @ Error::Gpu(GpuError::NoAdapter { .. } | GpuError::TooSmall { .. })) if !is_required() => {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn is_required() -> bool {
    std::env::var_os("ALLIDE_REQUIRE_GPU").is_some_and(|value| value == "1")
}

/// What must not depend on the device: everything but the cost.
pub fn answer<F: Copy>(report: &Report<F>) -> (Vec<ObjectPair>, Vec<F>) {
    (report.pairs.clone(), report.findings().to_vec())
}

/// Asks all questions on both; returns how many findings each had.
pub fn check(name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [usize; 3] {
    let mut cpu = Engine::cpu();
    let question = Overlaps::new().method(Method::Divide);
    let overlaps = cpu.run(scene, &question).unwrap();
    let found = gpu.run(scene, &Overlaps::new()).unwrap();
    assert_same(name, "overlaps", &found, &overlaps);
    assert_eq!(found.run.means(), "bvh, gpu", "{name}");
    let folds = cpu.run(scene, &SelfOverlaps::of_all().method(Method::Divide)).unwrap();
    assert_same(name, "self-overlaps", &gpu.run(scene, &SelfOverlaps::of_all()).unwrap(), &folds);

    let near = Clearance::within(clearance).unwrap();
    let pairs = cpu.run(scene, &near.clone().method(Method::Divide)).unwrap();
    assert_same(name, "clearance", &gpu.run(scene, &near).unwrap(), &pairs);
    let near = near.with_triangles();
    let triangles = cpu.run(scene, &near.clone().method(Method::Divide)).unwrap();
    assert_same(name, "clearance of triangles", &gpu.run(scene, &near).unwrap(), &triangles);
    [overlaps.findings().len(), folds.findings().len(), triangles.findings().len()]
}

/// Asks for less than everything.
pub fn check_parts(name: &str, gpu: &mut Engine, scene: &Scene) {
    let mut cpu = Engine::cpu();
    for id in scene.ids().take(3) {
        let one = cpu.run(scene, &SelfOverlaps::of(id).method(Method::Divide)).unwrap();
        assert_same(name, "self-overlaps of one", &gpu.run(scene, &SelfOverlaps::of(id)).unwrap(), &one);
    }
    check_any(name, gpu, scene, &Overlaps::new());
    check_any(name, gpu, scene, &SelfOverlaps::of_all());
}

/// A witness is a finding, and there is one wherever there are findings.
pub fn check_any<Q: Question<Finding: PartialEq>>(name: &str, gpu: &mut Engine, scene: &Scene, question: &Q) {
    let (all, any) = (gpu.run(scene, question).unwrap(), gpu.any(scene, question).unwrap());
    assert_eq!(any.is_some(), !all.pairs.is_empty(), "{name}: any");
    if let Some(any) = any {
        let finding = any.finding.expect("they rest on triangles");
        let found = all.between(any.a, any.b);
        assert!(found.is_empty() || found.contains(&finding), "{name}: {finding:?} of {:?}, {:?}", any.a, any.b);
        assert!(all.pairs.iter().any(|pair| (pair.a, pair.b) == (any.a, any.b)), "{name}: {:?}, {:?}", any.a, any.b);
    }
}

/// The same answer, or a panic that says how they differ.
pub fn assert_same<F: Copy + PartialEq + std::fmt::Debug>(
    name: &str,
    question: &str,
    gpu: &Report<F>,
    cpu: &Report<F>,
) {
    let (found, expected) = (answer(gpu), answer(cpu));
    if found != expected {
        let missing = expected.1.iter().find(|finding| !found.1.contains(finding));
        let extra = found.1.iter().find(|finding| !expected.1.contains(finding));
        panic!(
            "{name}, {question}: {} findings and {} pairs instead of {} and {}; missing {missing:?}, extra {extra:?}; {:?}",
            found.1.len(),
            found.0.len(),
            expected.1.len(),
            expected.0.len(),
            gpu.run.stats,
        );
    }
}

/// Whichever of these allocations fails, the answer stays the same.
pub fn check_full_card(question: &Overlaps, allocations: impl IntoIterator<Item = u32>) {
    let scene = scenes::blobs(1000);
    let expected = answer(&Engine::cpu().run(&scene, &Overlaps::new()).unwrap());
    for allocation in allocations {
        let faults = Faults { fail_allocation: Some(allocation), ..Faults::default() };
        let Some(mut gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
        assert_eq!(answer(&gpu.run(&scene, question).unwrap()), expected, "allocation {allocation}");
    }
}

/// The same triangle many times, in two objects: every pair overlaps, and so does every node of their trees.
pub fn piles(a: usize, b: usize) -> Scene {
    let triangle = vec![[0.25, 0.5, 0.0], [1.25, 0.5, 0.0], [0.25, 1.5, 0.0]];
    let mut scene = Scene::new();
    for (name, count) in [("a", a), ("b", b)] {
        scene.add(name, &Mesh::new(triangle.clone(), vec![[0, 1, 2]; count]).unwrap(), Pose::IDENTITY);
    }
    scene
}

/// One object deforms, a second one passes through it and a third one stays. Returns the last frame.
pub fn move_and_deform(frames: u32, mut check: impl FnMut(&str, &Scene)) -> Scene {
    let body = shapes::blob(1, 1000);
    let mut scene = Scene::new();
    let a = scene.add("a", &body, Pose::IDENTITY);
    let b = scene.add("b", &shapes::blob(2, 300), Pose::IDENTITY);
    scene.add("c", &body, Pose::translation(0.5, 0.5, 0.5).unwrap());
    for frame in 0..frames {
        let time = 1.2 * f64::from(frame) / f64::from(frames);
        scene.set_positions(a, allide_scenes::deform(&body, time)).unwrap();
        scene.set_pose(b, Pose::rotation_translation([1.0, 0.0, 1.0], time, [2.0 - 3.0 * time, 0.0, 0.25]).unwrap());
        check(&format!("frame {frame}"), &scene);
    }
    scene
}
