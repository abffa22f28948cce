//! Reads the files of a job into a scene.

use crate::job::{Input, Job};
use crate::progress::Progress;
use allide::Scene;
use allide_io::{Loaded, Options};
use anyhow::{Context, Result};
use std::io::Read;

/// The scene, and where each of its objects came from.
pub fn read(job: &Job, progress: &Progress) -> Result<(Scene, Vec<String>)> {
    let options = Options { whole: job.whole, ..Options::default() };
    let mut scene = Scene::new();
    let mut sources = Vec::new();
    for input in &job.inputs {
        for Loaded { name, source, mesh, pose } in read_one(input, &options, progress)? {
            scene.add(name, &mesh, pose);
            sources.push(source);
        }
    }
    Ok((scene, sources))
}

fn read_one(input: &Input, options: &Options, progress: &Progress) -> Result<Vec<Loaded>> {
    let bar = match input {
        Input::Stdin => progress.reading("standard input", 0),
        Input::File(path) => progress.reading(&path.display().to_string(), 0),
    };
    let mut advance = |done: u64, total: u64| {
        bar.set_length(total);
        bar.set_position(done);
    };
    let loaded = match input {
        Input::Stdin => {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
            allide_io::read_bytes("standard input", &bytes, None, options, &mut advance)?
        }
        Input::File(path) => allide_io::read_file(path, options, &mut advance)?,
    };
    bar.finish_and_clear();
    Ok(loaded)
}
