//! Tables 4.1 and 4.2.

use super::Rays;
use super::rays::{render, total};
use super::solids::tori;
use crate::{Bench, Claim, Data, Error, Kind, Mean, Outcome, Published, Steps, Table, Told};
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

/// The algorithms, as tables name them.
const NAMES: [&str; 2] = ["by pixels (algorithm 4)", "by queries (algorithm 5)"];
/// Views of table 4.1, the smaller one first.
const SIZES: [[u32; 2]; 2] = [[256, 256], [640, 480]];

/// Table 4.1.
pub(crate) fn table_4_1(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let trials = bench.trials();
    let mut table = Table::new("").counts(["algorithm", "polygons", "width", "height", "pixels"]);
    for part in ["draw", "read", "parse", "total", "prepare"] {
        table = table.measured(part, "ms").measured(format!("{part}, deviation"), "ms");
    }
    for (k, algorithm) in Rays::BOTH.into_iter().enumerate() {
        for (l, size) in SIZES.into_iter().enumerate() {
            steps.at(2 * k + l, 4)?;
            let row = read_row(bench.rays()?, trials, algorithm, size)?;
            let means = [row.render, row.read, row.parse, row.total, row.prepare];
            let first =
                [NAMES[k].into(), 3614_usize.into(), size[0].into(), size[1].into(), (size[0] * size[1]).into()];
            table.row(
                first.into_iter().chain(means.iter().flat_map(|mean| [mean.mean, mean.deviation]).map(Into::into)),
            );
        }
    }
    steps.at(1, 1)?;
    Ok(Outcome::default().table(table).label(bench.reduced(trials, 100, "trials")))
}

/// The statements about table 4.1.
pub(crate) fn tell_table_4_1(data: &Data<'_>) -> Told {
    let table = data.first();
    let mut told = Told::default();
    let mut series = Vec::new();
    for (name, algorithm) in NAMES.into_iter().zip(Rays::BOTH) {
        let own = table.only("algorithm", name);
        for [width, height] in SIZES {
            let row = own.those("width", |own| own == f64::from(width));
            let parts = ["drawing", "reading", "parsing"].into_iter().zip(["draw", "read", "parse"]);
            for ((part, title), theirs) in parts.zip(published(algorithm, width)) {
                let what = format!("{part} at {width} × {height}, {name}");
                told = told.row(Published::new(what, theirs, "ms", "table 4.1").measured(row.last(title)));
            }
        }
        series.push(Series::new(format!("{name}, drawing"), own.points("pixels", "draw")));
        series.push(Series::new(format!("{name}, all"), own.points("pixels", "total")));
    }
    let plot = Plot {
        title: "Drawing and everything, 3,614 polygons (table 4.1)".into(),
        x: Axis::linear("pixels of the view"),
        y: Axis::linear("mean time [ms]"),
        series,
    };
    let of = |k: usize, width: u32, title: &str| {
        table.only("algorithm", NAMES[k]).those("width", |own| own == f64::from(width)).last(title)
    };
    let [pixels, queries] = [0, 1].map(|k| of(k, 640, "draw") / of(k, 256, "draw"));
    let rest = 100.0 * (of(0, 640, "read") + of(0, 640, "parse")) / of(0, 640, "total");
    told.plot("", plot)
        .claim(Claim::tests(
            Kind::Measured,
            &[("pixels", pixels), ("queries", queries)],
            pixels < 1.25 && queries < 1.25,
            [
                "Drawing takes about as long at 640 × 480 as at 256 × 256, as in the thesis: {pixels} times by pixels and {queries} times by queries.",
                "Drawing takes longer at 640 × 480 than at 256 × 256, {pixels} times by pixels and {queries} times by queries; in the thesis it takes as long.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Measured,
            &[("rest", rest)],
            rest > 50.0,
            [
                "All that is not drawing is {rest} % of the time by pixels at the larger view, most of it, as in the thesis, which has two thirds.",
                "All that is not drawing is {rest} % of the time by pixels at the larger view; the thesis has two thirds.",
            ],
        ))
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
    let shown = bench.size(2, 4, 4);
    for (place, (polygons, quads, _)) in STEPS.into_iter().take(shown).enumerate() {
        steps.at(place, shown)?;
        let row = exit_row(bench.rays()?, trials, (Algorithm::Queries, EarlyExit::Query), quads)?;
        let saved = |means: [Mean; 2]| 100.0 * (1.0 - means[1].median / means[0].median);
        let counts = [polygons, trials, row.wrong[0], row.wrong[1]].map(Into::into);
        let [draws, totals] = [row.draws, row.totals].map(|means| [means[0].median, means[1].median, saved(means)]);
        table.row(counts.into_iter().chain(draws.into_iter().chain(totals).map(Into::into)));
    }
    steps.at(1, 1)?;
    Ok(Outcome::default().table(table).label(bench.reduced(trials, 100, "trials")))
}

/// The statements about table 4.2.
pub(crate) fn tell_table_4_2(data: &Data<'_>) -> Told {
    let table = data.first();
    let axes = [Axis::linear("polygons"), Axis::linear("median time [ms]")];
    let columns = ["draw, interfering", "draw, apart", "all, interfering", "all, apart"];
    let mut plot = table.plot("Drawing with an early exit (table 4.2)", axes, "polygons", &columns);
    let theirs =
        |polygons: f64| STEPS.iter().find(|step| step.0 as f64 == polygons).map_or([f64::NAN; 2], |step| step.2);
    let polygons = table.numbers("polygons");
    for (k, name) in ["published, interfering", "published, apart"].into_iter().enumerate() {
        plot.series.push(Series::new(name, polygons.iter().map(|&polygons| [polygons, theirs(polygons)[k]])));
    }
    let mut told = Told::default().plot("", plot);
    for (row, &count) in polygons.iter().enumerate() {
        let theirs = theirs(count);
        let ours = |title: &str| table.numbers(title).get(row).copied().unwrap_or(f64::NAN);
        for (k, what) in ["interfering", "apart"].into_iter().enumerate() {
            let ours = ours(&format!("draw, {what}"));
            let what = format!("drawing {count} polygons, {what}");
            told = told.row(Published::new(what, theirs[k], "ms", "table 4.2").measured(ours));
        }
        let what = format!("drawing saved by the exit, {count} polygons");
        let theirs = 100.0 * (1.0 - theirs[1] / theirs[0]);
        told = told.row(Published::new(what, theirs, "%", "table 4.2").measured(ours("drawing saved")));
    }
    let mean = |title: &str| Mean::of(table.numbers(title)).mean;
    let (missed, falsely, all) = (table.sum("missed"), table.sum("found falsely"), 2.0 * table.sum("trials"));
    told.claim(Claim::tests(
        Kind::Measured,
        &[("drawing", mean("drawing saved")), ("all", mean("saved"))],
        mean("drawing saved") >= 27.0,
        [
            "Where nothing interferes, the exit saves {drawing} % of drawing and {all} % of everything in the mean over these steps, no less than the thesis's 27 to 32 % of drawing.",
            "Where nothing interferes, the exit saves {drawing} % of drawing and {all} % of everything in the mean over these steps, less than the thesis's 27 to 32 % of drawing.",
        ],
    ))
    .claim(Claim::tests(
        Kind::Counted,
        &[("missed", missed), ("falsely", falsely), ("all", all)],
        missed + falsely == 0.0,
        [
            "None of {all} scenes was answered wrongly ({missed} missed, {falsely} found falsely).",
            "Of {all} scenes, {missed} interferences were missed and {falsely} found falsely, as sampled methods may; these took the time of the other column.",
        ],
    ))
}
