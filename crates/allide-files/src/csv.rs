//! Tables as comma-separated values, quoted as in RFC 4180: the one way in which allide writes them.
//!
//! Spreadsheets take a cell that begins with `=`, `+`, `-`, `@`, a tab or the end of a line for a formula, quotes or not, and
//! run it. So a [`text`] that begins with one of these gets an apostrophe in front, as does one that begins with an apostrophe:
//! whoever takes one apostrophe off has the text again. Numbers are never changed, negative ones included.

use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes rows, which need not have the same length.
#[derive(Debug)]
pub struct Rows<W: Write>(csv::Writer<W>);

impl<W: Write> Rows<W> {
    /// Rows after those that `out` has.
    pub fn new(out: W) -> Self {
        Self(csv::WriterBuilder::new().has_headers(false).flexible(true).from_writer(out))
    }

    /// Adds a row of cells that are headings, numbers, or went through [`text`].
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn cells(&mut self, cells: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<()> {
        self.0.write_record(cells).map_err(plain)
    }

    /// Adds a row that is a struct or a tuple, of which texts are [`Text`].
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn row(&mut self, row: impl Serialize) -> io::Result<()> {
        self.0.serialize(row).map_err(plain)
    }

    /// Hands all rows on.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    /// The bytes passed on so far.
    pub fn written(&self) -> &W {
        self.0.get_ref()
    }
}

/// Rows of cells as text: see [`Rows::cells`].
pub fn lines(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = Rows::new(Vec::new());
    rows.into_iter().for_each(|row| writer.cells(row).expect("memory takes all rows"));
    writer.flush().expect("memory takes all rows");
    String::from_utf8_lossy(writer.written()).into_owned()
}

/// A text as a cell that no spreadsheet takes for a formula.
pub fn text(text: &str) -> Cow<'_, str> {
    match text.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠' | '\'') => {
            Cow::Owned(format!("'{text}"))
        }
        _ => Cow::Borrowed(text),
    }
}

/// A text in a [`Rows::row`], written as [`text`].
#[derive(Clone, Debug)]
pub struct Text<'s>(pub Cow<'s, str>);

impl<'s> From<&'s str> for Text<'s> {
    fn from(text: &'s str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&text(&self.0))
    }
}

/// Without "CSV error" around it.
fn plain(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_formulas_and_numbers_stay() {
        let mut rows = Rows::new(Vec::new());
        for name in ["=1+1", "+1", "-1", "@a", "\tx", "\rx", "\nx", "＝1", "'lid", "a=1", "", "a,\"b\""] {
            rows.row((Text::from(name), -1.5)).unwrap();
        }
        rows.flush().unwrap();
        let written = std::str::from_utf8(rows.written()).unwrap();
        let expected = "'=1+1,-1.5\n'+1,-1.5\n'-1,-1.5\n'@a,-1.5\n'\tx,-1.5\n\"'\rx\",-1.5\n\"'\nx\",-1.5\n'＝1,-1.5\n''lid,-1.5\na=1,-1.5\n,-1.5\n\"a,\"\"b\"\"\",-1.5\n";
        assert_eq!(written, expected);
        assert_eq!(lines([vec!["a".into(), "-2".into()], vec!["x\ny".into()]]), "a,-2\n\"x\ny\"\n");
    }
}
