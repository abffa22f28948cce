//! Asks CPU and GPU the same.

use allide::{
    Choice, Engine, Error, Faults, GpuError, GpuOptions, Method, ObjectPair, Overlaps, Pose, Question, Report, Scene,
};
use allide_scenes::suite::{self, Bits, Case, Findings, Tally, Way};
use allide_scenes::{scenes, shapes};

/// Whether tests on a GPU must not be left out: `ALLIDE_REQUIRE_GPU=1` says so.
pub fn is_gpu_required() -> bool {
    std::env::var_os("ALLIDE_REQUIRE_GPU").is_some_and(|value| value == "1")
}

/// An engine on any adapter, for tests; without an adapter `None`, with a message, unless one is required.
pub fn engine(options: GpuOptions) -> Option<Engine> {
    match Engine::gpu_with(Choice::Any, options) {
        Ok(engine) => Some(engine),
        Err(error @ Error::Gpu(GpuError::NoAdapter { .. } | GpuError::TooSmall { .. })) if !is_gpu_required() => {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// What must not depend on the device: everything but the cost.
pub fn answer<F: Copy>(report: &Report<F>) -> (Vec<ObjectPair>, Vec<F>) {
    (report.pairs.clone(), report.findings().to_vec())
}

/// Compares cases with the CPU in several ways, or panics and says how they differ.
pub fn agree(gpu: &mut Engine, ways: &[Way], cases: impl IntoIterator<Item = Case>) -> Tally {
    suite::agree(gpu, ways, cases).unwrap_or_else(|error| panic!("{error}"))
}

/// Asks all questions that a method answers; returns how many findings each had.
pub fn check_by(method: Method, name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [usize; 3] {
    agree(gpu, &[Way::gpu(method)], [Case::new(name, scene.clone(), clearance)]).counts
}

/// The same by the method that is chosen.
pub fn check(name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [usize; 3] {
    check_by(Method::Auto, name, gpu, scene, clearance)
}

/// Asks for less than everything.
pub fn check_parts(name: &str, gpu: &mut Engine, scene: &Scene) {
    let case = Case::of(name, scene.clone());
    let whole = case.expected(Method::Auto).unwrap();
    let agree = Tally::compare_parts(gpu, &[Way::gpu(Method::Auto)], (&case, 3), &whole);
    agree.unwrap_or_else(|error| panic!("{error}"));
}

/// A witness is a finding, and there is one wherever there are findings.
pub fn check_any<Q: Question<Finding: PartialEq>>(name: &str, gpu: &mut Engine, scene: &Scene, question: &Q) {
    let all = match gpu.run(scene, question) {
        Err(error) if error.is_lacking() => return,
        all => all.unwrap(),
    };
    let any = gpu.any(scene, question).unwrap();
    assert_eq!(any.is_some(), !all.pairs.is_empty() || !all.sets.is_empty(), "{name}: any");
    if let Some(any) = any {
        let finding = any.finding.expect("they rest on triangles");
        let found = all.between(any.a, any.b);
        assert!(found.is_empty() || found.contains(&finding), "{name}: {finding:?} of {:?}, {:?}", any.a, any.b);
        let is_pair = all.pairs.iter().any(|pair| (pair.a, pair.b) == (any.a, any.b));
        let is_in_set = all.sets.iter().any(|set| [any.a, any.b].iter().all(|id| set.objects.contains(id)));
        assert!(is_pair || is_in_set, "{name}: {:?}, {:?}", any.a, any.b);
    }
}

/// The same answer, or a panic that says how they differ.
pub fn assert_same<F: Bits + Copy + std::fmt::Debug>(name: &str, gpu: &Report<F>, cpu: &Report<F>) {
    if let Some(what) = Findings::from(gpu).difference(&cpu.into()) {
        panic!("{name}: {what}; {:?}", gpu.run.stats);
    }
}

/// Whichever of these allocations fails, the answer stays the same.
pub fn check_full_gpu(question: &Overlaps, allocations: impl IntoIterator<Item = u32>) {
    let scene = scenes::blobs(1000);
    let expected = answer(&Engine::cpu().run(&scene, &Overlaps::new()).unwrap());
    for allocation in allocations {
        let faults = Faults { fail_allocation: Some(allocation), ..Faults::default() };
        let Some(mut gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
        assert_eq!(answer(&gpu.run(&scene, question).unwrap()), expected, "allocation {allocation}");
    }
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
