//! What is fully visible, without an order: from the nearest two owners of each pixel.
//!
//! A part is fully visible if all its fragments are in front of every fragment of other owners. Of these only the nearest in
//! each pixel counts. It is the nearest of all, or, where that is the part's own owner, the nearest of all others. So two
//! draws of everything make images of the nearest depth, its owner, and the nearest depth of any other owner; a third one
//! compares, and marks the parts with a fragment that is not in front. [`super::ordered`] asks exactly the same of each
//! fragment, half of it going forth and half of it going back, so that both leave the same parts.

use super::cover::Use;
use super::stage::{Patch, Shot, Stage};
use allide_gpu::{Canvas, Recorder, Result, Start};

/// Draws of each view.
pub(crate) const DRAWS: u64 = 3;
/// Draws of each view inside objects.
pub(crate) const SELF_DRAWS: u64 = 2;

/// Which patches are not fully visible in front of all other owners in any of the views. Later views are without those
/// patches that an earlier one showed to be.
pub(crate) fn reduce(
    mut recorder: Recorder<'_>,
    stage: &Stage<'_>,
    patches: &[Patch],
    shots: &[Shot],
) -> Result<Vec<bool>> {
    reduce_with(&mut recorder, stage, patches, shots, false)?.wait(recorder)
}

/// The same where every patch is its own owner, and must not hide anything of itself either: which patches are behind
/// anything.
pub(crate) fn reduce_self(
    mut recorder: Recorder<'_>,
    stage: &Stage<'_>,
    patches: &[Patch],
    shots: &[Shot],
) -> Result<Vec<bool>> {
    reduce_with(&mut recorder, stage, patches, shots, true)?.wait(recorder)
}

/// A result that is still on the card.
struct Pending {
    alive: allide_gpu::Buffer,
}

impl Pending {
    fn wait(self, mut recorder: Recorder<'_>) -> Result<Vec<bool>> {
        let read = recorder.read(&self.alive);
        let done = recorder.finish()?;
        Ok(done.words(read).iter().map(|&word| word != 0).collect())
    }
}

fn reduce_with(
    recorder: &mut Recorder<'_>,
    stage: &Stage<'_>,
    patches: &[Patch],
    shots: &[Shot],
    within: bool,
) -> Result<Pending> {
    let gpu = stage.gpu;
    let slots = stage.lay_out(recorder, patches)?;
    let pen = |what: Use| stage.cover.pen(gpu, what);
    let write = pen(Use::Write { owners: !within })?;
    let others = if within { None } else { Some(pen(Use::WriteOthers)?) };
    let mark = pen(if within { Use::MarkBehind } else { Use::Mark })?;
    let vertices = slots.vertices(0..slots.patches(), stage.cover.vertices);
    let mut alive = None;
    for shot in shots {
        let before = alive.as_ref().unwrap_or(&slots.alive);
        let hidden = gpu.buffer("hidden parts", patches.len() as u64 * 4)?;
        recorder.clear(&hidden);
        let immediates = shot.immediates();
        let bindings = stage.bindings(&slots, before);
        let words = (!within).then_some(&stage.owners);
        let mut pass = recorder.draw_into(&Canvas { depth: &stage.nearest, words, start: Start::Clear });
        pass.set(&write, &bindings, &[], &immediates)?;
        pass.draw(vertices.clone());
        drop(pass);
        if let Some(others) = &others {
            let canvas = Canvas { depth: &stage.others, words: None, start: Start::Clear };
            let mut pass = recorder.draw_into(&canvas);
            pass.set(others, &bindings, &[&stage.owners], &immediates)?;
            pass.draw(vertices.clone());
        }
        let mut bindings = bindings.to_vec();
        bindings.push((&hidden).into());
        let images: &[_] = if within { &[&stage.nearest] } else { &[&stage.owners, &stage.nearest, &stage.others] };
        let mut pass = recorder.draw_into(&Canvas { depth: &stage.nearest, words: None, start: Start::Look });
        pass.set(&mark, &bindings, images, &immediates)?;
        pass.draw(vertices.clone());
        drop(pass);
        alive = Some(hidden);
    }
    Ok(Pending { alive: alive.unwrap_or(slots.alive) })
}
