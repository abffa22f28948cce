#![no_main]

use allide_fuzz::check_meshopt;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check_meshopt(bytes);
});
