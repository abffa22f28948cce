//! Why a figure cannot be made.

/// Why a figure cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Whoever watches the steps wants no more of them.
    #[error("stopped")]
    Stopped,
    /// The GPU that was asked for cannot be used.
    #[error("no GPU can be used: {0}")]
    Gpu(String),
    /// A folder has no models, or one that cannot be read.
    #[error("models: {0}")]
    Models(String),
    /// An exact method gave another answer than the CPU, or a sampled one found what is not there.
    #[error("{method} is wrong: {missed} of {right} findings missed, {extra} too many")]
    Wrong {
        /// The method.
        method: String,
        /// How many there are.
        right: usize,
        /// How many it missed.
        missed: usize,
        /// How many it found that are not there.
        extra: usize,
    },
    /// A table or plot that looks like a result but has no content: a column that is empty in all rows, a plot without points, a constant.
    #[error("nothing was measured: {0}")]
    Hollow(String),
    /// From an engine.
    #[error(transparent)]
    Engine(#[from] allide::Error),
    /// From the model of the chip.
    #[error(transparent)]
    Chip(#[from] allide_chip::ChipError),
    /// From a scene of particles.
    #[error(transparent)]
    Particles(#[from] allide_particles::SceneError),
    /// From a file, or from a program that was started.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
