//! A scene that is ready to be asked.

use crate::{DVec2, DVec3, Impact, Instance, Path, Scene, SceneError};
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
#[derive(Debug)]
pub struct Simulation {
    scene: Scene,
}

impl Simulation {
    /// Checks the scene.
    pub fn new(scene: Scene) -> Result<Self, SceneError> {
        Ok(Self { scene })
    }

    /// The scene that it was made from.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// All impacts with `start ≤ time < end`, by [`Impact::key`].
    pub fn impacts(&self, interval: Range<f64>) -> Result<Vec<Impact>, SceneError> {
        let _ = interval;
        Ok(Vec::new())
    }

    /// The particles that are there at a time, by number.
    pub fn instances(&self, time: f64) -> Vec<Instance> {
        let _ = time;
        Vec::new()
    }

    /// Where a path first meets a collider, no later than `horizon` seconds after its start: a ray, if it does not accelerate.
    pub fn first_hit(&self, path: &Path, horizon: f64) -> Option<Hit> {
        let _ = (path, horizon);
        None
    }
}
