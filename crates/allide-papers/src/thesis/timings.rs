//! Figures 4.15 and 4.16: time against objects and polygons.

use super::solids::{boxes, levels};
use crate::{Bench, Claim, Data, Error, Kind, Line, Outcome, Published, Steps, Table, Told};
use allide::Scene;
use allide::raycast::RaycastOptions;
use allide_io::plot::{Axis, Plot, Series};

/// Titles of what is drawn, in the order of [`super::Timing`].
const TOTALS: [&str; 2] = ["by pixels", "by queries"];

/// Figure 4.15.
pub(crate) fn figure_4_15(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let counts = bench.size(vec![4, 8, 16], vec![10, 25, 50, 100, 200], vec![10, 25, 50, 100, 200, 300, 400, 500]);
    let label = bench.reduced(counts[counts.len() - 1], 500, "objects, which the thesis calls several hundreds");
    let outcome = course(bench, steps, "objects", &counts, |place, seed| boxes(counts[place], seed))?;
    Ok(outcome.label(label))
}

/// Figure 4.16.
pub(crate) fn figure_4_16(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let detail: Vec<[usize; 2]> = bench.size(
        vec![[12, 4], [24, 5], [30, 8]],
        vec![[30, 5], [45, 8], [60, 10], [90, 14], [120, 18]],
        vec![[30, 5], [45, 8], [60, 10], [90, 14], [120, 18], [160, 25], [250, 40], [500, 50]],
    );
    let counts: Vec<usize> = detail.iter().map(|[around, across]| 4 * around * across).collect();
    let outcome =
        course(bench, steps, "polygons", &counts, |place, seed| levels(detail[place][0], detail[place][1], seed))?;
    Ok(outcome.label(bench.reduced(counts[counts.len() - 1], 100_000, "polygons of the largest step of a full run")))
}

fn course(
    bench: &mut Bench,
    steps: &Steps<'_>,
    what: &str,
    counts: &[usize],
    scene: impl Fn(usize, u64) -> Scene,
) -> Result<Outcome, Error> {
    let trials = bench.trials();
    let mut table = Table::new("").counts([what, "trials", "interfering trials"]);
    for name in TOTALS {
        table = table
            .measured(name, "ms")
            .measured(format!("{name}, deviation"), "ms")
            .measured(format!("{name}, median"), "ms")
            .measured(format!("{name}, drawing"), "ms");
    }
    for (place, &count) in counts.iter().enumerate() {
        steps.at(place, counts.len())?;
        let rays = bench.rays()?;
        let timing = rays.timing(trials, &RaycastOptions::default(), |seed| scene(place, seed))?;
        let interfering = (0..trials as u64)
            .map(|seed| Ok(usize::from(!super::interfering(&scene(place, seed))?.is_empty())))
            .sum::<Result<usize, Error>>()?;
        let times = (0..2).flat_map(|k| {
            let total = timing.total[k];
            [total.mean, total.deviation, total.median, timing.render[k].mean]
        });
        let counts = [count, trials, interfering].map(Into::into);
        table.row(counts.into_iter().chain(times.map(Into::into)));
    }
    steps.at(1, 1)?;
    let label = bench.reduced(trials, 100, "trials");
    Ok(Outcome::default().table(table).label(label))
}

/// The statements about figure 4.15.
pub(crate) fn tell_4_15(data: &Data<'_>) -> Told {
    tell(data, ["objects", "Time of interference detection at 256² (figure 4.15)"], "figure 4.15, section 4.7.3")
}

/// The statements about figure 4.16.
pub(crate) fn tell_4_16(data: &Data<'_>) -> Told {
    tell(data, ["polygons", "Time of interference detection at 256² (figure 4.16)"], "figure 4.16, section 4.7.3")
}

/// Upright bars: the standard deviation, as in the thesis.
fn bars(table: &Table, what: &str, name: &str) -> Series {
    let [mean, deviation] = ["", ", deviation"].map(|end| table.points(what, &format!("{name}{end}")));
    let bar = |(&[x, mean], &[_, deviation]): (&[f64; 2], &[f64; 2])| {
        [[x, mean - deviation], [x, mean + deviation], [f64::NAN; 2]]
    };
    Series::new(format!("{name}, ± deviation"), mean.iter().zip(&deviation).flat_map(bar))
}

fn tell(data: &Data<'_>, [what, title]: [&str; 2], source: &'static str) -> Told {
    let table = data.first();
    let series =
        TOTALS.iter().flat_map(|name| [Series::new(*name, table.points(what, name)), bars(&table, what, name)]);
    let plot = Plot {
        title: title.to_owned(),
        x: Axis::linear(what),
        y: Axis::linear("mean time [ms]"),
        series: series.collect(),
    };
    let one = what.trim_end_matches('s');
    let mut told = Told::default().plot("", plot);
    for name in TOTALS {
        let line = Line::through(&table.points(what, &format!("{name}, median")));
        let row = |what: String| Published::new(what, "linear, without numbers in the text", "µs", source);
        told =
            told.row(row(format!("time of each {one}, {name}")).measured(line.slope * 1e3)).claim(linear(name, line));
    }
    TOTALS.iter().fold(told, |told, name| told.claim(reading(&table, name)))
}

fn linear(name: &str, line: Line) -> Claim {
    let words = match name {
        "by pixels" => [
            "By pixels, the relationship is linear, as in the thesis: a line through the medians explains {part} % of their variation, {us} µs for each and {ms} ms more.",
            "By pixels, the relationship is not clearly linear: a line through the medians explains {part} % of their variation, {us} µs for each and {ms} ms more.",
        ],
        _ => [
            "By queries, it is linear, too: {part} %, {us} µs for each and {ms} ms more.",
            "By queries, it is not clearly linear: {part} %, {us} µs for each and {ms} ms more.",
        ],
    };
    let numbers = [("part", 100.0 * line.r_squared), ("us", 1e3 * line.slope), ("ms", line.start)];
    Claim::tests(Kind::Measured, &numbers, line.r_squared > 0.95 && line.slope > 0.0, words)
}

/// All that is not drawing, against drawing.
fn reading(table: &Table, name: &str) -> Claim {
    let [all, drawing] = ["", ", drawing"].map(|end| table.numbers(&format!("{name}{end}")));
    let ratios: Vec<f64> = all.iter().zip(&drawing).map(|(all, drawing)| (all - drawing) / drawing).collect();
    let least = ratios.iter().copied().fold(f64::NAN, f64::min);
    let most = ratios.iter().copied().fold(f64::NAN, f64::max);
    let words = match name {
        "by pixels" => [
            "Reading and parsing pixels, which cost most in 2003, take less time than drawing in every row here: {least} to {most} times it.",
            "Reading and parsing pixels, which cost most in 2003, take {least} to {most} times as long as drawing here, so not always less.",
        ],
        _ => [
            "Waiting for queries takes less time than drawing in every row: {least} to {most} times it.",
            "Waiting for queries takes {least} to {most} times as long as drawing, so not always less.",
        ],
    };
    Claim::tests(Kind::Measured, &[("least", least), ("most", most)], most < 1.0, words)
}
