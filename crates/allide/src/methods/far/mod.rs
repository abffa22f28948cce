//! FAR on whole numbers: what nothing of another owner is beside, seen along any axis, touches nothing.
//!
//! Paper: Govindaraju, Lin and Manocha, Fast and Reliable Collision Culling using Graphics Hardware (2004); for the
//! order-free test and self-overlaps, Govindaraju et al., CULLIDE (2003), and Boldt and Meyer, Self-intersections with
//! CULLIDE (2005).
//!
//! Objects that can meet are seen along the axes. Triangles are drawn by a rasteriser of our own, which covers every cell
//! that a triangle touches and knows between which depths it lies there. A triangle that in every cell is in front of all
//! other owners or behind them meets none and is dropped; what is left is looked at along the next axis, in a window around
//! it, until all three were looked along. The fragments of the rest are sorted by cell and depth, and those that overlap
//! in a cell are candidates. Inside an object all triangles are of one owner: there the sorted fragments alone tell.
//!
//! Guarantee: exact. The paper fattens triangles by the size of a pixel, so that no sample of a rasteriser falls between
//! them; here no samples are taken. Two triangles that have a point in common both touch the cell where it is, at its
//! depth. raster.wgsl has the bounds and test.wgsl the proof. For clearance, triangles are grown by half the distance,
//! and a cell of the grid more, in all directions: the paper's localised distance culling.
//!
//! What is slow: tiny triangles that crowd in a cell, because a few large ones span the window. There only depths tell them
//! apart. And needles across the whole window, which share many cells.
//!
//! Deviations from the paper:
//! - Compute kernels instead of the card's rasteriser, with the rules that the paper's last section wishes for. All in
//!   whole numbers, so all cards find the same.
//! - The set is reduced for all triangles at once, by the nearest depth in each cell with its owner and the nearest one
//!   of any other: no order of objects, no queries, and three passes over a view for any number of objects. The farthest
//!   depths come along, so a view is one from both sides.
//! - Three views, one along each axis, instead of as many as drop something: of what they left of two bodies of 69,000 and
//!   of 871,000 triangles each, three more dropped 2 % and 6 %.
//! - There is no step for whole objects and parts of them before that for triangles: it would save nothing here.
//! - Each set of objects that are paired with each other has a window of its own, around the boxes that pairs have in common.
//!   All are looked at in the same passes.
//! - Resolution follows from the number of triangles and from their sizes, on the card: see view.wgsl.
//! - Candidates come from sorted fragments instead of sweep and prune over boxes, and are confirmed on the card. Two
//!   triangles that share several cells become a candidate in the first of them: see sweep.wgsl.
//! - Inside an object, neighbours would come up together in every cell around a common vertex. They are exempt, and
//!   taken from the triangles around each vertex instead. Where a mesh repeats its vertices, neighbours whose vertices have
//!   different numbers stay in the lists: they share a point, so they are found there.

mod eye;
mod plan;
#[cfg(test)]
mod tests;

pub(crate) use plan::{Limits, Plan};

use crate::Pass;
use crate::gpu_confirm::{JUDGE, PAIR, Rule};
use crate::methods::bvh::gpu::{CANDIDATES, Frame, GROUP_DEPTH, NODE, Part, Partners, Triangles};
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::append::APPEND;
use allide_gpu::{Buffer, Done, ReadId, Recorder, Result, Source, StageTime};
use eye::Eye;

/// Views that the set is reduced in, one along each axis.
const VIEW_COUNT: u32 = 3;
const THREADS: u32 = 128;
/// Threads of a workgroup that sweeps: few, because all of them wait for the slowest.
const SWEEPERS: u32 = 64;
/// Fragments or candidates that a workgroup gathers in shared memory.
const APPEND_ROOM: u32 = 1024;
/// Bytes of a fragment in the largest of its buffers.
pub(crate) const FRAGMENT_BYTES: u64 = 16;
/// Words of `state` that count, and those of a tile's levels, as in state.wgsl.
const COUNTS: u64 = 32;

