//! glTF 2.0, as JSON with buffers in or beside it, or as one binary file (GLB).
//!
//! Points, lines, skins, morph targets, materials and animations are ignored.

mod accessor;
mod buffers;
mod json;
mod nodes;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
