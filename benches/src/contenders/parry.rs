//! parry3d-f64: its [`Bvh`], then allide's exact test.

use super::tree::{self, Tree};
use super::{Answer, Lap, Pair, Question, timed};
use crate::arrays::Arrays;
use allide_geom::{Aabb, DVec3, distance, overlap};
use parry3d_f64::bounding_volume::Aabb as ParryBox;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode};
use rayon::prelude::*;
use std::cell::Cell;
use std::time::Instant;

pub fn answer(objects: &[Arrays], question: &Question) -> Lap {
    match question {
        Question::Overlaps => timed(|| Answer::Pairs(tree::overlaps::<ParryTree>(objects))),
        Question::SelfOverlaps => timed(|| Answer::Pairs(tree::self_overlaps::<ParryTree>(objects))),
        &Question::Clearance(limit) => timed(|| Answer::Distances(clearance(objects, limit))),
        Question::Moving(offsets) => moving(&objects[0], &objects[1], offsets),
    }
}

pub struct ParryTree(pub Bvh);

impl Tree for ParryTree {
    fn build(count: usize, bounds: impl Fn(usize) -> Aabb + Sync) -> Self {
        // Binned, parry's default, answers sooner than Ploc here.
        Self(Bvh::from_iter(BvhBuildStrategy::Binned, (0..count).map(|index| (index, parry_box(bounds(index))))))
    }

    fn pairs(&self, other: &Self) -> Vec<(u32, u32)> {
        self.0.leaf_pairs(&other.0, BvhNode::intersects).collect()
    }

    fn self_pairs(&self) -> Vec<(u32, u32)> {
        self.0.traverse_bvtt_single_tree_parallel::<false>()
    }
}

fn parry_box(bounds: Aabb) -> ParryBox {
    ParryBox::new(Vector::from(bounds.min.to_array()), Vector::from(bounds.max.to_array()))
}

/// Branch and bound over both trees at once: much faster than `query::distance`, which walks the second tree anew for
/// every triangle of the first.
fn clearance(objects: &[Arrays], limit: f64) -> Vec<(u32, u32, f64)> {
    let object_pairs = tree::object_pairs::<ParryTree>(objects, limit);
    let trees = tree::trees::<ParryTree>(objects, &object_pairs);
    let search = |&(a, b): &(u32, u32)| {
        let (tree_a, tree_b) = (trees[a as usize].as_ref()?, trees[b as usize].as_ref()?);
        let best = Cell::new(limit);
        let near = |x: &BvhNode, y: &BvhNode| gap(x, y) < best.get() * best.get();
        for (i, j) in tree_a.0.leaf_pairs(&tree_b.0, near) {
            let apart = distance(&objects[a as usize].triangle(i), &objects[b as usize].triangle(j)).distance;
            best.set(best.get().min(apart));
            if apart == 0.0 {
                break;
            }
        }
        (best.get() < limit).then(|| (a, b, best.get()))
    };
    let mut found: Vec<_> = object_pairs.par_iter().filter_map(search).collect();
    found.sort_unstable_by_key(|&(a, b, _)| (a, b));
    found
}

/// The square of the distance of two boxes.
fn gap(x: &BvhNode, y: &BvhNode) -> f64 {
    (x.mins() - y.maxs()).max(y.mins() - x.maxs()).max(Vector::ZERO).length_squared()
}

/// Trees are built once and kept, in the objects' own coordinates; each frame walks them with the relative pose.
fn moving(a: &Arrays, b: &Arrays, offsets: &[DVec3]) -> Lap {
    let (tree_a, tree_b) =
        rayon::join(|| tree::over_triangles::<ParryTree>(a), || tree::over_triangles::<ParryTree>(b));
    let mut times = Vec::new();
    let mut frames = Vec::new();
    for &offset in offsets {
        let start = Instant::now();
        let found = frame((a, &tree_a), (b, &tree_b), offset);
        times.push(start.elapsed());
        frames.push(found);
    }
    Lap { time: super::later_frame(&mut times), unchecked: None, answer: Answer::Frames(frames) }
}

fn frame((a, tree_a): (&Arrays, &ParryTree), (b, tree_b): (&Arrays, &ParryTree), offset: DVec3) -> Vec<Pair> {
    let shift = Vector::from(offset.to_array());
    // Rounding is monotone, so a box moved by its corners is exactly the box of the moved triangles.
    let near =
        |x: &BvhNode, y: &BvhNode| x.mins().cmple(y.maxs() + shift).all() && (y.mins() + shift).cmple(x.maxs()).all();
    let candidates: Vec<_> = tree_a.0.leaf_pairs(&tree_b.0, near).collect();
    let test = |x: &_, y: &[DVec3; 3]| overlap(x, &y.map(|corner| corner + offset));
    tree::sorted(tree::confirm((0, a), (1, b), &candidates, test))
}

/// How many triangle pairs parry's own test calls intersecting.
pub fn own_test_count(a: &Arrays, b: &Arrays) -> usize {
    use parry3d_f64::math::Pose;
    use parry3d_f64::query::intersection_test;
    use parry3d_f64::shape::Triangle;
    let tree_of = tree::over_triangles::<ParryTree>;
    let candidates = tree_of(a).pairs(&tree_of(b));
    let shape = |object: &Arrays, index: u32| {
        let [x, y, z] = object.triangle(index).map(|corner| Vector::from(corner.to_array()));
        Triangle::new(x, y, z)
    };
    let meets = |&&(i, j): &&(u32, u32)| {
        let (x, y) = (shape(a, i), shape(b, j));
        intersection_test(&Pose::IDENTITY, &x, &Pose::IDENTITY, &y).is_ok_and(|found| found.intersecting)
    };
    candidates.par_iter().filter(meets).count()
}
