//! Reads meshes from files and writes meshes, reports and pictures.
//!
//! Each `o` of an OBJ file, each `solid` of a text STL file, each node of a glTF file that has a mesh and each instance of
//! it, each mesh that an item of a 3MF file consists of, and each other file is one object. Triangles are numbered from 0
//! inside their object, in the order of the file; polygons are cut into triangles as they were drawn: from their first
//! corner where that is right, as it is for convex ones. Coordinates are `f64`: text is rounded once, `f32` is exact.
//!
//! No file makes a reader panic, hang, allocate much more than the file is worth, or leave out a triangle silently:
//! what cannot be read is an [`Error`] that names the file, the place, the number and the limit.
//!
//! ```
//! use allide_io::{Options, read_bytes};
//!
//! let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
//! let lid = read_bytes("lid.obj", text, None, &Options::default(), &mut |_| {})?;
//! let objects = &lid.objects;
//! assert_eq!((objects[0].name.as_str(), objects[0].mesh.triangles().len()), ("lid", 1));
//!
//! let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n";
//! let error = read_bytes("lid.obj", text, None, &Options::default(), &mut |_| {}).unwrap_err();
//! assert_eq!(error.to_string(), "lid.obj: line 4: the face uses vertex 4, but there are 3");
//! # Ok::<(), allide_io::Error>(())
//! ```

mod crack;
mod error;
pub mod export;
mod extras;
mod format;
mod gltf;
pub mod inspection;
mod layer;
pub mod marks;
pub mod names;
mod note;
mod number;
mod obj;
mod off;
mod origin;
pub mod picture;
pub mod plot;
mod ply;
mod polygon;
mod recognise;
mod repair;
pub mod report;
mod sequence;
mod soup;
mod source;
mod stl;
mod text;
mod threemf;
mod unit;
mod write;

pub use crack::Weld;
pub use error::{Error, Place};
pub use extras::Extras;
pub use format::Format;
pub use layer::{Layer, write_layers};
pub use note::{Note, Oddity};
pub use origin::{Origin, Origins};
pub use sequence::{Playback, Rate, Sequence, Stamp, numbered};
pub use source::meshes_in;
pub use unit::{Unit, UnknownUnit, bring_to_one_unit};
pub use write::{write, write_file};

use allide::{Aabb, DVec3, Mesh, Pose, Welded};
use error::{BadFace, Fault};
use note::Notes;
use origin::Pieces;
use recognise::recognise;
use soup::{Part, Soup};
use source::Accept;
use std::path::Path;

/// The content of a file.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Its objects, in the order of the file.
    pub objects: Vec<Loaded>,
    /// Notes for users, each kind of oddity once.
    pub notes: Vec<Note>,
}

/// An object of a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its name in the file, or the name of the file without folder and extension. In a tree of objects, the names from
    /// the root to it, joined by slashes. Names need not differ.
    pub name: String,
    /// The file.
    pub source: String,
    /// Its shape: at least one triangle, and no vertex that no triangle uses. Instances of one shape share it.
    pub mesh: Mesh,
    /// Where it stands.
    pub pose: Pose,
    /// The unit of its coordinates, where the format or the file tells; see [`bring_to_one_unit`].
    pub unit: Option<Unit>,
    /// Which polygon of the file each triangle is a part of.
    pub origins: Origins,
    /// Which corners were brought together to close it, if any: see [`Options::weld`].
    pub welded: Option<Welded>,
    /// Its identifier in the file, besides its name: a UUID of 3MF, a field of `extras` in glTF (GlobalId, GUID, UUID, id).
    pub key: Option<String>,
    /// Its metadata in the file.
    pub extras: Option<Extras>,
}

/// A box around an object in the world.
pub(crate) fn bounds(object: &Loaded) -> Aabb {
    let Aabb { min, max } = object.mesh.bounds();
    let corner =
        |at: usize| DVec3::from_array([0, 1, 2].map(|axis| if at >> axis & 1 == 0 { min[axis] } else { max[axis] }));
    Aabb::around((0..8).map(|at| object.pose.apply(corner(at))))
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Makes each file one object, in world coordinates.
    pub whole: bool,
    /// Leaves out faces that cannot be read, with a [`Note`], instead of refusing the file.
    pub repair: bool,
    /// Which corners become one, where that closes an object.
    pub weld: Weld,
    /// The sizes above which a file is rejected.
    pub limits: Limits,
}

/// The most that a file may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a file.
    pub file_bytes: u64,
    /// Bytes that a compressed file, or one that repeats its parts, may grow to, and bytes of a pipe: whatever can be
    /// endless without its length telling so.
    pub unpacked_bytes: u64,
    /// Triangles of a file.
    pub triangles: u64,
    /// Objects that the components of a file, or its instances, may make.
    pub objects: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 64 << 30, unpacked_bytes: 8 << 30, triangles: u64::from(u32::MAX), objects: 1 << 20 }
    }
}

/// How far reading has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current phase.
    pub stage: ReadStage,
    /// Bytes behind.
    pub done: u64,
    /// Bytes in all, where that is known.
    pub total: Option<u64>,
}

