use super::{Asked, Question, QuestionKind, Verdict, nearest_of, sealed};
use crate::answer::Answers;
use crate::confirm::DistanceSink;
use crate::engine::Errand;
use crate::methods::Method;
use crate::world::WorldPair;
use crate::{Class, Engine, Error, ObjectId, PairClass, TriangleDistance};
use allide_geom::distance;

/// The distance and nearest points of each object pair, or of one object and all others, however far apart.
///
/// A pair that overlaps is at distance 0. Objects without triangles are in no pair. Duplicates are
/// [`Report::sets`](crate::Report::sets), as for [`Overlaps`](crate::Overlaps). N objects have N (N - 1) / 2 distances, and a
/// report lists all: for many objects, ask about one of them, or for a [`Clearance`](crate::Clearance).
///
/// ```
/// use allide::{Engine, Mesh, Nearest, Pose, Scene};
///
/// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let tool = scene.add("tool", &triangle, Pose::IDENTITY);
/// scene.add("wall", &triangle, Pose::translation(4.0, 0.0, 4.0)?);
/// let report = Engine::cpu().run(&scene, &Nearest::new().of(tool))?;
/// let nearest = report.pairs[0].nearest.unwrap();
/// assert_eq!((nearest.distance, nearest.on_a.x, nearest.on_b.x), (5.0, 1.0, 4.0));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Nearest {
    object: Option<ObjectId>,
    duplicates: bool,
    method: Method,
}

impl Nearest {
    /// Every two objects, with [`Method::Auto`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The same question about one object and all others.
    pub fn of(mut self, object: ObjectId) -> Self {
        self.object = Some(object);
        self
    }

    /// Also reports the pairs of duplicates, all at distance 0, and those of every copy with other objects.
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

impl sealed::Sealed for Nearest {}

impl Question for Nearest {
    type Finding = TriangleDistance;
    type Sink<'w> = DistanceSink<'w>;

    fn asked(&self) -> Asked {
        let Self { object, duplicates, method } = *self;
        let (question, distance) = (QuestionKind::Nearest, f64::INFINITY);
        Asked { object, distance, triangles: false, duplicates, ..Asked::new(question, method) }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> DistanceSink<'w> {
        DistanceSink::new(pair, f64::INFINITY, false)
    }

    fn certain(&self, _: u32, _: u32, _: Class) -> TriangleDistance {
        unreachable!("the nearest points are still to be found")
    }

    fn triangles(finding: &TriangleDistance) -> (u32, u32) {
        (finding.a, finding.b)
    }

    fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<TriangleDistance>) -> Option<Verdict> {
        if pair.a.triangle_count() == 0 || pair.b.triangle_count() == 0 {
            return None;
        }
        // Nothing is found where every distance exceeds the largest number. Then one is as good as another.
        let nearest = nearest_of(pair, findings).unwrap_or_else(|| distance(&pair.a.triangle(0), &pair.b.triangle(0)));
        findings.clear();
        Some(Verdict::near(PairClass::Distance, nearest))
    }

    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<TriangleDistance>, Error> {
        engine.answer(self, errand)
    }
}
