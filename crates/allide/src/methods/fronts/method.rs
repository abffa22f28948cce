//! Fronts as a method of the GPU: their capacities and counters.

use super::levels::Output;
use super::plan::FrontsPlan;
use super::{MOST_LEVELS, build};
use crate::Details;
use crate::gpu::{Built, Counters, Emit, GpuMethod, Growth, OwnCounters, Query, Span};
use crate::methods::bvh::gpu as bvh;
use allide_gpu::{Buffer, Done, ReadId, Recorder, Result};

/// A front has room for this many node pairs at first, at least.
pub(crate) const LEAST_ROOM: u64 = 1 << 13;
/// The first counter of its own is the number of leaves; those of levels follow.
const LEVELS: u32 = 1;

/// Trees that are gone through in pairs.
///
/// # Safety
/// What [`Self::traverse`] lists are pairs of triangles of the query, and it counts what it lists.
pub(crate) unsafe trait Traverse {
    /// The slots that spans divide: those of the leaves of first trees.
    fn slots(&self) -> u32;

    /// See [`super::levels::traverse`].
    fn traverse(&self, recorder: &mut Recorder<'_>, part: Span, output: Output<'_>) -> Result<()>;

    /// The most pairs of a front, if that is less than those of a list.
    fn most_room(&self) -> u64 {
        u64::MAX
    }
}

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
        let emitter = Box::new(FrontsEmitter { forest, room, levels: LEVELS, lengths: Vec::new() });
        Ok(Built { emitter, recorder, stages: Vec::new() })
    }

    fn forget(&mut self) {}
}

/// Lists candidates by fronts.
pub(crate) struct FrontsEmitter<'b, F> {
    pub forest: F,
    pub room: &'b mut u64,
    /// Where the counters of levels start among its own.
    pub levels: u32,
    /// Of the fronts, by height, summed up over spans.
    pub lengths: Vec<u64>,
}

// SAFETY: as [`Traverse`] promises.
unsafe impl<F: Traverse> Emit for FrontsEmitter<'_, F> {
    fn most(&self) -> u32 {
        self.forest.slots()
    }

    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()> {
        let (front_room, levels) = (*self.room, counters.own + self.levels);
        let output = Output { candidates, front_room, counters: counters.buffer, slot: counters.candidates, levels };
        self.forest.traverse(recorder, span, output)
    }

    fn grow(&mut self, own: &[u32], most: u64) -> Result<Growth> {
        let longest = own[self.levels as usize..].iter().copied().max().map_or(0, u64::from);
        let most_room = self.forest.most_room();
        Ok(match grown(self.room, longest, most.min(most_room)) {
            // A list could be longer than a front: then no list says that there are to be more spans.
            Growth::Again { candidates, spans } if candidates > most_room => {
                let factor = u32::try_from(candidates.div_ceil(most_room) * 2).unwrap_or(u32::MAX);
                Growth::Again { candidates, spans: spans.saturating_mul(factor) }
            }
            growth => growth,
        })
    }

    fn note(&mut self, own: &[u32], _: &Done<'_>, _: Option<ReadId>) {
        let levels = &own[self.levels as usize..];
        let tallest = levels.iter().rposition(|&length| length > 0).map_or(0, |last| last + 1);
        self.lengths.resize(tallest.max(self.lengths.len()), 0);
        self.lengths.iter_mut().zip(levels).for_each(|(sum, &length)| *sum += u64::from(length));
    }

    fn details(self: Box<Self>) -> Option<Details> {
        // The pairs of leaves are no front but candidates.
        Some(Details::Fronts { lengths: self.lengths.iter().skip(1).rev().copied().collect() })
    }
}

/// Makes room for a front of this length. A front longer than any buffer comes in spans.
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
