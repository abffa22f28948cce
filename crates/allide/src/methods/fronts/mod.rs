//! Fronts: pairs of bounding-volume trees, gone through breadth-first on the GPU.
//!
//! Paper: Greß and Zachmann, Object-Space Interference Detection on Programmable Graphics Hardware (2003).
//!
//! Every object has a binary tree of axis-aligned boxes. A *front* is the list of all node pairs that are alive at one level:
//! boxes that overlap, each from the tree of another object. To get the next one, the children of all pairs are tested at
//! once, and each pair notes how many overlap (count). Sums over all counts before a pair say where its children go (scan),
//! and they are written there without gaps (pack). Level by level the fronts come down to the leaves, and the last one is
//! the list of candidates.
//!
//! Guarantee: exact. Boxes are whole numbers on the grid of the scene, whose rounding keeps their order, so the boxes of
//! triangles that share a point overlap, and so do all nodes above them. A front that is longer than its buffer is
//! counted; the buffer grows and all is run again.
//!
//! Deviations from the paper:
//! - Compute kernels instead of vertex and fragment programs; sums over workgroups and then over their sums instead of a
//!   mip-map.
//! - A front is a list of pairs (S, T) instead of a list of nodes S for each node T. It is as long as it is: nodes were
//!   limited to the width of a texture, 2,048 a level.
//! - All object pairs are in the same fronts. Trees differ in height: a pair enters at the height of its taller tree, which
//!   is opened alone until both nodes are equally tall, and so all pairs come to their leaves in the last front.
//! - Trees are built on the GPU in each run, along a Morton curve through each object, in world coordinates; the paper
//!   has them beforehand and moves one by a matrix. Boxes are rounded to 15 bits a number. The nodes are those of
//!   [`bvh`], which has one tree over all objects and a walk for each leaf instead of fronts.
//! - The candidates are confirmed by the tiers that all methods share.
//!
//! Counts stay on the GPU. The host knows how tall the trees are, so it records all levels, and a level whose front is
//! empty is over at once. That is two dispatches a level, each after the one before: some forty in a row for a million
//! triangles, where the walk of [`bvh`] is one.

mod method;
mod plan;
#[cfg(test)]
mod tests;

pub(crate) use method::Fronts;

use crate::gpu::{Frame, Span, Triangles};
use crate::methods::bvh::gpu::{self as bvh, Tree};
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::scan::{CARRY, REDUCE};
use allide_gpu::stages::{COUNT, GROUP, GROUPS, SUBGROUPS, sort, subgroups_in, variant};
use allide_gpu::{Buffer, Count, Gpu, Recorder, Result, Shader, Source, Wgsl, immediates};
use plan::{Entering, FrontsPlan};
use std::marker::PhantomData;

const THREADS: u32 = 256;
/// Pairs of a thread between two sums over its workgroup: few, because most fronts are short.
const PER_THREAD: u32 = 2;
const TILE: u32 = THREADS * PER_THREAD;
/// Levels that a tree can have, that of the leaves included: there are less than 2²⁸ triangles.
pub(crate) const MOST_LEVELS: u32 = 29;

immediates! {
    /// What keys.wgsl reads.
    struct KeysParams {
        count: u32,
    }
}

immediates! {
    /// What slots.wgsl reads.
    struct SlotsParams {
        slots: u32,
        trees: u32,
    }
}

immediates! {
    /// What count.wgsl reads.
    struct CountParams {
        slot: u32,
        most: u32,
        height: u32,
        depth: u32,
        first: u32,
        end: u32,
    }
}

immediates! {
    /// What pack.wgsl reads.
    struct PackParams {
        slot: u32,
        most: u32,
        height: u32,
        depth: u32,
        roots: u32,
        entering: u32,
        total: u32,
    }
}

/// All kernels.
pub(crate) const SHADERS: &[Shader<'_>] = &[
    KEYS_SOURCE.shader(),
    SLOTS_SOURCE.shader(),
    COUNT_SOURCE[0].shader(),
    COUNT_SOURCE[1].shader(),
    PACK_SOURCE[0].shader(),
    PACK_SOURCE[1].shader(),
];

