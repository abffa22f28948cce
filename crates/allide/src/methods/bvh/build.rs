//! Building by the surface-area heuristic over bins, and refitting.

use super::{Kind, Node, Tree};
use crate::Mesh;
use allide_geom::{Aabb, DVec3};
use rayon::prelude::*;

/// Triangles in a leaf, at most, unless they cannot be told apart.
const LEAF: usize = 4;
/// Places at which a split is tried.
const BINS: usize = 16;
/// Ranges shorter than this are built by one thread.
const PARALLEL: usize = 1 << 13;

#[derive(Clone, Copy)]
struct Entry {
    bounds: Aabb,
    triangle: u32,
}

impl Tree {
    pub(crate) fn build(mesh: &Mesh) -> Self {
        let entry = |triangle: usize| Entry { bounds: bounds_of(mesh, triangle as u32), triangle: triangle as u32 };
        let mut entries: Vec<Entry> =
            (0..mesh.triangles().len()).into_par_iter().with_min_len(PARALLEL).map(entry).collect();
        let nodes = if entries.is_empty() { Vec::new() } else { build(&mut entries, 0) };
        Self { nodes, triangles: entries.iter().map(|entry| entry.triangle).collect() }
    }

    /// The same tree over the moved vertices of a deformed mesh.
    pub(crate) fn refitted(&self, mesh: &Mesh) -> Self {
        let mut nodes = self.nodes.clone();
        for index in (0..nodes.len()).rev() {
            nodes[index].bounds = match nodes[index].kind {
                Kind::Inner { right } => nodes[index + 1].bounds.union(&nodes[right as usize].bounds),
                Kind::Leaf { first, count } => self.triangles[first as usize..(first + count) as usize]
                    .iter()
                    .map(|&triangle| bounds_of(mesh, triangle))
                    .fold(Aabb::EMPTY, |all, bounds| all.union(&bounds)),
            };
        }
        Self { nodes, triangles: self.triangles.clone() }
    }
}

fn bounds_of(mesh: &Mesh, triangle: u32) -> Aabb {
    let corners = mesh.triangles()[triangle as usize];
    Aabb::around(corners.map(|vertex| mesh.positions()[vertex as usize]))
}

/// The nodes over `entries`, which begin at place `first` of the tree's triangles, with node numbers counted from the
/// subtree's own root.
fn build(entries: &mut [Entry], first: u32) -> Vec<Node> {
    if entries.len() < PARALLEL {
        let mut nodes = Vec::with_capacity(entries.len());
        append(&mut nodes, entries, first);
        return nodes;
    }
    let bounds = bounds_around(entries);
    let middle = split(entries);
    let (left, right) = entries.split_at_mut(middle);
    let (left, right) = rayon::join(|| build(left, first), || build(right, first + middle as u32));
    let mut nodes = Vec::with_capacity(1 + left.len() + right.len());
    let right_root = 1 + left.len() as u32;
    nodes.push(Node { bounds, kind: Kind::Inner { right: right_root } });
    nodes.extend(left.into_iter().map(|node| node.moved(1)));
    nodes.extend(right.into_iter().map(|node| node.moved(right_root)));
    nodes
}

/// Appends the nodes of a subtree that one thread builds.
fn append(nodes: &mut Vec<Node>, entries: &mut [Entry], first: u32) {
    let bounds = bounds_around(entries);
    let root = nodes.len();
    nodes.push(Node { bounds, kind: Kind::Leaf { first, count: entries.len() as u32 } });
    if entries.len() <= LEAF {
        return;
    }
    let middle = split(entries);
    let (left, right) = entries.split_at_mut(middle);
    append(nodes, left, first);
    nodes[root].kind = Kind::Inner { right: nodes.len() as u32 };
    append(nodes, right, first + middle as u32);
}

fn bounds_around(entries: &[Entry]) -> Aabb {
    entries.iter().fold(Aabb::EMPTY, |all, entry| all.union(&entry.bounds))
}

impl Node {
    fn moved(mut self, by: u32) -> Self {
        if let Kind::Inner { right } = &mut self.kind {
            *right += by;
        }
        self
    }
}

/// Partitions the entries where the surface-area heuristic wants it, or in the middle if they cannot be told apart.
fn split(entries: &mut [Entry]) -> usize {
    let centers = Aabb::around(entries.iter().map(|entry| entry.bounds.center()));
    let axis = (centers.max * 0.5 - centers.min * 0.5).max_position();
    let (low, high) = (centers.min[axis] * 0.5, centers.max[axis] * 0.5);
    let scale = BINS as f64 / (high - low);
    if !(scale.is_finite() && scale > 0.0) {
        return entries.len() / 2;
    }
    let bin = |entry: &Entry| (((entry.bounds.center()[axis] * 0.5 - low) * scale) as usize).min(BINS - 1);
    let mut bins = [(Aabb::EMPTY, 0usize); BINS];
    for entry in entries.iter() {
        let (bounds, count) = &mut bins[bin(entry)];
        *bounds = bounds.union(&entry.bounds);
        *count += 1;
    }
    // From the right, then from the left: the cost of each half of every split.
    let mut right_costs = [0.0; BINS];
    let (mut bounds, mut count) = (Aabb::EMPTY, 0);
    for place in (1..BINS).rev() {
        (bounds, count) = (bounds.union(&bins[place].0), count + bins[place].1);
        right_costs[place] = if count == 0 { f64::INFINITY } else { half_area(&bounds) * count as f64 };
    }
    let (mut best, mut best_cost) = (BINS / 2, f64::INFINITY);
    let (mut bounds, mut count) = (Aabb::EMPTY, 0);
    for place in 1..BINS {
        (bounds, count) = (bounds.union(&bins[place - 1].0), count + bins[place - 1].1);
        let cost = half_area(&bounds) * count as f64 + right_costs[place];
        if count > 0 && cost < best_cost {
            (best, best_cost) = (place, cost);
        }
    }
    let middle = partition(entries, |entry| bin(entry) < best);
    if middle == 0 || middle == entries.len() { entries.len() / 2 } else { middle }
}

fn half_area(bounds: &Aabb) -> f64 {
    let DVec3 { x, y, z } = bounds.size();
    x * y + y * z + z * x
}

/// Moves the entries for which `first` holds to the front; returns how many they are.
fn partition(entries: &mut [Entry], first: impl Fn(&Entry) -> bool) -> usize {
    let mut count = 0;
    for index in 0..entries.len() {
        if first(&entries[index]) {
            entries.swap(index, count);
            count += 1;
        }
    }
    count
}
