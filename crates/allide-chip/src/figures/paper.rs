//! Figures 3 and 5 to 8.

use super::bench::mean;
use super::{Bench, Figure, Software};
use crate::{ChipError, Config, Query, Run};
use glam::DAffine3;
use rayon::prelude::*;

/// The time budget of a query at 1,000 Hz, in milliseconds.
pub const SHARE_LIMIT_MS: f64 = 1.0;
/// How many axes the host sends in figures 5 to 7.
const ALL_AXES: usize = 64;

/// Figure 3.
pub(super) fn bits(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("Time against the width of words", "bits of a word", "time of a query [ms]")
        .drawn("mean time", "ms")
        .listed("bursts of a node", "")
        .listed("node tests", "")
        .listed("triangle tests", "");
    for bits in (8..=48).step_by(2).chain([17, 19, 35, 39, 41]).collect::<std::collections::BTreeSet<_>>() {
        let config = Config { bits, ..config.clone() };
        let runs = bench.runs(&config)?;
        let of = |count: fn(&Run) -> u64| mean(runs.iter().map(|run| count(run) as f64));
        let ms = mean(runs.iter().map(|run| run.seconds(&config) * 1.0e3));
        figure.row([
            f64::from(bits),
            ms,
            config.node_bursts() as f64,
            of(|run| run.node_tests),
            of(|run| run.triangle_tests),
        ]);
    }
    let best = figure.best(1).unwrap_or(f64::NAN);
    Ok(figure
        .note(format!("Fastest at {best} bits; the paper says 18 or 19."))
        .note("A second burst is read beyond 18 bits, and a third beyond 40, as in the paper."))
}

/// Figure 5.
pub(super) fn separation(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let runs = bench.runs(&Config { axes: ALL_AXES, more_axes: 0, ..config.clone() })?;
    let mut figure = Figure::new("The next axis", "axes tested before", "pairs that the next axis separates [%]")
        .drawn("share of pairs", "%")
        .listed("pairs", "");
    for axis in 0..ALL_AXES {
        let of = |count: &dyn Fn(&Run) -> u64| runs.iter().map(count).sum::<u64>() as f64;
        let has = |run: &Run| axis < run.axes.separated.len();
        let reached = of(&|run| if has(run) { run.axes.reached(axis) } else { 0 });
        let separated = of(&|run| if has(run) { run.axes.separated[axis] } else { 0 });
        figure.row([axis as f64, if reached > 0.0 { 100.0 * separated / reached } else { f64::NAN }, reached]);
    }
    Ok(figure
        .note("The more axes have been tested, the less probable it is that another one separates, as in the paper.")
        .note("Faces of both DOPs come first, in turn; from axis 24 on, axes are products of edges."))
}

/// Numbers of axes for figures 6 and 7.
const COUNTS: [usize; 17] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 32, 40, 48, 64];

/// Figure 6.
pub(super) fn axes(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("Time against the number of axes", "axes per pair, n", "time of a query [ms]")
        .drawn("testing on", "ms")
        .drawn("n axes and no more", "ms");
    for axes in COUNTS {
        let config = Config { axes, more_axes: ALL_AXES - axes, ..config.clone() };
        let [with, without] = [true, false].map(|test_on| bench.mean_ms(&Config { test_on, ..config.clone() }));
        figure.row([axes as f64, with?, without?]);
    }
    let [with, without] = [1, 2].map(|column| figure.best(column).unwrap_or(f64::NAN));
    Ok(figure.note(format!("Fastest with {with} axes, {without} without testing on; the paper has 24.")))
}

/// Figure 7.
pub(super) fn test_on(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("Testing on while loading", "axes per pair, n", "gain [%]")
        .drawn("less time, mean", "%")
        .listed("least gain of a query", "%")
        .listed("slower queries", "")
        .listed("queries", "");
    let (mut slower_in_all, mut all) = (0.0, 0.0);
    for axes in COUNTS {
        let config = Config { axes, more_axes: ALL_AXES - axes, ..config.clone() };
        let runs = [true, false].map(|test_on| bench.runs(&Config { test_on, ..config.clone() }));
        let [with, without] = runs;
        let lengths: Vec<[f64; 2]> =
            with?.iter().zip(&without?).map(|(p, q)| [p.length as f64, q.length as f64]).collect();
        let [sum_with, sum_without] = [0, 1].map(|side| lengths.iter().map(|pair| pair[side]).sum::<f64>());
        let least = lengths.iter().map(|[p, q]| 100.0 * (1.0 - p / q)).fold(f64::INFINITY, f64::min);
        let slower = lengths.iter().filter(|[p, q]| p > q).count() as f64;
        slower_in_all += slower;
        all += lengths.len() as f64;
        figure.row([axes as f64, 100.0 * (1.0 - sum_with / sum_without), least, slower, lengths.len() as f64]);
    }
    let least = figure.column(1).fold(f64::INFINITY, f64::min);
    Ok(figure
        .note(format!("The mean gain is never below 0: {least:.3} % at least."))
        .note(format!("{slower_in_all} of {all} single queries are slower, all by less than a thousandth: fewer tasks, in another order of the stack."))
        .note("The paper gains most where n axes take less than the 20 cycles that a load takes, and so do we."))
}

/// Figure 8.
pub(super) fn software(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let runs = bench.runs(config)?;
    let tree = bench.tree(config.faces)?;
    let (software, plain) = (Software::default(), Config { more_axes: 0, ..config.clone() });
    let seconds = |constellation: &super::Constellation| {
        let query = Query::new(&plain, [&tree, &tree], [DAffine3::IDENTITY, constellation.pose])?;
        Ok(software.seconds(&plain, &query))
    };
    let seconds: Vec<f64> = bench.constellations().par_iter().map(seconds).collect::<Result<_, ChipError>>()?;
    let mut figure =
        Figure::new("All triangle pairs", "distance of the centres / diameter of the part", "time of a query [ms]")
            .scaled([super::Scale::Linear, super::Scale::Logarithmic])
            .drawn("the chip", "ms")
            .drawn("software on the same memory, modelled", "ms")
            .listed("speed-up", "")
            .listed("triangle pairs found", "");
    let rows: Vec<(f64, f64, f64, f64)> = bench
        .constellations()
        .iter()
        .zip(runs.iter().zip(&seconds))
        .map(|(at, (run, software))| {
            (at.distance, run.seconds(config) * 1.0e3, software * 1.0e3, run.found.len() as f64)
        })
        .collect();
    for group in rows.chunk_by(|p, q| p.0 == q.0) {
        let chip = mean(group.iter().map(|row| row.1));
        let software = mean(group.iter().map(|row| row.2));
        figure.row([group[0].0, chip, software, software / chip, mean(group.iter().map(|row| row.3))]);
    }
    let speed_up = rows.iter().map(|row| row.2).sum::<f64>() / rows.iter().map(|row| row.1).sum::<f64>();
    let fast = rows.iter().filter(|row| row.1 < SHARE_LIMIT_MS).count();
    Ok(figure
        .note(format!("{speed_up:.2} times as fast as software over all constellations; the paper says about 4."))
        .note(format!(
            "{fast} of {} constellations ({:.0} %) take less than {SHARE_LIMIT_MS} ms, which 1,000 Hz allow.",
            rows.len(),
            100.0 * fast as f64 / rows.len().max(1) as f64
        )))
}
