//! Many more threads than cores: the engine ends, and gives the answer that one thread gives.
//!
//! A value computed on first use, with the help of other threads and inside a lock, can wait for itself: a thread that
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

/// A strip along x, followed by a great many vertices that no triangle uses: placing them takes all the time, and many
/// runs of that are what a deadlock needs.
fn strip(length: u32, unused: usize) -> Mesh {
    let mut points: Vec<[f64; 3]> = (0..2 * length).map(|k| [f64::from(k / 2), f64::from(k % 2), 0.0]).collect();
    points.resize(points.len() + unused, [0.5, 0.5, 0.0]);
    let triangles = (0..2 * length - 2).map(|k| [k, k + 1, k + 2]).collect();
    Mesh::new(points, triangles).expect("finite and in range")
}

/// A long strip with many vertices, and short ones along it, upright and through it.
fn scene(run: u32) -> Scene {
    let mut scene = Scene::new();
    let post = strip(3, 0);
    let upright = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
    for k in 0..24 {
        let place = [4.0 * f64::from(k), 0.5, -0.4 - 0.01 * f64::from(run)];
        scene.add(format!("post {k}"), &post, Pose::affine(upright, place).expect("finite"));
    }
    scene.add("strip", &strip(100, 150_000), Pose::translation(0.0, 0.001 * f64::from(run), 0.0).unwrap());
    scene
}

/// Asks one engine of many threads about a strip that moves in every run, and expects what one thread finds.
fn stress(runs: u32, method: Method) {
    let mut many = Engine::cpu_with_threads(THREADS).expect("threads");
    let mut one = Engine::cpu_with_threads(1).expect("a thread");
    let mut scene = scene(0);
    let strip = scene.ids().last().expect("the last one added");
    for run in 0..runs {
        scene.set_pose(strip, Pose::translation(0.0, 0.0001 * f64::from(run), 0.0).unwrap());
        let question = Overlaps::new().method(method);
        let found = many.run(&scene, &question).expect("in range");
        assert_eq!(found.pairs.len(), 24, "run {run}");
        if run % 64 == 0 {
            let expected = one.run(&scene, &question).expect("in range");
            assert_eq!((&found.pairs, found.findings()), (&expected.pairs, expected.findings()), "run {run}");
        }
    }
}

#[test]
fn many_threads_end_when_objects_are_divided() {
    must_end("divide", || stress(1000, Method::Divide));
}

#[test]
fn many_threads_end_when_objects_are_swept() {
    must_end("sweep", || stress(1000, Method::Sweep));
}

#[test]
fn many_threads_end_when_the_method_is_chosen() {
    must_end("auto", || stress(1000, Method::Auto));
}

#[test]
fn many_threads_end_when_distances_and_self_overlaps_are_asked_for() {
    must_end("clearance and self-overlaps", || {
        let mut engine = Engine::cpu_with_threads(2 * THREADS).expect("threads");
        for run in 0..40 {
            let scene = scene(run);
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
            let mesh = strip(40_000, 0);
            let counts: Vec<usize> =
                pool.install(|| (0..64).into_par_iter().map(|_| mesh.degenerate_count()).collect());
            assert_eq!(counts, [0; 64]);
        }
    });
}
