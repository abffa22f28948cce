//! obvhs: its fastest build, a walk over the boxes of two trees, then allide's exact test.

use super::tree::{self, Tree};
use super::{Answer, Lap, Question, timed};
use crate::arrays::Arrays;
use allide_geom::{Aabb, DVec3};
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb as SmallBox;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use rayon::prelude::*;
use std::time::Duration;

pub fn answer(objects: &[Arrays], question: &Question) -> Option<Lap> {
    match question {
        Question::Overlaps => Some(timed(|| Answer::Pairs(tree::overlaps::<ObvhsTree>(objects)))),
        Question::SelfOverlaps => Some(timed(|| Answer::Pairs(tree::self_overlaps::<ObvhsTree>(objects)))),
        Question::Clearance(_) | Question::Moving(_) => None,
    }
}

pub struct ObvhsTree(Bvh2);

/// Node pairs still to be walked; a node with itself stands for all pairs inside it.
type Work = Vec<(u32, u32)>;

impl Tree for ObvhsTree {
    fn build(count: usize, bounds: impl Fn(usize) -> Aabb + Sync) -> Self {
        let boxes: Vec<SmallBox> =
            (0..count).into_par_iter().with_min_len(4096).map(|index| small_box(bounds(index))).collect();
        // One triangle a leaf; slower presets cost more than they save on a first answer.
        Self(build_bvh2(&boxes, BvhBuildParams::fastest_build(), &mut Duration::default()))
    }

    fn pairs(&self, other: &Self) -> Vec<(u32, u32)> {
        let meet = |(a, b): (usize, usize)| self.0.nodes[a].aabb().intersect_aabb(other.0.nodes[b].aabb());
        let empty = self.0.nodes.is_empty() || other.0.nodes.is_empty();
        let start = if empty || !meet((0, 0)) { Vec::new() } else { vec![(0, 0)] };
        in_parallel(start, |pair, work, found| self.step(other, pair, work, found))
    }

    fn self_pairs(&self) -> Vec<(u32, u32)> {
        let start = if self.0.nodes.is_empty() { Vec::new() } else { vec![(0, 0)] };
        in_parallel(start, |(a, b), work, found| {
            let node = &self.0.nodes[a as usize];
            if a != b {
                self.step(self, (a, b), work, found);
            } else if !node.is_leaf() {
                let (left, right) = (node.first_index, node.first_index + 1);
                work.extend([(left, left), (right, right)]);
                if self.0.nodes[left as usize].aabb().intersect_aabb(self.0.nodes[right as usize].aabb()) {
                    work.push((left, right));
                }
            }
        })
    }
}

impl ObvhsTree {
    /// Replaces a pair of nodes whose boxes overlap by the pairs of their children that do.
    #[inline]
    fn step(&self, other: &Self, (a, b): (u32, u32), work: &mut Work, found: &mut Work) {
        let (node_a, node_b) = (&self.0.nodes[a as usize], &other.0.nodes[b as usize]);
        let children = |leaf: bool, id: u32, first: u32| if leaf { id..id + 1 } else { first..first + 2 };
        let (leaf_a, leaf_b) = (node_a.is_leaf(), node_b.is_leaf());
        if leaf_a && leaf_b {
            let primitive = |tree: &Self, slot: u32| tree.0.primitive_indices[slot as usize];
            found.push((primitive(self, node_a.first_index), primitive(other, node_b.first_index)));
            return;
        }
        for x in children(leaf_a, a, node_a.first_index) {
            let bounds = self.0.nodes[x as usize].aabb();
            for y in children(leaf_b, b, node_b.first_index) {
                if bounds.intersect_aabb(other.0.nodes[y as usize].aabb()) {
                    work.push((x, y));
                }
            }
        }
    }
}

/// Walks breadth first until there is work for all threads, then each thread depth first.
fn in_parallel(mut work: Work, step: impl Fn((u32, u32), &mut Work, &mut Work) + Sync) -> Work {
    const ENOUGH: usize = 256;
    let mut found = Vec::new();
    while !work.is_empty() && work.len() < ENOUGH {
        for pair in std::mem::take(&mut work) {
            step(pair, &mut work, &mut found);
        }
    }
    let walk = |(mut stack, mut found): (Work, Work), pair| {
        stack.push(pair);
        while let Some(pair) = stack.pop() {
            step(pair, &mut stack, &mut found);
        }
        (stack, found)
    };
    let parts: Vec<Work> = work.into_par_iter().fold(Default::default, walk).map(|(_, found)| found).collect();
    parts.into_iter().for_each(|part| found.extend(part));
    found
}

/// `bounds` in single precision, rounded outwards.
fn small_box(bounds: Aabb) -> SmallBox {
    let down = |value: f64| {
        let near = value as f32;
        if f64::from(near) > value { near.next_down() } else { near }
    };
    let low = |corner: DVec3| corner.to_array().map(down);
    let high = |corner: DVec3| corner.to_array().map(|value| -down(-value));
    SmallBox::new(low(bounds.min).into(), high(bounds.max).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boxes_contain_the_large_ones() {
        let corner = DVec3::new(0.1, -0.1, 16777217.0);
        let small = small_box(Aabb { min: corner, max: corner });
        for axis in 0..3 {
            assert!(f64::from(small.min[axis]) < corner[axis] && corner[axis] < f64::from(small.max[axis]));
        }
    }
}
