//! Text files as lines of tokens.

use crate::error::{Fault, quote};
use crate::number;

/// Walks over a text file and knows its line. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Whether a token that begins with `#` ends the line.
    comments: bool,
    /// Whether a `#` inside a token does, too.
    anywhere: bool,
    /// Whether a `\` at the end of a line continues it.
    continued: bool,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let at = bytes.len() - without_mark(bytes).len();
        Self { bytes, at, line: 1, comments: false, anywhere: false, continued: false }
    }

    /// From the beginning of a later line on.
    pub(crate) fn resume(bytes: &'a [u8], at: usize, line: usize) -> Self {
        Self { at, line, ..Self::new(bytes) }
    }

    pub(crate) fn with_comments(self) -> Self {
        Self { comments: true, ..self }
    }

    pub(crate) fn with_comments_anywhere(self) -> Self {
        Self { comments: true, anywhere: true, ..self }
    }

    pub(crate) fn with_continued_lines(self) -> Self {
        Self { continued: true, ..self }
    }

    /// The number of the current line, counted from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// How many bytes lie behind.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The next token of this line.
    #[inline]
    pub(crate) fn token(&mut self) -> Option<&'a [u8]> {
        loop {
            match *self.bytes.get(self.at)? {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'\n' | b'\r' => return None,
                b'#' if self.comments => {
                    self.at = self.line_end(self.at);
                    return None;
                }
                b'\\' if self.continued && self.newline(self.at + 1) > 0 => {
                    self.at += 1 + self.newline(self.at + 1);
                    self.line += 1;
                }
                _ => break,
            }
        }
        let start = self.at;
        let ends = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r') || self.anywhere && *byte == b'#';
        while self.bytes.get(self.at).is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
        if self.continued && self.bytes[self.at - 1] == b'\\' && self.at - 1 > start && self.newline(self.at) > 0 {
            self.at -= 1;
        }
        Some(&self.bytes[start..self.at])
    }

    /// Goes back by bytes of the last token.
    pub(crate) fn step_back(&mut self, bytes: usize) {
        self.at -= bytes;
    }

    /// Whatever is left of this line, without blanks around it.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        let start = self.at;
        self.at = self.line_end(start);
        self.bytes[start..self.at].trim_ascii()
    }

    /// Goes to the beginning of the next line; false if this was the last one.
    #[inline]
    pub(crate) fn next_line(&mut self) -> bool {
        loop {
            let start = self.at;
            let end = self.line_end(start);
            self.at = end + self.newline(end);
            if self.at == end {
                return false;
            }
            self.line += 1;
            // A comment is never continued: it may end with the `\` of a path.
            let rest = &self.bytes[start..end];
            if !(self.continued && rest.last() == Some(&b'\\')) || self.comments && rest.contains(&b'#') {
                return true;
            }
        }
    }

    /// The next token of this line or of those below.
    pub(crate) fn token_below(&mut self) -> Option<&'a [u8]> {
        loop {
            if let Some(token) = self.token() {
                return Some(token);
            }
            if !self.next_line() {
                return None;
            }
        }
    }

    /// Goes to the first token of this line or of those below; false at the end of the file.
    pub(crate) fn skip_blank_lines(&mut self) -> bool {
        let token = self.token_below();
        self.at -= token.map_or(0, <[u8]>::len);
        token.is_some()
    }

    /// A finite number on this line.
    #[inline]
    pub(crate) fn coordinate(&mut self, what: &str) -> Result<f64, Fault> {
        match self.token() {
            Some(token) => finite(token).ok_or_else(|| not_finite(token, self.line)),
            None => Err(Fault::line(self.line, format!("the line ends before {what}"))),
        }
    }

    /// Three finite numbers on this line.
    #[inline]
    pub(crate) fn position(&mut self) -> Result<[f64; 3], Fault> {
        Ok([self.coordinate("x")?, self.coordinate("y")?, self.coordinate("z")?])
    }

    fn line_end(&self, from: usize) -> usize {
        memchr::memchr2(b'\n', b'\r', &self.bytes[from..]).map_or(self.bytes.len(), |found| from + found)
    }

    /// The length of the line ending at `at`; 0 if no line ends there.
    #[inline]
    fn newline(&self, at: usize) -> usize {
        match self.bytes.get(at..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([b'\r' | b'\n', ..]) => 1,
            _ => 0,
        }
    }
}

/// The text behind the mark that some editors put in front of UTF-8.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

#[inline]
fn finite(token: &[u8]) -> Option<f64> {
    number::float(token).filter(|value| value.is_finite())
}

#[cold]
fn not_finite(token: &[u8], line: usize) -> Fault {
    let problem = if number::float(token).is_some() {
        format!("the coordinate {} is not finite", String::from_utf8_lossy(token))
    } else {
        format!("{} is not a number", quote(token))
    };
    Fault::line(line, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut scanner: Scanner) -> Vec<(usize, Vec<String>)> {
        let mut lines = Vec::new();
        loop {
            let tokens: Vec<_> =
                std::iter::from_fn(|| scanner.token()).map(|token| String::from_utf8_lossy(token).into()).collect();
            lines.push((scanner.line(), tokens));
            if !scanner.next_line() {
                return lines;
            }
        }
    }

    fn owned(line: usize, tokens: &[&str]) -> (usize, Vec<String>) {
        (line, tokens.iter().map(|&token| token.to_owned()).collect())
    }

    #[test]
    fn lines_end_in_three_ways() {
        let expected = vec![owned(1, &["a", "b"]), owned(2, &["c"]), owned(3, &["d"]), owned(4, &[])];
        assert_eq!(lines(Scanner::new(b"a\t b \r\nc\rd\n")), expected);
    }

    #[test]
    fn a_backslash_continues_a_line() {
        let text = b"f 1 \\\n 2\\\r\n3 \\x\nf 4\\\n";
        let expected = vec![owned(3, &["f", "1", "2", "3", "\\x"]), owned(5, &["f", "4"])];
        assert_eq!(lines(Scanner::new(text).with_continued_lines()), expected);
    }

    #[test]
    fn a_comment_ends_a_line_and_is_not_continued() {
        let text = b"a # b \\\nc#d\n# C:\\\ne";
        let scanner = Scanner::new(text).with_comments().with_continued_lines();
        let expected = vec![owned(1, &["a"]), owned(2, &["c#d"]), owned(3, &[]), owned(4, &["e"])];
        assert_eq!(lines(scanner), expected);
        let mut scanner = Scanner::new(text).with_comments().with_continued_lines();
        assert!(scanner.next_line());
        assert_eq!((scanner.line(), scanner.token()), (2, Some(&b"c#d"[..])));
    }
}
