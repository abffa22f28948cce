//! The findings of a machine, and the cost.

use crate::Config;

/// The uses of the cycles of each unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    /// Axes entered the pipelines, among them one of the first n.
    pub busy: u64,
    /// Only axes beyond n did: there was nothing better to do, and no other part takes notice of them unless they
    /// separate.
    pub testing_on: u64,
    /// None did, and something was being loaded.
    pub memory: u64,
    /// None did: a loaded pair of triangles waited for the triangle unit.
    pub triangles: u64,
    /// None did: nothing could be loaded before results came out of a pipeline or the triangle unit.
    pub draining: u64,
}

impl Cycles {
    /// All of them: the cycles of the machine times its units.
    pub fn total(&self) -> u64 {
        self.busy + self.testing_on + self.memory + self.triangles + self.draining
    }
}

/// An overlapping pair of triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Triangle of the first object.
    pub a: u32,
    /// Triangle of the second object.
    pub b: u32,
    /// When it was reported to the host.
    pub cycle: u64,
}

/// How often each axis separated a pair that no axis before it did (figure 5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axes {
    /// Pairs that axis i was the first to separate.
    pub separated: Vec<u64>,
    /// Pairs that were not separated by the i axes they were tested on.
    pub passed: Vec<u64>,
}

impl Axes {
    pub(crate) fn new(axes: usize) -> Self {
        Self { separated: vec![0; axes], passed: vec![0; axes + 1] }
    }

    /// Pairs that axis `i` was tested on and no axis before it separated.
    pub fn reached(&self, i: usize) -> u64 {
        self.separated[i..].iter().sum::<u64>() + self.passed[i + 1..].iter().sum::<u64>()
    }

    /// The share of them that it separates.
    pub fn probability(&self, i: usize) -> Option<f64> {
        let reached = self.reached(i);
        (reached > 0).then(|| self.separated[i] as f64 / reached as f64)
    }
}

/// A finished run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Overlapping pairs of triangles, in the order of their reports. None means: no collision.
    pub found: Vec<Found>,
    /// Cycles from the first request to the last result.
    pub length: u64,
    /// The work of the units in them.
    pub cycles: Cycles,
    /// Cycles in which memory was at work.
    pub memory_busy: u64,
    /// Cycles in which the triangle unit was.
    pub triangles_busy: u64,
    /// Pairs of nodes that were tested.
    pub node_tests: u64,
    /// Axes that were tested.
    pub axis_tests: u64,
    /// Beats that came out of a pipeline after their pair was known to be apart.
    pub ignored: u64,
    /// Pairs of nodes or triangles that were no longer to be tested: an axis beyond n had separated the pair above.
    pub withdrawn: u64,
    /// Pairs of triangles that were tested.
    pub triangle_tests: u64,
    /// Those on which the unit-triangle transform in `f64` says otherwise.
    pub disagreements: u64,
    /// Bursts read.
    pub bursts: u64,
    /// Nodes that were in the cache.
    pub cache_hits: u64,
    /// Nodes that were not, or had none to be in.
    pub cache_misses: u64,
    /// The most pairs that waited at the same time.
    pub most_waiting: usize,
    /// Which axes separated.
    pub axes: Axes,
}

impl Run {
    /// How long it takes at the clock of the machine, in seconds.
    pub fn seconds(&self, config: &Config) -> f64 {
        self.length as f64 / (config.clock * 1.0e6)
    }

    /// The pairs found, sorted.
    pub fn pairs(&self) -> Vec<(u32, u32)> {
        let mut pairs: Vec<_> = self.found.iter().map(|found| (found.a, found.b)).collect();
        pairs.sort_unstable();
        pairs
    }
}
