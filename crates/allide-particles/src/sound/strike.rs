//! What strikes, how hard and for how long.

use super::SoundError;
use super::error::check;
use glam::DVec3;
use std::cmp::Ordering;

/// The shortest contact, in samples: a shorter pulse would not be sampled faithfully.
const SHORTEST: f64 = 4.0;
/// The longest contact, in seconds.
const LONGEST: f64 = 0.05;

/// A blow on an instrument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// When, in seconds.
    pub time: f64,
    /// The number of the instrument.
    pub instrument: usize,
    /// The speed along the surface's normal, in m/s. Sound is proportional to it.
    pub speed: f64,
    /// Where on the instrument: metres along its two parameters, from one corner.
    pub at: [f64; 2],
    /// Where in the world, for the listener.
    pub position: DVec3,
    /// A factor, for instance from an image on the collider.
    pub gain: f64,
    /// What strikes.
    pub striker: Striker,
}

impl Strike {
    /// A blow of a hailstone, with gain 1.
    pub fn new(time: f64, instrument: usize, speed: f64, at: [f64; 2], position: DVec3) -> Self {
        Self { time, instrument, speed, at, position, gain: 1.0, striker: Striker::HAIL }
    }

    /// Fails where sums of such strikes could become infinite or meaningless.
    pub(super) fn check(&self) -> Result<(), SoundError> {
        check("the time of a strike", self.time, -1e9, 1e9)?;
        check("the speed of a strike", self.speed, 0.0, 1e6)?;
        check("the gain of a strike", self.gain, 0.0, 1e6)?;
        check("the place of a strike", self.at[0], -1e9, 1e9)?;
        check("the place of a strike", self.at[1], -1e9, 1e9)?;
        self.striker.check()?;
        let farthest = self.position.abs();
        // NaN is lost by max_element, so each coordinate is looked at.
        farthest.to_array().into_iter().try_for_each(|far| check("the position of a strike", far, 0.0, 1e12))
    }

    /// An order in which only equal strikes are equal, so that it does not matter in which order they are given.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let key = |strike: &Self| {
            let [x, y, z] = strike.position.to_array();
            let Striker { mass, radius, hardness } = strike.striker;
            [strike.at[0], strike.at[1], x, y, z, strike.speed, strike.gain, mass, radius, hardness]
        };
        let rest = || key(self).iter().zip(&key(other)).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        let first = self.time.total_cmp(&other.time).then(self.instrument.cmp(&other.instrument));
        first.then_with(|| rest().unwrap_or(Ordering::Equal))
    }
}

/// What strikes: a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Striker {
    /// In kg.
    pub mass: f64,
    /// In m.
    pub radius: f64,
    /// The modulus with which it resists, in Pa.
    pub hardness: f64,
}

impl Striker {
    /// A hailstone, 16 mm wide. Ice crushes where it hits, so it is softer than its Young's modulus of 9 GPa.
    pub const HAIL: Self = Self { mass: 2.0e-3, radius: 8.0e-3, hardness: 1.2e9 };
    /// A large drop of rain: soft enough that contact lasts for about the time it takes to fall through itself.
    pub const RAIN: Self = Self { mass: 1.4e-5, radius: 1.5e-3, hardness: 2.0e5 };
    /// A pebble.
    pub const PEBBLE: Self = Self { mass: 4.0e-3, radius: 7.0e-3, hardness: 4.0e10 };

    /// All presets, by name.
    pub const ALL: [(&str, Self); 3] = [("hail", Self::HAIL), ("rain", Self::RAIN), ("pebble", Self::PEBBLE)];

    /// The preset with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, striker)| striker)
    }

    pub(crate) fn check(&self) -> Result<(), SoundError> {
        check("a striker's mass", self.mass, 1e-9, 1e3)?;
        check("a striker's radius", self.radius, 1e-6, 10.0)?;
        check("a striker's hardness", self.hardness, 1e3, 1e13)
    }
}

/// How long a blow on a surface lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    hardness: f64,
}

impl Contact {
    pub(super) fn new(hardness: f64) -> Self {
        Self { hardness }
    }

    /// Hertz: 2.87 (m² / (R E² v))^⅕, with 1/E the sum of both compliances. Harder and faster is shorter, and so
    /// brighter. At most 50 ms.
    pub fn duration(&self, striker: &Striker, speed: f64) -> f64 {
        let modulus = 1.0 / (1.0 / self.hardness + 1.0 / striker.hardness);
        let inner = striker.mass * striker.mass / (striker.radius * modulus * modulus * speed);
        (2.87 * libm::pow(inner, 0.2)).min(LONGEST)
    }
}

/// A blow in samples: 30 s²(1−s)² over its length, whose area is 1, smooth at both ends, symmetrical.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pulse {
    start: f64,
    length: f64,
}

impl Pulse {
    /// `start` and `length` in samples.
    pub fn new(start: f64, length: f64) -> Self {
        Self { start, length: length.max(SHORTEST) }
    }

    /// The first sample that is not 0: the first one after the impact.
    pub fn first(&self) -> u64 {
        self.start as u64 + 1
    }

    /// The first sample after it.
    pub fn end(&self) -> u64 {
        (self.start + self.length).ceil() as u64
    }

    pub fn value(&self, sample: u64) -> f64 {
        let part = ((sample as f64 - self.start) / self.length).clamp(0.0, 1.0);
        let bell = part * (1.0 - part);
        30.0 * bell * bell / self.length
    }
}
