/// Why there is no sound.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SoundError {
    /// A number that is not finite, or beyond its limits.
    #[error("{what} is {value}, but must be from {least} to {most}")]
    OutOfRange {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        value: f64,
        /// The smallest that is allowed.
        least: f64,
        /// The largest that is allowed.
        most: f64,
    },
    /// A strike on an instrument that does not exist.
    #[error("a strike is on instrument {instrument}, but there are {count}")]
    NoInstrument {
        /// The instrument's number.
        instrument: usize,
        /// How many instruments there are.
        count: usize,
    },
    /// A strike on what has been rendered already.
    #[error("a strike at {time} s is too late: the sound is already rendered up to {rendered} s")]
    Late {
        /// The strike's time, in seconds.
        time: f64,
        /// Until when the sound is fixed, in seconds.
        rendered: f64,
    },
    /// A timbre that is not known by name.
    #[error("there is no sound \"{name}\"; there are {known}")]
    NoTimbre {
        /// The name.
        name: String,
        /// All names, separated by commas.
        known: String,
    },
    /// The file could not be written.
    #[error("{0}")]
    Write(#[from] hound::Error),
    /// A scene that cannot be asked.
    #[error("{0}")]
    Scene(#[from] crate::SceneError),
    /// Whoever makes the impacts, or takes what is made of them, has failed.
    #[error("{0}")]
    Source(Box<dyn std::error::Error + Send + Sync>),
}

/// Fails unless the value is within the limits; NaN never is.
pub(super) fn check(what: &'static str, value: f64, least: f64, most: f64) -> Result<(), SoundError> {
    if (least..=most).contains(&value) { Ok(()) } else { Err(SoundError::OutOfRange { what, value, least, most }) }
}
