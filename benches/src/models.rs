//! The shapes that are timed: real models where they are at hand, generated ones of the same size elsewhere.

use crate::arrays::Arrays;
use allide::Scene;
use allide_io::Options;
use allide_scenes::shapes;
use std::path::{Path, PathBuf};

/// The folder of real models, if there is one: `ALLIDE_MODELS`, or `shared/models` beside the repository.
fn folder() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/models");
    let folder = std::env::var_os("ALLIDE_MODELS").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// A shape, and whether it is the real model.
pub struct Model {
    pub shape: Arrays,
    pub real: bool,
}

/// The Stanford bunny.
pub fn bunny() -> Result<Model, String> {
    model("figures/bunny.obj.gz", 69_451)
}

/// The Stanford dragon.
pub fn dragon() -> Result<Model, String> {
    model("figures/dragon.ply.gz", 871_414)
}

fn model(name: &str, triangles: usize) -> Result<Model, String> {
    let Some(path) = folder().map(|folder| folder.join(name)).filter(|path| path.is_file()) else {
        return Ok(Model { shape: blob(triangles), real: false });
    };
    let shape = read(&path)?;
    if shape.triangles.len() != triangles {
        return Err(format!("{name}: {} triangles, but {triangles} were expected", shape.triangles.len()));
    }
    Ok(Model { shape, real: true })
}

fn read(path: &Path) -> Result<Arrays, String> {
    let options = Options { whole: true, ..Options::default() };
    let content = allide_io::read_file(path, &options, &mut |_| ()).map_err(|error| error.to_string())?;
    let first = content.objects.first().ok_or_else(|| "a model without triangles".to_owned())?;
    Ok(from_mesh(&first.mesh))
}

/// A bumpy body.
pub fn blob(triangles: usize) -> Arrays {
    from_mesh(&shapes::blob(1, triangles))
}

/// A crumpled sheet, folded through itself.
pub fn cloth(triangles: usize) -> Arrays {
    from_mesh(&shapes::cloth(1, triangles))
}

/// The arrays of a mesh.
pub fn from_mesh(mesh: &allide::Mesh) -> Arrays {
    let positions = mesh.positions().iter().map(|point| point.to_array()).collect();
    Arrays { positions, triangles: mesh.triangles().to_vec() }
}

/// The objects of a scene, each with arrays of its own in world coordinates.
pub fn from_scene(scene: &Scene) -> Vec<Arrays> {
    let place = |object: &allide::Object| {
        let positions = object.mesh().positions().iter().map(|&point| object.pose().apply(point).to_array());
        Arrays { positions: positions.collect(), triangles: object.mesh().triangles().to_vec() }
    };
    scene.objects().iter().map(place).collect()
}
