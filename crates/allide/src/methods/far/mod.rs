//! FAR on whole numbers: a triangle that lies in front of or behind all other objects in every cell of a view collides with
//! nothing.
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
//! Tiny triangles may crowd in a cell, because a few large ones span the window or because the rest of it is empty, and
//! cells tell them apart no longer. The sweep notices, and a tree of boxes over what the views left takes its place; see
//! sweep.wgsl. Slow cases: needles across the whole window, which share many cells, and what is smaller than the boxes of
//! the tree can tell, 2¹⁵ to a side of the scene.
//!
//! Deviations from the paper:
//! - Compute kernels instead of the GPU's rasteriser, with the rules that the paper's last section wishes for. All in
//!   whole numbers, so all GPUs find the same.
//! - The set is reduced for all triangles at once, by the nearest depth in each cell with its owner and the nearest one
//!   of any other: no order of objects, no queries, and three passes over a view for any number of objects, or two where no
//!   window has more than two. The farthest depths come along, so a view is one from both sides.
//! - Three views, one along each axis, instead of as many as drop something: of what they left of two bodies of 69,000 and
//!   of 871,000 triangles each, three more dropped 2 % and 6 %.
//! - There is no step for whole objects and parts of them before that for triangles: it would save nothing here.
//! - Each set of objects that are paired with each other has a window of its own, around the boxes that pairs have in common.
//!   All are looked at in the same passes.
//! - Resolution follows from the number of triangles and from their sizes, on the GPU: see view.wgsl.
//! - Candidates come from sorted fragments instead of sweep and prune over boxes, and are confirmed on the GPU. Two
//!   triangles that share several cells become a candidate in the first of them: see sweep.wgsl.
//! - Inside an object, neighbours would come up together in every cell around a common vertex. They are exempt, and
//!   taken from the triangles around each vertex instead. Where a mesh repeats its vertices, neighbours whose vertices have
//!   different numbers stay in the lists: they share a point, so they are found there.

mod eye;
mod method;
mod pairs;
mod plan;
#[cfg(test)]
mod tests;

pub(crate) use method::Far;

use crate::gpu::{Frame, Partners, Span, Triangles};
use crate::gpu_confirm::Rule;
use crate::methods::bvh::gpu::Tree;
use crate::world::WorldObject;
use crate::{ObjectId, Pass};
use allide_gpu::{Buffer, Constant, Done, ReadId, Recorder, Result, Shader, StageTime};
use eye::Eye;
use pairs::{Fragments, Vertices};
use plan::FarPlan;

/// Views that the set is reduced in, one along each axis.
const VIEW_COUNT: u32 = 3;
const THREADS: u32 = 128;
/// Fragments or candidates that a workgroup gathers in shared memory.
const APPEND_ROOM: u32 = 1024;
/// Vectors of a view: see views.wgsl.
const VIEW: u64 = 4;
/// Words of `state`: see state.wgsl. The first ones count by view, of which there are at most 8.
const LIVE: u32 = 0;
const OBJECTS: u32 = 8;
const PAIRS: u32 = 16;
const VIEWED: u32 = 24;
const COUNTS: u64 = 32;
/// Words of a member of the set: see member.wgsl. The first is its triangle.
const MEMBER: usize = 8;
/// Words of a tile's levels.
const LEVELS: u64 = 16;

