use super::{Asked, CHUNK, Question, QuestionKind, Verdict, sealed, sort};
use crate::answer::Answers;
use crate::confirm::OverlapSink;
use crate::engine::Errand;
use crate::methods::Method;
use crate::world::{WorldObject, WorldPair};
use crate::{Engine, Error, ObjectId, PairClass, TrianglePair};
use allide_geom::{Aabb, Class};
use rayon::prelude::*;

/// Triangle pairs of different objects that share a point; touching counts.
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
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Overlaps {
    object: Option<ObjectId>,
    pairs_only: bool,
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

    /// Only object pairs, each with its class. Triangle pairs are neither kept nor counted, and an object pair is
    /// finished once one of them crosses.
    pub fn pairs_only(mut self) -> Self {
        self.pairs_only = true;
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
        let Self { object, pairs_only, method } = *self;
        Asked { question: QuestionKind::Overlaps, object, distance: 0.0, triangles: !pairs_only, method }
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> OverlapSink<'w> {
        OverlapSink::new(pair, self.pairs_only)
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
        // Every triangle of a duplicate meets at least its twin.
        let may_be_duplicates = self.pairs_only || findings.len() >= pair.a.triangle_count();
        let class = if may_be_duplicates && are_duplicates(pair.a, pair.b) {
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
        Some(Verdict { class, nearest: None })
    }

    fn answer(&self, engine: &mut Engine, errand: &mut Errand<'_>) -> Result<Answers<TrianglePair>, Error> {
        engine.answer(self, errand)
    }
}

/// Whether two objects have the same triangles in the same place, in any order.
fn are_duplicates(a: &WorldObject, b: &WorldObject) -> bool {
    let bounds = |object: &WorldObject| {
        let corners = object.corners();
        Aabb::around((0..object.triangle_count() as u32).flat_map(|triangle| corners.of(triangle)))
    };
    // Seen without sorting, in most cases. Not by the objects' own bounds, which may be larger than their triangles.
    if a.triangle_count() != b.triangle_count() || bounds(a) != bounds(b) {
        return false;
    }
    let sorted = |object: &WorldObject| {
        let mut triangles: Vec<_> = (0..object.triangle_count() as u32)
            .map(|triangle| {
                // -0 and 0 are one coordinate.
                let mut corners =
                    object.triangle(triangle).map(|corner| corner.to_array().map(|x| (x + 0.0).to_bits()));
                corners.sort_unstable();
                corners
            })
            .collect();
        triangles.sort_unstable();
        triangles
    };
    sorted(a) == sorted(b)
}
