//! Interference by casting rays at edges: David Knott, "CInDeR: Collision and Interference Detection in Real-time using
//! Graphics Hardware", chapter 4 of his thesis.
//!
//! Two solids interfere exactly if an edge of one has a point inside the other. Every pixel of a view is a ray, cast at the
//! nearest edge behind it: pass 1 draws all edges, for their depths. Passes 2 and 3 draw all faces that are nearer and count,
//! in the stencil, front faces up and back faces down: what is left is the number of solids around the edge's point, since
//! every other solid in the way was entered and left. Pass 4 draws edges again where the count is positive, and writes who
//! they are, or is counted by occlusion queries. Passes 5 to 7 count the faces of one object after the other, and write its
//! number where it is around an edge.
//!
//! **Guarantee: sampled.** Interference is missed where no ray hits an edge inside: between pixels, behind nearer edges, where
//! solids share less than the offset of edges (flush or coincident ones included), in a second solid around the same point
//! (pairs), and with 128 or more solids around one. Pairs can be false: an offset edge reaches into a close neighbour, an object
//! crosses itself, or is open. [`RaycastReport::confirm`] drops them by an exact test.
//!
//! **Deviations from the thesis.**
//! - The nearest edge wins and depths are cleared to far, as its text says; its pseudocode clears them to 0 without a test, so
//!   that the last edge wins ([`EdgeRule::AsPrinted`]).
//! - Counts wrap and start at 128, so that negative ones, which the text calls signs of open meshes, can be told: printed is a
//!   test for "> 0" of counts that start at 0 and stop there.
//! - Algorithm 4 is printed with colour on in pass 1, which would report every object; and with the sides of passes 5 and 6
//!   exchanged, which would count down from 0 first. We draw it as the text means it. Pass 7 resets all counts, also negative
//!   ones.
//! - Identities are words of 32 bits: the first is that of the edge, which also tells the object.
//! - The early exit by a maximum looks at counts after pass 3, not at colours after the last pass: fewer bits, and sooner.
//! - Depths are 32-bit floats. They are read at interfering pixels only.
//! - Objects whose triangles face inward are turned around.
//! - Edges are as wide as a pixel, and offsets are in pixels, because what they make up for is: lines are drawn up to half a pixel
//!   beside themselves.

mod cast;
mod eye;
mod geometry;
mod options;
mod parse;
mod pens;
mod report;
#[cfg(test)]
mod tests;

use crate::{Choice, Error, GpuOptions, Scene, world};
use allide_gpu::Gpu;

pub use eye::Precision;
pub use options::{Algorithm, Axis, EarlyExit, EdgeRule, Projection, RaycastOptions, Sided};
#[cfg(test)]
pub(crate) use pens::drawings;
pub(crate) use pens::{NEEDS, SHADERS};
pub use report::{Confirmed, EdgeInside, Penetration, PixelCounts, RaycastReport, RaycastTimes};

/// Casts rays at the edges of scenes.
///
/// ```no_run
/// use allide::raycast::{Raycast, RaycastOptions};
/// use allide::{Choice, GpuOptions, Scene};
///
/// let scene = Scene::new();
/// let options = RaycastOptions { size: [512, 512], locate: true, ..RaycastOptions::default() };
/// let raycast = Raycast::open(Choice::Auto, GpuOptions::default())?.with_options(options);
/// let report = raycast.run(&scene)?;
/// for pair in &report.pairs {
///     println!("object {} is inside {}", pair.penetrating.index(), pair.penetrated.index());
/// }
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Debug)]
pub struct Raycast {
    gpu: Gpu,
    options: RaycastOptions,
}

impl Raycast {
    /// With a GPU of its own.
    ///
    /// # Errors
    /// There is none, or it cannot be opened.
    pub fn open(choice: Choice, options: GpuOptions) -> Result<Self, Error> {
        let gpu = Gpu::open(choice, &crate::adapter::NEEDS, options)?;
        Ok(Self { gpu, options: RaycastOptions::default() })
    }

    /// With other options.
    #[must_use]
    pub fn with_options(self, options: RaycastOptions) -> Self {
        Self { options, ..self }
    }

    /// What is known of the adapter.
    pub fn adapter(&self) -> &crate::adapter::Description {
        self.gpu.description()
    }

    /// Looks at a scene.
    ///
    /// # Errors
    /// Options that make no sense, an object out of range, or a GPU that gives no answer.
    pub fn run(&self, scene: &Scene) -> Result<RaycastReport, Error> {
        self.run_with(scene, &self.options)
    }

    /// The same with other options this once.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_with(&self, scene: &Scene, options: &RaycastOptions) -> Result<RaycastReport, Error> {
        cast::run(&self.gpu, &world::objects(scene, &[])?, options)
    }
}
