//! Scenes: emitters, colliders, materials and a camera.

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

/// What is wrong with a scene, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{message}")]
pub struct SceneError {
    /// Line and column, each from 1, in the text that it was read from.
    pub position: Option<(usize, usize)>,
    place: String,
    message: String,
}
