//! Reading and writing, except for `fuzz_fixed`, which counts all memory of its process.

mod animations;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod cracks;
mod export;
mod gltf;
mod inspect;
mod models;
mod obj;
mod polygons;
mod repair;
mod report;
mod sequences;
mod sets;
mod shared;
mod soups;
mod strangers;
mod threemf;
mod units;
mod write;
