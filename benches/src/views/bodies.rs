//! Real models, where a folder of them is given.

use super::Job;
use crate::Failure;
use allide::{Mesh, Pose};
use allide_io::Options;
use allide_scenes::shapes::merge;
use std::f64::consts::FRAC_PI_2;

/// A model of the folder, which has y up, turned so that z is up. Nothing without a folder.
pub fn real(job: &Job, name: &str) -> Result<Option<Mesh>, Failure> {
    let Some(path) = job.models.as_ref().map(|folder| folder.join("figures").join(name)) else { return Ok(None) };
    let options = Options { whole: true, ..Options::default() };
    let loaded = allide_io::read_file(&path, &options, &mut |_| ())?;
    let first = loaded.objects.first().ok_or(format!("{}: no triangles", path.display()))?;
    let upright = Pose::rotation_translation([1.0, 0.0, 0.0], FRAC_PI_2, [0.0; 3])?;
    Ok(Some(merge([(&first.mesh, upright)])))
}

/// The mesh, so that its largest extent is `size`.
pub fn sized(mesh: &Mesh, size: f64) -> Result<Mesh, Failure> {
    let scale = size / mesh.bounds().size().max_element();
    let pose = Pose::affine([[scale, 0.0, 0.0], [0.0, scale, 0.0], [0.0, 0.0, scale]], [0.0; 3])?;
    Ok(merge([(mesh, pose)]))
}

/// `a real model` or `a generated one`.
pub fn origin(is_real: bool) -> &'static str {
    if is_real { "Stanford's models" } else { "generated bodies" }
}

/// The same mesh, as one that is not known yet.
pub fn copied(mesh: &Mesh) -> Mesh {
    merge([(mesh, Pose::IDENTITY)])
}
