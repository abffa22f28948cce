//! Methods that look at a scene from outside: what is fully visible in front of everything else touches nothing.

mod cover;
mod cullide;
mod drawn;
mod kept;
mod meet;
mod offset;
mod order_free;
mod ordered;
mod parts;
mod search;
mod self_cullide;
mod set;
mod stage;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use cover::NEEDS;
#[cfg(test)]
pub(crate) use cover::drawings;
pub(crate) use drawn::Drawn;
pub(crate) use stage::SHADERS;

#[cfg(doc)]
use crate::methods::Method;

/// How [`Method::Cullide`] and [`Method::SelfCullide`] look at a scene.
///
/// [`Method::Cullide`]: crate::Method::CULLIDE
/// [`Method::SelfCullide`]: crate::Method::SELF_CULLIDE
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Views {
    /// Pixels along each side of a view; `None` leaves the choice to the method.
    pub resolution: Option<u32>,
    /// How what is fully visible is found.
    pub reduction: Reduction,
}

/// How [`crate::Method::Far`] covers every pixel that a triangle touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cover {
    /// By a rasteriser of our own in whole numbers, on any GPU: FAR's fattening made exact.
    #[default]
    Cells,
    /// By the GPU's conservative rasterisation, where it has that.
    Conservative(Reduction),
    /// By drawing offsets around triangles with the GPU's plain rasteriser, as published.
    Offset(Offset, Reduction),
}

/// The published ways to draw what is nearer to a triangle than a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A box around each triangle, along its longest edge.
    #[default]
    Uobb,
    /// A box around each edge, and the triangle shifted to both sides.
    Bounded,
    /// Cylinders, balls and shifted triangles: the offset itself.
    Exact,
}

/// How what is fully visible is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// From the nearest two owners of each pixel: a constant number of draws for any number of objects.
    #[default]
    OrderFree,
    /// One after the other, forth and back, with an occlusion query each, as published.
    Ordered,
}
