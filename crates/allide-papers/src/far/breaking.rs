//! Figure 5: a dragon breaks.

use super::{
    CELLS, Course, FRAMES, PUBLISHED, REBUILT, at_work, busy, cells, follow, frame, mean, picture, published,
    reduced_views, spread, trees,
};
use crate::bodies::copied;
use crate::{Bench, Claim, Contender, Data, Error, Kind, Outcome, Published, Said, Steps, Table, Told};
use allide::{Mesh, Scene};
use allide_io::plot::{Axis, Series};
use allide_scenes::scenes::Breaking;
use allide_scenes::shapes;

const CAPTION: &str = "Frame 28, with what overlaps";

/// Of both bodies.
pub(super) const TRIANGLES: usize = 147_000;

/// The bodies at a size for this bench, and how many pieces there are in the end.
fn bodies(bench: &Bench) -> ([Mesh; 2], usize) {
    let ([bunny, dragon], pieces) = bench.size(([150, 500], 6), ([2_500, 8_000], 60), ([35_000, 112_000], 320));
    ([shapes::bunny(bunny), shapes::dragon(dragon)], pieces)
}

fn breaking([bunny, dragon]: &[Mesh; 2], pieces: usize) -> Breaking {
    Breaking::of(copied(bunny), copied(dragon), pieces)
}

/// Frames of it, in each of which pieces have come off since the last. No sequence knows the meshes of another.
pub(super) fn course(bench: &Bench, frames: usize) -> Course<impl Fn() -> Vec<Scene> + use<>> {
    let (bodies, pieces) = bodies(bench);
    super::course(spread(frames), move || breaking(&bodies, pieces))
}

/// How large it is, and of what.
pub(super) fn labels(bench: &Bench) -> Vec<String> {
    let triangles = bodies(bench).0.iter().map(|mesh| mesh.triangles().len()).sum();
    vec![bench.reduced(triangles, TRIANGLES, "triangles"), reduced_views(bench), "bodies: by formula".to_owned()]
}

/// The same with the models, if they are there.
fn with_models(bench: &mut Bench, steps: &Steps<'_>, contenders: &[Contender]) -> Result<Option<Table>, Error> {
    let Some(models) = bench.bunny_and_dragon() else { return Ok(None) };
    let (_, pieces) = bodies(bench);
    let course = super::course(spread(bench.size(2, 3, 8)), move || breaking(&models, pieces));
    Ok(Some(follow(bench, steps, &course, contenders, true)?.table("models", &course.numbers, contenders, true)))
}

/// Figure 5.
pub(crate) fn figure_5(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let contenders = bench.able(vec![cells()?, published(bench)?, trees()?]);
    let course = course(bench, bench.size(2, 4, 16));
    let table = follow(bench, &steps.part(0, 2), &course, &contenders, true)?;
    let table = table.table("", &course.numbers, &contenders, true);
    let models = with_models(bench, &steps.part(1, 2), &contenders)?;
    let (made, pieces) = bodies(bench);
    let shown_frame = frame(&breaking(&bench.bunny_and_dragon().unwrap_or(made), pieces), 28);
    let models_label = if models.is_some() { "models: as well, in a table of their own" } else { "" };
    let outcome = models.into_iter().fold(Outcome::default().table(table), Outcome::table);
    let picture = picture(bench, &shown_frame, CAPTION)?;
    let labels = labels(bench).into_iter().chain([models_label.to_owned(), bench.without_gpu("FAR")]);
    Ok(labels.fold(outcome.picture("scene", CAPTION, picture), Outcome::label))
}

/// Times of the frames in which there is something to do, against the 30 to 60 ms of the paper.
fn time(table: &Table, name: &str) -> [f64; 2] {
    match Said::span(&busy(table).numbers(name)) {
        Said::Range(low, high) => [low, high],
        Said::Number(number) => [number; 2],
        Said::Words(_) => [f64::NAN; 2],
    }
}

/// The statements about figure 5.
pub(crate) fn tell_5(data: &Data<'_>) -> Told {
    let (table, models) = (data.first(), data.table("models"));
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let mut plot = table.plot("A dragon breaks (figure 5)", axes, "frame", &[CELLS, PUBLISHED, REBUILT]);
    let ends = [[0.0, 35.0], [(FRAMES - 1) as f64, 50.0]];
    plot.series.push(Series::new("published, from beginning to end", ends));
    let source = "figure 5, section 5.1";
    let mut told = Told::default()
        .plot("", plot)
        .row(Published::new("triangles", TRIANGLES as f64, "", source).counted(table.last("triangles")))
        .row(Published::new("objects at the end", "hundreds", "", source).counted(table.last("objects")));
    for (name, short) in [(CELLS, "cells"), (PUBLISHED, "UOBBs in order")] {
        let ours = time(&table, name);
        let what = format!("time of a frame in which boxes meet, {short}");
        told = told.row(Published::new(what, [30.0, 60.0], "ms", source).measured(ours)).claim(faster(name, ours));
    }
    if !models.rows.is_empty() {
        let triangles = models.numbers("triangles").first().copied().unwrap_or(f64::NAN);
        told = told.row(Published::new("triangles of the models", TRIANGLES as f64, "", source).counted(triangles));
        for (name, short) in [(CELLS, "cells"), (PUBLISHED, "UOBBs in order")] {
            let what = format!("time of a frame with the models in which boxes meet, {short}");
            told = told.row(Published::new(what, [30.0, 60.0], "ms", source).measured(time(&models, name)));
        }
    }
    let idle = table.rows.len() as f64 - busy(&table).rows.len() as f64;
    let trees = mean(&busy(&table).numbers(REBUILT));
    told.claim(Claim::states(
        Kind::Counted,
        &[("frames", table.rows.len() as f64), ("idle", idle)],
        "In {idle} of {frames} frames, the boxes of no two objects meet; these are left out of the times that are told. Each frame is met for the first time, with its new pieces.",
    ))
    .claim(Claim::states(
        Kind::Measured,
        &[("trees", trees)],
        "Trees that are built from nothing on the CPU take {trees} ms in the mean.",
    ))
    .claim(waiting(&busy(&table)))
}

fn faster(name: &str, [low, high]: [f64; 2]) -> Claim {
    let numbers = [("low", low), ("high", high)];
    let words = match name {
        CELLS => [
            "By cells, every frame takes less than the 30 ms at least of the paper: {low} to {high} ms.",
            "By cells, frames take {low} to {high} ms, not all of them less than the 30 ms at least of the paper.",
        ],
        _ => [
            "As published, every frame takes less than the 30 ms at least of the paper: {low} to {high} ms.",
            "As published, frames take {low} to {high} ms, not all of them less than the 30 ms at least of the paper.",
        ],
    };
    Claim::tests(Kind::Measured, &numbers, high < 30.0, words)
}

/// The bottleneck of slow drawing: whether the GPU is at work for most of the time as published.
pub(super) fn waiting(table: &Table) -> Claim {
    let [all, gpu] = [PUBLISHED.to_owned(), at_work(PUBLISHED)].map(|title| table.sum(&title));
    let numbers = [("all", all), ("gpu", gpu), ("part", 100.0 * gpu / all)];
    let words = [
        "As published, the GPU is at work for {gpu} of {all} ms ({part} %): most of the time is drawing, not waiting for queries.",
        "As published, the GPU is at work for {gpu} of {all} ms ({part} %): most of the time the host works, or one waits for the other.",
    ];
    Claim::tests(Kind::Measured, &numbers, gpu > 0.5 * all, words)
        .unknown("How much of the published pipeline's time is drawing and how much waiting was not recorded.")
}
