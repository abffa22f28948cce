//! Ways to ask: about one object, for object pairs alone, until the first finding, with a watch; and scenes that lose objects.

use allide::{Clearance, Engine, Error, Mesh, Method, ObjectPair, Overlaps, Pose, Question, Report, Scene, Watch};
use allide::{PairClass, SelfOverlaps};
use allide_scenes::Random;
use allide_scenes::hard::{self, KINDS};
use std::time::{Duration, Instant};

fn run<Q: Question>(scene: &Scene, question: &Q) -> Report<Q::Finding> {
    Engine::cpu().run(scene, question).expect("in range")
}

/// What pairs tell besides where their findings are.
fn verdicts(pairs: &[ObjectPair]) -> Vec<(usize, usize, PairClass)> {
    pairs.iter().map(|pair| (pair.a.index(), pair.b.index(), pair.class)).collect()
}

fn scenes() -> impl Iterator<Item = (String, Scene, f64)> {
    let seeds = [1, 2, 3];
    KINDS.into_iter().flat_map(move |kind| {
        seeds.map(|seed| {
            let (scene, near) = hard::scene(kind, &mut Random::new(seed));
            (format!("{kind:?} {seed}"), scene, near)
        })
    })
}

#[test]
fn one_object_against_all_others_is_a_part_of_all_against_all() {
    let mut found = 0;
    for (name, scene, distance) in scenes() {
        let near = Clearance::within(distance).unwrap().with_triangles();
        let (overlaps, distances) = (run(&scene, &Overlaps::new()), run(&scene, &near));
        for method in Method::on(allide::Device::Cpu) {
            for id in scene.ids() {
                let own = |pair: &&ObjectPair| pair.a == id || pair.b == id;
                let part = run(&scene, &Overlaps::new().of(id).method(method));
                let expected = overlaps.pairs.iter().filter(own);
                assert!(
                    expected.clone().map(|pair| (pair.a, pair.b)).eq(part.pairs.iter().map(|pair| (pair.a, pair.b)))
                );
                for pair in expected {
                    assert_eq!(overlaps.findings_of(pair), part.between(pair.a, pair.b), "{name}, {method}");
                    found += 1;
                }
                let part = run(&scene, &near.clone().of(id).method(method));
                let expected = distances.pairs.iter().filter(own).flat_map(|pair| distances.findings_of(pair));
                assert!(expected.eq(part.findings()), "{name}, {method}");
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn object_pairs_alone_have_the_same_classes_and_no_triangles() {
    let mut classes = std::collections::BTreeSet::new();
    for (name, mut scene, _) in scenes() {
        let first = scene.objects()[0].clone();
        scene.add("twin", first.mesh(), *first.pose());
        for method in Method::on(allide::Device::Cpu) {
            let all = run(&scene, &Overlaps::new().method(method));
            let pairs = run(&scene, &Overlaps::new().method(method).pairs_only());
            assert_eq!(verdicts(&all.pairs), verdicts(&pairs.pairs), "{name}, {method}");
            assert!(pairs.findings().is_empty() && pairs.pairs.iter().all(|pair| pair.triangle_pairs == 0));
            classes.extend(pairs.pairs.iter().map(|pair| pair.class));
        }
    }
    assert_eq!(classes.len(), 3, "{classes:?}");
}

#[test]
fn a_witness_is_one_of_the_findings() {
    for (name, scene, distance) in scenes() {
        for method in Method::on(allide::Device::Cpu) {
            let overlaps = Overlaps::new().method(method);
            let (all, first) = (run(&scene, &overlaps), Engine::cpu().any(&scene, &overlaps).unwrap());
            assert_eq!(first.is_some(), !all.pairs.is_empty(), "{name}, {method}");
            if let Some(first) = first {
                assert!(all.between(first.a, first.b).contains(&first.finding.unwrap()), "{name}, {method}");
            }
            let near = Clearance::within(distance).unwrap().with_triangles().method(method);
            let (all, first) = (run(&scene, &near), Engine::cpu().any(&scene, &near).unwrap());
            if let Some(first) = first {
                assert!(all.between(first.a, first.b).contains(&first.finding.unwrap()), "{name}, {method}");
            }
            let folds = SelfOverlaps::of_all().method(method);
            let (all, first) = (run(&scene, &folds), Engine::cpu().any(&scene, &folds).unwrap());
            if let Some(first) = first {
                assert!(all.between(first.a, first.a).contains(&first.finding.unwrap()), "{name}, {method}");
            }
        }
    }
}

#[test]
fn a_scene_that_lost_an_object_answers_as_one_that_never_had_it() {
    for (name, whole, _) in scenes() {
        for id in whole.ids() {
            let mut engine = Engine::cpu();
            engine.run(&whole, &Overlaps::new()).unwrap();
            let (mut scene, mut without) = (whole.clone(), whole.clone());
            scene.remove(id);
            // The same places, with something far away in this one.
            let far = Mesh::new(vec![[1e200; 3]; 3], vec![[0, 1, 2]]).unwrap();
            without.remove(id);
            let other = without.add("far", &far, Pose::IDENTITY);
            assert_eq!((other.index(), other == id), (id.index(), false));
            let lost = engine.run(&scene, &Overlaps::new()).unwrap();
            assert_eq!(verdicts(&lost.pairs), verdicts(&run(&without, &Overlaps::new()).pairs), "{name}");
            assert!(lost.pairs.iter().all(|pair| pair.a != id && pair.b != id));
            let gone = engine.run(&scene, &Overlaps::new().of(id));
            assert!(matches!(gone, Err(Error::NoSuchObject { .. })), "{name}");
            assert!(matches!(engine.run(&without, &SelfOverlaps::of(id)), Err(Error::NoSuchObject { .. })));
        }
    }
}

#[test]
#[should_panic(expected = "removed")]
fn an_object_that_was_removed_cannot_be_moved() {
    let mut scene = Scene::new();
    let mesh = Mesh::new(Vec::new(), Vec::new()).unwrap();
    let old = scene.add("", &mesh, Pose::IDENTITY);
    scene.remove(old);
    scene.add("", &mesh, Pose::IDENTITY);
    scene.set_pose(old, Pose::IDENTITY);
}

/// Two balls of many triangles that pass through each other.
fn balls(level: u32) -> Scene {
    let ball = allide_scenes::shapes::icosphere(level);
    let mut scene = Scene::new();
    scene.add("", &ball, Pose::IDENTITY);
    scene.add("", &ball, Pose::translation(0.3, 0.2, 0.1).unwrap());
    scene
}

#[test]
fn a_watch_sees_the_work_go_on_to_its_end_and_changes_no_answer() {
    let scene = balls(5);
    for method in Method::on(allide::Device::Cpu).filter(|&method| method != Method::Brute) {
        let (watch, question) = (Watch::new(), Overlaps::new().method(method));
        let mut engine = Engine::cpu().with_watch(&watch);
        let expected = run(&scene, &question);
        // Whether this thread gets to look in between is up to the machine.
        let is_seen = (0..300).any(|_| {
            let (report, is_seen) = std::thread::scope(|threads| {
                let run = threads.spawn(|| engine.run(&scene, &question).unwrap());
                let mut is_seen = false;
                while !run.is_finished() {
                    is_seen |= (0.05..0.95).contains(&watch.fraction());
                    std::hint::spin_loop();
                }
                (run.join().unwrap(), is_seen)
            });
            assert_eq!((watch.fraction(), report.findings() == expected.findings()), (1.0, true), "{method}");
            is_seen
        });
        assert!(is_seen, "{method} tells nothing on the way");
    }
}

#[test]
fn a_cancelled_run_ends_soon_and_says_so() {
    let scene = balls(6);
    for method in [Method::Brute, Method::Auto, Method::Bvh, Method::Divide, Method::Sweep] {
        let watch = Watch::new();
        let mut engine = Engine::cpu().with_watch(&watch);
        let (result, since) = std::thread::scope(|threads| {
            // Brute force would take minutes.
            let (engine, scene) = (&mut engine, &scene);
            let run = threads.spawn(move || engine.run(scene, &Overlaps::new().method(method)));
            std::thread::sleep(Duration::from_millis(if method == Method::Brute { 50 } else { 3 }));
            watch.cancel();
            let cancelled = Instant::now();
            (run.join().unwrap(), cancelled.elapsed())
        });
        assert!(matches!(result, Err(Error::Cancelled)), "{method}");
        assert!(since < Duration::from_secs(2), "{method} goes on for {since:?}");
        assert!(matches!(engine.any(&scene, &Overlaps::new()), Err(Error::Cancelled)));
        // What was cut short leaves nothing wrong behind.
        let mut engine = engine.with_watch(&Watch::new());
        assert_eq!(engine.run(&scene, &Overlaps::new()).unwrap().findings(), run(&scene, &Overlaps::new()).findings());
    }
}
