//! Tables 4.1 and 4.2.

use super::Rays;
use super::rays::{render, total};
use super::solids::tori;
use crate::{Bench, Error, Mean, Outcome, Published, Steps, Table};
use allide::raycast::{Algorithm, EarlyExit, RaycastOptions, RaycastReport};
use allide_io::plot::{Axis, Plot, Series};

/// Quads of two tori with 3,614 triangles.
pub const MODERATE: [[usize; 2]; 2] = [[53, 19], [40, 20]];

/// The steps of table 4.2: polygons, quads of two tori, and what drawing took with and without interference.
pub const STEPS: [(usize, [[usize; 2]; 2], [f64; 2]); 4] = [
    (606, [[14, 12], [15, 9]], [0.92, 0.63]),
    (1076, [[22, 13], [21, 12]], [1.35, 0.98]),
    (1734, [[27, 17], [24, 17]], [2.04, 1.48]),
    (2580, [[35, 19], [25, 25]], [2.94, 2.11]),
];

/// One column of table 4.1.
#[derive(Clone, Copy, Debug)]
pub struct ReadRow {
    /// Drawing, by the GPU's clock.
    pub render: Mean,
    /// All that is neither drawing nor parsing: recording, copies, waiting.
    pub read: Mean,
    /// Looking through pixels.
    pub parse: Mean,
    /// Everything.
    pub total: Mean,
    /// Finding edges and normals, which the thesis did beforehand.
    pub prepare: Mean,
}

/// Times an algorithm at a resolution, on the polygons of table 4.1.
///
/// # Errors
/// Those of the GPU.
pub fn read_row(rays: &Rays, trials: usize, algorithm: Algorithm, size: [u32; 2]) -> Result<ReadRow, allide::Error> {
    let options = RaycastOptions { algorithm, size, early_exit: EarlyExit::Never, ..RaycastOptions::default() };
    let reports = rays.trials(trials, &options, |seed| tori(MODERATE, true, seed))?;
    let of = |time: fn(&RaycastReport) -> f64| Mean::of(reports.iter().map(time));
    Ok(ReadRow {
        render: render(&reports),
        read: of(|report| report.times.read),
        parse: of(|report| report.times.parse),
        total: total(&reports),
        prepare: of(|report| report.times.prepare),
    })
}

/// One column of table 4.2, where tori interfere and where they do not.
#[derive(Clone, Copy, Debug)]
pub struct ExitRow {
    /// Drawing, by the GPU's clock.
    pub draws: [Mean; 2],
    /// Everything.
    pub totals: [Mean; 2],
    /// Scenes that were answered wrongly, which then take the time of the others.
    pub wrong: [usize; 2],
}

/// Times two tori with this many quads, with an early exit.
///
/// # Errors
/// Those of the GPU.
pub fn exit_row(
    rays: &Rays,
    trials: usize,
    (algorithm, early_exit): (Algorithm, EarlyExit),
    quads: [[usize; 2]; 2],
) -> Result<ExitRow, allide::Error> {
    let options = RaycastOptions { algorithm, early_exit, ..RaycastOptions::default() };
    let [with, without] =
        [true, false].map(|interfere| rays.trials(trials, &options, |seed| tori(quads, interfere, seed)));
    let both = [with?, without?];
    let found = both.each_ref().map(|reports| reports.iter().filter(|report| report.interferes).count());
    Ok(ExitRow {
        draws: both.each_ref().map(|reports| render(reports)),
        totals: both.each_ref().map(|reports| total(reports)),
        wrong: [both[0].len() - found[0], found[1]],
    })
}

/// The columns of table 4.1: drawing, reading, parsing.
fn published(algorithm: Algorithm, width: u32) -> [f64; 3] {
    match (algorithm, width) {
        (Algorithm::IdentifyBoth, 640) => [4.0, 6.7, 1.2],
        (Algorithm::IdentifyBoth, _) => [3.9, 1.5, 0.2],
        (_, 640) => [4.0, 0.0, 0.0],
        _ => [3.9, 0.0, 0.0],
    }
}

