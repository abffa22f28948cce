//! The adapters of this machine, with what the kernels of this library need of them.

pub use allide_gpu::adapter::{Adapter, Choice, Description, Kind, choose};
use allide_gpu::{Needs, Result};

/// What an adapter must have. It follows from the kernels and drawings of all methods.
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

/// The adapter of `choice`, and why it was taken.
///
/// # Errors
/// There is none, or it lacks something.
pub fn find(choice: Choice) -> Result<(Adapter, String)> {
    allide_gpu::adapter::find(choice, &NEEDS)
}
