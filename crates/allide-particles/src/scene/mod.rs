//! Scenes: emitters, colliders, materials and a camera; and the TOML files that they are read from.
//!
//! Lengths are metres, times seconds, angles degrees; z points up. Everything but `surface`, its sizes and the names of materials may be
//! left out. `allide particles NAME --toml` prints a built-in scene to start from.
//!
//! | table | keys |
//! |---|---|
//! | (top) | `name`, `about`, `duration`, `frame_rate`, `rest_speed` |
//! | `[camera]` | `eye`, `target`, `angle`, `sky`, `horizon`, `ground` (its height), `ground_color` |
//! | `[[material]]` | `name`, `color`, `restitution` 0 to 1, `friction`, `hardness` 0 to 1, `sound`: a preset of [`crate::sound::Timbre`] or "none"; the name, where nothing is said |
//! | `[[emitter]]` | `name`, `count`, `seed`, `start`, `period`, `generations`, `source`, `velocity`, `spread`, `acceleration`, `response` "vanish" or "bounce", `bounces`, `shape`, `size`, `spin`, `color`, `last_color`, `striker` |
//! | `[[collider]]` | `name`, `surface` and its sizes, `position`, `rotation`, `keep`, `holes`, `material`, `image`, `repeat` |
//!
//! - `source` is `{ point = [x, y, z] }`, `{ box = [lowest, highest] }` or `{ disc = [x, y, z], radius = r }`.
//! - `striker` is "hail", "rain", "pebble" or `{ mass = kg, radius = m, hardness = Pa }`; drops are rain where nothing is said.
//! - Sizes: `rectangle` has `size`; `disc` and `sphere` `radius`; `polygon` `corners`; `ellipsoid` `radii`; `cylinder`, `cone`, `paraboloid` and
//!   `hyperboloid` `radii` and `heights` (and `sheets`); `quadric` `coefficients` A to J and `box`; `blobby` `balls = [[x, y, z, radius], …]` and `level`.
//! - `rotation` is `[[x, y, z, degrees], …]`, one after the other; `repeat` is `{ counts = [nx, ny, nz], step = [x, y, z] }`.
//! - `keep` and `holes` are lists of regions in local coordinates: `{ disc = [x, y], radius = r }`, `{ rectangle = [lowest, highest] }`,
//!   `{ polygon = [corners] }`, `{ box = [lowest, highest] }` or `{ half_space = [x, y, z, offset] }`.
//! - `image` is `{ size = [columns, rows], materials = […], gains = […] }`, texel by texel from the lowest row, or
//!   `{ file = "it.png", materials = […], gain = 1 }`: the red of a pixel says which material, its range divided evenly among them, and the
//!   green its share of the gain; grey pictures have materials alone.

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
    /// The materials of colliders.
    pub materials: Vec<Material>,
    /// Where particles come from; their particles are numbered one after the other.
    pub emitters: Vec<Emitter>,
    /// The surfaces that particles hit.
    pub colliders: Vec<Collider>,
}

/// Where a scene is seen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the eye is.
    pub eye: DVec3,
    /// The point that it looks at.
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
