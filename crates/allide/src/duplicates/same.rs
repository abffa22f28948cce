//! Which objects have the same triangles.

use crate::world::{Corners, WorldObject};
use allide_geom::Triangle;
use rayon::prelude::*;

/// Triangles per task.
pub(super) const CHUNK: usize = 1 << 13;

/// A triangle by its corners: in order, and with one zero.
pub(super) type Key = [[u64; 3]; 3];

pub(super) fn bits(triangle: &Triangle) -> Key {
    // -0 and 0 are one coordinate.
    triangle.map(|corner| corner.to_array().map(|x| (x + 0.0).to_bits()))
}

pub(super) fn key(triangle: &Triangle) -> Key {
    let mut corners = bits(triangle);
    corners.sort_unstable();
    corners
}

fn are_same(a: &Triangle, b: &Triangle) -> bool {
    bits(a) == bits(b) || key(a) == key(b)
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ (x >> 32)
}

/// Depends on the corners, and not on their order.
fn hash(triangle: &Triangle) -> u64 {
    let corner = |[x, y, z]: [u64; 3]| mix(mix(mix(x).wrapping_add(y)).wrapping_add(z));
    let [a, b, c] = bits(triangle).map(corner);
    mix(a.wrapping_add(b).wrapping_add(c))
}

/// Depends on the triangles, and not on their order.
fn hash_of_all(object: &WorldObject) -> u64 {
    let (corners, count) = (object.corners(), object.triangle_count() as u32);
    let triangles = (0..count).into_par_iter().with_min_len(CHUNK);
    triangles.map(|triangle| hash(&corners.of(triangle))).reduce(|| 0, u64::wrapping_add)
}

/// How many instances with as many triangles one task looks at.
fn per_task(object: &WorldObject) -> usize {
    (CHUNK / object.triangle_count().max(1)).max(1)
}

/// Joins what is the same, of instances with equally many triangles: the first of each stands for the others.
pub(super) fn among(objects: &[WorldObject], instances: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    if instances.len() < 2 {
        return instances;
    }
    let per_task = per_task(&objects[instances[0][0] as usize]);
    let hash = |instances: Vec<u32>| (hash_of_all(&objects[instances[0] as usize]), instances);
    let mut hashed: Vec<(u64, Vec<u32>)> = instances.into_par_iter().with_min_len(per_task).map(hash).collect();
    hashed.sort_unstable();
    let mut classes = Vec::new();
    for alike in hashed.chunk_by(|x, y| x.0 == y.0) {
        classes.append(&mut compared(objects, alike.iter().map(|(_, instances)| instances.clone()).collect()));
    }
    classes
}

/// Joins what is the same, of instances with one hash.
fn compared(objects: &[WorldObject], mut rest: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut classes = Vec::new();
    let object = |instances: &[u32]| &objects[instances[0] as usize];
    while let Some(mut class) = rest.pop() {
        // Most copies have their triangles in the same order.
        let first = object(&class);
        let per_task = per_task(first);
        let (same, others): (Vec<_>, Vec<_>) =
            rest.into_par_iter().with_min_len(per_task).partition(|other| is_listed_as(object(other), first));
        let order = if others.is_empty() { Vec::new() } else { by_hash(first) };
        let is_same = |other: &Vec<u32>| has_triangles(object(other), first, &order);
        let (permuted, others): (Vec<_>, Vec<_>) = others.into_par_iter().with_min_len(per_task).partition(is_same);
        class.extend(same.into_iter().chain(permuted).flatten());
        classes.push(class);
        rest = others;
    }
    classes
}

/// Whether all triangles are the same, in the same order.
fn is_listed_as(a: &WorldObject, b: &WorldObject) -> bool {
    let (of_a, of_b) = (a.corners(), b.corners());
    let triangles = (0..a.triangle_count() as u32).into_par_iter().with_min_len(CHUNK);
    triangles.all(|triangle| are_same(&of_a.of(triangle), &of_b.of(triangle)))
}

