//! How particles move when nothing is in their way.

mod emitter;
mod look;
mod path;

pub use emitter::{Emitter, Response, Source};
pub use look::{Instance, Look, Shape};
pub use path::Path;
