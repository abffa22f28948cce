//! Fronts as a method of the GPU: how long they may be, and what they are told by.

use super::plan::FrontsPlan;
use super::{Forest, MOST_LEVELS, Output, build};
use crate::Details;
use crate::gpu::{Built, Counters, Emit, GpuMethod, Growth, OwnCounters, Query, Span};
use crate::methods::bvh::gpu as bvh;
use allide_gpu::{Buffer, Done, ReadId, Recorder, Result};

/// A front has room for this many node pairs at first, at least.
const LEAST_ROOM: u64 = 1 << 13;
/// The first counter of its own is the number of leaves; those of levels follow.
const LEVELS: u32 = 1;

/// Pairs of trees, level by level. It remembers how long its fronts were.
#[derive(Debug, Default)]
pub(crate) struct Fronts {
    plan: Option<FrontsPlan>,
    /// Node pairs that a front has room for; 0 before the first question.
    room: u64,
}

impl GpuMethod for Fronts {
    fn key(&self) -> String {
        "fronts".into()
    }

    fn most_triangles(&self, bytes: u64) -> usize {
        bvh::most_leaves(bytes) as usize
    }

    fn plan(&mut self, query: Query<'_>) -> Result<bool> {
        if self.room == 0 {
            self.room = u64::from(query.triangles.count).max(LEAST_ROOM);
        }
        self.room = self.room.min(query.most_pairs);
        self.plan = FrontsPlan::new(query.bounds, &query.triangle_counts(), &query.object_pairs());
        Ok(self.plan.is_some())
    }

    /// The number of leaves; and the length of each front, by height. They are far from the end of a word: what is opened
    /// had room in a front, and no pair becomes more than four others.
    fn counters(&self) -> OwnCounters {
        OwnCounters { built: LEVELS, emitted: MOST_LEVELS }
    }

    fn build<'b, 'g>(
        &'b mut self,
        mut recorder: Recorder<'g>,
        query: Query<'b>,
        counters: Counters<'_>,
    ) -> Result<Built<'b, 'g>> {
        let Self { plan, room } = self;
        let Some(plan) = plan else { unreachable!("planned before") };
        let slot = (counters.buffer, counters.own);
        let forest = build(&mut recorder, query.triangles, query.frame, plan, slot)?;
        let emitter = Box::new(FrontsEmitter { forest, room, lengths: Vec::new() });
        Ok(Built { emitter, recorder, stages: Vec::new() })
    }

    fn forget(&mut self) {}
}

struct FrontsEmitter<'b> {
    forest: Forest<'b>,
    room: &'b mut u64,
    /// Of the fronts, by height, summed up over spans.
    lengths: Vec<u64>,
}

// SAFETY: at the leaves, node pairs become triangles of the query, counted and written together.
unsafe impl Emit for FrontsEmitter<'_> {
    fn most(&self) -> u32 {
        self.forest.slots()
    }

    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()> {
        let (front_room, levels) = (*self.room, counters.own + LEVELS);
        let output = Output { candidates, front_room, counters: counters.buffer, slot: counters.candidates, levels };
        self.forest.traverse(recorder, span, output)
    }

    fn grow(&mut self, own: &[u32], most: u64) -> Result<Growth> {
        let longest = own[LEVELS as usize..].iter().copied().max().map_or(0, u64::from);
        Ok(grown(self.room, longest, most))
    }

    fn note(&mut self, own: &[u32], _: &Done<'_>, _: Option<ReadId>) {
        let levels = &own[LEVELS as usize..];
        let tallest = levels.iter().rposition(|&length| length > 0).map_or(0, |last| last + 1);
        self.lengths.resize(tallest.max(self.lengths.len()), 0);
        self.lengths.iter_mut().zip(levels).for_each(|(sum, &length)| *sum += u64::from(length));
    }

    fn details(self: Box<Self>) -> Option<Details> {
        // The pairs of leaves are no front but candidates.
        Some(Details::Fronts { lengths: self.lengths.iter().skip(1).rev().copied().collect() })
    }
}

/// Makes room for a front of this length. What is longer than any buffer comes in spans.
fn grown(room: &mut u64, length: u64, most: u64) -> Growth {
    if length <= *room {
        return Growth::Fits;
    }
    let wanted = length + length / 4;
    *room = wanted.min(most);
    // All fronts below were too short, and the candidates too few.
    Growth::Again { candidates: wanted, spans: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_grows_up_to_the_longest_list() {
        let mut room = 100;
        assert_eq!((grown(&mut room, 100, 1000), room), (Growth::Fits, 100));
        assert_eq!((grown(&mut room, 200, 1000), room), (Growth::Again { candidates: 250, spans: 1 }, 250));
        assert_eq!((grown(&mut room, 4000, 1000), room), (Growth::Again { candidates: 5000, spans: 1 }, 1000));
    }
}
