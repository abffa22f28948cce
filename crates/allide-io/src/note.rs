//! What a user should know about a file, though it is no error.

use crate::Place;
use std::fmt;

/// An oddity of a file, and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The file.
    pub file: String,
    /// What is odd.
    pub oddity: Oddity,
    /// How often.
    pub count: u64,
    /// Where for the first time.
    pub first: Place,
}

/// What can be odd about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Oddity {
    /// A statement that is not known, and was not followed.
    UnknownStatement(String),
    /// A face that was left out, on request, and what is wrong with it.
    LeftOut(String),
    /// A polygon whose corners are not in one plane.
    NotFlat,
    /// A polygon whose edges cross.
    SelfCrossing,
    /// A polygon without area.
    NoArea,
}

impl fmt::Display for Oddity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownStatement(word) => write!(out, "{word:?} is not a known statement"),
            Self::LeftOut(problem) => write!(out, "left out: {problem}"),
            Self::NotFlat => out.write_str("a polygon is not flat"),
            Self::SelfCrossing => out.write_str("the edges of a polygon cross"),
            Self::NoArea => out.write_str("a polygon has no area"),
        }
    }
}

/// For people: `a.obj: line 7: "foo" is not a known statement (3 times)`.
impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}: {}", self.file, self.first, self.oddity)?;
        if self.count > 1 { write!(out, " ({} times)", self.count) } else { Ok(()) }
    }
}

/// The notes of one file, in the making.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    found: Vec<(Oddity, u64, Place)>,
}

impl Notes {
    #[allow(dead_code, reason = "readers will")]
    pub(crate) fn add(&mut self, oddity: Oddity, place: impl FnOnce() -> Place) {
        match self.found.iter_mut().find(|(known, ..)| *known == oddity) {
            Some((_, count, _)) => *count += 1,
            None => self.found.push((oddity, 1, place())),
        }
    }

    pub(crate) fn of(self, file: &str) -> Vec<Note> {
        let note = |(oddity, count, first)| Note { file: file.to_owned(), oddity, count, first };
        self.found.into_iter().map(note).collect()
    }
}
