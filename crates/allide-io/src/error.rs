use crate::Format;
use std::{fmt, io};

/// The errors of reading and writing a file. Every message names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system did not let us read or write.
    #[error("{file}: {}", io_reason(source))]
    Io {
        /// The file.
        file: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A folder where a file was expected.
    #[error("{file}: this is a folder; name the files in it")]
    Folder {
        /// The folder.
        file: String,
    },
    /// A folder without files of a known format.
    #[error("{folder}: no mesh file in this folder; known formats are {}", Format::list(Format::READABLE))]
    NoMeshes {
        /// The folder.
        folder: String,
    },
    /// A pipe or a device where a file was expected.
    #[error("{file}: this is a pipe or a device; name a file")]
    NoFile {
        /// The pipe or device.
        file: String,
    },
    /// Neither the extension nor the content is of a known format.
    #[error("{file}: unknown format; known formats are {}", Format::list(known))]
    UnknownFormat {
        /// The file.
        file: String,
        /// The formats that can be read or written.
        known: &'static [Format],
    },
    /// The extension is of no format that findings can be written in.
    #[error(
        "{file}: unknown extension; findings can be written as .glb (Blender, viewers), .ply, .vtp (ParaView), .csv"
    )]
    UnknownExport {
        /// The file.
        file: String,
    },
    /// The file breaks the rules of its format.
    #[error("{file}{place}: {problem}")]
    Malformed {
        /// The file.
        file: String,
        /// Where in the file.
        place: Place,
        /// The problem.
        problem: String,
    },
    /// The file is right, but uses what allide does not read or write.
    #[error("{file}{place}: {problem}")]
    Unsupported {
        /// The file.
        file: String,
        /// Where in the file.
        place: Place,
        /// The unsupported feature.
        problem: String,
    },
    /// More than the [`Limits`](crate::Limits) or the format allow.
    #[error("{file}{place}: {problem}")]
    TooLarge {
        /// The file.
        file: String,
        /// Where in the file.
        place: Place,
        /// The item that is too large, and the limit.
        problem: String,
    },
    /// A file that was to be animated and has no animation.
    #[error("{file}: there is no animation; leave out --animation, --fps, --frames and --every to examine it at rest")]
    NoAnimation {
        /// The file.
        file: String,
    },
    /// Frames of a sequence that are missing or cannot be found.
    #[error("{file}: {problem}")]
    Sequence {
        /// The file, or the pattern for files.
        file: String,
        /// The problem.
        problem: String,
    },
    /// No triangle in the whole file.
    #[error("{file}: no triangle, so there is nothing to examine")]
    Empty {
        /// The file.
        file: String,
    },
}

impl Error {
    /// The same error in a frame of its file.
    pub(crate) fn in_frame(mut self, number: u64) -> Self {
        match &mut self {
            Self::Malformed { place, .. } | Self::Unsupported { place, .. } | Self::TooLarge { place, .. } => {
                *place = Place::Element(format!("frame {number}{place}"));
            }
            Self::Empty { file } => file.push_str(&format!(": frame {number}")),
            _ => {}
        }
        self
    }
}

