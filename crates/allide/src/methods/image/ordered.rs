//! Full visibility of one object after the other, with occlusion queries: the published reductions in two passes.
//!
//! Forth: the parts of each owner are queried against what the owners before it left in the depth image, then the owner is
//! drawn into it. Back: the same from the last to the first, for those parts that no query has seen behind anything yet. A
//! part that neither saw is fully visible, and goes.
//!
//! Inside objects every part is on its own. Going forth it is drawn before it is queried, and what counts is being behind
//! something: not being in front would be true of everything, since each fragment meets itself.

use super::cover::Use;
use super::stage::{DrawTargets, Drawn, Look, Patch, Reduced, Shot, Slots};
use super::view::ViewParams;
use crate::gpu_confirm::Rule;
use allide_gpu::{Buffer, Canvas, Compare, DrawPass, Pen, QUERIES, Recorder, Result, Start};
use std::ops::Range;

/// Which patches of all looks, one after the other, are not fully visible in any of their views: each view is without those
/// patches that an earlier one showed to be.
pub(crate) fn reduce(recorder: Recorder<'_>, stage: &DrawTargets<'_>, rule: Rule, looks: &[Look]) -> Result<Reduced> {
    let mut reduced = Reduced { gone: vec![Vec::new(); looks.len()], ..Reduced::default() };
    let mut recorder = Some(recorder);
    let mut left: Vec<Vec<usize>> = looks.iter().map(|look| (0..look.patches.len()).collect()).collect();
    let most = looks.iter().map(|look| look.shots.len()).max().unwrap_or(0);
    for number in 0..most {
        let line = |(look, left): (usize, &Vec<usize>)| {
            let shot = looks[look].shots.get(number).filter(|_| !left.is_empty())?;
            let patches: Vec<Patch> = left.iter().map(|&patch| looks[look].patches[patch].clone()).collect();
            let stays = |&patch: &usize| shot.stays.get(patch).copied().unwrap_or(false);
            Some((look, Line { stage, hidden: left.iter().map(stays).collect(), patches, shot, rule }))
        };
        let mut lines: Vec<(usize, Line<'_>)> = left.iter().enumerate().filter_map(line).collect();
        for back in [false, true] {
            let recorder = recorder.take().unwrap_or_else(|| Recorder::new(stage.gpu));
            walk(recorder, &mut lines, back, &mut reduced)?;
        }
        for (look, line) in lines {
            let mut hidden = line.hidden.into_iter();
            let before = left[look].len();
            left[look].retain(|_| hidden.next() == Some(true));
            if looks[look].is_counted {
                reduced.gone[look].resize(number, 0);
                reduced.gone[look].push((before - left[look].len()) as u64);
            }
        }
    }
    for (look, left) in looks.iter().zip(left) {
        let first = reduced.kept.len();
        reduced.kept.resize(first + look.patches.len(), false);
        left.iter().for_each(|&patch| reduced.kept[first + patch] = true);
    }
    Ok(reduced)
}

/// Compiles what [`reduce`] draws with.
pub(crate) fn prepare(stage: &DrawTargets<'_>, rule: Rule) -> Result<()> {
    pens(stage, rule).map(|_| ())
}

/// For queries, and for depths.
fn pens(stage: &DrawTargets<'_>, rule: Rule) -> Result<[Pen<ViewParams>; 2]> {
    let compare = if rule == Rule::Within { Compare::Greater } else { Compare::GreaterEqual };
    let query = stage.cover.pen(stage.gpu, Use::Query(compare))?;
    Ok([query, stage.cover.pen(stage.gpu, Use::Write { owners: false })?])
}

/// Queries and draws all lines, forth or back.
fn walk(mut recorder: Recorder<'_>, lines: &mut [(usize, Line<'_>)], back: bool, reduced: &mut Reduced) -> Result<()> {
    recorder.stage("look");
    // Kept until all is read: what is dropped, the next line may write to.
    let mut results = Vec::with_capacity(lines.len());
    for (_, line) in &mut *lines {
        let mut owners = line.owners();
        if back {
            owners.reverse();
        }
        let asked: Vec<usize> = owners.iter().cloned().flatten().filter(|&patch| !line.hidden[patch]).collect();
        let all = line.patches.iter().map(|patch| patch.places.len());
        let queried = asked.iter().map(|&patch| line.patches[patch].places.len());
        let pieces = u64::from(line.stage.cover.vertices / 3);
        reduced.drawn.add(&Drawn {
            writes: owners.len() as u64,
            queries: asked.len() as u64,
            marks: 0,
            rendered: pieces * all.chain(queried).sum::<usize>() as u64,
        });
        let buffer = line.stage.gpu.buffer("results of queries", asked.len().max(1) as u64 * 8)?;
        line.draw(&mut recorder, owners, &buffer, back)?;
        results.push((buffer, asked));
    }
    let reads: Vec<_> = results.iter().map(|(buffer, _)| recorder.read(buffer)).collect();
    let done = recorder.finish()?;
    reduced.stages.extend_from_slice(done.stages());
    for (((_, line), (_, asked)), read) in lines.iter_mut().zip(&results).zip(reads) {
        let passed: &[u64] = done.slice(read);
        asked.iter().zip(passed).for_each(|(&patch, &passed)| line.hidden[patch] = passed != 0);
    }
    Ok(())
}

