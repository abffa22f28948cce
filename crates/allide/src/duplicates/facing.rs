//! Which of the objects with the same triangles are the same solids for certain.
//!
//! Inside is where the winding number is not 0, so a solid all of which is inside out is the same solid. But where just some
//! shells face another way, a cavity may have been filled, or what two shells share may have become a hole. Such objects are no
//! duplicates: they are compared like any other two, and may still turn out to be one solid.

use super::same::{CHUNK, Key, bits, key};
use crate::world::WorldObject;
use rayon::prelude::*;

/// Divides objects with the same triangles where closed ones face different ways, otherwise than all of it.
pub(super) fn alike(objects: &[WorldObject], class: Vec<u32>) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    // Surfaces that are not closed face no way: they go with the first.
    let (closed, mut open): (Vec<u32>, Vec<u32>) =
        class.into_iter().partition(|&member| objects[member as usize].mesh.topology().is_closed());
    for member in closed {
        let is_alike = |group: &&mut Vec<u32>| face_alike(&objects[group[0] as usize], &objects[member as usize]);
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.push(member),
            None => groups.push(vec![member]),
        }
    }
    match groups.first_mut() {
        Some(first) => first.append(&mut open),
        None => groups.push(open),
    }
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

/// Whether all triangles of two objects, which are the same, face the same way, or all the other way.
fn face_alike(a: &WorldObject, b: &WorldObject) -> bool {
    let (of_a, of_b) = (a.corners(), b.corners());
    let triangles = (0..a.triangle_count() as u32).into_par_iter().with_min_len(CHUNK);
    // Most copies have their triangles in the same order.
    if triangles.all(|triangle| bits(&of_a.of(triangle)) == bits(&of_b.of(triangle))) {
        return true;
    }
    let (turns, mut others) = (turns(a), turns(b));
    if turns == others {
        return true;
    }
    others.iter_mut().for_each(|(_, turns)| *turns = -*turns);
    turns == others
}

/// The triangles by their corners, each with how much more often it turns one way than the other; without those that turn as often
/// either way.
fn turns(object: &WorldObject) -> Vec<(Key, i64)> {
    let corners = object.corners();
    let turn = |triangle: u32| {
        let shape = corners.of(triangle);
        let [a, b, c] = bits(&shape);
        // Where two corners are the same, there is no way to turn.
        let is_even = [a < b, b < c, c < a].into_iter().filter(|&rises| rises).count() == 2;
        let turn = if a == b || b == c || c == a { 0 } else { 2 * i64::from(is_even) - 1 };
        (key(&shape), turn)
    };
    let triangles = (0..object.triangle_count() as u32).into_par_iter().with_min_len(CHUNK);
    let mut all: Vec<(Key, i64)> = triangles.map(turn).collect();
    all.par_sort_unstable();
    let sums = all.chunk_by(|x, y| x.0 == y.0).map(|same| (same[0].0, same.iter().map(|(_, turn)| turn).sum()));
    sums.filter(|&(_, turns)| turns != 0).collect()
}
