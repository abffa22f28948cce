//! The adapters of this machine, and whether they meet the requirements of this library's kernels.

pub use allide_gpu::adapter::{Adapter, Choice, Description, Kind, choose};
use allide_gpu::{Needs, Result};

/// The requirements on an adapter, derived from the kernels and drawings of all methods.
pub const NEEDS: Needs = crate::kernels::NEEDS;

/// Every adapter that the drivers of this machine offer, in the drivers' order.
///
/// ```no_run
/// for adapter in allide::adapter::adapters() {
///     println!("{}: {}", adapter.description, adapter.description.lacks.as_deref().unwrap_or("fit for use"));
/// }
/// ```
pub fn adapters() -> Vec<Adapter> {
    allide_gpu::adapters(&NEEDS)
}

/// The adapter selected by `choice`, and the reason.
///
/// # Errors
/// There is no such adapter, or it lacks a requirement.
pub fn find(choice: Choice) -> Result<(Adapter, String)> {
    allide_gpu::adapter::find(choice, &NEEDS)
}
