//! Enums that are written and read as words.

/// `Display` and `FromStr` for a type with `name` and `ALL`.
macro_rules! words {
    ($type:ty, $what:literal) => {
        /// The word used on the command line and in reports.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        /// From the word used on the command line and in reports.
        impl std::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(word: &str) -> Result<Self, $crate::Error> {
                let found = Self::ALL.into_iter().find(|value| value.name() == word);
                found.ok_or_else(|| $crate::Error::unknown_word($what, word, Self::ALL.map(Self::name)))
            }
        }
    };
}

pub(crate) use words;
