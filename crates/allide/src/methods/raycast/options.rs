//! The options.

use crate::Error;

pub use crate::methods::Algorithm;

/// Which edge a ray is cast at where several lie behind each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeRule {
    /// The nearest: depths are cleared to far, as in the text of the thesis.
    Nearest,
    /// The last one drawn: depths are cleared to near and not compared, as in its pseudocode.
    AsPrinted,
}

/// How front and back faces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sided {
    /// In one pass that tells them apart.
    OnePass,
    /// In two passes.
    TwoPasses,
}

/// How the scene is projected. Views are as tight around it as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Projection {
    /// Equal precision everywhere.
    Orthographic,
    /// More precision in front.
    Perspective,
}

/// The direction of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Along x, from below; likewise the others.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
}

/// How to detect early that nothing interferes, which saves the remaining passes and reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EarlyExit {
    /// Not at all: everything is one submission.
    Never,
    /// By the largest and smallest count, from a reduction on the GPU: `glMinmax` in the thesis.
    Maximum,
    /// By occlusion queries in the fourth pass, which algorithms 1 and 2 otherwise do without.
    Query,
}

/// How to cast rays.
///
/// ```
/// use allide::raycast::{Algorithm, RaycastOptions};
///
/// let options = RaycastOptions { algorithm: Algorithm::Queries, size: [640, 480], ..RaycastOptions::default() };
/// assert_eq!(options.offset, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaycastOptions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Pixels across and down: one ray each.
    pub size: [u32; 2],
    /// Where rays go.
    pub axis: Axis,
    /// Whether they are parallel.
    pub projection: Projection,
    /// How far edges are moved outward along the normals of their vertices, in pixels. With too little, objects interfere with
    /// themselves: boxes need 0.87. With more, edges that are inside another solid by less than this are lifted out and missed,
    /// and those that are outside by less are pushed in.
    pub offset: f32,
    /// Whether the offset is as many pixels at every depth, and not only in the middle of the scene. No difference unless
    /// [`Projection::Perspective`].
    pub view_dependent_offset: bool,
    /// The target of a ray.
    pub edges: EdgeRule,
    /// How faces are counted.
    pub sided: Sided,
    /// Whether to stop early.
    pub early_exit: EarlyExit,
    /// Whether to find the points in the world where edges are inside; not with [`Algorithm::Detect`] or
    /// [`Algorithm::Queries`], which do not know the edges.
    pub locate: bool,
}

impl Default for RaycastOptions {
    /// Pairs, at the resolution of most measurements of the thesis.
    fn default() -> Self {
        Self {
            algorithm: Algorithm::IdentifyBoth,
            size: [256, 256],
            axis: Axis::Z,
            projection: Projection::Orthographic,
            offset: 1.0,
            view_dependent_offset: false,
            edges: EdgeRule::Nearest,
            sided: Sided::OnePass,
            early_exit: EarlyExit::Query,
            locate: false,
        }
    }
}

impl RaycastOptions {
    pub(super) fn check(&self) -> Result<(), Error> {
        let bad = |what, value, must| Err(Error::BadOption { what, value, must });
        match self {
            Self { size: [width, height], .. } if *width == 0 || *height == 0 => {
                bad("size of the view", format!("{width} × {height}"), "at least one pixel each way")
            }
            Self { offset, .. } if !(offset.is_finite() && *offset >= 0.0) => {
                bad("offset of edges", offset.to_string(), "finite and not negative")
            }
            Self { algorithm: algorithm @ (Algorithm::Detect | Algorithm::Queries), locate: true, .. } => bad(
                "algorithm that is to locate edges",
                format!("{algorithm:?}"),
                "one that identifies them: IdentifyOne, IdentifyOneWithoutStencilRead or IdentifyBoth",
            ),
            _ => Ok(()),
        }
    }
}
