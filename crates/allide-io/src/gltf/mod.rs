//! glTF 2.0, as JSON with buffers in or beside it, or as one binary file (GLB).
//!
//! Shapes are those that a viewer shows before any animation: with morph targets at their default weights, and skins
//! where their joints stand. Points, lines, materials and animations are ignored.

mod accessor;
mod buffers;
mod findings;
mod instancing;
mod json;
mod layers;
mod nodes;
mod pack;
mod paint;
mod read;
mod shape;
mod skin;
mod values;
mod write;

pub(crate) use findings::write as write_findings;
pub(crate) use layers::write as write_layers;
pub(crate) use read::read;
pub(crate) use write::write;