/// All kernels.
pub(crate) const SHADERS: [&[Shader<'_>]; 2] = [eye::SHADERS, pairs::SHADERS];

/// The constants of kernels about `views` and `state`, for workgroups of `threads`.
const fn constants(threads: u32) -> [Constant; 7] {
    [
        ("THREADS", threads),
        ("VIEW", VIEW as u32),
        ("LIVE", LIVE),
        ("OBJECTS", OBJECTS),
        ("PAIRS", PAIRS),
        ("VIEWED", VIEWED),
        ("LEVELS", LEVELS as u32),
    ]
}

const RASTER: &str = include_str!("raster.wgsl");
const VIEWS: &str = include_str!("views.wgsl");
const STATE: &str = include_str!("state.wgsl");
const KEY: &str = include_str!("key.wgsl");

/// The query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'t> {
    pub triangles: Triangles<'t>,
    pub frame: &'t Frame,
    pub partners: &'t Partners,
    pub plan: &'t FarPlan,
    pub objects: &'t [WorldObject],
    /// Number of the first triangle of each object, then the total.
    pub starts: &'t [u32],
    /// Whether to note which triangles each view leaves.
    pub keeps_sets: bool,
}

/// The triangles on the GPU that may collide, and how pairs are found among them.
#[derive(Debug)]
pub(crate) struct LiveSet {
    live: Buffer,
    state: Buffer,
    /// Views that the set was reduced in.
    view_count: u32,
    /// The counts of `state`, then what each view left, if that is wanted.
    record: Option<Buffer>,
    finder: Finder,
}

#[derive(Debug)]
enum Finder {
    Cells(Box<Fragments>, Option<Vertices>),
    /// Where cells are crowded.
    Tree(Tree),
}

/// How candidates are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// By the fragments in each cell; there is room for this many.
    Cells { room: u64 },
    /// By a tree: cells are crowded.
    Tree,
}

/// Places of the counters: candidates, how often they went past all words, and the first of [`LOOKS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts<'b> {
    pub counters: &'b Buffer,
    pub candidates: u32,
    pub wraps: u32,
    pub looks: u32,
}

/// Counters of the sweep: fragments that were compared, those in vain, and why it gave up: one of the next two, or 0.
pub(crate) const LOOKS: u32 = 3;
/// Cells are crowded: candidates are to be found the other way.
pub(crate) const CROWDED: u32 = 1;
/// There is too much to compare in one go.
pub(crate) const LONG: u32 = 2;

/// Reduces the set of triangles that may collide, and sorts the fragments of the rest or builds a tree. `slot` of the
/// counters, which is 0, takes the number of fragments, which can exceed the room. `spare` is of no meaning afterwards, but
/// stays as it is while the result is in use.
pub(crate) fn build(
    recorder: &mut Recorder<'_>,
    search: &Search<'_>,
    way: Way,
    (counters, slot, spare): (&Buffer, u32, u32),
) -> Result<LiveSet> {
    let view_count = if search.partners.rule == Rule::Within { 0 } else { VIEW_COUNT };
    let mut eye = Eye::new(recorder, search, view_count)?;
    recorder.stage("start");
    eye.look(recorder, 0)?;
    eye.start(recorder)?;
    eye.look(recorder, 1)?;
    if view_count == 0 {
        eye.note(recorder, 1);
    }
    for view in 1..=view_count {
        recorder.stage("view");
        eye.reduce(recorder, view)?;
        eye.note(recorder, view);
        eye.tally(recorder, view)?;
    }
    match way {
        Way::Cells { room } => eye.list(recorder, room, (counters, slot, spare)),
        Way::Tree => eye.tree(recorder, (counters, spare)),
    }
}

impl LiveSet {
    /// The number of items to split into parts: fragments, followed by the corners of triangles where neighbours are looked for; or
    /// leaves.
    pub fn most(&self) -> u32 {
        match &self.finder {
            Finder::Cells(fragments, vertices) => {
                fragments.most + vertices.as_ref().map_or(0, |vertices| vertices.corners)
            }
            Finder::Tree(tree) => tree.most(),
        }
    }

    /// Appends to `candidates` the pairs of triangles that have a fragment of `part` and a later one that overlap, and those
    /// of neighbours at a corner of `part`, smaller triangle first; or those of leaves of `part` and later ones. Raises
    /// counters as [`Counts`] says; the number of candidates can exceed the capacity.
    pub fn search(
        &self,
        recorder: &mut Recorder<'_>,
        search: &Search<'_>,
        part: Span,
        candidates: &Buffer,
        counts: Counts<'_>,
    ) -> Result<()> {
        let Counts { counters, candidates: slot, wraps, .. } = counts;
        let (fragments, vertices) = match &self.finder {
            Finder::Cells(fragments, vertices) => (fragments, vertices),
            Finder::Tree(tree) => {
                recorder.stage("walk");
                let how = (search.frame, search.partners);
                return tree.walk(recorder, how, part, candidates, (counters, slot, wraps));
            }
        };
        let end = part.first + part.count;
        if part.first < fragments.most {
            let count = end.min(fragments.most) - part.first;
            recorder.stage("sweep");
            fragments.sweep(recorder, search, Span { first: part.first, count }, candidates, counts)?;
        }
        if let Some(vertices) = vertices.as_ref().filter(|_| end > fragments.most) {
            let first = part.first.max(fragments.most);
            recorder.stage("neighbours");
            let part = Span { first: first - fragments.most, count: end - first };
            vertices.neighbours(recorder, (search, self), part, candidates, counts)?;
        }
        Ok(())
    }