const KEYS_SOURCE: Source<KeysParams> = Source {
    name: "fronts.keys",
    // SAFETY: numbers of triangles are below the count, for which there are keys; their vertices were checked by
    // their meshes, and each owner has a curve.
    text: unsafe { Wgsl::trusted(&[include_str!("keys.wgsl"), bvh::TRIANGLE_BOX, bvh::MORTON]) },
    bindings: &[Read, Read, Read, Read, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[("CURVE_BITS", &[5, 8, 10])],
};

const SLOTS_SOURCE: Source<SlotsParams> = Source {
    name: "fronts.slots",
    // SAFETY: slots are below their number, for which `order` has room. The trees, at least one, lie one behind the
    // other in the slots and in `sorted`. The search for a tree halves what is left.
    text: unsafe { Wgsl::trusted(&[include_str!("slots.wgsl")]) },
    bindings: &[Read, Read, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

const OPEN: &str = include_str!("open.wgsl");
const COUNT_OVERLAPS: &str = include_str!("count.wgsl");
const PACK: &str = include_str!("pack.wgsl");

const COUNT_SOURCE: [Source<CountParams>; 2] = [
    count_source("fronts.count", &[COUNT_OVERLAPS, OPEN, bvh::NODE, COUNT, GROUP[0], REDUCE]),
    count_source("fronts.count.shared", &[COUNT_OVERLAPS, OPEN, bvh::NODE, COUNT, GROUP[1], REDUCE]),
];
const PACK_SOURCE: [Source<PackParams>; 2] = [
    pack_source("fronts.pack", &[PACK, OPEN, COUNT, GROUP[0], CARRY]),
    pack_source("fronts.pack.shared", &[PACK, OPEN, COUNT, GROUP[1], CARRY]),
];

const fn count_source(name: &'static str, parts: &'static [&'static str]) -> Source<CountParams> {
    Source {
        name,
        // SAFETY: the front is read up to its number, cut to its length, for which there are masks. A pair is opened
        // above the leaves alone, so its children are nodes of the heap. There is a sum for each workgroup.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Read, Write, Write, Read],
        immediates: PhantomData,
        constants: &[
            ("THREADS", THREADS),
            ("PER_THREAD", PER_THREAD),
            ("TILE", TILE),
            ("GROUP_DEPTH", bvh::GROUP_DEPTH),
        ],
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

const fn pack_source(name: &'static str, parts: &'static [&'static str]) -> Source<PackParams> {
    Source {
        name,
        // SAFETY: as above; `next` is written below its length. Pairs become triangles at the leaves alone, where
        // `order` has a word for each.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Read, Read, Read, Read, Write, Write],
        immediates: PhantomData,
        constants: &[("THREADS", THREADS), ("PER_THREAD", PER_THREAD), ("TILE", TILE)],
        settings: &[("SUBGROUPS", SUBGROUPS), ("TRIANGLES", &[0, 1])],
    }
}

/// The trees of all objects that are in a pair, on the GPU.
#[derive(Debug)]
pub(crate) struct Forest<'p> {
    plan: &'p FrontsPlan,
    tree: Tree,
}

/// Builds the trees, and notes in `slot` of the counters how many slots their leaves have.
pub(crate) fn build<'p>(
    recorder: &mut Recorder<'_>,
    triangles: Triangles<'_>,
    frame: &Frame,
    plan: &'p FrontsPlan,
    (counters, slot): (&Buffer, u32),
) -> Result<Forest<'p>> {
    let gpu = recorder.gpu();
    let Triangles { count, positions, corners, owners } = triangles;
    recorder.stage("boxes");
    let curves = gpu.buffer("curves", plan.curves.len() as u64 * 16)?;
    recorder.upload(&curves, 0, &plan.curves)?;
    let trees = gpu.buffer("trees", plan.trees.len() as u64 * 16)?;
    recorder.upload(&trees, 0, &plan.trees)?;
    recorder.upload(counters, u64::from(slot) * 4, &[plan.slots])?;
    let keys = gpu.buffer("keys", u64::from(count) * 4)?;
    let kernel = gpu.kernel(&KEYS_SOURCE, &[("CURVE_BITS", plan.curve_bits)])?;
    let groups = gpu.groups(u64::from(count), THREADS);
    let bindings = [positions, corners, owners, &curves, &keys];
    recorder.dispatch(&kernel, bindings, &KeysParams { count }, groups)?;

    recorder.stage("sort");
    let bits = 0..3 * plan.curve_bits + plan.rank_bits;
    let (_, sorted) = sort::order(recorder, keys, counters, Count::Known(count), bits)?;
    let order = gpu.buffer("order", u64::from(plan.slots) * 4)?;
    let kernel = gpu.kernel(&SLOTS_SOURCE, &[])?;
    let params = SlotsParams { slots: plan.slots, trees: plan.trees.len() as u32 };
    let groups = gpu.groups(u64::from(plan.slots), THREADS);
    recorder.dispatch(&kernel, [&trees, &sorted, &order], &params, groups)?;

    let tree = bvh::raise(recorder, triangles, frame, (order, plan.slots), (counters, slot))?;
    Ok(Forest { plan, tree })
}

/// Where the candidates go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'b> {
    pub candidates: &'b Buffer,
    /// How many pairs a front has room for.
    pub front_room: u64,
    pub counters: &'b Buffer,
    /// Takes the number of candidates, which can exceed their capacity.
    pub slot: u32,
    /// The first of [`MOST_LEVELS`] counters, of which number h takes the length of the front at height h. It can exceed the
    /// room; that of the next front is too small then.
    pub levels: u32,
}

impl Forest<'_> {
    /// Slots of all leaves.
    pub fn slots(&self) -> u32 {
        self.plan.slots
    }

    /// Goes through all pairs of trees. The candidates are the pairs of triangles whose boxes overlap and of which the first
    /// has its leaf in `part`, smaller triangle first.
    pub fn traverse(&self, recorder: &mut Recorder<'_>, part: Span, output: Output<'_>) -> Result<()> {
        let gpu = recorder.gpu();
        recorder.stage("fronts");
        let entering = self.plan.entering(part);
        if entering.roots.is_empty() {
            return Ok(());
        }
        let roots = gpu.buffer("roots", entering.roots.len() as u64 * 8)?;
        recorder.upload(&roots, 0, &entering.roots)?;
        let mut levels = Levels::new(gpu, self, part, output)?;
        for height in (0..entering.counts.len() as u32).rev() {
            levels.descend(recorder, &roots, &entering, height)?;
        }
        Ok(())
    }
}

/// The front of one level, and what is needed to make the next one of it.
struct Levels<'a> {
    forest: &'a Forest<'a>,
    part: Span,
    output: Output<'a>,
    front: Buffer,
    next: Buffer,
    /// The children of each pair that overlap, four bits.
    masks: Buffer,
    partials: Buffer,
    /// The front has no more pairs than this.
    most: u32,
    /// How many of the roots have entered.
    entered: u32,
}

impl<'a> Levels<'a> {
    fn new(gpu: &Gpu, forest: &'a Forest<'a>, part: Span, output: Output<'a>) -> Result<Self> {
        Ok(Self {
            forest,
            part,
            output,
            front: gpu.buffer("front", output.front_room * 8)?,
            next: gpu.buffer("front", output.front_room * 8)?,
            masks: gpu.buffer("overlap masks", output.front_room * 4)?,
            partials: gpu.buffer("overlap sums", u64::from(GROUPS) * 4)?,
            most: 0,
            entered: 0,
        })
    }

    /// Replaces the front by that at `height`, which comes right below, or by the candidates at height 0.
    fn descend(&mut self, recorder: &mut Recorder<'_>, roots: &Buffer, entering: &Entering, height: u32) -> Result<()> {
        let gpu = recorder.gpu();
        let Self { forest: Forest { plan, tree }, part, output, .. } = *self;
        let now = entering.counts[height as usize];
        let is_last = height == 0;
        let total = if is_last { output.slot } else { output.levels + height };
        // The counter of the front; before the first one there is none to count.
        let slot = if self.most == 0 { u32::MAX } else { output.levels + height + 1 };
        let subgroups = ("SUBGROUPS", subgroups_in(gpu, THREADS));
        // Both kernels share the front alike, because one needs the sums of the other.
        let groups = gpu.groups(u64::from(self.most.max(now)), TILE).min(GROUPS);
        if self.most > 0 {
            let kernel = gpu.kernel(variant(gpu, &COUNT_SOURCE), &[subgroups])?;
            let params = CountParams {
                slot,
                most: self.most,
                height: height + 1,
                depth: plan.depth,
                first: part.first,
                end: part.first + part.count,
            };
            let bindings = [&tree.nodes, &self.front, &self.masks, &self.partials, output.counters];
            recorder.dispatch(&kernel, bindings, &params, groups)?;
        }
        let kernel = gpu.kernel(variant(gpu, &PACK_SOURCE), &[subgroups, ("TRIANGLES", u32::from(is_last))])?;
        let params = PackParams {
            slot,
            most: self.most,
            height: height + 1,
            depth: plan.depth,
            roots: self.entered,
            entering: now,
            total,
        };
        let next = if is_last { output.candidates } else { &self.next };
        let bindings = [&self.front, &self.masks, &self.partials, roots, &tree.order, next, output.counters];
        recorder.dispatch(&kernel, bindings, &params, groups)?;
        std::mem::swap(&mut self.front, &mut self.next);
        self.entered += now;
        let bound = u64::from(now) + 4 * u64::from(self.most);
        self.most = bound.min(self.output.front_room).min(u64::from(u32::MAX)) as u32;
        Ok(())
    }
}
