//! Scenes that change from frame to frame: numbered files, animations of glTF files, positions in NPZ files.

mod carry;
mod npy;
mod npz;
mod numbered;

use crate::error::Error;
use crate::gltf::Animated;
use crate::note::Note;
use crate::{Content, Context, Format, Job, Loaded, Options, Progress, format, source};
use npz::Npz;
use numbered::Pattern;
use source::Accept;
use std::path::{Path, PathBuf};

/// The most frames of a sequence.
const MOST_FRAMES: usize = 1 << 20;
/// Frames in a second of an animation, unless something else is asked for.
const USUAL_RATE: f64 = 24.0;

/// Which moments of a sequence to look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playback {
    /// How often an animation is sampled: 24 times a second, unless told otherwise. Numbered files and NPZ files, which say no
    /// times, have some if this does.
    pub rate: Option<Rate>,
    /// The name or number of the animation; without it, the first.
    pub animation: Option<String>,
    /// Number of the first frame.
    pub first: Option<u64>,
    /// Number of the last frame.
    pub last: Option<u64>,
    /// Of these frames, every one of so many; 0 is like 1.
    pub every: usize,
}

/// How often an animation is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// So many times in a second.
    PerSecond(f64),
    /// Wherever one of its tracks has a keyframe.
    Keyframes,
}

/// Which frame of a sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stamp {
    /// In the name of its file; in an animation or NPZ file, counted from 0.
    pub number: u64,
    /// Seconds, where they are known.
    pub time: Option<f64>,
}

/// A scene that changes from frame to frame, each read when it is asked for.
///
/// An object of one frame and that of the same name in the next are the same thing. Where it did not change its shape, both
/// have the same mesh, and where only its vertices moved, the mesh of the next is that of the first
/// [deformed](allide::Mesh::deformed): so an engine can reuse what it knows. That is for speed alone.
///
/// Animations and NPZ files have the same objects in every frame. Those of numbered files may come and go.
///
/// ```
/// use allide_io::{Options, Playback, Sequence};
///
/// # let folder = std::env::temp_dir().join(format!("allide-sequence-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// for (number, x) in [(7, 0.0), (8, 0.5), (9, 1.0)] {
///     let text = format!("v {x} 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n");
///     std::fs::write(folder.join(format!("lid.{number:04}.obj")), text)?;
/// }
/// let playback = Playback { first: Some(8), ..Playback::default() };
/// let mut lid = Sequence::open(&folder.join("lid.####.obj"), &Options::default(), &playback)?;
/// let mut read = |frame| lid.read(frame, &mut |_| {}).map(|content| content.objects[0].clone());
/// let [first, second] = [read(0)?, read(1)?];
/// assert_eq!((first.name.as_str(), second.mesh.positions()[0].x), ("lid", 1.0));
/// assert_eq!(lid.stamps().len(), 2);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sequence {
    name: String,
    folder: Option<PathBuf>,
    options: Options,
    stamps: Vec<Stamp>,
    kind: Kind,
    /// What was read last.
    previous: Vec<Loaded>,
    notes: Vec<Note>,
}

enum Kind {
    Files { files: Vec<PathBuf>, stem: String },
    Animated(Box<Animated>),
    Npz(Npz),
}

impl std::fmt::Debug for Sequence {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Sequence").field("name", &self.name).field("stamps", &self.stamps).finish_non_exhaustive()
    }
}

impl Sequence {
    /// Whether a path alone tells that it is a sequence: a pattern for numbered files, with `#` for each digit or `%04d`, or an
    /// NPZ file. A file that exists is no pattern.
    pub fn is_named_by(path: &Path) -> bool {
        format::has_extension(path, "npz") || !path.exists() && Pattern::parse(path).is_some()
    }

    /// Whether a file, by its canonical path, is one that the sequence of a path reads.
    pub fn reads(path: &Path, file: &Path) -> bool {
        match Pattern::parse(path) {
            Some(pattern) if !path.exists() => pattern.takes(file),
            _ => path.canonicalize().is_ok_and(|path| path == file),
        }
    }

