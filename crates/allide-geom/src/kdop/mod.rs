//! Discretely oriented polytopes, trees of them, and overlap tests that integers suffice for.
//!
//! After Raabe, Hochgürtel, Anlauf and Zachmann, "Hardware-Accelerated Collision Detection using Bounded-Error
//! Fixed-Point Arithmetic", WSCG 2006; equation and section numbers are theirs. A k-DOP is bounded by planes across k
//! fixed directions, so k *coefficients* describe it ([`Orientations`]). A [`Tree`] has one for every group of
//! triangles. For two placed trees, [`axes`] chooses candidate separating axes and computes all that does not depend on
//! coefficients; then one axis of one pair of nodes costs twelve products, in `f64` ([`Axis::difference`]) or in whole
//! numbers of a chosen width ([`FixedAxis::differences`]).
//!
//! **Nothing is lost.** [`Axis::separates`] and [`FixedAxes::separates`] say yes only if no two points of the nodes
//! coincide in the world, as poses place them in `f64`. Four roundings are paid for: of points to coefficients
//! (upwards, [`Orientations::bound`]), of poses, mapping vectors and shifts (a slack for each axis, [`Axis::slack`],
//! which fixed-point coefficients cover by growing), of all of them to fixed point (outwards, [`FixedTree`],
//! [`FixedAxis`]), and of the sum (none in integers).
//!
//! **Deviations from the paper.**
//! - It tests signs in hardware (section 5.1), so a difference of 0 counts as apart, and two touching cubes would be
//!   lost. Here only a difference above 0 separates, as equation 10 says.
//! - It divides coefficients by the largest; we divide by a power of two above it, which rounds nothing.
//! - It rotates and translates; we accept any affine pose, and map the axis into the coordinates of both objects
//!   instead.
//! - The shift p is not bounded by 1. It saturates at ±4, which is beyond all that two projections can add up to.
//! - Its 24 directions are not published. Ours are listed at [`Orientations::standard`].
//!
//! ```
//! use allide_geom::{DVec3, kdop::*};
//! use glam::DAffine3;
//!
//! let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
//! let tree = Tree::build(&Orientations::standard(24)?, 1, |_| triangle)?;
//! let (here, there) = (DAffine3::IDENTITY, DAffine3::from_translation(DVec3::Z));
//! let growth = tree.growth(here).max(tree.growth(there));
//! let format = Format::new(18, 18, 18)?;
//! let scale = format.scale_for([(&tree, growth)]);
//! let fixed = FixedTree::new(&tree, format, scale, growth)?;
//!
//! let axes = axes(Placed { tree: &tree, pose: here }, Placed { tree: &tree, pose: there }, 24);
//! let axes = FixedAxes::new(&axes, format, scale, [growth, growth]);
//! assert!(axes.separating(fixed.node(0), fixed.node(0)).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axes;
mod build;
mod fixed;
mod fixed_axes;
mod orientations;
mod traverse;
mod tree;

pub use axes::{Axis, Placed, Projection, axes};
pub use fixed::{FixedError, FixedTree, Format, Word, WordSize};
pub use fixed_axes::{FixedAxes, FixedAxis, FixedProjection};
pub use orientations::{Orientations, OrientationsError};
pub use traverse::{Order, Visits, children, traverse};
pub use tree::{Node, Tree, TreeError};
