//! Devices for tests of kernels.

use super::Seat;
use allide_gpu::{Choice, Gpu, GpuError, Options, Result};

/// Runs `test` with subgroup operations, if available, and without, each with and without checks in kernels.
pub(crate) fn on_all(test: impl Fn(&Gpu)) {
    for (subgroups, checked) in [(true, true), (false, true), (true, false)] {
        on(Options { subgroups, checked, ..Options::default() }, &test);
    }
}

/// Runs `test` on one device with checks in kernels.
pub(crate) fn on_one(test: impl Fn(&Gpu)) {
    on(Options { checked: true, ..Options::default() }, test);
}

/// A GPU as engines use it, with checks in kernels.
pub(crate) fn seat(options: Options) -> Option<Seat> {
    unless_absent(Seat::open(Choice::Any, Options { checked: true, ..options }))
}

fn on(options: Options, test: impl Fn(&Gpu)) {
    if let Some(gpu) = unless_absent(Gpu::open(Choice::Any, &crate::adapter::NEEDS, options)) {
        test(&gpu);
    }
}

/// Without an adapter the test is skipped with a message, unless `ALLIDE_REQUIRE_GPU=1` requires one.
fn unless_absent<T>(opened: Result<T>) -> Option<T> {
    match opened {
        Ok(opened) => Some(opened),
        Err(error @ (GpuError::NoAdapter { .. } | GpuError::TooSmall { .. }))
            if std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1") =>
        {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            None
        }
        Err(error) => panic!("{error}"),
    }
}
