//! Fronts: pairs of bounding-volume trees, traversed breadth first on the GPU.
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
//!   has them beforehand and moves one by a matrix. [`crate::Method::Kdop`] on a GPU does that, in the same fronts: with six faces its nodes are
//!   the paper's boxes, in the coordinates of their mesh. Boxes are rounded to 15 bits a number. The nodes are those of
//!   [`bvh`], which has one tree over all objects and a walk for each leaf instead of fronts.
//! - The candidates are confirmed by the tiers that all methods share.
//! - Left out: arrays with NULL elements, which the paper names in order to discard them: they would be as long as all node pairs of a level.
//!   And the occlusion query that ends the traversal at an empty level: reading its result back takes longer than the empty levels that
//!   it would save, which are over at once.
//!
//! Counts stay on the GPU. The host knows how tall the trees are, so it records all levels, and a level whose front is
//! empty is over at once. That is two dispatches a level, each after the one before: some forty in a row for a million
//! triangles, where the walk of [`bvh`] is one.
//!
//! A front that exceeds any buffer is split by leaves of the first object.

pub(crate) mod levels;
mod method;
mod plan;
#[cfg(test)]
mod tests;

pub(crate) use method::{Fronts, FrontsEmitter, LEAST_ROOM, Traverse};
pub(crate) use plan::{Entering, Root, entering};

use crate::gpu::{Frame, Span, Triangles};
use crate::methods::bvh::gpu::{self as bvh, Tree};
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::scan::{CARRY, REDUCE};
use allide_gpu::stages::{COUNT, GROUP, SUBGROUPS, sort, subgroups_in, variant};
use allide_gpu::{Buffer, Count, Gpu, Kernel, Recorder, Result, Shader, Source, Wgsl, immediates};
use levels::{CountParams, Output, PackParams, Pairing};
use plan::FrontsPlan;
use std::marker::PhantomData;

const THREADS: u32 = 256;
/// Levels that a tree can have, that of the leaves included: there are less than 2²⁸ triangles.
pub(crate) const MOST_LEVELS: u32 = 29;

immediates! {
    /// The parameters of keys.wgsl.
    struct KeysParams {
        count: u32,
    }
}

immediates! {
    /// The parameters of slots.wgsl.
    struct SlotsParams {
        slots: u32,
        trees: u32,
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
const BOXES: &str = include_str!("boxes.wgsl");
const HEAP: &str = include_str!("heap.wgsl");

const COUNT_SOURCE: [Source<CountParams>; 2] = [
    count_source("fronts.count", &[levels::COUNT, BOXES, OPEN, bvh::NODE, COUNT, GROUP[0], REDUCE]),
    count_source("fronts.count.shared", &[levels::COUNT, BOXES, OPEN, bvh::NODE, COUNT, GROUP[1], REDUCE]),
];
const PACK_SOURCE: [Source<PackParams>; 2] = [
    pack_source("fronts.pack", &[levels::PACK, HEAP, OPEN, COUNT, GROUP[0], CARRY]),
    pack_source("fronts.pack.shared", &[levels::PACK, HEAP, OPEN, COUNT, GROUP[1], CARRY]),
];

const fn count_source(name: &'static str, parts: &'static [&'static str]) -> Source<CountParams> {
    Source {
        name,
        // SAFETY: as [`levels::Pairing`] says of the front. A pair is opened above the leaves alone, so its children are
        // nodes of the heap.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Write, Write, Read, Read],
        immediates: PhantomData,
        constants: &[
            ("THREADS", levels::THREADS),
            ("PER_THREAD", levels::PER_THREAD),
            ("TILE", levels::TILE),
            ("GROUP_DEPTH", bvh::GROUP_DEPTH),
        ],
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

const fn pack_source(name: &'static str, parts: &'static [&'static str]) -> Source<PackParams> {
    Source {
        name,
        // SAFETY: as above. Pairs become triangles at the leaves alone, where `order` has a word for each.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Read, Read, Read, Write, Write, Read],
        immediates: PhantomData,
        constants: levels::CONSTANTS,
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

/// The nodes are boxes.
impl Pairing for Forest<'_> {
    fn pair_bytes(&self) -> u64 {
        8
    }

    fn shape(&self) -> u32 {
        self.plan.depth
    }

    fn count(&self, gpu: &Gpu, _: bool) -> Result<(Kernel<CountParams>, Vec<&Buffer>)> {
        let kernel = gpu.kernel(variant(gpu, &COUNT_SOURCE), &[("SUBGROUPS", subgroups_in(gpu, levels::THREADS))])?;
        Ok((kernel, vec![&self.tree.nodes]))
    }

    fn pack(&self, gpu: &Gpu, is_last: bool) -> Result<(Kernel<PackParams>, Vec<&Buffer>)> {
        let settings = [("SUBGROUPS", subgroups_in(gpu, levels::THREADS)), ("TRIANGLES", u32::from(is_last))];
        Ok((gpu.kernel(variant(gpu, &PACK_SOURCE), &settings)?, vec![&self.tree.order]))
    }
}

// SAFETY: at the leaves, node pairs become triangles of the query, counted and written together.
unsafe impl Traverse for Forest<'_> {
    /// Slots of all leaves.
    fn slots(&self) -> u32 {
        self.plan.slots
    }

    fn traverse(&self, recorder: &mut Recorder<'_>, part: Span, output: Output<'_>) -> Result<()> {
        levels::traverse(recorder, self, &entering(&self.plan.roots, part), part, output)
    }
}
