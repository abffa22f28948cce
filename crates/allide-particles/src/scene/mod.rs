//! Scenes: emitters, colliders, materials and a camera.

mod built_in;
mod check;
mod error;
mod read;
mod table;

pub use built_in::BUILT_IN;
pub use error::SceneError;

use crate::{Collider, Emitter, Material};
use glam::DVec3;

/// Everything that there is. Lengths are metres and times are seconds; z points up.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its name.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// How many seconds are shown, from time 0.
    pub duration: f64,
    /// Frames a second.
    pub frame_rate: f64,
    /// A particle whose normal speed after a bounce is less comes to rest.
    pub rest_speed: f64,
    /// Where it is seen from.
    pub camera: Camera,
    /// What colliders are made of.
    pub materials: Vec<Material>,
    /// Where particles come from; their particles are numbered one after the other.
    pub emitters: Vec<Emitter>,
    /// What particles hit.
    pub colliders: Vec<Collider>,
}

/// Where a scene is seen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the eye is.
    pub eye: DVec3,
    /// What it looks at.
    pub target: DVec3,
    /// Vertical angle of view, in degrees.
    pub angle: f64,
    /// Colour of the sky overhead and at the horizon, linear.
    pub sky: [[f64; 3]; 2],
    /// Height and colour of a ground that is drawn but stops nothing, if there is one.
    pub ground: Option<(f64, [f64; 3])>,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            eye: DVec3::new(6.0, -10.0, 5.0),
            target: DVec3::ZERO,
            angle: 40.0,
            sky: [[0.25, 0.42, 0.7], [0.75, 0.8, 0.85]],
            ground: None,
        }
    }
}
