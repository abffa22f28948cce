//! PLY, as text or binary of either byte order. Elements and properties that are no part of the shape are skipped.

mod faces;
mod findings;
mod header;
mod layers;
mod read;
mod values;
mod write;

pub(crate) use findings::write as write_findings;
pub(crate) use layers::write as write_layers;
pub(crate) use read::read;
pub(crate) use write::write;
