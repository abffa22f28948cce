use super::{Asked, Question, QuestionKind, Verdict, sealed, sort};
use crate::answer::Answers;
use crate::confirm::SelfOverlapSink;
use crate::engine::Errand;
use crate::methods::Method;
use crate::world::WorldPair;
use crate::{Class, Engine, Error, ObjectId, PairClass, TrianglePair};

/// Triangle pairs inside one object that share a point besides their common corner or edge.
///
/// ```
/// use allide::{Engine, Mesh, Pose, Scene, SelfOverlaps};
///
/// // Two triangles that cross, in one mesh.
/// let corners = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [3.0, 3.0, 1.0]];
/// let mesh = Mesh::new(corners, vec![[0, 1, 2], [3, 4, 5]])?;
/// let mut scene = Scene::new();
/// let part = scene.add("part", &mesh, Pose::IDENTITY);
/// let report = Engine::cpu().run(&scene, &SelfOverlaps::of(part))?;
/// assert_eq!((report.findings()[0].a, report.findings()[0].b), (0, 1));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SelfOverlaps {
    object: Option<ObjectId>,
    method: Method,
}

impl SelfOverlaps {
    /// Of one object.
    pub fn of(object: ObjectId) -> Self {
        Self { object: Some(object), method: Method::Auto }
    }

    /// Of every object of the scene.
    pub fn of_all() -> Self {
        Self { object: None, method: Method::Auto }
    }

    /// The same question, answered by another method.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }
}

impl sealed::Sealed for SelfOverlaps {}

impl Question for SelfOverlaps {
    type Finding = TrianglePair;
    type Sink<'w> = SelfOverlapSink<'w>;

    fn asked(&self) -> Asked {
        let Self { object, method } = *self;
        Asked { object, ..Asked::new(QuestionKind::SelfOverlaps, method) }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> SelfOverlapSink<'w> {
        SelfOverlapSink::new(pair.a)
    }

    fn certain(&self, a: u32, b: u32, class: Class) -> TrianglePair {
        TrianglePair { a, b, class }
    }

    fn triangles(finding: &TrianglePair) -> (u32, u32) {
        (finding.a, finding.b)
    }

    fn conclude(&self, _: WorldPair<'_>, findings: &mut Vec<TrianglePair>) -> Option<Verdict> {
        sort::<Self>(findings);
        (!findings.is_empty()).then_some(Verdict::of(PairClass::SelfOverlap))
    }

    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<TrianglePair>, Error> {
        engine.answer(self, errand)
    }
}
