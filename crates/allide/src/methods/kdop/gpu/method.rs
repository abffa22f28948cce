//! Trees of k-DOPs as a method of the GPU.

use super::super::Kdop;
use super::plan::KdopPlan;
use super::pool::{self, TreePool};
use super::{Forest, MOST_LEVELS, MOST_ROOM, PAIR_BYTES};
use crate::gpu::{Built, Counters, GpuMethod, OwnCounters, Query};
use crate::methods::fronts::{FrontsEmitter, LEAST_ROOM, Root};
use allide_gpu::{Recorder, Result};

/// Pairs of trees of k-DOPs, level by level. It remembers how long its fronts were, and keeps trees on the GPU.
#[derive(Debug)]
pub(crate) struct Kdops {
    kdop: Kdop,
    plan: KdopPlan,
    pool: TreePool,
    roots: Vec<Root<3>>,
    /// Node pairs that a front has room for; 0 before the first question.
    room: u64,
}

impl Kdops {
    pub(crate) fn new(kdop: Kdop) -> Self {
        let kdop = if kdop.is_known() { kdop } else { Kdop::DEFAULT };
        Self { kdop, plan: KdopPlan::default(), pool: TreePool::default(), roots: Vec::new(), room: 0 }
    }
}

/// The most pairs of a front, for lists with at most this capacity.
fn most_room(most_pairs: u64) -> u64 {
    (most_pairs * 8 / PAIR_BYTES).clamp(1, MOST_ROOM)
}

impl GpuMethod for Kdops {
    fn key(&self) -> String {
        format!("kdop {} {}", self.kdop.faces, self.kdop.bits)
    }

    fn plan(&mut self, query: Query<'_>) -> Result<bool> {
        if self.room == 0 {
            self.room = u64::from(query.triangles.count).max(LEAST_ROOM);
        }
        self.room = self.room.min(most_room(query.most_pairs));
        // Planes of all pairs have to fit into a binding, with a line for each pair, of 16 bytes as all lines.
        let lines = query.gpu.max_binding() / 16 / (query.pairs.len() as u64).max(1);
        let most_axes = lines.saturating_sub(1) / if self.kdop.bits <= 16 { 2 } else { 3 };
        self.plan = KdopPlan::new(query, self.kdop, usize::try_from(most_axes).unwrap_or(usize::MAX));
        Ok(!self.plan.pairs.is_empty())
    }

    /// The length of each front, by height. They are far from the end of a word: see [`MOST_ROOM`].
    fn counters(&self) -> OwnCounters {
        OwnCounters { built: 0, emitted: MOST_LEVELS }
    }

    fn build<'b, 'g>(
        &'b mut self,
        mut recorder: Recorder<'g>,
        query: Query<'b>,
        _: Counters<'_>,
    ) -> Result<Built<'b, 'g>> {
        let Self { plan, pool, roots, room, .. } = self;
        let Some(first) = plan.trees.first() else { unreachable!("pairs have trees") };
        let (record, is_long) = (pool::record(&first.tree) as u32, first.is_long());
        recorder.stage("upload");
        let (trees, at) = pool.place(&mut recorder, &plan.trees)?;
        let (lines, found) = plan.placed(&at, is_long);
        *roots = found;
        let planes = recorder.gpu().buffer("planes", lines.len() as u64 * 16)?;
        recorder.upload(&planes, 0, &lines)?;
        let (triangles, margin) = (query.triangles, query.partners.margin);
        let most_room = most_room(query.most_pairs);
        let forest = Forest { triangles, trees, planes, roots, record, is_long, margin, most_room };
        let emitter = Box::new(FrontsEmitter { forest, room, levels: 0, lengths: Vec::new() });
        Ok(Built { emitter, recorder, stages: Vec::new() })
    }

    fn forget(&mut self) {
        self.pool = TreePool::default();
    }
}
