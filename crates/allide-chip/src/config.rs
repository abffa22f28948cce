//! The configuration of a machine.

use allide_geom::kdop::{FixedError, Order, OrientationsError, TreeError};
use std::fmt;

/// Bits of two links to children, or of what stands for a triangle, stored with each node.
///
/// The paper does not say how many, so this is fitted: with 33 to 40, a second burst is necessary after 18 bits behind the
/// point, and a third after 40, as section 4.3 and figure 3 say. These are words of 19 and 41 bits with their sign, and 19 is
/// what section 6.1 calls the fastest. Two links of 20 bits reach every node of the paper's memory.
pub(crate) const LINK_BITS: u64 = 40;
/// Nine floats.
pub(crate) const TRIANGLE_BITS: u64 = 288;
/// The stages before and after the multiplication: selection, three levels of addition, joining, testing.
const OTHER_STAGES: usize = 6;

/// A machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// k: how many faces DOPs have.
    pub faces: usize,
    /// Bits of a word, sign included.
    pub bits: u32,
    /// n: how many axes are tested for each pair of nodes.
    pub axes: usize,
    /// How many more axes the host sends, to test on with while the next pair is loaded.
    pub more_axes: usize,
    /// How many axes of one pair are tested at once.
    pub pipelines: usize,
    /// How many pairs are tested at once, each by as many pipelines.
    pub units: usize,
    /// How many loaded tasks wait for a unit, at most. Memory is idle while as many do.
    pub buffers: usize,
    /// Bits of a multiplier. Multiplication of wider words takes two stages more.
    pub multiplier_bits: u32,
    /// Which waiting pair is next.
    pub order: Order,
    /// Whether axes beyond n are tested until the next pair is loaded. The children of a pair are scheduled after n
    /// axes anyway, and withdrawn if one of the others separates it: so testing on delays nothing.
    pub test_on: bool,
    /// Cycles from one start of the triangle unit to the next. No number is published; ours is an assumption.
    pub triangle_interval: u64,
    /// Cycles from the start of the triangle unit to its answer. No number is published; ours is an assumption.
    pub triangle_latency: u64,
    /// The clock, in MHz.
    pub clock: f64,
    /// The memory.
    pub memory: Memory,
    /// How many nodes the cache holds: 0 for none. Each node has one place it can be in.
    pub cache_nodes: usize,
}

/// DDR memory: a request waits for the latency, then bursts follow each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// Width of the bus.
    pub bus_bits: u64,
    /// Words per cycle of the memory: 2 for DDR.
    pub words_per_cycle: u64,
    /// Bits that are always read together.
    pub burst_bits: u64,
    /// Cycles of the memory from a request to its first word.
    pub latency: u64,
    /// Its clock, in MHz.
    pub clock: f64,
    /// How much there is.
    pub bytes: u64,
}

/// Why there is no such machine, or it cannot answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ChipError {
    /// A number of the configuration that has to be positive, and finite.
    NotPositive(&'static str),
    /// Words, coefficients or weights that fixed point does not have.
    Fixed(FixedError),
    /// DOPs with an unsupported number of faces.
    Orientations(OrientationsError),
    /// Triangles that have no tree.
    Tree(TreeError),
    /// A tree with DOPs that the machine is not made for.
    Faces {
        /// Of the machine.
        expected: usize,
        /// Of the tree.
        given: usize,
    },
    /// A query in words of another width.
    Words {
        /// Of the machine.
        expected: u32,
        /// Of the query.
        given: u32,
    },
    /// The trees do not fit into memory.
    Memory {
        /// The bytes that they need.
        bytes: u64,
        /// The bytes that there are.
        limit: u64,
    },
    /// Who watched the machine has stopped it.
    Stopped,
    /// Words too wide for four multipliers each.
    Multiplier {
        /// Bits of a word.
        bits: u32,
        /// The most that four multipliers multiply.
        most: u32,
    },
}

impl std::error::Error for ChipError {}

impl From<FixedError> for ChipError {
    fn from(error: FixedError) -> Self {
        Self::Fixed(error)
    }
}

impl From<OrientationsError> for ChipError {
    fn from(error: OrientationsError) -> Self {
        Self::Orientations(error)
    }
}

impl From<TreeError> for ChipError {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

impl fmt::Display for ChipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPositive(what) => write!(f, "{what} has to be more than 0"),
            Self::Fixed(error) => error.fmt(f),
            Self::Orientations(error) => error.fmt(f),
            Self::Tree(error) => error.fmt(f),
            Self::Faces { expected, given } => {
                write!(f, "the tree has DOPs of {given} faces, the machine tests {expected}")
            }
            Self::Words { expected, given } => write!(f, "the query has words of {given} bits, the machine {expected}"),
            Self::Memory { bytes, limit } => {
                write!(f, "trees and triangles need {bytes} bytes, the memory has {limit}")
            }
            Self::Stopped => write!(f, "the machine was stopped"),
            Self::Multiplier { bits, most } => {
                write!(
                    f,
                    "words of {bits} bits need more than four multipliers a product; these multiply up to {most} bits"
                )
            }
        }
    }
}

