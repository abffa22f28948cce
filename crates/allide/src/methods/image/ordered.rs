//! What is fully visible, one object after the other with occlusion queries: the published two-pass reduction.
//!
//! Forth: each owner's parts are queried against what the owners before it left in the depth image, then the owner is drawn
//! into it. Back: the same from the last to the first, for those parts that no query has seen behind anything yet. A part
//! that neither saw is fully visible, and goes.

use super::cover::Use;
use super::stage::{Patch, Shot, Slots, Stage};
use allide_gpu::{Canvas, Compare, DrawPass, Pen, QUERIES, Recorder, Result, Start};
use std::sync::Arc;

/// Which patches are not fully visible in front of all other owners in any of the views, and how many draws it took. Later
/// views are without those patches that an earlier one showed to be.
pub(crate) fn reduce(
    recorder: Recorder<'_>,
    stage: &Stage<'_>,
    patches: &[Patch],
    shots: &[Shot],
) -> Result<(Vec<bool>, u64)> {
    reduce_with(recorder, stage, patches, shots, Rule::Between)
}

/// The same where every patch is its own owner, drawn before its query going forth: the reduction for self-intersections.
pub(crate) fn reduce_self(
    recorder: Recorder<'_>,
    stage: &Stage<'_>,
    patches: &[Patch],
    shots: &[Shot],
) -> Result<(Vec<bool>, u64)> {
    reduce_with(recorder, stage, patches, shots, Rule::Within)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Between,
    Within,
}

fn reduce_with(
    recorder: Recorder<'_>,
    stage: &Stage<'_>,
    patches: &[Patch],
    shots: &[Shot],
    rule: Rule,
) -> Result<(Vec<bool>, u64)> {
    let mut draws = 0;
    let mut recorder = Some(recorder);
    let mut next = || recorder.take().unwrap_or_else(|| Recorder::new(stage.gpu));
    let mut left: Vec<usize> = (0..patches.len()).collect();
    for shot in shots {
        if left.is_empty() {
            break;
        }
        let drawn: Vec<Patch> = left.iter().map(|&patch| patches[patch].clone()).collect();
        let mut line = Line { stage, patches: &drawn, shot, rule, hidden: vec![false; drawn.len()], draws: 0 };
        line.walk(next(), false)?;
        line.walk(next(), true)?;
        draws += line.draws;
        let hidden = line.hidden;
        let mut seen = hidden.iter();
        left.retain(|_| seen.next() == Some(&true));
    }
    if let Some(recorder) = recorder {
        recorder.finish()?;
    }
    let mut kept = vec![false; patches.len()];
    left.iter().for_each(|&patch| kept[patch] = true);
    Ok((kept, draws))
}

/// Patches in the order in which they are drawn, in one view.
struct Line<'l> {
    stage: &'l Stage<'l>,
    patches: &'l [Patch],
    shot: &'l Shot,
    rule: Rule,
    /// What a query has seen not to be in front.
    hidden: Vec<bool>,
    draws: u64,
}

/// The two pipelines, of which one is set.
struct Pens<'p> {
    query: &'p Arc<Pen>,
    write: &'p Arc<Pen>,
}

impl Line<'_> {
    /// Queries and draws all, forth or back.
    fn walk(&mut self, mut recorder: Recorder<'_>, back: bool) -> Result<()> {
        let stage = self.stage;
        let slots = stage.lay_out(&mut recorder, self.patches)?;
        let compare = if self.rule == Rule::Within { Compare::Greater } else { Compare::GreaterEqual };
        let query = stage.cover.pen(stage.gpu, Use::Query(compare))?;
        let write = stage.cover.pen(stage.gpu, Use::Write { owners: false })?;
        let pens = Pens { query: &query, write: &write };
        // The patches of each owner follow one another; inside objects each patch is on its own.
        let mut owners: Vec<&[Patch]> = match self.rule {
            Rule::Between => self.patches.chunk_by(|x, y| x.owner == y.owner).collect(),
            Rule::Within => self.patches.chunks(1).collect(),
        };
        let mut first = 0;
        let mut ranges: Vec<_> = owners
            .drain(..)
            .map(|owner| {
                first += owner.len();
                first - owner.len()..first
            })
            .collect();
        if back {
            ranges.reverse();
        }
        let asked: Vec<usize> = ranges.iter().cloned().flatten().filter(|&patch| !self.hidden[patch]).collect();
        let results = stage.gpu.buffer("results of queries", (asked.len() as u64).max(1) * 8)?;
        let (mut answered, mut in_pass) = (0, 0);
        let mut start = Start::Clear;
        let mut pass = self.begin(&mut recorder, start);
        for range in ranges {
            // Going forth inside objects, a patch is there before it is asked for.
            let first = self.rule == Rule::Within && !back;
            if first {
                self.write(&mut pass, &slots, &pens, range.clone())?;
            }
            let mut is_set = false;
            for patch in range.clone().filter(|&patch| !self.hidden[patch]) {
                if in_pass == QUERIES {
                    drop(pass);
                    recorder.resolve_queries(in_pass, &results, answered * 8);
                    (answered, in_pass, is_set, start) = (answered + u64::from(in_pass), 0, false, Start::Keep);
                    pass = self.begin(&mut recorder, start);
                }
                if !is_set {
                    self.set(&mut pass, &slots, pens.query)?;
                    is_set = true;
                }
                pass.draw_queried(in_pass, slots.vertices(patch..patch + 1, stage.cover.vertices));
                in_pass += 1;
            }
            if !first {
                self.write(&mut pass, &slots, &pens, range)?;
            }
        }
        drop(pass);
        recorder.resolve_queries(in_pass, &results, answered * 8);
        self.draws += asked.len() as u64;
        let read = recorder.read(&results);
        let done = recorder.finish()?;
        let results: &[u64] = done.slice(read);
        asked.iter().zip(results).for_each(|(&patch, &passed)| self.hidden[patch] = passed != 0);
        Ok(())
    }

    fn begin<'g>(&self, recorder: &mut Recorder<'g>, start: Start) -> DrawPass<'g> {
        recorder.draw_into(&Canvas { depth: &self.stage.nearest, words: None, start })
    }

    fn set(&self, pass: &mut DrawPass<'_>, slots: &Slots, pen: &Pen) -> Result<()> {
        pass.set(pen, &self.stage.bindings(slots, &slots.alive), &[], &self.shot.immediates())
    }

    fn write(
        &mut self,
        pass: &mut DrawPass<'_>,
        slots: &Slots,
        pens: &Pens<'_>,
        range: std::ops::Range<usize>,
    ) -> Result<()> {
        self.set(pass, slots, pens.write)?;
        pass.draw(slots.vertices(range, self.stage.cover.vertices));
        self.draws += 1;
        Ok(())
    }
}
