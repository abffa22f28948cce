//! `allide chip`: a model of the k-DOP collision chip.

pub mod args;
mod effort;
mod run;
mod sweep;

use crate::input::{self, Files};
use crate::progress::Progress;
use allide::{Mesh, Pose};
use allide_geom::Triangle;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::process::ExitCode;

/// The triangles of the part that the paper measures with.
const PART: usize = 5_947;

pub fn run(args: args::Chip) -> Result<ExitCode> {
    match args {
        args::Chip::Run(args) => run::run(args),
        args::Chip::Sweep(args) => sweep::run(args),
    }
}

/// Parts by name, each of them one file, or the built-in one.
fn parts(files: &Files) -> Result<Vec<(String, Vec<Triangle>)>> {
    let scene = input::read(files, &Progress::new(true))?.scene;
    if scene.objects().is_empty() {
        let part = allide_scenes::shapes::headlight(PART);
        return Ok(vec![("headlight".into(), triangles(&part, &Pose::IDENTITY))]);
    }
    let part = |object: &allide::Object| (object.name().to_owned(), triangles(object.mesh(), object.pose()));
    let parts: Vec<_> = scene.objects().iter().map(part).collect();
    if let Some((name, _)) = parts.iter().find(|(_, triangles)| triangles.is_empty()) {
        bail!("nothing to examine: {name} has no triangles");
    }
    Ok(parts)
}

fn files(paths: Vec<PathBuf>) -> Result<Files> {
    if let Some(folder) = paths.iter().find(|path| path.is_dir()) {
        bail!("{}: this is a folder; name a mesh", folder.display());
    }
    Files::resolve(paths, true, false, None)
}

fn triangles(mesh: &Mesh, pose: &Pose) -> Vec<Triangle> {
    let corner = |vertex: u32| pose.apply(mesh.positions()[vertex as usize]);
    mesh.triangles().iter().map(|triangle| triangle.map(corner)).collect()
}
