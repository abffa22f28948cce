//! Wavefront OBJ: polygons under `o` and `g`.
//!
//! Colours, texture coordinates, normals, materials, points, lines and statements of other programs are ignored.

mod read;
mod write;

pub(crate) use read::{is_likely, read};
pub(crate) use write::write;
