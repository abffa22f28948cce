//! `allide particles`: a scene's frames, impact maps, impacts and sound.

mod folder;
mod maps;

use crate::args::{self, Device};
use crate::numbers::{counted, printable};
use crate::output::{self, Target};
use crate::page::{self, particles::Made};
use allide_particles::gpu::Proposer;
use allide_particles::{Impact, Scene, Simulation, export, scene::BUILT_IN};
use anyhow::{Context, Result, bail};
use folder::Job;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// More particles than this are not drawn: a frame has them all in memory.
const DRAWN: u32 = 20_000_000;

pub fn run(args: &args::Particles) -> Result<ExitCode> {
    let Some(name) = args.scene.as_deref().filter(|_| !args.list) else {
        output::print(&list())?;
        return Ok(ExitCode::SUCCESS);
    };
    if args.toml {
        let text = BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        output::print(
            text.with_context(|| format!("there is no built-in scene {name:?}; `allide particles` lists all"))?,
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let simulation = Simulation::new(scene(name)?)?;
    if simulation.particles() == 0 {
        bail!("the scene has no particles: add an [[emitter]]; `allide particles table --toml` shows one");
    }
    let json = args.json.clone().map(|path| Target::parse("--json", path)).transpose()?;
    let csv = args.csv.clone().map(|path| Target::parse("--csv", path)).transpose()?;
    if let Some(path) = &args.html {
        output::check_writable("--html", path)?;
    }
    let is_list_alone = json.is_some() || csv.is_some() || args.html.is_some();
    let folder = args
        .out
        .clone()
        .or_else(|| (!is_list_alone).then(|| PathBuf::from(format!("allide-{}", simulation.scene().name))));
    if folder.is_some() && simulation.particles() > DRAWN {
        let [count, most] = [simulation.particles(), DRAWN].map(|count| counted(count as usize, "particle"));
        bail!("{count} are too many to draw: frames show up to {most}; --csv FILE lists the impacts of any number");
    }
    let (rate, duration) = (simulation.scene().frame_rate, simulation.scene().duration);
    let frames = args.frames.map_or((rate * duration).round().max(1.0), f64::from);
    let mut proposer = if args.device == Device::Gpu { Some(Proposer::open(&simulation)?) } else { None };
    let mut find = |interval: Range<f64>| -> Result<Vec<Impact>> {
        crate::interrupt::check()?;
        Ok(match &mut proposer {
            Some(proposer) => proposer.impacts(interval)?,
            None => simulation.impacts(interval)?,
        })
    };
    let job = folder.map(|folder| Job { simulation: &simulation, folder, frames: frames as usize, size: args.size });
    let (impacts, made) = match &job {
        Some(job) => job.write(find)?,
        None => (find(0.0..frames / rate)?, String::new()),
    };
    if let Some(target) = &json {
        target.fill(|file| export::write_json(file, simulation.scene(), &impacts))?;
    }
    if let Some(target) = &csv {
        target.fill(|file| export::write_csv(file, simulation.scene(), &impacts))?;
    }
    let mut made = made;
    if let Some(path) = &args.html {
        let (simulation, impacts, frames) = (&simulation, &impacts[..], frames as usize);
        let maps = maps::most_hit(simulation, impacts);
        page::write(path, page::particles::page(&Made { simulation, impacts, frames, maps })?)?;
        let _ = writeln!(made, "page: {}", printable(&path.display().to_string()));
    }
    if [&json, &csv].into_iter().flatten().all(|target| *target != Target::Stdout) {
        output::print(&(table(&simulation, &impacts, frames / rate) + &made))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let width = BUILT_IN.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, _) in BUILT_IN {
        let about = Scene::built_in(name).map(|scene| scene.about).unwrap_or_default();
        let _ = writeln!(text, "{name:width$}  {about}");
    }
    text + "\nallide particles NAME makes frames, maps and sound; --toml prints a scene to start from\n"
}

/// The built-in scene of that name, or what a file says.
fn scene(name: &str) -> Result<Scene> {
    if let Some(scene) = Scene::built_in(name) {
        return Ok(scene);
    }
    let path = Path::new(name);
    let shown = printable(name);
    if !path.exists() && path.extension().is_none() {
        bail!("there is no scene {shown:?}; `allide particles` lists all, and a file's name ends in .toml");
    }
    Scene::open(path).map_err(|error| match error.position {
        Some(_) => anyhow::anyhow!("{shown}: {error}"),
        None => error.into(),
    })
}

/// How often each collider was hit.
fn table(simulation: &Simulation, impacts: &[Impact], seconds: f64) -> String {
    let scene = simulation.scene();
    let mut rows = vec![(0usize, 0.0f64); scene.colliders.len()];
    for impact in impacts {
        let row = &mut rows[impact.collider as usize];
        *row = (row.0 + 1, row.1.max(impact.speed));
    }
    let mut text = format!(
        "{}: {}, {} in {seconds:.3} s\n",
        printable(&scene.name),
        counted(simulation.particles() as usize, "particle"),
        counted(impacts.len(), "impact")
    );
    let mut order: Vec<usize> = (0..rows.len()).filter(|&k| rows[k].0 > 0).collect();
    order.sort_by_key(|&k| (usize::MAX - rows[k].0, k));
    let hidden = order.len().saturating_sub(output::ROWS);
    let width = order.iter().map(|&k| scene.colliders[k].name.chars().count()).max().unwrap_or(0).max(8);
    if !order.is_empty() {
        let _ = writeln!(text, "{:width$}  {:>9}  {:>12}", "collider", "impacts", "fastest, m/s");
    }
    for &k in order.iter().take(output::ROWS) {
        let _ = writeln!(text, "{:width$}  {:>9}  {:>12.2}", printable(&scene.colliders[k].name), rows[k].0, rows[k].1);
    }
    if hidden > 0 {
        let _ = writeln!(text, "and {hidden} more colliders: --csv FILE for all");
    }
    text
}
