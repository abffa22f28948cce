//! The errors of a GPU, as values: nothing in this crate panics because of a driver.

/// Why the GPU gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// No adapter fits what was asked for.
    #[error("no GPU adapter for {wanted}: {found}; {hint}")]
    NoAdapter {
        /// The adapter that was asked for.
        wanted: String,
        /// The adapters that are there.
        found: String,
        /// The remedy.
        hint: &'static str,
    },
    /// The adapter lacks something that no stage can do without.
    #[error("adapter \"{adapter}\" is too small: {lacks}; choose another one with ALLIDE_ADAPTER=name")]
    TooSmall {
        /// Name of the adapter.
        adapter: String,
        /// The limit or feature, with the number needed and the number there.
        lacks: String,
    },
    /// `ALLIDE_GPU_FEATURES` has a value that means nothing.
    #[error("ALLIDE_GPU_FEATURES is {0:?}, but must be plain")]
    UnknownFeatures(String),
    /// The device is gone: driver reset, GPU unplugged, watchdog. The [`crate::Gpu`] must be dropped and opened again.
    #[error("the GPU device was lost: {0}")]
    Lost(String),
    /// The GPU has no room for a buffer, even after idle ones were given back.
    #[error("GPU memory is full: \"{what}\" needs {bytes} bytes")]
    OutOfMemory {
        /// Label of the buffer.
        what: String,
        /// Its size.
        bytes: u64,
    },
    /// A buffer or binding exceeds what the adapter allows; smaller chunks would fit.
    #[error("\"{what}\" takes {bytes} bytes, but this adapter allows {limit}")]
    TooLarge {
        /// Label of the buffer.
        what: String,
        /// Size asked for.
        bytes: u64,
        /// Largest size allowed.
        limit: u64,
    },
    /// An image exceeds what the adapter allows; a smaller one would do.
    #[error("\"{what}\" is {side} pixels wide, but this adapter allows {limit}")]
    TooWide {
        /// Label of the image.
        what: &'static str,
        /// The longer side asked for.
        side: u32,
        /// The longest side allowed.
        limit: u32,
    },
    /// A pipeline wants something that the adapter does not have.
    #[error("{what} needs {feature}, which this adapter does not have; {instead}")]
    Lacks {
        /// The operation that needs it.
        what: &'static str,
        /// The missing feature.
        feature: &'static str,
        /// The remedy.
        instead: &'static str,
    },
    /// The driver or its front end refused a kernel.
    #[error("kernel \"{kernel}\" was refused: {message}")]
    Kernel {
        /// Name of the kernel.
        kernel: &'static str,
        /// The message of the compiler.
        message: String,
    },
    /// A command broke the rules of the API: a bug in the caller or in this crate.
    #[error("the GPU refused a command: {0}")]
    Refused(String),
}

/// Result of everything that talks to the GPU.
pub type Result<T> = std::result::Result<T, GpuError>;
