//! One life of a particle: legs of free flight, and what happens in between.

use crate::collider::{Chart, Equation};
use crate::meet::{Colliders, Leg};
use crate::motion::{Emitter, Path, Response};
use crate::{Hit, Impact, Scene};
use glam::DVec3;

/// Where a life stands after its latest impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Phase {
    /// On its path.
    Flying,
    /// Gone until it is reborn.
    Gone,
    /// On a surface. Until it settles, `duration` seconds after the start of the path, it bounces too little to be listed.
    Resting {
        /// From impact to rest.
        duration: f64,
    },
}

/// More impacts of one life than this are not listed: the particle rests.
pub const MOST_BOUNCES: u32 = 1 << 20;

/// A life, from impact to impact.
pub(crate) struct Flight<'a> {
    scene: &'a Scene,
    colliders: &'a Colliders,
    charts: &'a [Chart],
    response: Response,
    particle: u32,
    generation: u32,
    /// When the life ends.
    end: f64,
    pub path: Path,
    pub phase: Phase,
    bounce: u32,
    on: Option<u32>,
}

/// Which life: an emitter, the number of its first particle, a particle's number within it, and a generation.
#[derive(Clone, Copy)]
pub(crate) struct Life<'a> {
    pub emitter: &'a Emitter,
    pub first: u32,
    pub index: u32,
    pub generation: u32,
}

impl<'a> Flight<'a> {
    pub fn new(scene: &'a Scene, colliders: &'a Colliders, charts: &'a [Chart], life: Life<'_>) -> Self {
        let Life { emitter, first, index, generation } = life;
        Self {
            scene,
            colliders,
            charts,
            response: emitter.response,
            particle: first + index,
            generation,
            end: emitter.birth(index, generation + 1),
            path: emitter.path(index, generation),
            phase: Phase::Flying,
            bounce: 0,
            on: None,
        }
    }

    /// The next impact, if it is before `until`. A `known` collider is the only one that is asked.
    pub fn next(&mut self, until: f64, known: Option<u32>, seen: &mut Vec<u32>) -> Option<Impact> {
        if self.phase != Phase::Flying || self.path.start >= until {
            return None;
        }
        let leg = Leg { path: &self.path, end: self.end - self.path.start, on: self.on };
        let (collider, meeting) = match known {
            Some(collider) => (collider, self.colliders.meeting(leg, collider)?),
            None => self.colliders.first(leg, until - self.path.start, seen)?,
        };
        let time = self.path.start + meeting.age;
        if time >= until || time >= self.end {
            return None;
        }
        let velocity = self.path.velocity_at(meeting.age);
        let hit = hit(self.colliders, self.charts, &self.path, collider, meeting.age);
        let owner = &self.scene.colliders[collider as usize];
        let (material, gain) = owner.image.as_ref().map_or((owner.material, 1.0), |image| image.at(hit.uv));
        let impact = Impact {
            time,
            particle: self.particle,
            generation: self.generation,
            bounce: self.bounce,
            collider,
            material,
            gain,
            point: hit.point,
            uv: hit.uv,
            normal: hit.normal,
            velocity,
            speed: velocity.length(),
        };
        self.respond(&impact);
        Some(impact)
    }

    fn respond(&mut self, impact: &Impact) {
        let Response::Bounce { limit } = self.response else {
            self.phase = Phase::Gone;
            return;
        };
        if self.bounce >= limit {
            self.phase = Phase::Gone;
            return;
        }
        self.bounce += 1;
        let material = &self.scene.materials[impact.material as usize];
        let normal = impact.normal;
        let into = impact.normal_speed().max(0.0);
        let along = impact.velocity + normal * into;
        let slip = along.length();
        // Coulomb: the friction impulse is at most so many times the normal impulse, and never turns the motion around.
        let slowed = (material.friction * (1.0 + material.restitution) * into).min(slip);
        let along = if slip > 0.0 { along * ((slip - slowed) / slip) } else { DVec3::ZERO };
        let out = material.restitution * into;
        let path = Path {
            start: impact.time,
            position: impact.point,
            velocity: along + normal * out,
            acceleration: self.path.acceleration,
        };
        let form = &self.colliders.forms[impact.collider as usize];
        self.path = path;
        self.on = Some(impact.collider);
        if out >= self.scene.rest_speed && self.bounce < MOST_BOUNCES {
            return;
        }
        let pull = -path.acceleration.dot(normal);
        if matches!(form.equation, Equation::Plane) {
            // Nothing brings it back, or only to lie there.
            if pull <= 0.0 && out > 0.0 {
                return;
            }
            let duration = if pull > 0.0 { 2.0 * out / pull / (1.0 - material.restitution) } else { 0.0 };
            let slide = Path { velocity: along, acceleration: path.acceleration + normal * pull, ..path };
            let duration = if duration.is_finite() && form.has(slide.position_at(duration)) { duration } else { 0.0 };
            self.path = slide;
            self.phase = Phase::Resting { duration };
        } else if form.is_pressed(&path, normal) || path.velocity == DVec3::ZERO {
            self.phase = Phase::Resting { duration: 0.0 };
        }
    }

    /// Position and velocity at a time after the latest impact; none where it is gone.
    pub fn state(&self, time: f64) -> Option<(DVec3, DVec3)> {
        let age = time - self.path.start;
        match self.phase {
            Phase::Flying => Some((self.path.position_at(age), self.path.velocity_at(age))),
            Phase::Gone => None,
            Phase::Resting { duration } if age < duration => {
                Some((self.path.position_at(age), self.path.velocity_at(age)))
            }
            Phase::Resting { duration } => Some((self.path.position_at(duration), DVec3::ZERO)),
        }
    }
}

/// What there is to know about a point of a path on a collider.
pub(crate) fn hit(colliders: &Colliders, charts: &[Chart], path: &Path, collider: u32, age: f64) -> Hit {
    let (form, chart) = (&colliders.forms[collider as usize], &charts[collider as usize]);
    let point = path.position_at(age);
    let local = form.local(point);
    let normal = form.normal(local, path.velocity_at(age));
    Hit { age, collider, point, normal, uv: chart.to_uv(local, form.gradient(local)) }
}
