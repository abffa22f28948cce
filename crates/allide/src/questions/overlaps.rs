use super::{Asked, CHUNK, Question, QuestionKind, Verdict, sealed, sort};
use crate::answer::Answers;
use crate::confirm::{Keep, OverlapSink};
use crate::engine::Errand;
use crate::methods::Method;
use crate::world::WorldPair;
use crate::{Engine, Error, ObjectId, PairClass, TrianglePair};
use allide_geom::Class;
use rayon::prelude::*;

/// Triangle pairs of different objects that share a point; touching counts.
///
/// Duplicates, which are objects with the same triangles in the same place, are recognised first and reported as
/// [`Report::sets`](crate::Report::sets): N copies are one set of N. Their pairs are left out, and of their pairs with other
/// objects, those of the first stand for all ([`ObjectPair::stands_for`](crate::ObjectPair::stands_for)), unless
/// [`Overlaps::with_duplicates`] asks for them.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, PairClass, Pose, Scene};
///
/// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let tool = scene.add("tool", &triangle, Pose::IDENTITY);
/// scene.add("wall", &triangle, Pose::translation(0.5, 0.0, 0.0)?);
///
/// let report = Engine::cpu().run(&scene, &Overlaps::new())?;
/// assert_eq!((report.pairs[0].class, report.findings().len()), (PairClass::Touch, 1));
/// // Which objects does the tool hit? Triangles are not needed.
/// let hits = Engine::cpu().run(&scene, &Overlaps::new().of(tool).pairs_only())?;
/// assert_eq!((hits.pairs.len(), hits.findings().len()), (1, 0));
///
/// // A copy of the wall is a duplicate of it, and hit by the tool as well.
/// scene.add("copy", &triangle, Pose::translation(0.5, 0.0, 0.0)?);
/// let report = Engine::cpu().run(&scene, &Overlaps::new())?;
/// assert_eq!((report.sets.len(), report.sets[0].objects.len(), report.pairs.len()), (1, 2, 1));
/// assert_eq!(report.pairs[0].stands_for, [1, 2]);
/// let report = Engine::cpu().run(&scene, &Overlaps::new().with_duplicates())?;
/// assert_eq!((report.pairs.len(), report.pairs[2].class), (3, PairClass::Duplicate));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Overlaps {
    object: Option<ObjectId>,
    pairs_only: bool,
    duplicates: bool,
    method: Method,
}

impl Overlaps {
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

    /// Also reports the pairs of duplicates, each with all its triangle pairs: at least one for every triangle of every two
    /// copies, and many times more for meshes whose triangles meet their neighbours; and the pairs of every copy with other objects.
    pub fn with_duplicates(mut self) -> Self {
        self.duplicates = true;
        self
    }

    /// The same question, answered by another method.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }
}

impl sealed::Sealed for Overlaps {}

impl Question for Overlaps {
    type Finding = TrianglePair;
    type Sink<'w> = OverlapSink<'w>;

    fn asked(&self) -> Asked {
        let Self { object, pairs_only, duplicates, method } = *self;
        Asked { object, triangles: !pairs_only, duplicates, ..Asked::new(QuestionKind::Overlaps, method) }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> OverlapSink<'w> {
        OverlapSink::new(pair, if self.pairs_only { Keep::One } else { Keep::All })
    }

    fn certain(&self, a: u32, b: u32, class: Class) -> TrianglePair {
        TrianglePair { a, b, class }
    }

    fn triangles(finding: &TrianglePair) -> (u32, u32) {
        (finding.a, finding.b)
    }

    fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<TrianglePair>) -> Option<Verdict> {
        if findings.is_empty() {
            return None;
        }
        let class = if pair.a.is_duplicate_of(pair.b) {
            PairClass::Duplicate
        } else if findings.par_iter().with_min_len(CHUNK).any(|finding| finding.class == Class::Crossing) {
            PairClass::Hard
        } else {
            PairClass::Touch
        };
        if self.pairs_only {
            *findings = Vec::new();
        } else {
            sort::<Self>(findings);
        }
        Some(Verdict::of(class))
    }

    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<TrianglePair>, Error> {
        engine.answer(self, errand)
    }
}
