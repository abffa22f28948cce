use super::{Asked, Question, QuestionKind, Verdict, sealed, sort};
use crate::answer::Answers;
use crate::confirm::{Keep, OverlapSink};
use crate::engine::Errand;
use crate::methods::Method;
use crate::near::FEW;
use crate::shared::{Measurement, Wanted};
use crate::solids::{Relation, relation};
use crate::world::{WorldObject, WorldPair};
use crate::{Class, Engine, Error, Least, Mesh, Object, ObjectId, PairClass, Scene, TrianglePair, Watch};
use rayon::prelude::*;

/// Above this many triangles, another thread is worth waking up.
const MANY: usize = 1 << 12;

/// Solids that share volume, lie inside each other or touch; with the triangle pairs where their surfaces meet.
///
/// An object is a solid if its surface is closed and consistently oriented (see [`Mesh::topology`]) and encloses
/// something. Its inside is where the winding number is not 0, with triangles oriented as the mesh has them: parts that overlap
/// or abut are their union, a shell that faces inwards inside another is a cavity, and an object that is inside out is the
/// same solid. Walls with inside on both sides and flat parts bound nothing. Distant parts of an object do not matter.
///
/// Classes are exact: [`PairClass::Hard`] if two solids share volume and each also has volume of its own;
/// [`PairClass::Contained`] if one lies inside the other, flush or not; [`PairClass::Duplicate`] if they are the same
/// solid, however it is cut into triangles; [`PairClass::Touch`] if they meet and share no volume. Duplicates with the same
/// triangles are [`Report::sets`], as for [`Overlaps`](crate::Overlaps).
///
/// Any other object takes part by its surface alone, and is listed in [`Report::surfaces`] unless it is closed and flat. With a solid it
/// is [`PairClass::Hard`] if a connected piece of it lies partly inside and partly outside; otherwise [`PairClass::Contained`] if
/// some of it lies inside. Two surfaces are hard if they pass through each other: along a common curve, or around a region in which
/// they lie on each other, one reaches both sides of the other. Where an object with holes surrounds another (its generalised
/// winding number there is near 1), the pair is [`PairClass::Undecided`].
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
    min_volume: f64,
    least: Least,
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

    /// Reports only object pairs, each with its class. Triangle pairs are neither kept nor counted, and an object pair is
    /// finished once one of them crosses.
    pub fn pairs_only(mut self) -> Self {
        self.pairs_only = true;
        self
    }

    /// Also reports the pairs of duplicates with the same triangles, each with all its triangle pairs: at least one for every triangle
    /// of every two copies, and many times more for meshes whose triangles meet their neighbours; and the pairs of every copy with other
    /// objects.
    pub fn with_duplicates(mut self) -> Self {
        self.duplicates = true;
        self
    }

    /// Also measures the region that two objects share: its depth, volume and area, in [`ObjectPair::shared`] and
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

    /// Also measures, and classifies shallow pairs: objects whose [`Penetration`](crate::Penetration) is at most
    /// `tolerance` are [`PairClass::Shallow`]. Objects that differ by no more are [`PairClass::Duplicate`]: no point of
    /// either surface is farther from the other, and that is less than half of their penetration. Both only grow with
    /// the tolerance. [`Engine::any`] does not stop at shallow pairs, unless [`Solids::with_shallow`] is set.
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
        self.tolerance = positive("tolerance", tolerance)?;
        Ok(self.measured())
    }

    /// Also measures volumes: objects whose shared volume is certainly no larger than `volume` are
    /// [`PairClass::Shallow`], however deep they penetrate each other.
    ///
    /// ```
    /// use allide::{Engine, Mesh, PairClass, Pose, Scene, Solids};
    ///
    /// # let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// # let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let mut scene = Scene::new();
    /// scene.add("wall", &wedge, Pose::IDENTITY);
    /// scene.add("slab", &wedge, Pose::translation(0.25, 0.25, 0.25)?);
    /// // They share 1/384.
    /// let class = |volume| Ok::<_, allide::Error>(Engine::cpu().run(&scene, &Solids::new().min_volume(volume)?)?.pairs[0].class);
    /// assert_eq!((class(0.002)?, class(0.003)?), (PairClass::Hard, PairClass::Shallow));
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// `volume` is not a positive finite number.
    pub fn min_volume(mut self, volume: f64) -> Result<Self, Error> {
        self.min_volume = positive("min_volume", volume)?;
        Ok(self.measured())
    }

    /// Drops the measurements that a tolerance or a volume required: [`ObjectPair::shared`] is `None`.
    ///
    /// [`ObjectPair::shared`]: crate::ObjectPair::shared
    pub fn unmeasured(mut self) -> Self {
        (self.is_measured, self.contacts) = (false, false);
        self
    }

    /// Shallow pairs are findings, too: [`Engine::any`] stops at them.
    pub fn with_shallow(mut self) -> Self {
        self.least = self.least.max(Least::Shallow);
        self
    }

    /// Contacts and shallow pairs are findings, too: [`Engine::any`] stops at them. Faster, since two triangles that
    /// share a point are enough. Reports have all classes in any case.
    ///
    /// ```
    /// use allide::{Engine, Mesh, PairClass, Pose, Scene, Solids};
    ///
    /// # let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// # let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let mut scene = Scene::new();
    /// scene.add("plate", &wedge, Pose::IDENTITY);
    /// scene.add("block", &wedge, Pose::translation(1.0, 0.0, 0.0)?);
    /// let mut engine = Engine::cpu();
    /// assert_eq!(engine.run(&scene, &Solids::new())?.pairs[0].class, PairClass::Touch);
    /// assert!(engine.any(&scene, &Solids::new())?.is_none());
    /// assert!(engine.any(&scene, &Solids::new().with_touch())?.is_some());
    /// # Ok::<(), allide::Error>(())
    /// ```
    pub fn with_touch(mut self) -> Self {
        self.least = Least::Touch;
        self
    }

    /// The same question, with surfaces that meet found by another method.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }
}

