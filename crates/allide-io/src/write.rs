//! Scenes to files.

use crate::error::{Error, Fault, Place};
use crate::{Format, gltf, obj, off, ply, stl};
use allide::{DVec3, Mesh, Object, Pose, Scene};
use allide_files::replace_with;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a scene in the format of the path's extension: OBJ, STL (binary), PLY (binary), OFF or GLB.
///
/// All coordinates are world coordinates, and mirrored objects face the same way as before. OBJ and GLB keep objects apart, the others join them. OBJ, OFF and PLY keep
/// every bit of `f64`; STL and GLB round to `f32`. A file of that name is replaced once the new one is complete.
///
/// ```
/// use allide::{Mesh, Pose, Scene};
/// use allide_io::{Options, read_file, write_file};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// # let path = std::env::temp_dir().join(format!("allide-write-{}.obj", std::process::id()));
/// let mut scene = Scene::new();
/// scene.add("lid", &triangle, Pose::translation(0.0, 0.0, 0.5)?);
/// write_file(&path, &scene)?;
/// let objects = read_file(&path, &Options::default(), &mut |_| {})?.objects;
/// assert_eq!((objects[0].name.as_str(), objects[0].mesh.positions()[0].z), ("lid", 0.5));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An extension of none of these formats, a scene that the format cannot hold, or a file that cannot be written.
pub fn write_file(path: &Path, scene: &Scene) -> Result<(), Error> {
    let name = path.display().to_string();
    let format = Format::from_path(path).filter(|format| {
        // A `.gltf` beside a `.bin` and a compressed file are not on offer.
        Format::WRITABLE.contains(format)
            && !["gltf", "gz"].iter().any(|other| crate::format::has_extension(path, other))
    });
    let Some(format) = format else {
        return Err(Error::UnknownFormat { file: name, known: Format::WRITABLE });
    };
    let io = |source| Error::Io { file: name.clone(), source };
    replace_with(path, io, |file| write(&name, scene, format, file))
}

/// Writes a scene as [`write_file`] does; `name` stands in errors.
///
/// # Errors
/// Those of [`write_file`].
pub fn write(name: &str, scene: &Scene, format: Format, out: &mut dyn Write) -> Result<(), Error> {
    let writer = match format {
        Format::Obj => obj::write,
        Format::Stl => stl::write,
        Format::Ply => ply::write,
        Format::Off => off::write,
        Format::Gltf => gltf::write,
        Format::ThreeMf => return Err(Error::UnknownFormat { file: name.to_owned(), known: Format::WRITABLE }),
    };
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let written = check(scene).map_err(Problem::Fault).and_then(|()| writer(scene, &mut out));
    written.and_then(|()| out.flush().map_err(Problem::Io)).map_err(|problem| match problem {
        Problem::Io(source) => Error::Io { file: name.to_owned(), source },
        Problem::Fault(fault) => fault.of(name),
    })
}

/// Why a writer stopped.
pub(crate) enum Problem {
    Io(io::Error),
    Fault(Fault),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The requirements of every format: vertices that 32 bits can count, and finite world coordinates.
fn check(scene: &Scene) -> Result<(), Fault> {
    for (what, count) in [("vertices", vertex_count(scene)), ("triangles", triangle_count(scene))] {
        if count > u64::from(u32::MAX) {
            let problem = format!("{count} {what}, but at most {} can be written", u32::MAX);
            return Err(Fault::too_large(Place::File, problem));
        }
    }
    for object in scene.objects() {
        if let Some(vertex) = positions(object).position(|position| !position.iter().all(|value| value.is_finite())) {
            let problem = format!("the pose moves vertex {vertex} beyond the largest number");
            return Err(Fault::too_large(place(object), problem));
        }
    }
    Ok(())
}

pub(crate) fn vertex_count(scene: &Scene) -> u64 {
    scene.objects().iter().map(|object| object.mesh().positions().len() as u64).sum()
}

pub(crate) fn triangle_count(scene: &Scene) -> u64 {
    scene.objects().iter().map(|object| object.mesh().triangles().len() as u64).sum()
}

pub(crate) fn place(object: &Object) -> Place {
    Place::Element(format!("object {:?}", object.name()))
}

/// World coordinates.
pub(crate) fn positions(object: &Object) -> impl Iterator<Item = [f64; 3]> {
    object.mesh().positions().iter().map(|&point| place_point(point, object.pose()).to_array())
}

/// The corners of all triangles. Those of a mirrored object are turned round, so that they face the same way as before.
pub(crate) fn triangles(mesh: &Mesh, pose: &Pose) -> impl Iterator<Item = [u32; 3]> {
    let mirrors = pose.mirrors();
    mesh.triangles().iter().map(move |&[a, b, c]| if mirrors { [a, c, b] } else { [a, b, c] })
}

/// A point in the world. The identity keeps every bit, the sign of zero included.
pub(crate) fn place_point(point: DVec3, pose: &Pose) -> DVec3 {
    if *pose == Pose::IDENTITY { point } else { pose.apply(point) }
}

/// World coordinates, rounded to `f32`.
pub(crate) fn short_positions(object: &Object) -> Result<Vec<[f32; 3]>, Fault> {
    let short = |(vertex, position): (usize, [f64; 3])| {
        let short = position.map(|value| value as f32);
        if short.iter().all(|value| value.is_finite()) {
            return Ok(short);
        }
        let problem = format!("vertex {vertex} at {position:?} is beyond the largest f32; write OBJ or PLY");
        Err(Fault::too_large(place(object), problem))
    };
    positions(object).enumerate().map(short).collect()
}

/// The objects, each with the number of its first vertex in the whole scene.
pub(crate) fn numbered(scene: &Scene) -> impl Iterator<Item = (&Object, u32)> {
    let mut next = 0;
    scene.objects().iter().map(move |object| {
        let first = next;
        next += object.mesh().positions().len() as u32;
        (object, first)
    })
}

/// A coordinate in the fewest digits that read back as the same `f64`.
pub(crate) struct Digits(pub(crate) f64);

impl std::fmt::Display for Digits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let size = self.0.abs();
        if size == 0.0 || (1e-5..1e16).contains(&size) { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}
