use super::{Asked, Question, QuestionKind, Verdict, nearest_of, sealed, sort};
use crate::answer::Answers;
use crate::confirm::DistanceSink;
use crate::engine::Errand;
use crate::methods::Method;
use crate::world::WorldPair;
use crate::{Class, Engine, Error, ObjectId, PairClass, TriangleDistance};

/// Object pairs closer than a distance, and, if asked for, all their triangle pairs closer than that.
///
/// Closer is strict: two objects exactly that far apart are clear. Overlapping pairs count, at distance 0. Duplicates are
/// [`Report::sets`](crate::Report::sets), as for [`Overlaps`](crate::Overlaps).
///
/// ```
/// use allide::{Clearance, Engine, Mesh, Pose, Scene};
///
/// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// scene.add("pipe", &triangle, Pose::IDENTITY);
/// scene.add("duct", &triangle, Pose::translation(0.0, 0.0, 0.04)?);
/// let report = Engine::cpu().run(&scene, &Clearance::within(0.05)?)?;
/// assert_eq!(report.pairs[0].nearest.unwrap().distance, 0.04);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clearance {
    object: Option<ObjectId>,
    distance: f64,
    triangles: bool,
    duplicates: bool,
    method: Method,
}

impl Clearance {
    /// Object pairs closer than `distance`, each with its two nearest points.
    ///
    /// # Errors
    /// A distance that is not positive and finite.
    pub fn within(distance: f64) -> Result<Self, Error> {
        if distance > 0.0 && distance.is_finite() {
            Ok(Self { object: None, distance, triangles: false, duplicates: false, method: Method::Auto })
        } else {
            Err(Error::ClearanceNotPositive(distance))
        }
    }

    /// The same question about one object and all others.
    pub fn of(mut self, object: ObjectId) -> Self {
        self.object = Some(object);
        self
    }

    /// Also lists every triangle pair closer than the distance, which costs much more.
    pub fn with_triangles(mut self) -> Self {
        self.triangles = true;
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

impl sealed::Sealed for Clearance {}

impl Question for Clearance {
    type Finding = TriangleDistance;
    type Sink<'w> = DistanceSink<'w>;

    fn asked(&self) -> Asked {
        let Self { object, distance, triangles, duplicates, method } = *self;
        Asked { object, distance, triangles, duplicates, ..Asked::new(QuestionKind::Clearance, method) }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> DistanceSink<'w> {
        DistanceSink::new(pair, self.distance, self.triangles)
    }

    fn certain(&self, _: u32, _: u32, _: Class) -> TriangleDistance {
        unreachable!("the nearest points are still to be found")
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
