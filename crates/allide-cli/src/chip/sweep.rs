//! `allide chip sweep`: figures as tables, CSV and SVG.

use super::args::{self, told};
use crate::layout::GAP;
use crate::numbers::{padded, thousands};
use crate::output::{self, Target};
use allide::{Engine, Mesh, Method, Overlaps, Pose, Scene};
use allide_chip::figures::{Bench, Constellation, Figure, Sweep};
use allide_papers::chip_plot as plot;
use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: args::Sweep) -> Result<ExitCode> {
    let Some(what) = args.what else {
        if args.out.is_none() {
            output::print(&list())?;
            return Ok(ExitCode::SUCCESS);
        }
        return all(&args);
    };
    let config = args.machine.config()?;
    let csv = args.csv.clone().map(|path| Target::parse("--csv", path)).transpose()?;
    let svg = args.svg.clone().map(|path| Target::parse("--svg", path)).transpose()?;
    if csv.is_some() && csv == svg {
        bail!("--csv and --svg name the same path; give each its own");
    }
    check_folder(args.out.as_deref())?;
    let figure = figure(what, &args, &config)?;
    if let Some(target) = &csv {
        target.fill(|out| out.write_all(figure.csv().as_bytes()))?;
    }
    if let Some(target) = &svg {
        target.fill(|out| out.write_all(plot(&figure).svg().as_bytes()))?;
    }
    if let Some(folder) = &args.out {
        write(folder, what, &figure)?;
    }
    if ![&csv, &svg].contains(&&Some(Target::Stdout)) {
        output::print(&table(&figure))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every sweep into a folder.
fn all(args: &args::Sweep) -> Result<ExitCode> {
    let config = args.machine.config()?;
    if args.csv.is_some() || args.svg.is_some() {
        bail!("--csv and --svg write one figure; name what is swept, or take --out alone");
    }
    check_folder(args.out.as_deref())?;
    for what in Sweep::ALL {
        let figure = figure(what, args, &config)?;
        if let Some(folder) = &args.out {
            write(folder, what, &figure)?;
        }
        output::print(&format!("{}\n", table(&figure)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let width = Sweep::ALL.iter().map(|what| what.name().len()).max().unwrap_or(0);
    let mut text = String::new();
    for what in Sweep::ALL {
        let _ = writeln!(text, "{:width$}  {}", what.name(), what.description());
    }
    text + "\nallide chip sweep WHAT runs one; --out FOLDER, without WHAT, all of them\n"
}

fn check_folder(folder: Option<&Path>) -> Result<()> {
    match folder {
        Some(folder) if !folder.is_dir() => {
            bail!("--out {}: there is no such folder; create it first", folder.display())
        }
        Some(folder) => output::check_folder("--out", folder),
        None => Ok(()),
    }
}

fn figure(what: Sweep, args: &args::Sweep, config: &allide_chip::Config) -> Result<Figure> {
    let files = super::files(args.file.clone().into_iter().collect())?;
    let mut parts = super::parts(&files)?;
    let Some((_, part)) = parts.pop().filter(|_| parts.is_empty()) else { bail!("name one part") };
    let bench = Bench::new(part, what.arrangement());
    let mut figure = what.figure(&bench, config).map_err(told)?;
    if args.measure && what == Sweep::Software {
        for name in ["kdop", "auto"] {
            let method: Method = name.parse()?;
            let title = format!("allide --method {} on this machine, measured", method.name());
            figure.append(title, "ms", &measured(&bench, method)?);
        }
    }
    Ok(figure)
}

/// Mean milliseconds of our own CPU at each distance, with trees that are ready, as the chip's are.
fn measured(bench: &Bench, method: Method) -> Result<Vec<f64>> {
    let positions = bench.part().iter().flatten().map(|corner| corner.to_array()).collect();
    let mesh = Mesh::new(positions, (0..bench.part().len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())?;
    let mut engine = Engine::cpu();
    let question = Overlaps::new().method(method);
    let mut time = |at: &Constellation| -> Result<f64> {
        let [x, y, z] =
            [at.pose.matrix3.x_axis, at.pose.matrix3.y_axis, at.pose.matrix3.z_axis].map(|axis| axis.to_array());
        let mut scene = Scene::new();
        scene.add("a", &mesh, Pose::IDENTITY);
        scene.add("b", &mesh, Pose::affine([x, y, z], at.pose.translation.to_array())?);
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            let start = std::time::Instant::now();
            engine.run(&scene, &question).context("cannot time allide itself")?;
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(best)
    };
    let mut means = Vec::new();
    for group in bench.constellations().chunk_by(|p, q| p.distance == q.distance) {
        let times = group.iter().map(&mut time).collect::<Result<Vec<f64>>>()?;
        means.push(times.iter().sum::<f64>() / times.len() as f64);
    }
    Ok(means)
}

fn write(folder: &Path, what: Sweep, figure: &Figure) -> Result<()> {
    for (end, text) in [("csv", figure.csv()), ("svg", plot(figure).svg())] {
        let target = Target::parse("--out", folder.join(format!("{}.{end}", what.name())))?;
        target.fill(|out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

/// Titles above numbers, one column each; below, what they say.
fn table(figure: &Figure) -> String {
    let mut text = format!("{}\n\n", figure.title);
    let mut lines = vec![String::new(); figure.rows.len() + 1];
    let mut heads = Vec::new();
    for (index, column) in figure.columns.iter().enumerate() {
        let name = if index == 0 { 'x' } else { char::from(b'a' + (index as u8 - 1) % 26) };
        let unit = if column.unit.is_empty() { String::new() } else { format!(" [{}]", column.unit) };
        heads.push(format!("{name}  {}{unit}", column.title));
        let cells: Vec<String> = std::iter::once(name.to_string()).chain(figure.column(index).map(number)).collect();
        let width = cells.iter().map(String::len).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip(&cells) {
            *line += &(padded(cell, width, true) + GAP);
        }
    }
    for line in heads.iter().chain([&String::new()]).chain(&lines).map(|line| line.trim_end()) {
        let _ = writeln!(text, "{line}");
    }
    if !figure.notes.is_empty() {
        text.push('\n');
    }
    figure.notes.iter().for_each(|note| text += &format!("{note}\n"));
    text
}

/// Whole numbers whole, others to four digits.
fn number(x: f64) -> String {
    match x {
        _ if x.is_nan() => "-".into(),
        _ if x.fract() == 0.0 && (0.0..1e15).contains(&x) => thousands(x as usize),
        _ if x.abs() >= 1_000.0 => format!("{}{}", if x < 0.0 { "-" } else { "" }, thousands(x.abs().round() as usize)),
        _ => format!("{x:.*}", (3 - x.abs().log10().floor() as i32).clamp(0, 6) as usize),
    }
}
