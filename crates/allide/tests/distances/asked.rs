//! Ways to ask: without a limit, within one, of one object, with triangle pairs, by any method, with any number of threads.

use super::{Row, cases, methods, nearest, rows, run};
use allide::{Clearance, Engine, Error, Mesh, Method, Nearest, PairClass, Pose, QuestionKind, Scene};
use allide_scenes::{moved, turned};

pub fn clearance(distance: f64) -> Clearance {
    Clearance::within(distance).expect("a distance").with_duplicates()
}

/// Larger than all distances of these rows, and finite.
fn beyond(rows: &[Row]) -> f64 {
    let largest = rows.iter().fold(0.0, |largest: f64, row| largest.max(f64::from_bits(row.2[0])));
    (largest * 4.0).clamp(f64::from_bits(1), f64::MAX)
}

#[test]
fn all_methods_and_numbers_of_threads_have_one_answer_to_the_last_bit() {
    cases::all().iter().chain(&cases::large()).for_each(|(name, scene)| one_answer(name, scene));
}

/// Of all methods, with several numbers of threads, with no limit and within one that is large enough.
pub fn one_answer(name: &str, scene: &Scene) {
    let expected = rows(&run(scene, &Nearest::new().with_duplicates().method(Method::Brute)));
    assert!(!expected.is_empty(), "{name}");
    let limit = beyond(&expected);
    for method in methods().filter(|&method| method != Method::Brute) {
        for threads in [1, 3] {
            let mut engine = Engine::cpu_with_threads(threads).expect("threads");
            let report = engine.run(scene, &Nearest::new().with_duplicates().method(method)).expect("in range");
            assert_eq!(rows(&report), expected, "{name}, {method}, {threads} threads");
            assert!(report.findings().is_empty());
            assert!(report.pairs.iter().all(|pair| pair.class == PairClass::Distance && pair.triangle_pairs == 0));
            let within = engine.run(scene, &clearance(limit).method(method)).expect("in range");
            assert_eq!(rows(&within), expected, "{name}, {method}, {threads} threads, within {limit}");
        }
    }
}

#[test]
fn a_limit_keeps_the_pairs_that_are_nearer_and_no_others() {
    for (name, scene) in cases::all() {
        let whole = rows(&run(&scene, &Nearest::new().with_duplicates()));
        let distances = whole.iter().map(|row| f64::from_bits(row.2[0])).filter(|&distance| distance > 0.0);
        let limits = distances.flat_map(|distance| [distance * 0.75, distance.next_up(), distance * 1.25]);
        for limit in limits.filter(|limit| limit.is_finite() && *limit > 0.0) {
            let expected: Vec<Row> = whole.iter().copied().filter(|row| f64::from_bits(row.2[0]) < limit).collect();
            for method in methods() {
                let found = run(&scene, &clearance(limit).method(method));
                assert_eq!(rows(&found), expected, "{name}, {method}, within {limit:e}");
            }
        }
    }
}

#[test]
fn triangle_pairs_change_no_distance_and_hold_the_nearest() {
    for (name, scene) in cases::all() {
        let limit = beyond(&rows(&run(&scene, &Nearest::new().with_duplicates())));
        let expected = rows(&run(&scene, &clearance(limit)));
        for method in methods() {
            let report = run(&scene, &clearance(limit).with_triangles().method(method));
            assert_eq!(rows(&report), expected, "{name}, {method}");
            for pair in &report.pairs {
                let findings = report.findings_of(pair);
                assert_eq!(findings.len(), pair.triangle_pairs);
                assert!(findings.iter().any(|finding| finding.nearest == *nearest(pair)), "{name}, {method}");
            }
        }
    }
}

#[test]
fn one_object_has_the_rows_of_the_whole() {
    for (name, scene) in cases::all() {
        let whole = rows(&run(&scene, &Nearest::new().with_duplicates()));
        for id in scene.ids() {
            let of_id = |row: &&Row| row.0 == id.index() || row.1 == id.index();
            let expected: Vec<Row> = whole.iter().filter(of_id).copied().collect();
            for method in methods() {
                let report = run(&scene, &Nearest::new().with_duplicates().of(id).method(method));
                assert_eq!(rows(&report), expected, "{name}, {method}, {id:?}");
                assert_eq!(report.run.asked[0].object, Some(id));
                assert_eq!(report.run.asked[0].question, QuestionKind::Nearest);
            }
        }
    }
}

