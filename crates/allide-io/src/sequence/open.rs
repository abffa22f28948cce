//! Where frames come from: files by a pattern, or one file or pipe that holds all of them.

use super::npz::Npz;
use super::numbered::Pattern;
use super::{Kind, MOST_FRAMES, Playback, Rate, Sequence, Stamp};
use crate::error::Error;
use crate::gltf::Animated;
use crate::source::{self, Accept};
use crate::{Format, Job, Options, format};
use std::path::{Path, PathBuf};

/// Frames in a second of an animation, unless something else is asked for.
const USUAL_RATE: f64 = 24.0;

/// Whether a path is that of an NPZ file, gzip-compressed or not.
pub(super) fn is_npz(path: &Path) -> bool {
    let is_packed = format::has_extension(path, "gz");
    let name = if is_packed { path.file_stem().map(Path::new) } else { Some(path) };
    name.is_some_and(|name| format::has_extension(name, "npz"))
}

impl Sequence {
    /// Whether the bytes of a file are an NPZ file, gzip-compressed or not: positions in every frame.
    pub fn is_frames(bytes: &[u8]) -> bool {
        Npz::begins(&source::beginning(bytes))
    }

    /// Whether the bytes of a file, gzip-compressed or not, are of a format that has animations.
    pub fn may_be_animated(bytes: &[u8]) -> bool {
        Format::detect(&source::beginning(bytes)) == Some(Format::Gltf)
    }

    /// Finds the frames of a pattern for numbered files, an NPZ file, or a glTF file that is to be animated.
    ///
    /// # Errors
    /// No such files or animation, a number that is missing between others, or no frame that is to be looked at.
    pub fn open(path: &Path, options: &Options, playback: &Playback) -> Result<Self, Error> {
        let mut sequence = Self::empty(path.display().to_string(), options, playback)?;
        sequence.folder = path.parent().map(Path::to_path_buf);
        match Pattern::parse(path).filter(|_| !path.exists()) {
            Some(pattern) => sequence.find(&pattern, playback)?,
            None => {
                let bytes = source::fetch(path, Accept::Anything, &options.limits, &mut |_| {})?;
                let packed = format::has_extension(path, "gz").then_some(true);
                sequence.hold(bytes, packed, Some(path), playback)?;
            }
        }
        sequence.opened()
    }

    /// The same of an NPZ or glTF file that is in memory, gzip-compressed or not.
    ///
    /// # Errors
    /// Those of [`Sequence::open`].
    pub fn of_bytes(name: &str, bytes: Vec<u8>, options: &Options, playback: &Playback) -> Result<Self, Error> {
        let mut sequence = Self::empty(name.to_owned(), options, playback)?;
        sequence.hold(bytes, None, None, playback)?;
        sequence.opened()
    }

    /// Without any frames yet.
    fn empty(name: String, options: &Options, playback: &Playback) -> Result<Self, Error> {
        if let Some(Rate::PerSecond(rate)) = playback.rate
            && !(rate > 0.0 && rate.is_finite())
        {
            let problem = format!("the rate is {rate} frames per second; it must be above 0");
            return Err(Error::Sequence { file: name, problem });
        }
        let (options, kind) = (options.clone(), Kind::none());
        Ok(Self { name, folder: None, options, stamps: Vec::new(), kind, previous: Vec::new(), notes: Vec::new() })
    }

    fn problem(&self, problem: impl Into<String>) -> Error {
        Error::Sequence { file: self.name.clone(), problem: problem.into() }
    }

    fn opened(self) -> Result<Self, Error> {
        match self.stamps.is_empty() {
            true => Err(self.problem("no frame is left to examine; choose others with --frames")),
            false => Ok(self),
        }
    }

