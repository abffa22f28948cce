//! Devices for tests of kernels.

use allide_gpu::{Choice, Gpu, GpuError, Options};

/// Runs `test` with subgroup operations where there are any and without, with and without checks in kernels.
pub(crate) fn on_all(test: impl Fn(&Gpu)) {
    for (subgroups, checked) in [(true, true), (false, true), (true, false)] {
        on(Options { subgroups, checked, ..Options::default() }, &test);
    }
}

/// Runs `test` on one device with checks in kernels.
pub(crate) fn on_one(test: impl Fn(&Gpu)) {
    on(Options { checked: true, ..Options::default() }, test);
}

/// Without an adapter the test is left out, which is said, unless `ALLIDE_REQUIRE_GPU=1` demands one.
fn on(options: Options, test: impl Fn(&Gpu)) {
    match Gpu::open(Choice::Any, &crate::adapter::NEEDS, options) {
        Ok(gpu) => test(&gpu),
        Err(error @ (GpuError::NoAdapter { .. } | GpuError::TooSmall { .. }))
            if std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1") =>
        {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
        }
        Err(error) => panic!("{error}"),
    }
}
