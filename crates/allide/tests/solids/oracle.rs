//! Thousands of random pairs, class for class, against volumes in rational arithmetic.

use allide::{Engine, ObjectId, PairClass, Pose, Report, Scene, Solids, TrianglePair};
use allide_oracle::solids::{SolidClass, class};
use allide_scenes::Random;
use allide_scenes::solids::{AxisTurn, KINDS, Pair, Solid, any, pair, plain_pair};
use rayon::prelude::*;

/// What the oracle says.
fn expected(a: &Solid, b: &Solid) -> SolidClass {
    class(&a.corners(), &b.corners())
}

fn class_in(report: &Report<TrianglePair>, a: ObjectId, b: ObjectId) -> SolidClass {
    if report.sets.iter().any(|set| set.objects.contains(&a) && set.objects.contains(&b)) {
        return SolidClass::Duplicate;
    }
    let Some(pair) = report.pairs.iter().find(|pair| (pair.a, pair.b) == (a, b)) else { return SolidClass::Clear };
    match (pair.class, pair.inside) {
        (PairClass::Hard, None) => SolidClass::Hard,
        (PairClass::Touch, None) => SolidClass::Touch,
        (PairClass::Duplicate, None) => SolidClass::Duplicate,
        (PairClass::Contained, Some(inside)) if inside == a => SolidClass::FirstInside,
        (PairClass::Contained, Some(inside)) if inside == b => SolidClass::SecondInside,
        other => panic!("no class of solids: {other:?}"),
    }
}

fn found(a: &Solid, b: &Solid, question: &Solids) -> SolidClass {
    let mut scene = Scene::new();
    let [a, b] = [a, b].map(|solid| scene.add("solid", &solid.mesh(), Pose::IDENTITY));
    let report = Engine::cpu().run(&scene, question).expect("an answer");
    assert!(report.surfaces.is_empty(), "not taken for solids: {:?}", report.surfaces);
    class_in(&report, a, b)
}

/// Asked in all the ways that must not matter: what was found where, if not as expected.
fn differences(pair: &Pair, is_thorough: bool) -> Vec<String> {
    let (a, b) = (&pair.a, &pair.b);
    let right = expected(a, b);
    let mut answers = vec![("", found(a, b, &Solids::new()))];
    answers.push(("pairs only", found(a, b, &Solids::new().pairs_only())));
    answers.push(("swapped", found(b, a, &Solids::new()).swapped()));
    // A solid is the same if all of it is turned inside out.
    answers.push(("first inside out", found(&a.flipped(), b, &Solids::new())));
    answers.push(("second inside out", found(a, &b.flipped(), &Solids::new())));
    if is_thorough {
        let methods = super::exact_methods();
        answers.extend(methods.map(|method| (method.name(), found(a, b, &Solids::new().method(method)))));
    }
    let wrong = answers.into_iter().filter(|(_, class)| *class != right);
    wrong.map(|(way, class)| format!("{} {way}: {class:?}, not {right:?}", pair.name)).collect()
}

/// Names what differs, and shows the smallest pair that does.
fn assert_right(pairs: Vec<Pair>, is_thorough: bool) {
    let size = |pair: &Pair| pair.a.triangles.len() + pair.b.triangles.len();
    let wrong = pairs.par_iter().map(|pair| (differences(pair, is_thorough), pair));
    let wrong: Vec<_> = wrong.filter(|(differences, _)| !differences.is_empty()).collect();
    let Some((_, smallest)) = wrong.iter().min_by_key(|(_, pair)| size(pair)) else { return };
    let names: Vec<&String> = wrong.iter().flat_map(|(differences, _)| differences).take(40).collect();
    let Pair { name, a, b } = smallest;
    panic!("{} of {} pairs: {names:#?}\nthe smallest is {name}:\na = {a:?}\nb = {b:?}", wrong.len(), pairs.len());
}

#[test]
fn classes_are_those_of_exact_volumes() {
    let count = std::env::var("ALLIDE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    assert_right((0..count).flat_map(|seed| KINDS.map(|kind| pair(kind, seed))).collect(), false);
}

#[test]
fn no_method_changes_a_class() {
    assert_right((50_000..50_016).flat_map(|seed| KINDS.map(|kind| pair(kind, seed))).collect(), true);
}

/// Maps that lose no digit of any coordinate.
#[test]
fn turns_scales_and_shears_change_no_class() {
    for seed in 0..6 {
        for kind in KINDS.into_iter().skip(1) {
            let Pair { name, a, b } = plain_pair(kind, 7_000 + seed);
            let right = expected(&a, &b);
            let changed = AxisTurn::ALL.par_iter().map(|&turn| {
                let map = |solid: &Solid| solid.turned(turn).sheared(0, 1, 2.0).scaled([0.5, 2.0, 4.0]);
                (turn, found(&map(&a), &map(&b), &Solids::new()))
            });
            let wrong: Vec<_> = changed.filter(|(_, class)| *class != right).collect();
            assert!(wrong.is_empty(), "{name}: {right:?}, but {wrong:?}\na = {a:?}\nb = {b:?}");
        }
    }
}

/// A scene of many solids has the pairs, and the classes, that they have two by two; placed by poses too.
#[test]
fn many_solids_are_judged_as_two_by_two() {
    let mut random = Random::new(11);
    let place = |random: &mut Random| [0; 3].map(|_| random.below(17) as f64 * 0.5 - 4.0);
    let mut scene = Scene::new();
    let mut engine = Engine::cpu();
    let mut solids: Vec<(Solid, ObjectId)> = Vec::new();
    for _ in 0..60 {
        let solid = any(&mut random).scaled([random.pick(&[0.25, 0.5, 1.0]); 3]);
        let at = place(&mut random);
        let id = scene.add("solid", &solid.mesh(), Pose::translation(at[0], at[1], at[2]).unwrap());
        solids.push((solid.moved(at), id));
    }
    for frame in 0..3 {
        let report = engine.run(&scene, &Solids::new()).expect("an answer");
        let all: Vec<_> = (0..solids.len()).flat_map(|i| (0..i).map(move |j| (j, i))).collect();
        all.par_iter().for_each(|&(i, j)| {
            let ((a, first), (b, second)) = (&solids[i], &solids[j]);
            assert_eq!(class_in(&report, *first, *second), expected(a, b), "frame {frame}: {a:?}\n{b:?}");
        });
        // A few move on; the engine keeps the rest.
        for (solid, id) in solids.iter_mut().step_by(7) {
            let by = place(&mut random);
            let at = scene.objects()[id.index()].pose().apply(allide::DVec3::ZERO).to_array();
            *solid = solid.moved([0, 1, 2].map(|axis| by[axis] - at[axis]));
            scene.set_pose(*id, Pose::translation(by[0], by[1], by[2]).unwrap());
        }
    }
}
