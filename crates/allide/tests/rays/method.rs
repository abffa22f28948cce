//! Rays as a method of an engine: pairs are proposed, and decided exactly.

use super::limits::wedges;
use super::{scene, still, turned};
use allide::{Class, Device, Engine, Error, Guarantee, Mesh, Method, ObjectPair, PairClass, Pose, Proposals};
use allide::{Overlaps, QuestionKind, Report, Scene, SelfOverlaps, Solids, TrianglePair, Watch};
use allide_scenes::Random;
use allide_scenes::shapes::{cloth, cuboid, icosphere};

type Corners = [[f64; 3]; 2];

fn empty() -> Mesh {
    Mesh::new(Vec::new(), Vec::new()).unwrap()
}

fn rays(resolution: u32) -> Solids {
    Solids::new().method(Method::Rays { resolution: Some(resolution) })
}

fn run(scene: &Scene, question: &Solids) -> Report<TrianglePair> {
    Engine::cpu().run(scene, question).unwrap()
}

fn proposals(report: &Report<TrianglePair>) -> Proposals {
    report.run.stats.proposals.expect("rays propose")
}

fn numbers(report: &Report<TrianglePair>) -> Vec<(usize, usize)> {
    report.pairs.iter().map(|pair| (pair.a.index(), pair.b.index())).collect()
}

fn boxes(corners: &[Corners]) -> Scene {
    still(corners.iter().map(|&[low, high]| cuboid(low, high)).collect())
}

/// What two boxes share along each axis; negative if they are apart.
fn shared([a_low, a_high]: &Corners, [b_low, b_high]: &Corners) -> f64 {
    (0..3).map(|k| a_high[k].min(b_high[k]) - a_low[k].max(b_low[k])).fold(f64::INFINITY, f64::min)
}

/// The pairs of boxes that share at least so much along each axis, and more than nothing.
fn sharing(corners: &[Corners], least: f64) -> Vec<(usize, usize)> {
    let all = (0..corners.len()).flat_map(|a| (a + 1..corners.len()).map(move |b| (a, b)));
    all.filter(|&(a, b)| shared(&corners[a], &corners[b]) > 0.0 && shared(&corners[a], &corners[b]) >= least).collect()
}

#[test]
fn boxes_that_share_as_much_as_the_precision_are_all_found_and_none_that_share_nothing() {
    let (mut missed, mut found) = (0, 0);
    for seed in 0..12 {
        let mut random = Random::new(seed);
        // Whole numbers: boxes also touch, with faces, edges and corners.
        let corners: Vec<Corners> = (0..30)
            .map(|_| {
                let low = [0, 1, 2].map(|_| random.below(10) as f64);
                [low, low.map(|x| x + 1.0 + random.below(5) as f64)]
            })
            .collect();
        for resolution in [4, 16, 200] {
            let report = run(&boxes(&corners), &rays(resolution).with_duplicates());
            let (own, precision) = (numbers(&report), proposals(&report).precision.unwrap());
            assert!(precision <= 15.0 / f64::from(resolution), "{precision}");
            let (must, may) = (sharing(&corners, precision), sharing(&corners, 0.0));
            assert!(must.iter().all(|pair| own.contains(pair)), "seed {seed}, {resolution}: {own:?} of {must:?}");
            assert!(own.iter().all(|pair| may.contains(pair)), "seed {seed}, {resolution}: {own:?} of {may:?}");
            assert_eq!((proposals(&report).proposed(), proposals(&report).dropped()), (own.len() as u64, 0));
            (missed, found) = (missed + may.len() - own.len(), found + own.len());
        }
    }
    assert!(found > 300 && missed > 0, "{found} found, {missed} missed");
}

/// All about a pair, and its findings.
fn told<'r>(report: &'r Report<TrianglePair>, pair: &ObjectPair) -> (PairClass, Option<usize>, &'r [TrianglePair]) {
    (pair.class, pair.inside.map(|id| id.index()), report.between(pair.a, pair.b))
}

