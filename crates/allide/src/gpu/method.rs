//! A method on a GPU: it lists candidates, and the search does the rest.
//!
//! The search (`search.rs`) owns the lists of pairs, judges candidates, retries after overflow and reads the results
//! back. It knows a method only by these two traits. `methods/` implements them, and `methods::on_gpu` chooses.

use super::scene::{Frame, GridBox, Partners, Span, Triangles};
use crate::Details;
use crate::confirm::Halt;
use crate::world::{WorldObject, WorldPair};
use allide_geom::Grid;
use allide_gpu::{Buffer, Done, Gpu, ReadId, Recorder, Result, StageTime};
use std::fmt::Debug;

/// A method, with what it remembers between questions of one kind, such as the sizes of its own buffers. Nothing that
/// it remembers changes an answer.
pub(crate) trait GpuMethod: Debug + Send + Sync {
    /// Its name and settings: with the kind of question, the key under which it is kept.
    fn key(&self) -> String;

    /// The most triangles that it can search together if no binding exceeds `bytes`.
    fn most_triangles(&self, bytes: u64) -> usize {
        let _ = bytes;
        usize::MAX
    }

    /// Whether it supports [`Partners::split`]. Then scenes that exceed the GPU's memory are searched in blocks.
    fn takes_sides(&self) -> bool {
        false
    }

    /// Prepares for a question, on the CPU. `false` if there is nothing to search.
    fn plan(&mut self, query: Query<'_>) -> Result<bool>;

    /// The counters that it needs besides those for candidates.
    fn counters(&self) -> OwnCounters;

    /// Records, or runs, everything that precedes the candidates. All counters are 0. Called again after an overflow.
    fn build<'b, 'g>(
        &'b mut self,
        recorder: Recorder<'g>,
        query: Query<'b>,
        counters: Counters<'_>,
    ) -> Result<Built<'b, 'g>>;

    /// Forgets buffer contents: another scene comes next, or an error may have left them incomplete.
    fn forget(&mut self);
}

/// Lists the candidates of one question, at once or in spans.
///
/// # Safety
/// The kernels that judge candidates run without checks. So the first pairs in the list, as many as [`Self::emit`]
/// counts or the list can hold, must be pairs of triangles of the query.
pub(crate) unsafe trait Emit {
    /// An upper bound on the items that spans divide: leaves, fragments, or whatever candidates come from. If 0, there
    /// are no candidates.
    fn most(&self) -> u32;

    /// Appends the candidates of a span to the list, smaller triangle first. Adds their number to the counter, also
    /// past the capacity of the list, and increments [`Counters::wraps`] each time it overflows. Over all spans, no
    /// pair is lost and none comes twice.
    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()>;

    /// Reads back what [`Self::note`] needs besides counters.
    fn read(&self, recorder: &mut Recorder<'_>) -> Option<ReadId> {
        let _ = recorder;
        None
    }

    /// Checks its own counters after a span. Buffers that overflowed grow for the next [`GpuMethod::build`], to at most
    /// `most` elements.
    ///
    /// # Errors
    /// They would have to be larger than the GPU allows, and spans do not help.
    fn grow(&mut self, own: &[u32], most: u64) -> Result<Growth> {
        let _ = (own, most);
        Ok(Growth::Fits)
    }

    /// Records a span that did not overflow.
    fn note(&mut self, own: &[u32], done: &Done<'_>, read: Option<ReadId>) {
        let _ = (own, done, read);
    }

    /// The report about the search.
    fn details(self: Box<Self>) -> Option<Details> {
        None
    }
}

/// A question on the grid, as passed to methods.
///
/// If the scene exceeds the GPU's memory, `triangles` are those of one or two blocks; everything else describes the
/// whole scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query<'q> {
    pub gpu: &'q Gpu,
    pub triangles: Triangles<'q>,
    pub grid: &'q Grid,
    pub frame: &'q Frame,
    pub partners: &'q Partners,
    pub objects: &'q [WorldObject],
    /// Where each object is.
    pub bounds: &'q [GridBox],
    /// Number of the first triangle of each object, then the total.
    pub starts: &'q [u32],
    /// All object pairs that are close enough, smaller object first; or each object with itself.
    pub pairs: &'q [WorldPair<'q>],
    /// Triangle pairs farther apart than this may be skipped.
    pub distance: f64,
    /// The largest capacity of a list of pairs.
    pub most_pairs: u64,
    /// When to stop early.
    pub halt: Halt<'q>,
}

impl Query<'_> {
    /// How many triangles each object has.
    pub fn triangle_counts(&self) -> Vec<u32> {
        self.objects.iter().map(|object| object.triangle_count() as u32).collect()
    }

    /// The object pairs, as places in `objects`.
    pub fn object_pairs(&self) -> Vec<(usize, usize)> {
        self.pairs.iter().map(|pair| (pair.a.id.index(), pair.b.id.index())).collect()
    }
}

/// How many counters of its own a method has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnCounters {
    /// The first ones belong to [`GpuMethod::build`] and keep their values.
    pub built: u32,
    /// The others are reset to 0 before each span.
    pub emitted: u32,
}

/// The offsets of counters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters<'b> {
    pub buffer: &'b Buffer,
    /// The number of candidates.
    pub candidates: u32,
    /// How often that exceeded 2³².
    pub wraps: u32,
    /// The first of the method's own.
    pub own: u32,
}

/// What [`GpuMethod::build`] made.
pub(crate) struct Built<'b, 'g> {
    pub emitter: Box<dyn Emit + 'b>,
    /// The commands recorded and not yet submitted.
    pub recorder: Recorder<'g>,
    /// Times of what was submitted.
    pub stages: Vec<StageTime>,
}

/// Whether a method's own buffers overflowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// They did not overflow.
    Fits,
    /// They did, and the run must be repeated.
    Again {
        /// An upper bound on the candidates, as far as is known.
        candidates: u64,
        /// The factor by which to increase the number of spans.
        spans: u32,
    },
}