/// The phases of reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadStage {
    /// Bytes come from the disk or a pipe, and are decompressed.
    Fetch,
    /// Bytes become triangles.
    Parse,
}

/// Reads all objects of a file.
///
/// The format is that of the extension (in any case, also before `.gz`), and that of the content if there is none that
/// is known. `progress` is called every few megabytes.
///
/// ```
/// use allide_io::{Options, read_file};
///
/// # let path = std::env::temp_dir().join(format!("allide-read-{}.off", std::process::id()));
/// # std::fs::write(&path, "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")?;
/// let content = read_file(&path, &Options::default(), &mut |progress| println!("{} bytes", progress.done))?;
/// assert_eq!(content.objects[0].mesh.triangles(), [[0, 1, 2]]);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Whatever is wrong with the file; no triangle at all is an error too.
pub fn read_file(path: &Path, options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Content, Error> {
    let name = path.display().to_string();
    let job = Job { name: &name, folder: Some(path.parent().unwrap_or(Path::new(""))), stem: None, options };
    read_as(path, &job, progress)
}

/// Reads a file, whose name in errors is its path.
fn read_as(path: &Path, job: &Job, progress: &mut dyn FnMut(Progress)) -> Result<Content, Error> {
    let name = path.display().to_string();
    let bytes = source::fetch(path, Accept::All, &job.options.limits, progress)?;
    let packed = format::has_extension(path, "gz").then_some(true);
    Job { name: &name, ..*job }.read(&bytes, packed, Format::from_path(path), progress)
}

/// Reads all objects of a file that is in memory, gzip-compressed or not.
///
/// `name` stands in errors and names the object of a file that names none. Without a `format`, the extension of the
/// name and then the content tell it. A glTF file has to contain its buffers.
///
/// ```
/// use allide_io::{Format, Options, read_bytes};
///
/// let text = b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
/// let content = read_bytes("from the network", text, Some(Format::Off), &Options::default(), &mut |_| {})?;
/// assert_eq!(content.objects[0].source, "from the network");
/// # Ok::<(), allide_io::Error>(())
/// ```
///
/// # Errors
/// Those of [`read_file`].
pub fn read_bytes(
    name: &str,
    bytes: &[u8],
    format: Option<Format>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Content, Error> {
    let job = Job { name, folder: None, stem: None, options };
    job.read(bytes, None, format.or_else(|| Format::from_path(Path::new(name))), progress)
}

/// Takes away what a file says about its objects where that is too long.
fn leave_out_long(parts: &mut [Part], notes: &mut Notes) {
    for part in parts {
        let length = part.extras.as_ref().map_or(0, |extras| extras.text().len());
        if length > Extras::MOST_BYTES {
            part.key = part.key.take().or_else(|| part.extras.take().and_then(|extras| extras.key()));
            part.extras = None;
            notes.add(Oddity::LongExtras, || Place::Element(part.name.clone().unwrap_or_default()));
        }
    }
}

/// The input of a reader, and the receivers of its notes and progress.
pub(crate) struct Context<'a> {
    /// Whether all parts are joined into one in the end.
    pub(crate) whole: bool,
    /// Whether bad faces are left out, with a note, and not an error.
    pub(crate) repair: bool,
    pub(crate) limits: &'a Limits,
    /// Where files lie that the file names; none if it came from memory.
    pub(crate) folder: Option<&'a Path>,
    /// The unit of all coordinates, once a reader knows it.
    pub(crate) unit: Option<Unit>,
    /// Notes for users: oddities that are not errors.
    pub(crate) notes: Notes,
    progress: &'a mut dyn FnMut(Progress),
    total: u64,
    next_report: usize,
}

impl Context<'_> {
    /// Reports how many bytes of the file have been read.
    #[inline]
    pub(crate) fn passed(&mut self, done: usize) {
        if done >= self.next_report {
            self.next_report = done + source::REPORT_EVERY;
            (self.progress)(Progress { stage: ReadStage::Parse, done: done as u64, total: Some(self.total) });
        }
    }

    /// Leaves a face out, with a note, if files are to be repaired; an error if not.
    pub(crate) fn leave_out(&mut self, face: BadFace) -> Result<(), Fault> {
        if !self.repair {
            return Err(face.fault);
        }
        self.notes.add(Oddity::LeftOut(face.reason.into()), || face.fault.place());
        Ok(())
    }
}

struct Job<'a> {
    name: &'a str,
    folder: Option<&'a Path>,
    /// The name of objects without a name; without it, that of the file.
    stem: Option<&'a str>,
    options: &'a Options,
}

