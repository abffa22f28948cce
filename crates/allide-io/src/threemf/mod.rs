//! 3MF: a zip archive of XML. Materials and all that is no part of the shape are ignored.
//!
//! An item is a tree of components with meshes at its ends. Each of these is an object, called by its path in the tree.

mod archive;
mod model;
mod read;
mod tree;

pub(crate) use archive::Archive;
pub(crate) use read::read;
