//! Candidates among the triangles that the views left: fragments that overlap in a cell, and neighbours around each vertex.

use super::{APPEND_ROOM, CROWDED, Counts, KEY, LONG, LiveSet, RASTER, STATE, Search, VIEW, VIEWS, constants, growth};
use crate::gpu::Span;
use crate::gpu_confirm::{JUDGE, PAIR, Rule};
use crate::methods::bvh::gpu::{CANDIDATES, GROUP_DEPTH, NODE};
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::append::APPEND;
use allide_gpu::{Buffer, Recorder, Result, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

/// Threads of a workgroup: few, because all of them wait for the slowest.
const SWEEPERS: u32 = 64;

immediates! {
    /// The parameters of sweep.wgsl.
    struct SweepParams {
        growths: [u32; 3],
        growth: i32,
        depth_bits: u32,
        fragments: u32,
        most: u32,
        first: u32,
        count: u32,
        candidates: u32,
        wraps: u32,
        groups: u32,
        objects: u32,
        row: u32,
        looks: u32,
        padding: u32,
    }
}

immediates! {
    /// The parameters of neighbours.wgsl.
    struct NeighboursParams {
        view: u32,
        most: u32,
        first: u32,
        count: u32,
        candidates: u32,
        wraps: u32,
    }
}

/// All kernels.
pub(super) const SHADERS: &[Shader<'_>] = &[SWEEP_SOURCE.shader(), NEIGHBOURS_SOURCE.shader()];

const SWEEP_SOURCE: Source<SweepParams> = Source {
    name: "far.sweep",
    // SAFETY: fragments are looked at below their number, cut to `most`, for which all their lists have room;
    // `long` has a place for each thread. A thread looks as often as it is told; what the workgroup looks for
    // together moves on until it is past the last fragment. Going back from a cell that both triangles have ends at
    // the first one. Windows that have fragments are at least one cell wide. Candidates are written below the
    // length of their list.
    text: unsafe {
        Wgsl::trusted(&[include_str!("sweep.wgsl"), RASTER, VIEWS, KEY, NODE, CANDIDATES, APPEND, PAIR, JUDGE])
    },
    bindings: &[Read, Read, Read, Read, Read, Read, Write, Write],
    immediates: PhantomData,
    constants: &[
        ("THREADS", SWEEPERS),
        ("APPEND_ROOM", APPEND_ROOM),
        ("GROUP_DEPTH", GROUP_DEPTH),
        ("VIEW", VIEW as u32),
        ("CROWDED", CROWDED),
        ("LONG", LONG),
    ],
    settings: &[("WITHIN", &[0, 1]), ("GROUPS", &[0, 1]), ("MEETING", &[0, 1])],
};

const NEIGHBOURS_SOURCE: Source<NeighboursParams> = Source {
    name: "far.neighbours",
    // SAFETY: corners are below three for each member; `starts` has a word more than there are vertices, and its
    // last one is the length of what is used of `around`. Candidates are written below the length of their list.
    text: unsafe { Wgsl::trusted(&[include_str!("neighbours.wgsl"), STATE, CANDIDATES, APPEND]) },
    bindings: &[Read, Read, Write, Read, Read, Write, Write],
    immediates: PhantomData,
    constants: &constants(SWEEPERS),
    settings: &[("APPEND_ROOM", &[APPEND_ROOM])],
};

/// The sorted fragments.
#[derive(Debug)]
pub(super) struct Fragments {
    pub keys: Buffer,
    pub boxes: Buffer,
    pub spans: Buffer,
    pub views: Buffer,
    pub depth_bits: u32,
    /// Where the groups are behind the views, in words.
    pub groups: u32,
    /// The capacity of fragments, and the counter of their number.
    pub most: u32,
    pub slot: u32,
}

impl Fragments {
    pub fn sweep(
        &self,
        recorder: &mut Recorder<'_>,
        search: &Search<'_>,
        Span { first, count }: Span,
        candidates: &Buffer,
        Counts { counters, candidates: slot, wraps, looks }: Counts<'_>,
    ) -> Result<()> {
        let gpu = recorder.gpu();
        let Search { triangles, frame, partners, plan, .. } = search;
        let settings = [
            ("WITHIN", u32::from(partners.rule == Rule::Within)),
            ("GROUPS", u32::from(partners.groups.is_some())),
            // Only triangles that share a point are looked for.
            ("MEETING", u32::from(partners.margin == 0)),
        ];
        let kernel = gpu.kernel(&SWEEP_SOURCE, &settings)?;
        let Self { keys, boxes, spans, views, .. } = self;
        let Self { depth_bits, groups, most, slot: fragments, .. } = *self;
        let params = SweepParams {
            growths: frame.growth(partners.margin),
            growth: growth(partners),
            depth_bits,
            fragments,
            most,
            first,
            count,
            candidates: slot,
            wraps,
            groups,
            objects: plan.objects.len() as u32,
            row: partners.groups.as_ref().map_or(0, |groups| groups.row),
            looks,
            padding: 0,
        };
        let bindings = [triangles.positions, triangles.corners, views, keys, boxes, spans, candidates, counters];
        let groups = gpu.groups(u64::from(count), SWEEPERS);
        recorder.dispatch(&kernel, bindings, &params, groups)
    }
}

/// Which triangles each vertex is a corner of.
#[derive(Debug)]
pub(super) struct Vertices {
    /// Where those of a vertex begin in `around`, then the total.
    pub starts: Buffer,
    pub around: Buffer,
    /// Corners of all triangles.
    pub corners: u32,
}

impl Vertices {
    pub fn neighbours(
        &self,
        recorder: &mut Recorder<'_>,
        (search, cells): (&Search<'_>, &LiveSet),
        Span { first, count }: Span,
        candidates: &Buffer,
        Counts { counters, candidates: slot, wraps, .. }: Counts<'_>,
    ) -> Result<()> {
        let gpu = recorder.gpu();
        let kernel = gpu.kernel(&NEIGHBOURS_SOURCE, &[("APPEND_ROOM", APPEND_ROOM)])?;
        let (view, most) = (cells.view_count + 1, self.corners);
        let params = NeighboursParams { view, most, first, count, candidates: slot, wraps };
        let bindings =
            [search.triangles.corners, &cells.live, &cells.state, &self.starts, &self.around, candidates, counters];
        let groups = gpu.groups(u64::from(count), SWEEPERS);
        recorder.dispatch(&kernel, bindings, &params, groups)
    }
}