#[test]
fn pairs_have_the_class_and_the_findings_of_an_exact_method() {
    let ball = icosphere(2);
    let scene = scene(&[
        (cuboid([0.0; 3], [4.0; 3]), Pose::IDENTITY),
        // Inside, flush with a face, across, touching, apart, the same.
        (ball.clone(), Pose::translation(1.5, 1.5, 1.5).unwrap()),
        (cuboid([0.0; 3], [1.0, 4.0, 4.0]), Pose::IDENTITY),
        (ball.clone(), turned([1.0, 2.0, 3.0], 20.0, [4.0, 3.0, 2.5])),
        (cuboid([4.0, -3.0, 0.0], [6.0, 1.0, 1.0]), Pose::IDENTITY),
        (ball, turned([1.0, 0.0, 0.0], 45.0, [6.5, 6.5, 6.5])),
        (cuboid([0.0; 3], [4.0; 3]), Pose::IDENTITY),
    ]);
    for solids in [Solids::new(), Solids::new().with_duplicates(), Solids::new().pairs_only()] {
        let exact = run(&scene, &solids);
        let report = run(&scene, &solids.method(Method::RAYS));
        let (sharing, touching): (Vec<_>, Vec<_>) = exact.pairs.iter().partition(|pair| pair.class != PairClass::Touch);
        assert!(sharing.len() >= 4 && !touching.is_empty(), "{sharing:?} {touching:?}");
        let all = |pairs: Vec<&ObjectPair>| -> Vec<_> { pairs.into_iter().map(|pair| (pair.a, pair.b)).collect() };
        assert_eq!(all(report.pairs.iter().collect()), all(sharing.clone()));
        for (own, other) in report.pairs.iter().zip(sharing) {
            assert_eq!(told(&report, own), told(&exact, other));
            assert_eq!(own.triangle_pairs, other.triangle_pairs);
        }
        assert_eq!((&report.sets, &report.surfaces), (&exact.sets, &exact.surfaces));
        assert_eq!((report.run.guarantee, &report.run.methods[..]), (Guarantee::Sampled, &[Method::RAYS][..]));
        assert_eq!((&report.run.devices[..], &report.run.stats.gpu), (&[Device::Cpu][..], &None));
        assert_eq!(proposals(&report).confirmed, report.pairs.len() as u64);
    }
}

#[test]
fn one_witness_is_enough_and_two_that_touch_are_none() {
    let touching =
        boxes(&[[[0.0; 3], [1.0; 3]], [[1.0, 0.0, 0.0], [2.0, 1.0, 1.0]], [[0.5, 1.0, 0.0], [1.5, 2.0, 1.0]]]);
    assert!(Engine::cpu().any(&touching, &Solids::new().with_touch()).unwrap().is_some());
    assert_eq!(Engine::cpu().any(&touching, &Solids::new()).unwrap(), None);
    assert_eq!(Engine::cpu().any(&touching, &rays(64)).unwrap(), None);
    assert!(run(&touching, &rays(64)).pairs.is_empty());
    let mut corners: Vec<Corners> = (0..200).map(|k| [[f64::from(k); 3], [f64::from(k) + 1.0; 3]]).collect();
    corners.push([[100.25; 3], [100.75; 3]]);
    let witness = Engine::cpu().any(&boxes(&corners), &rays(10_000)).unwrap().expect("one is inside another");
    assert_eq!((witness.a.index(), witness.b.index(), witness.finding), (100, 200, None));
    corners[200] = [[100.25; 3], [101.5; 3]];
    let witness = Engine::cpu().any(&boxes(&corners), &rays(10_000)).unwrap().expect("one is across two others");
    assert!([100, 101].contains(&witness.a.index()) && witness.b.index() == 200);
    assert!(witness.finding.is_some_and(|finding| finding.class == Class::Crossing || finding.a < 12));
}

#[test]
fn duplicates_are_looked_at_once_and_paired_like_all_others() {
    let count = 3000;
    let mut corners: Vec<Corners> = vec![[[0.0; 3], [1.0; 3]]; count];
    corners.insert(1700, [[0.5; 3], [2.0; 3]]);
    let report = run(&boxes(&corners), &rays(64));
    assert_eq!((report.pairs.len(), report.sets.len(), report.sets[0].objects.len()), (1, 1, count));
    assert_eq!(report.pairs[0].stands_for, [count as u32, 1]);
    assert!(
        report
            .pairs
            .iter()
            .all(|pair| pair.class == PairClass::Hard && (pair.a.index() == 1700) != (pair.b.index() == 1700))
    );
    let few = run(&boxes(&corners[1698..1702]), &rays(64).with_duplicates());
    let classes: Vec<PairClass> = few.pairs.iter().map(|pair| pair.class).collect();
    let (hard, same) = (PairClass::Hard, PairClass::Duplicate);
    assert_eq!((numbers(&few).len(), classes), (6, vec![same, hard, same, hard, same, hard]));
}

