//! Reads the files of a job into a scene.

use crate::job::{Input, Job};
use crate::progress::Progress;
use crate::{interrupt, output};
use allide::Scene;
use allide_io::report::Source;
use allide_io::{Content, Loaded, Note, Options, Unit};
use anyhow::{Context, Result, bail};
use std::io::Read;

/// The objects of all files, in one unit.
pub struct Objects {
    pub scene: Scene,
    /// Where each object came from.
    pub sources: Vec<Source>,
    /// The unit of all coordinates, where it is known.
    pub unit: Option<Unit>,
    /// What users should know about the files.
    pub notes: Vec<Note>,
}

pub fn read(job: &Job, progress: &Progress) -> Result<Objects> {
    let options = Options { whole: job.whole, repair: job.repair, ..Options::default() };
    let (mut objects, mut notes) = (Vec::new(), job.notes.clone());
    for input in &job.inputs {
        let content = read_one(input, &options, progress)?;
        objects.extend(content.objects);
        notes.extend(content.notes);
    }
    let (unit, about_units) = allide_io::bring_to_one_unit(&mut objects, job.units)?;
    notes.extend(about_units);
    for note in &notes {
        output::complain(if note.oddity.is_warning() { "warning" } else { "note" }, &note.to_string());
    }
    let (mut scene, mut sources) = (Scene::new(), Vec::with_capacity(objects.len()));
    for Loaded { name, source: file, mesh, pose, unit } in objects {
        scene.add(name, &mesh, pose);
        sources.push(Source { file, unit });
    }
    Ok(Objects { scene, sources, unit, notes })
}

fn read_one(input: &Input, options: &Options, progress: &Progress) -> Result<Content> {
    let name = match input {
        Input::Stdin => "standard input".to_string(),
        Input::File(path) => path.display().to_string(),
    };
    let bar = progress.reading(&name);
    let mut advance = |at: allide_io::Progress| {
        bar.set_length(at.total.unwrap_or(at.done));
        bar.set_position(at.done);
        if interrupt::watch().is_cancelled() {
            // Nothing was written yet.
            std::process::exit(i32::from(interrupt::STATUS));
        }
    };
    let loaded = match input {
        Input::Stdin => allide_io::read_bytes(&name, &stdin(options)?, None, options, &mut advance)?,
        Input::File(path) => allide_io::read_file(path, options, &mut advance)?,
    };
    bar.finish_and_clear();
    Ok(loaded)
}

fn stdin(options: &Options) -> Result<Vec<u8>> {
    let limit = options.limits.unpacked_bytes;
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .context("cannot read standard input")?;
    if bytes.len() as u64 > limit {
        bail!("standard input has more than {limit} bytes, the most that is allowed; write it to a file");
    }
    Ok(bytes)
}
