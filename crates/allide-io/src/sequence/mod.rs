//! Scenes that change from frame to frame: numbered files, animations of glTF files, positions in NPZ files.
//!
//! A frame is read when it is asked for. `numbered.rs` finds files, `npz.rs` and `npy.rs` positions; `gltf/animated.rs`
//! reads a document again with a `Posture` (what an animation puts in place of what nodes say: `animation.rs`,
//! `track.rs`), and keeps buffers and shapes that do not depend on joints. `carry.rs` gives an object the mesh that the
//! object of its name had in the frame before: the same, if no bit differs, or that one deformed, if its triangles are
//! the same. This is all that an engine needs to refit trees instead of building them; nothing else knows about frames.

mod carry;
mod npy;
mod npz;
mod numbered;
mod open;

use crate::error::Error;
use crate::gltf::Animated;
use crate::note::Note;
use crate::source::Accept;
use crate::{Content, Context, Job, Loaded, Options, Progress};
use npz::Npz;
use numbered::Pattern;
use std::path::{Path, PathBuf};

/// The most frames of a sequence.
const MOST_FRAMES: usize = 1 << 20;

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
    /// Take only every Nth of these frames; 0 is the same as 1.
    pub every: usize,
}

/// How often an animation is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// This many frames per second.
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
    /// The file that was read last.
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
    /// NPZ file, also `.npz.gz`. A file that exists is no pattern.
    pub fn is_named_by(path: &Path) -> bool {
        open::is_npz(path) || !path.exists() && Pattern::parse(path).is_some()
    }

    /// Whether a file, by its canonical path, is one that the sequence of a path reads.
    pub fn reads(path: &Path, file: &Path) -> bool {
        match Pattern::parse(path) {
            Some(pattern) if !path.exists() => pattern.takes(file),
            _ => path.canonicalize().is_ok_and(|path| path == file),
        }
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
                let accept = Accept::Within(crate::folder_of(&files[frame]));
                let mut content = crate::read_as(&files[frame], accept, &job, progress)?;
                content.objects.iter_mut().for_each(|object| object.source.clone_from(&self.name));
                content
            }
            Kind::Animated(animated) => {
                let size = animated.size();
                let frame = |context: &mut Context| animated.frame(time.unwrap_or(0.0), context);
                job.finish([size; 2], progress, frame).map_err(|error| error.in_frame(number))?
            }
            Kind::Npz(npz) => {
                let frame = |context: &mut Context| npz.frame(number as usize, context);
                job.finish([npz.bytes; 2], progress, frame).map_err(|error| error.in_frame(number))?
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
