//! The passes over views: their input, the triangles they drop, and the fragments of the rest.

use super::{
    APPEND_ROOM, COUNTS, Finder, Fragments, KEY, LEVELS, LiveSet, MEMBER, RASTER, STATE, Search, THREADS, VIEW, VIEWS,
    Vertices, constants, growth, plan::FarPlan,
};
use crate::gpu::{GridBox, Triangles};
use crate::gpu_confirm::Rule;
use crate::methods::bvh::gpu::{self as bvh, CURVE, GROUP_DEPTH, MORTON, NODE};
use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::append::APPEND;
use allide_gpu::stages::{scan, sort};
use allide_gpu::{Buffer, Count, Recorder, Result, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

const SIZE: &str = include_str!("size.wgsl");
const CELLS: &str = include_str!("cells.wgsl");
const EACH: &str = include_str!("each.wgsl");
const MEMBER_SOURCE: &str = include_str!("member.wgsl");

immediates! {
    /// The parameters of view.wgsl.
    struct ViewParams {
        view: u32,
        tiles: u32,
        windows: u32,
        levels: u32,
        depth_bits: u32,
        clear: u32,
        coarser: u32,
        next_coarser: u32,
        is_list: u32,
        each: u32,
        objects: u32,
        pairs: u32,
        boxes: u32,
        margin: i32,
    }
}

immediates! {
    /// The parameters of start.wgsl.
    struct StartParams {
        origin: [i32; 3],
        shifts: u32,
        margin: i32,
        growth: i32,
        count: u32,
        tiles: u32,
        levels: u32,
        next: u32,
        padding: [u32; 2],
    }
}

immediates! {
    /// The parameters of nearest.wgsl.
    struct NearestParams {
        view: u32,
        most: u32,
        growth: i32,
        tag_bits: u32,
    }
}

immediates! {
    /// The parameters of test.wgsl.
    struct TestParams {
        view: u32,
        most: u32,
        growth: i32,
        tag_bits: u32,
        tiles: u32,
        objects: u32,
        levels: u32,
        next: u32,
        boxes: u32,
    }
}

immediates! {
    /// The parameters of list.wgsl.
    struct ListParams {
        view: u32,
        most: u32,
        growth: i32,
        depth_bits: u32,
        slot: u32,
    }
}

immediates! {
    /// The parameters of gather.wgsl.
    struct GatherParams {
        slot: u32,
        most: u32,
    }
}

immediates! {
    /// The parameters of corners.wgsl.
    struct CornersParams {
        view: u32,
        most: u32,
    }
}

immediates! {
    /// The parameters of leaves.wgsl.
    struct LeavesParams {
        origin: [i32; 3],
        shifts: u32,
        view: u32,
        most: u32,
        slot: u32,
        padding: u32,
    }
}

/// All kernels.
pub(super) const SHADERS: &[Shader<'_>] = &[
    VIEW_SOURCE.shader(),
    START_SOURCE.shader(),
    NEAREST_SOURCE.shader(),
    TEST_SOURCE.shader(),
    LIST_SOURCE.shader(),
    GATHER_SOURCE.shader(),
    CORNERS_SOURCE.shader(),
    LEAVES_SOURCE.shader(),
];

const VIEW_SOURCE: Source<ViewParams> = Source {
    name: "far.view",
    // SAFETY: tiles, objects and pairs are below their numbers in `params`, and the plan makes room for each of
    // them in `state`, for every view. `clear` is no more than there are cells. Loops go up or through a finite
    // number of shifts; units are at least 1.
    text: unsafe { Wgsl::trusted(&[include_str!("view.wgsl"), include_str!("tally.wgsl"), STATE, RASTER]) },
    bindings: &[Read, Read, Write, Write, Write],
    immediates: PhantomData,
    constants: &constants(VIEWERS),
    settings: &[("TALLY", &[0, 1]), ("LOOK", &[0, 1])],
};

const START_SOURCE: Source<StartParams> = Source {
    name: "far.start",
    // SAFETY: triangles are below the count, for which `kept` has room; their vertices were checked by their
    // meshes; each owner has an object, each object a tile. Sums are kept as in `VIEW_SOURCE`.
    text: unsafe { Wgsl::trusted(&[include_str!("start.wgsl"), STATE, RASTER, SIZE, NODE]) },
    bindings: &[Read, Read, Read, Read, Read, Write, Write],
    immediates: PhantomData,
    constants: &constants(THREADS),
    settings: &[("GROUP_DEPTH", &[GROUP_DEPTH])],
};

const NEAREST_SOURCE: Source<NearestParams> = Source {
    name: "far.nearest",
    // SAFETY: members are read up to their number, cut to `most`. A view has room for its cells, and a triangle is
    // cut to the window: its cells are inside. `each.wgsl` deals no thread out twice, so its lists of places have
    // room. Slopes are used where the area is not 0.
    text: unsafe { Wgsl::trusted(&[include_str!("nearest.wgsl"), STATE, RASTER, VIEWS, MEMBER_SOURCE, CELLS, EACH]) },
    bindings: &[Read, Read, Read, Read, Write, Write],
    immediates: PhantomData,
    constants: &constants(THREADS),
    settings: &[("PAIRED", &[0, 1]), ("SECOND", &[0, 1])],
};

const TEST_SOURCE: Source<TestParams> = Source {
    name: "far.test",
    // SAFETY: as above; no more members are kept than there were, and that is the room for them.
    text: unsafe {
        Wgsl::trusted(&[include_str!("test.wgsl"), STATE, RASTER, VIEWS, MEMBER_SOURCE, CELLS, SIZE, EACH])
    },
    bindings: &[Read, Read, Read, Read, Write, Read, Write],
    immediates: PhantomData,
    constants: &constants(THREADS),
    settings: &[("PAIRED", &[0, 1])],
};

const LIST_SOURCE: Source<ListParams> = Source {
    name: "far.list",
    // SAFETY: as above; fragments are written below the length of their list.
    text: unsafe {
        Wgsl::trusted(&[include_str!("list.wgsl"), STATE, RASTER, VIEWS, MEMBER_SOURCE, KEY, APPEND, EACH])
    },
    bindings: &[Read, Read, Read, Read, Write, Write, Write, Write],
    immediates: PhantomData,
    constants: &constants(THREADS),
    settings: &[("APPEND_ROOM", &[APPEND_ROOM / 2])],
};

const GATHER_SOURCE: Source<GatherParams> = Source {
    name: "far.gather",
    // SAFETY: the count is cut to `most`, for which all lists have room; `order` is a permutation of the fragments,
    // which name members.
    text: unsafe { Wgsl::trusted(&[include_str!("gather.wgsl")]) },
    bindings: &[Read, Read, Read, Write, Write, Read],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

const CORNERS_SOURCE: Source<CornersParams> = Source {
    name: "far.corners",
    // SAFETY: members are read up to their number, cut to `most`; their vertices were checked by their meshes. The
    // sums of the counts leave each vertex as many places as it was counted for.
    text: unsafe { Wgsl::trusted(&[include_str!("corners.wgsl"), STATE]) },
    bindings: &[Read, Read, Write, Write, Read, Write],
    immediates: PhantomData,
    constants: &constants(THREADS),
    settings: &[("FILL", &[0, 1])],
};

const LEAVES_SOURCE: Source<LeavesParams> = Source {
    name: "far.leaves",
    // SAFETY: members are read up to their number, cut to `most`, for which both lists have room.
    text: unsafe { Wgsl::trusted(&[include_str!("leaves.wgsl"), STATE, CURVE, MORTON]) },
    bindings: &[Read, Read, Read, Write, Write, Write, Write],
    immediates: PhantomData,
    constants: &constants(THREADS),
    settings: &[("CURVE_BITS", &[8, 11])],
};

/// Object pairs, objects or tiles up to which one workgroup counts what is left and makes the next views: more take it
/// longer than another dispatch.
const FEW: usize = 512;
/// Threads of that workgroup.
const VIEWERS: u32 = 256;

/// Where the parts of `state` are, in words.
#[derive(Clone, Copy)]
struct Layout {
    windows: u64,
    levels: u64,
    boxes: u64,
    end: u64,
}

impl Layout {
    fn new(plan: &FarPlan, view_count: u32) -> Self {
        let (tiles, views) = (plan.tiles.len() as u64, u64::from(view_count));
        let levels = COUNTS + tiles * 6 * (views + 1);
        let boxes = levels + tiles * LEVELS * (views + 2);
        Self { windows: COUNTS, levels, boxes, end: boxes + plan.objects.len() as u64 * 6 * views }
    }
}

/// The state of the search: the views, and what they have shown.
pub(super) struct Eye<'s> {
    search: &'s Search<'s>,
    layout: Layout,
    view_count: u32,
    depth_bits: u32,
    groups: u32,
    tiles: Buffer,
    pairs: Buffer,
    objects: Buffer,
    views: Buffer,
    state: Buffer,
    cells: Buffer,
    live: Buffer,
    kept: Buffer,
    /// See [`LiveSet`].
    record: Option<Buffer>,
}

impl<'s> Eye<'s> {
    pub fn new(recorder: &mut Recorder<'_>, search: &'s Search<'s>, view_count: u32) -> Result<Self> {
        let gpu = recorder.gpu();
        let Search { triangles, partners, plan, .. } = search;
        let layout = Layout::new(plan, view_count);
        let tile_count = plan.tiles.len() as u64;
        let group_words = partners.groups.as_ref().map_or(0, |groups| groups.words.len() as u64);
        // Lists have one cell a triangle and no more; where nothing is reduced, cells are numbers alone.
        let set_bytes = u64::from(triangles.count) * MEMBER as u64 * 4;
        let record = || gpu.buffer("sets of views", COUNTS * 4 + u64::from(view_count.max(1)) * set_bytes);
        let cell_bytes = if view_count == 0 { 16 } else { u64::from(plan.cells) * 16 };
        let eye = Self {
            search,
            layout,
            view_count,
            depth_bits: depth_bits(plan.list_cells),
            groups: (tile_count * VIEW * 4) as u32,
            tiles: gpu.buffer("tiles", tile_count * 32)?,
            pairs: gpu.buffer("object pairs", plan.pairs.len() as u64 * 16)?,
            objects: gpu.buffer("objects", plan.objects.len() as u64 * 48)?,
            views: gpu.buffer("views", tile_count * VIEW * 16 + group_words.next_multiple_of(4) * 4)?,
            state: gpu.buffer("state of views", layout.end * 4)?,
            cells: gpu.buffer("cells", cell_bytes)?,
            live: gpu.buffer("live triangles", set_bytes)?,
            kept: gpu.buffer("live triangles", if view_count == 0 { 32 } else { set_bytes })?,
            record: search.keeps_sets.then(record).transpose()?,
        };
        recorder.stage("views");
        recorder.clear(&eye.state);
        recorder.upload(&eye.tiles, 0, &plan.tiles)?;
        recorder.upload(&eye.pairs, 0, &plan.pairs)?;
        recorder.upload(&eye.objects, 0, &plan.object_words(partners))?;
        let window = |[low, high]: &GridBox| [low.map(|x| i32::MAX - x), *high];
        let windows: Vec<[[i32; 3]; 2]> = plan.windows.iter().map(window).collect();
        recorder.upload(&eye.state, layout.windows * 4, &windows)?;
        if let Some(groups) = &partners.groups {
            recorder.upload(&eye.views, u64::from(eye.groups) * 4, &groups.words)?;
        }
        Ok(eye)
    }

    /// The views of a pass; view 0 is the whole, and nothing is drawn in it.
    pub fn look(&self, recorder: &mut Recorder<'_>, view: u32) -> Result<()> {
        self.turn(recorder, view, [0, 1])
    }

    /// Counts what a view left, and makes the next one.
    pub fn tally(&self, recorder: &mut Recorder<'_>, view: u32) -> Result<()> {
        let plan = self.search.plan;
        if plan.pairs.len().max(plan.objects.len()) <= FEW {
            return self.turn(recorder, view + 1, [1, 1]);
        }
        self.turn(recorder, view + 1, [1, 0])?;
        self.turn(recorder, view + 1, [0, 1])
    }

    /// From one view to the next: counts what was left, looks on, or both.
    fn turn(&self, recorder: &mut Recorder<'_>, view: u32, [tally, look]: [u32; 2]) -> Result<()> {
        let gpu = recorder.gpu();
        let kernel = gpu.kernel(&VIEW_SOURCE, &[("TALLY", tally), ("LOOK", look)])?;
        let Search { plan, partners, .. } = self.search;
        let [tiles, pairs, objects] = [plan.tiles.len(), plan.pairs.len(), plan.objects.len()].map(|x| x as u32);
        let clear = if (1..=self.view_count).contains(&view) { plan.cells * 4 } else { 0 };
        let Layout { windows, levels, boxes, .. } = self.layout;
        let params = ViewParams {
            view,
            tiles,
            windows: windows as u32,
            levels: levels as u32,
            depth_bits: self.depth_bits,
            clear,
            coarser: self.coarser(view),
            next_coarser: self.coarser(view + 1),
            is_list: u32::from(view > self.view_count),
            each: plan.each,
            objects,
            pairs,
            boxes: boxes as u32,
            margin: partners.margin,
        };
        let items = if look == 1 { tiles.max(clear / 4) } else { pairs.max(objects) };
        let groups = gpu.groups(u64::from(items), VIEWERS);
        let bindings = [&self.tiles, &self.pairs, &self.state, &self.views, &self.cells];
        recorder.dispatch(&kernel, bindings, &params, groups)
    }

    /// Lists have fewer cells than other views: see [`FarPlan::list_coarser`].
    fn coarser(&self, view: u32) -> u32 {
        if view > self.view_count { self.search.plan.list_coarser } else { 0 }
    }

    pub fn start(&self, recorder: &mut Recorder<'_>) -> Result<()> {
        let gpu = recorder.gpu();
        let Search { triangles, frame, partners, plan, .. } = self.search;
        let Triangles { count, positions, corners, owners } = *triangles;
        let kernel = gpu.kernel(&START_SOURCE, &[("GROUP_DEPTH", GROUP_DEPTH)])?;
        let (origin, shifts) = frame.words();
        let params = StartParams {
            origin,
            shifts,
            margin: partners.margin,
            growth: growth(partners),
            count,
            tiles: plan.tiles.len() as u32,
            levels: self.layout.levels as u32,
            next: 1,
            padding: [0; 2],
        };
        let bindings = [positions, corners, owners, &self.objects, &self.views, &self.live, &self.state];
        let groups = gpu.groups(u64::from(count), THREADS);
        recorder.dispatch(&kernel, bindings, &params, groups)
    }

    /// Drops what nothing of another owner is beside in this view.
    pub fn reduce(&mut self, recorder: &mut Recorder<'_>, view: u32) -> Result<()> {
        let gpu = recorder.gpu();
        let Search { triangles, partners, plan, .. } = self.search;
        let Triangles { count, positions, corners, .. } = *triangles;
        let Layout { levels, boxes, .. } = self.layout;
        let (levels, boxes) = (levels as u32, boxes as u32);
        let (tiles, objects) = (plan.tiles.len() as u32, plan.objects.len() as u32);
        let growth = growth(partners);
        let groups = gpu.groups(u64::from(count), THREADS);
        let paired = u32::from(plan.is_paired());
        for second in 0..2 - paired {
            let kernel = gpu.kernel(&NEAREST_SOURCE, &[("PAIRED", paired), ("SECOND", second)])?;
            let params = NearestParams { view, most: count, growth, tag_bits: plan.tag_bits };
            let bindings = [positions, corners, &self.views, &self.live, &self.state, &self.cells];
            recorder.dispatch(&kernel, bindings, &params, groups)?;
        }
        let kernel = gpu.kernel(&TEST_SOURCE, &[("PAIRED", paired)])?;
        let params = TestParams {
            view,
            most: count,
            growth,
            tag_bits: plan.tag_bits,
            tiles,
            objects,
            levels,
            next: view + 1,
            boxes,
        };
        let bindings = [positions, corners, &self.views, &self.live, &self.state, &self.cells, &self.kept];
        recorder.dispatch(&kernel, bindings, &params, groups)?;
        std::mem::swap(&mut self.live, &mut self.kept);
        Ok(())
    }

    /// Notes the set as it is now as what a view left, if sets are kept.
    pub fn note(&self, recorder: &mut Recorder<'_>, view: u32) {
        if let Some(record) = &self.record {
            let bytes = u64::from(self.search.triangles.count) * MEMBER as u64 * 4;
            recorder.copy(self.live.slice(0..bytes), record, COUNTS * 4 + u64::from(view - 1) * bytes);
        }
    }

    pub fn list(
        self,
        recorder: &mut Recorder<'_>,
        room: u64,
        (counters, slot, spare): (&Buffer, u32, u32),
    ) -> Result<LiveSet> {
        let gpu = recorder.gpu();
        let Search { triangles, partners, .. } = self.search;
        let Triangles { count, positions, corners, .. } = *triangles;
        recorder.stage("list");
        let keys = gpu.buffer("fragment keys", room * 4)?;
        let fragments = gpu.buffer("fragments", room * 8)?;
        let most = room as u32;
        let kernel = gpu.kernel(&LIST_SOURCE, &[("APPEND_ROOM", APPEND_ROOM / 2)])?;
        let (view, depth_bits) = (self.view_count + 1, self.depth_bits);
        let params = ListParams { view, most: count, growth: growth(partners), depth_bits, slot };
        let bindings = [positions, corners, &self.views, &self.live, &self.state, &keys, &fragments, counters];
        let groups = gpu.groups(u64::from(count), THREADS);
        recorder.dispatch(&kernel, bindings, &params, groups)?;
        recorder.stage("sort");
        let bits = if self.depth_bits + cell_bits(self.search.plan.list_cells) <= 24 { 24 } else { 32 };
        let (keys, order) = sort::order(recorder, keys, counters, Count::Slot { slot, most }, 0..bits)?;
        let (boxes, spans) = (gpu.buffer("fragment boxes", room * 16)?, gpu.buffer("fragment spans", room * 16)?);
        let kernel = gpu.kernel(&GATHER_SOURCE, &[])?;
        let bindings = [&order, &fragments, &self.live, &boxes, &spans, counters];
        let groups = gpu.groups(room, THREADS);
        recorder.dispatch(&kernel, bindings, &GatherParams { slot, most }, groups)?;
        let vertices = match partners.rule {
            Rule::Within => Some(self.vertices(recorder, (counters, spare))?),
            Rule::Between => None,
        };
        let Self { live, views, state, view_count, record, depth_bits, groups, .. } = self;
        let fragments = Box::new(Fragments { keys, boxes, spans, views, depth_bits, groups, most, slot });
        Ok(LiveSet { live, state, view_count, record, finder: Finder::Cells(fragments, vertices) })
    }

    /// The tree of boxes over what is left; `slot` of the counters takes their number.
    pub fn tree(self, recorder: &mut Recorder<'_>, (counters, slot): (&Buffer, u32)) -> Result<LiveSet> {
        let Search { triangles, frame, partners, .. } = self.search;
        let tree = match partners.rule {
            // Nothing was dropped, and the tree does better with the order of the mesh than with that of the set.
            Rule::Within => bvh::build(recorder, *triangles, frame, partners, (counters, slot))?,
            Rule::Between => {
                let leaves = self.leaves(recorder, (counters, slot))?;
                bvh::over(recorder, *triangles, frame, leaves, (counters, slot))?
            }
        };
        let Self { live, state, view_count, record, .. } = self;
        Ok(LiveSet { live, state, view_count, record, finder: Finder::Tree(tree) })
    }

    /// Places on the curve, and the triangles.
    fn leaves(&self, recorder: &mut Recorder<'_>, (counters, slot): (&Buffer, u32)) -> Result<(Buffer, Buffer)> {
        let gpu = recorder.gpu();
        let Search { triangles, frame, .. } = self.search;
        let Triangles { count, positions, corners, .. } = *triangles;
        recorder.stage("boxes");
        let bytes = u64::from(count) * 4;
        let (places, leaves) = (gpu.buffer("curve", bytes)?, gpu.buffer("leaves", bytes)?);
        let kernel = gpu.kernel(&LEAVES_SOURCE, &[("CURVE_BITS", frame.curve_bits)])?;
        let (origin, shifts) = frame.words();
        let params = LeavesParams { origin, shifts, view: self.view_count + 1, most: count, slot, padding: 0 };
        let bindings = [positions, corners, &self.live, &self.state, &places, &leaves, counters];
        let groups = gpu.groups(u64::from(count), THREADS);
        recorder.dispatch(&kernel, bindings, &params, groups)?;
        Ok((places, leaves))
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
        let params = CornersParams { view: self.view_count + 1, most: count };
        let bindings = [corners, &self.live, &self.state, &counts, &starts, &around];
        for fill in [0, 1] {
            let kernel = gpu.kernel(&CORNERS_SOURCE, &[("FILL", fill)])?;
            recorder.dispatch(&kernel, bindings, &params, groups)?;
            if fill == 0 {
                scan::exclusive(recorder, &counts, &starts, counters, Count::Known(vertex_count + 1), slot)?;
            }
        }
        Ok(Vertices { starts, around, corners: 3 * count })
    }
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
