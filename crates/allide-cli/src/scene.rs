//! `allide scene`: the built-in scenes as files.

use crate::numbers::{counted, printable};
use crate::{args, output};
use allide_scenes::Entry;
use anyhow::{Result, anyhow};
use std::fmt::Write;
use std::process::ExitCode;

pub fn run(args: &args::Scene) -> Result<ExitCode> {
    if let (Some(name), Some(path)) = (&args.name, &args.output) {
        let scene = (find(name)?.build)();
        output::check_writable("--output", path)?;
        allide_io::write_file(path, &scene)?;
        let triangles = scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
        let (objects, triangles) = (counted(scene.objects().len(), "object"), counted(triangles, "triangle"));
        output::print(&format!("{}: {objects}, {triangles}\n", printable(&path.display().to_string())))?;
    } else {
        output::print(&list())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let width = allide_scenes::all().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for entry in allide_scenes::all() {
        let _ = writeln!(text, "{:width$}  {}", entry.name, entry.description);
    }
    text + "\nallide scene NAME -o FILE writes one: obj, stl, ply, off, glb\n"
}

/// The scene of that name.
pub fn find(name: &str) -> Result<&'static Entry> {
    allide_scenes::find(name).ok_or_else(|| anyhow!("there is no scene {name:?}; `allide scene` lists all"))
}
