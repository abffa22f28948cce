//! Figures 4.15 and 4.16: time against objects and polygons.

use super::solids::{boxes, levels};
use crate::outcome::shown;
use crate::{Bench, Error, Line, Outcome, Published, Steps, Table};
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
    Ok(told(table, what).label(label))
}

fn told(table: Table, what: &str) -> Outcome {
    let lines = TOTALS.map(|name| Line::through(&table.points(what, &format!("{name}, median"))));
    let (figure, source): (&str, &'static str) = match what {
        "objects" => ("4.15", "figure 4.15, section 4.7.3"),
        _ => ("4.16", "figure 4.16, section 4.7.3"),
    };
    let series = TOTALS.map(|name| Series::new(name, table.points(what, name)));
    let plot = Plot {
        title: format!("Time of interference detection at 256² (figure {figure})"),
        x: Axis::linear(what),
        y: Axis::linear("mean time [ms]"),
        series: series.into(),
    };
    let one = what.trim_end_matches('s');
    let said = lines.map(|line| {
        format!(
            "{} µs for each {one} and {} ms more, R² = {:.3}",
            shown(line.slope * 1e3),
            shown(line.start),
            line.r_squared
        )
    });
    let published = TOTALS.iter().zip(&said).map(|(name, said)| {
        Published::new(format!("time against {what}, {name}"), "linear, without numbers in the text", "", source)
            .timed(said.clone())
    });
    let most = *table.numbers(what).last().unwrap_or(&f64::NAN);
    let paragraph = format!(
        "The thesis says that the relationship is clearly linear. A straight line through the medians explains {:.1} % of our \
         variation by pixels and {:.1} % by queries, up to {} {what}. Reading pixels was what cost most in 2003; here, a view of \
         256 by 256 pixels is read in a fraction of the time that drawing takes.",
        100.0 * lines[0].r_squared,
        100.0 * lines[1].r_squared,
        shown(most)
    );
    Outcome::default().plot("", plot).published(published).paragraph(paragraph).table(table)
}
