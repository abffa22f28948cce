#![no_main]

use allide_fuzz::check_frames;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check_frames(bytes);
});