/// Where in a file. Displayed with a colon in front, or as nothing at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line of a text file, counted from 1.
    Line(usize),
    /// An offset into a binary file, counted from 0.
    Byte(usize),
    /// A named thing inside: a JSON element, or a line of a part of an archive.
    Element(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => Ok(()),
            Place::Line(line) => write!(f, ": line {line}"),
            Place::Byte(byte) => write!(f, ": byte {byte}"),
            Place::Element(element) => write!(f, ": {element}"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Malformed,
    Unsupported,
    TooLarge,
    NoAnimation,
    Empty,
}

/// An [`Error`] whose file is not yet named: what readers return.
#[derive(Debug)]
pub(crate) struct Fault {
    kind: Kind,
    place: Place,
    problem: String,
}

impl Fault {
    pub(crate) fn malformed(place: Place, problem: impl Into<String>) -> Self {
        Self { kind: Kind::Malformed, place, problem: problem.into() }
    }

    pub(crate) fn unsupported(place: Place, problem: impl Into<String>) -> Self {
        Self { kind: Kind::Unsupported, place, problem: problem.into() }
    }

    pub(crate) fn too_large(place: Place, problem: impl Into<String>) -> Self {
        Self { kind: Kind::TooLarge, place, problem: problem.into() }
    }

    /// No animation in the whole file.
    pub(crate) fn no_animation() -> Self {
        Self { kind: Kind::NoAnimation, place: Place::File, problem: String::new() }
    }

    /// No triangle in the whole file.
    pub(crate) fn empty() -> Self {
        Self { kind: Kind::Empty, place: Place::File, problem: String::new() }
    }

    pub(crate) fn is_too_large(&self) -> bool {
        matches!(self.kind, Kind::TooLarge)
    }

    pub(crate) fn line(line: usize, problem: impl Into<String>) -> Self {
        Self::malformed(Place::Line(line), problem)
    }

    pub(crate) fn byte(byte: usize, problem: impl Into<String>) -> Self {
        Self::malformed(Place::Byte(byte), problem)
    }

    pub(crate) fn place(&self) -> Place {
        self.place.clone()
    }

    /// The same fault, seen from outside: its place is `element`, then the place inside of that.
    pub(crate) fn within(mut self, element: &str) -> Self {
        self.place = Place::Element(format!("{element}{}", self.place));
        self
    }

    /// The same fault, with a place if it has none.
    pub(crate) fn at(mut self, place: impl FnOnce() -> Place) -> Self {
        if self.place == Place::File {
            self.place = place();
        }
        self
    }

    pub(crate) fn of(self, file: &str) -> Error {
        let (file, place) = (file.to_owned(), self.place);
        let problem = printable(self.problem);
        let place = if let Place::Element(element) = place { Place::Element(printable(element)) } else { place };
        match self.kind {
            Kind::Malformed => Error::Malformed { file, place, problem },
            Kind::Unsupported => Error::Unsupported { file, place, problem },
            Kind::TooLarge => Error::TooLarge { file, place, problem },
            Kind::NoAnimation => Error::NoAnimation { file },
            Kind::Empty => Error::Empty { file },
        }
    }
}

/// A face that cannot be read: an error or, where files are repaired, left out.
#[derive(Debug)]
pub(crate) struct BadFace {
    pub(crate) fault: Fault,
    /// The problem, in words that are the same for all such faces.
    pub(crate) reason: &'static str,
}

impl BadFace {
    pub(crate) const FEW_CORNERS: &str = "a face with fewer than 3 corners";
    pub(crate) const UNREADABLE: &str = "a face that cannot be read";
    pub(crate) const NO_VERTEX: &str = "a face with a vertex that does not exist";
    pub(crate) const BAD_VERTEX: &str = "a face with a vertex that cannot be read or is not finite";

    pub(crate) fn new(reason: &'static str, fault: Fault) -> Self {
        Self { fault, reason }
    }
}

/// A message on one line, not too long, whatever names from the file are in it.
fn printable(text: String) -> String {
    const LONGEST: usize = 400;
    if text.len() <= LONGEST && !text.contains(crate::names::is_unseen) {
        return text;
    }
    let mut short: String = text.chars().take(LONGEST / 4).flat_map(char::escape_debug).collect();
    short.push('…');
    short
}

/// Why the system refused, in the same words on every system where the reason is a common one.
pub(crate) fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => foreign(error),
    }
}

/// The message of another library in the manner of ours: lower case, no full stop.
pub(crate) fn foreign(error: impl fmt::Display) -> String {
    let text = error.to_string();
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// A piece of a file for a message: in quotes, readable whatever its bytes, and not too long.
pub(crate) fn quote(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    if bytes.is_empty() {
        return "nothing".into();
    }
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    format!("{text:?}{}", if bytes.len() > LONGEST { "…" } else { "" })
}
