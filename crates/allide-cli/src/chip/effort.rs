//! How many cycles a query takes, before they are simulated one by one.

use super::args::told;
use super::run::Parts;
use crate::interrupt;
use allide_chip::{ChipError, Config, Machine, Query};
use anyhow::{Result, bail};
use std::ops::ControlFlow;

/// A machine that waits for memory no longer is simulated without asking how long that takes.
const SOON: u64 = 1_000;
/// A sweep asks about so many pairs of nodes, and rather more.
const PAIRS: f64 = 1_000.0;

/// Cycles that pass while a pair of nodes is loaded.
fn load(config: &Config) -> u64 {
    config.load_cycles(2 * config.node_bursts())
}

/// Whether the work may go on after so many cycles: not beyond the limit, and not once it was interrupted.
pub fn look(cycle: u64, limit: f64) -> ControlFlow<()> {
    let is_over = cycle as f64 > limit || cycle.is_multiple_of(65_536) && interrupt::check().is_err();
    if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The error of a machine that was stopped, with what it was stopped for.
pub fn stopped(error: ChipError, limit: f64) -> anyhow::Error {
    match error {
        ChipError::Stopped if interrupt::status().is_none() => anyhow::anyhow!(
            "the query takes more than {limit:.0e} cycles; allow more with --limit, or take smaller parts"
        ),
        error => told(error),
    }
}

/// Fails if a query takes more cycles than `limit`: a machine whose memory is at once there counts what is loaded.
pub fn check(config: &Config, query: &Query<'_>, parts: &Parts, limit: f64) -> Result<()> {
    if load(config) <= SOON {
        return Ok(());
    }
    let mut fast = config.clone();
    fast.clock = fast.memory.clock / 1e12;
    let [a, b] = [0, 1].map(|side| move |i: u32| parts.triangles[side][i as usize]);
    let machine = Machine::new(fast).map_err(told)?;
    let run = machine.watch(query, [&a, &b], |snapshot| look(snapshot.cycle(), limit));
    let run = run.map_err(|error| stopped(error, limit))?;
    let of_triangles = config.load_cycles(2 * config.triangle_bursts());
    let cycles = run.length as f64
        + run.node_tests as f64 * load(config) as f64
        + run.triangle_tests as f64 * of_triangles as f64;
    refuse_above(limit, cycles, config)
}

/// The same of a sweep, by its least.
pub fn check_sweep(config: &Config, limit: f64) -> Result<()> {
    refuse_above(limit, PAIRS * load(config) as f64, config)
}

fn refuse_above(limit: f64, cycles: f64, config: &Config) -> Result<()> {
    if cycles <= limit {
        return Ok(());
    }
    bail!(
        "this takes about {cycles:.1e} cycles, more than {limit:.0e}, of which a pair of nodes waits {} for memory; \
         take another --clock, --memory-clock or --latency, or allow more with --limit {:.0e}",
        load(config),
        2.0 * cycles
    )
}
