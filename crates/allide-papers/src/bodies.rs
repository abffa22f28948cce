//! The bodies that works measure with: their models where a folder has them, and bodies by formula elsewhere.

use crate::{Bench, Error, Options, Size};
use allide::{Mesh, Pose, Scene};
use allide_scenes::Motion as _;
use allide_scenes::scenes::{Ear, Fold, deformed_bunny, merged, merged_cows};
use allide_scenes::shapes::{self, merge, subdivided};
use std::f64::consts::FRAC_PI_2;
use std::path::Path;

/// Models by others, with z up.
#[derive(Debug, Default)]
pub(crate) struct Models {
    bunny: Option<Mesh>,
    dragon: Option<Mesh>,
    cow: Option<Mesh>,
}

/// Files that are looked for, each also compressed. Of dragons, the paper's has 112,000 triangles.
const BUNNY: &[&str] = &["bunny.obj", "bunny.ply"];
const COW: &[&str] = &["cow.obj", "cow.ply"];
const DRAGON: &[&str] = &["dragon_res2.ply", "dragon.ply", "dragon_res3.ply"];
const SMALL_DRAGON: &[&str] = &["dragon_res3.ply", "dragon_res2.ply", "dragon.ply"];

impl Models {
    pub fn open(options: &Options) -> Result<Self, Error> {
        let Some(folder) = &options.models else { return Ok(Self::default()) };
        let dragons = if options.size == Size::Full { DRAGON } else { SMALL_DRAGON };
        let models = Self { bunny: first(folder, BUNNY)?, dragon: first(folder, dragons)?, cow: first(folder, COW)? };
        match &models {
            Self { bunny: None, dragon: None, cow: None } => Err(Error::Models(format!(
                "{}: none of {}, {} and {} is here, or compressed as .gz",
                folder.display(),
                BUNNY[0],
                DRAGON[0],
                COW[0]
            ))),
            _ => Ok(models),
        }
    }
}

/// The first of some models that a folder has.
fn first(folder: &Path, names: &[&str]) -> Result<Option<Mesh>, Error> {
    let paths = names.iter().flat_map(|name| [folder.join(name), folder.join(format!("{name}.gz"))]);
    let Some(path) = paths.into_iter().find(|path| path.is_file()) else { return Ok(None) };
    let options = allide_io::Options { whole: true, ..allide_io::Options::default() };
    let read = allide_io::read_file(&path, &options, &mut |_| ()).map_err(|error| Error::Models(error.to_string()))?;
    let none = || Error::Models(format!("{}: no triangles", path.display()));
    let mesh = &read.objects.first().ok_or_else(none)?.mesh;
    // Their y is up.
    let upright = Pose::rotation_translation([1.0, 0.0, 0.0], FRAC_PI_2, [0.0; 3])?;
    Ok(Some(merge([(mesh, upright)])))
}

/// A body or what is made of some, and whether it is made of models.
#[derive(Clone, Debug)]
pub(crate) struct Body<T> {
    pub made: T,
    pub is_model: bool,
}

impl<T> Body<T> {
    /// The label that tells readers about it.
    pub fn label(&self) -> &'static str {
        if self.is_model { "bodies: the models that the work names" } else { "bodies: by formula" }
    }
}

/// The model, if it has up to half more triangles than wanted, or two thirds, or comes to that where each is cut in four; otherwise a
/// body by formula.
fn about(model: Option<&Mesh>, wanted: usize, formula: fn(usize) -> Mesh) -> Body<Mesh> {
    let mut made = model.cloned();
    while let Some(mesh) = &made {
        match mesh.triangles().len() {
            count if 2 * count > 3 * wanted => break,
            count if 3 * count >= 2 * wanted => return Body { made: mesh.clone(), is_model: true },
            _ => made = Some(subdivided(mesh)),
        }
    }
    Body { made: formula(wanted), is_model: false }
}

/// So that the largest extent is `size`.
fn sized(mesh: &Mesh, size: f64) -> Mesh {
    let scale = size / mesh.bounds().size().max_element();
    let larger = Pose::affine([[scale, 0.0, 0.0], [0.0, scale, 0.0], [0.0, 0.0, scale]], [0.0; 3]);
    merge([(mesh, larger.expect("models have a size"))])
}

impl Bench {
    /// A bunny of about this many triangles.
    pub(crate) fn bunny(&self, triangles: usize) -> Body<Mesh> {
        about(self.models.bunny.as_ref(), triangles, shapes::bunny)
    }

    /// A bunny with an ear in its head.
    pub(crate) fn deformed_bunny(&self, triangles: usize) -> Body<Scene> {
        match self.bunny(triangles) {
            Body { made, is_model: true } => Body { made: folded(made), is_model: true },
            Body { is_model: false, .. } => Body { made: deformed_bunny(triangles), is_model: false },
        }
    }

    /// Two cows as one object.
    pub(crate) fn cows(&self, triangles: usize) -> Body<Scene> {
        match about(self.models.cow.as_ref(), triangles / 2, shapes::cow) {
            Body { made, is_model: true } => Body { made: merged(&made, &made), is_model: true },
            Body { is_model: false, .. } => Body { made: merged_cows(triangles), is_model: false },
        }
    }

    /// The model of the bunny with an ear in its head, whatever its size.
    pub(crate) fn deformed_model(&self) -> Option<Scene> {
        self.models.bunny.clone().map(folded)
    }

    /// Two models of the cow as one object, whatever their size.
    pub(crate) fn cow_models(&self) -> Option<Scene> {
        self.models.cow.as_ref().map(|cow| merged(cow, cow))
    }

    /// The models of the bunny and the dragon, for the one to fall on the other; nothing if one of them is missing.
    pub(crate) fn bunny_and_dragon(&self) -> Option<[Mesh; 2]> {
        let Models { bunny, dragon, .. } = &self.models;
        Some([sized(bunny.as_ref()?, 1.9), sized(dragon.as_ref()?, 4.0)])
    }
}

/// The Stanford bunny with its ear in its head.
fn folded(bunny: Mesh) -> Scene {
    let ear = Ear::of(bunny, Fold::STANFORD);
    ear.at(ear.seconds())
}

/// The same shape as a mesh that no engine has seen.
pub(crate) fn copied(mesh: &Mesh) -> Mesh {
    merge([(mesh, Pose::IDENTITY)])
}
