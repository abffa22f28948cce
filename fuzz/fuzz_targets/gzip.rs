#![no_main]

use allide_fuzz::check_gzip;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check_gzip(bytes);
});
