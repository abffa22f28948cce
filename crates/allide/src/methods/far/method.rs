//! Views in whole numbers as a method of the GPU: how many fragments there may be, and what to do when cells are crowded.

use super::plan::{FarPlan, Limits};
use super::{CROWDED, Counts, LONG, LOOKS, LiveSet, Search, Way, build};
use crate::gpu::{Built, Counters, Emit, GpuMethod, Growth, OwnCounters, Query, Span};
use crate::gpu_confirm::Rule;
use crate::methods::bvh::gpu as bvh;
use crate::{Details, Pass};
use allide_gpu::{Buffer, Done, GpuError, ReadId, Recorder, Result};

/// Bytes of a fragment in the largest of its buffers. A cell takes as much.
const FRAGMENT_BYTES: u64 = 16;
/// There is room for this many fragments at first, at least.
const LEAST_ROOM: u64 = 1 << 13;
/// Times as many spans, where one had too much to compare.
const MORE_SPANS: u32 = 8;
/// Counters of its own, from the first one on: leaves or other things that are no matter afterwards, fragments, and
/// [`LOOKS`].
const FRAGMENTS: u32 = 1;
const FIRST_LOOK: u32 = 2;

/// FAR by cells. It remembers how many fragments there were, and, while the scene stays, whether they were crowded.
#[derive(Debug)]
pub(crate) struct Far {
    /// A wish for the cells in a row of a view.
    side: Option<u32>,
    plan: Option<FarPlan>,
    memory: Memory,
}

#[derive(Debug, Default)]
struct Memory {
    /// The capacity of fragments; 0 before the first question.
    room: u64,
    is_crowded: bool,
    /// Fragments that were compared for the question, over all attempts.
    compared: u64,
}

impl Far {
    pub fn new(side: Option<u32>) -> Self {
        Self { side, plan: None, memory: Memory::default() }
    }
}

impl GpuMethod for Far {
    fn key(&self) -> String {
        format!("far {:?}", self.side)
    }

    fn most_triangles(&self, bytes: u64) -> usize {
        bvh::most_leaves(bytes) as usize
    }

    fn plan(&mut self, query: Query<'_>) -> Result<bool> {
        let vectors = query.gpu.max_binding().min(query.gpu.max_buffer()) / FRAGMENT_BYTES;
        let limits = Limits { cells: vectors, fragments: vectors.min(query.most_pairs) };
        let margin = query.partners.margin;
        let (counts, pairs) = (query.triangle_counts(), query.object_pairs());
        self.plan = FarPlan::new(query.bounds, &counts, &pairs, margin, (self.side, limits));
        let Memory { room, compared, .. } = &mut self.memory;
        if *room == 0 {
            let each = if query.partners.rule == Rule::Within { 4 } else { 1 };
            *room = each * u64::from(query.triangles.count).max(LEAST_ROOM);
        }
        *room = (*room).min(limits.fragments);
        *compared = 0;
        Ok(self.plan.is_some())
    }

    fn counters(&self) -> OwnCounters {
        OwnCounters { built: FIRST_LOOK, emitted: LOOKS }
    }

    fn build<'b, 'g>(
        &'b mut self,
        mut recorder: Recorder<'g>,
        query: Query<'b>,
        counters: Counters<'_>,
    ) -> Result<Built<'b, 'g>> {
        let Self { plan, memory, .. } = self;
        let Some(plan) = plan else { unreachable!("planned before") };
        let Query { triangles, frame, partners, objects, starts, halt, .. } = query;
        let keeps_sets = halt.keeps_sets();
        let search = Search { triangles, frame, partners, plan, objects, starts, keeps_sets };
        let slots = (counters.buffer, counters.own + FRAGMENTS, counters.own);
        let set = build(&mut recorder, &search, memory.way(), slots)?;
        let emitter = Box::new(FarEmitter { search, set, memory, passes: Vec::new() });
        Ok(Built { emitter, recorder, stages: Vec::new() })
    }

