//! The report as JSON: see `schema/report.schema.json`.

use super::{Answers, Detail, Document};
use crate::names::is_unseen;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Read, Write};

/// Writes the report, one object and one object pair a line, each pair with the details that were asked for.
///
/// The memory it takes does not grow with the findings, nor with the facts about a pair.
///
/// # Errors
/// Those of `out`.
pub fn write_json(out: impl Write, answers: &Answers, detail: Detail) -> io::Result<()> {
    write_lines(out, &Document::streamed(answers, detail))
}

impl Document<'_> {
    /// Writes it as JSON, one object and one object pair a line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: impl Write) -> io::Result<()> {
        write_lines(out, self)
    }

    /// Reads what [`Document::write_json`] wrote.
    ///
    /// # Errors
    /// Those of `from`, and whatever is not such a report: the message names the place.
    pub fn read_json(from: impl Read) -> io::Result<Document<'static>> {
        let document: Document<'static> = serde_json::from_reader(io::BufReader::with_capacity(1 << 16, from))?;
        document.check().map_err(|problem| io::Error::new(io::ErrorKind::InvalidData, problem))?;
        Ok(document)
    }
}

/// Writes a document as JSON, a line for each of its fields and for each object in its lists.
pub(crate) fn write_lines(out: impl Write, document: &impl Serialize) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    document.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Lines::default()))?;
    out.flush()
}

/// Writes a value as JSON on one line.
pub(super) fn write_compact(out: impl Write, value: &impl Serialize) -> io::Result<()> {
    // Deeper than where lines are broken.
    let lines = Lines { depth: 4, is_list: false };
    Ok(value.serialize(&mut serde_json::Serializer::with_formatter(out, lines))?)
}

/// Compact, except that the report's fields and the objects in its arrays have a line each: easy to search and compare.
#[derive(Default)]
struct Lines {
    depth: usize,
    /// Whether the value of the field is an array.
    is_list: bool,
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.is_list &= self.depth != 2;
        out.write_all(if self.depth == 3 && self.is_list { b"\n{" } else { b"{" })
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth == 1 { b"\n" } else { b"" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(if self.depth == 0 { b"\n}\n" } else { b"}" })
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.is_list |= self.depth == 2;
        out.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })
    }

    /// Invisible characters are escaped: names are preserved, and cannot affect a terminal.
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.bytes().all(|byte| byte < 0x7f) {
            return out.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some((at, unseen)) = rest.char_indices().find(|&(_, c)| is_unseen(c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in unseen.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + unseen.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"]")
    }
}
