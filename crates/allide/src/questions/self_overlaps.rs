use super::{Meeting, Question, Scope, sort};
use crate::answer::Answers;
use crate::clock::Clock;
use crate::confirm::SelfOverlapSink;
use crate::methods::Method;
use crate::world::WorldPair;
use crate::{Class, Engine, Error, ObjectId, PairClass, Scene, TrianglePair};
use std::sync::atomic::AtomicBool;

/// Triangle pairs inside one object that share a point besides the corner or edge they have in common.
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

impl Question for SelfOverlaps {
    type Finding = TrianglePair;
    type Sink<'w> = SelfOverlapSink<'w>;

    fn scope(&self) -> Scope {
        Scope::Within(self.object)
    }

    fn method(&self) -> Method {
        self.method
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

    fn conclude(&self, _: WorldPair<'_>, findings: &mut Vec<TrianglePair>) -> Meeting {
        sort::<Self>(findings);
        Meeting { class: PairClass::SelfOverlap, nearest: None }
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