    /// Lets [`Self::passes`] have the counts, and the sets if they are kept.
    pub fn read(&self, recorder: &mut Recorder<'_>) -> ReadId {
        let counts = self.state.slice(0..COUNTS * 4);
        match &self.record {
            None => recorder.read(counts),
            Some(record) => {
                recorder.copy(counts, record, 0);
                recorder.read(record)
            }
        }
    }

    /// The set that each view left.
    pub fn passes(&self, done: &Done<'_>, record: ReadId, search: &Search<'_>) -> Vec<Pass> {
        let (words, plan) = (done.words(record), search.plan);
        let at = |first: u32, view: u32| u64::from(words[(first + view) as usize]);
        let left = |view: u32, next: u32| {
            let members = &words[COUNTS as usize..];
            let first = members.len().min((view - 1) as usize * search.triangles.count as usize * MEMBER);
            let end = members.len().min(first + at(LIVE, next) as usize * MEMBER);
            search.objects_of(members[first..end].iter().step_by(MEMBER))
        };
        let mut times = done.stages().iter().filter(|stage| stage.name == "view");
        let time = |stage: Option<&StageTime>| stage.and_then(|stage| stage.ms).unwrap_or(0.0);
        let mut pass = |view: u32| Pass {
            level: "triangles",
            objects: at(OBJECTS, view),
            parts: 0,
            triangles: at(LIVE, view + 1),
            left: left(view, view + 1),
            pairs: at(PAIRS, view),
            views: plan.tiles.len() as u32,
            draws: if plan.is_paired() { 2 } else { 3 },
            writes: if plan.is_paired() { 1 } else { 2 },
            queries: 0,
            rendered: at(LIVE, view) * if plan.is_paired() { 2 } else { 3 },
            cover: "cells",
            reduction: "order-free",
            resolution: plan.tiles.iter().map(|tile| tile[0][3]).max().unwrap_or(0),
            pixels: at(VIEWED, view),
            ms: time(times.next()),
        };
        if self.view_count > 0 {
            return (1..=self.view_count).map(pass).collect();
        }
        // Nothing is dropped inside objects: what is listed is what is left.
        let listed = plan.tiles.len() as u64;
        let time = time(done.stages().iter().find(|stage| stage.name == "list"));
        vec![Pass {
            objects: listed,
            triangles: at(LIVE, 1),
            left: left(1, 1),
            pairs: listed,
            draws: 1,
            writes: 1,
            rendered: at(LIVE, 1),
            ms: time,
            ..pass(1)
        }]
    }
}

impl Search<'_> {
    /// Some triangles by their objects, and numbered inside them, all in order.
    fn objects_of<'w>(&self, triangles: impl Iterator<Item = &'w u32>) -> Vec<(ObjectId, Vec<u32>)> {
        let mut triangles: Vec<u32> = triangles.copied().collect();
        triangles.sort_unstable();
        let owner = |triangle: u32| self.starts.partition_point(|&start| start <= triangle) - 1;
        let runs = triangles.chunk_by(|&x, &y| owner(x) == owner(y));
        let numbered = runs.map(|run| {
            let owner = owner(run[0]);
            (self.objects[owner].id, run.iter().map(|triangle| triangle - self.starts[owner]).collect())
        });
        numbered.collect()
    }
}

/// The margin around triangles on all sides.
fn growth(partners: &Partners) -> i32 {
    partners.margin.div_euclid(2) + partners.margin.rem_euclid(2)
}
