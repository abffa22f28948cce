//! Ways to ask: about one object, for object pairs alone, until the first finding, with a watch; and scenes that lose objects.

use allide::{Device, Engine, Error, Mesh, Method, ObjectPair, Overlaps, PairClass, Pose, Question, QuestionKind};
use allide::{Report, Scene, SelfOverlaps, Watch};
use allide_scenes::suite::{Case, Tally, Way, hard_cases};
use std::time::{Duration, Instant};

fn run<Q: Question>(scene: &Scene, question: &Q) -> Report<Q::Finding> {
    Engine::cpu().run(scene, question).expect("in range")
}

/// What pairs tell besides where their findings are.
fn verdicts(pairs: &[ObjectPair]) -> Vec<(usize, usize, PairClass)> {
    pairs.iter().map(|pair| (pair.a.index(), pair.b.index(), pair.class)).collect()
}

#[test]
fn one_object_object_pairs_alone_and_a_witness_are_parts_of_the_whole() {
    let ways: Vec<Way> = Way::on(Device::Cpu).collect();
    let mut classes = std::collections::BTreeSet::new();
    for mut case in hard_cases(1..4) {
        let first = case.scene.objects()[0].clone();
        case.scene.add("twin", first.mesh(), *first.pose());
        let whole = case.expected(Method::Auto).unwrap();
        let agree = Tally::compare_parts(&mut Engine::cpu(), &ways, (&case, usize::MAX), &whole);
        agree.unwrap_or_else(|error| panic!("{error}"));
        classes.extend(whole.overlaps.iter().flat_map(|found| &found.pairs).map(|pair| pair.class));
    }
    assert_eq!(classes.len(), 3, "{classes:?}");
}

#[test]
fn a_scene_that_lost_an_object_answers_as_one_that_never_had_it() {
    for Case { name, scene: whole, .. } in hard_cases(1..4) {
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

fn exact_methods() -> impl Iterator<Item = Method> {
    Method::on(Device::Cpu).filter(|method| method.answers(QuestionKind::Overlaps))
}

#[test]
fn a_watch_sees_the_work_go_on_to_its_end_and_changes_no_answer() {
    let scene = balls(5);
    for method in exact_methods().filter(|&method| method != Method::Brute) {
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
    for method in exact_methods() {
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
        // A run that was cut short leaves nothing wrong behind.
        let mut engine = engine.with_watch(&Watch::new());
        assert_eq!(engine.run(&scene, &Overlaps::new()).unwrap().findings(), run(&scene, &Overlaps::new()).findings());
    }
}
