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
    let bounds = entries.iter().fold(Aabb::EMPTY, |all, entry| all.union(&entry.bounds));
    let leaf = Kind::Leaf { first, count: entries.len() as u32 };
    if entries.len() <= LEAF {
        return vec![Node { bounds, kind: leaf }];
    }
    let middle = split(entries);
    let (left, right) = entries.split_at_mut(middle);
    let right_first = first + middle as u32;
    let (left, right) = if left.len() + right.len() < PARALLEL {
        (build(left, first), build(right, right_first))
    } else {
        rayon::join(|| build(left, first), || build(right, right_first))
    };
    let mut nodes = Vec::with_capacity(1 + left.len() + right.len());
    let right_root = 1 + left.len() as u32;
    nodes.push(Node { bounds, kind: Kind::Inner { right: right_root } });
    nodes.extend(left.into_iter().map(|node| node.moved(1)));
    nodes.extend(right.into_iter().map(|node| node.moved(right_root)));
    nodes
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
    let cost = |bins: &[(Aabb, usize)]| {
        let (bounds, count) =
            bins.iter().fold((Aabb::EMPTY, 0), |(all, sum), (bounds, count)| (all.union(bounds), sum + count));
        (half_area(&bounds) * count as f64, count)
    };
    let tried = (1..BINS).map(|place| {
        let ((left, left_count), (right, right_count)) = (cost(&bins[..place]), cost(&bins[place..]));
        (if left_count == 0 || right_count == 0 { f64::INFINITY } else { left + right }, place)
    });
    let best = tried.min_by(|x, y| x.0.total_cmp(&y.0)).map_or(BINS / 2, |(_, place)| place);
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
