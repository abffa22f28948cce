//! `allide chip run`: one query.

use super::args::{self, told};
use crate::interrupt;
use crate::numbers::{counted, length, thousands};
use crate::output::{self, Target};
use crate::page::{
    self,
    chip::{Ran, Trace},
};
use allide_chip::figures::Constellation;
use allide_chip::rtl::verilog;
use allide_chip::{Config, Machine, Query, Run, Snapshot, Vcd};
use allide_geom::Triangle;
use allide_geom::kdop::{Order, Orientations, Tree};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Two parts in the world.
struct Parts {
    names: [String; 2],
    triangles: [Vec<Triangle>; 2],
}

pub fn run(args: args::Run) -> Result<ExitCode> {
    let config = args.machine.config()?;
    if !(args.distance.is_finite() && args.distance >= 0.0 && args.turn.is_finite()) {
        bail!("--distance has to be 0 or more, and --turn a number");
    }
    let files = super::files(args.files.clone())?;
    let mut targets = Vec::new();
    for (flag, path) in
        [("--json", &args.json), ("--html", &args.html), ("--vcd", &args.vcd), ("--verilog", &args.verilog)]
    {
        let target = path.clone().map(|path| Target::parse(flag, path)).transpose()?;
        if let Some(Target::File(path)) = &target {
            files.check_kept(flag, path)?;
        }
        if target.is_some() && targets.contains(&target) {
            bail!("{flag} names the same path as another flag; give each its own");
        }
        targets.push(target);
    }
    let [json, html, vcd, rtl] = targets.try_into().expect("four flags");
    // The least work first: this may fail.
    if let Some(target) = &rtl {
        let text = verilog(&config).map_err(told)?;
        target.fill(|out| out.write_all(text.as_bytes()))?;
    }
    let parts = parts(&args, &files)?;
    let orientations = Orientations::standard(config.faces)?;
    let tree = |side: usize| Tree::build(&orientations, parts.triangles[side].len(), |i| parts.triangles[side][i]);
    let trees = [tree(0).with_context(|| parts.names[0].clone())?, tree(1).with_context(|| parts.names[1].clone())?];
    let query = Query::new(&config, [&trees[0], &trees[1]], [glam::DAffine3::IDENTITY; 2]).map_err(told)?;
    let mut trace = html.as_ref().map(|_| Trace::default());
    let run = simulate(&config, &query, &parts, vcd.as_ref(), trace.as_mut())?;
    let preset = args.machine.preset();
    if let (Some(target), Some(trace)) = (&html, &trace) {
        let ran = Ran {
            names: [&parts.names[0], &parts.names[1]],
            triangles: [&parts.triangles[0], &parts.triangles[1]],
            config: &config,
            run: &run,
            machine: format!("{preset}: {}", described(&config)),
        };
        let page = page::chip::page(&ran, trace)?;
        target.fill(|out| page.write_html(out))?;
    }
    if let Some(target) = &json {
        let text = format!("{:#}\n", document(preset, &config, &parts, &run));
        target.fill(|out| out.write_all(text.as_bytes()))?;
    }
    if ![&json, &html, &vcd, &rtl].contains(&&Some(Target::Stdout)) {
        output::print(&table(preset, &config, &parts, &query, &run))?;
    }
    Ok(ExitCode::from(u8::from(!run.found.is_empty())))
}

/// The first part stays where it is. The second is another file, or a copy that is moved.
fn parts(args: &args::Run, files: &crate::input::Files) -> Result<Parts> {
    let mut given = super::parts(files)?;
    let (name, second) = match given.pop() {
        Some((name, part)) if given.is_empty() => {
            let pose = Constellation::new(&part, args.distance, args.turn.to_radians()).pose;
            let moved = part.iter().map(|triangle| triangle.map(|corner| pose.transform_point3(corner))).collect();
            given.push((name.clone(), part));
            (format!("{name} (copy)"), moved)
        }
        Some(last) if given.len() == 1 => last,
        _ => bail!("the chip takes two parts; name one file or two"),
    };
    let (first_name, first) = given.pop().ok_or_else(|| anyhow!("no part"))?;
    Ok(Parts { names: [first_name, name], triangles: [first, second] })
}

fn simulate(
    config: &Config,
    query: &Query<'_>,
    parts: &Parts,
    vcd: Option<&Target>,
    mut trace: Option<&mut Trace>,
) -> Result<Run> {
    let machine = Machine::new(config.clone()).map_err(told)?;
    let [a, b] = [0, 1].map(|side| move |i: u32| parts.triangles[side][i as usize]);
    let Some(target) = vcd else {
        let look = |cycle: u64| {
            if cycle.is_multiple_of(65_536) && interrupt::check().is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let watch = |snapshot: &Snapshot<'_>| {
            if let Some(trace) = trace.as_mut() {
                trace.record(snapshot);
            }
            look(snapshot.cycle())
        };
        return machine.watch(query, [&a, &b], watch).map_err(told);
    };
    let mut result = None;
    target.fill(|out| {
        let mut dump = Vcd::new(out, config)?;
        let watch = |snapshot: &Snapshot<'_>| {
            if let Some(trace) = trace.as_mut() {
                trace.record(snapshot);
            }
            dump.record(snapshot)
        };
        result = Some(machine.watch(query, [&a, &b], watch));
        dump.finish()
    })?;
    result.ok_or_else(|| anyhow!("nothing was written"))?.map_err(told)
}

