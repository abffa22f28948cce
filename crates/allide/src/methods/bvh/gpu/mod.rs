//! One tree of boxes over the whole scene, built and walked on the GPU.
//!
//! Papers: Lauterbach et al., Fast BVH Construction on GPUs (2009), for the curve; Chitalu, Dubach and Komura, Binary
//! Ostensibly-Implicit Trees for Fast Collision Detection (2020), for the implicit tree.
//!
//! Triangles that cannot reach an object that theirs is paired with are dropped first. The others are sorted along a Morton
//! curve and become the leaves of a binary tree in heap order, which needs no pointers: workgroups build ten levels each in
//! shared memory and one more builds the rest. Nodes are 16 bytes, a box of whole numbers and the object whose triangles
//! are below. Every leaf then walks over the nodes behind it, four at a time and without a stack, and appends what its box overlaps. Nothing
//! is kept from run to run, so shapes that deform cost what others do.
//!
//! Guarantee: exact. Boxes are whole numbers on the grid of the scene, whose rounding keeps their order, so no pair of
//! triangles that share a point is lost; for clearance, boxes are grown by a cell more than the distance asked for.
//!
//! Deviations from the papers: all objects are in one tree, and subtrees of the leaf's own object are skipped; leaves
//! beyond the last are not stored; numbers of 15 bits instead of floats.

mod method;
#[cfg(test)]
mod tests;

pub(crate) use method::Walk;

