use super::{Asked, Question, QuestionKind, Verdict, sealed, sort};
use crate::answer::Answers;
use crate::confirm::{Keep, OverlapSink};
use crate::engine::Errand;
use crate::methods::Method;
use crate::shared::{Measurement, Wanted};
use crate::solids::{Relation, relation};
use crate::world::{WorldObject, WorldPair};
use crate::{Class, Engine, Error, Mesh, Object, ObjectId, PairClass, Scene, TrianglePair, Watch};
use rayon::prelude::*;

/// So many triangles are worth another thread.
const MANY: usize = 1 << 12;

/// Solids that share volume, lie inside each other or touch; with the triangle pairs where their surfaces meet.
///
/// An object is a solid if its surface is closed and oriented the same way all over ([`Mesh::topology`] tells): the inside
/// is where a ray crosses the surface an odd number of times. Any other object takes part by its surface alone, and is
/// listed in [`Report::surfaces`]: it can lie inside a solid, and nothing can lie inside of it.
///
/// Classes are exact: [`PairClass::Hard`] if two solids share any volume, by surfaces that cross or lie on each other;
/// [`PairClass::Contained`] if one lies inside the other, flush or not; [`PairClass::Duplicate`] if they are the same
/// solid, however it is cut into triangles; [`PairClass::Touch`] if they meet and share no volume. Duplicates with the same
/// triangles are [`Report::sets`], as for [`Overlaps`](crate::Overlaps).
///
/// Where an object overlaps itself, the inside of all its parts counts. A shell inside another that it does not overlap is a
/// cavity, whichever way it is oriented.
///
/// ```
/// use allide::{Engine, Mesh, PairClass, Pose, Scene, Solids};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let mut scene = Scene::new();
/// let column = scene.add("column", &wedge, Pose::IDENTITY);
/// let scaled = |size: f64| [[size, 0.0, 0.0], [0.0, size, 0.0], [0.0, 0.0, size]];
/// let pipe = scene.add("pipe", &wedge, Pose::affine(scaled(0.25), [0.1; 3])?);
/// let report = Engine::cpu().run(&scene, &Solids::new())?;
/// assert_eq!((report.pairs[0].class, report.pairs[0].inside), (PairClass::Contained, Some(pipe)));
///
/// // Flush with two faces of the column.
/// scene.set_pose(pipe, Pose::affine(scaled(0.25), [0.0, 0.0, 0.5])?);
/// let report = Engine::cpu().run(&scene, &Solids::new())?;
/// assert_eq!((report.pairs[0].class, report.pairs[0].inside), (PairClass::Contained, Some(pipe)));
/// # Ok::<(), allide::Error>(())
/// ```
///
/// [`Mesh::topology`]: crate::Mesh::topology
/// [`Report::surfaces`]: crate::Report::surfaces
/// [`Report::sets`]: crate::Report::sets
#[derive(Clone, Debug, Default)]
pub struct Solids {
    object: Option<ObjectId>,
    pairs_only: bool,
    duplicates: bool,
    is_measured: bool,
    contacts: bool,
    tolerance: f64,
    method: Method,
}

impl Solids {
    /// All objects, with [`Method::Auto`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The same question about one object and all others.
    pub fn of(mut self, object: ObjectId) -> Self {
        self.object = Some(object);
        self
    }

    /// Only object pairs, each with its class. Triangle pairs are neither kept nor counted, and an object pair is
    /// finished once one of them crosses.
    pub fn pairs_only(mut self) -> Self {
        self.pairs_only = true;
        self
    }

    /// Also the pairs of duplicates with the same triangles, each with all its triangle pairs: at least one for every triangle
    /// of every two copies, and many times more for those that meet their neighbours.
    pub fn with_duplicates(mut self) -> Self {
        self.duplicates = true;
        self
    }

    /// Also measures what two objects share: its depth, volume and area, in [`ObjectPair::shared`] and
    /// [`DuplicateSet::shared`]. Takes longer.
    ///
    /// [`ObjectPair::shared`]: crate::ObjectPair::shared
    /// [`DuplicateSet::shared`]: crate::DuplicateSet::shared
    pub fn measured(mut self) -> Self {
        self.is_measured = true;
        self
    }

    /// Also measures, and lists in [`Shared`](crate::Shared) the curves along which surfaces cross, the patches where faces
    /// lie on each other, and contact points with normals.
    pub fn with_contacts(mut self) -> Self {
        self.contacts = true;
        self.measured()
    }

