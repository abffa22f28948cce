//! Method `cullide`: the potentially colliding set, as the rasteriser samples it.
//!
//! Paper: Govindaraju, Redon, Lin and Manocha, CULLIDE (2003), as restated in Govindaraju, Lin and Manocha, Fast and Reliable
//! Collision Culling using Graphics Hardware (2004).
//!
//! An object that is fully visible in front of all others in some view touches none of them. Views are orthographic, along
//! the axes. Objects that are fully visible in one leave the set, and the rest is looked at again until the set no longer
//! shrinks, or not, as published. Then the same is done with parts of the objects, smaller and smaller, down to triangles; parts of one object do not
//! hide each other. Sweep and prune pairs the triangles that are left, and the tiers that all methods share
//! decide about them exactly.
//!
//! Guarantee: sampled. Findings are right, but objects that meet between the centres of pixels, or with depths that the
//! depth image cannot tell apart, may be taken for fully visible and missed.
//!
//! Deviations from the paper: what is fully visible is found without an order by default, see [`super::order_free`]; the order
//! as published is there too. No paper says that a level is looked at again: [`crate::Rounds::Once`] does not, and looks at every level; by default,
//! every other round looks from the other side, and a level is skipped if it has less than four times the parts of the last one. Sweep and
//! prune of boxes comes before the first pass and after each, over what is left, instead of once after the objects. Views are of the space where boxes of objects
//! overlap, in depth too, instead of the whole scene: one for each set of objects that can meet, or for neighbouring sets where
//! there are more than four. Depths are 32-bit floats.

/// Pixels along each side of a view, as published.
pub(crate) const PIXELS: u32 = 1400;