/// Patches in the order in which they are drawn, in one view.
struct Line<'l> {
    stage: &'l DrawTargets<'l>,
    patches: Vec<Patch>,
    shot: &'l Shot,
    rule: Rule,
    /// The result of a query.
    hidden: Vec<bool>,
}

impl Line<'_> {
    /// Draws the owners in this order and queries what no query has seen yet. Results are in the order of queries.
    fn draw(&self, recorder: &mut Recorder<'_>, owners: Vec<Range<usize>>, results: &Buffer, back: bool) -> Result<()> {
        let stage = self.stage;
        let slots = stage.lay_out(recorder, &self.patches)?;
        let [query, write] = pens(stage, self.rule)?;
        let is_written_first = self.rule == Rule::Within && !back;
        // Queries of passes that are over, and of this one.
        let (mut answered, mut in_pass) = (0, 0);
        let mut pass = self.begin(recorder, Start::Clear);
        for owner in owners {
            if is_written_first {
                self.set(&mut pass, &slots, &write)?;
                pass.draw(slots.vertices(owner.clone(), stage.cover.vertices));
            }
            self.set(&mut pass, &slots, &query)?;
            for patch in owner.clone().filter(|&patch| !self.hidden[patch]) {
                if in_pass == QUERIES {
                    drop(pass);
                    recorder.resolve_queries(in_pass, results, answered * 8);
                    (answered, in_pass) = (answered + u64::from(in_pass), 0);
                    pass = self.begin(recorder, Start::Keep);
                    self.set(&mut pass, &slots, &query)?;
                }
                pass.draw_queried(in_pass, slots.vertices(patch..patch + 1, stage.cover.vertices));
                in_pass += 1;
            }
            if !is_written_first {
                self.set(&mut pass, &slots, &write)?;
                pass.draw(slots.vertices(owner, stage.cover.vertices));
            }
        }
        drop(pass);
        recorder.resolve_queries(in_pass, results, answered * 8);
        Ok(())
    }

    /// The patches of each owner; inside objects each patch is on its own.
    fn owners(&self) -> Vec<Range<usize>> {
        let is_one = |x: &Patch, y: &Patch| self.rule == Rule::Between && x.owner == y.owner;
        let mut end = 0;
        let range = |owner: &[Patch]| {
            end += owner.len();
            end - owner.len()..end
        };
        self.patches.chunk_by(is_one).map(range).collect()
    }

    fn begin<'g>(&self, recorder: &mut Recorder<'g>, start: Start) -> DrawPass<'g> {
        recorder.draw_into(&Canvas { depth: &self.stage.nearest, words: None, start })
    }

    fn set(&self, pass: &mut DrawPass<'_>, slots: &Slots, pen: &Pen<ViewParams>) -> Result<()> {
        pass.set(pen, &self.stage.bindings(slots, &slots.alive), &[], &self.shot.params())
    }
}
