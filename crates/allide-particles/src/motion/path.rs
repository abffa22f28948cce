//! The motion between two impacts.

use glam::DVec3;

/// Free flight: position + velocity τ + ½ acceleration τ², where τ is the time since `start`.
///
/// First order where the acceleration is zero, second order elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// When it starts, in seconds of the scene.
    pub start: f64,
    /// Position at the start.
    pub position: DVec3,
    /// Velocity at the start.
    pub velocity: DVec3,
    /// Constant acceleration.
    pub acceleration: DVec3,
}

impl Path {
    /// Position `age` seconds after the start.
    pub fn position_at(&self, age: f64) -> DVec3 {
        self.position + (self.velocity + self.acceleration * (0.5 * age)) * age
    }

    /// Velocity `age` seconds after the start.
    pub fn velocity_at(&self, age: f64) -> DVec3 {
        self.velocity + self.acceleration * age
    }
}
