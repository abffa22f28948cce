//! Building by halving, and fitting boxes.

use super::eight::{Eight, WIDTH};
use super::{Level, Tree};
use crate::Mesh;
use allide_geom::Aabb;
use rayon::prelude::*;

/// Ranges shorter than this are halved by one thread.
const PARALLEL: usize = 1 << 12;
/// Nodes that one thread fits boxes to.
const CHUNK: usize = 1 << 9;

/// A box that looks for its place.
#[derive(Clone, Copy)]
struct Entry {
    center: [f64; 3],
    index: u32,
}

impl Tree {
    /// Over the triangles of a mesh, in its own coordinates.
    pub(crate) fn build(mesh: &Mesh) -> Self {
        Self::over(mesh.triangles().len() as u32, |triangle| bounds_of(mesh, triangle))
    }

    /// Over `count` boxes, none of them empty.
    pub(crate) fn over(count: u32, bounds: impl Fn(u32) -> Aabb + Sync) -> Self {
        let entry = |index: u32| Entry { center: bounds(index).center().to_array(), index };
        let mut entries: Vec<Entry> = (0..count).into_par_iter().with_min_len(PARALLEL).map(entry).collect();
        arrange(&mut entries);
        Self::fitted(entries.iter().map(|entry| entry.index).collect(), bounds)
    }

    /// The same tree over the moved vertices of a deformed mesh.
    pub(crate) fn refitted(&self, mesh: &Mesh) -> Self {
        Self::fitted(self.order.clone(), |triangle| bounds_of(mesh, triangle))
    }

    /// The boxes of all nodes, given the order of those in the leaves.
    fn fitted(order: Vec<u32>, bounds: impl Fn(u32) -> Aabb + Sync) -> Self {
        let leaf = |indices: &[u32]| Eight::around(indices.iter().map(|&index| bounds(index)));
        let leaves = order.par_chunks(WIDTH).with_min_len(CHUNK).map(leaf).collect();
        let mut levels = vec![Level::new(leaves, order.len(), Vec::new())];
        while let Some(below) = levels.last().filter(|level| level.nodes.len() > 1) {
            let around = |node: usize| {
                let lanes = 0..below.lanes(node);
                lanes.map(|lane| below.nodes[node].get(lane)).fold(Aabb::EMPTY, |all, bounds| all.union(&bounds))
            };
            let count = below.nodes.len();
            let parent = |node: usize| Eight::around((node * WIDTH..count.min((node + 1) * WIDTH)).map(around));
            let nodes = (0..count.div_ceil(WIDTH)).into_par_iter().with_min_len(CHUNK).map(parent).collect();
            let numbers = if below.firsts.is_empty() { &order } else { &below.firsts };
            let firsts =
                numbers.chunks(WIDTH).map(|numbers| numbers.iter().copied().min().unwrap_or(u32::MAX)).collect();
            levels.push(Level::new(nodes, count, firsts));
        }
        Self { levels, order }
    }
}

fn bounds_of(mesh: &Mesh, triangle: u32) -> Aabb {
    let corners = mesh.triangles()[triangle as usize];
    Aabb::around(corners.map(|vertex| mesh.positions()[vertex as usize]))
}

/// Orders the entries so that every eight in a row, every 64, every 512 and so on lie close together: halves them where
/// their centres are spread most, at a multiple of the largest power of eight that is less than all.
fn arrange(entries: &mut [Entry]) {
    if entries.len() <= WIDTH {
        return;
    }
    let mut unit = WIDTH;
    while unit * WIDTH < entries.len() {
        unit *= WIDTH;
    }
    let middle = entries.len().div_ceil(unit) / 2 * unit;
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for entry in entries.iter() {
        for axis in 0..3 {
            let center = entry.center[axis];
            low[axis] = if center < low[axis] { center } else { low[axis] };
            high[axis] = if center > high[axis] { center } else { high[axis] };
        }
    }
    let spread = |axis: &usize| high[*axis] - low[*axis];
    let axis = (0..3).max_by(|x, y| spread(x).total_cmp(&spread(y))).unwrap_or(0);
    entries.select_nth_unstable_by(middle, |x, y| x.center[axis].total_cmp(&y.center[axis]));
    let (left, right) = entries.split_at_mut(middle);
    if left.len() + right.len() < PARALLEL {
        arrange(left);
        arrange(right);
    } else {
        rayon::join(|| arrange(left), || arrange(right));
    }
}