    fn forget(&mut self) {
        self.memory.is_crowded = false;
    }
}

struct FarEmitter<'b> {
    search: Search<'b>,
    set: LiveSet,
    memory: &'b mut Memory,
    passes: Vec<Pass>,
}

// SAFETY: fragments, corners and leaves are those of triangles of the query; pairs are counted and written together.
unsafe impl Emit for FarEmitter<'_> {
    fn most(&self) -> u32 {
        self.set.most()
    }

    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()> {
        let Counters { buffer, candidates: slot, wraps, own } = counters;
        let counts = Counts { counters: buffer, candidates: slot, wraps, looks: own + FIRST_LOOK };
        self.set.search(recorder, &self.search, span, candidates, counts)
    }

    fn read(&self, recorder: &mut Recorder<'_>) -> Option<ReadId> {
        Some(self.set.read(recorder))
    }

    fn grow(&mut self, own: &[u32], most: u64) -> Result<Growth> {
        self.memory.grow(own, most, self.search.plan.most_fragments)
    }

    fn note(&mut self, _: &[u32], done: &Done<'_>, read: Option<ReadId>) {
        if let Some(read) = read.filter(|_| self.passes.is_empty()) {
            self.passes = self.set.passes(done, read, &self.search);
        }
    }

    fn details(self: Box<Self>) -> Option<Details> {
        Some(Details::Views { passes: self.passes, compared: self.memory.compared })
    }
}

impl Memory {
    fn way(&self) -> Way {
        if self.is_crowded { Way::Tree } else { Way::Cells { room: self.room } }
    }

    /// Makes room for the fragments that were counted, or finds another way.
    fn grow(&mut self, own: &[u32], most: u64, most_fragments: u64) -> Result<Growth> {
        let fragments = u64::from(own[FRAGMENTS as usize]);
        let [compared, _, gave_up] = [0, 1, 2].map(|look| own[FIRST_LOOK as usize + look]);
        self.compared += u64::from(compared);
        if fragments > most_fragments {
            let [bytes, limit] = [fragments, most_fragments].map(|count| count * FRAGMENT_BYTES);
            return Err(GpuError::TooLarge { what: "fragments".into(), bytes, limit });
        }
        if fragments <= self.room && gave_up == 0 {
            return Ok(Growth::Fits);
        }
        let (mut candidates, mut spans) = (0, 1);
        if gave_up & CROWDED != 0 {
            self.is_crowded = true;
        } else if gave_up & LONG != 0 {
            spans = MORE_SPANS;
        }
        if fragments > self.room {
            // Those that did not fit were not compared: the candidates were too few.
            candidates = fragments + fragments / 4;
            self.room = candidates.min(most).min(most_fragments);
        }
        Ok(Growth::Again { candidates, spans })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_that_gave_up_does_not_look_as_if_it_were_done() {
        for (reason, way, spans) in [(CROWDED, Way::Tree, 1), (LONG, Way::Cells { room: 1 << 13 }, MORE_SPANS)] {
            let mut memory = Memory { room: 1 << 13, ..Memory::default() };
            let growth = memory.grow(&[0, 1 << 13, 70, 7, reason], 1 << 28, 1 << 28).unwrap();
            assert_eq!((growth, memory.way()), (Growth::Again { candidates: 0, spans }, way));
            assert_eq!(memory.compared, 70);
        }
    }

    #[test]
    fn fragments_get_room_up_to_what_a_buffer_holds() {
        let mut memory = Memory { room: 100, ..Memory::default() };
        assert_eq!(memory.grow(&[0, 100, 1, 0, 0], 1000, 500).unwrap(), Growth::Fits);
        assert_eq!(memory.grow(&[0, 480, 1, 0, 0], 1000, 500).unwrap(), Growth::Again { candidates: 600, spans: 1 });
        assert_eq!((memory.room, memory.compared), (500, 2));
        assert!(matches!(memory.grow(&[0, 501, 1, 0, 0], 1000, 500), Err(GpuError::TooLarge { bytes: 8016, .. })));
    }
}