    /// Finds the frames of a pattern for numbered files, an NPZ file, or a glTF file that is to be animated.
    ///
    /// # Errors
    /// No such files or animation, a number that is missing between others, or no frame that is to be looked at.
    pub fn open(path: &Path, options: &Options, playback: &Playback) -> Result<Self, Error> {
        let name = path.display().to_string();
        let problem = |problem: String| Error::Sequence { file: name.clone(), problem };
        let folder = path.parent().map(Path::to_path_buf);
        let rate = match playback.rate {
            Some(Rate::PerSecond(rate)) if !(rate > 0.0 && rate.is_finite()) => {
                return Err(problem(format!("{rate} frames in a second are none; choose a number above 0")));
            }
            Some(Rate::PerSecond(rate)) => Some(rate),
            _ => None,
        };
        let timed = |number: u64| Stamp { number, time: rate.map(|rate| number as f64 / rate) };
        let mut sequence = Self {
            name: name.clone(),
            folder,
            options: options.clone(),
            stamps: Vec::new(),
            kind: Kind::none(),
            previous: Vec::new(),
            notes: Vec::new(),
        };
        let pattern = Pattern::parse(path).filter(|_| !path.exists());
        let is_npz = format::has_extension(path, "npz");
        if playback.animation.is_some() && (is_npz || pattern.is_some()) {
            return Err(problem("--animation is for glTF files; leave it out".into()));
        }
        if playback.rate == Some(Rate::Keyframes) && (is_npz || pattern.is_some()) {
            return Err(problem(
                "only animations of glTF files have keyframes; give a number of frames a second".into(),
            ));
        }
        if let Some(pattern) = pattern {
            let found = pattern.files().map_err(problem)?;
            let chosen: Vec<(u64, PathBuf)> = found.into_iter().filter(|(number, _)| playback.takes(*number)).collect();
            pattern.check(&chosen).map_err(problem)?;
            let (numbers, files): (Vec<u64>, Vec<PathBuf>) = playback.thinned(chosen).into_iter().unzip();
            sequence.stamps = numbers.into_iter().map(timed).collect();
            sequence.kind = Kind::Files { files, stem: pattern.stem() };
        } else if is_npz {
            let bytes = source::fetch(path, Accept::Anything, &options.limits, &mut |_| {})?;
            let npz = Npz::read(&bytes, &options.limits).map_err(|fault| fault.of(&name))?;
            let numbers = (0..npz.frames() as u64).filter(|&number| playback.takes(number)).collect();
            sequence.stamps = playback.thinned(numbers).into_iter().map(timed).collect();
            sequence.kind = Kind::Npz(npz);
        } else {
            sequence.animate(path, playback, rate.unwrap_or(USUAL_RATE))?;
        }
        if sequence.stamps.is_empty() {
            return Err(problem("no frame is left to examine; choose others with --frames".into()));
        }
        Ok(sequence)
    }

