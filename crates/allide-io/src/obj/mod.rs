//! Wavefront OBJ: polygons under `o` and `g`.
//!
//! Colours, texture coordinates, normals, materials, points, lines and curves are ignored; curved surfaces are errors.
//! Statements that are not known are counted in a note.

mod parts;
mod read;
mod words;
mod write;

pub(crate) use read::{is_likely, read};
pub(crate) use write::write;
