//! Software on the same memory (figure 8): the Pentium III of section 6.2 as two numbers.

use crate::config::{LINK_BITS, TRIANGLE_BITS};
use crate::{Config, Query};
use allide_geom::kdop::{Order, traverse};

/// A processor that walks the same trees, in `f32`.
///
/// The paper gives its clock and says that memory is the same; the rest are our assumptions. Cycles per axis are what
/// the only multiplier and adder of a Pentium III need: 12 products of 2 cycles, 13 sums and 2 comparisons of 1. A
/// processor of that time waits for what it loads: nothing is overlapped, and nothing is in a cache, as the trees are
/// larger than it and each query comes with new ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Software {
    /// In MHz.
    pub clock: f64,
    /// To test an axis.
    pub axis_cycles: u64,
    /// To call the test and to schedule what follows: a branch that is not foreseen, a few writes.
    pub pair_cycles: u64,
    /// To test two triangles: about as many as for 12 axes.
    pub triangle_cycles: u64,
}

impl Default for Software {
    fn default() -> Self {
        Self { clock: 1_000.0, axis_cycles: 39, pair_cycles: 50, triangle_cycles: 470 }
    }
}

impl Software {
    /// Seconds for a query. It stops at the first axis that separates, and tests n at most.
    pub fn seconds(&self, config: &Config, query: &Query<'_>) -> f64 {
        let memory = &config.memory;
        let load = |bits: u64| {
            let transfer = (bits.div_ceil(memory.burst_bits) * memory.burst_bits)
                .div_ceil(memory.bus_bits * memory.words_per_cycle);
            (memory.latency + transfer) as f64 / memory.clock
        };
        // Coefficients of 32 bits.
        let node = load(2 * (LINK_BITS + config.faces as u64 * 32));
        let triangle = load(2 * TRIANGLE_BITS);
        let all = query.axes.axes().len().min(config.axes);
        let mut axes = 0;
        let apart = |i: u32, j: u32| {
            let found = query.axes.separating(query.node(0, i), query.node(1, j)).filter(|&axis| axis < all);
            axes += found.map_or(all, |axis| axis + 1) as u64;
            found.is_some()
        };
        let visits = traverse(query.nodes, Order::Stack, apart, |_, _| {});
        let cycles = axes * self.axis_cycles + visits.tests * self.pair_cycles + visits.leaves * self.triangle_cycles;
        let microseconds = cycles as f64 / self.clock + visits.tests as f64 * node + visits.leaves as f64 * triangle;
        microseconds * 1.0e-6
    }
}
