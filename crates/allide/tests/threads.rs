//! Many more threads than cores: the engine ends, and gives the answer that one thread gives.
//!
//! What is computed when first needed, with the help of other threads and inside a lock, can wait for itself: a thread that
//! waits for help is handed other work, and that may need the same lock. These scenes provoke it: an object that is placed
//! in parallel, in a pose that is new in every run, with neighbours enough for every thread.

use allide::{Clearance, Engine, Mesh, Method, Overlaps, Pose, Scene, SelfOverlaps};
use std::sync::mpsc;
use std::time::Duration;

const THREADS: usize = 16;
/// Far more than the slowest machine needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// Fails if `work` does not end: a test that hangs tells nobody why.
fn must_end(what: &'static str, work: impl FnOnce() + Send + 'static) {
    let (done, is_done) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        work();
        done.send(()).expect("somebody waits");
    });
    match is_done.recv_timeout(PATIENCE) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{what} did not end within {PATIENCE:?}"),
        _ => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
    }
}

/// A sheet of so many vertices, long and narrow.
fn sheet(vertices: u32) -> Mesh {
    const WIDTH: u32 = 40;
    let height = vertices / WIDTH;
    let point = |k: u32| [f64::from(k / WIDTH), f64::from(k % WIDTH), 0.1 * f64::from(k % 7)];
    let cell = |k: u32| k + k / (WIDTH - 1);
    let quad = |k: u32| [[k, k + 1, k + WIDTH], [k + 1, k + WIDTH + 1, k + WIDTH]];
    let triangles = (0..(WIDTH - 1) * (height - 1)).flat_map(|k| quad(cell(k))).collect();
    Mesh::new((0..WIDTH * height).map(point).collect(), triangles).expect("finite and in range")
}

/// A large sheet in a pose, and posts along it, some through it.
fn scene(turn: f64) -> Scene {
    let mut scene = Scene::new();
    let post = sheet(120);
    let pose = |x: f64, z: f64| Pose::translation(x, 0.25 * turn, z);
    for k in 0..24 {
        scene.add(format!("post {k}"), &post, pose(40.0 * f64::from(k), f64::from(k % 3) - 1.0));
    }
    scene.add("sheet", &sheet(40_000), pose(0.0, 0.05));
    scene
}

/// Asks one engine of many threads about a scene that moves in every run, and expects what one thread finds.
fn stress(runs: u32, method: Method) {
    let mut many = Engine::cpu_with_threads(THREADS).expect("threads");
    let mut one = Engine::cpu_with_threads(1).expect("a thread");
    let mut scene = scene(0.0);
    let ids: Vec<_> = scene.ids().collect();
    let mut counts = 0;
    for run in 0..runs {
        for (k, &id) in ids.iter().enumerate() {
            let x = if k + 1 == ids.len() { 0.0 } else { 40.0 * k as f64 };
            scene.set_pose(id, Pose::translation(x, 0.01 * f64::from(run), 0.5 * (k % 3) as f64));
        }
        let question = Overlaps::new().method(method);
        let found = many.run(&scene, &question).expect("in range");
        counts += found.findings().len();
        if run % 16 == 0 {
            let expected = one.run(&scene, &question).expect("in range");
            assert_eq!((&found.pairs, found.findings()), (&expected.pairs, expected.findings()), "run {run}");
        }
    }
    assert!(counts > 0, "the objects meet");
}

#[test]
fn many_threads_end_when_objects_are_divided() {
    must_end("divide", || stress(150, Method::Divide));
}

#[test]
fn many_threads_end_when_objects_are_swept() {
    must_end("sweep", || stress(60, Method::Sweep));
}

#[test]
fn many_threads_end_when_the_method_is_chosen() {
    must_end("auto", || stress(60, Method::Auto));
}

#[test]
fn many_threads_end_when_distances_and_self_overlaps_are_asked_for() {
    must_end("clearance and self-overlaps", || {
        let mut engine = Engine::cpu_with_threads(2 * THREADS).expect("threads");
        for run in 0..25 {
            let scene = scene(f64::from(run));
            let near = engine.run(&scene, &Clearance::within(0.5).expect("positive")).expect("in range");
            assert!(!near.pairs.is_empty());
            engine.run(&scene, &SelfOverlaps::of_all()).expect("in range");
        }
    });
}

#[test]
fn counting_degenerate_triangles_from_many_threads_ends() {
    use rayon::prelude::*;
    must_end("degenerate_count", || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().expect("threads");
        for _ in 0..20 {
            let mesh = sheet(40_000);
            let counts: Vec<usize> =
                pool.install(|| (0..64).into_par_iter().map(|_| mesh.degenerate_count()).collect());
            assert_eq!(counts, [0; 64]);
        }
    });
}
