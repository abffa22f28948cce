//! Defects of meshes that should bound solids, and their volume and area.
//!
//! Joins what `topology` knows with self-overlaps and measures. A volume is a sum of products of three coordinates,
//! added up in a fixed-point number that is long enough for all of them (`exact_sum`): so its sign, and with it the
//! orientation of a shell, is exact without a special case for flat shells, and the origin does not matter. A shell is
//! inside out if its orientation does not fit its depth among the others (`nest`); shells that overlap others have no
//! depth. Facts about a mesh are found once, places once for each instance. Many nested layers have a shortcut of their
//! own (`layers`).

mod clusters;
mod exact_sum;
mod facts;
mod layers;
mod measure;
mod nest;
mod nesting;
mod problem;
#[cfg(test)]
mod tests;

pub use clusters::{Border, Cluster};
pub use measure::Measure;
pub use nesting::{Orientation, Shell};
pub use problem::Problem;

use crate::identity::MeshId;
use crate::report::Run;
use crate::world::WorldObject;
use crate::{Aabb, Engine, Error, Mesh, ObjectId, Report, Scene, SelfOverlaps, TrianglePair, world};
use facts::Facts;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

/// The state of all objects of a scene: see [`inspect`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inspections {
    /// How self-overlaps were found. `total_ms` includes everything else.
    pub run: Run,
    /// One for each object, in order.
    pub objects: Vec<Inspection>,
}

/// The state of one object.
///
/// Edges, shells and triangles are those of the mesh, so an instance is as healthy as its mesh, mirrored or not. Places,
/// lengths, area, volume and self-overlaps are those in the world.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inspection {
    /// The object.
    pub object: ObjectId,
    /// The shells, as numbered by [`Topology::shells`](crate::Topology::shells).
    pub shells: Vec<Shell>,
    /// Borders: connected open edges, the longest list first.
    pub borders: Vec<Border>,
    /// Clusters of connected self-overlaps, the longest list first.
    pub clusters: Vec<Cluster>,
    /// The volume that the shells enclose, counted twice where they enclose it twice; negative for an object that is inside
    /// out. `None` if a shell is open, or if there are no shells.
    pub volume: Option<Measure>,
    /// The area of all triangles.
    pub area: Measure,
    /// The smallest box around all triangles.
    pub bounds: Aabb,
    mesh: Mesh,
    facts: Arc<Facts>,
}

impl Inspection {
    /// The mesh of the object. Its [`topology`](Mesh::topology) lists the edges that are counted here.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Whether the object bounds a solid: it has shells, and all are closed and consistently oriented.
    pub fn is_closed(&self) -> bool {
        !self.shells.is_empty() && self.shells.iter().all(|shell| shell.is_closed)
    }

    /// Triangles without area, in order.
    pub fn degenerate_triangles(&self) -> &[u32] {
        &self.facts.degenerate
    }

    /// Triangles with the same corners as an earlier one: each after the first with these corners.
    pub fn duplicate_triangles(&self) -> &[[u32; 2]] {
        &self.facts.duplicates
    }

    /// Whether it has no defects.
    pub fn is_healthy(&self) -> bool {
        Problem::ALL.iter().all(|&problem| self.count(problem) == 0)
    }

    /// The defects, the worst first, each with its count.
    pub fn problems(&self) -> impl Iterator<Item = (Problem, usize)> {
        Problem::ALL.into_iter().map(|problem| (problem, self.count(problem))).filter(|&(_, count)| count > 0)
    }

    /// The count of a defect.
    pub fn count(&self, problem: Problem) -> usize {
        let topology = self.mesh.topology();
        let shells = |is_bad: fn(&Shell) -> bool| self.shells.iter().filter(|shell| is_bad(shell)).count();
        match problem {
            Problem::Empty => usize::from(self.mesh.triangles().is_empty()),
            Problem::OpenEdges => topology.open_edges().len(),
            Problem::FlippedEdges => topology.flipped_edges().len(),
            Problem::NonManifoldEdges => topology.non_manifold_edges().len(),
            Problem::InvertedShells => shells(Shell::is_inverted),
            Problem::FlatShells => shells(|shell| shell.orientation == Some(Orientation::Flat)),
            Problem::SelfOverlaps => self.clusters.len(),
            Problem::DuplicateTriangles => self.facts.duplicates.len(),
            Problem::DegenerateTriangles => self.facts.degenerate.len(),
        }
    }
}

