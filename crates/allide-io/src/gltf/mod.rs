//! glTF 2.0, as JSON with buffers in or beside it, or as one binary file (GLB).
//!
//! Shapes are those that a viewer shows before any animation: with morph targets at their default weights, and skins
//! where their joints stand; or those of a moment of an animation, if that is asked for. Points, lines and materials are
//! ignored.

mod accessor;
mod animated;
mod animation;
mod buffers;
mod findings;
mod instancing;
mod json;
mod layers;
mod nodes;
mod pack;
#[cfg_attr(not(feature = "draco"), path = "packed_not.rs")]
mod packed;
mod paint;
mod posture;
mod read;
mod shape;
mod skin;
mod track;
mod values;
mod write;

pub(crate) use animated::Animated;
pub(crate) use findings::write as write_findings;
pub(crate) use layers::write as write_layers;
pub(crate) use read::read;
pub(crate) use write::write;