/// All triangles, each with its hash, sorted.
fn by_hash(object: &WorldObject) -> Vec<(u64, u32)> {
    let corners = object.corners();
    let triangles = (0..object.triangle_count() as u32).into_par_iter().with_min_len(CHUNK);
    let mut triangles: Vec<(u64, u32)> = triangles.map(|triangle| (hash(&corners.of(triangle)), triangle)).collect();
    triangles.par_sort_unstable();
    triangles
}

/// Whether `a` has the triangles of `b`, given these by their hashes.
fn has_triangles(a: &WorldObject, b: &WorldObject, by_hash_b: &[(u64, u32)]) -> bool {
    let by_hash_a = by_hash(a);
    if !by_hash_a.iter().map(|entry| entry.0).eq(by_hash_b.iter().map(|entry| entry.0)) {
        return false;
    }
    let (of_a, of_b) = (a.corners(), b.corners());
    let mut twins = vec![0; by_hash_a.len()];
    by_hash_a.iter().zip(by_hash_b).for_each(|(x, y)| twins[x.1 as usize] = y.1);
    let is_twin = |(triangle, &twin): (usize, &u32)| are_same(&of_a.of(triangle as u32), &of_b.of(twin));
    if twins.par_iter().with_min_len(CHUNK).enumerate().all(is_twin) {
        return true;
    }
    // Where one hash stands for different triangles, these may be in another order.
    let mut rest = by_hash_b;
    by_hash_a.chunk_by(|x, y| x.0 == y.0).all(|run| {
        let (other, behind) = rest.split_at(run.len());
        rest = behind;
        sorted(&of_a, run) == sorted(&of_b, other)
    })
}

fn sorted(corners: &Corners<'_>, run: &[(u64, u32)]) -> Vec<Key> {
    let mut keys: Vec<Key> = run.iter().map(|&(_, triangle)| key(&corners.of(triangle))).collect();
    keys.sort_unstable();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mesh, Pose, Scene, world};

    fn objects(meshes: &[&[[u32; 3]]]) -> Vec<WorldObject> {
        let points: Vec<[f64; 3]> = (0..8).map(|k| [f64::from(k), f64::from(k * k), 0.5]).collect();
        let mut scene = Scene::new();
        for triangles in meshes {
            scene.add("", &Mesh::new(points.clone(), triangles.to_vec()).unwrap(), Pose::IDENTITY);
        }
        world::objects(&scene, &[]).unwrap()
    }

    #[test]
    fn a_hash_that_says_nothing_costs_time_and_no_answer() {
        let one = [[0, 1, 2], [1, 2, 3], [1, 2, 3], [4, 5, 6]];
        let permuted = [[4, 6, 5], [3, 2, 1], [0, 1, 2], [2, 1, 3]];
        let other = [[0, 1, 2], [1, 2, 3], [0, 1, 2], [4, 5, 6]];
        let objects = objects(&[&one, &other, &permuted, &other, &one]);
        let mut classes = compared(&objects, (0..5).map(|member| vec![member]).collect());
        classes.iter_mut().for_each(|class| class.sort_unstable());
        classes.sort();
        assert_eq!(classes, [vec![0, 2, 4], vec![1, 3]]);
        // Here all hashes of triangles are the same, too.
        let blind = |object: &WorldObject| (0..object.triangle_count() as u32).map(|k| (7, k)).collect::<Vec<_>>();
        let corners = [0, 1, 2].map(|member| objects[member].corners());
        let [one, other, permuted] = [0, 1, 2].map(|member| sorted(&corners[member], &blind(&objects[member])));
        assert!(one == permuted && one != other);
    }

    #[test]
    fn hashes_depend_on_corners_and_not_on_their_order() {
        let objects = objects(&[
            &[[0, 1, 2], [3, 4, 5]],
            &[[5, 3, 4], [2, 1, 0]],
            &[[0, 1, 3], [2, 4, 5]],
            &[[0, 0, 1], [3, 4, 5]],
            &[[0, 1, 1], [3, 4, 5]],
        ]);
        let hashes: Vec<u64> = objects.iter().map(hash_of_all).collect();
        assert_eq!(hashes[0], hashes[1]);
        let mut different = hashes[1..].to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 4);
    }
}
