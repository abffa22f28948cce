//! More tolerance never makes a pair worse, and more clearance never loses one.

use crate::case::{Case, Found, found};
use crate::classes::case;
use crate::family::Family;
use crate::place::Place;
use crate::shrink::literals;
use crate::{cases, in_parallel};
use allide::{Clearance, Engine, PairClass, Solids};
use allide_scenes::Random;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// In units of the grid: below all that there is, between, and above.
const LENGTHS: [f64; 9] = [1e-9, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 20.0];

fn similar(seed: u64) -> (Case, f64) {
    let families = Family::ALL.len() as u64;
    let place = Place::similar(&mut Random::new(seed));
    let scale = place.scale().expect("alike along all axes");
    (Case { place, by_pose: false, ..case(Family::ALL[(seed % families) as usize], 500_000 + seed) }, scale)
}

/// How bad a pair is; `None` for what tolerance has nothing to do with.
fn rank(found: Found) -> Option<u32> {
    match found {
        Found::Nothing => Some(0),
        Found::Class(PairClass::Touch, _) => Some(1),
        Found::Class(PairClass::Shallow, _) => Some(2),
        Found::Class(PairClass::Hard | PairClass::Contained, _) => Some(3),
        _ => None,
    }
}

/// Whether an answer may follow on that of a smaller tolerance.
fn may_follow(before: Found, after: Found) -> bool {
    match (before, after) {
        (Found::Set | Found::Class(PairClass::Duplicate | PairClass::Undecided, _), _) => before == after,
        _ => match (rank(before), rank(after)) {
            (Some(before), Some(after)) => after <= before,
            // The same but for so little.
            _ => matches!(after, Found::Class(PairClass::Duplicate, _)) && rank(before) >= Some(2),
        },
    }
}

fn check(ask: impl Fn(&Case, f64, &mut Engine) -> Found + Sync) {
    let count = cases(3) * Family::ALL.len() as u64;
    let changed = AtomicUsize::new(0);
    let faults = in_parallel(count, |seed, engine| {
        let (case, scale) = similar(seed);
        let answers: Vec<Found> = LENGTHS.iter().map(|length| ask(&case, length * scale, engine)).collect();
        changed.fetch_add(usize::from(answers[0] != answers[LENGTHS.len() - 1]), Relaxed);
        let is_right = answers.windows(2).all(|two| may_follow(two[0], two[1]));
        (!is_right).then(|| format!("{LENGTHS:?} times {scale}: {answers:?}\n{}", literals(&case)))
    });
    let shortest = faults.iter().min_by_key(|fault| fault.len());
    assert!(faults.is_empty(), "{} of {count}: {}", faults.len(), shortest.map_or("", String::as_str));
    assert!(changed.into_inner() as u64 * 20 > count, "most say nothing about what is asked for");
}

#[test]
fn no_class_rises_with_the_tolerance() {
    check(|case, length, engine| case.ask(engine, &Solids::new().tolerance(length).expect("positive")));
}

/// A volume for each length: that of a cube.
#[test]
fn no_class_rises_with_the_volume_that_is_let_pass() {
    check(|case, length, engine| case.ask(engine, &Solids::new().min_volume(length.powi(3)).expect("positive")));
}

#[test]
fn what_is_within_a_distance_is_within_a_larger_one() {
    let count = cases(15) * Family::ALL.len() as u64;
    let changed = AtomicUsize::new(0);
    let faults = in_parallel(count, |seed, engine| {
        let (case, scale) = similar(seed);
        let (scene, _) = case.scene();
        let is_near = |length: f64| {
            let report =
                engine.run(&scene, &Clearance::within(length * scale).expect("a distance")).expect("an answer");
            !report.pairs.is_empty()
        };
        let answers: Vec<bool> = LENGTHS.map(is_near).to_vec();
        changed.fetch_add(usize::from(answers[0] != answers[8]), Relaxed);
        let touches = found(&engine.run(&scene, &Solids::new()).expect("an answer"), case.scene().1) != Found::Nothing;
        // What touches is near, at any distance; duplicates and what lies inside have surfaces that may be far apart.
        let is_right = answers.is_sorted() && (answers[8] || !touches);
        (!is_right).then(|| format!("{LENGTHS:?} times {scale}: {answers:?}\n{}", literals(&case)))
    });
    let shortest = faults.iter().min_by_key(|fault| fault.len());
    assert!(faults.is_empty(), "{} of {count}: {}", faults.len(), shortest.map_or("", String::as_str));
    assert!(changed.into_inner() as u64 * 20 > count, "most say nothing about distances");
}
