//! Building, and fitting boxes.
//!
//! Carefully built trees are halved where boxes are spread most, which takes a pass over all boxes for each halving.
//! Quickly built ones follow a curve through the cells of a grid, which takes a few passes in all and makes boxes that
//! are somewhat larger: better for a tree that is walked once or twice.

use super::eight::{Eight, WIDTH};
use super::{Level, Tree};
use crate::Mesh;
use allide_geom::Aabb;
use rayon::prelude::*;

/// Ranges shorter than this are halved by one thread.
const PARALLEL: usize = 1 << 12;
/// Nodes that one thread fits boxes to.
const CHUNK: usize = 1 << 9;

/// Bits of a place on the curve, for each axis.
const CURVE: u32 = 10;

/// How well a tree is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Care {
    /// In little time.
    Quick,
    /// For many walks.
    Careful,
}

/// A box that looks for its place.
#[derive(Clone, Copy)]
struct Entry {
    center: [f64; 3],
    index: u32,
}

impl Tree {
    /// Over the triangles of a mesh, in its own coordinates.
    pub(crate) fn build(mesh: &Mesh, care: Care) -> Self {
        Self::over(mesh.triangles().len() as u32, care, |triangle| bounds_of(mesh, triangle))
    }

    /// Over `count` boxes, none of them empty.
    pub(crate) fn over(count: u32, care: Care, bounds: impl Fn(u32) -> Aabb + Sync) -> Self {
        let entry = |index: u32| Entry { center: bounds(index).center().to_array(), index };
        let mut entries: Vec<Entry> = (0..count).into_par_iter().with_min_len(PARALLEL).map(entry).collect();
        let order = match care {
            Care::Quick => along_curve(&entries),
            Care::Careful => {
                arrange(&mut entries);
                entries.iter().map(|entry| entry.index).collect()
            }
        };
        Self::fitted(order, care, bounds)
    }

    /// The same tree over the moved vertices of a deformed mesh.
    pub(crate) fn refitted(&self, mesh: &Mesh) -> Self {
        Self::fitted(self.order.clone(), self.care, |triangle| bounds_of(mesh, triangle))
    }

    /// The boxes of all nodes, given the order of those in the leaves.
    fn fitted(order: Vec<u32>, care: Care, bounds: impl Fn(u32) -> Aabb + Sync) -> Self {
        let leaf = |indices: &[u32]| Eight::around(indices.iter().map(|&index| bounds(index)));
        let leaves = order.par_chunks(WIDTH).with_min_len(CHUNK).map(leaf).collect();
        Self::above(leaves, order, care)
    }

    /// The tree above its leaves.
    fn above(leaves: Vec<Eight>, order: Vec<u32>, care: Care) -> Self {
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
        Self { levels, order, care }
    }
}

fn bounds_of(mesh: &Mesh, triangle: u32) -> Aabb {
    let corners = mesh.triangles()[triangle as usize];
    Aabb::around(corners.map(|vertex| mesh.positions()[vertex as usize]))
}

/// The numbers of entries, which are in order, along a Z-shaped curve. Where many fall into one of its cells, these are
/// halved.
fn along_curve(entries: &[Entry]) -> Vec<u32> {
    if entries.len() <= WIDTH {
        return (0..entries.len() as u32).collect();
    }
    let (low, high) = spread(entries);
    let size = (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
    let scale = f64::from(1_u32 << CURVE) / size;
    let key = |entry: &Entry| {
        // Not a number, where all centres are one point or out of range, becomes 0; and the last cell holds its end.
        let cell = |axis: usize| ((entry.center[axis] - low[axis]) * scale) as u32;
        let code = (0..3).fold(0, |code, axis| code | interleaved(cell(axis).min((1 << CURVE) - 1)) << axis);
        u64::from(code) << 32 | u64::from(entry.index)
    };
    let keys = sorted(entries.par_iter().with_min_len(PARALLEL).map(key).collect());
    let mut order = Vec::with_capacity(keys.len());
    for cell in keys.chunk_by(|x, y| x >> 32 == y >> 32) {
        if cell.len() <= WIDTH {
            order.extend(cell.iter().map(|&key| key as u32));
        } else {
            let mut cell: Vec<Entry> = cell.iter().map(|&key| entries[key as u32 as usize]).collect();
            arrange(&mut cell);
            order.extend(cell.iter().map(|entry| entry.index));
        }
    }
    order
}

/// The bits of a number, each followed by two others.
fn interleaved(bits: u32) -> u32 {
    let bits = (bits | bits << 16) & 0x0300_00ff;
    let bits = (bits | bits << 8) & 0x0300_f00f;
    let bits = (bits | bits << 4) & 0x030c_30c3;
    (bits | bits << 2) & 0x0924_9249
}

/// The keys by their upper halves, which have 30 bits; equal ones stay in order.
fn sorted(mut keys: Vec<u64>) -> Vec<u64> {
    if keys.len() < 1 << CURVE {
        keys.sort_unstable();
        return keys;
    }
    let mut other = vec![0; keys.len()];
    for digit in 0..3 {
        let digit = |key: u64| (key >> (32 + digit * CURVE)) as usize & ((1 << CURVE) - 1);
        let mut places = [0_usize; 1 << CURVE];
        keys.iter().for_each(|&key| places[digit(key)] += 1);
        let mut first = 0;
        places.iter_mut().for_each(|place| first += std::mem::replace(place, first));
        for &key in &keys {
            let place = &mut places[digit(key)];
            other[*place] = key;
            *place += 1;
        }
        std::mem::swap(&mut keys, &mut other);
    }
    keys
}

/// The lowest and the highest centre on each axis.
fn spread(entries: &[Entry]) -> ([f64; 3], [f64; 3]) {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for entry in entries {
        for axis in 0..3 {
            let center = entry.center[axis];
            low[axis] = if center < low[axis] { center } else { low[axis] };
            high[axis] = if center > high[axis] { center } else { high[axis] };
        }
    }
    (low, high)
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
    let (low, high) = spread(entries);
    let width = |axis: &usize| high[*axis] - low[*axis];
    let axis = (0..3).max_by(|x, y| width(x).total_cmp(&width(y))).unwrap_or(0);
    entries.select_nth_unstable_by(middle, |x, y| x.center[axis].total_cmp(&y.center[axis]));
    let (left, right) = entries.split_at_mut(middle);
    if left.len() + right.len() < PARALLEL {
        arrange(left);
        arrange(right);
    } else {
        rayon::join(|| arrange(left), || arrange(right));
    }
}
