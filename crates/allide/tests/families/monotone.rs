//! More tolerance never makes a pair worse, and more clearance never loses one.

use crate::case::{Case, Found, found};
use crate::classes::case;
use crate::family::Family;
use crate::general::Pair;
use crate::place::Place;
use crate::shrink::literals;
use crate::{cases, in_parallel};
use allide::{Clearance, Engine, ObjectId, PairClass, Scene, Solids};
use allide_scenes::Random;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// In units of the grid: below all that there is, between, and above.
const LENGTHS: [f64; 9] = [1e-9, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 20.0];

/// What families there are: those of the grid, and slanted shapes with no, one or two sheets.
const KINDS: u64 = Family::ALL.len() as u64 + 3;

/// Two objects in a place where all lengths are scaled alike.
struct Subject {
    scene: Scene,
    ids: [ObjectId; 2],
    scale: f64,
    literals: String,
}

impl Subject {
    fn new(seed: u64) -> Self {
        let (kind, place) = (seed % KINDS, Place::similar(&mut Random::new(seed)));
        let scale = place.scale().expect("alike along all axes");
        let ((scene, ids), literals) = match Family::ALL.get(kind as usize) {
            Some(&family) => {
                let case = Case { place, by_pose: false, ..case(family, 500_000 + seed) };
                (case.scene(), literals(&case))
            }
            None => {
                let pair = Pair::new(500_000 + seed, (KINDS - 1 - kind) as usize).at(place);
                (pair.scene(), pair.literals())
            }
        };
        Self { scene, ids, scale, literals }
    }

    fn ask(&self, engine: &mut Engine, question: &Solids) -> Found {
        found(&engine.run(&self.scene, question).expect("an answer"), self.ids)
    }
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

/// What a subject shows: whether its answers differ at all, and the fault if they are wrong.
type Shown = (bool, Option<String>);

/// Panics with all faults that are found in so many pairs of each kind, or if nearly all have one answer for every length.
fn check(usual: u64, shown: impl Fn(&Subject, &mut Engine) -> Shown + Sync) {
    let count = cases(usual) * KINDS;
    let changed = AtomicUsize::new(0);
    let faults = in_parallel(count, |seed, engine| {
        let subject = Subject::new(seed);
        let (is_changed, fault) = shown(&subject, engine);
        changed.fetch_add(usize::from(is_changed), Relaxed);
        fault.map(|fault| format!("{LENGTHS:?} times {}: {fault}\n{}", subject.scale, subject.literals))
    });
    let shortest = faults.iter().min_by_key(|fault| fault.len());
    assert!(faults.is_empty(), "{} of {count}: {}", faults.len(), shortest.map_or("", String::as_str));
    assert!(changed.into_inner() as u64 * 20 > count, "most say nothing about what is asked for");
}

/// No class may rise from one of these questions to the next.
fn check_classes(question: impl Fn(f64) -> Solids + Sync) {
    check(3, |subject, engine| {
        let ask = |length: &f64| subject.ask(engine, &question(length * subject.scale));
        let answers: Vec<Found> = LENGTHS.iter().map(ask).collect();
        let is_right = answers.windows(2).all(|two| may_follow(two[0], two[1]));
        (answers[0] != answers[LENGTHS.len() - 1], (!is_right).then(|| format!("{answers:?}")))
    });
}

#[test]
fn no_class_rises_with_the_tolerance() {
    check_classes(|length| Solids::new().tolerance(length).expect("positive"));
}

/// A volume for each length: that of a cube.
#[test]
fn no_class_rises_with_the_volume_that_is_let_pass() {
    check_classes(|length| Solids::new().min_volume(length.powi(3)).expect("positive"));
}

#[test]
fn what_is_within_a_distance_is_within_a_larger_one() {
    check(15, |subject, engine| {
        let is_near = |length: f64| {
            let question = Clearance::within(length * subject.scale).expect("a distance");
            let report = engine.run(&subject.scene, &question).expect("an answer");
            !report.pairs.is_empty() || !report.sets.is_empty()
        };
        let answers: Vec<bool> = LENGTHS.map(is_near).to_vec();
        let touches = subject.ask(engine, &Solids::new()) != Found::Nothing;
        // What touches is near, at any distance; duplicates and what lies inside have surfaces that may be far apart.
        let is_right = answers.is_sorted() && (answers[8] || !touches);
        (answers[0] != answers[LENGTHS.len() - 1], (!is_right).then(|| format!("{answers:?}")))
    });
}
