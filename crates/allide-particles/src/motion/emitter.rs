//! Where particles come from.

use super::look::salt;
use super::{Instance, Look, Path};
use crate::hash::Draws;
use crate::sound::Striker;
use glam::DVec3;

/// Where particles are born; every point of it is equally likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// Always at one point.
    Point(DVec3),
    /// In an axis-aligned box, which may be flat.
    Box {
        /// Lowest corner.
        min: DVec3,
        /// Highest corner.
        max: DVec3,
    },
    /// On a horizontal disc.
    Disc {
        /// Its centre.
        center: DVec3,
        /// Its radius.
        radius: f64,
    },
}

/// The effect of an impact on a particle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// It is gone until it is reborn.
    Vanish,
    /// It bounces with the restitution and friction of the material, at most so often, and vanishes at the impact after that.
    Bounce {
        /// How often; `u32::MAX` is any number of times.
        limit: u32,
    },
}

/// A group of particles that live again and again.
///
/// Generation `g` of a particle is born at `start + (g + phase) · period`, where the phase in 0..1 is the particle's own, and lives
/// until the next is born. The start of each generation is drawn anew from (seed, particle, generation).
#[derive(Clone, Debug, PartialEq)]
pub struct Emitter {
    /// Its name.
    pub name: String,
    /// How many particles.
    pub count: u32,
    /// Where random numbers come from.
    pub seed: u64,
    /// When the first particles are born, in seconds of the scene; may be negative.
    pub start: f64,
    /// How long each generation lives, in seconds.
    pub period: f64,
    /// How many generations; `u32::MAX` is without end.
    pub generations: u32,
    /// Where particles are born.
    pub source: Source,
    /// Mean velocity at birth.
    pub velocity: DVec3,
    /// How far each component of the velocity may be off its mean, evenly distributed.
    pub spread: DVec3,
    /// Constant acceleration: zero for motion of first order.
    pub acceleration: DVec3,
    /// The effect of impacts.
    pub response: Response,
    /// How particles look.
    pub look: Look,
    /// The sound of their impacts.
    pub striker: Striker,
}

impl Emitter {
    /// When a generation of a particle (counted within this emitter) is born.
    pub fn birth(&self, particle: u32, generation: u32) -> f64 {
        self.birth_in(self.phase(particle), generation)
    }

    /// The same where the particle's phase is known.
    pub(crate) fn birth_in(&self, phase: f64, generation: u32) -> f64 {
        self.start + (f64::from(generation) + phase) * self.period
    }

    pub(crate) fn phase(&self, particle: u32) -> f64 {
        Draws::new(self.seed, particle, Draws::ALL).pair(salt::PHASE)[0]
    }

    /// The generation that lives at a time: `birth(g) ≤ time < birth(g + 1)`. None before the first and after the last.
    pub fn generation_at(&self, particle: u32, time: f64) -> Option<u32> {
        self.latest_birth(self.phase(particle), time).filter(|&generation| generation < self.generations)
    }

    /// The same as if there were no last one.
    pub(crate) fn latest_birth(&self, phase: f64, time: f64) -> Option<u32> {
        let guess = ((time - self.start) / self.period - phase).floor().clamp(0.0, f64::from(u32::MAX - 2));
        let mut generation = guess as u32;
        // Rounding may be off by one.
        while generation > 0 && self.birth_in(phase, generation) > time {
            generation -= 1;
        }
        while generation < u32::MAX - 1 && self.birth_in(phase, generation + 1) <= time {
            generation += 1;
        }
        (self.birth_in(phase, generation) <= time).then_some(generation)
    }

    /// The free flight of a generation.
    pub fn path(&self, particle: u32, generation: u32) -> Path {
        self.path_from(self.birth(particle, generation), particle, generation)
    }

    /// The same where the time of birth is known.
    pub(crate) fn path_from(&self, start: f64, particle: u32, generation: u32) -> Path {
        let draws = Draws::new(self.seed, particle, generation);
        let [a, b, c, _] = draws.four(salt::POSITION);
        let position = match self.source {
            Source::Point(point) => point,
            Source::Box { min, max } => min + (max - min) * DVec3::new(a, b, c),
            Source::Disc { center, radius } => {
                let (sin, cos) = libm::sincos(2.0 * std::f64::consts::PI * a);
                let r = radius * b.sqrt();
                center + DVec3::new(r * cos, r * sin, 0.0)
            }
        };
        let [a, b, c, _] = draws.four(salt::VELOCITY);
        let velocity = self.velocity + self.spread * (DVec3::new(a, b, c) * 2.0 - 1.0);
        Path { start, position, velocity, acceleration: self.acceleration }
    }
}

impl Emitter {
    /// A particle at a time, where its number, centre and velocity are known.
    pub(crate) fn instance(&self, index: u32, generation: u32, time: f64, state: (u32, DVec3, DVec3)) -> Instance {
        let (particle, center, velocity) = state;
        let age = time - self.birth(index, generation);
        let (size, rotation, color) = self.look.at(Draws::new(self.seed, index, generation), age, self.period);
        Instance { particle, generation, center, velocity, rotation, size, color, shape: self.look.shape }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emitter() -> Emitter {
        Emitter {
            name: "rain".into(),
            count: 100,
            seed: 3,
            start: -2.0,
            period: 0.7,
            generations: u32::MAX,
            source: Source::Box { min: DVec3::new(-1.0, -1.0, 5.0), max: DVec3::new(1.0, 1.0, 5.0) },
            velocity: DVec3::new(0.0, 0.0, -8.0),
            spread: DVec3::splat(0.5),
            acceleration: DVec3::ZERO,
            response: Response::Vanish,
            look: Look::default(),
            striker: Striker::HAIL,
        }
    }

    #[test]
    fn generations_follow_each_other_without_a_gap() {
        let emitter = emitter();
        for particle in 0..100 {
            assert_eq!(emitter.generation_at(particle, -2.1), None);
            for generation in 0..50 {
                let birth = emitter.birth(particle, generation);
                assert_eq!(emitter.generation_at(particle, birth), Some(generation));
                let before = emitter.generation_at(particle, birth.next_down());
                assert_eq!(before, generation.checked_sub(1));
            }
        }
    }

    #[test]
    fn generations_differ_and_repeat_exactly() {
        let emitter = emitter();
        let path = emitter.path(5, 9);
        assert_eq!(path, emitter.path(5, 9));
        assert_ne!(path.position, emitter.path(5, 10).position);
        assert_ne!(path.velocity, emitter.path(6, 9).velocity);
        assert!((path.velocity - emitter.velocity).abs().cmple(emitter.spread).all());
    }

    #[test]
    fn an_emitter_ends_with_its_last_generation() {
        let emitter = Emitter { generations: 2, ..emitter() };
        assert_eq!(emitter.generation_at(0, emitter.birth(0, 2).next_down()), Some(1));
        assert_eq!(emitter.generation_at(0, emitter.birth(0, 2)), None);
    }
}
