//! `allide scene`: the built-in scenes as files.

use crate::numbers::{counted, printable};
use crate::{args, interrupt, output};
use allide::Scene;
use allide_scenes::{Entry, Motion};
use anyhow::{Result, anyhow, bail};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: &args::Scene) -> Result<ExitCode> {
    let (Some(name), Some(path)) = (&args.name, &args.output) else {
        output::print(&list())?;
        return Ok(ExitCode::SUCCESS);
    };
    let entry = find(name)?;
    output::check_writable("--output", path)?;
    if args.full && !entry.is_of_a_paper() {
        let full = allide_scenes::all().iter().filter(|entry| entry.is_of_a_paper()).map(|entry| entry.name);
        bail!("--full: the scene {name} has one size; these are of papers: {}", full.collect::<Vec<_>>().join(", "));
    }
    let text = match (args.at, args.frames) {
        (Some(time), _) => {
            check_time("--at", time)?;
            write(path, &motion(entry, "--at", args.full)?.at(time))?
        }
        (None, Some(count)) => {
            let motion = motion(entry, "--frames", args.full)?;
            write_frames(path, motion.as_ref(), count, [args.from, args.to])?
        }
        (None, None) => write(path, &if args.full { entry.full() } else { None }.unwrap_or_else(entry.build))?,
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a scene, and tells what it has.
fn write(path: &Path, scene: &Scene) -> Result<String> {
    if allide_io::numbered(path, 0).is_some() {
        bail!("{}: a # stands for the number of a frame; add --frames N", path.display());
    }
    allide_io::write_file(path, scene)?;
    Ok(format!("{}: {}\n", printable(&path.display().to_string()), size(scene)))
}

fn size(scene: &Scene) -> String {
    let triangles = allide_scenes::triangle_count(scene);
    format!("{}, {}", counted(scene.objects().len(), "object"), counted(triangles, "triangle"))
}

/// Writes frames with both ends of a span among them.
fn write_frames(pattern: &Path, motion: &dyn Motion, count: u32, span: [Option<f64>; 2]) -> Result<String> {
    let (from, to) = (span[0].unwrap_or(0.0), span[1].unwrap_or(motion.seconds()));
    check_time("--from", from)?;
    check_time("--to", to)?;
    if from > to {
        bail!("--from {from} is after --to {to}");
    }
    let steps = f64::from(count.max(2) - 1);
    let mut last = String::new();
    for number in 0..count {
        let path = allide_io::numbered(pattern, u64::from(number)).ok_or_else(|| {
            anyhow!("--frames: {} has no place for a number; write it like frame.####.obj", pattern.display())
        })?;
        let scene = motion.at(from + (to - from) * f64::from(number) / steps);
        allide_io::write_file(&path, &scene)?;
        last = size(&scene);
        interrupt::check()?;
    }
    let name = printable(&pattern.display().to_string());
    Ok(format!("{name}: {} from {from} to {to} s, {last} in the last\n", counted(count as usize, "frame")))
}

fn check_time(flag: &str, time: f64) -> Result<()> {
    if time >= 0.0 && time.is_finite() { Ok(()) } else { bail!("{flag} {time}: a time must be 0 or more") }
}

fn motion(entry: &Entry, flag: &str, is_full: bool) -> Result<Box<dyn Motion>> {
    if is_full { entry.full_motion() } else { entry.motion() }.ok_or_else(|| {
        let moving = allide_scenes::all().iter().filter(|entry| entry.moves()).map(|entry| entry.name);
        let moving = moving.collect::<Vec<_>>().join(", ");
        anyhow!("{flag}: the scene {} does not move; these do: {moving}", entry.name)
    })
}

fn list() -> String {
    let width = allide_scenes::all().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for entry in allide_scenes::all() {
        let mark = if entry.moves() { '*' } else { ' ' };
        let _ = writeln!(text, "{:width$} {mark} {}", entry.name, entry.description);
    }
    text + "\nallide scene NAME -o FILE writes one: obj, stl, ply, off, glb\n\
            those with * move: --at T writes a moment, --frames N frames\n"
}

/// The scene of that name.
pub fn find(name: &str) -> Result<&'static Entry> {
    allide_scenes::find(name).ok_or_else(|| anyhow!("there is no scene {name:?}; `allide scene` lists all"))
}
