#![no_main]

use allide_fuzz::{Format, check_3mf_model, check_reader};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Input that is not an archive is taken for the model inside one: no fuzzer guesses a checksum.
    let is_archive = bytes.starts_with(b"PK");
    if is_archive {
        check_reader(Format::ThreeMf, bytes)
    } else {
        check_3mf_model(bytes)
    };
});
