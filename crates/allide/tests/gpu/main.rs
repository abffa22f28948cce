//! The GPU gives the CPU's findings: same ids, same order, same classes and distances.

mod blocks;
mod faults;
mod fronts;
mod harness;
mod random;
mod scenes;
mod tiers;
