//! A scene that is ready to be asked.

use crate::boxes::Aabb;
use crate::collider::{Chart, Form};
use crate::flight::{self, Flight, Life};
use crate::meet::{Colliders, Leg};
use crate::motion::{Emitter, Response};
use crate::{DVec2, DVec3, Impact, Instance, Path, Scene, SceneError};
use rayon::prelude::*;
use std::ops::Range;

/// Where a path first meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Seconds since the start of the path.
    pub age: f64,
    /// Number of the collider.
    pub collider: u32,
    /// Where, in the world.
    pub point: DVec3,
    /// Unit normal, on the side that the path comes from.
    pub normal: DVec3,
    /// Where, in the parametrisation of the collider.
    pub uv: DVec2,
}

/// A scene that was checked, with a tree over its colliders.
///
/// Every answer is a function of the scene and the question alone: the impacts of a future interval are what they will be when it
/// comes, byte for byte.
///
/// ```
/// use allide_particles::{Scene, Simulation};
///
/// let simulation = Simulation::new(Scene::built_in("table").expect("there is one"))?;
/// let impacts = simulation.impacts(0.0..0.5)?;
/// assert!(impacts.is_sorted_by_key(|impact| impact.time) && impacts.iter().all(|impact| impact.time < 0.5));
/// # Ok::<(), allide_particles::SceneError>(())
/// ```
#[derive(Debug)]
pub struct Simulation {
    scene: Scene,
    pub(crate) colliders: Colliders,
    charts: Vec<Chart>,
    /// Number of the first particle of each emitter, then of all.
    firsts: Vec<u32>,
}

/// Particles that one task looks at.
const CHUNK: u32 = 4096;

impl Simulation {
    /// Checks the scene.
    pub fn new(scene: Scene) -> Result<Self, SceneError> {
        scene.check()?;
        let colliders = Colliders::new(scene.colliders.iter().map(Form::new).collect());
        let charts = scene.colliders.iter().map(crate::Collider::chart).collect();
        let mut firsts = vec![0];
        for emitter in &scene.emitters {
            firsts.push(firsts[firsts.len() - 1] + emitter.count);
        }
        Ok(Self { scene, colliders, charts, firsts })
    }

    /// The scene that it was made from.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How many particles there are, of all emitters.
    pub fn particles(&self) -> u32 {
        self.firsts[self.firsts.len() - 1]
    }

    /// Number of an emitter's first particle.
    #[cfg(feature = "gpu")]
    pub(crate) fn first_of(&self, emitter: usize) -> u32 {
        self.firsts[emitter]
    }

    /// The parametrisation of a collider.
    pub fn chart(&self, collider: u32) -> &Chart {
        &self.charts[collider as usize]
    }

    /// The corners of a box around all colliders, and so around all impacts; both at the origin without colliders.
    pub fn bounds(&self) -> [DVec3; 2] {
        let all = self.colliders.forms.iter().fold(Aabb::EMPTY, |all, form| all.union(form.bounds));
        if self.colliders.forms.is_empty() { [DVec3::ZERO; 2] } else { [all.min, all.max] }
    }

    /// All impacts with `start ≤ time < end`, by [`Impact::key`]. An empty interval is an error.
    pub fn impacts(&self, interval: Range<f64>) -> Result<Vec<Impact>, SceneError> {
        check_interval(&interval)?;
        let mut chunks = Vec::new();
        for emitter in 0..self.scene.emitters.len() {
            let count = self.scene.emitters[emitter].count;
            chunks.extend((0..count).step_by(CHUNK as usize).map(|first| (emitter, first..count.min(first + CHUNK))));
        }
        let lists: Vec<Vec<Impact>> = chunks
            .into_par_iter()
            .map(|(emitter, particles)| {
                let (mut list, mut seen) = (Vec::new(), Vec::new());
                for index in particles {
                    self.lives(emitter, index, &interval, |life, birth| {
                        if self.may_hit(life, birth, &interval) {
                            self.impacts_of(life, &interval, &mut seen, &mut list);
                        }
                    });
                }
                list
            })
            .collect();
        Ok(sorted(lists))
    }

