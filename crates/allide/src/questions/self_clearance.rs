use super::{Asked, Question, QuestionKind, Verdict, nearest_of, sealed, sort};
use crate::answer::Answers;
use crate::confirm::StrangerSink;
use crate::engine::Errand;
use crate::methods::Method;
use crate::world::WorldPair;
use crate::{Class, Engine, Error, ObjectId, PairClass, TriangleDistance};

/// Objects with two parts that are closer than a distance without being neighbours: the layers of a folded cloth, the two
/// sides of a thin wall or of a slot.
///
/// Every triangle is close to its neighbours, so a rule decides which pairs count. Two triangles with area count if they
/// share no corner (corners are the same if their coordinates are equal), do not overlap, and have two points, one on each,
/// that are *strangers*:
///
/// 1. They are closer than the distance asked for.
/// 2. They *face each other*: no path along the surface leads from either towards the other by more than a third of
///    its length. (The line between them is at least 70.5° away from the surface at both ends. At an edge or a corner, every
///    triangle there counts; where a surface ends, nothing leads on.)
/// 3. The surface does not connect them nearby: not inside the ball around the middle between them whose diameter is three
///    times their distance. So every path along the surface is more than three times as long as the straight line.
///
/// The points looked at are the nearest of the two triangles; then, for triangles so large that these may be just where the
/// surface connects them (at the rim of a plate, at the bottom of a slot), the middle of the region in which they lie
/// opposite each other, and of the parts of it where their planes are at most 2, 4, 8, … times as far apart as at the
/// nearest place. The first of these that are strangers are reported, with their distance.
///
/// Consequences:
///
/// - The rule depends on neither a unit nor the distance asked for. A pair found within a distance is found within every larger one.
/// - A flat or gently curved sheet has no findings at any distance, however small its triangles are.
/// - A plate counts if it is more than about 2.8 times as wide as thick, a slot if it is more than about 1.5 times as deep
///   as wide, an edge if it is sharper than 37°; a ball or a cube does not, whatever the distance.
/// - The triangulation of a surface matters little: its part inside a ball, and where it leads, do not depend on
///   that. Where two parts are nearest to each other, their distance is found whatever the triangles are.
/// - Where points are strangers that do not face each other, others that do are nearer, or the object overlaps itself.
///
/// Overlaps are for [`crate::SelfOverlaps`]: triangles at distance 0 are not found here.
///
/// ```
/// use allide::{Engine, Mesh, Pose, Scene, SelfClearance};
///
/// // Two parallel triangles in one mesh.
/// let corners = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 0.1], [4.0, 0.0, 0.1], [0.0, 4.0, 0.1]];
/// let mesh = Mesh::new(corners, vec![[0, 1, 2], [3, 4, 5]])?;
/// let mut scene = Scene::new();
/// let part = scene.add("part", &mesh, Pose::IDENTITY);
/// let report = Engine::cpu().run(&scene, &SelfClearance::within(0.2)?)?;
/// assert_eq!((report.pairs[0].a, report.pairs[0].b), (part, part));
/// assert_eq!(report.pairs[0].nearest.unwrap().distance, 0.1);
/// assert!(Engine::cpu().any(&scene, &SelfClearance::within(0.05)?)?.is_none());
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SelfClearance {
    object: Option<ObjectId>,
    distance: f64,
    triangles: bool,
    method: Method,
}

impl SelfClearance {
    /// Objects with strangers closer than `distance`, each with the nearest two.
    ///
    /// # Errors
    /// A distance that is not positive and finite.
    pub fn within(distance: f64) -> Result<Self, Error> {
        if distance > 0.0 && distance.is_finite() {
            Ok(Self { object: None, distance, triangles: false, method: Method::Auto })
        } else {
            Err(Error::ClearanceNotPositive(distance))
        }
    }

    /// The same question about one object.
    pub fn of(mut self, object: ObjectId) -> Self {
        self.object = Some(object);
        self
    }

    /// Also lists every triangle pair that counts, which costs much more where surfaces face each other.
    pub fn with_triangles(mut self) -> Self {
        self.triangles = true;
        self
    }

    /// The same question, answered by another method.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }
}

impl sealed::Sealed for SelfClearance {}

impl Question for SelfClearance {
    type Finding = TriangleDistance;
    type Sink<'w> = StrangerSink<'w>;

    fn asked(&self) -> Asked {
        let Self { object, distance, triangles, method } = *self;
        Asked { object, distance, triangles, ..Asked::new(QuestionKind::SelfClearance, method) }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> StrangerSink<'w> {
        StrangerSink::new(pair.a, self.distance, self.triangles)
    }

    fn certain(&self, _: u32, _: u32, _: Class) -> TriangleDistance {
        unreachable!("the points are still to be found")
    }

    fn triangles(finding: &TriangleDistance) -> (u32, u32) {
        (finding.a, finding.b)
    }

    fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<TriangleDistance>) -> Option<Verdict> {
        let nearest = nearest_of(pair, findings)?;
        if self.triangles {
            sort::<Self>(findings);
        } else {
            findings.clear();
        }
        Some(Verdict::near(PairClass::Clearance, nearest))
    }

    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<TriangleDistance>, Error> {
        engine.answer(self, errand)
    }
}
