#![no_main]

use allide_fuzz::check_arrays;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check_arrays(bytes);
});
