#![no_main]

use allide_fuzz::check_draco;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check_draco(bytes);
});