#[test]
fn groups_and_single_objects_limit_what_is_proposed() {
    let corners = [[[0.0; 3], [2.0; 3]], [[1.0; 3], [3.0; 3]], [[1.5; 3], [4.0; 3]]];
    let mut scene = boxes(&corners);
    let ids: Vec<_> = scene.ids().collect();
    assert_eq!(numbers(&run(&scene, &rays(64))), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(numbers(&run(&scene, &rays(64).of(ids[1]))), [(0, 1), (1, 2)]);
    let group = scene.add_group();
    [ids[0], ids[2]].into_iter().for_each(|id| scene.set_group(id, group));
    scene.ignore(group, group);
    let report = run(&scene, &rays(64));
    assert_eq!((numbers(&report), proposals(&report).proposed()), (vec![(0, 1), (1, 2)], 2));
}

#[test]
fn open_and_empty_and_flat_objects_and_ends_of_the_range_are_no_trouble() {
    let flat = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let meshes = vec![cloth(1, 200), cuboid([-1.0; 3], [1.0; 3]), flat, empty(), empty()];
    let report = run(&still(meshes), &rays(64));
    assert_eq!((numbers(&report), proposals(&report).proposed()), (vec![], 0));
    assert!(report.surfaces.len() >= 2);
    for scene in [Scene::new(), still(vec![empty()]), still(vec![cuboid([0.0; 3], [1.0; 3])])] {
        let report = run(&scene, &Solids::new().method(Method::RAYS));
        assert_eq!((report.pairs.len(), proposals(&report)), (0, Proposals::default()));
    }
    for scale in [1e-307, 1e-150, 1e150, 5e307] {
        let corners =
            [[[-1.0; 3], [1.0; 3]], [[-0.5; 3], [3.0; 3]]].map(|ends| ends.map(|point| point.map(|x| x * scale)));
        for resolution in [1, 2, 1024, u32::MAX] {
            let report = run(&boxes(&corners), &rays(resolution));
            let (found, precision) = (numbers(&report), proposals(&report).precision.unwrap());
            assert!(precision > 0.0 && precision <= 4.0 * scale, "{scale} {resolution}: {precision}");
            assert!(resolution < 4 || found == [(0, 1)], "{scale} {resolution}: {report:?}");
        }
    }
}

#[test]
#[ignore = "spending the budget takes a minute"]
fn what_the_budget_of_cells_does_not_suffice_for_is_proposed_and_decided_exactly() {
    let report = run(&wedges(), &rays(u32::MAX));
    let proposals = proposals(&report);
    assert_eq!((numbers(&report), proposals.proposed(), proposals.touch), (vec![], 1, 1), "{proposals:?}");
}

#[test]
fn a_run_is_cancelled_while_rays_propose() {
    let watch = Watch::new();
    let (mut engine, scene) = (Engine::cpu().with_watch(&watch), wedges());
    std::thread::scope(|threads| {
        let run = threads.spawn(|| engine.run(&scene, &rays(u32::MAX)).map(|report| report.pairs));
        while watch.stage() != "propose" {
            assert!(!run.is_finished());
            std::thread::yield_now();
        }
        watch.cancel();
        assert_eq!(run.join().unwrap(), Err(Error::Cancelled));
    });
}

#[test]
fn other_questions_are_refused_with_methods_that_answer_them() {
    let scene = boxes(&[[[0.0; 3], [1.0; 3]]]);
    let error = Engine::cpu().run(&scene, &Overlaps::new().method(Method::RAYS)).unwrap_err();
    assert_eq!(error, Error::NotForQuestion { method: "rays", question: QuestionKind::Overlaps.name() });
    let text = error.to_string();
    assert!(text.starts_with("the method rays does not answer overlaps; choose auto, divide, bvh, "), "{text}");
    assert_eq!(text.matches("rays").count(), 1, "{text}");
    let error = Engine::cpu().run(&scene, &SelfOverlaps::of_all().method(Method::RAYS)).unwrap_err();
    assert!(matches!(error, Error::NotForQuestion { method: "rays", .. }));
    let error = Engine::cpu().run(&scene, &Solids::new().method(Method::RAYCAST)).unwrap_err();
    assert!(matches!(error, Error::NotOnCpu { method: "raycast" }), "{error}");
}
