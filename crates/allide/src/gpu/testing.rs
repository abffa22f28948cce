//! Devices for tests of kernels.

use allide_gpu::{Choice, Gpu, GpuError, Options};

/// Runs `test` with subgroup operations where there are any and without, with and without checks in kernels. Without an
/// adapter it is left out, which is said, unless `ALLIDE_REQUIRE_GPU=1` demands one.
pub(crate) fn on_all(test: impl Fn(&Gpu)) {
    for (subgroups, checked) in [(true, true), (false, true), (true, false)] {
        match Gpu::open(Choice::Any, Options { subgroups, checked, ..Options::default() }) {
            Ok(gpu) => test(&gpu),
            Err(error @ GpuError::NoAdapter { .. })
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
}
