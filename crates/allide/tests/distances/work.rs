//! How many triangle pairs are measured: few, wherever the objects are and whatever limit is asked for.

use super::cases::{plate, scaled};
use super::{nearest, rows, run};
use allide::{Clearance, Method, Nearest, Pose, Report, Scene, TriangleDistance};
use allide_scenes::shapes::{blob, icosphere};
use allide_scenes::{moved, turned};

/// A small part of the hundreds of millions of pairs that there are.
const FEW: u64 = 20_000;

/// Asks without a limit and within some, all with trees: one answer, and at most `most` pairs measured for each.
fn check(name: &str, scene: &Scene, limits: &[f64], most: u64) {
    let candidates = |report: &Report<TriangleDistance>| report.run.stats.candidates;
    let whole = run(scene, &Nearest::new().with_duplicates().method(Method::Bvh));
    assert!(candidates(&whole) < most, "{name}: {} pairs measured", candidates(&whole));
    for &limit in limits {
        assert!(nearest(&whole.pairs[0]).distance < limit);
        let within = run(scene, &Clearance::within(limit).unwrap().with_duplicates().method(Method::Bvh));
        assert_eq!(rows(&within), rows(&whole), "{name} within {limit}");
        assert!(candidates(&within) < most, "{name} within {limit}: {} pairs measured", candidates(&within));
    }
}

fn two(a: &allide::Mesh, b: &allide::Mesh, pose: Pose, outer: &Pose) -> Scene {
    let mut scene = Scene::new();
    scene.add("", a, *outer);
    scene.add("", b, outer.after(&pose).expect("finite"));
    scene
}

const ASKEW: ([f64; 3], f64) = ([1.0, 2.0, -0.7], 0.83);

#[test]
fn parallel_plates_need_few_measurements() {
    let plate = plate(100);
    for (name, outer) in [("along axes", Pose::IDENTITY), ("askew", turned(ASKEW.0, ASKEW.1, [0.1, 0.2, 0.3]))] {
        for gap in [0.0, 1e-6, 3.0] {
            let scene = two(&plate, &plate, moved(0.0, 0.0, gap), &outer);
            // The rounding of points that are so close turns the line between them.
            let most = if gap == 1e-6 { 20 * FEW } else { FEW };
            check(&format!("plates {gap} apart, {name}"), &scene, &[4.0, 1e6], most);
        }
        let beside = two(&plate, &plate, moved(1.5, 1.25, 0.0), &outer);
        check(&format!("plates beside, {name}"), &beside, &[1.0, 1e6], FEW);
    }
}

/// Plates at gaps of which some are, up to rounding, between two steps of the order.
fn askew_plates(most: u64) {
    let (plate, outer) = (plate(100), turned(ASKEW.0, ASKEW.1, [0.1, 0.2, 0.3]));
    for gap in (1..=12).map(|k| f64::from(k) * 0.125) {
        let scene = two(&plate, &plate, moved(0.0, 0.0, gap), &outer);
        check(&format!("askew plates {gap} apart"), &scene, &[1e6], most);
    }
}

#[test]
fn plates_at_any_gap_need_no_more_measurements_than_a_multiple_of_their_triangles() {
    askew_plates(20 * 20_000);
}

#[test]
fn plates_at_any_gap_need_few_measurements() {
    askew_plates(FEW);
}

#[test]
fn diagonal_gaps_need_few_measurements() {
    let (ball, body) = (icosphere(4), blob(2, 20_000));
    let still = Pose::IDENTITY;
    check("bodies", &two(&body, &body, moved(1.9, 1.8, 1.7), &still), &[2.0, 1000.0, 1e6], FEW);
    // 26 million pairs, many of them almost as near as the nearest.
    check("balls", &two(&ball, &ball, moved(100.0, 37.0, 59.0), &still), &[125.0, 1000.0, 1e6], 2 * FEW);
    // All of it is almost as near, everywhere.
    check("a ball in a ball", &two(&ball, &ball, scaled([0.5; 3], [0.01, 0.02, 0.0]), &still), &[1.0, 1e6], 50 * FEW);
}

#[test]
fn small_bodies_apart_need_next_to_no_measurements() {
    let (ball, body) = (icosphere(2), blob(2, 500));
    for (x, y, z) in [(9.0, 7.0, -8.0), (0.0, 4.0, 3.0), (-2.0, 1.0, 2.0)] {
        check("small bodies", &two(&ball, &body, moved(x, y, z), &turned(ASKEW.0, ASKEW.1, [1.0; 3])), &[1e3], 200);
    }
    // Beyond a limit that their boxes are within: a plane between them tells.
    let scene = two(&ball, &ball, moved(2.0, 2.0, 2.0), &Pose::IDENTITY);
    let report = run(&scene, &Clearance::within(1.0).unwrap().with_duplicates().method(Method::Bvh));
    assert!(report.pairs.is_empty() && report.run.stats.candidates < 10, "{}", report.run.stats.candidates);
}

#[test]
fn a_limit_that_changes_no_answer_changes_no_work() {
    let body = blob(2, 20_000);
    let scene = two(&body, &body, moved(2.6, 0.3, 0.2), &Pose::IDENTITY);
    let ask = |limit: f64| run(&scene, &Clearance::within(limit).unwrap().with_duplicates().method(Method::Bvh));
    let apart = nearest(&run(&scene, &Nearest::new().with_duplicates()).pairs[0]).distance;
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
        engine.run(&scene, &Nearest::new().with_duplicates().method(Method::Bvh)).unwrap().run.stats.candidates
    };
    assert_eq!(count(), count());
}
