//! All measurements: allide against its peers, in one run and on the same arrays; how its cost grows; GPUs, their methods and
//! their stages.
//!
//! To add a benchmark: a case in `cases.rs`, or `gpu.rs` for GPUs, with the number of findings if its input never
//! changes. A scene that is a cliff for one method goes into `cliffs/scenes`: `allide-bench cliffs` fails where `auto`
//! takes more than twice the time of the best. Distances have scenes of their own, with FCL and Coal as peers through
//! Python (`distance`); so have closed parts, with manifold3d and trimesh (`solids`). Shared volumes have manifold3d:
//! `volumes.rs` writes pairs of solids, `benches/peers/volumes.py` compares. An edit in `soak/stage.rs` is a way to
//! change a scene: `allide-bench soak` compares long-lived engines with fresh ones while it runs.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports to the terminal")]

mod arrays;
mod cases;
mod cliffs;
mod contenders;
mod digest;
mod distance;
mod flags;
mod gpu;
mod growth;
mod job;
mod kdop;
mod models;
mod motion;
mod particles;
mod peers;
mod python;
mod raycast;
mod rays;
mod record;
mod small;
mod soak;
mod solids;
mod stages;
mod table;
mod views;
mod volumes;

use cases::Size;
use job::{HELP, Job};
use std::process::ExitCode;
use std::time::Duration;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Failure> {
    let wants_help = arguments.iter().any(|argument| ["--help", "-h"].contains(&argument.as_str()));
    match arguments.split_first().map(|(command, rest)| (command.as_str(), rest)) {
        Some(("gpu", _)) if wants_help => println!("{}", gpu::HELP),
        Some(("views", _)) if wants_help => println!("{}", views::HELP),
        Some(("stages", _)) if wants_help => println!("{}", stages::HELP),
        Some(("volumes", _)) if wants_help => println!("{}", volumes::HELP),
        Some(("gpu", rest)) => gpu::run(rest)?,
        Some(("views", rest)) => views::run(rest)?,
        Some(("stages", rest)) => stages::run(rest)?,
        Some(("volumes", rest)) => volumes::run(rest)?,
        Some(("raycast", _)) if wants_help => println!("{}", raycast::HELP),
        Some(("raycast", rest)) => raycast::run(rest)?,
        Some(("kdop", _)) if wants_help => println!("{}", kdop::HELP),
        Some(("kdop", rest)) => kdop::run(rest)?,
        Some(("motion", _)) if wants_help => println!("{}", motion::HELP),
        Some(("motion", rest)) => motion::run(rest)?,
        Some(("rays", _)) if wants_help => println!("{}", rays::HELP),
        Some(("rays", rest)) => rays::run(rest)?,
        Some(("particles", _)) if wants_help => println!("{}", particles::HELP),
        Some(("particles", rest)) => particles::run(rest)?,
        _ if wants_help => println!("{HELP}"),
        _ => run_job(arguments)?,
    }
    Ok(())
}

fn run_job(arguments: &[String]) -> Result<(), String> {
    let job = Job::parse(arguments)?;
    let size = if job.quick { Size::Small } else { Size::Full };
    let scale = if job.quick { cliffs::Scale::QUICK } else { cliffs::Scale::FULL };
    let only = job.only.as_deref().unwrap_or_default();
    match job.command.as_deref() {
        Some("child") => {
            print!("{}", growth::child(only, size)?);
            Ok(())
        }
        Some("cliff") => cliffs::child(only, job.method.as_deref().unwrap_or_default(), scale),
        Some("soak") => soak(&job),
        _ => measure(&job, size, arguments),
    }
}

fn soak(job: &Job) -> Result<(), String> {
    let unlimited = if job.cases.is_some() { f64::from(u32::MAX) } else { 1.0 };
    let time =
        Duration::try_from_secs_f64(60.0 * job.minutes.unwrap_or(unlimited)).map_err(|error| error.to_string())?;
    let plan = soak::Soak { seed: job.seed, time, cases: job.cases.unwrap_or(u64::MAX), gpu: job.gpu };
    println!("soak: {}", soak::run(plan)?);
    Ok(())
}

/// Benchmarks that print tables, and write a record if asked to.
fn measure(job: &Job, size: Size, arguments: &[String]) -> Result<(), String> {
    let mut text = format!("# allide-bench\n\n{}", record::heading(arguments));
    let mut section = |title: &str, body: String| {
        println!("## {title}\n\n{body}");
        text.push_str(&format!("\n## {title}\n\n{body}"));
    };
    let wanted = |name: &str| job.command.is_none() || job.is(name);
    let only = job.only.as_deref();
    let scale = if job.quick { cliffs::Scale::QUICK } else { cliffs::Scale::FULL };
    let (mut wrong, mut kind) = (Vec::new(), "");
    if wanted("peers") {
        let names = only.map_or(cases::NAMES.to_vec(), |only| vec![only]);
        section("Peers", peers::run(&names, size)?);
    }
    if wanted("scale") {
        section("Scale", growth::scale(size)?);
    }
    if wanted("memory") {
        section("Memory", growth::memory(size)?);
    }
    if job.is("cliffs") {
        let (table, faults) = cliffs::run(only.unwrap_or_default(), scale)?;
        section("Cliffs", table);
        (wrong, kind) = (faults, "-cliffs");
    }
    if job.is("distance") {
        section("Distance", distance::run(only, job.method.as_deref(), size)?);
        kind = "-distance";
    }
    if job.is("small") {
        section("Small questions", small::run(job.quick)?);
        kind = "-small";
    }
    if job.is("solids") {
        section("Solids", solids::run(only, size)?);
        kind = "-solids";
    }
    if job.record {
        record::write(&text, kind)?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
