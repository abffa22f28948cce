//! Coloured triangles and lines in files to look at.

use crate::error::{Error, Fault, Place};
use crate::write::Problem;
use crate::{Format, gltf, ply};
use allide::{Aabb, DVec3};
use allide_files::replace_with;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Triangles and lines of one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// The label in viewers.
    pub name: String,
    /// Red, green, blue and opacity, as on a screen.
    pub color: [u8; 4],
    /// Triangles by their corners.
    pub triangles: Vec<[DVec3; 3]>,
    /// Lines by their ends.
    pub lines: Vec<[DVec3; 2]>,
}

/// Writes layers in the format of the path's extension: GLB, or PLY, which has no names and leaves out layers that can be
/// seen through. A file of that name is replaced once the new one is complete.
///
/// ```
/// use allide::DVec3;
/// use allide_io::{Layer, Options, read_file, write_layers};
///
/// # let path = std::env::temp_dir().join(format!("allide-layers-{}.glb", std::process::id()));
/// let triangles = vec![[DVec3::ZERO, DVec3::X, DVec3::Y]];
/// let lines = vec![[DVec3::X, DVec3::Y]];
/// write_layers(&path, &[Layer { name: "bad".into(), color: [255, 0, 0, 255], triangles, lines }])?;
/// assert_eq!(read_file(&path, &Options::default(), &mut |_| {})?.objects[0].mesh.triangles().len(), 1);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Another extension, more than the format can hold, or a file that cannot be written.
pub fn write_layers(path: &Path, layers: &[Layer]) -> Result<(), Error> {
    let name = path.display().to_string();
    let writer = match Format::from_path(path) {
        Some(Format::Gltf) if crate::format::has_extension(path, "glb") => gltf::write_layers,
        Some(Format::Ply) if crate::format::has_extension(path, "ply") => ply::write_layers,
        _ => return Err(Error::UnknownFormat { file: name, known: &[Format::Gltf, Format::Ply] }),
    };
    let io = |source| Error::Io { file: name.clone(), source };
    replace_with(path, io, |file| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let written = writer(layers, &mut out).and_then(|()| out.flush().map_err(Problem::Io));
        written.map_err(|problem| match problem {
            Problem::Io(source) => Error::Io { file: name.clone(), source },
            Problem::Fault(fault) => fault.of(&name),
        })
    })
}

impl Layer {
    /// The corners of all triangles, then the ends of all lines.
    pub(crate) fn points(&self) -> impl Iterator<Item = DVec3> {
        self.triangles.as_flattened().iter().chain(self.lines.as_flattened()).copied()
    }

    pub(crate) fn place(&self) -> Place {
        Place::Element(format!("layer {:?}", self.name))
    }
}

/// The middle of all layers; the origin if there is nothing.
pub(crate) fn center(layers: &[Layer]) -> DVec3 {
    let bounds = Aabb::around(layers.iter().flat_map(Layer::points));
    if bounds.is_empty() { DVec3::ZERO } else { bounds.min * 0.5 + bounds.max * 0.5 }
}

/// An error if there are more points than 31 bits can count: PLY's edges use signed numbers.
pub(crate) fn check_count(count: u64) -> Result<(), Fault> {
    if count <= i32::MAX as u64 {
        return Ok(());
    }
    let problem = format!("{count} vertices, but at most {} can be written", i32::MAX);
    Err(Fault::too_large(Place::File, problem))
}