use crate::gpu::{Frame, Partners, Span, Triangles};
use crate::gpu_confirm::Rule;
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::append::APPEND;
use allide_gpu::stages::{GROUP, SUBGROUPS, sort, subgroups_in, variant};
use allide_gpu::{Buffer, Constant, Count, Recorder, Result, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

const THREADS: u32 = 256;
/// Levels that one workgroup builds.
pub(crate) const GROUP_DEPTH: u32 = 10;
/// Triangles that a thread looks at between two sums over its workgroup.
const PER_THREAD: u32 = 4;
/// Threads of a workgroup that walks: few, because all of them wait for the slowest.
const WALKERS: u32 = 128;
/// Candidates that such a workgroup gathers in shared memory. More would leave room for fewer workgroups; with fewer, many go
/// straight to the list, one by one.
const APPEND_ROOM: u32 = 1024;

pub(crate) const TRIANGLE_BOX: &str = include_str!("triangle_box.wgsl");
pub(crate) const NODE: &str = include_str!("node.wgsl");
pub(crate) const CANDIDATES: &str = include_str!("candidates.wgsl");
pub(crate) const MORTON: &str = include_str!("morton.wgsl");
pub(crate) const CURVE: &str = include_str!("curve.wgsl");
const BOXES: &str = include_str!("boxes.wgsl");

immediates! {
    /// The parameters of boxes.wgsl.
    struct BoxesParams {
        origin: [i32; 3],
        shifts: u32,
        margin: i32,
        count: u32,
        survivors: u32,
        split: u32,
    }
}

immediates! {
    /// The parameters of leaves.wgsl.
    struct LeavesParams {
        origin: [i32; 3],
        shifts: u32,
        survivors: u32,
        most: u32,
        padding: [u32; 2],
    }
}

immediates! {
    /// The parameters of crown.wgsl.
    struct CrownParams {
        survivors: u32,
        most: u32,
    }
}

immediates! {
    /// The parameters of walk.wgsl.
    struct WalkParams {
        growth: [u32; 3],
        survivors: u32,
        most: u32,
        first: u32,
        count: u32,
        candidates: u32,
        objects: u32,
        row: u32,
        wraps: u32,
        split: u32,
    }
}

/// All kernels.
pub(crate) const SHADERS: &[Shader<'_>] = &[
    BOXES_SOURCE[0].shader(),
    BOXES_SOURCE[1].shader(),
    LEAVES_SOURCE.shader(),
    CROWN_SOURCE.shader(),
    WALK_SOURCE.shader(),
];

const TREE_CONSTANTS: &[Constant] = &[("THREADS", THREADS), ("GROUP_DEPTH", GROUP_DEPTH)];

const BOXES_SOURCE: [Source<BoxesParams>; 2] = [
    boxes_source("bvh.boxes", &[BOXES, TRIANGLE_BOX, MORTON, CURVE, GROUP[0]]),
    boxes_source("bvh.boxes.shared", &[BOXES, TRIANGLE_BOX, MORTON, CURVE, GROUP[1]]),
];

const fn boxes_source(name: &'static str, parts: &'static [&'static str]) -> Source<BoxesParams> {
    Source {
        name,
        // SAFETY: numbers of triangles are below the count, their vertices were checked by their meshes, and each owner
        // has a region. No more triangles survive than there are, and that is the room for them.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Read, Read, Read, Write, Write, Write],
        immediates: PhantomData,
        constants: &[("THREADS", THREADS), ("PER_THREAD", PER_THREAD), ("TILE", THREADS * PER_THREAD)],
        settings: &[("SUBGROUPS", SUBGROUPS), ("CURVE_BITS", &[8, 11])],
    }
}

const LEAVES_SOURCE: Source<LeavesParams> = Source {
    name: "bvh.leaves",
    // SAFETY: leaves are read up to their number, which is cut to `most`, and name triangles of the scene;
    // `node_count` is the room for a tree of `most` leaves, the last workgroup's filled up. Loops go up.
    text: unsafe { Wgsl::trusted(&[include_str!("leaves.wgsl"), TRIANGLE_BOX, NODE]) },
    bindings: &[Read, Read, Read, Read, Write, Read],
    immediates: PhantomData,
    constants: TREE_CONSTANTS,
    settings: &[],
};

const CROWN_SOURCE: Source<CrownParams> = Source {
    name: "bvh.crown",
    // SAFETY: as above; a level has half of the nodes of the one below it.
    text: unsafe { Wgsl::trusted(&[include_str!("crown.wgsl"), NODE]) },
    bindings: &[Write, Read],
    immediates: PhantomData,
    constants: TREE_CONSTANTS,
    settings: &[],
};

const WALK_SOURCE: Source<WalkParams> = Source {
    name: "bvh.walk",
    // SAFETY: `node_count` is the room for whole fours of every level. A walk ends: it notes as bits the nodes of a
    // finite tree, each once, and clears the lowest bit in every turn. Groups have a word for each object and a row
    // for each group. Candidates are written below the length of their list.
    text: unsafe { Wgsl::trusted(&[include_str!("walk.wgsl"), NODE, CANDIDATES, APPEND]) },
    bindings: &[Read, Read, Write, Write, Read],
    immediates: PhantomData,
    constants: &[("THREADS", WALKERS), ("APPEND_ROOM", APPEND_ROOM), ("GROUP_DEPTH", GROUP_DEPTH)],
    settings: &[("WITHIN", &[0, 1]), ("GROUPS", &[0, 1]), ("SPLIT", &[0, 1])],
};

/// A tree on the GPU.
#[derive(Debug)]
pub(crate) struct Tree {
    pub nodes: Buffer,
    /// The triangle of each leaf.
    pub order: Buffer,
    /// The most leaves there can be, and the counter that tells how many there are.
    most: u32,
    slot: u32,
}

/// Builds the tree over the triangles that may meet another one, and counts them in `slot` of the counters, which is 0.
pub(crate) fn build(
    recorder: &mut Recorder<'_>,
    triangles: Triangles<'_>,
    frame: &Frame,
    partners: &Partners,
    (counters, slot): (&Buffer, u32),
) -> Result<Tree> {
    let gpu = recorder.gpu();
    let most = triangles.count;
    let bytes = u64::from(most) * 4;
    let Triangles { positions, corners, owners, .. } = triangles;
    recorder.stage("boxes");
    let regions = gpu.buffer("regions", (partners.regions.len() * 32) as u64)?;
    recorder.upload(&regions, 0, &partners.regions)?;
    let (keys, survivors) = (gpu.buffer("curve", bytes)?, gpu.buffer("survivors", bytes)?);
    let settings = [("SUBGROUPS", subgroups_in(gpu, THREADS)), ("CURVE_BITS", frame.curve_bits)];
    let (origin, shifts) = frame.words();
    let kernel = gpu.kernel(variant(gpu, &BOXES_SOURCE), &settings)?;
    let bindings = [positions, corners, owners, &regions, &keys, &survivors, counters];
    let (margin, split) = (partners.margin, partners.split.unwrap_or(u32::MAX));
    let params = BoxesParams { origin, shifts, margin, count: most, survivors: slot, split };
    let groups = gpu.groups(u64::from(most), THREADS * PER_THREAD);
    recorder.dispatch(&kernel, bindings, &params, groups)?;

    over(recorder, triangles, frame, (keys, survivors), (counters, slot))
}

/// The tree over these triangles, which come with their places on the curve; `slot` of the counters tells how many.
pub(crate) fn over(
    recorder: &mut Recorder<'_>,
    triangles: Triangles<'_>,
    frame: &Frame,
    (places, survivors): (Buffer, Buffer),
    (counters, slot): (&Buffer, u32),
) -> Result<Tree> {
    recorder.stage("sort");
    let most = triangles.count;
    let count = Count::Slot { slot, most };
    let (_, order) = sort::pairs(recorder, places, survivors, counters, count, 0..(3 * frame.curve_bits).min(32))?;
    raise(recorder, triangles, frame, (order, most), (counters, slot))
}

/// The tree over leaves in the given order, at most `most`; `slot` of the counters tells how many there are. A leaf is a
/// triangle, or `u32::MAX` for none.
pub(crate) fn raise(
    recorder: &mut Recorder<'_>,
    triangles: Triangles<'_>,
    frame: &Frame,
    (order, most): (Buffer, u32),
    (counters, slot): (&Buffer, u32),
) -> Result<Tree> {
    let gpu = recorder.gpu();
    let Triangles { positions, corners, owners, .. } = triangles;
    let (origin, shifts) = frame.words();
    recorder.stage("tree");
    let nodes = gpu.buffer("nodes", node_count(most) * 16)?;
    let kernel = gpu.kernel(&LEAVES_SOURCE, &[])?;
    let params = LeavesParams { origin, shifts, survivors: slot, most, padding: [0; 2] };
    let groups = gpu.groups(u64::from(most), 1 << GROUP_DEPTH);
    let bindings = [positions, corners, owners, &order, &nodes, counters];
    recorder.dispatch(&kernel, bindings, &params, groups)?;
    if most > 1 << GROUP_DEPTH {
        let kernel = gpu.kernel(&CROWN_SOURCE, &[])?;
        recorder.dispatch(&kernel, [&nodes, counters], &CrownParams { survivors: slot, most }, 1)?;
    }
    Ok(Tree { nodes, order, most, slot })
}

/// Nodes of a tree with `leaves` leaves: those before the first leaf, and the leaves of whole workgroups.
fn node_count(leaves: u32) -> u64 {
    (1u64 << depth(leaves)) + u64::from(leaves).next_multiple_of(1 << GROUP_DEPTH)
}

/// The most leaves of a tree whose nodes take at most `bytes` bytes.
pub(crate) fn most_leaves(bytes: u64) -> u32 {
    let (mut fits, mut exceeds) = (0, 1 << 31);
    while exceeds - fits > 1 {
        let middle = fits + (exceeds - fits) / 2;
        if node_count(middle) * 16 <= bytes { fits = middle } else { exceeds = middle }
    }
    fits
}

/// Levels below the root of a tree with `leaves` leaves.
pub(crate) fn depth(leaves: u32) -> u32 {
    (32 - leaves.max(1).wrapping_sub(1).leading_zeros()).max(GROUP_DEPTH)
}

impl Tree {
    /// The most leaves there can be.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// Appends to `candidates` the pairs of a leaf of `part` and a later one whose boxes overlap, smaller triangle first,
    /// and raises `slot` of the counters by their number, which can exceed the capacity, and `wraps` each time that it exceeds
    /// all words.
    pub fn walk(
        &self,
        recorder: &mut Recorder<'_>,
        (frame, partners): (&Frame, &Partners),
        part: Span,
        candidates: &Buffer,
        (counters, slot, wraps): (&Buffer, u32, u32),
    ) -> Result<()> {
        let gpu = recorder.gpu();
        let groups =
            gpu.buffer("groups", partners.groups.as_ref().map_or(4, |groups| groups.words.len() as u64 * 4))?;
        if let Some(given) = &partners.groups {
            recorder.upload(&groups, 0, &given.words)?;
        }
        let settings = [
            ("WITHIN", u32::from(partners.rule == Rule::Within)),
            ("GROUPS", u32::from(partners.groups.is_some())),
            ("SPLIT", u32::from(partners.split.is_some())),
        ];
        let kernel = gpu.kernel(&WALK_SOURCE, &settings)?;
        let row = partners.groups.as_ref().map_or(0, |groups| groups.row);
        let objects = partners.regions.len() as u32 / if partners.split.is_some() { 2 } else { 1 };
        let params = WalkParams {
            growth: frame.growth(partners.margin),
            survivors: self.slot,
            most: self.most,
            first: part.first,
            count: part.count,
            candidates: slot,
            objects,
            row,
            wraps,
            split: partners.split.unwrap_or(0),
        };
        let workgroups = gpu.uneven_groups(u64::from(part.count), WALKERS);
        let bindings = [&self.nodes, &self.order, candidates, counters, &groups];
        recorder.dispatch(&kernel, bindings, &params, workgroups)
    }
}
