//! `allide inspect`.

mod advice;
mod kinds;
mod table;

pub use advice::{advice, finding};
pub use table::{coordinates, ranked, state};

use crate::args::Inspect;
use crate::ask::Questions;
use crate::input::{self, Files, Models};
use crate::interrupt;
use crate::output::{self, Target, check_writable};
use crate::page;
use crate::progress::Progress;
use allide::Scene;
use allide_io::inspection::{Inspected, layers};
use allide_io::{Layer, write_layers};
use anyhow::{Result, bail};
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: Inspect) -> Result<ExitCode> {
    let mut files = Files::resolve(args.files, args.whole, args.repair, args.units)?;
    files.weld = args.weld;
    let json = args.json.map(|path| Target::parse("--json", path)).transpose()?;
    check_outputs(&files, json.as_ref(), args.export.as_deref())?;
    if let Some(path) = &args.html {
        check_writable("--html", path)?;
        files.check_kept("--html", path)?;
    }
    let progress = Progress::new(!args.quiet);
    let Models { scene, sources, unit, notes, .. } = input::read(&files, &progress)?;
    check_examinable(&scene)?;
    let questions = Questions { device: args.device, threads: args.threads.map(usize::from), ..Questions::default() };
    let mut engine = questions.engine()?;
    let found = progress.search(interrupt::watch(), || allide::inspect(&mut engine, &scene))?;
    let inspected = Inspected { scene, sources, unit, notes, found, threads: engine.threads() };
    inspected.found.run.warnings.iter().for_each(|warning| output::complain("warning", warning));
    if let Some(target) = &json {
        target.fill(|out| inspected.write_json(out, args.triangles))?;
    }
    if let Some(path) = &args.html {
        page::write(path, page::of_inspection(&inspected))?;
    }
    if let Some(path) = &args.export {
        export(path, &layers(&inspected))?;
    }
    if !args.quiet && json != Some(Target::Stdout) {
        output::print(&table::table(&inspected, output::page(args.top), args.all))?;
    }
    let is_wrong = inspected.healthy() < inspected.found.objects.len();
    Ok(ExitCode::from(u8::from(is_wrong && !args.exit_zero)))
}

/// Finds out before a long run that there will be no place for its results.
fn check_outputs(files: &Files, json: Option<&Target>, export: Option<&Path>) -> Result<()> {
    if let Some(Target::File(path)) = json {
        files.check_kept("--json", path)?;
        if export == Some(path) {
            bail!("--json and --export name the same path; give each its own");
        }
    }
    let Some(path) = export else { return Ok(()) };
    let is_known =
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("glb") || end.eq_ignore_ascii_case("ply"));
    if !is_known {
        bail!("--export {}: name a file that ends in .glb or .ply", path.display());
    }
    check_writable("--export", path)?;
    files.check_kept("--export", path)
}

fn check_examinable(scene: &Scene) -> Result<()> {
    if scene.objects().iter().all(|object| object.mesh().triangles().is_empty()) {
        bail!("nothing to examine: no triangles");
    }
    Ok(())
}

fn export(path: &Path, layers: &[Layer]) -> Result<()> {
    if layers.is_empty() {
        output::complain("note", &format!("{}: there are no defects, so it is empty", path.display()));
    }
    Ok(write_layers(path, layers)?)
}