/// Inspects all objects of a scene: whether each bounds a solid, its defects if not, and its size.
///
/// All counts are exact. Volume and area are rounded, with a bound on the error.
///
/// ```
/// use allide::{Engine, Mesh, Pose, Problem, Scene, inspect};
///
/// let corners = vec![[0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 2.0]];
/// let wedge = Mesh::new(corners.clone(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let cup = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2]])?;
/// let mut scene = Scene::new();
/// scene.add("wedge", &wedge, Pose::IDENTITY);
/// scene.add("cup", &cup, Pose::IDENTITY);
/// let found = inspect(&mut Engine::cpu(), &scene)?;
/// assert!(found.objects[0].is_healthy());
/// assert_eq!(found.objects[0].volume.unwrap().value, 3.0);
/// assert!(found.objects[1].problems().eq([(Problem::OpenEdges, 3)]));
/// # Ok::<(), allide::Error>(())
/// ```
///
/// # Errors
/// Those of [`Engine::run`].
pub fn inspect(engine: &mut Engine, scene: &Scene) -> Result<Inspections, Error> {
    let start = Instant::now();
    let objects = engine.world(scene)?;
    let (facts, apart) = engine.on_threads(|| {
        let facts = facts(scene);
        let apart = apart(scene, &objects, &facts);
        (facts, apart)
    });
    let mut rest = scene.clone();
    apart.into_iter().for_each(|id| rest.remove(id));
    let mut report = engine.run(&rest, &SelfOverlaps::of_all())?;
    let objects = engine.world(scene)?;
    let objects = engine.on_threads(|| all(scene, &objects, &facts, &report));
    report.run.stats.total_ms = start.elapsed().as_secs_f64() * 1e3;
    Ok(Inspections { run: report.run, objects })
}

/// The facts about all meshes. Instances share one.
type AllFacts = HashMap<MeshId, Arc<Facts>>;

fn facts(scene: &Scene) -> AllFacts {
    let mut meshes: HashMap<MeshId, &Mesh> = HashMap::new();
    scene.ids().map(|id| scene.objects()[id.index()].mesh()).for_each(|mesh| {
        meshes.entry(mesh.id()).or_insert(mesh);
    });
    meshes.into_par_iter().map(|(id, mesh)| (id, Arc::new(Facts::new(mesh)))).collect()
}

/// Objects of many layers, of which no triangles overlap.
fn apart(scene: &Scene, objects: &[WorldObject], facts: &AllFacts) -> Vec<ObjectId> {
    let is_apart = |id: &ObjectId| {
        let object = &objects[id.index()];
        layers::are_apart(object, &facts[&object.mesh.id()])
    };
    scene.ids().collect::<Vec<_>>().into_par_iter().filter(is_apart).collect()
}

fn all(scene: &Scene, objects: &[WorldObject], facts: &AllFacts, report: &Report<TrianglePair>) -> Vec<Inspection> {
    let ids: Vec<ObjectId> = scene.ids().collect();
    world::place(ids.iter().map(|id| &objects[id.index()]).collect());
    let inspection = |&id: &ObjectId| {
        let object = &objects[id.index()];
        one(object, Arc::clone(&facts[&object.mesh.id()]), report.between(id, id))
    };
    ids.par_iter().map(inspection).collect()
}

fn one(object: &WorldObject, facts: Arc<Facts>, overlaps: &[TrianglePair]) -> Inspection {
    let (mesh, positions) = (object.mesh.clone(), object.positions());
    let corners = mesh.triangles().as_flattened().iter();
    let bounds = Aabb::around(corners.map(|&vertex| positions[vertex as usize]));
    Inspection {
        object: object.id,
        volume: nesting::total_volume(object, &facts),
        shells: nesting::shells(object, &facts, overlaps),
        borders: clusters::borders(mesh.topology().open_edges(), positions),
        clusters: clusters::clusters(object, overlaps),
        area: measure::area(positions, mesh.triangles(), &bounds),
        bounds,
        mesh,
        facts,
    }
}
