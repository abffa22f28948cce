//! What a method is on a GPU: something that lists candidates for the search, which does the rest.
//!
//! The search (`search.rs`) owns the lists of pairs, judges candidates, repeats what did not fit and reads the results back.
//! It knows a method by these two traits alone. `methods/` implements them, and `methods::on_gpu` chooses.

use super::scene::{Frame, GridBox, Partners, Span, Triangles};
use crate::Details;
use crate::confirm::Halt;
use crate::world::{WorldObject, WorldPair};
use allide_geom::Grid;
use allide_gpu::{Buffer, Done, Gpu, ReadId, Recorder, Result, StageTime};
use std::fmt::Debug;

/// A method, with what it remembers between questions of one kind: sizes of its own buffers, and whatever saves time.
/// Nothing that it remembers changes an answer.
pub(crate) trait GpuMethod: Debug + Send + Sync {
    /// Its name and settings. What is remembered is kept under this and the kind of question.
    fn key(&self) -> String;

    /// The most triangles that it can look at together, where no binding is larger than `bytes`.
    fn most_triangles(&self, bytes: u64) -> usize {
        let _ = bytes;
        usize::MAX
    }

    /// Whether it heeds [`Partners::split`]. Then scenes that are larger than the GPU are searched in blocks.
    fn takes_sides(&self) -> bool {
        false
    }

    /// Prepares for a question, on the CPU. `false` if there is nothing to look for.
    fn plan(&mut self, query: Query<'_>) -> Result<bool>;

    /// The counters that it needs besides those of the candidates.
    fn counters(&self) -> OwnCounters;

    /// Records whatever comes before the candidates, or runs it. All counters are 0. Called again where something did not
    /// fit.
    fn build<'b, 'g>(
        &'b mut self,
        recorder: Recorder<'g>,
        query: Query<'b>,
        counters: Counters<'_>,
    ) -> Result<Built<'b, 'g>>;

    /// Another scene comes next, or buffers may not hold what they should.
    fn forget(&mut self);
}

/// Lists the candidates of one question, in one go or in spans.
///
/// # Safety
/// The kernels that judge candidates run without checks. So as many pairs as [`Self::emit`] counts, or as the list has room
/// for, are pairs of triangles of the query.
pub(crate) unsafe trait Emit {
    /// How many items there are at most to split into spans: leaves, fragments, or whatever leads to candidates. If 0, there
    /// are no candidates.
    fn most(&self) -> u32;

    /// Appends the candidates of a span to the list, smaller triangle first. Raises their
    /// counter by their number, also past the room in the list, and [`Counters::wraps`] each time that it exceeds a word.
    /// Over all spans, no pair is lost and none comes twice.
    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()>;

    /// Reads back what [`Self::note`] needs besides counters.
    fn read(&self, recorder: &mut Recorder<'_>) -> Option<ReadId> {
        let _ = recorder;
        None
    }

    /// Looks at its own counters after a span. Where its own buffers were too short, it makes them longer for the next
    /// [`GpuMethod::build`], but none longer than `most` elements.
    ///
    /// # Errors
    /// They would have to be longer than the GPU allows, and spans are no help.
    fn grow(&mut self, own: &[u32], most: u64) -> Result<Growth> {
        let _ = (own, most);
        Ok(Growth::Fits)
    }

    /// Takes note of a span for which everything had room.
    fn note(&mut self, own: &[u32], done: &Done<'_>, read: Option<ReadId>) {
        let _ = (own, done, read);
    }

    /// What is to be told about the search.
    fn details(self: Box<Self>) -> Option<Details> {
        None
    }
}

/// A question on the grid, as methods see it.
///
/// Where the scene is larger than the GPU, `triangles` are those of one block or two; everything else is about the whole.
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
    /// All object pairs that are near enough, smaller object first; or each object with itself.
    pub pairs: &'q [WorldPair<'q>],
    /// Triangles farther apart than this need not be found.
    pub distance: f64,
    /// No list of pairs may be longer.
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

/// How many counters a method has of its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnCounters {
    /// The first ones belong to [`GpuMethod::build`] and stay as they are.
    pub built: u32,
    /// The others are 0 again before each span.
    pub emitted: u32,
}

/// Where counters are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters<'b> {
    pub buffer: &'b Buffer,
    /// The number of candidates.
    pub candidates: u32,
    /// How often that went past 2³².
    pub wraps: u32,
    /// The first one of the method's own.
    pub own: u32,
}

/// What [`GpuMethod::build`] made.
pub(crate) struct Built<'b, 'g> {
    pub emitter: Box<dyn Emit + 'b>,
    /// What was recorded and not submitted.
    pub recorder: Recorder<'g>,
    /// Times of what was submitted.
    pub stages: Vec<StageTime>,
}

/// What became of a method's own buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// They had room for everything.
    Fits,
    /// They had not, and all is to be done again.
    Again {
        /// There may be this many candidates, for all that is known.
        candidates: u64,
        /// As many times more spans as there were.
        spans: u32,
    },
}