impl Job<'_> {
    /// `packed` says whether the bytes are gzip-compressed, if that is known.
    fn read(
        &self,
        bytes: &[u8],
        packed: Option<bool>,
        format: Option<Format>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Content, Error> {
        let unpacked = self.unpacked(bytes, packed, progress)?;
        let bytes = unpacked.as_deref().unwrap_or(bytes);

        let Some(format) = format.or_else(|| Format::detect(bytes)) else {
            if let Some(fault) = recognise(bytes, None) {
                return Err(fault.of(self.name));
            }
            return Err(Error::UnknownFormat { file: self.name.to_owned(), known: Format::READABLE });
        };
        let read = match format {
            Format::Obj => obj::read,
            Format::Stl => stl::read,
            Format::Ply => ply::read,
            Format::Off => off::read,
            Format::Gltf => gltf::read,
            Format::ThreeMf => threemf::read,
        };
        self.finish(bytes.len() as u64, progress, |context| {
            let parts = read(bytes, context).and_then(|parts| self.check(parts));
            parts.map_err(|fault| match recognise(bytes, Some(format)) {
                Some(what) if !fault.is_too_large() => what,
                _ => fault,
            })
        })
    }

    /// The bytes without gzip, if they have it.
    fn unpacked(
        &self,
        bytes: &[u8],
        packed: Option<bool>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Vec<u8>>, Error> {
        let packed = packed.unwrap_or_else(|| source::is_gzip(bytes));
        let unpacked = packed.then(|| source::unpack(bytes, &self.options.limits, progress)).transpose();
        unpacked.map_err(|fault| fault.of(self.name))
    }

    fn context<'c>(&'c self, total: u64, progress: &'c mut dyn FnMut(Progress)) -> Context<'c> {
        Context {
            whole: self.options.whole,
            repair: self.options.repair,
            limits: &self.options.limits,
            folder: self.folder,
            unit: None,
            notes: Notes::default(),
            progress,
            total,
            next_report: source::REPORT_EVERY,
        }
    }

    /// The objects that a reader finds and [`Job::check`] accepts, with names.
    fn finish(
        &self,
        total: u64,
        progress: &mut dyn FnMut(Progress),
        read: impl FnOnce(&mut Context) -> Result<Vec<Part>, Fault>,
    ) -> Result<Content, Error> {
        let mut context = self.context(total, progress);
        let mut parts = read(&mut context);
        if let Ok(parts) = &mut parts {
            let (weld, limit) = (self.options.weld, self.options.limits.unpacked_bytes);
            crack::close(parts, weld, &mut context.notes);
            crack::look_at_whole(parts, weld, limit, &mut context.notes);
            leave_out_long(parts, &mut context.notes);
        }
        let (unit, notes) = (context.unit, context.notes.of(self.name));
        let objects = self.name(parts.map_err(|fault| fault.of(self.name))?, unit);
        Ok(Content { objects, notes })
    }

    fn check(&self, mut parts: Vec<Part>) -> Result<Vec<Part>, Fault> {
        parts.retain(|part| !part.mesh.triangles().is_empty());
        let triangles: u64 = parts.iter().map(|part| part.mesh.triangles().len() as u64).sum();
        let limit = self.options.limits.triangles;
        match triangles {
            0 => Err(Fault::empty()),
            _ if triangles > limit => {
                let problem = format!("{triangles} triangles, but at most {limit} are allowed");
                Err(Fault::too_large(Place::File, problem))
            }
            _ if self.options.whole => Ok(vec![self.join(parts)?]),
            _ => Ok(parts),
        }
    }

    /// All parts as one, in world coordinates.
    fn join(&self, mut parts: Vec<Part>) -> Result<Part, Fault> {
        if parts.len() == 1 && parts[0].pose == Pose::IDENTITY {
            return Ok(Part { name: None, key: None, extras: None, ..parts.remove(0) });
        }
        let memory = |part: &Part| soup::memory(part.mesh.positions().len() as u64, part.mesh.triangles().len() as u64);
        let memory: u64 = parts.iter().map(memory).sum();
        let limit = self.options.limits.unpacked_bytes;
        if memory > limit {
            let problem = format!("as one object it takes {memory} bytes, but at most {limit} are allowed");
            return Err(Fault::too_large(Place::File, problem));
        }
        let (mut soup, mut origins) = (Soup::default(), Pieces::default());
        for part in &parts {
            origins.append(&part.origins, part.mesh.triangles().len());
            if !soup.append(&part.mesh, &part.pose) {
                let name = part.name.as_deref().unwrap_or_default();
                let problem = format!("the pose of object {name:?} moves a vertex beyond the largest number");
                return Err(Fault::malformed(Place::File, problem));
            }
        }
        let is_plain = parts.iter().all(|part| part.origins.is_plain());
        let origins = if is_plain { Origins::default() } else { origins.origins() };
        Ok(Part { origins, ..Part::nameless(soup.into_mesh()?) })
    }

    fn name(&self, parts: Vec<Part>, unit: Option<Unit>) -> Vec<Loaded> {
        let stem = self.stem.map_or_else(|| source::stem(self.name), str::to_owned);
        let named = |part: Part| Loaded {
            name: part.name.unwrap_or_else(|| stem.clone()),
            source: self.name.to_owned(),
            mesh: part.mesh,
            pose: part.pose,
            unit,
            origins: part.origins,
            welded: part.welded,
            key: part.key.or_else(|| part.extras.as_ref().and_then(Extras::key)),
            extras: part.extras,
        };
        parts.into_iter().map(named).collect()
    }
}
