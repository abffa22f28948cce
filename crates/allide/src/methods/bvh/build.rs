//! Building by halving, and fitting boxes.

use super::eight::{Eight, WIDTH};
use super::relative::Frame;
use super::{Level, Tree};
use crate::Mesh;
use allide_geom::Aabb;
use rayon::prelude::*;

/// Ranges shorter than this are halved by one thread.
const PARALLEL: usize = 1 << 12;
/// Nodes that one thread fits boxes to.
const CHUNK: usize = 1 << 9;

/// A triangle that looks for its place.
#[derive(Clone, Copy)]
struct Entry {
    center: [f32; 3],
    triangle: u32,
}

impl Tree {
    pub(crate) fn build(mesh: &Mesh) -> Self {
        let frame = Frame::around(&mesh.bounds());
        let entry = |triangle: u32| {
            let center = frame.place(&bounds_of(mesh, triangle)).center();
            Entry { center: center.as_vec3().to_array(), triangle }
        };
        let mut entries: Vec<Entry> =
            (0..mesh.triangles().len() as u32).into_par_iter().with_min_len(PARALLEL).map(entry).collect();
        arrange(&mut entries);
        Self::fitted(mesh, frame, entries.iter().map(|entry| entry.triangle).collect())
    }

    /// The same tree over the moved vertices of a deformed mesh.
    pub(crate) fn refitted(&self, mesh: &Mesh) -> Self {
        Self::fitted(mesh, Frame::around(&mesh.bounds()), self.order.clone())
    }

    /// The boxes of all nodes, given the triangles in their order.
    fn fitted(mesh: &Mesh, frame: Frame, order: Vec<u32>) -> Self {
        let leaf = |triangles: &[u32]| {
            Eight::around(triangles.iter().map(|&triangle| frame.place(&bounds_of(mesh, triangle))))
        };
        let leaves = order.par_chunks(WIDTH).with_min_len(CHUNK).map(leaf).collect();
        let mut levels = vec![Level::new(leaves, order.len())];
        while let Some(below) = levels.last().filter(|level| level.nodes.len() > 1) {
            let around = |node: usize| {
                let lanes = 0..below.lanes(node);
                lanes.map(|lane| below.nodes[node].get(lane)).fold(Aabb::EMPTY, |all, bounds| all.union(&bounds))
            };
            let count = below.nodes.len();
            let parent = |node: usize| Eight::around((node * WIDTH..count.min((node + 1) * WIDTH)).map(around));
            let nodes = (0..count.div_ceil(WIDTH)).into_par_iter().with_min_len(CHUNK).map(parent).collect();
            levels.push(Level::new(nodes, count));
        }
        Self { frame, levels, order }
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
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
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
