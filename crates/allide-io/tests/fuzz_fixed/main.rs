//! The checks of the fuzz targets on a fixed set of mutated files: nothing may panic, hang, eat memory, or be accepted
//! without being a model. The targets themselves are compiled and run here, without libFuzzer.

#![allow(unused_attributes, reason = "targets are programs elsewhere")]

extern crate self as allide_fuzz;
extern crate self as libfuzzer_sys;

#[path = "../../../../fuzz/src/lib.rs"]
mod checks;
mod claims;
mod memory;
mod mutants;
mod readers;
mod targets;

pub use checks::*;

/// What libFuzzer makes a program of is a function here.
#[macro_export]
macro_rules! fuzz_target {
    (|$bytes:ident: &[u8]| $body:expr) => {
        pub fn run($bytes: &[u8]) {
            $body;
        }
    };
}
