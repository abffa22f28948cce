//! Findings that belong together: one object that meets many others in the same way, such as a slab and what stands on it.

use allide::{ObjectId, PairClass};
use allide_io::report::{Answers, Pair};
use allide_page::Group;
use std::collections::HashMap;

/// Fewer findings are read as fast one by one.
const LEAST: usize = 4;

/// Groups of findings of one class that have an object in common; no finding is in two. Each is joined to whichever of its
/// objects has more findings of that class.
pub fn families(answers: &Answers, pairs: &[Pair<'_>]) -> Vec<Group> {
    let mut counts: HashMap<(PairClass, ObjectId), usize> = HashMap::new();
    for pair in alone(pairs).map(|(_, pair)| pair) {
        for object in [pair.a, pair.b] {
            *counts.entry((pair.class, object)).or_default() += 1;
        }
    }
    let count = |pair: &Pair<'_>, object: ObjectId| counts[&(pair.class, object)];
    let mut members: HashMap<(PairClass, ObjectId), Vec<usize>> = HashMap::new();
    for (index, pair) in alone(pairs) {
        let head = if count(pair, pair.b) > count(pair, pair.a) { pair.b } else { pair.a };
        members.entry((pair.class, head)).or_default().push(index);
    }
    let mut groups: Vec<(ObjectId, Vec<usize>)> = members
        .into_iter()
        .filter(|(_, members)| members.len() >= LEAST)
        .map(|((_, head), list)| (head, list))
        .collect();
    groups.sort_by_key(|(_, members)| members[0]);
    let name = |id: ObjectId| answers.scene.objects()[id.index()].name().to_owned();
    groups.into_iter().map(|(head, findings)| Group { name: name(head), findings }).collect()
}

/// Two objects, and no set.
fn alone<'p, 'r>(pairs: &'p [Pair<'r>]) -> impl Iterator<Item = (usize, &'p Pair<'r>)> {
    pairs.iter().enumerate().filter(|(_, pair)| pair.a != pair.b && pair.copies.is_empty())
}
