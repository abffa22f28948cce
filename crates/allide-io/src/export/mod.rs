//! Findings in files for other programs: GLB for viewers and Blender, PLY, VTP for ParaView, CSV.
//!
//! Findings are numbered as in the table. Formats are left to `gltf/findings.rs`, `ply/findings.rs` and `vtp.rs`. In
//! GLB, each node has its own origin (`translation`), and `f32` is relative to it.

mod found;
mod vtp;

pub(crate) use found::{CLASSES, FIRST, Found, SECOND, line_color};

use crate::error::Error;
use crate::report::{Answers, Pair, write_csv};
use crate::write::Problem;
use crate::{format, gltf, ply};
use allide_files::replace_with;
use std::io::{BufWriter, Write};
use std::path::Path;

/// A format that findings can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportFormat {
    /// The scene with its findings: objects can be seen through, triangles that take part cannot.
    ///
    /// Each object is a node, with the triangles that take part as a part of its own, in the colour that the object has in its worst
    /// finding (first of the pair: amber, second: blue). Each finding is a node, too: lines and regions of contact, and facts in
    /// `extras`. Coordinates are `f32` about the middle of each node, which stands in its `translation`.
    Glb,
    /// The triangles that take part, those of each finding by themselves, with finding, object, triangle and class for each face;
    /// lines are elements of their own. Coordinates are `f64`.
    Ply,
    /// Triangles, lines and regions of contact for ParaView, with finding, objects, class, penetration, depth and
    /// distance for each cell. Coordinates are `f64`.
    Vtp,
    /// The table of [`write_csv`].
    Csv,
}

impl ExportFormat {
    const ALL: [Self; 4] = [Self::Glb, Self::Ply, Self::Vtp, Self::Csv];

    fn extension(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Ply => "ply",
            Self::Vtp => "vtp",
            Self::Csv => "csv",
        }
    }

    /// The format that a file's extension stands for, in any case.
    ///
    /// # Errors
    /// Another extension; the message lists those that are known.
    pub fn from_path(path: &Path) -> Result<Self, Error> {
        let known = Self::ALL.into_iter().find(|format| format::has_extension(path, format.extension()));
        known.ok_or_else(|| Error::UnknownExport { file: path.display().to_string() })
    }
}

/// Writes findings in the format of the path's extension: see [`ExportFormat`]. A file of that name is replaced once the new one is
/// complete.
///
/// `pairs` are those of the answers to be written, in the order in which they are numbered, from 1. Without any, there is still a
/// file: GLB shows the scene.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
/// use allide_io::{Options, export, read_file, report::Answers};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// # let mut scene = Scene::new();
/// # scene.add("part", &triangle, Pose::IDENTITY);
/// # scene.add("other", &triangle, Pose::translation(0.25, 0.25, 0.0)?);
/// # let path = std::env::temp_dir().join(format!("allide-export-{}.ply", std::process::id()));
/// # let overlaps = Some(Engine::cpu().run(&scene, &Overlaps::new())?);
/// # let answers = Answers { scene, overlaps, sources: Vec::new(), unit: None, notes: Vec::new(), selection: Vec::new(), self_overlaps: None, clearance: None, self_clearance: None, nearest: None, threads: 1 };
/// export::write_file(&path, &answers, &answers.rows())?;
/// assert_eq!(read_file(&path, &Options::default(), &mut |_| {})?.objects[0].mesh.triangles().len(), 2);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Another extension, more than the format can hold, or a file that cannot be written.
pub fn write_file(path: &Path, answers: &Answers, pairs: &[Pair<'_>]) -> Result<(), Error> {
    let name = path.display().to_string();
    let format = ExportFormat::from_path(path)?;
    let io = |source| Error::Io { file: name.clone(), source };
    replace_with(path, io, |file| write(&name, answers, pairs, format, file))
}

/// Writes findings as [`write_file`] does; `name` stands in errors.
///
/// # Errors
/// Those of [`write_file`].
pub fn write(
    name: &str,
    answers: &Answers,
    pairs: &[Pair<'_>],
    format: ExportFormat,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let written = match format {
        ExportFormat::Glb => gltf::write_findings(answers, &found::all(answers, pairs), &mut out),
        ExportFormat::Ply => ply::write_findings(&answers.scene, &found::all(answers, pairs), &mut out),
        ExportFormat::Vtp => vtp::write(&answers.scene, &found::all(answers, pairs), &mut out),
        ExportFormat::Csv => write_csv(&mut out, answers, false).map_err(Problem::Io),
    };
    written.and_then(|()| out.flush().map_err(Problem::Io)).map_err(|problem| match problem {
        Problem::Io(source) => Error::Io { file: name.to_owned(), source },
        Problem::Fault(fault) => fault.of(name),
    })
}