    /// Also measures, and tells what is shallow: objects whose [`Penetration`](crate::Penetration) is not more than
    /// `tolerance` are [`PairClass::Shallow`]. What is the same but for so little is [`PairClass::Duplicate`]: no point of
    /// either surface is farther from the other, and that is less than half of what their penetration is. Both only grow with
    /// the tolerance. [`Engine::any`] does not stop at what is shallow.
    ///
    /// ```
    /// use allide::{Engine, Mesh, PairClass, Pose, Scene, Solids};
    ///
    /// # let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// # let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let mut scene = Scene::new();
    /// scene.add("wall", &wedge, Pose::IDENTITY);
    /// scene.add("slab", &wedge, Pose::translation(0.0, 0.0, 0.9999)?);
    /// let report = Engine::cpu().run(&scene, &Solids::new().tolerance(0.001)?)?;
    /// assert_eq!(report.pairs[0].class, PairClass::Shallow);
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// `tolerance` is not a positive finite number.
    pub fn tolerance(mut self, tolerance: f64) -> Result<Self, Error> {
        if !(tolerance > 0.0 && tolerance.is_finite()) {
            let must = "a positive number";
            return Err(Error::BadOption { what: "tolerance", value: tolerance.to_string(), must });
        }
        self.tolerance = tolerance;
        Ok(self.measured())
    }

    /// The same question, with surfaces that meet found by another method.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }
}

impl Solids {
    fn wanted(&self) -> Wanted {
        Wanted { tolerance: self.tolerance, min_volume: 0.0, contacts: self.contacts }
    }
}

impl sealed::Sealed for Solids {}

impl Question for Solids {
    type Finding = TrianglePair;
    type Sink<'w> = OverlapSink<'w>;

    fn asked(&self) -> Asked {
        let Self { object, pairs_only, duplicates, is_measured: measured, tolerance, method, .. } = *self;
        let asked = Asked::new(QuestionKind::Solids, method);
        Asked { object, triangles: !pairs_only, duplicates, measured, tolerance, ..asked }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> OverlapSink<'w> {
        OverlapSink::new(pair, if self.pairs_only && !self.is_measured { Keep::UntilCrossing } else { Keep::All })
    }

    fn certain(&self, a: u32, b: u32, class: Class) -> TrianglePair {
        TrianglePair { a, b, class }
    }

    fn triangles(finding: &TrianglePair) -> (u32, u32) {
        (finding.a, finding.b)
    }

    fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<TrianglePair>) -> Option<Verdict> {
        let is_same = pair.a.is_duplicate_of(pair.b);
        let relation = if is_same { Relation::Same } else { relation(pair, findings) };
        if self.pairs_only && !self.is_measured {
            *findings = Vec::new();
        } else {
            sort::<Self>(findings);
        }
        let inside = |id: ObjectId| Verdict { inside: Some(id), ..Verdict::of(PairClass::Contained) };
        match relation {
            Relation::Apart => None,
            // Rays propose what shares volume.
            Relation::Touch if self.method.proposes() => None,
            Relation::Touch => Some(Verdict::of(PairClass::Touch)),
            Relation::Hard => Some(Verdict::of(PairClass::Hard)),
            Relation::Inside => Some(inside(pair.a.id)),
            Relation::Around => Some(inside(pair.b.id)),
            Relation::Same => Some(Verdict::of(PairClass::Duplicate)),
        }
    }

    fn surfaces(&self, scene: &Scene) -> Vec<ObjectId> {
        let is_open = |id: &ObjectId| !scene.objects()[id.index()].mesh().topology().is_closed();
        scene.ids().collect::<Vec<_>>().into_par_iter().filter(is_open).collect()
    }

    fn measure(&self, objects: &[WorldObject], answers: &mut Answers<TrianglePair>, watch: &Watch) {
        let Answers { found, sets, .. } = answers;
        let measurement = Measurement::new(objects, self.wanted(), watch);
        measurement.pairs(&mut found.pairs, &found.findings);
        measurement.sets(sets);
        if self.pairs_only {
            found.findings = Vec::new();
            found.pairs.iter_mut().for_each(|pair| (pair.triangle_pairs, pair.findings) = (0, 0..0));
        }
    }

    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<TrianglePair>, Error> {
        // All are asked for in the end (`surfaces`), and some of them soon.
        let meshes: Vec<&Mesh> = errand.scene.objects().iter().map(Object::mesh).collect();
        let unknown: Vec<&Mesh> = meshes.into_iter().filter(|mesh| !mesh.topology().is_known()).collect();
        if errand.first.is_some() || unknown.iter().map(|mesh| mesh.triangles().len()).sum::<usize>() < MANY {
            return engine.answer(self, errand);
        }
        let look = || unknown.par_iter().for_each(|mesh| _ = mesh.topology().is_closed());
        engine.answer_beside(self, errand, look)
    }
}
