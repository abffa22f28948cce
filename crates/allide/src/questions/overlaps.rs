use super::{CHUNK, Meeting, Question, Scope, sort};
use crate::answer::Answers;
use crate::clock::Clock;
use crate::confirm::OverlapSink;
use crate::methods::Method;
use crate::world::{WorldObject, WorldPair};
use crate::{Engine, Error, PairClass, Scene, TrianglePair};
use allide_geom::{Aabb, Class};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Triangle pairs of different objects that share a point; touching counts.
#[derive(Clone, Debug, Default)]
pub struct Overlaps {
    method: Method,
}

impl Overlaps {
    /// With [`Method::Auto`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The same question, answered by another method.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }
}

impl Question for Overlaps {
    type Finding = TrianglePair;
    type Sink<'w> = OverlapSink<'w>;

    fn scope(&self) -> Scope {
        Scope::Between { margin: 0.0 }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn sink<'w>(&self, pair: WorldPair<'w>) -> OverlapSink<'w> {
        OverlapSink::new(pair)
    }

    fn certain(&self, a: u32, b: u32, class: Class) -> TrianglePair {
        TrianglePair { a, b, class }
    }

    fn triangles(finding: &TrianglePair) -> (u32, u32) {
        (finding.a, finding.b)
    }

    fn conclude(&self, pair: WorldPair<'_>, findings: &mut Vec<TrianglePair>) -> Meeting {
        sort::<Self>(findings);
        // Every triangle of a duplicate meets at least its twin.
        let may_be_duplicates = findings.len() >= pair.a.triangle_count();
        let class = if may_be_duplicates && are_duplicates(pair.a, pair.b) {
            PairClass::Duplicate
        } else if findings.par_iter().with_min_len(CHUNK).any(|finding| finding.class == Class::Crossing) {
            PairClass::Hard
        } else {
            PairClass::Touch
        };
        Meeting { class, nearest: None }
    }

    fn ask(
        &self,
        engine: &mut Engine,
        scene: &Scene,
        stop: Option<&AtomicBool>,
        clock: &mut Clock,
    ) -> Result<Answers<TrianglePair>, Error> {
        engine.answer(scene, self, stop, clock)
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
