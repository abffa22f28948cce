//! Machines that differ in one thing: faces, pipelines, units, cache, order.

use super::bench::mean;
use super::{Bench, Figure, Scale};
use crate::{ChipError, Config, Run};
use allide_geom::kdop::Order;

const LOGARITHMIC: [Scale; 2] = [Scale::Logarithmic; 2];

/// k, with n = k axes: all faces of both.
pub(super) fn faces(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("Time against the number of faces", "faces of a DOP, k", "time of a query [ms]")
        .drawn("n = k axes", "ms")
        .listed("bursts of a node", "")
        .listed("node tests", "")
        .listed("bits of a node", "");
    for faces in [6, 14, 18, 24, 26] {
        let config = Config { faces, axes: faces, ..config.clone() };
        let runs = bench.runs(&config)?;
        let ms = mean(runs.iter().map(|run| run.seconds(&config) * 1.0e3));
        let tests = mean(runs.iter().map(|run| run.node_tests as f64));
        figure.row([faces as f64, ms, config.node_bursts() as f64, tests, config.node_bits() as f64]);
    }
    let best = figure.best(1).unwrap_or(f64::NAN);
    Ok(figure.note(format!("Fastest with {best} faces.")))
}

/// Three machines beside each other: words as configured, of 16 bits, and these with a cache.
fn against_memory(
    bench: &Bench,
    config: &Config,
    mut figure: Figure,
    changed: impl Fn(&Config, usize) -> Config,
) -> Result<Figure, ChipError> {
    figure = figure
        .drawn(format!("{} bits", config.bits), "ms")
        .drawn("16 bits", "ms")
        .drawn("16 bits, 1,024 nodes cached", "ms")
        .drawn("linear", "ms")
        .listed("memory at work", "%")
        .listed("memory at work, 16 bits, cached", "%");
    let narrow = Config { bits: 16, ..config.clone() };
    let machines = [config.clone(), narrow.clone(), Config { cache_nodes: 1024, ..narrow }];
    let mut linear = 0.0;
    for count in [1, 2, 4, 8, 16] {
        let (mut times, mut shares) = (Vec::new(), Vec::new());
        for machine in &machines {
            let config = changed(machine, count);
            let runs = bench.runs(&config)?;
            times.push(mean(runs.iter().map(|run| run.seconds(&config) * 1.0e3)));
            let sum = |of: fn(&Run) -> u64| runs.iter().map(of).sum::<u64>() as f64;
            shares.push(100.0 * sum(|run| run.memory_busy) / sum(|run| run.length));
        }
        if count == 1 {
            linear = times[0];
        }
        figure.row([count as f64, times[0], times[1], times[2], linear / count as f64, shares[0], shares[2]]);
    }
    let at = |count: f64, column: usize| {
        figure.rows.iter().find(|row| row[0] == count).map_or(f64::NAN, |row| figure.rows[0][column] / row[column])
    };
    let (of_8, cached_of_8) = (at(8.0, 1), at(8.0, 3));
    let busy = figure.rows.iter().find(|row| row[0] == 8.0).map_or(f64::NAN, |row| row[5]);
    let back = figure.rows.iter().find(|row| row[0] == 8.0).map_or(f64::NAN, |row| row[1] / row[3]);
    Ok(figure.scaled(LOGARITHMIC).note(format!(
        "Eight are {of_8:.2} times as fast as one, with memory at work for {busy:.0} % of the time; with 16 bits and a cache, {cached_of_8:.2} times."
    )).note(format!("At eight, 16 bits and a cache make the machine {back:.2} times as fast.")))
}

/// Section 7.
pub(super) fn pipelines(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let figure = Figure::new("Pipelines that test axes of one pair", "pipelines", "time of a query [ms]");
    against_memory(bench, config, figure, |config, pipelines| Config { pipelines, ..config.clone() })
}

/// Ours.
pub(super) fn units(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let figure = Figure::new("Pairs tested at once", "units", "time of a query [ms]");
    against_memory(bench, config, figure, |config, units| Config { units, buffers: units, ..config.clone() })
}

/// Section 7.
pub(super) fn cache(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("A cache of nodes", "nodes in the cache", "time of a query [ms]")
        .scaled([Scale::Logarithmic, Scale::Linear])
        .drawn(format!("{} pipeline{}", config.pipelines, if config.pipelines == 1 { "" } else { "s" }), "ms")
        .drawn("8 pipelines", "ms")
        .listed("hits, 8 pipelines", "%");
    for cache_nodes in [1, 4, 16, 64, 256, 1024, 4096, 16384] {
        let config = Config { cache_nodes, ..config.clone() };
        let many = Config { pipelines: 8, ..config.clone() };
        let runs = bench.runs(&many)?;
        let sum = |of: fn(&Run) -> u64| runs.iter().map(of).sum::<u64>() as f64;
        let (hits, misses) = (sum(|run| run.cache_hits), sum(|run| run.cache_misses));
        let ms = mean(runs.iter().map(|run| run.seconds(&many) * 1.0e3));
        figure.row([cache_nodes as f64, bench.mean_ms(&config)?, ms, 100.0 * hits / (hits + misses).max(1.0)]);
    }
    let hits = |places: f64| figure.rows.iter().find(|row| row[0] == places).map_or(f64::NAN, |row| row[3]);
    let note = format!(
        "With 8 pipelines, {:.1} % of the loads hit a cache of 4 nodes, {:.1} % one of 1,024.",
        hits(4.0),
        hits(1_024.0)
    );
    Ok(figure.note(note))
}

/// Section 5.2.
pub(super) fn order(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new(
        "Pairs that wait",
        "distance of the centres / diameter of the part",
        "most pairs that wait at a time",
    )
    .scaled([Scale::Linear, Scale::Logarithmic])
    .drawn("stack", "")
    .drawn("queue", "");
    let runs = [Order::Stack, Order::Queue].map(|order| bench.runs(&Config { order, ..config.clone() }));
    let [stack, queue] = runs;
    let (stack, queue) = (stack?, queue?);
    let most = |runs: &[Run]| runs.iter().map(|run| run.most_waiting).max().unwrap_or(0) as f64;
    let (mut from, all) = (0, bench.constellations());
    for group in all.chunk_by(|p, q| p.distance == q.distance) {
        let here = from..from + group.len();
        figure.row([group[0].distance, most(&stack[here.clone()]), most(&queue[here.clone()])]);
        from = here.end;
    }
    let times = most(&queue) / most(&stack).max(1.0);
    Ok(figure.note(format!(
        "A stack needs room for {}, a queue for {}: {times:.0} times as much. \"Far superior\" says the paper.",
        most(&stack),
        most(&queue)
    )))
}