    fn animate(&mut self, path: &Path, playback: &Playback, rate: f64) -> Result<(), Error> {
        let problem = |problem: String| Error::Sequence { file: self.name.clone(), problem };
        let bytes = source::fetch(path, Accept::Anything, &self.options.limits, &mut |_| {})?;
        let job = Job { name: &self.name, folder: self.folder.as_deref(), stem: None, options: &self.options };
        let bytes =
            job.unpacked(&bytes, format::has_extension(path, "gz").then_some(true), &mut |_| {})?.unwrap_or(bytes);
        if Format::from_path(path).or_else(|| Format::detect(&bytes)) != Some(Format::Gltf) {
            let what = "the file holds one frame; name a pattern for numbered files (frame.####.obj), an NPZ file or a glTF file, or leave out --animation, --fps, --frames and --every";
            return Err(problem(what.into()));
        }
        let mut ignored = |_| {};
        let mut context = job.context(bytes.len() as u64, &mut ignored);
        let animated = Animated::open(bytes, playback.animation.as_deref(), &mut context);
        let notes = std::mem::take(&mut context.notes).of(&self.name);
        let animated = animated.map_err(|fault| fault.of(&self.name))?;
        let times = match playback.rate {
            Some(Rate::Keyframes) => animated.animation().keyframes(),
            _ => {
                let end = animated.animation().end();
                // A last frame that only rounding puts behind the end is one.
                let count = (end * rate * (1.0 + 4.0 * f64::EPSILON)).floor() + 1.0;
                if count > MOST_FRAMES as f64 {
                    let what = format!(
                        "{end} seconds are {count} frames, but at most {MOST_FRAMES} are allowed; choose fewer a second with --fps"
                    );
                    return Err(problem(what));
                }
                (0..count as u64).map(|frame| (frame as f64 / rate).min(end)).collect()
            }
        };
        let stamps = (0..).zip(times).map(|(number, time)| Stamp { number, time: Some(time) });
        self.stamps = playback.thinned(stamps.filter(|stamp| playback.takes(stamp.number)).collect());
        self.kind = Kind::Animated(Box::new(animated));
        self.notes = notes;
        Ok(())
    }

    /// The path that it was opened with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The frames, in order.
    pub fn stamps(&self) -> &[Stamp] {
        &self.stamps
    }

    /// What users should know about the sequence as a whole.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What there is in a frame, by its place in [`Sequence::stamps`].
    ///
    /// # Errors
    /// Whatever is wrong with it: the message names the file and the frame.
    ///
    /// # Panics
    /// There is no such frame.
    pub fn read(&mut self, frame: usize, progress: &mut dyn FnMut(Progress)) -> Result<Content, Error> {
        let Stamp { number, time } = self.stamps[frame];
        let mut job = Job { name: &self.name, folder: self.folder.as_deref(), stem: None, options: &self.options };
        let mut content = match &mut self.kind {
            Kind::Files { files, stem } => {
                job.stem = Some(stem.as_str());
                let mut content = {
                    let accept = Accept::Within(crate::folder_of(&files[frame]));
                    crate::read_as(&files[frame], accept, &job, progress)?
                };
                content.objects.iter_mut().for_each(|object| object.source.clone_from(&self.name));
                content
            }
            Kind::Animated(animated) => {
                let frame = |context: &mut Context| {
                    animated.frame(time.unwrap_or(0.0), context).and_then(|parts| job.check(parts))
                };
                job.finish(0, progress, frame).map_err(|error| error.in_frame(number))?
            }
            Kind::Npz(npz) => {
                let frame = || npz.frame(number as usize).and_then(|parts| job.check(parts));
                job.finish(0, progress, |_| frame()).map_err(|error| error.in_frame(number))?
            }
        };
        carry::on(&self.previous, &mut content.objects);
        self.previous.clone_from(&content.objects);
        Ok(content)
    }
}

/// The file of a frame, by a pattern with `#` for each digit or `%04d`; none if the path is no pattern.
///
/// ```
/// use std::path::Path;
///
/// let path = allide_io::numbered(Path::new("out/frame.####.obj"), 17);
/// assert_eq!(path.as_deref(), Some(Path::new("out/frame.0017.obj")));
/// ```
pub fn numbered(pattern: &Path, number: u64) -> Option<PathBuf> {
    Pattern::parse(pattern).map(|pattern| pattern.file(number))
}

impl Kind {
    fn none() -> Self {
        Self::Files { files: Vec::new(), stem: String::new() }
    }
}

impl Playback {
    fn takes(&self, number: u64) -> bool {
        self.first.is_none_or(|first| first <= number) && self.last.is_none_or(|last| number <= last)
    }

    fn thinned<T>(&self, frames: Vec<T>) -> Vec<T> {
        frames.into_iter().step_by(self.every.max(1)).collect()
    }
}
