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
//! Deviations from the paper:
//! - Compute kernels instead of the card's rasteriser, with the rules that the paper's last section wishes for. All in
//!   whole numbers, so all cards find the same.
//! - The set is reduced for all triangles at once, by the nearest depth in each cell with its owner and the nearest one
//!   of any other: no order of objects, no queries, and three passes over a view for any number of objects. The farthest
//!   depths come along, so a view is one from both sides.
//! - There is no step for whole objects and parts of them before that for triangles: it would save nothing here.
//! - Each set of objects that are paired with each other has a window of its own, around the boxes that pairs have in common.
//!   All are looked at in the same passes.
//! - Resolution follows from the number of triangles and from their sizes, on the card: see view.wgsl.
//! - Candidates come from sorted fragments instead of sweep and prune over boxes, and are confirmed on the card.
//! - Inside an object, neighbours would come up together in every cell around a common vertex. They are exempt, and
//!   taken from the triangles around each vertex instead. Where a mesh repeats its vertices, neighbours whose vertices have
//!   different numbers stay in the lists: they share a point, so they are found there.

mod plan;
#[cfg(test)]
mod tests;

pub(crate) use plan::{Limits, Plan};

use crate::Pass;
use crate::gpu_confirm::Rule;
use crate::methods::bvh::gpu::{Frame, GROUP_DEPTH, NODE, Part, Partners, Triangles};
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::append::APPEND;
use allide_gpu::stages::{scan, sort};
use allide_gpu::{Buffer, Count, Done, ReadId, Recorder, Result, Source, StageTime};

const THREADS: u32 = 128;
/// Threads of a workgroup that sweeps: few, because all of them wait for the slowest.
const SWEEPERS: u32 = 64;
/// Fragments or candidates that a workgroup gathers in shared memory.
const APPEND_ROOM: u32 = 1024;
/// Bytes of a fragment in the largest of its buffers.
pub(crate) const FRAGMENT_BYTES: u64 = 16;
/// Lists have so many times fewer cells, as a power of two: fewer fragments to sort are worth more pairs to look at.
const LIST_COARSER: u32 = 2;
/// Vectors of a view, as in views.wgsl.
const VIEW: u64 = 4;
/// Words of `state` that count, and those of a tile's levels, as in state.wgsl.
const COUNTS: u64 = 32;
const LEVELS: u64 = 16;

const RASTER: &str = include_str!("raster.wgsl");
const VIEWS: &str = include_str!("views.wgsl");
const MEMBER: &str = include_str!("member.wgsl");
const EACH: &str = include_str!("each.wgsl");
const STATE: &str = include_str!("state.wgsl");
const CELLS: &str = include_str!("cells.wgsl");
const SIZE: &str = include_str!("size.wgsl");
const KEY: &str = include_str!("key.wgsl");

const VIEW_SOURCE: Source = Source {
    name: "far.view",
    parts: &[include_str!("view.wgsl"), STATE, RASTER, "const VIEW = 4u;"],
    bindings: &[Read, Write, Write, Write],
    immediates: 40,
};

const START_SOURCE: Source = Source {
    name: "far.start",
    parts: &[include_str!("start.wgsl"), STATE, RASTER, SIZE, NODE, "const VIEW = 4u;"],
    bindings: &[Read, Read, Read, Read, Read, Write, Write],
    immediates: 48,
};

const NEAREST_SOURCE: Source = Source {
    name: "far.nearest",
    parts: &[include_str!("nearest.wgsl"), STATE, RASTER, VIEWS, MEMBER, CELLS, EACH],
    bindings: &[Read, Read, Read, Read, Write, Write],
    immediates: 16,
};

const TEST_SOURCE: Source = Source {
    name: "far.test",
    parts: &[include_str!("test.wgsl"), STATE, RASTER, VIEWS, MEMBER, CELLS, SIZE, EACH],
    bindings: &[Read, Read, Read, Read, Write, Read, Write],
    immediates: 40,
};

const TALLY_SOURCE: Source = Source {
    name: "far.tally",
    parts: &[include_str!("tally.wgsl"), STATE, "const CELLS = 1 << 30u;"],
    bindings: &[Read, Write],
    immediates: 32,
};