    /// Numbered files.
    fn find(&mut self, pattern: &Pattern, playback: &Playback) -> Result<(), Error> {
        self.check_plain(playback)?;
        let found = pattern.files().map_err(|problem| self.problem(problem))?;
        let chosen: Vec<(u64, PathBuf)> = found.into_iter().filter(|(number, _)| playback.takes(*number)).collect();
        pattern.check(&chosen).map_err(|problem| self.problem(problem))?;
        let (numbers, files): (Vec<u64>, Vec<PathBuf>) = playback.thinned(chosen).into_iter().unzip();
        self.stamps = numbers.into_iter().map(|number| playback.stamp(number)).collect();
        self.kind = Kind::Files { files, stem: pattern.stem() };
        Ok(())
    }

    /// All frames in one file.
    fn hold(
        &mut self,
        bytes: Vec<u8>,
        packed: Option<bool>,
        path: Option<&Path>,
        playback: &Playback,
    ) -> Result<(), Error> {
        let named_npz = path.is_some_and(is_npz);
        if named_npz {
            self.check_plain(playback)?;
        }
        let size = bytes.len();
        let bytes = self.job().unpacked(&bytes, packed, &mut |_| {})?.unwrap_or(bytes);
        let format = path.and_then(Format::from_path).or_else(|| Format::detect(&bytes));
        if named_npz || path.is_none() && Npz::begins(&bytes) {
            self.check_plain(playback)?;
            let limits = self.options.limits.of(size as u64);
            let npz = Npz::read(&bytes, &limits, &self.options).map_err(|fault| fault.of(&self.name))?;
            let numbers = (0..npz.frames() as u64).filter(|&number| playback.takes(number)).collect();
            self.stamps = playback.thinned(numbers).into_iter().map(|number| playback.stamp(number)).collect();
            self.kind = Kind::Npz(npz);
            return Ok(());
        }
        if format != Some(Format::Gltf) {
            return Err(self.problem(
                "the file holds one frame; name a pattern for numbered files (frame.####.obj), an NPZ file or a \
                 glTF file, or leave out --animation, --fps, --frames and --every",
            ));
        }
        self.animate(bytes, size, playback)
    }

    fn job(&self) -> Job<'_> {
        Job { name: &self.name, folder: self.folder.as_deref(), stem: None, options: &self.options }
    }

    /// Fails if something is asked for that only animations have.
    fn check_plain(&self, playback: &Playback) -> Result<(), Error> {
        if playback.animation.is_some() {
            return Err(self.problem("--animation is for glTF files; leave it out"));
        }
        match playback.rate {
            Some(Rate::Keyframes) => {
                Err(self.problem("only animations of glTF files have keyframes; give a number of frames a second"))
            }
            _ => Ok(()),
        }
    }

    /// A glTF file of which `size` bytes were read.
    fn animate(&mut self, bytes: Vec<u8>, size: usize, playback: &Playback) -> Result<(), Error> {
        let job = self.job();
        let mut ignored = |_| {};
        let mut context = job.context([size, bytes.len()], &mut ignored);
        let animated = Animated::open(bytes, size, playback.animation.as_deref(), &mut context);
        let notes = std::mem::take(&mut context.notes).of(&self.name);
        let animated = animated.map_err(|fault| fault.of(&self.name))?;
        let times = match playback.rate {
            Some(Rate::Keyframes) => animated.animation().keyframes(),
            rate => {
                let rate = if let Some(Rate::PerSecond(rate)) = rate { rate } else { USUAL_RATE };
                let end = animated.animation().end();
                // A last frame that only rounding puts behind the end is one.
                let count = (end * rate * (1.0 + 4.0 * f64::EPSILON)).floor() + 1.0;
                if count > MOST_FRAMES as f64 {
                    return Err(self.problem(format!(
                        "{end} seconds are {count} frames, but at most {MOST_FRAMES} are allowed; choose fewer a second with --fps"
                    )));
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
}

impl Playback {
    /// A frame of files that say no times.
    fn stamp(&self, number: u64) -> Stamp {
        let time = match self.rate {
            Some(Rate::PerSecond(rate)) => Some(number as f64 / rate),
            _ => None,
        };
        Stamp { number, time }
    }
}
