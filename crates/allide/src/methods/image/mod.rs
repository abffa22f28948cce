//! Methods that look at a scene from outside: what is fully visible in front of everything else touches nothing.

mod cover;
mod cullide;
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
pub(crate) use kept::Kept;
pub(crate) use search::search;
pub(crate) use stage::SHADERS;

use crate::methods::Method;
use crate::questions::Scope;
use crate::world::{WorldObject, WorldPair};

/// How [`Method::Far`], [`Method::Cullide`] and [`Method::SelfCullide`] look at a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Views {
    /// Pixels along each side of a view; `None` leaves the choice to the method. The answer of [`Method::Far`] does not
    /// depend on it, only its cost does.
    pub resolution: Option<u32>,
    /// How [`Method::Far`] makes sure that nothing falls between pixels.
    pub cover: Cover,
    /// How the drawn methods find what is fully visible.
    pub reduction: Reduction,
}

/// How [`Method::Far`] covers every pixel that a triangle touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cover {
    /// By a rasteriser of our own in whole numbers, on any GPU: FAR's fattening made exact.
    #[default]
    Cells,
    /// By the GPU's conservative rasterisation, where it has that.
    Conservative,
    /// By drawing offsets around triangles with the GPU's plain rasteriser, as published.
    Offset(Offset),
}

/// The published ways to draw what is nearer to a triangle than a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// From the nearest two owners of each pixel: a constant number of draws for any number of objects.
    #[default]
    OrderFree,
    /// One after the other, forth and back, with an occlusion query each, as published.
    Ordered,
}

/// A question to be answered by looking.
pub(crate) struct Request<'r, 'w> {
    pub objects: &'r [WorldObject],
    /// Number of the first triangle of each object, then the total.
    pub starts: &'r [u32],
    /// All object pairs that are near enough.
    pub pairs: &'r [WorldPair<'w>],
    pub method: Method,
    pub scope: Scope,
    /// Triangles farther apart need not be found.
    pub limit: f64,
    pub views: &'r Views,
}

impl Request<'_, '_> {
    /// Whether it is answered by drawing, with the GPU's rasteriser.
    pub fn is_drawn(&self) -> bool {
        match self.method {
            Method::Cullide | Method::SelfCullide => true,
            Method::Far => self.views.cover != Cover::Cells && matches!(self.scope, Scope::Between { .. }),
            _ => false,
        }
    }
}
