#![no_main]

use allide_fuzz::check_particles;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check_particles(bytes);
});
