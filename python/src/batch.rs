//! One question about a scene in many configurations.

use crate::errors::{Facts, Number, exception};
use crate::pose;
use crate::records::{Pair, Told};
use crate::scene::{ObjectId, check};
use allide::{Engine, Error, Pose, Question, Scene, Watch};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

/// The poses of some objects, equally many of each.
pub struct Poses {
    objects: Vec<(allide::ObjectId, Vec<Pose>)>,
    pub count: usize,
}

impl Poses {
    pub fn new(py: Python<'_>, scene: &Scene, given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut objects: Vec<(allide::ObjectId, Vec<Pose>)> = Vec::new();
        for (id, poses) in given {
            let id = *id.cast::<ObjectId>()?.get();
            check(py, scene, &id)?;
            let (poses, is_one) = pose::all(py, &poses)?;
            let expected = objects.first().map_or(poses.len(), |(_, first)| first.len());
            if is_one || poses.len() != expected {
                let shape = if is_one { "(4, 4)".to_owned() } else { format!("({}, 4, 4)", poses.len()) };
                let message = format!(
                    "object {} has poses of the shape {shape}; it must be ({expected}, 4, 4), for as many configurations \
                     as the others have",
                    id.0.index()
                );
                let facts = Facts::at(format!("object {}", id.0.index())).number(Number::Whole(poses.len() as i128));
                return Err(exception(py, "PoseError", &message, facts.limit(expected)));
            }
            objects.push((id.0, poses));
        }
        let count = objects.first().map_or(0, |(_, poses)| poses.len());
        Ok(Self { objects, count })
    }

    fn apply(&self, scene: &mut Scene, place: usize) {
        self.objects.iter().for_each(|(id, poses)| scene.set_pose(*id, poses[place]));
    }

    /// The result of `ask` for each configuration, in order. Each thread has an engine and a scene, and goes through
    /// configurations that follow each other: there is little to do for those that differ little.
    pub fn each<T: Send>(
        &self,
        scene: &Scene,
        watch: &Watch,
        ask: impl Fn(&mut Engine, &Scene, usize) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let span = self.count.div_ceil(4 * rayon::current_num_threads()).max(1);
        let spans: Vec<usize> = (0..self.count).step_by(span).collect();
        let answers = spans.into_par_iter().map(|first| {
            let (mut engine, mut scene) = (Engine::cpu().with_watch(watch), scene.clone());
            let span = first..(first + span).min(self.count);
            let one = |place: usize| {
                self.apply(&mut scene, place);
                ask(&mut engine, &scene, place)
            };
            span.map(one).collect::<Result<Vec<T>, Error>>()
        });
        Ok(answers.collect::<Result<Vec<Vec<T>>, Error>>()?.into_iter().flatten().collect())
    }
}

/// Whether there is any finding.
pub fn any<Q: Question>(engine: &mut Engine, scene: &Scene, question: &Q) -> Result<bool, Error> {
    Ok(engine.any(scene, question)?.is_some())
}

/// All object pairs, each with the number of the configuration.
pub fn pairs<Q: Question>(
    engine: &mut Engine,
    scene: &Scene,
    (question, place): (&Q, usize),
) -> Result<Vec<(u32, Pair)>, Error> {
    let report = engine.run(scene, question)?;
    Ok(report.pairs.iter().map(|pair| (place as u32, Pair(Told::of(pair, pair.nearest)))).collect())
}