#[test]
fn pairs_of_ignored_groups_are_left_out() {
    let (plate, pose) = (cases::plate(3), |k: f64| moved(1.5 * k, 2.0 * k, 0.5));
    let mut scene = Scene::new();
    let ids = [0.0, 1.0, 2.0, 3.0].map(|k| scene.add("", &plate, pose(k)));
    let whole = rows(&run(&scene, &Nearest::new().with_duplicates()));
    assert_eq!(whole.len(), 6);
    let (left, right) = (scene.add_group(), scene.add_group());
    ids[..2].iter().for_each(|&id| scene.set_group(id, left));
    ids[2..].iter().for_each(|&id| scene.set_group(id, right));
    scene.ignore(left, left);
    let expected: Vec<Row> = whole.into_iter().filter(|row| (row.0, row.1) != (0, 1)).collect();
    for method in methods() {
        assert_eq!(rows(&run(&scene, &Nearest::new().with_duplicates().method(method))), expected, "{method}");
        let of_first = run(&scene, &Nearest::new().with_duplicates().of(ids[0]).method(method));
        assert_eq!(rows(&of_first), expected[..2], "{method}");
    }
}

#[test]
fn an_object_without_triangles_is_in_no_pair() {
    let nothing = Mesh::new(vec![[0.0; 3], [1.0; 3]], Vec::new()).unwrap();
    let mut scene = Scene::new();
    let first = scene.add("", &nothing, Pose::IDENTITY);
    for method in methods() {
        assert!(run(&scene, &Nearest::new().with_duplicates().method(method)).pairs.is_empty());
    }
    let ids = [0.0, 3.0].map(|x| scene.add("", &cases::plate(2), moved(x, 0.0, 0.0)));
    for method in methods() {
        assert!(run(&scene, &Nearest::new().with_duplicates().of(first).method(method)).pairs.is_empty(), "{method}");
        let report = run(&scene, &Nearest::new().with_duplicates().method(method));
        assert_eq!(rows(&report).iter().map(|row| (row.0, row.1)).collect::<Vec<_>>(), [(1, 2)], "{method}");
        assert_eq!(nearest(&report.pairs[0]).distance, 2.0);
    }
    scene.remove(ids[1]);
    assert!(run(&scene, &Nearest::new().with_duplicates()).pairs.is_empty());
    assert!(matches!(
        Engine::cpu().run(&scene, &Nearest::new().with_duplicates().of(ids[1])),
        Err(Error::NoSuchObject { .. })
    ));
}

#[test]
fn a_kept_engine_answers_as_a_new_one_while_objects_move() {
    let bodies = [1, 2, 3].map(|seed| allide_scenes::shapes::blob(seed, 700));
    let mut engines: Vec<_> = methods().filter(|&m| m != Method::Brute).map(|m| (m, Engine::cpu())).collect();
    let mut scene = Scene::new();
    let ids = [0.0, 2.5, 5.0].map(|x| scene.add("", &bodies[(x / 2.5) as usize], moved(x, 0.3 * x, 0.0)));
    for frame in 0..8 {
        let t = f64::from(frame);
        scene.set_pose(ids[1], turned([1.0, t, 2.0], 0.2 * t, [2.5 + 0.3 * t, 1.0 - 0.1 * t, 0.4 * t]));
        if frame == 4 {
            let positions = bodies[2].positions().iter().map(|point| (*point * 1.25).to_array()).collect();
            scene.set_positions(ids[2], positions).unwrap();
        }
        let expected = rows(&run(&scene, &Nearest::new().with_duplicates().method(Method::Brute)));
        for (method, engine) in &mut engines {
            let found = engine.run(&scene, &Nearest::new().with_duplicates().method(*method)).unwrap();
            assert_eq!(rows(&found), expected, "{method}, frame {frame}");
        }
    }
}
