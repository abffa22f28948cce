//! All that the suite has to know of GPUs.

use allide::{Choice, Engine, Error, GpuError, GpuOptions};

/// Whether the adapter has not what the method needs, which is no disagreement.
pub(super) fn is_lacking(error: &Error) -> bool {
    matches!(error, Error::Gpu(GpuError::Lacks { .. }))
}

/// Whether tests on a GPU must not be left out: `ALLIDE_REQUIRE_GPU=1` says so.
pub fn is_gpu_required() -> bool {
    std::env::var_os("ALLIDE_REQUIRE_GPU").is_some_and(|value| value == "1")
}

/// An engine on any adapter, for tests; `None`, which is said, where there is none and none is required.
///
/// # Panics
/// A GPU is required and there is none, or it cannot be opened.
pub fn any_gpu(options: GpuOptions) -> Option<Engine> {
    match Engine::gpu_with(Choice::Any, options) {
        Ok(engine) => Some(engine),
        Err(error @ Error::Gpu(GpuError::NoAdapter { .. } | GpuError::TooSmall { .. })) if !is_gpu_required() => {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            None
        }
        Err(error) => panic!("{error}"),
    }
}