impl Config {
    /// The machine of the paper: Virtex II XC2V6000-4, 24-DOPs, 24 axes, words of 35 bits from 18-bit multipliers, and
    /// 256 MB of DDR memory with 64 bits at 100 MHz.
    ///
    /// Latency is calibrated: the coefficients of a pair arrive after 20 cycles (section 5.3), four bursts of four
    /// cycles and four more.
    pub fn fpga2006() -> Self {
        Self {
            faces: 24,
            bits: 35,
            axes: 24,
            more_axes: 40,
            pipelines: 1,
            units: 1,
            buffers: 1,
            multiplier_bits: 18,
            order: Order::Stack,
            test_on: true,
            triangle_interval: 16,
            triangle_latency: 32,
            clock: 100.0,
            memory: Memory {
                bus_bits: 64,
                words_per_cycle: 2,
                burst_bits: 512,
                latency: 4,
                clock: 100.0,
                bytes: 256 << 20,
            },
            cache_nodes: 0,
        }
    }

    /// The machine that the paper compares with: all axes of a pair at once, and a bus of 756 bits to DDR2 memory.
    ///
    /// Its words and clocks are not in the paper. 29 bits are the widest with which a node is one word of the bus;
    /// clocks are those of the other machine, to compare the two designs and not two technologies.
    pub fn asic2005() -> Self {
        let fpga = Self::fpga2006();
        Self {
            bits: 29,
            more_axes: 0,
            pipelines: fpga.axes,
            multiplier_bits: 29,
            test_on: false,
            memory: Memory { bus_bits: 756, burst_bits: 2 * 756, ..fpga.memory },
            ..fpga
        }
    }

    /// Stages of the pipeline: seven, and two more if multipliers are narrower than words.
    pub fn stages(&self) -> usize {
        OTHER_STAGES + if self.bits > self.multiplier_bits { 3 } else { 1 }
    }

    /// Bits of one node: coefficients and links.
    pub fn node_bits(&self) -> u64 {
        LINK_BITS + self.faces as u64 * u64::from(self.bits)
    }

    /// Bursts for one node.
    pub fn node_bursts(&self) -> u64 {
        self.node_bits().div_ceil(self.memory.burst_bits)
    }

    /// Bursts for one triangle.
    pub fn triangle_bursts(&self) -> u64 {
        TRIANGLE_BITS.div_ceil(self.memory.burst_bits)
    }

    /// Cycles of the machine for a request of `bursts` bursts.
    pub fn load_cycles(&self, bursts: u64) -> u64 {
        let of_memory = self.memory.latency
            + (bursts * self.memory.burst_bits).div_ceil(self.memory.bus_bits * self.memory.words_per_cycle);
        (of_memory as f64 * (self.clock / self.memory.clock)).ceil() as u64
    }

    pub(crate) fn check(&self) -> Result<(), ChipError> {
        let whole = [
            ("the number of pipelines", self.pipelines as u64),
            ("the number of units", self.units as u64),
            ("the number of buffers", self.buffers as u64),
            ("the width of multipliers", self.multiplier_bits.into()),
            ("the interval of the triangle unit", self.triangle_interval),
            ("the latency of the triangle unit", self.triangle_latency),
            ("the width of the bus", self.memory.bus_bits),
            ("the number of words per cycle", self.memory.words_per_cycle),
            ("the size of a burst", self.memory.burst_bits),
        ];
        let bad_whole = whole.iter().find(|(_, number)| *number == 0).map(|(what, _)| *what);
        let clocks = [("the clock", self.clock), ("the clock of the memory", self.memory.clock)];
        let bad_clock = clocks.iter().find(|(_, clock)| !(*clock > 0.0 && clock.is_finite())).map(|(what, _)| *what);
        bad_whole.or(bad_clock).map_or(Ok(()), |what| Err(ChipError::NotPositive(what)))?;
        let most = (2 * self.multiplier_bits).saturating_sub(1);
        if self.bits > most { Err(ChipError::Multiplier { bits: self.bits, most }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_the_paper_is_loaded_in_20_cycles() {
        let config = Config::fpga2006();
        assert_eq!(config.load_cycles(2 * config.node_bursts()), 20);
        assert_eq!(config.stages(), 9);
        assert_eq!(Config { bits: 18, ..config }.stages(), 7);
    }

    #[test]
    fn bursts_change_exactly_after_18_and_40_bits_behind_the_point() {
        let bursts = |after_the_point: u32| Config { bits: after_the_point + 1, ..Config::fpga2006() }.node_bursts();
        assert!((4..=18).all(|bits| bursts(bits) == 1));
        assert!((19..=40).all(|bits| bursts(bits) == 2));
        assert!((41..=52).all(|bits| bursts(bits) == 3));
    }

    #[test]
    fn a_node_of_the_other_machine_is_one_word_of_its_bus() {
        let config = Config::asic2005();
        assert_eq!(config.node_bursts(), 1);
        assert!(config.node_bits() <= 756);
        assert!(Config { bits: 30, ..config }.node_bits() > 756);
    }

    #[test]
    fn machines_without_parts_are_refused() {
        let check = |change: fn(&mut Config)| {
            let mut config = Config::fpga2006();
            change(&mut config);
            config.check().unwrap_err().to_string()
        };
        assert_eq!(check(|c| c.pipelines = 0), "the number of pipelines has to be more than 0");
        assert_eq!(check(|c| c.memory.bus_bits = 0), "the width of the bus has to be more than 0");
        assert_eq!(check(|c| c.clock = f64::NAN), "the clock has to be more than 0");
        let wide = "words of 48 bits need more than four multipliers a product; these multiply up to 35 bits";
        assert_eq!(check(|c| c.bits = 48), wide);
        assert_eq!(Config { bits: 35, ..Config::fpga2006() }.check(), Ok(()));
    }
}
