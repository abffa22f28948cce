//! The description of one impact.

use glam::{DVec2, DVec3};

/// A particle meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When, in seconds of the scene.
    pub time: f64,
    /// Number of the particle: emitters number theirs one after the other.
    pub particle: u32,
    /// How often the particle was reborn before.
    pub generation: u32,
    /// How many impacts this generation of the particle had before.
    pub bounce: u32,
    /// Number of the collider in the scene.
    pub collider: u32,
    /// Number of the material in the scene: the collider's, or what its image says at this point.
    pub material: u32,
    /// How loud this point is: 1, or what the collider's image says.
    pub gain: f64,
    /// Where, in the world.
    pub point: DVec3,
    /// Where, in the parametrisation of the collider: both numbers in 0..=1.
    pub uv: DVec2,
    /// Unit normal of the surface, on the side that the particle came from.
    pub normal: DVec3,
    /// Velocity at the moment of impact, before any response.
    pub velocity: DVec3,
    /// Length of the velocity.
    pub speed: f64,
}

impl Impact {
    /// The part of the speed that points into the surface.
    pub fn normal_speed(&self) -> f64 {
        -self.velocity.dot(self.normal)
    }

    /// The order of lists: by time, then particle, generation and bounce.
    pub fn key(&self) -> (u64, u32, u32, u32) {
        // Flips the bits of a float such that they order as integers: times are finite.
        let bits = self.time.to_bits();
        let time = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
        (time, self.particle, self.generation, self.bounce)
    }
}
