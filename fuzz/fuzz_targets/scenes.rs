#![no_main]

use allide_fuzz::check_scenes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check_scenes(bytes));
