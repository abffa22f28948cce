//! Code shared by the peers: a tree over boxes, and around it what a careful user would write.

use super::Pair;
use crate::arrays::Arrays;
use allide_geom::{Aabb, Class, Triangle, overlap, self_overlap};
use rayon::prelude::*;

/// A tree of boxes from a peer.
pub trait Tree: Send + Sync + Sized {
    /// A tree over boxes number 0 to `count` − 1.
    fn build(count: usize, bounds: impl Fn(usize) -> Aabb + Sync) -> Self;

    /// The boxes of `self` and of `other` that overlap.
    fn pairs(&self, other: &Self) -> Vec<(u32, u32)>;

    /// The boxes of `self` that overlap, each pair once, in any order.
    fn self_pairs(&self) -> Vec<(u32, u32)>;
}

pub fn over_triangles<T: Tree>(object: &Arrays) -> T {
    T::build(object.triangles.len(), |index| object.triangle_bounds(index as u32))
}

/// Pairs of objects, smaller first, whose bounds come as close as `margin`.
pub fn object_pairs<T: Tree>(objects: &[Arrays], margin: f64) -> Vec<(u32, u32)> {
    let bounds: Vec<Aabb> = objects.par_iter().map(|object| object.bounds().grown(margin * 0.5)).collect();
    let tree = T::build(objects.len(), |index| bounds[index]);
    tree.self_pairs().into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect()
}

/// The trees of all objects that are in a pair.
pub fn trees<T: Tree>(objects: &[Arrays], pairs: &[(u32, u32)]) -> Vec<Option<T>> {
    let mut needed = vec![false; objects.len()];
    for &(a, b) in pairs {
        (needed[a as usize], needed[b as usize]) = (true, true);
    }
    let build = |(object, needed): (&Arrays, bool)| needed.then(|| over_triangles(object));
    objects.par_iter().zip(needed).map(build).collect()
}

/// Two levels: a tree of objects, then the trees of those that come near another one.
pub fn overlaps<T: Tree>(objects: &[Arrays]) -> Vec<Pair> {
    let object_pairs = object_pairs::<T>(objects, 0.0);
    let trees = trees::<T>(objects, &object_pairs);
    let search = |&(a, b): &(u32, u32)| {
        let (Some(tree_a), Some(tree_b)) = (&trees[a as usize], &trees[b as usize]) else {
            return Vec::new();
        };
        confirm((a, &objects[a as usize]), (b, &objects[b as usize]), &tree_a.pairs(tree_b), overlap)
    };
    sorted(object_pairs.par_iter().flat_map_iter(search).collect())
}

pub fn self_overlaps<T: Tree>(objects: &[Arrays]) -> Vec<Pair> {
    let search = |(id, object): (usize, &Arrays)| {
        let candidates: Vec<_> =
            over_triangles::<T>(object).self_pairs().into_par_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        let side = (id as u32, object);
        confirm(side, side, &candidates, self_overlap)
    };
    sorted(objects.par_iter().enumerate().flat_map_iter(search).collect())
}

/// The candidates that pass the exact test.
pub fn confirm(
    (a, object_a): (u32, &Arrays),
    (b, object_b): (u32, &Arrays),
    candidates: &[(u32, u32)],
    test: impl Fn(&Triangle, &Triangle) -> Option<Class> + Sync,
) -> Vec<Pair> {
    let meets = |&&(i, j): &&(u32, u32)| test(&object_a.triangle(i), &object_b.triangle(j)).is_some();
    candidates.par_iter().with_min_len(256).filter(meets).map(|&(i, j)| [a, b, i, j]).collect()
}

pub fn sorted(mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.par_sort_unstable();
    pairs
}
