//! The same on a GPU, with integers alone: pairs of trees in [`fronts`](crate::methods::fronts), k-DOPs instead of boxes.
//!
//! Trees are those of the CPU, one for each mesh in its own coordinates: they are uploaded once, and moving objects changes
//! planes only, which the CPU makes for each object pair as for its own walk. Nodes enter the fronts by height, as those of
//! boxes do; these trees are not balanced, so nodes that are shorter than a front wait in it. Leaves come last, at height 1,
//! and are opened into pairs of triangles whose boxes on the grid of the scene overlap.
//!
//! Guarantee: exact, for the same reasons. Where a tree or axes cannot be had, because numbers are out of range or poses
//! flatten objects, the trees of both objects are made of their places on the grid; rounding to it is a part of the margin.
//!
//! `levels.rs`, `count.wgsl` and `pack.wgsl` of `fronts` go down level by level whatever a node is, and a `Pairing`
//! brings the kernels that know which children overlap: boxes in a heap, or k-DOPs in records that lie anywhere
//! (`nodes.wgsl`). `plan.rs` makes planes for all object pairs, with all threads; `pool.rs` uploads each tree once.
//! `tests.rs` compares the lengths of fronts with the integers of the CPU: answers alone would not show a test that
//! separates too little.

mod method;
mod plan;
mod pool;
#[cfg(test)]
mod tests;

pub(crate) use method::Kdops;

use super::tree::LEAF;
use crate::gpu::{Span, Triangles};
use crate::gpu_confirm;
use crate::methods::bvh::gpu as bvh;
use crate::methods::fronts::levels::{self, CountParams, Output, PackParams, Pairing};
use crate::methods::fronts::{Root, Traverse, entering};
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::scan::{CARRY, REDUCE};
use allide_gpu::stages::{COUNT, GROUP, SUBGROUPS, subgroups_in, variant};
use allide_gpu::{Access, Buffer, Gpu, Kernel, Recorder, Result, Shader, Source, Wgsl};
use std::marker::PhantomData;

/// Bytes of a pair of nodes: of which objects, and two records.
const PAIR_BYTES: u64 = 12;
/// Levels that a tree can have, leaves and triangles included: [`allide_geom::kdop`] makes none deeper than three times a
/// balanced one.
pub(crate) const MOST_LEVELS: u32 = 96;
/// The most pairs of a front: candidates are up to sixteen times as many, and counted in a word.
const MOST_ROOM: u64 = 1 << 27;

/// All kernels.
pub(crate) const SHADERS: &[Shader<'_>] = &[
    SHORT[0].shader(),
    SHORT[1].shader(),
    LONG[0].shader(),
    LONG[1].shader(),
    LONG_INT64[0].shader(),
    LONG_INT64[1].shader(),
    LEAVES[0].shader(),
    LEAVES[1].shader(),
    NEXT[0].shader(),
    NEXT[1].shader(),
    TRIANGLES[0].shader(),
    TRIANGLES[1].shader(),
];

const NODES: &str = include_str!("nodes.wgsl");
const APART: &str = include_str!("apart.wgsl");
const SHORT_NUMBERS: &str = include_str!("short.wgsl");
const LONG_NUMBERS: &str = include_str!("long.wgsl");
const OF_LEAVES: &str = include_str!("leaves.wgsl");
const TO_NEXT: &str = include_str!("next.wgsl");
const TO_TRIANGLES: &str = include_str!("triangles.wgsl");

const SHORT: [Source<CountParams>; 2] = [
    apart("kdop.count", &[levels::COUNT, NODES, APART, SHORT_NUMBERS, COUNT, GROUP[0], REDUCE]),
    apart("kdop.count.shared", &[levels::COUNT, NODES, APART, SHORT_NUMBERS, COUNT, GROUP[1], REDUCE]),
];
const LONG: [Source<CountParams>; 2] = [
    apart("kdop.long", &[levels::COUNT, NODES, APART, LONG_NUMBERS, gpu_confirm::LIMBS, COUNT, GROUP[0], REDUCE]),
    apart(
        "kdop.long.shared",
        &[levels::COUNT, NODES, APART, LONG_NUMBERS, gpu_confirm::LIMBS, COUNT, GROUP[1], REDUCE],
    ),
];
const LONG_INT64: [Source<CountParams>; 2] = [
    apart("kdop.int64", &[levels::COUNT, NODES, APART, LONG_NUMBERS, gpu_confirm::INT64, COUNT, GROUP[0], REDUCE]),
    apart(
        "kdop.int64.shared",
        &[levels::COUNT, NODES, APART, LONG_NUMBERS, gpu_confirm::INT64, COUNT, GROUP[1], REDUCE],
    ),
];
const LEAVES: [Source<CountParams>; 2] = [
    leaves("kdop.leaves", &[levels::COUNT, NODES, OF_LEAVES, bvh::TRIANGLE_BOX, COUNT, GROUP[0], REDUCE]),
    leaves("kdop.leaves.shared", &[levels::COUNT, NODES, OF_LEAVES, bvh::TRIANGLE_BOX, COUNT, GROUP[1], REDUCE]),
];
const NEXT: [Source<PackParams>; 2] = [
    pack("kdop.next", &[levels::PACK, NODES, TO_NEXT, COUNT, GROUP[0], CARRY], TO_NODES),
    pack("kdop.next.shared", &[levels::PACK, NODES, TO_NEXT, COUNT, GROUP[1], CARRY], TO_NODES),
];
const TRIANGLES: [Source<PackParams>; 2] = [
    pack("kdop.triangles", &[levels::PACK, NODES, TO_TRIANGLES, COUNT, GROUP[0], CARRY], TO_CANDIDATES),
    pack("kdop.triangles.shared", &[levels::PACK, NODES, TO_TRIANGLES, COUNT, GROUP[1], CARRY], TO_CANDIDATES),
];

