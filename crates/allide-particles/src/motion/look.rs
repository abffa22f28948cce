//! A particle as a small object about its centre: shape, size, spin and colour are functions of time.

use crate::hash::Draws;
use glam::{DQuat, DVec3};

/// The shape that is drawn for every particle of an emitter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A ball.
    #[default]
    Ball,
    /// A cube.
    Cube,
    /// A regular octahedron.
    Octahedron,
    /// A ball that is stretched along its velocity.
    Drop,
}

/// How the particles of an emitter look.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The shape that is drawn.
    pub shape: Shape,
    /// Smallest and largest radius.
    pub size: [f64; 2],
    /// Slowest and fastest spin, in radians a second, each particle about an axis of its own.
    pub spin: [f64; 2],
    /// Colours at birth and at the end of life: red, green, blue, opacity, each in 0..=1, linear.
    pub colors: [[f64; 4]; 2],
}

impl Default for Look {
    fn default() -> Self {
        Self { shape: Shape::Ball, size: [0.02, 0.02], spin: [0.0, 0.0], colors: [[0.9, 0.93, 1.0, 1.0]; 2] }
    }
}

/// One particle at one time, ready to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance {
    /// Number of the particle.
    pub particle: u32,
    /// Generation that is alive.
    pub generation: u32,
    /// Where its centre is.
    pub center: DVec3,
    /// Velocity: zero where it rests.
    pub velocity: DVec3,
    /// How it is turned.
    pub rotation: DQuat,
    /// Its radius.
    pub size: f64,
    /// Red, green, blue, opacity, linear.
    pub color: [f64; 4],
    /// The shape that is drawn.
    pub shape: Shape,
}

/// Names of what is drawn at random, shared by all of [`super`].
pub(super) mod salt {
    pub const PHASE: u32 = 1;
    pub const POSITION: u32 = 2;
    pub const VELOCITY: u32 = 3;
    pub const LOOK: u32 = 4;
}

impl Look {
    /// Size, rotation and colour of a generation at an age, of a life of `period`.
    pub(super) fn at(&self, draws: Draws, age: f64, period: f64) -> (f64, DQuat, [f64; 4]) {
        let [size, rate, turn, height] = draws.four(salt::LOOK);
        let between = |[low, high]: [f64; 2], share: f64| low + (high - low) * share;
        // A point on the unit sphere, all of it equally likely.
        let z = 2.0 * height - 1.0;
        let (sin, cos) = libm::sincos(2.0 * std::f64::consts::PI * turn);
        let radius = (1.0 - z * z).max(0.0).sqrt();
        let (sin_half, cos_half) = libm::sincos(0.5 * between(self.spin, rate) * age);
        let axis = DVec3::new(radius * cos, radius * sin, z) * sin_half;
        let share = (age / period).clamp(0.0, 1.0);
        let color = std::array::from_fn(|k| between([self.colors[0][k], self.colors[1][k]], share));
        (between(self.size, size), DQuat::from_xyzw(axis.x, axis.y, axis.z, cos_half), color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spin turns at its rate about one axis, colours change evenly, sizes stay: all functions of the age alone.
    #[test]
    fn spin_and_colour_are_functions_of_time() {
        let look = Look {
            shape: Shape::Cube,
            size: [0.1, 0.3],
            spin: [2.0, 2.0],
            colors: [[0.0, 0.2, 1.0, 1.0], [1.0, 0.4, 0.0, 0.5]],
        };
        for particle in 0..50 {
            let at = |age: f64| look.at(Draws::new(7, particle, 3), age, 4.0);
            let (size, still, color) = at(0.0);
            assert!((0.1..=0.3).contains(&size) && still == DQuat::IDENTITY && color == look.colors[0]);
            let (axis, angle) = at(0.75).1.to_axis_angle();
            assert!((angle - 1.5).abs() < 1e-12);
            let (later, angle) = at(1.25).1.to_axis_angle();
            assert!((angle - 2.5).abs() < 1e-12 && (later - axis).length() < 1e-12);
            assert_eq!((at(1.25).0, at(1.0).2), (size, [0.25, 0.25, 0.75, 0.875]));
            // Asking for another time in between changes nothing.
            assert_eq!(at(0.75), at(0.75));
        }
        let sizes: Vec<f64> = (0..50).map(|particle| look.at(Draws::new(7, particle, 3), 0.0, 4.0).0).collect();
        assert!(sizes.iter().any(|&size| size < 0.15) && sizes.iter().any(|&size| size > 0.25));
    }
}