const RASTER: &str = include_str!("raster.wgsl");
const VIEWS: &str = include_str!("views.wgsl");
const STATE: &str = include_str!("state.wgsl");
const KEY: &str = include_str!("key.wgsl");

const SWEEP_SOURCE: Source = Source {
    name: "far.sweep",
    parts: &[include_str!("sweep.wgsl"), RASTER, VIEWS, KEY, NODE, CANDIDATES, APPEND, PAIR, JUDGE],
    bindings: &[Read, Read, Read, Read, Read, Read, Write, Write],
    immediates: 64,
};

const NEIGHBOURS_SOURCE: Source = Source {
    name: "far.neighbours",
    parts: &[include_str!("neighbours.wgsl"), STATE, CANDIDATES, APPEND],
    bindings: &[Read, Read, Write, Read, Read, Write, Write],
    immediates: 24,
};

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'t> {
    pub triangles: Triangles<'t>,
    pub frame: &'t Frame,
    pub partners: &'t Partners,
    pub plan: &'t Plan,
}

/// The sorted fragments of what may collide, on the card.
#[derive(Debug)]
pub(crate) struct Cells {
    keys: Buffer,
    boxes: Buffer,
    spans: Buffer,
    live: Buffer,
    views: Buffer,
    state: Buffer,
    /// Views that the set was reduced in.
    view_count: u32,
    depth_bits: u32,
    /// Where the groups are behind the views, in words.
    groups: u32,
    /// The most fragments that there is room for, and the counter of those that there are.
    most: u32,
    slot: u32,
    /// Inside objects: the triangles around each vertex.
    vertices: Option<Vertices>,
}

/// Which triangles each vertex is a corner of.
#[derive(Debug)]
struct Vertices {
    /// Where those of a vertex begin in `around`, and behind them the number of all.
    starts: Buffer,
    around: Buffer,
    /// Corners of all triangles.
    corners: u32,
}

/// Reduces the set of triangles that may collide, and sorts the fragments of the rest. `room` is how many of these there
/// is room for; `slot` of the counters, which is 0, takes their number, which can exceed it. `spare` is of no meaning
/// afterwards.
pub(crate) fn build(
    recorder: &mut Recorder<'_>,
    search: &Search<'_>,
    room: u64,
    (counters, slot, spare): (&Buffer, u32, u32),
) -> Result<Cells> {
    let view_count = if search.partners.rule == Rule::Within { 0 } else { VIEW_COUNT };
    let mut eye = Eye::new(recorder, search, view_count)?;
    recorder.stage("start");
    eye.look(recorder, 0)?;
    eye.start(recorder)?;
    for view in 1..=view_count {
        recorder.stage("view");
        eye.look(recorder, view)?;
        eye.reduce(recorder, view)?;
    }
    recorder.stage("list");
    eye.look(recorder, view_count + 1)?;
    eye.list(recorder, room, (counters, slot, spare))
}

impl Cells {
    /// What parts are parts of: fragments, and behind them the corners of triangles where neighbours are looked for.
    pub fn most(&self) -> u32 {
        self.most + self.vertices.as_ref().map_or(0, |vertices| vertices.corners)
    }

    /// Appends to `candidates` the pairs of triangles that have a fragment of `part` and a later one that overlap, and those
    /// of neighbours at a corner of `part`, smaller triangle first. Raises `slot` of the counters by their number, which
    /// can exceed the capacity, and `wraps` each time that it exceeds all words.
    pub fn search(
        &self,
        recorder: &mut Recorder<'_>,
        search: &Search<'_>,
        part: Part,
        candidates: &Buffer,
        counters: (&Buffer, u32, u32),
    ) -> Result<()> {
        let end = part.first + part.count;
        if part.first < self.most {
            let count = end.min(self.most) - part.first;
            recorder.stage("sweep");
            self.sweep(recorder, search, Part { first: part.first, count }, candidates, counters)?;
        }
        if let Some(vertices) = self.vertices.as_ref().filter(|_| end > self.most) {
            let first = part.first.max(self.most);
            recorder.stage("neighbours");
            let part = Part { first: first - self.most, count: end - first };
            self.neighbours(recorder, (search, vertices), part, candidates, counters)?;
        }
        Ok(())
    }

