//! Oddities of a file that are not errors.

use crate::{Place, Unit};
use std::fmt;

/// An oddity of a file, and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The file.
    pub file: String,
    /// The kind of oddity.
    pub oddity: Oddity,
    /// How often.
    pub count: u64,
    /// Where for the first time.
    pub first: Place,
}

/// The kinds of oddities of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Oddity {
    /// A statement that is not known, and was not followed.
    UnknownStatement(String),
    /// A statement that is not known either, after many different ones.
    OtherStatement,
    /// A face that was left out, on request, and what is wrong with it.
    LeftOut(String),
    /// A polygon whose corners are not in one plane: farther from it than a thousandth of its size and 10⁻⁵ of its largest
    /// coordinate. It is cut like a flat one.
    NotFlat,
    /// A polygon whose edges cross. Its triangles may overlap.
    SelfCrossing,
    /// A polygon without area. Its triangles have none either.
    NoArea,
    /// A face of a PLY file with values behind those that the header announces, which were left out.
    SurplusValues,
    /// Corners that were brought together to close objects: see [`crate::Options::weld`].
    Welded {
        /// How many.
        corners: usize,
        /// The longest way that one of them was moved.
        farthest: String,
    },
    /// Objects that are open, and closed if they are one.
    ClosedTogether {
        /// How many.
        objects: usize,
    },
    /// Metadata of an object that is longer than [`crate::Extras::MOST_BYTES`] and left out.
    LongExtras,
    /// A file or folder in a folder that has no known extension, and was not examined.
    NoMesh,
    /// A file that says no unit, among others that do.
    NoUnit {
        /// The unit that is assumed.
        taken: Unit,
        /// The file that says so.
        like: String,
    },
    /// A file in a unit that is much larger or smaller than the one that all are brought to.
    OtherUnit {
        /// The file's unit.
        own: Unit,
        /// The unit that it was converted to.
        brought: Unit,
        /// The first file that says that.
        like: String,
    },
    /// A file that is much smaller than another: one of them may be in another unit.
    MuchSmaller {
        /// The diagonal of a box around it.
        size: String,
        /// The other file.
        than: String,
        /// The diagonal of that one's box.
        that: String,
    },
    /// A file with animations that is examined as it stands before them.
    AtRest {
        /// How many.
        animations: usize,
    },
    /// A file with several animations, of which the first is examined because none was named.
    FirstAnimation {
        /// How many there are.
        of: usize,
    },
}

impl Oddity {
    /// Whether the answers may be about something else than the user means.
    pub fn is_warning(&self) -> bool {
        matches!(self, Self::NoUnit { .. } | Self::OtherUnit { .. } | Self::MuchSmaller { .. })
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownStatement(word) => write!(out, "{word:?} is not a known statement"),
            Self::OtherStatement => out.write_str("other statements are not known either"),
            Self::LeftOut(problem) => write!(out, "left out: {problem}"),
            Self::NotFlat => out.write_str("a polygon is not flat"),
            Self::SelfCrossing => out.write_str("the edges of a polygon cross"),
            Self::NoArea => out.write_str("a polygon has no area"),
            Self::SurplusValues => out.write_str("left out: values that no property of the header announces"),
            Self::Welded { corners, farthest } => {
                let corners = if *corners == 1 { "1 corner".to_owned() } else { format!("{corners} corners") };
                write!(out, "welded {corners}, at most {farthest} apart; --weld off takes them as they are")
            }
            Self::ClosedTogether { objects } => {
                write!(out, "{objects} objects are open, together they are closed: --whole examines the file as one")
            }
            Self::LongExtras => {
                let most = crate::Extras::MOST_BYTES;
                write!(out, "left out: extras of more than {most} bytes")
            }
            Self::NoMesh => out.write_str("not a mesh file by its name, so not examined"),
            Self::AtRest { animations } => {
                let (what, one) = if *animations == 1 { ("an animation", "it") } else { ("animations", "one") };
                write!(out, "the file has {what} and is examined at rest; --animation N examines {one}")
            }
            Self::FirstAnimation { of } => {
                write!(out, "the first of {of} animations is examined; --animation N examines another")
            }
            Self::NoUnit { taken, like } => {
                write!(
                    out,
                    "the file says no unit and is taken to be in {}, like {like}; --units sets it",
                    taken.plural()
                )
            }
            Self::OtherUnit { own, brought, like } => {
                write!(out, "the file is in {} and was brought to {}, like {like}", own.plural(), brought.plural())
            }
            Self::MuchSmaller { size, than, that } => {
                write!(
                    out,
                    "its size is {size}, but that of {than} is {that}; --units sets the unit of files that say none"
                )
            }
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

/// The most kinds that are distinguished, so that no file makes the list long.
const MOST_KINDS: usize = 24;

impl Notes {
    pub(crate) fn add(&mut self, oddity: Oddity, place: impl FnOnce() -> Place) {
        self.add_many(oddity, 1, place);
    }

    /// Adds an oddity that occurs `count` times.
    pub(crate) fn add_many(&mut self, oddity: Oddity, count: u64, place: impl FnOnce() -> Place) {
        match self.found.iter().position(|(known, ..)| *known == oddity) {
            Some(index) => self.found[index].1 += count,
            None if self.found.len() >= MOST_KINDS && matches!(oddity, Oddity::UnknownStatement(_)) => {
                self.add_many(Oddity::OtherStatement, count, place);
            }
            None => self.found.push((oddity, count, place())),
        }
    }

    pub(crate) fn of(self, file: &str) -> Vec<Note> {
        let note = |(oddity, count, first)| Note { file: file.to_owned(), oddity, count, first };
        self.found.into_iter().map(note).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_different_words_are_counted_together() {
        let mut notes = Notes::default();
        for line in 0..1000 {
            notes.add(Oddity::UnknownStatement(format!("w{}", line % 500)), || Place::Line(line));
        }
        notes.add(Oddity::NotFlat, || Place::Line(1001));
        let notes = notes.of("a.obj");
        assert_eq!(notes.len(), MOST_KINDS + 2);
        assert_eq!(notes.iter().map(|note| note.count).sum::<u64>(), 1001);
        assert_eq!(notes[0].to_string(), "a.obj: line 0: \"w0\" is not a known statement (2 times)");
        assert_eq!(notes[MOST_KINDS].to_string(), "a.obj: line 24: other statements are not known either (952 times)");
    }
}
