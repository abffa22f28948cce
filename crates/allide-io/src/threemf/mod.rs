//! 3MF: a zip archive of XML. Units, materials and all that is no part of the shape are ignored.

mod archive;
mod model;
mod read;

pub(crate) use read::read;
