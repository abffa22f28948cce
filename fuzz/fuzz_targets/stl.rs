#![no_main]

use allide_fuzz::{Format, check_reader};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check_reader(Format::Stl, bytes);
});
