//! Interference of solids by rays that are cast at their edges: David Knott, "CInDeR: Collision and Interference Detection in
//! Real Time Using Graphics Hardware", thesis, 2003, chapter 4.
//!
//! Two solids interfere exactly if an edge of one has a point inside the other. Every pixel of a view is a ray, cast at the
//! nearest edge behind it: pass 1 draws all edges, for their depths. Passes 2 and 3 draw all faces that are nearer, and count
//! front faces up and back faces down: what is left is the number of solids around the edge's point, since every other solid
//! in the way was entered and left. Pass 4 draws edges again where the count is positive, and writes which they are, or is
//! watched by occlusion queries. Passes 5 to 7 count the faces of one object after the other, and write its number where it is
//! around an edge.
//!
//! **Guarantee: sampled.** Missed is what no ray shows: interference between pixels; behind nearer edges; where edges inside
//! are so close to the surface that their offset lifts them out (copies, walls thinner than the offset); in a second solid around
//! the same point (pairs); with 128 or more solids around one. False pairs come from offset edges that reach into a close
//! neighbour, from objects that cross themselves, and from open ones. As a method of an engine, it proposes pairs (`propose.rs`), which
//! the exact test of [`crate::Solids`] confirms or drops and counts: see [`crate::Proposals`].
//!
//! **Deviations from the thesis, and its misprints.**
//! - The nearest edge wins and depths are cleared to far, as the text says. The pseudocode clears them to 0 and does not compare
//!   them, so that the last edge wins: [`EdgeRule::AsPrinted`].
//! - Counts start at 128 and wrap, so that negative ones can be told, which are signs of open meshes by the text. The pseudocode
//!   starts at 0, where decrements stop.
//! - Algorithm 4 is printed with colour on in pass 1, which would report every object, and with the sides of passes 5 and 6
//!   exchanged, which would count down from 0 first. Both are drawn as the text means them. Pass 7 also resets negative counts.
//! - An identity is a word of 32 bits, not 12 to 16. The first is that of the edge, and its object follows from it.
//! - The early exit by a maximum looks at counts after pass 3, not at colours after the last pass: fewer bits, and sooner.
//! - All edges are one draw, and so are all faces of passes 2 and 3; the thesis draws object by object.
//! - Depths are 32-bit floats, and read at interfering pixels only.
//! - Offsets are in pixels. Lines are drawn up to half a pixel beside themselves, and that is what offsets make up for: a corner
//!   of a box moves by 0.58 of the offset along each axis, so boxes need 0.87 pixels. The thesis gives no number.
//! - Objects whose triangles face inward as a whole are turned around.
//! - Edges of triangles are drawn, also those inside flat faces.
//!
//! Files: `geometry.rs` finds edges and normals, `pens.rs` has the pipelines, `passes.rs` the seven passes, `cast.rs`
//! what each algorithm draws and reads, `parse.rs` what pixels say, `eye.rs` the way back to the world, `propose.rs`
//! the proposals. Lines, sides, 8-bit counts and pairs of words are part of `allide-gpu` (`raster.rs`).

mod cast;
mod eye;
mod findings;
mod geometry;
mod options;
mod parse;
mod passes;
mod pens;
mod propose;
mod report;
#[cfg(test)]
mod tests;

use crate::{Choice, Error, GpuOptions, Scene, world};
use allide_gpu::Gpu;

pub(crate) use cast::run as cast_at;
pub use eye::Precision;
pub use options::{Algorithm, Axis, EarlyExit, EdgeRule, Projection, RaycastOptions, Sided};
#[cfg(test)]
pub(crate) use pens::drawings;
pub(crate) use pens::{NEEDS, SHADERS};
pub(crate) use propose::propose;
pub use report::{EdgeInside, Extremes, Penetration, PixelCounts, RaycastReport, RaycastTimes};

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
    /// Opens a GPU of its own.
    ///
    /// # Errors
    /// There is no adapter, or it cannot be opened.
    pub fn open(choice: Choice, options: GpuOptions) -> Result<Self, Error> {
        let gpu = Gpu::open(choice, &crate::adapter::NEEDS, options)?;
        Ok(Self { gpu, options: RaycastOptions::default() })
    }

    /// With other options.
    #[must_use]
    pub fn with_options(self, options: RaycastOptions) -> Self {
        Self { options, ..self }
    }

    /// The properties of the adapter.
    pub fn adapter(&self) -> &crate::adapter::Description {
        self.gpu.description()
    }

    /// Casts rays at a scene.
    ///
    /// # Errors
    /// Invalid options, an object out of range, or a GPU that fails.
    pub fn run(&self, scene: &Scene) -> Result<RaycastReport, Error> {
        self.run_with(scene, &self.options)
    }

    /// The same with other options this once.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_with(&self, scene: &Scene, options: &RaycastOptions) -> Result<RaycastReport, Error> {
        cast_at(&self.gpu, &world::objects(scene, &[])?, options)
    }
}
