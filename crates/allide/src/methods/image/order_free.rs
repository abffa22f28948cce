//! What is fully visible, without an order: from the nearest two owners of each pixel.
//!
//! A part is fully visible if all its fragments are in front of every fragment of other owners. Of these only the nearest in
//! each pixel counts. It is the nearest of all, or, where that is the part's own owner, the nearest of all others. So two
//! draws of everything make images of the nearest depth, its owner, and the nearest depth of any other owner; a third one
//! compares, and marks the parts with a fragment that is not in front. Inside objects, where only what is behind something
//! counts, be it of the same part, one draw and a comparison do.
//!
//! [`super::ordered`] asks exactly the same of each fragment, half of it going forth and half of it going back, so that both
//! leave the same parts.

use super::cover::Use;
use super::stage::{DrawTargets, Look, Reduced, Shot, Slots};
use super::view::ViewParams;
use crate::gpu_confirm::Rule;
use allide_gpu::{Buffer, Canvas, Pen, Recorder, Result, Start};

/// Draws of each view.
fn draws(rule: Rule) -> u64 {
    match rule {
        Rule::Between => 3,
        Rule::Within => 2,
    }
}

/// Which patches of all looks, one after the other, are not fully visible in any of their views: each view is without those
/// patches that an earlier one showed to be. One submission, one readback.
pub(crate) fn reduce(
    mut recorder: Recorder<'_>,
    stage: &DrawTargets<'_>,
    rule: Rule,
    looks: &[Look],
) -> Result<Reduced> {
    let pens = Pens::new(stage, rule)?;
    let views: usize = looks.iter().map(|look| look.shots.len()).sum();
    recorder.stage("look");
    // Kept until all is read: what is dropped, the next look may write to.
    let mut results = Vec::with_capacity(looks.len());
    for look in looks.iter().filter(|look| !look.patches.is_empty()) {
        let slots = stage.lay_out(&mut recorder, &look.patches)?;
        let mut alive = None;
        for shot in &look.shots {
            let hidden = stage.gpu.buffer("hidden parts", look.patches.len() as u64 * 4)?;
            recorder.clear(&hidden);
            pens.draw(&mut recorder, stage, shot, &slots, alive.as_ref().unwrap_or(&slots.alive), &hidden)?;
            alive = Some(hidden);
        }
        results.push(alive.unwrap_or(slots.alive));
    }
    let reads: Vec<_> = results.iter().map(|result| recorder.read(result)).collect();
    let done = recorder.finish()?;
    let kept = reads.into_iter().flat_map(|read| done.words(read)).map(|&word| word != 0).collect();
    Ok(Reduced { kept, draws: draws(rule) * views as u64, stages: done.stages().to_vec() })
}

struct Pens {
    write: Pen<ViewParams>,
    /// `None` inside objects, where all are alike.
    others: Option<Pen<ViewParams>>,
    mark: Pen<ViewParams>,
}

impl Pens {
    fn new(stage: &DrawTargets<'_>, rule: Rule) -> Result<Self> {
        let pen = |what: Use| stage.cover.pen(stage.gpu, what);
        Ok(match rule {
            Rule::Between => Self {
                write: pen(Use::Write { owners: true })?,
                others: Some(pen(Use::WriteOthers)?),
                mark: pen(Use::Mark)?,
            },
            Rule::Within => {
                Self { write: pen(Use::Write { owners: false })?, others: None, mark: pen(Use::MarkBehind)? }
            }
        })
    }

    /// Draws one view of the patches that are alive, and marks those that are hidden.
    fn draw(
        &self,
        recorder: &mut Recorder<'_>,
        stage: &DrawTargets<'_>,
        shot: &Shot,
        slots: &Slots,
        alive: &Buffer,
        hidden: &Buffer,
    ) -> Result<()> {
        let DrawTargets { nearest, others, owners, .. } = stage;
        let params = shot.params();
        let mut bindings = stage.bindings(slots, alive).to_vec();
        let vertices = slots.vertices(0..slots.patches(), stage.cover.vertices);
        let words = self.others.is_some().then_some(owners);
        let mut pass = recorder.draw_into(&Canvas { depth: nearest, words, start: Start::Clear });
        pass.set(&self.write, &bindings, &[], &params)?;
        pass.draw(vertices.clone());
        drop(pass);
        if let Some(pen) = &self.others {
            let mut pass = recorder.draw_into(&Canvas { depth: others, words: None, start: Start::Clear });
            pass.set(pen, &bindings, &[owners], &params)?;
            pass.draw(vertices.clone());
        }
        bindings.push(hidden.into());
        let images: &[_] = if self.others.is_some() { &[owners, nearest, others] } else { &[nearest] };
        let mut pass = recorder.draw_into(&Canvas { depth: nearest, words: None, start: Start::Look });
        pass.set(&self.mark, &bindings, images, &params)?;
        pass.draw(vertices);
        Ok(())
    }
}
