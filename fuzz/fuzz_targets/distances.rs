#![no_main]

use allide_fuzz::check_distances;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check_distances(bytes));
