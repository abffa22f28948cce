//! The files of a job, and how they become a scene.

use crate::progress::Progress;
use crate::{interrupt, output};
use allide::Scene;
use allide_io::names::{identify, unique};
use allide_io::report::Source;
use allide_io::{Content, Loaded, Note, Options, Playback, Sequence, Unit, Weld};
use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The files to read, and how.
#[derive(Debug)]
pub struct Files {
    pub inputs: Vec<Input>,
    /// Notes about folders among the inputs.
    pub notes: Vec<Note>,
    pub whole: bool,
    /// Leave out bad triangles.
    pub repair: bool,
    /// The unit of files that say none.
    pub units: Option<Unit>,
    /// Which corners become one.
    pub weld: Weld,
    /// The moments to examine, if given: then animations count.
    pub playback: Option<Playback>,
}

#[derive(Debug, PartialEq)]
pub enum Input {
    Stdin,
    File(PathBuf),
    /// A pattern for numbered files, or an NPZ file.
    Moving(PathBuf),
}

impl Files {
    /// # Errors
    /// A folder without meshes, or standard input twice.
    pub fn resolve(paths: Vec<PathBuf>, whole: bool, repair: bool, units: Option<Unit>) -> Result<Self> {
        let (mut inputs, mut notes) = (Vec::new(), Vec::new());
        for path in paths {
            if path.as_os_str() == "-" {
                inputs.push(Input::Stdin);
            } else if path.is_dir() {
                let (meshes, note) = allide_io::meshes_in(&path)?;
                inputs.extend(meshes.into_iter().map(Input::File));
                notes.extend(note);
            } else if Sequence::is_named_by(&path) {
                inputs.push(Input::Moving(path));
            } else {
                inputs.push(Input::File(path));
            }
        }
        if inputs.iter().filter(|&input| *input == Input::Stdin).count() > 1 {
            bail!("standard input (-) can be read only once");
        }
        Ok(Self { inputs, notes, whole, repair, units, weld: Weld::default(), playback: None })
    }

    /// How the files are read.
    pub fn options(&self) -> Options {
        Options { whole: self.whole, repair: self.repair, weld: self.weld, ..Options::default() }
    }

    /// Whether there is more than one moment to look at.
    pub fn moves(&self) -> bool {
        self.playback.is_some() || self.inputs.iter().any(|input| matches!(input, Input::Moving(_)))
    }

    /// # Errors
    /// Writing to `path`, as `flag` says, would replace one of the files.
    pub fn check_kept(&self, flag: &str, path: &Path) -> Result<()> {
        let same = |input: &Input| match (input, path.canonicalize()) {
            (Input::File(input), Ok(path)) => input.canonicalize().is_ok_and(|input| input == path),
            (Input::Moving(input), Ok(path)) => Sequence::reads(input, &path),
            _ => false,
        };
        if self.inputs.iter().any(same) {
            bail!("{flag} {}: this would overwrite a file that is to be examined", path.display());
        }
        Ok(())
    }
}

/// The content of the files, in one unit. All lists but the notes are in the order of the scene's objects.
#[derive(Debug, Default)]
pub struct Models {
    /// Its objects have names that differ: see [`unique`].
    pub scene: Scene,
    pub sources: Vec<Source>,
    /// The names of the objects in their files.
    pub paths: Vec<String>,
    /// The unit of all coordinates, where it is known.
    pub unit: Option<Unit>,
    /// Notes about the files, for users.
    pub notes: Vec<Note>,
}

/// Reads all files.
pub fn read(files: &Files, progress: &Progress) -> Result<Models> {
    let options = files.options();
    let (mut loaded, mut notes) = (Vec::new(), files.notes.clone());
    for input in &files.inputs {
        let content = read_one(input, &options, progress)?;
        loaded.extend(content.objects);
        notes.extend(content.notes);
    }
    let (unit, about_units) = allide_io::bring_to_one_unit(&mut loaded, files.units)?;
    notes.extend(about_units);
    output::tell(&notes);
    // Not so for objects that move.
    let identities = identify(&loaded);
    let mut models = Models { unit, notes, ..together(loaded) };
    for (source, identity) in models.sources.iter_mut().zip(identities) {
        source.identity = Some(identity);
    }
    Ok(models)
}

/// Objects of several files as one scene.
pub fn together(loaded: Vec<Loaded>) -> Models {
    let given: Vec<(&str, &str)> = loaded.iter().map(|object| (object.name.as_str(), object.source.as_str())).collect();
    let names = unique(&given);
    let mut models = Models::default();
    for (object, name) in loaded.into_iter().zip(names) {
        models.scene.add(name, &object.mesh, object.pose);
        let Loaded { name: path, source: file, unit, origins, welded, extras, .. } = object;
        models.sources.push(Source { file, unit, origins, welded, extras, identity: None });
        models.paths.push(path);
    }
    models
}

pub fn read_one(input: &Input, options: &Options, progress: &Progress) -> Result<Content> {
    let name = match input {
        Input::Stdin => "standard input".to_string(),
        Input::File(path) | Input::Moving(path) => path.display().to_string(),
    };
    let bar = progress.reading(&name);
    let mut advance = |at: allide_io::Progress| {
        bar.set_length(at.total.unwrap_or(at.done));
        bar.set_position(at.done);
        interrupt::exit_if_cancelled();
    };
    let loaded = match input {
        Input::Stdin => allide_io::read_bytes(&name, &stdin(options)?, None, options, &mut advance)?,
        Input::File(path) => allide_io::read_file(path, options, &mut advance)?,
        Input::Moving(_) => bail!("{name} is a sequence of frames; name the file of one frame"),
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
