//! From pairs of triangles, numbered through all objects, to the findings of each object pair.

use super::search::Found;
use crate::ObjectId;
use crate::confirm::{Batch, Sink};
use crate::gpu_confirm;
use crate::methods::seed;
use crate::questions::Question;
use crate::world::WorldPair;
use allide_gpu::StageTime;
use rayon::prelude::*;

/// Pairs that one task deals out or decides.
const CHUNK: usize = 1 << 14;
/// Upper bits of a second triangle that hold the class.
const CLASS_BITS: u32 = 2;

/// What the card found, and whose triangles are which.
#[derive(Debug)]
pub(crate) struct Deal {
    /// Number of the first triangle of each object, and behind them the number of all.
    starts: Vec<u32>,
    found: Found,
}

/// An object pair whose candidates are decided.
pub(crate) struct Case<'w, S: Sink> {
    pub pair: WorldPair<'w>,
    pub sink: S,
    pub batch: Batch<S::Finding>,
}

impl<'w, S: Sink> Case<'w, S> {
    /// Nothing is found yet, but for a guess at the nearest points where only these are wanted.
    pub fn new<Q: Question<Sink<'w> = S>>(question: &Q, pair: WorldPair<'w>) -> Self {
        let (sink, mut batch) = (question.sink(pair), Batch::default());
        if sink.wants_nearest() {
            seed::offer(pair, &sink, &mut batch);
        }
        Self { pair, sink, batch }
    }
}

/// Triangles of two objects, numbered inside them, after the place of the object pair in the list of them. The second one
/// may have a class in its upper bits: see [`gpu_confirm::finding`].
type Entry = [u32; 3];

impl Deal {
    pub fn new(starts: Vec<u32>, found: Found) -> Self {
        Self { starts, found }
    }

    /// Pairs that were decided by the filter, by exact integers, and by the CPU.
    pub fn tiers(&self) -> [u64; 3] {
        let Found { candidates, unsure, rest, .. } = &self.found;
        let rest = rest.len() as u64;
        // For clearance there is no second tier: what the filter leaves goes to the CPU.
        let unsure = (*unsure).max(rest);
        [candidates - unsure, unsure - rest, rest]
    }

    pub fn attempts(&self) -> u32 {
        self.found.attempts
    }

    /// Lengths of the fronts, from the roots down.
    pub fn fronts(&self) -> Vec<u64> {
        self.found.fronts.iter().skip(1).rev().copied().collect()
    }

    pub fn stages(&self) -> &[StageTime] {
        &self.found.stages
    }

    /// Adds what was found to the cases, which are in order, and decides what is left.
    pub fn decide<'w, Q: Question>(self, question: &Q, cases: &mut [Case<'w, Q::Sink<'w>>]) {
        let ids: Vec<_> = cases.iter().map(|case| (case.pair.a.id, case.pair.b.id)).collect();
        let Self { starts, found } = self;
        let numbering = Numbering { ids, starts };
        let findings = numbering.deal(&found.findings);
        let rest = numbering.deal(&found.rest);
        let certain = |&[_, a, b]: &Entry| {
            let (a, b, class) = gpu_confirm::finding([a, b]);
            question.certain(a, b, class)
        };
        cases.par_iter_mut().zip(runs(&findings, numbering.ids.len())).zip(runs(&rest, numbering.ids.len())).for_each(
            |((case, findings), rest)| {
                if case.batch.findings.is_empty() && findings.len() > CHUNK {
                    case.batch.findings = findings.par_iter().filter_map(certain).collect();
                } else {
                    case.batch.findings.extend(findings.iter().filter_map(certain));
                }
                case.batch.append(decide_rest(&case.sink, rest));
            },
        );
    }
}

/// Offers pairs to the sink.
fn decide_rest<S: Sink>(sink: &S, rest: &[Entry]) -> Batch<S::Finding> {
    let offer = |(mut batch, mut others): (Batch<S::Finding>, Vec<u32>), pairs: &[Entry]| {
        for run in pairs.chunk_by(|x, y| x[1] == y[1]) {
            others.clear();
            others.extend(run.iter().map(|pair| pair[2]));
            sink.offer(&mut batch, run[0][1], &others);
        }
        (batch, others)
    };
    let parts = rest.par_chunks(CHUNK / 16).fold(|| (Batch::default(), Vec::new()), offer);
    parts.map(|(batch, _)| batch).reduce(Batch::default, Batch::join)
}

/// The entries of each of `count` object pairs.
fn runs(entries: &[Entry], count: usize) -> Vec<&[Entry]> {
    let mut runs = vec![&entries[..0]; count];
    for run in entries.chunk_by(|x, y| x[0] == y[0]) {
        runs[run[0][0] as usize] = run;
    }
    runs
}

/// Whose triangles are which.
struct Numbering {
    /// The objects of each pair, sorted.
    ids: Vec<(ObjectId, ObjectId)>,
    /// Number of the first triangle of each object, and behind them the number of all.
    starts: Vec<u32>,
}

impl Numbering {
    /// The pairs by object pair, then by triangles.
    fn deal(&self, list: &[[u32; 2]]) -> Vec<Entry> {
        let mut entries: Vec<Entry> = if let [(a, b)] = self.ids[..] {
            let [a, b] = [a, b].map(|id| self.starts[id.index()]);
            list.par_iter().with_min_len(CHUNK / 4).map(|pair| [0, pair[0] - a, pair[1] - b]).collect()
        } else {
            list.par_iter().with_min_len(CHUNK / 4).filter_map(|&pair| self.entry(pair)).collect()
        };
        // The class is in the upper bits of the last number, but no two entries differ in that alone.
        entries.par_sort_unstable_by_key(|&[index, a, b]| (index, a, b << CLASS_BITS));
        entries
    }

    fn entry(&self, [a, b]: [u32; 2]) -> Option<Entry> {
        let owner = |triangle: u32| self.starts.partition_point(|&start| start <= triangle) - 1;
        let (owner_a, owner_b) = (owner(a), owner(b << CLASS_BITS >> CLASS_BITS));
        // Where the objects were not asked for, their bounds are apart by less than the grid can tell.
        let index = self.ids.binary_search(&(ObjectId(owner_a as u32), ObjectId(owner_b as u32))).ok()?;
        Some([index as u32, a - self.starts[owner_a], b - self.starts[owner_b]])
    }
}
