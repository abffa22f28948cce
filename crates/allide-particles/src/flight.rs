//! One life of a particle: legs of free flight, and what happens in between.

use crate::collider::Meeting;
use crate::collider::{Chart, Equation};
use crate::contact::{Contact, contacts, entered};
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

/// A slide along a surface meets another whose normal is off by more than this, as a sine.
const BRUSH: f64 = 1e-6;

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
    /// Colliders that the path starts on, up to rounding.
    on: Vec<Contact>,
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
            on: Vec::new(),
        }
    }

    /// The next impact, if it is before `until`.
    pub fn next(&mut self, until: f64, seen: &mut Vec<u32>) -> Option<Impact> {
        if self.phase != Phase::Flying || self.path.start >= until {
            return None;
        }
        let leg = Leg { path: &self.path, end: self.end - self.path.start, on: &self.on };
        let (collider, meeting) = match entered(self.colliders, &self.path, &self.on) {
            Some(collider) => (collider, Meeting { age: 0.0, error: 0.0 }),
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
        self.respond(&impact, meeting, seen);
        Some(impact)
    }

    fn respond(&mut self, impact: &Impact, meeting: Meeting, seen: &mut Vec<u32>) {
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
        // Coulomb: the friction impulse is at most this factor times the normal impulse, and never turns the motion around.
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
        self.on = contacts(self.colliders, &self.path, meeting, impact, &self.on);
        self.path = path;
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
            // Its small bounces are this high: what stands on the surface is in their way, whatever side of its edge rounding is on.
            let height = if duration > 0.0 { 0.25 * out * out / pull } else { 0.0 };
            let hover = Path { position: slide.position + normal * height, ..slide };
            let duration = self.slides(&hover, duration, seen);
            self.path = slide;
            self.phase = Phase::Resting { duration };
        } else if form.is_pressed(&path, normal) || path.velocity == DVec3::ZERO {
            self.phase = Phase::Resting { duration: 0.0 };
        }
    }

    /// How long a slide lasts: until something is in its way.
    fn slides(&self, slide: &Path, duration: f64, seen: &mut Vec<u32>) -> f64 {
        let mut on = self.on.clone();
        // A surface that it only grazes, such as the next tile of a floor, is not in its way; after this many, one always is.
        for _ in 0..64 {
            let leg = Leg { path: slide, end: duration, on: &on };
            let Some((collider, meeting)) = self.colliders.first(leg, duration, seen) else { return duration };
            let velocity = slide.velocity_at(meeting.age);
            let form = &self.colliders.forms[collider as usize];
            let normal = form.normal(form.local(slide.position_at(meeting.age)), velocity);
            if -velocity.dot(normal) > BRUSH * velocity.length() {
                return meeting.age;
            }
            on.push(Contact { collider, side: 0.0 });
        }
        0.0
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

/// The facts about a point of a path on a collider.
pub(crate) fn hit(colliders: &Colliders, charts: &[Chart], path: &Path, collider: u32, age: f64) -> Hit {
    let (form, chart) = (&colliders.forms[collider as usize], &charts[collider as usize]);
    let point = path.position_at(age);
    let local = form.local(point);
    let normal = form.normal(local, path.velocity_at(age));
    Hit { age, collider, point, normal, uv: chart.to_uv(local, form.gradient(local)) }
}