    fn neighbours(
        &self,
        recorder: &mut Recorder<'_>,
        (search, vertices): (&Search<'_>, &Vertices),
        Part { first, count }: Part,
        candidates: &Buffer,
        (counters, slot, wraps): (&Buffer, u32, u32),
    ) -> Result<()> {
        let gpu = recorder.gpu();
        let kernel = gpu.kernel(&NEIGHBOURS_SOURCE, &[("THREADS", SWEEPERS), ("APPEND_ROOM", APPEND_ROOM)])?;
        let immediates = [self.view_count + 1, vertices.corners, first, count, slot, wraps];
        let Vertices { starts, around, .. } = vertices;
        let bindings = [search.triangles.corners, &self.live, &self.state, starts, around, candidates, counters];
        let groups = gpu.groups(u64::from(count), SWEEPERS);
        recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)
    }

    fn sweep(
        &self,
        recorder: &mut Recorder<'_>,
        search: &Search<'_>,
        part: Part,
        candidates: &Buffer,
        (counters, slot, wraps): (&Buffer, u32, u32),
    ) -> Result<()> {
        let gpu = recorder.gpu();
        let Search { triangles, frame, partners, plan } = search;
        let constants = [
            ("THREADS", SWEEPERS),
            ("APPEND_ROOM", APPEND_ROOM),
            ("GROUP_DEPTH", GROUP_DEPTH),
            ("WITHIN", u32::from(partners.rule == Rule::Within)),
            ("GROUPS", u32::from(partners.groups.is_some())),
            // Only triangles that share a point are looked for.
            ("MEETING", u32::from(partners.margin == 0)),
        ];
        let kernel = gpu.kernel(&SWEEP_SOURCE, &constants)?;
        let [x, y, z] = frame.growth(partners.margin);
        let row = partners.groups.as_ref().map_or(0, |groups| groups.row);
        let (growth, objects) = (growth(partners), plan.objects.len() as u32);
        let Part { first, count } = part;
        let Self { keys, boxes, spans, views, depth_bits, groups, most, slot: fragments, .. } = self;
        let immediates =
            [x, y, z, growth, *depth_bits, *fragments, *most, first, count, slot, wraps, *groups, objects, row, 0, 0];
        let bindings = [triangles.positions, triangles.corners, views, keys, boxes, spans, candidates, counters];
        let groups = gpu.groups(u64::from(count), SWEEPERS);
        recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)
    }

    /// Lets [`Self::passes`] have the counts.
    pub fn read(&self, recorder: &mut Recorder<'_>) -> ReadId {
        recorder.read(self.state.slice(0..COUNTS * 4))
    }

    /// What each view left.
    pub fn passes(&self, done: &Done<'_>, counts: ReadId, plan: &Plan) -> Vec<Pass> {
        let words = done.words(counts);
        let at = |first: usize, view: u32| u64::from(words[first + view as usize]);
        let mut times = done.stages().iter().filter(|stage| stage.name == "view");
        let time = |stage: Option<&StageTime>| stage.and_then(|stage| stage.ms).unwrap_or(0.0);
        let mut pass = |view: u32| Pass {
            level: "triangles",
            objects: at(8, view),
            parts: 0,
            triangles: at(0, view + 1),
            pairs: at(16, view),
            views: plan.tiles.len() as u32,
            draws: 3,
            pixels: at(24, view),
            ms: time(times.next()),
        };
        if self.view_count > 0 {
            return (1..=self.view_count).map(pass).collect();
        }
        // Nothing is dropped inside objects: what is listed is what is left.
        let listed = plan.tiles.len() as u64;
        let time = time(done.stages().iter().find(|stage| stage.name == "list"));
        vec![Pass { objects: listed, triangles: at(0, 1), pairs: listed, draws: 1, ms: time, ..pass(1) }]
    }
}

/// What triangles are grown by on all sides.
fn growth(partners: &Partners) -> u32 {
    partners.margin.div_euclid(2) as u32 + partners.margin.rem_euclid(2) as u32
}