const fn apart(name: &'static str, parts: &'static [&'static str]) -> Source<CountParams> {
    Source {
        name,
        // SAFETY: as [`levels::Pairing`] says of the front. Its pairs are places of records, which have `params.shape` words;
        // nodes above leaves alone are opened here, whose links lead to records. Each pair has as many planes as it says,
        // whose faces are coefficients of a record.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Write, Write, Read, Read, Read],
        immediates: PhantomData,
        constants: levels::CONSTANTS,
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

const fn leaves(name: &'static str, parts: &'static [&'static str]) -> Source<CountParams> {
    Source {
        name,
        // SAFETY: as above. In the last front are leaves, whose links lead to as many triangles of the object as they have,
        // and the first triangle of an object precedes them. Vertices were checked by their meshes.
        text: unsafe { Wgsl::trusted(parts) },
        bindings: &[Read, Write, Write, Read, Read, Read, Read, Read],
        immediates: PhantomData,
        constants: &[
            ("THREADS", levels::THREADS),
            ("PER_THREAD", levels::PER_THREAD),
            ("TILE", levels::TILE),
            ("LEAF", LEAF),
        ],
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

const TO_NODES: &[Access] = &[Read, Read, Read, Read, Write, Write, Read];
const TO_CANDIDATES: &[Access] = &[Read, Read, Read, Read, Write, Write, Read, Read];

const fn pack(name: &'static str, parts: &'static [&'static str], bindings: &'static [Access]) -> Source<PackParams> {
    Source {
        name,
        // SAFETY: as above; the bits of a mask stand for children, or for triangles of leaves.
        text: unsafe { Wgsl::trusted(parts) },
        bindings,
        immediates: PhantomData,
        constants: &[
            ("THREADS", levels::THREADS),
            ("PER_THREAD", levels::PER_THREAD),
            ("TILE", levels::TILE),
            ("LEAF", LEAF),
        ],
        settings: &[("SUBGROUPS", SUBGROUPS)],
    }
}

/// The trees and planes of a question on the GPU.
struct Forest<'p> {
    triangles: Triangles<'p>,
    trees: &'p Buffer,
    planes: Buffer,
    roots: &'p [Root<3>],
    /// Words of a record.
    record: u32,
    is_long: bool,
    margin: i32,
    most_room: u64,
}

impl Pairing for Forest<'_> {
    fn pair_bytes(&self) -> u64 {
        PAIR_BYTES
    }

    fn shape(&self) -> u32 {
        self.record
    }

    fn margin(&self) -> i32 {
        self.margin
    }

    fn count(&self, gpu: &Gpu, is_last: bool) -> Result<(Kernel<CountParams>, Vec<&Buffer>)> {
        let (mut others, source) = (
            vec![self.trees, &self.planes],
            match (is_last, self.is_long, gpu.has_int64()) {
                (true, _, _) => &LEAVES,
                (_, false, _) => &SHORT,
                (_, true, false) => &LONG,
                (_, true, true) => &LONG_INT64,
            },
        );
        if is_last {
            others.extend([self.triangles.positions, self.triangles.corners]);
        }
        Ok((gpu.kernel(variant(gpu, source), &[("SUBGROUPS", subgroups_in(gpu, levels::THREADS))])?, others))
    }

    fn pack(&self, gpu: &Gpu, is_last: bool) -> Result<(Kernel<PackParams>, Vec<&Buffer>)> {
        let (source, others) =
            if is_last { (&TRIANGLES, vec![self.trees, &self.planes]) } else { (&NEXT, vec![self.trees]) };
        Ok((gpu.kernel(variant(gpu, source), &[("SUBGROUPS", subgroups_in(gpu, levels::THREADS))])?, others))
    }
}

// SAFETY: leaves have triangles of their meshes, which come after the first of their object; they are counted and written
// together.
unsafe impl Traverse for Forest<'_> {
    /// A slot for each triangle of the scene, in the order of the tree of its object.
    fn slots(&self) -> u32 {
        self.triangles.count
    }

    fn traverse(&self, recorder: &mut Recorder<'_>, part: Span, output: Output<'_>) -> Result<()> {
        levels::traverse(recorder, self, &entering(self.roots, part), part, output)
    }

    fn most_room(&self) -> u64 {
        self.most_room
    }
}
