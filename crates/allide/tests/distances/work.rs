//! How many triangle pairs are measured: few, wherever the objects are and whatever limit is asked for.

use super::cases::{plate, scaled};
use super::{nearest, rows, run};
use allide::{Clearance, Method, Nearest, Pose, Report, Scene, TriangleDistance};
use allide_scenes::shapes::{blob, icosphere};
use allide_scenes::{moved, turned};

/// A small part of the hundreds of millions of pairs that there are.
const FEW: u64 = 20_000;

/// Asks without a limit and within some, all with trees: one answer, and few pairs measured for each.
fn check(name: &str, scene: &Scene, limits: &[f64]) {
    let candidates = |report: &Report<TriangleDistance>| report.run.stats.candidates;
    let whole = run(scene, &Nearest::new().method(Method::Bvh));
    assert!(candidates(&whole) < FEW, "{name}: {} pairs measured", candidates(&whole));
    for &limit in limits {
        assert!(nearest(&whole.pairs[0]).distance < limit);
        let within = run(scene, &Clearance::within(limit).unwrap().method(Method::Bvh));
        assert_eq!(rows(&within), rows(&whole), "{name} within {limit}");
        assert!(candidates(&within) < FEW, "{name} within {limit}: {} pairs measured", candidates(&within));
    }
}

fn two(a: &allide::Mesh, b: &allide::Mesh, pose: Pose, outer: &Pose) -> Scene {
    let mut scene = Scene::new();
    scene.add("", a, *outer);
    scene.add("", b, outer.after(&pose).expect("finite"));
    scene
}

#[test]
fn parallel_plates_need_few_measurements() {
    let plate = plate(100);
    for (name, outer) in [("along axes", Pose::IDENTITY), ("askew", turned([1.0, 2.0, -0.7], 0.83, [0.1, 0.2, 0.3]))] {
        for gap in [0.0, 1e-6, 0.5, 3.0] {
            check(
                &format!("plates {gap} apart, {name}"),
                &two(&plate, &plate, moved(0.0, 0.0, gap), &outer),
                &[4.0, 1e6],
            );
        }
        check(&format!("plates beside, {name}"), &two(&plate, &plate, moved(1.5, 1.25, 0.0), &outer), &[1.0, 1e6]);
    }
}

#[test]
fn diagonal_gaps_need_few_measurements() {
    let (ball, body) = (icosphere(4), blob(2, 20_000));
    check("balls", &two(&ball, &ball, moved(100.0, 37.0, 59.0), &Pose::IDENTITY), &[125.0, 1000.0, 1e6]);
    check("bodies", &two(&body, &body, moved(1.9, 1.8, 1.7), &Pose::IDENTITY), &[2.0, 1000.0, 1e6]);
    check("a ball in a ball", &two(&ball, &ball, scaled([0.5; 3], [0.01, 0.02, 0.0]), &Pose::IDENTITY), &[1.0, 1e6]);
}

#[test]
fn a_limit_that_changes_no_answer_changes_no_work() {
    let body = blob(2, 20_000);
    let scene = two(&body, &body, moved(2.6, 0.3, 0.2), &Pose::IDENTITY);
    let ask = |limit: f64| run(&scene, &Clearance::within(limit).unwrap().method(Method::Bvh));
    let apart = nearest(&run(&scene, &Nearest::new()).pairs[0]).distance;
    assert!((0.1..1.0).contains(&apart), "{apart}");
    let [near, far] = [1.0, 1e6].map(|limit| ask(limit).run.stats.candidates);
    assert!(near < FEW && far < near * 3 / 2 + 1000, "{near} within 1, {far} within a million");
}

/// On several threads, which pairs are measured depends on which of them is first to find a near one.
#[test]
fn one_thread_measures_the_same_pairs_every_time() {
    let body = blob(2, 5_000);
    let scene = two(&body, &body, moved(1.9, 1.8, 1.7), &Pose::IDENTITY);
    let count = || {
        let mut engine = allide::Engine::cpu_with_threads(1).unwrap();
        engine.run(&scene, &Nearest::new().method(Method::Bvh)).unwrap().run.stats.candidates
    };
    assert_eq!(count(), count());
}
