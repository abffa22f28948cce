//! The GPU gives the CPU's findings: same ids, same order, same classes and distances.

mod asked;
mod blocks;
mod cullide;
mod duplicates;
mod edges;
mod far;
mod far_drawn;
mod faults;
mod fronts;
mod harness;
mod kdop;
mod measured;
mod motions;
mod raycast;
mod self_cullide;
mod sets;
mod suite;
mod tiers;