impl Solids {
    /// Whether all triangle pairs of two objects are needed: to list them, or to measure.
    fn keeps_triangles(&self) -> bool {
        !self.pairs_only || self.is_measured || self.asked().has_shallow()
    }

    fn wanted(&self) -> Wanted {
        Wanted { tolerance: self.tolerance, min_volume: self.min_volume, contacts: self.contacts }
    }
}

fn positive(what: &'static str, value: f64) -> Result<f64, Error> {
    let must = "a positive number";
    let is_right = value > 0.0 && value.is_finite();
    if is_right { Ok(value) } else { Err(Error::BadOption { what, value: value.to_string(), must }) }
}

impl sealed::Sealed for Solids {}

impl Question for Solids {
    type Finding = TrianglePair;
    type Sink<'w> = OverlapSink<'w>;

    fn asked(&self) -> Asked {
        let Self {
            object, pairs_only, duplicates, is_measured: measured, tolerance, min_volume, least, method, ..
        } = *self;
        let asked = Asked::new(QuestionKind::Solids, method);
        Asked { object, triangles: !pairs_only, duplicates, measured, tolerance, min_volume, least, ..asked }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> OverlapSink<'w> {
        OverlapSink::new(pair, if self.keeps_triangles() { Keep::All } else { Keep::UntilCrossing })
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
        if self.keeps_triangles() {
            sort::<Self>(findings);
        } else {
            *findings = Vec::new();
        }
        let inside = |id: ObjectId| Verdict { inside: Some(id), ..Verdict::of(PairClass::Contained) };
        let perhaps = |id: ObjectId| Verdict { class: PairClass::Undecided, ..inside(id) };
        match relation {
            Relation::Apart => None,
            // Rays propose what shares volume.
            Relation::Touch if self.method.proposes() => None,
            Relation::Touch => Some(Verdict::of(PairClass::Touch)),
            Relation::Hard => Some(Verdict::of(PairClass::Hard)),
            Relation::Inside => Some(inside(pair.a.id)),
            Relation::Around => Some(inside(pair.b.id)),
            Relation::Same => Some(Verdict::of(PairClass::Duplicate)),
            Relation::PerhapsInside | Relation::PerhapsAround if self.method.proposes() => None,
            Relation::PerhapsInside => Some(perhaps(pair.a.id)),
            Relation::PerhapsAround => Some(perhaps(pair.b.id)),
        }
    }

    fn one_is_enough(&self) -> bool {
        self.least == Least::Touch && !self.method.proposes()
    }

    fn for_any(&self) -> Self {
        // Where what is shallow is a finding as well, nothing needs to be measured, and not all triangles be found.
        let is_decided = self.least >= Least::Shallow || !self.asked().has_shallow();
        let (tolerance, min_volume) = if is_decided { (0.0, 0.0) } else { (self.tolerance, self.min_volume) };
        let pairs_only = self.pairs_only || is_decided;
        Self { pairs_only, is_measured: false, contacts: false, tolerance, min_volume, ..self.clone() }
    }

    fn surfaces(&self, scene: &Scene) -> Vec<ObjectId> {
        let is_open = |id: &ObjectId| !scene.objects()[id.index()].mesh().topology().is_closed();
        let ids: Vec<ObjectId> = scene.ids().collect();
        let are_known = ids.iter().all(|id| scene.objects()[id.index()].mesh().topology().is_known());
        // Known meshes cost no time.
        let per_task = if are_known { FEW as usize } else { 1 };
        ids.into_par_iter().with_min_len(per_task).filter(is_open).collect()
    }

    fn measure(&self, objects: &[WorldObject], answers: &mut Answers<TrianglePair>, watch: &Watch) {
        let Answers { found, sets, .. } = answers;
        let measurement = Measurement::new(objects, self.wanted(), watch);
        measurement.pairs(&mut found.pairs, &found.findings);
        if self.is_measured {
            measurement.sets(sets);
        } else {
            found.pairs.iter_mut().for_each(|pair| pair.shared = None);
        }
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
