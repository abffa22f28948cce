//! Trees that stay on the GPU.

use super::super::tree::{Coefficients, KTree};
use super::plan::PlannedTree;
use crate::identity::MeshId;
use allide_gpu::{Buffer, GpuError, Recorder, Result};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Words of a record before its coefficients: see nodes.wgsl.
const BRANCH: usize = 4;

/// The trees of meshes, one behind the other, each uploaded once. Room that a deformed mesh leaves, its successor takes.
#[derive(Debug, Default)]
pub(super) struct TreePool {
    buffer: Option<Buffer>,
    kept: HashMap<MeshId, Place>,
    /// Words in use.
    end: usize,
}

/// Where a tree lies, in words.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    words: usize,
}

impl TreePool {
    /// The buffer, and where each tree starts in it. Uploads those that are not there yet.
    pub fn place(&mut self, recorder: &mut Recorder<'_>, trees: &[PlannedTree]) -> Result<(&Buffer, Vec<u32>)> {
        let mut places = self.assign(trees);
        if self.buffer.as_ref().is_none_or(|buffer| (self.end * 4) as u64 > buffer.size()) {
            // All of them again, in a larger buffer.
            (self.kept, self.end, self.buffer) = (HashMap::new(), 0, None);
            places = self.assign(trees);
            let limit = recorder.gpu().max_binding();
            let wanted = (self.end * 4).max(4) as u64;
            if wanted > limit {
                return Err(GpuError::TooLarge { what: "trees".into(), bytes: wanted, limit });
            }
            self.buffer = Some(recorder.gpu().buffer("trees", (wanted + wanted / 4).min(limit))?);
        }
        let buffer = self.buffer.as_ref().expect("made above");
        // Neighbours are uploaded together.
        let new: Vec<(usize, &KTree)> = places
            .iter()
            .zip(trees)
            .filter(|((_, is_new), _)| *is_new)
            .map(|((at, _), tree)| (*at, &*tree.tree))
            .collect();
        for run in new.chunk_by(|x, y| x.0 + words_of(x.1) == y.0) {
            let count = run.iter().map(|(_, tree)| words_of(tree)).sum();
            recorder.upload_with(buffer, run[0].0 as u64 * 4, count, |mut target: &mut [u32]| {
                let mut parts = Vec::with_capacity(run.len());
                for (_, tree) in run {
                    let (own, rest) = target.split_at_mut(words_of(tree));
                    parts.push((*tree, own));
                    target = rest;
                }
                parts.into_par_iter().for_each(|(tree, target)| write(tree, target));
            })?;
        }
        // The room of trees that nobody keeps is free again.
        self.end = self.kept.values().map(|place| place.at + place.words).max().unwrap_or(0);
        Ok((buffer, places.into_iter().map(|(at, _)| at as u32).collect()))
    }

    /// Where each tree is to be, and whether it is not there yet.
    pub(super) fn assign(&mut self, trees: &[PlannedTree]) -> Vec<(usize, bool)> {
        let wanted: HashSet<MeshId> = trees.iter().filter_map(|tree| tree.mesh).collect();
        let mut free: HashMap<(u64, usize), Vec<MeshId>> = HashMap::new();
        for (mesh, place) in self.kept.iter().filter(|(mesh, _)| !wanted.contains(mesh)) {
            free.entry((mesh.topology(), place.words)).or_default().push(*mesh);
        }
        let place = |tree: &PlannedTree| {
            let words = words_of(&tree.tree);
            if let Some(place) = tree.mesh.and_then(|mesh| self.kept.get(&mesh)) {
                return (place.at, false);
            }
            let freed = tree.mesh.and_then(|mesh| free.get_mut(&(mesh.topology(), words))?.pop());
            let place = freed.and_then(|before| self.kept.remove(&before)).unwrap_or_else(|| {
                self.end += words;
                Place { at: self.end - words, words }
            });
            if let Some(mesh) = tree.mesh {
                self.kept.insert(mesh, place);
            }
            (place.at, true)
        };
        trees.iter().map(place).collect()
    }
}

/// Words of the record of a node.
pub(super) fn record(tree: &KTree) -> usize {
    let faces = tree.full.orientations().len();
    BRANCH + if matches!(tree.coefficients, Coefficients::Short(_)) { faces / 2 } else { faces }
}

fn words_of(tree: &KTree) -> usize {
    tree.nodes.len() * record(tree) + tree.order.len()
}

/// Writes a tree: records, then triangles in its order. See nodes.wgsl.
fn write(tree: &KTree, target: &mut [u32]) {
    let (record, heights) = (record(tree), tree.heights());
    let (records, order) = target.split_at_mut(tree.nodes.len() * record);
    order.copy_from_slice(&tree.order);
    let faces = tree.full.orientations().len();
    let half = faces / 2;
    records.par_chunks_exact_mut(record).enumerate().for_each(|(number, target)| {
        let node = tree.nodes[number];
        let link = match node.is_leaf() {
            true => (tree.nodes.len() - number) * record + node.first as usize,
            false => (node.children[1] as usize - number) * record,
        };
        let (branch, coefficients) = target.split_at_mut(BRANCH);
        branch.copy_from_slice(&[node.first, node.count, link as u32, heights[number]]);
        match &tree.coefficients {
            Coefficients::Short(all) => {
                let own = &all[number * faces..][..faces];
                let both = |face: usize| u32::from(own[face] as u16) | u32::from(own[face + half] as u16) << 16;
                coefficients.iter_mut().enumerate().for_each(|(face, word)| *word = both(face));
            }
            Coefficients::Long(all) => {
                let own = &all[number * faces..][..faces];
                let one = |place: usize| own[place / 2 + place % 2 * half] as u32;
                coefficients.iter_mut().enumerate().for_each(|(place, word)| *word = one(place));
            }
        }
    });
}
