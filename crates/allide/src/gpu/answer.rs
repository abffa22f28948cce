//! From pairs of triangles, numbered through all objects, to the findings of each object pair.

use super::search::Found;
use crate::confirm::{Batch, Sink};
use crate::gpu_confirm;
use crate::methods::seed;
use crate::questions::Question;
use crate::world::WorldPair;
use crate::{Class, ObjectId};
use allide_gpu::StageTime;
use rayon::prelude::*;
use std::collections::HashMap;

/// Pairs that one task deals out or decides.
const CHUNK: usize = 1 << 14;

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
    pub fn new<Q: Question<Sink<'w> = S>>(question: &Q, pair: WorldPair<'w>) -> Self
    {
        let (sink, mut batch) = (question.sink(pair), Batch::default());
        if sink.wants_nearest() {
            seed::offer(pair, &sink, &mut batch);
        }
        Self { pair, sink, batch }
    }
}

/// Triangles of two objects, numbered inside them, with a class where the card has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Local {
    a: u32,
    b: u32,
    class: Option<Class>,
}

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
        let findings = deal(&found.findings, &ids, &starts, |pair| {
            let (a, b, class) = gpu_confirm::finding(pair);
            Local { a, b, class: Some(class) }
        });
        let rest = deal(&found.rest, &ids, &starts, |[a, b]| Local { a, b, class: None });
        cases.par_iter_mut().zip(findings).zip(rest).for_each(|((case, findings), rest)| {
            let total: usize = findings.iter().map(Vec::len).sum();
            let certain = |found: Local| found.class.and_then(|class| question.certain(found.a, found.b, class));
            if case.batch.findings.is_empty() && total > CHUNK {
                case.batch.findings = findings.into_par_iter().flatten().filter_map(certain).collect();
            } else {
                case.batch.findings.extend(findings.into_iter().flatten().filter_map(certain));
            }
            case.batch.append(decide_rest(&case.sink, rest.concat()));
        });
    }
}

/// Offers pairs to the sink.
fn decide_rest<S: Sink>(sink: &S, mut rest: Vec<Local>) -> Batch<S::Finding> {
    rest.par_sort_unstable();
    let offer = |mut batch: Batch<S::Finding>, pairs: &[Local]| {
        for run in pairs.chunk_by(|x, y| x.a == y.a) {
            let others: Vec<u32> = run.iter().map(|pair| pair.b).collect();
            sink.offer(&mut batch, run[0].a, &others);
        }
        batch
    };
    rest.par_chunks(CHUNK / 16).fold(Batch::default, offer).reduce(Batch::default, Batch::join)
}

/// Deals pairs out to the object pairs that they belong to, in pieces, in the order of the list.
fn deal(
    list: &[[u32; 2]],
    ids: &[(ObjectId, ObjectId)],
    starts: &[u32],
    read: impl Fn([u32; 2]) -> Local + Sync,
) -> Vec<Vec<Vec<Local>>> {
    let owner = |triangle: u32| starts.partition_point(|&start| start <= triangle) - 1;
    let piece = |pairs: &[[u32; 2]]| {
        let mut dealt: HashMap<usize, Vec<Local>> = HashMap::new();
        for &pair in pairs {
            let Local { a, b, class } = read(pair);
            let (owner_a, owner_b) = (owner(a), owner(b));
            let id = (ObjectId(owner_a as u32), ObjectId(owner_b as u32));
            let Ok(index) = ids.binary_search(&id) else {
                // The bounds of the objects are apart, but by less than the grid can tell.
                debug_assert!(class.is_none(), "{id:?} was not asked for");
                continue;
            };
            let local = Local { a: a - starts[owner_a], b: b - starts[owner_b], class };
            dealt.entry(index).or_default().push(local);
        }
        dealt
    };
    let pieces: Vec<_> = list.par_chunks(CHUNK).map(piece).collect();
    let mut dealt = vec![Vec::new(); ids.len()];
    for (index, pairs) in pieces.into_iter().flatten() {
        dealt[index].push(pairs);
    }
    dealt
}
