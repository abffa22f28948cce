//! Impacts, maps and scenes against a reference in exact arithmetic.

mod accuracy;
mod exact;
mod hard;
mod lists;
mod maps;
mod random;
mod responses;
mod scenes;
