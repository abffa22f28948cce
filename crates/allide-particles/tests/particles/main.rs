//! Impacts, maps and scenes against a reference in exact arithmetic.

mod accuracy;
mod blobs;
mod exact;
#[cfg(feature = "gpu")]
mod gpu;
mod hard;
mod lists;
mod maps;
mod random;
mod responses;
mod scenes;