/// Table 4.1.
pub(crate) fn table_4_1(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    const SIZES: [[u32; 2]; 2] = [[256, 256], [640, 480]];
    let trials = bench.trials();
    let names = ["by pixels (algorithm 4)", "by queries (algorithm 5)"];
    let mut table = Table::new("").counts(["algorithm", "polygons", "width", "height", "pixels"]);
    for part in ["draw", "read", "parse", "total", "prepare"] {
        table = table.measured(part, "ms").measured(format!("{part}, deviation"), "ms");
    }
    let (mut rows, mut compared, mut series) = (Vec::new(), Vec::new(), Vec::new());
    for (k, algorithm) in Rays::BOTH.into_iter().enumerate() {
        let mut points = vec![Vec::new(); 2];
        for (l, size) in SIZES.into_iter().enumerate() {
            steps.at(2 * k + l, 4)?;
            let row = read_row(bench.rays()?, trials, algorithm, size)?;
            let pixels = size[0] * size[1];
            let means = [row.render, row.read, row.parse, row.total, row.prepare];
            let first = [names[k].into(), 3614_usize.into(), size[0].into(), size[1].into(), pixels.into()];
            table.row(
                first.into_iter().chain(means.iter().flat_map(|mean| [mean.mean, mean.deviation]).map(Into::into)),
            );
            let parts = ["drawing", "reading", "parsing"].into_iter().zip([row.render, row.read, row.parse]);
            for ((part, ours), theirs) in parts.zip(published(algorithm, size[0])) {
                let what = format!("{part} at {} × {}, {}", size[0], size[1], names[k]);
                compared.push(Published::new(what, theirs, "ms", "table 4.1").timed(ours.median));
            }
            points[0].push([f64::from(pixels), row.render.median]);
            points[1].push([f64::from(pixels), row.total.median]);
            rows.push(row);
        }
        series.push(Series::new(format!("{}, drawing", names[k]), points[0].clone()));
        series.push(Series::new(format!("{}, all", names[k]), points[1].clone()));
    }
    steps.at(1, 1)?;
    let growth = |k: usize| rows[2 * k + 1].render.median / rows[2 * k].render.median;
    let read = |row: &ReadRow| 100.0 * (row.read.median + row.parse.median) / row.total.median;
    let paragraph = format!(
        "In the thesis, drawing takes as long at 640 × 480 as at 256 × 256, and reading and parsing pixels two thirds of all \
         time at the larger view. Here, drawing at the larger view takes {:.2} times as long by pixels and {:.2} times by \
         queries, and all that is not drawing is {:.0} % of the time by pixels.",
        growth(0),
        growth(1),
        read(&rows[1])
    );
    let plot = Plot {
        title: "Drawing and everything, 3,614 polygons (table 4.1)".into(),
        x: Axis::linear("pixels of the view"),
        y: Axis::linear("median time [ms]"),
        series,
    };
    let label = bench.reduced(trials, 100, "trials");
    Ok(Outcome::default().table(table).plot("", plot).published(compared).paragraph(paragraph).label(label))
}

/// Table 4.2.
pub(crate) fn table_4_2(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let trials = bench.trials();
    let mut table = Table::new("")
        .counts(["polygons", "trials", "missed", "found falsely"])
        .measured("draw, interfering", "ms")
        .measured("draw, apart", "ms")
        .measured("drawing saved", "%")
        .measured("all, interfering", "ms")
        .measured("all, apart", "ms")
        .measured("saved", "%");
    let mut compared = Vec::new();
    let shown = bench.size(2, 4, 4);
    for (place, (polygons, quads, theirs)) in STEPS.into_iter().take(shown).enumerate() {
        steps.at(place, shown)?;
        let row = exit_row(bench.rays()?, trials, (Algorithm::Queries, EarlyExit::Query), quads)?;
        let saved = |means: [Mean; 2]| 100.0 * (1.0 - means[1].median / means[0].median);
        let counts = [polygons, trials, row.wrong[0], row.wrong[1]].map(Into::into);
        let [draws, totals] = [row.draws, row.totals].map(|means| [means[0].median, means[1].median, saved(means)]);
        table.row(counts.into_iter().chain(draws.into_iter().chain(totals).map(Into::into)));
        for (k, what) in ["interfering", "apart"].into_iter().enumerate() {
            let what = format!("drawing {polygons} polygons, {what}");
            compared.push(Published::new(what, theirs[k], "ms", "table 4.2").timed(row.draws[k].median));
        }
        let theirs = 100.0 * (1.0 - theirs[1] / theirs[0]);
        let what = format!("drawing saved by the exit, {polygons} polygons");
        compared.push(Published::new(what, theirs, "%", "table 4.2").timed(saved(row.draws)));
    }
    steps.at(1, 1)?;
    let mean = |title: &str| Mean::of(table.numbers(title)).mean;
    let wrong = mean("missed") + mean("found falsely");
    let paragraph = format!(
        "Where nothing interferes, a query after pass 4 spares the rest: the thesis saves about thirty percent of drawing, 27 to \
         32 % by its table. We save {:.0} % of drawing and {:.0} % of everything, in the mean over these steps. {}",
        mean("drawing saved"),
        mean("saved"),
        if wrong > 0.0 {
            "Some scenes were answered wrongly, as sampled methods may, and then took the time of the other column."
        } else {
            "No scene was answered wrongly."
        }
    );
    let axes = [Axis::linear("polygons"), Axis::linear("median time [ms]")];
    let mut plot = table.plot(
        "Drawing with an early exit (table 4.2)",
        axes,
        "polygons",
        &["draw, interfering", "draw, apart", "all, interfering", "all, apart"],
    );
    for (k, name) in ["published, interfering", "published, apart"].into_iter().enumerate() {
        plot.series.push(Series::new(name, STEPS.iter().take(shown).map(|step| [step.0 as f64, step.2[k]])));
    }
    let label = bench.reduced(trials, 100, "trials");
    Ok(Outcome::default().table(table).plot("", plot).published(compared).paragraph(paragraph).label(label))
}
