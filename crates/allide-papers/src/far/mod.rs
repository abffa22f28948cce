//! FAR: figures 1, 4 to 7 and the comparisons of section 5.2.

mod breaking;
mod bunnies;
mod compared;
mod leaves;
mod offsets;

pub(crate) use breaking::{figure_5, figure_6};
pub(crate) use bunnies::figure_7;
pub(crate) use compared::section_5_2;
pub(crate) use leaves::figure_1;
pub(crate) use offsets::figure_4;

use crate::bench::{Answer, Ask, Contender, New};
use crate::look;
use crate::{Bench, Error, Steps, Table};
use allide::{Guarantee, Method, Scene};
use allide_io::picture::Picture;
use allide_scenes::{Motion, triangle_count};

/// Our own FAR.
const CELLS: &str = "FAR, cells (ours)";
/// As the paper draws and tests.
const PUBLISHED: &str = "FAR, UOBBs drawn in order (published)";
const CULLIDE: &str = "CULLIDE (published, sampled)";
const REBUILT: &str = "trees built anew, CPU";

/// Pixels along a side of views that are drawn; the paper has 1,400.
fn resolution(bench: &Bench) -> u32 {
    bench.size(32, 128, 1_400)
}

fn cells() -> Result<Contender, Error> {
    Contender::new(CELLS, "far")
}

fn published(bench: &Bench) -> Result<Contender, Error> {
    Contender::new(
        PUBLISHED,
        &format!("far(cover=faces, reduction=ordered, rounds=once, resolution={})", resolution(bench)),
    )
}

fn cullide(bench: &Bench) -> Result<Contender, Error> {
    Contender::new(CULLIDE, &format!("cullide(reduction=ordered, rounds=once, resolution={})", resolution(bench)))
}

fn trees() -> Result<Contender, Error> {
    Contender::new(REBUILT, "bvh")
}

/// `reduced: views of 128² in place of 1,400²`
fn reduced_views(bench: &Bench) -> String {
    let own = resolution(bench);
    if own < 1_400 { format!("reduced: views of {own}² in place of 1,400²") } else { String::new() }
}

/// How many frames a motion is divided into.
const FRAMES: usize = 64;

/// The scene at one of them.
fn frame(motion: &impl Motion, frame: usize) -> Scene {
    motion.at(motion.seconds() * frame as f64 / (FRAMES - 1) as f64)
}

/// Evenly spread frames, the first and the last among them.
fn spread(count: usize) -> Vec<usize> {
    (0..count).map(|k| if count < 2 { FRAMES / 2 } else { k * (FRAMES - 1) / (count - 1) }).collect()
}

/// Asks each contender about each frame. A column of times for each, of object pairs left for those that look, and of
/// findings missed for sampled ones. Without `new`, nothing is timed.
fn follow(
    bench: &mut Bench,
    steps: &Steps<'_>,
    frames: &[usize],
    scene: impl Fn(usize) -> Scene,
    contenders: &[Contender],
    new: Option<New>,
) -> Result<Table, Error> {
    let looks = |contender: &&Contender| matches!(contender.method, Method::Far { .. });
    let samples = |contender: &&Contender| contender.method.guarantee() != Guarantee::Exact;
    let mut table = Table::new("").counts(["frame", "objects", "triangles", "pairs of boxes"]);
    table = table.counts(["pairs that overlap", "triangle pairs"]);
    for contender in contenders.iter().filter(looks) {
        table = table.column(format!("pairs left, {}", contender.name), "");
    }
    for contender in contenders.iter().filter(samples) {
        table = table.column(format!("missed, {}", contender.name), "");
    }
    for contender in contenders.iter().filter(|_| new.is_some()) {
        table = table.measured(contender.name.clone(), "ms");
    }
    let all = frames.len() * contenders.len();
    for (place, &frame) in frames.iter().enumerate() {
        let scene = scene(frame);
        let expected = bench.expected(&scene, Ask::Between)?;
        let mut answers: Vec<Answer> = Vec::new();
        for (step, contender) in contenders.iter().enumerate() {
            steps.at(place * contenders.len() + step, all)?;
            answers.push(match new {
                Some(new) => bench.time(&scene, Ask::Between, contender, new, &expected)?,
                None => bench.answer(&scene, Ask::Between, contender, &expected)?,
            });
        }
        let both = || contenders.iter().zip(&answers);
        let counts = [frame, scene.objects().len(), triangle_count(&scene)].map(Into::into);
        let more = [
            expected.run.stats.object_candidates.into(),
            expected.pairs.len().into(),
            expected.findings().len().into(),
        ];
        let left = both().filter(|(contender, _)| looks(contender));
        let left = left.map(|(_, answer)| answer.pairs_left().map_or(f64::NAN, |pairs| pairs as f64).into());
        let missed = both().filter(|(contender, _)| samples(contender)).map(|(_, answer)| answer.missed.into());
        let times = answers.iter().filter(|_| new.is_some()).map(|answer| answer.ms.into());
        table.row(counts.into_iter().chain(more).chain(left).chain(missed).chain(times));
    }
    steps.at(1, 1)?;
    Ok(table)
}

/// The scene with what overlaps in it.
fn picture(bench: &mut Bench, scene: &Scene, caption: &str) -> Result<Picture, Error> {
    let report = bench.expected(scene, Ask::Between)?;
    Ok(look::overlaps(bench, scene, &report, caption))
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}
