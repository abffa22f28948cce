//! The walk as a method of the GPU.

use super::{Tree, build, most_leaves};
use crate::gpu::{Built, Counters, Emit, GpuMethod, OwnCounters, Query, Span};
use allide_gpu::{Buffer, Recorder, Result};

/// One tree over all triangles, walked by each leaf. It remembers nothing.
#[derive(Debug)]
pub(crate) struct Walk;

impl GpuMethod for Walk {
    fn key(&self) -> String {
        "bvh".into()
    }

    fn most_triangles(&self, bytes: u64) -> usize {
        most_leaves(bytes) as usize
    }

    fn takes_sides(&self) -> bool {
        true
    }

    fn plan(&mut self, _: Query<'_>) -> Result<bool> {
        Ok(true)
    }

    /// The number of leaves.
    fn counters(&self) -> OwnCounters {
        OwnCounters { built: 1, emitted: 0 }
    }

    fn build<'b, 'g>(
        &'b mut self,
        mut recorder: Recorder<'g>,
        query: Query<'b>,
        counters: Counters<'_>,
    ) -> Result<Built<'b, 'g>> {
        let Query { triangles, frame, partners, .. } = query;
        let tree = build(&mut recorder, triangles, frame, partners, (counters.buffer, counters.own))?;
        Ok(Built { emitter: Box::new(Walker { query, tree }), recorder, stages: Vec::new() })
    }

    fn forget(&mut self) {}
}

struct Walker<'b> {
    query: Query<'b>,
    tree: Tree,
}

// SAFETY: leaves are triangles of the query, and the walk counts and writes pairs of them together.
unsafe impl Emit for Walker<'_> {
    fn most(&self) -> u32 {
        self.tree.most()
    }

    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()> {
        recorder.stage("walk");
        let how = (self.query.frame, self.query.partners);
        self.tree.walk(recorder, how, span, candidates, (counters.buffer, counters.candidates, counters.wraps))
    }
}