const LIST_SOURCE: Source = Source {
    name: "far.list",
    parts: &[include_str!("list.wgsl"), STATE, RASTER, VIEWS, MEMBER, KEY, APPEND, EACH],
    bindings: &[Read, Read, Read, Read, Write, Write, Write, Write],
    immediates: 24,
};

const GATHER_SOURCE: Source = Source {
    name: "far.gather",
    parts: &[include_str!("gather.wgsl")],
    bindings: &[Read, Read, Read, Write, Write, Read],
    immediates: 8,
};

const SWEEP_SOURCE: Source = Source {
    name: "far.sweep",
    parts: &[include_str!("sweep.wgsl"), RASTER, VIEWS, KEY, NODE, APPEND],
    bindings: &[Read, Read, Read, Read, Read, Read, Write, Write],
    immediates: 64,
};

const CORNERS_SOURCE: Source = Source {
    name: "far.corners",
    parts: &[include_str!("corners.wgsl"), STATE],
    bindings: &[Read, Read, Write, Write, Read, Write],
    immediates: 8,
};

const NEIGHBOURS_SOURCE: Source = Source {
    name: "far.neighbours",
    parts: &[include_str!("neighbours.wgsl"), STATE, APPEND],
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

/// Where the parts of `state` are, in words.
#[derive(Clone, Copy)]
struct Layout {
    windows: u64,
    levels: u64,
    boxes: u64,
    end: u64,
}

impl Layout {
    fn new(plan: &Plan, view_count: u32) -> Self {
        let (tiles, views) = (plan.tiles.len() as u64, u64::from(view_count));
        let levels = COUNTS + tiles * 6 * (views + 1);
        let boxes = levels + tiles * LEVELS * (views + 2);
        Self { windows: COUNTS, levels, boxes, end: boxes + plan.objects.len() as u64 * 6 * views }
    }
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
    let view_count = if search.partners.rule == Rule::Within { 0 } else { 3 };
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

/// What is looked at, and what has been seen.
struct Eye<'s> {
    search: &'s Search<'s>,
    layout: Layout,
    view_count: u32,
    depth_bits: u32,
    groups: u32,
    tiles: Buffer,
    pairs: Buffer,
    views: Buffer,
    state: Buffer,
    cells: Buffer,
    live: Buffer,
    kept: Buffer,
}

impl<'s> Eye<'s> {
    fn new(recorder: &mut Recorder<'_>, search: &'s Search<'s>, view_count: u32) -> Result<Self> {
        let gpu = recorder.gpu();
        let Search { triangles, partners, plan, .. } = search;
        let layout = Layout::new(plan, view_count);
        let tile_count = plan.tiles.len() as u64;
        let group_words = partners.groups.as_ref().map_or(0, |groups| groups.words.len() as u64);
        // Lists have one cell a triangle and no more; where nothing is reduced, cells are numbers alone.
        let cell_bytes = if view_count == 0 { 16 } else { u64::from(plan.cells) * 16 };
        let eye = Self {
            search,
            layout,
            view_count,
            depth_bits: depth_bits(plan.cells),
            groups: (tile_count * VIEW * 4) as u32,
            tiles: gpu.buffer("tiles", tile_count * 32)?,
            pairs: gpu.buffer("object pairs", plan.pairs.len() as u64 * 16)?,
            views: gpu.buffer("views", tile_count * VIEW * 16 + group_words.next_multiple_of(4) * 4)?,
            state: gpu.buffer("state of views", layout.end * 4)?,
            cells: gpu.buffer("cells", cell_bytes)?,
            live: gpu.buffer("live triangles", u64::from(triangles.count) * 32)?,
            kept: gpu.buffer("live triangles", if view_count == 0 { 32 } else { u64::from(triangles.count) * 32 })?,
        };
        recorder.stage("views");
        recorder.clear(&eye.state);
        recorder.upload(&eye.tiles, 0, &plan.tiles)?;
        recorder.upload(&eye.pairs, 0, &plan.pairs)?;
        let window = |[low, high]: &plan::Bounds| [low.map(|x| i32::MAX - x), *high];
        let windows: Vec<[[i32; 3]; 2]> = plan.windows.iter().map(window).collect();
        recorder.upload(&eye.state, layout.windows * 4, &windows)?;
        if let Some(groups) = &partners.groups {
            recorder.upload(&eye.views, u64::from(eye.groups) * 4, &groups.words)?;
        }
        Ok(eye)
    }

    /// The views of a pass; view 0 is the whole, and nothing is drawn in it.
    fn look(&self, recorder: &mut Recorder<'_>, view: u32) -> Result<()> {
        let gpu = recorder.gpu();
        let kernel = gpu.kernel(&VIEW_SOURCE, &[("THREADS", THREADS)])?;
        let tiles = self.search.plan.tiles.len() as u32;
        let clear = if (1..=self.view_count).contains(&view) { self.search.plan.cells * 4 } else { 0 };
        let Layout { windows, levels, .. } = self.layout;
        let immediates = [
            view,
            tiles,
            windows as u32,
            levels as u32,
            view.saturating_sub(1),
            view.saturating_sub(2),
            self.depth_bits,
            clear,
            self.coarser(view),
            self.coarser(view + 1),
        ];
        let groups = gpu.groups(u64::from(tiles.max(clear / 4)), THREADS);
        let bindings = [&self.tiles, &self.state, &self.views, &self.cells];
        recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)
    }

    /// Lists have fewer cells than other views: see [`LIST_COARSER`].
    fn coarser(&self, view: u32) -> u32 {
        let is_list = view > self.view_count;
        if is_list && !self.search.plan.is_wished { LIST_COARSER } else { 0 }
    }

    fn start(&self, recorder: &mut Recorder<'_>) -> Result<()> {
        let gpu = recorder.gpu();
        let Search { triangles, frame, partners, plan } = self.search;
        let Triangles { count, positions, corners, owners } = *triangles;
        let words = plan.object_words(partners);
        let objects = gpu.buffer("objects", words.len() as u64 * 48)?;
        recorder.upload(&objects, 0, &words)?;
        let kernel = gpu.kernel(&START_SOURCE, &[("THREADS", THREADS), ("GROUP_DEPTH", GROUP_DEPTH)])?;
        let [x, y, z, shifts] = frame.words();
        let (margin, growth) = (partners.margin as u32, growth(partners));
        let (tiles, levels) = (plan.tiles.len() as u32, self.layout.levels as u32);
        let immediates = [x, y, z, shifts, margin, growth, count, tiles, levels, 1, 0, 0];
        let bindings = [positions, corners, owners, &objects, &self.views, &self.live, &self.state];
        let groups = gpu.groups(u64::from(count), THREADS);
        recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)
    }

    /// Drops what nothing of another owner is beside in this view.
    fn reduce(&mut self, recorder: &mut Recorder<'_>, view: u32) -> Result<()> {
        let gpu = recorder.gpu();
        let Search { triangles, partners, plan, .. } = self.search;
        let Triangles { count, positions, corners, .. } = *triangles;
        let Layout { windows, levels, boxes, .. } = self.layout;
        let (windows, levels, boxes) = (windows as u32, levels as u32, boxes as u32);
        let (tiles, objects) = (plan.tiles.len() as u32, plan.objects.len() as u32);
        let growth = growth(partners);
        let groups = gpu.groups(u64::from(count), THREADS);
        for second in [0, 1] {
            let kernel = gpu.kernel(&NEAREST_SOURCE, &[("THREADS", THREADS), ("SECOND", second)])?;
            let immediates = [view, count, growth, plan.tag_bits];
            let bindings = [positions, corners, &self.views, &self.live, &self.state, &self.cells];
            recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)?;
        }
        let kernel = gpu.kernel(&TEST_SOURCE, &[("THREADS", THREADS)])?;
        let immediates = [view, count, growth, plan.tag_bits, tiles, objects, levels, view + 1, boxes, 0];
        let bindings = [positions, corners, &self.views, &self.live, &self.state, &self.cells, &self.kept];
        recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)?;
        let kernel = gpu.kernel(&TALLY_SOURCE, &[("THREADS", THREADS)])?;
        let pairs = plan.pairs.len() as u32;
        let immediates = [view, tiles, objects, pairs, windows, boxes, partners.margin as u32, 0];
        let groups = gpu.groups(u64::from(pairs.max(objects)), THREADS);
        recorder.dispatch(&kernel, [&self.pairs, &self.state], bytemuck::bytes_of(&immediates), groups)?;
        std::mem::swap(&mut self.live, &mut self.kept);
        Ok(())
    }

    fn list(
        self,
        recorder: &mut Recorder<'_>,
        room: u64,
        (counters, slot, spare): (&Buffer, u32, u32),
    ) -> Result<Cells> {
        let gpu = recorder.gpu();
        let Search { triangles, partners, .. } = self.search;
        let Triangles { count, positions, corners, .. } = *triangles;
        let keys = gpu.buffer("fragment keys", room * 4)?;
        let fragments = gpu.buffer("fragments", room * 8)?;
        let most = room as u32;
        let kernel = gpu.kernel(&LIST_SOURCE, &[("THREADS", THREADS), ("APPEND_ROOM", APPEND_ROOM / 2)])?;
        let immediates = [self.view_count + 1, count, growth(partners), self.depth_bits, slot, 0];
        let bindings = [positions, corners, &self.views, &self.live, &self.state, &keys, &fragments, counters];
        let groups = gpu.groups(u64::from(count), THREADS);
        recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)?;
        recorder.stage("sort");
        let bits = if self.depth_bits + cell_bits(self.search.plan.cells) <= 24 { 24 } else { 32 };
        let (keys, order) = sort::order(recorder, keys, counters, Count::Slot { slot, most }, 0..bits)?;
        let (boxes, spans) = (gpu.buffer("fragment boxes", room * 16)?, gpu.buffer("fragment spans", room * 16)?);
        let kernel = gpu.kernel(&GATHER_SOURCE, &[("THREADS", THREADS)])?;
        let bindings = [&order, &fragments, &self.live, &boxes, &spans, counters];
        let groups = gpu.groups(room, THREADS);
        recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&[slot, most]), groups)?;
        let vertices = match partners.rule {
            Rule::Within => Some(self.vertices(recorder, (counters, spare))?),
            Rule::Between => None,
        };
        let Self { live, views, state, view_count, depth_bits, groups, .. } = self;
        Ok(Cells { keys, boxes, spans, live, views, state, view_count, depth_bits, groups, most, slot, vertices })
    }

    /// Lists the triangles around each vertex; `slot` of the counters takes their number.
    fn vertices(&self, recorder: &mut Recorder<'_>, (counters, slot): (&Buffer, u32)) -> Result<Vertices> {
        let gpu = recorder.gpu();
        let Triangles { count, positions, corners, .. } = self.search.triangles;
        recorder.stage("vertices");
        let vertex_count = (positions.size() / 16) as u32;
        let bytes = (u64::from(vertex_count) + 1) * 4;
        let (counts, starts) = (gpu.buffer("corner counts", bytes)?, gpu.buffer("corner starts", bytes)?);
        let around = gpu.buffer("triangles around vertices", u64::from(count) * 12)?;
        recorder.clear(&counts);
        let groups = gpu.groups(u64::from(count), THREADS);
        let immediates = [self.view_count + 1, count];
        let bindings = [corners, &self.live, &self.state, &counts, &starts, &around];
        for fill in [0, 1] {
            let kernel = gpu.kernel(&CORNERS_SOURCE, &[("THREADS", THREADS), ("FILL", fill)])?;
            recorder.dispatch(&kernel, bindings, bytemuck::bytes_of(&immediates), groups)?;
            if fill == 0 {
                scan::exclusive(recorder, &counts, &starts, counters, Count::Known(vertex_count + 1), slot)?;
            }
        }
        Ok(Vertices { starts, around, corners: 3 * count })
    }
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
        let pass = |view: u32| Pass {
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
        (1..=self.view_count).map(pass).collect()
    }
}

/// What triangles are grown by on all sides.
fn growth(partners: &Partners) -> u32 {
    partners.margin.div_euclid(2) as u32 + partners.margin.rem_euclid(2) as u32
}

/// Bits for the number of a cell.
fn cell_bits(cells: u32) -> u32 {
    32 - cells.max(1).wrapping_sub(1).leading_zeros()
}

/// Bits of a key for the depth: what is left of whole bytes, each of which is a pass of the sort.
fn depth_bits(cells: u32) -> u32 {
    let bits = cell_bits(cells);
    if bits <= 17 { 24 - bits } else { 32 - bits }
}
