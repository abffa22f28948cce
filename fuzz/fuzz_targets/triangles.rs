#![no_main]

use allide_fuzz::check_triangles;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check_triangles(bytes));