    /// All generations of a particle that live in an interval, each with its birth.
    pub(crate) fn lives(
        &self,
        emitter: usize,
        index: u32,
        interval: &Range<f64>,
        mut visit: impl FnMut(Life<'_>, f64),
    ) {
        let first = self.firsts[emitter];
        let emitter: &Emitter = &self.scene.emitters[emitter];
        let phase = emitter.phase(index);
        let mut generation = emitter.latest_birth(phase, interval.start).unwrap_or(0);
        while generation < emitter.generations {
            let birth = emitter.birth_in(phase, generation);
            if birth >= interval.end {
                break;
            }
            visit(Life { emitter, first, index, generation }, birth);
            generation += 1;
        }
    }

    /// Whether a life may have impacts in an interval: never false where it has.
    fn may_hit(&self, life: Life<'_>, birth: f64, interval: &Range<f64>) -> bool {
        let path = life.emitter.path_from(birth, life.index, life.generation);
        // A particle that vanishes is on its first path whenever it hits; others may have left it.
        let from = match life.emitter.response {
            Response::Vanish => (interval.start - path.start).max(0.0),
            Response::Bounce { .. } => return true,
        };
        let until = (interval.end - path.start).min(life.emitter.period * 1.000_001);
        from <= until && self.colliders.is_near(&path, from, until)
    }

    /// Appends the impacts of a life in an interval.
    pub(crate) fn impacts_of(
        &self,
        life: Life<'_>,
        interval: &Range<f64>,
        seen: &mut Vec<u32>,
        list: &mut Vec<Impact>,
    ) {
        let mut flight = Flight::new(&self.scene, &self.colliders, &self.charts, life);
        while let Some(impact) = flight.next(interval.end, seen) {
            if impact.time >= interval.start {
                list.push(impact);
            }
        }
    }

    /// The particles that are there at a time, by number.
    pub fn instances(&self, time: f64) -> Vec<Instance> {
        let numbers =
            (0..self.scene.emitters.len()).flat_map(|k| (0..self.scene.emitters[k].count).map(move |i| (k, i)));
        let numbers: Vec<(usize, u32)> = numbers.collect();
        numbers.into_par_iter().filter_map(|(emitter, index)| self.instance_of(emitter, index, time)).collect()
    }

    /// One particle at a time; none where it is not there.
    pub fn instance(&self, particle: u32, time: f64) -> Option<Instance> {
        let emitter = self.firsts.partition_point(|&first| first <= particle).checked_sub(1)?;
        (emitter < self.scene.emitters.len())
            .then(|| self.instance_of(emitter, particle - self.firsts[emitter], time))?
    }

    fn instance_of(&self, emitter: usize, index: u32, time: f64) -> Option<Instance> {
        let first = self.firsts[emitter];
        let emitter = &self.scene.emitters[emitter];
        let generation = emitter.generation_at(index, time)?;
        let mut flight =
            Flight::new(&self.scene, &self.colliders, &self.charts, Life { emitter, first, index, generation });
        let mut seen = Vec::new();
        // An impact at this very time has happened.
        while flight.next(time.next_up(), &mut seen).is_some() {}
        let (center, velocity) = flight.state(time)?;
        Some(emitter.instance(index, generation, time, (first + index, center, velocity)))
    }

    /// Where a path first meets a collider, no later than `horizon` seconds after its start: a ray, if it does not accelerate.
    pub fn first_hit(&self, path: &Path, horizon: f64) -> Option<Hit> {
        let leg = Leg { path, end: horizon, on: &[] };
        let (collider, meeting) = self.colliders.first(leg, horizon, &mut Vec::new())?;
        Some(flight::hit(&self.colliders, &self.charts, path, collider, meeting.age))
    }

    /// When a path meets one collider for the first time, and a bound on the error of that time, both in seconds since its start.
    pub fn first_meeting(&self, path: &Path, horizon: f64, collider: u32) -> Option<(f64, f64)> {
        let meeting = self.colliders.meeting(Leg { path, end: horizon, on: &[] }, collider)?;
        Some((meeting.age, meeting.error))
    }
}

/// An interval must be finite and contain something.
pub(crate) fn check_interval(interval: &Range<f64>) -> Result<(), SceneError> {
    let Range { start, end } = interval;
    if start.is_finite() && end.is_finite() && start < end {
        return Ok(());
    }
    Err(SceneError::plain(format!(
        "the interval from {start} to {end} is empty: its end must be later than its start, both finite"
    )))
}

/// One list, in order.
pub(crate) fn sorted(lists: Vec<Vec<Impact>>) -> Vec<Impact> {
    let mut all = lists.concat();
    all.par_sort_unstable_by_key(Impact::key);
    all
}
