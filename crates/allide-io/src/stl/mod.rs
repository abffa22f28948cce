//! STL: triangles without indices, as text or binary. Normals and attributes are ignored.
//!
//! Each `solid` of a text file is an object. The only one of a file is called after the file: programs put all sorts of
//! texts there, their own names among them.
//!
//! A few bytes behind the last triangle of a binary file are padding. Enough of them for one more triangle are an error:
//! then the header's count is wrong, and so would be the answer.

mod read;
mod write;

pub(crate) use read::{is_binary, read};
pub(crate) use write::write;

/// A header of any 80 bytes and the number of triangles.
const HEADER: usize = 84;
/// A normal, three corners and two bytes of attributes.
const TRIANGLE: usize = 50;
