//! Figures 3 and 5 to 8.

use super::bench::mean;
use super::{Bench, Figure, Software};
use crate::{ChipError, Config, Run};

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
        // The paper simulated this early in the design: multipliers are as wide as words, so that stages do not differ.
        let config = Config { bits, multiplier_bits: config.multiplier_bits.max(bits), ..config.clone() };
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
    let (best, steps) = (figure.best(1).unwrap_or(f64::NAN), bursts(&figure.rows));
    Ok(figure
        .note(format!("Fastest at {best} bits of a word with its sign; the paper's test data are fastest at 19."))
        .note(steps))
}

/// Beyond which widths one burst more is read for a node, of rows with a width and a number of bursts.
fn bursts(rows: &[Vec<f64>]) -> String {
    let steps: Vec<String> = rows
        .windows(2)
        .filter(|pair| pair[1][2] > pair[0][2])
        .map(|pair| format!("{} bursts beyond {} bits", pair[1][2], pair[0][0]))
        .collect();
    let first = rows.first().map_or(f64::NAN, |row| row[2]);
    match steps.is_empty() {
        true => format!("Nodes of all these widths take the same number of bursts: {first}."),
        false => {
            format!("A node takes {first} burst{}, {}.", if first == 1.0 { "" } else { "s" }, steps.join(", and "))
        }
    }
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
    let share = |from: usize, to: usize| {
        let shares: Vec<f64> = figure.column(1).skip(from).take(to - from).filter(|share| share.is_finite()).collect();
        mean(shares.into_iter())
    };
    let faces = config.faces.min(ALL_AXES - 1);
    let (first, rest) = (share(0, faces), share(faces, ALL_AXES));
    Ok(figure.note(format!(
        "Faces of both DOPs come first, in turn: each of these {faces} axes separates {first:.2} % of the pairs that reach it, in the mean. Each of the products of edges after them separates {rest:.2} %."
    )))
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
    let (mut slower_in_all, mut all, mut worst) = (0.0, 0.0, 0.0_f64);
    for axes in COUNTS {
        let config = Config { axes, more_axes: ALL_AXES - axes, ..config.clone() };
        let runs = [true, false].map(|test_on| bench.runs(&Config { test_on, ..config.clone() }));
        let [with, without] = runs;
        let lengths: Vec<[f64; 2]> =
            with?.iter().zip(&without?).map(|(p, q)| [p.length as f64, q.length as f64]).collect();
        let [sum_with, sum_without] = [0, 1].map(|side| lengths.iter().map(|pair| pair[side]).sum::<f64>());
        let least = lengths.iter().map(|[p, q]| 100.0 * (1.0 - p / q)).fold(f64::INFINITY, f64::min);
        worst = worst.min(least);
        let slower = lengths.iter().filter(|[p, q]| p > q).count() as f64;
        slower_in_all += slower;
        all += lengths.len() as f64;
        figure.row([axes as f64, 100.0 * (1.0 - sum_with / sum_without), least, slower, lengths.len() as f64]);
    }
    let least = figure.column(1).fold(f64::INFINITY, f64::min);
    let load = config.load_cycles(2 * config.node_bursts());
    let gain = |is_short: bool| {
        let rows = figure.rows.iter().filter(|row| (row[0] < load as f64) == is_short);
        rows.map(|row| row[1]).fold(f64::NAN, f64::max)
    };
    let (short, long) = (gain(true), gain(false));
    Ok(figure
        .note(format!("The mean gain is {least:.3} % at least."))
        .note(format!("{slower_in_all} of {all} single queries are slower, by {:.3} % at most.", -worst))
        .note(format!("Where n axes take less than the {load} cycles that a load takes, it gains up to {short:.1} %, elsewhere up to {long:.1} %.")))
}

/// Figure 8.
pub(super) fn software(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let runs = bench.runs(config)?;
    let seconds = bench.software(config, &Software::default())?;
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
        .note(format!("Both are modelled: the chip is {speed_up:.2} times as fast as software over all constellations; the paper measured about 4."))
        .note(format!(
            "{fast} of {} constellations ({:.0} %) take less than {SHARE_LIMIT_MS} ms by the model, which 1,000 Hz allow.",
            rows.len(),
            100.0 * fast as f64 / rows.len().max(1) as f64
        )))
}