fn table(preset: &str, config: &Config, parts: &Parts, query: &Query<'_>, run: &Run) -> String {
    let mut text = String::new();
    let triangles = parts.triangles.iter().map(Vec::len).sum();
    let _ = writeln!(
        text,
        "{} and {}: {}, {} of {} MB",
        parts.names[0],
        parts.names[1],
        counted(triangles, "triangle"),
        megabytes(query.bytes()),
        config.memory.bytes >> 20
    );
    let _ = writeln!(text, "{preset}: {}\n", described(config));
    let total = run.cycles.total().max(1) as f64;
    let cycles = &run.cycles;
    let _ = writeln!(text, "{:<28}  {:>12}  {:>7}", "", "cycles", "share");
    for (what, count) in [
        ("testing axes", cycles.busy),
        ("testing on", cycles.testing_on),
        ("waiting for memory", cycles.memory),
        ("waiting for triangle unit", cycles.triangles),
        ("draining", cycles.draining),
        ("in all", cycles.total()),
    ] {
        let share = 100.0 * count as f64 / total;
        let _ = writeln!(text, "{what:<28}  {:>12}  {share:>5.1} %", thousands(count as usize));
    }
    let all = run.length.max(1) as f64;
    for (what, busy) in [("memory at work", run.memory_busy), ("triangle unit at work", run.triangles_busy)] {
        let share = 100.0 * busy as f64 / all;
        let _ = writeln!(text, "{what:<28}  {:>12}  {share:>5.1} %", thousands(busy as usize));
    }
    let count = |number: u64, what: &str| counted(number as usize, what);
    let _ = writeln!(
        text,
        "\n{}, {}, {} (the unit-triangle transform disagrees on {})",
        count(run.node_tests, "node test"),
        count(run.axis_tests, "axis test"),
        count(run.triangle_tests, "triangle test"),
        thousands(run.disagreements as usize)
    );
    let hits = if config.cache_nodes > 0 { format!(", {}", count(run.cache_hits, "cache hit")) } else { String::new() };
    let _ = writeln!(
        text,
        "{} read{hits}, at most {} waiting, {} withdrawn",
        count(run.bursts, "burst"),
        counted(run.most_waiting, "pair"),
        thousands(run.withdrawn as usize)
    );
    let found = match run.found.len() {
        0 => "no collision".to_owned(),
        pairs => format!("{} found", counted(pairs, "triangle pair")),
    };
    let ms = length(run.seconds(config) * 1.0e3);
    let _ = writeln!(text, "{found} | {} | {ms} ms at {} MHz", count(run.length, "cycle"), config.clock);
    text
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}

fn described(config: &Config) -> String {
    let mut parts = vec![
        format!("{}-DOPs", config.faces),
        format!("{} bits", config.bits),
        counted(config.axes, "axis").replace("axiss", "axes"),
        counted(config.pipelines, "pipeline"),
        counted(config.stages(), "stage"),
    ];
    if config.units > 1 {
        parts.push(counted(config.units, "unit"));
    }
    if config.cache_nodes > 0 {
        parts.push(format!("{} cached", counted(config.cache_nodes, "node")));
    }
    if config.order == Order::Queue {
        parts.push("queue".into());
    }
    let memory = &config.memory;
    parts.push(format!("memory of {} bits at {} MHz", memory.bus_bits, memory.clock));
    parts.join(", ")
}

fn document(preset: &str, config: &Config, parts: &Parts, run: &Run) -> serde_json::Value {
    let memory = &config.memory;
    let object = |side: usize| json!({"name": parts.names[side], "triangles": parts.triangles[side].len()});
    let objects = [object(0), object(1)];
    json!({
        "objects": objects,
        "machine": {
            "preset": preset, "faces": config.faces, "bits": config.bits, "axes": config.axes,
            "more_axes": config.more_axes, "pipelines": config.pipelines, "stages": config.stages(),
            "units": config.units, "buffers": config.buffers, "multiplier_bits": config.multiplier_bits,
            "order": if config.order == Order::Queue { "queue" } else { "stack" }, "test_on": config.test_on,
            "cache_nodes": config.cache_nodes, "clock_mhz": config.clock,
            "triangle_interval": config.triangle_interval, "triangle_latency": config.triangle_latency,
            "memory": {
                "bus_bits": memory.bus_bits, "words_per_cycle": memory.words_per_cycle, "burst_bits": memory.burst_bits,
                "latency": memory.latency, "clock_mhz": memory.clock, "bytes": memory.bytes,
            },
        },
        "cycles": run.length,
        "seconds": run.seconds(config),
        "units_spent": {
            "testing": run.cycles.busy, "testing_on": run.cycles.testing_on, "waiting_for_memory": run.cycles.memory,
            "waiting_for_triangle_unit": run.cycles.triangles, "draining": run.cycles.draining,
        },
        "memory_busy": run.memory_busy, "triangle_unit_busy": run.triangles_busy,
        "node_tests": run.node_tests, "axis_tests": run.axis_tests, "axis_results_ignored": run.ignored,
        "triangle_tests": run.triangle_tests, "unit_triangle_disagreements": run.disagreements,
        "bursts": run.bursts, "cache_hits": run.cache_hits, "cache_misses": run.cache_misses,
        "most_waiting": run.most_waiting, "withdrawn": run.withdrawn,
        "found": run.found.iter().map(|found| json!([found.a, found.b, found.cycle])).collect::<Vec<_>>(),
    })
}
