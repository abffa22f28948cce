//! The GPU gives the CPU's findings: same ids, same order, same classes and distances.

mod asked;
mod blocks;
mod cullide;
#[path = "../edges/scenes.rs"]
mod edge_scenes;
mod edges;
mod far;
mod far_drawn;
mod faults;
mod fronts;
mod harness;
mod random;
mod scenes;
mod tiers;
