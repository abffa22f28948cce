use super::{CHUNK, Meeting, Question, Scope, sort};
use crate::answer::Answers;
use crate::clock::Clock;
use crate::confirm::DistanceSink;
use crate::methods::Method;
use crate::world::WorldPair;
use crate::{Class, Engine, Error, PairClass, Scene, TriangleDistance};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Object pairs closer than a distance, and, if asked for, all their triangle pairs closer than that.
///
/// Closer means strictly: two objects exactly that far apart are clear. Overlapping counts, at distance 0.
#[derive(Clone, Debug)]
pub struct Clearance {
    distance: f64,
    triangles: bool,
    method: Method,
}

impl Clearance {
    /// Object pairs closer than `distance`, each with its two nearest points.
    ///
    /// # Errors
    /// A distance that is not positive and finite.
    pub fn within(distance: f64) -> Result<Self, Error> {
        if distance > 0.0 && distance.is_finite() {
            Ok(Self { distance, triangles: false, method: Method::Auto })
        } else {
            Err(Error::ClearanceNotPositive(distance))
        }
    }

    /// Also finds every triangle pair closer than the distance, which costs much more.
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

/// Smaller distance first; among equal ones the smaller triangles, so that every method names the same witness.
fn order(x: &TriangleDistance, y: &TriangleDistance) -> std::cmp::Ordering {
    let by_distance = x.nearest.distance.total_cmp(&y.nearest.distance);
    by_distance.then((x.a, x.b).cmp(&(y.a, y.b)))
}

impl Question for Clearance {
    type Finding = TriangleDistance;
    type Sink<'w> = DistanceSink<'w>;

    fn scope(&self) -> Scope {
        Scope::Between { margin: self.distance }
    }

    fn method(&self) -> Method {
        self.method
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

    fn conclude(&self, _: WorldPair<'_>, findings: &mut Vec<TriangleDistance>) -> Meeting {
        let nearest = findings.par_iter().with_min_len(CHUNK).min_by(|x, y| order(x, y)).map(|finding| finding.nearest);
        if self.triangles {
            sort::<Self>(findings);
        } else {
            findings.clear();
        }
        Meeting { class: PairClass::Clearance, nearest }
    }

    fn ask(
        &self,
        engine: &mut Engine,
        scene: &Scene,
        stop: Option<&AtomicBool>,
        clock: &mut Clock,
    ) -> Result<Answers<TriangleDistance>, Error> {
        engine.answer(scene, self, stop, clock)
    }
}
