//! Sets of duplicates, as groups of objects that ignore each other leave them.

use super::same::{CHUNK, key};
use crate::confirm::{Batch, Sink};
use crate::questions::Question;
use crate::world::{self, WorldObject};
use crate::{DuplicateSet, GroupId, ObjectId, PairClass, Scene, Witness};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The sets of these classes, in order; only that of one object if it is given.
pub(super) fn of(scene: &Scene, classes: &[Vec<u32>], of: Option<ObjectId>) -> Vec<DuplicateSet> {
    let set = |members: Vec<u32>| {
        let objects: Vec<ObjectId> = members.into_iter().map(|member| scene.id_at(member as usize)).collect();
        DuplicateSet { stand_ins: objects.clone(), objects, shared: None }
    };
    let sets = classes.iter().flat_map(|class| connected(scene, class)).map(set);
    let mut sets: Vec<DuplicateSet> = sets.filter(|set| of.is_none_or(|id| set.objects.contains(&id))).collect();
    sets.sort_unstable_by_key(|set| set.objects[0]);
    sets
}

/// Chooses the objects of a set whose pairs with others tell those of all: the first of each group.
pub(super) fn choose(scene: &Scene, objects: &mut [WorldObject], set: &mut DuplicateSet) {
    let mut firsts: BTreeMap<Option<GroupId>, ObjectId> = BTreeMap::new();
    for (stand_in, &id) in set.stand_ins.iter_mut().zip(&set.objects) {
        // Without any ignored pairs, groups make no difference.
        let group = scene.objects()[id.index()].group.filter(|_| !scene.ignored_groups().is_empty());
        *stand_in = *firsts.entry(group).or_insert(id);
        if *stand_in != id {
            objects[id.index()].stands_for = 0;
            objects[stand_in.index()].stands_for += 1;
        }
    }
}

/// Divides a class into sets whose members are connected by pairs that are not ignored. Looks at groups, and at each
/// pair of groups that ignore each other once: pairs of objects may be too many.
fn connected(scene: &Scene, class: &[u32]) -> Vec<Vec<u32>> {
    if scene.ignored_groups().is_empty() {
        return vec![class.to_vec()];
    }
    let mut groups: BTreeMap<Option<GroupId>, Vec<u32>> = BTreeMap::new();
    for &member in class {
        groups.entry(scene.objects()[member as usize].group).or_default().push(member);
    }
    let (mut left, mut sets): (Vec<_>, _) = (groups.into_iter().collect(), Vec::new());
    while let Some((group, mut set)) = left.pop() {
        let mut is_connected = set.len() > 1 && !scene.ignores_groups(group, group);
        let mut reached = vec![group];
        while let Some(group) = reached.pop() {
            let (near, far): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|(other, _)| !scene.ignores_groups(group, *other));
            left = far;
            is_connected |= !near.is_empty();
            for (other, members) in near {
                reached.push(other);
                set.extend(members);
            }
        }
        if is_connected {
            set.sort_unstable();
            sets.push(set);
        }
    }
    sets
}

/// Two objects of a set, with a triangle that both have.
pub(crate) fn witness<Q: Question>(
    scene: &Scene,
    objects: &[WorldObject],
    question: &Q,
    set: &DuplicateSet,
) -> Witness<Q::Finding> {
    let one = question.asked().object.unwrap_or(set.objects[0]);
    let is_partner = |other: &&ObjectId| **other != one && !scene.ignores(one, **other);
    let other = *set.objects.iter().find(is_partner).expect("sets are connected");
    let (a, b) = (one.min(other), one.max(other));
    let pair = world::pair(objects, (a.index, b.index));
    let (first, corners) = (key(&pair.a.triangle(0)), pair.b.corners());
    let twin = (0..pair.b.triangle_count() as u32)
        .into_par_iter()
        .with_min_len(CHUNK)
        .find_first(|&k| key(&corners.of(k)) == first);
    let mut batch = Batch::default();
    question.sink(pair).offer(&mut batch, 0, &[twin.expect("duplicates have the same triangles")]);
    let class = Some(PairClass::Duplicate);
    Witness { a, b, class, finding: batch.findings.first().copied() }
}
