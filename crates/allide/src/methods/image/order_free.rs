//! Full visibility without an order of objects: from the nearest two owners of each pixel.
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
use super::stage::{DrawTargets, Drawn, Look, Reduced, Shot, Slots};
use super::view::ViewParams;
use crate::gpu_confirm::Rule;
use allide_gpu::{Buffer, Canvas, Pen, Recorder, Result, Start};

/// Which patches of all looks, one after the other, are not fully visible in any of their views: each view is without those
/// patches that an earlier one showed to be. One submission, one readback.
pub(crate) fn reduce(
    mut recorder: Recorder<'_>,
    stage: &DrawTargets<'_>,
    rule: Rule,
    looks: &[Look],
) -> Result<Reduced> {
    let pens = Pens::new(stage, rule)?;
    let mut drawn = Drawn::default();
    recorder.stage("look");
    // Kept until all is read: what is dropped, the next look may write to.
    let mut results: Vec<Vec<Buffer>> = Vec::with_capacity(looks.len());
    for look in looks {
        let mut seen: Vec<Buffer> = Vec::with_capacity(look.shots.len());
        let slots = match look.patches.is_empty() {
            true => None,
            false => Some(stage.lay_out(&mut recorder, &look.patches)?),
        };
        for (shot, slots) in look.shots.iter().zip(slots.iter().cycle()) {
            let hidden = stage.gpu.buffer("hidden parts", look.patches.len() as u64 * 4)?;
            recorder.clear(&hidden);
            let alive = seen.last().unwrap_or(&slots.alive);
            pens.draw(&mut recorder, stage, shot, slots, alive, &hidden)?;
            if !shot.stays.is_empty() {
                stage.keep(&mut recorder, &shot.stays, alive, &hidden)?;
            }
            drawn.add(&pens.drawn(slots, stage.cover.vertices));
            seen.push(hidden);
        }
        // Without a view, nothing is visible.
        seen.extend(slots.filter(|_| look.shots.is_empty()).map(|slots| slots.alive));
        results.push(seen);
    }
    let is_last = |seen: &[Buffer], shot: usize| shot + 1 == seen.len();
    let reads: Vec<Vec<_>> = results
        .iter()
        .zip(looks)
        .map(|(seen, look)| {
            let read = |(shot, buffer)| (look.is_counted || is_last(seen, shot)).then(|| recorder.read(buffer));
            seen.iter().enumerate().map(read).collect()
        })
        .collect();
    let done = recorder.finish()?;
    let mut reduced = Reduced { drawn, stages: done.stages().to_vec(), ..Reduced::default() };
    for (look, reads) in looks.iter().zip(reads) {
        let left = |words: &[u32]| words.iter().filter(|&&word| word != 0).count() as u64;
        let mut before = look.patches.len() as u64;
        let mut gone = Vec::new();
        let mut last: &[u32] = &[];
        for read in reads.into_iter().flatten() {
            last = done.words(read);
            gone.push(before - left(last));
            before = left(last);
        }
        reduced.kept.extend(last.iter().map(|&word| word != 0));
        reduced.gone.push(if look.is_counted { gone } else { Vec::new() });
    }
    Ok(reduced)
}

/// Compiles what [`reduce`] draws with.
pub(crate) fn prepare(stage: &DrawTargets<'_>, rule: Rule) -> Result<()> {
    Pens::new(stage, rule).map(|_| ())
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

    /// The cost of one view.
    fn drawn(&self, slots: &Slots, vertices: u32) -> Drawn {
        let writes = 1 + u64::from(self.others.is_some());
        let rendered = (writes + 1) * u64::from(slots.vertices(0..slots.patches(), vertices).end / 3);
        Drawn { writes, queries: 0, marks: 1, rendered }
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
