//! OFF, as text: one vertex and one polygon a line. Normals, colours and texture coordinates are ignored.

mod read;
mod write;

pub(crate) use read::{is_header, read};
pub(crate) use write::write;
