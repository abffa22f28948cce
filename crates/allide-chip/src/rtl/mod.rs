//! The datapath as hardware: Verilog, a testbench for Verilator, and what Yosys counts.
//!
//! [`verilog`] writes three modules. `overlap` is [`crate::Datapath`], stage by stage. `overlap_axes` adds a store of n
//! axes, which the host writes and the controller counts through. `harness` gives both the same shape for every width,
//! for [`TESTBENCH`].

mod counts;
mod ports;
mod verilog;

pub use counts::{Counts, script};
pub use ports::Ports;
pub use verilog::verilog;

/// A program for Verilator: reads, for each cycle, the words of `harness`'s stimulus and those of the response that is
/// expected at the end of that cycle, and says how many cycles differ. `STIMULUS` and `RESPONSE` are the numbers of
/// words: see [`Ports`].
pub const TESTBENCH: &str = include_str!("testbench.cpp");
