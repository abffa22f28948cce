//! STL: triangles without indices, as text or binary. Normals, attributes and the names of solids are ignored.

mod read;
mod write;

pub(crate) use read::{is_binary, read};
pub(crate) use write::write;

/// A header of any 80 bytes and the number of triangles.
const HEADER: usize = 84;
/// A normal, three corners and two bytes of attributes.
const TRIANGLE: usize = 50;
