use super::header::{Encoding, Scalar};
use crate::error::{Fault, Place, quote};
use crate::number;
use crate::text::Scanner;

/// The data of a PLY file, value by value.
pub(crate) trait Values: Clone {
    /// Where the next value is.
    fn place(&self) -> Place;
    fn offset(&self) -> usize;
    /// The bytes that are left, and the fewest that a value of this type takes.
    fn left(&self) -> u64;
    fn smallest(&self, scalar: Scalar) -> u64;

    /// Begins the next row of an element.
    fn begin_row(&mut self);
    /// A number, of any type; nothing if the row or the file ends.
    fn number(&mut self, scalar: Scalar) -> Result<Option<f64>, Fault>;
    /// A number of an integer type.
    fn integer(&mut self, scalar: Scalar) -> Result<Option<i64>, Fault>;
    /// Skips `count` values; false if the row or the file ends.
    fn skip(&mut self, scalar: Scalar, count: u64) -> bool;
    /// Checks that the row ends here.
    fn end_row(&mut self) -> Result<(), Fault>;
    /// Goes to the end of the row. Values that no property announces are left out, and counted.
    fn leave_row(&mut self);
    /// How many rows have such values, and where the first is.
    fn surplus(&self) -> Option<(u64, Place)>;
    /// Goes to the end of a row with something wrong in it; false if there is no telling where that is.
    fn recover(&mut self) -> bool;
    /// Checks that the file ends here, blanks aside.
    fn end(&mut self) -> Result<(), Fault>;
}

/// One row a line.
#[derive(Clone)]
pub(crate) struct Text<'a> {
    scanner: Scanner<'a>,
    total: usize,
    /// Whether there was a row to begin.
    has_row: bool,
    /// Rows with values that no property announces, and the line of the first.
    surplus: Option<(u64, usize)>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(scanner: Scanner<'a>, total: usize) -> Self {
        Self { scanner, total, has_row: false, surplus: None }
    }
}

impl Values for Text<'_> {
    fn place(&self) -> Place {
        Place::Line(self.scanner.line())
    }

    fn offset(&self) -> usize {
        self.scanner.offset()
    }

    fn left(&self) -> u64 {
        (self.total - self.scanner.offset()) as u64
    }

    fn smallest(&self, _: Scalar) -> u64 {
        2
    }

    fn begin_row(&mut self) {
        self.has_row = self.scanner.skip_blank_lines();
    }

    #[inline]
    fn number(&mut self, _: Scalar) -> Result<Option<f64>, Fault> {
        let Some(token) = self.scanner.token() else { return Ok(None) };
        let not_a_number = || Fault::malformed(self.place(), format!("{} is not a number", quote(token)));
        number::float(token).map(Some).ok_or_else(not_a_number)
    }

    #[inline]
    fn integer(&mut self, _: Scalar) -> Result<Option<i64>, Fault> {
        let Some(token) = self.scanner.token() else { return Ok(None) };
        let not_an_integer = || Fault::malformed(self.place(), format!("{} is not an integer", quote(token)));
        number::integer(token).map(Some).ok_or_else(not_an_integer)
    }

    fn skip(&mut self, _: Scalar, count: u64) -> bool {
        (0..count).all(|_| self.scanner.token().is_some())
    }

    fn end_row(&mut self) -> Result<(), Fault> {
        match self.scanner.token() {
            Some(token) => {
                Err(Fault::malformed(self.place(), format!("there is one value too many: {}", quote(token))))
            }
            None => {
                self.scanner.next_line();
                Ok(())
            }
        }
    }

    fn leave_row(&mut self) {
        if self.scanner.token().is_some() {
            let line = self.scanner.line();
            self.surplus.get_or_insert((0, line)).0 += 1;
        }
        self.scanner.next_line();
    }

    fn surplus(&self) -> Option<(u64, Place)> {
        self.surplus.map(|(count, line)| (count, Place::Line(line)))
    }

    fn recover(&mut self) -> bool {
        self.scanner.next_line();
        self.has_row
    }

    fn end(&mut self) -> Result<(), Fault> {
        match self.scanner.token_below() {
            Some(token) => {
                Err(Fault::malformed(self.place(), format!("{} stands below the last element", quote(token))))
            }
            None => Ok(()),
        }
    }
}

/// Rows without anything between them.
#[derive(Clone)]
pub(crate) struct Binary<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
    pub(crate) encoding: Encoding,
}

impl Binary<'_> {
    #[inline]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes: [u8; N] = *self.bytes.get(self.at..)?.first_chunk()?;
        if self.encoding == Encoding::BigEndian {
            bytes.reverse();
        }
        self.at += N;
        Some(bytes)
    }

    #[inline]
    fn value(&mut self, scalar: Scalar) -> Option<f64> {
        Some(match scalar {
            Scalar::I8 => f64::from(i8::from_le_bytes(self.take()?)),
            Scalar::U8 => f64::from(u8::from_le_bytes(self.take()?)),
            Scalar::I16 => f64::from(i16::from_le_bytes(self.take()?)),
            Scalar::U16 => f64::from(u16::from_le_bytes(self.take()?)),
            Scalar::I32 => f64::from(i32::from_le_bytes(self.take()?)),
            Scalar::U32 => f64::from(u32::from_le_bytes(self.take()?)),
            Scalar::F32 => f64::from(f32::from_le_bytes(self.take()?)),
            Scalar::F64 => f64::from_le_bytes(self.take()?),
        })
    }
}

impl Values for Binary<'_> {
    fn place(&self) -> Place {
        Place::Byte(self.at)
    }

    fn offset(&self) -> usize {
        self.at
    }

    fn left(&self) -> u64 {
        (self.bytes.len() - self.at) as u64
    }

    fn smallest(&self, scalar: Scalar) -> u64 {
        scalar.size() as u64
    }

    fn begin_row(&mut self) {}

    #[inline]
    fn number(&mut self, scalar: Scalar) -> Result<Option<f64>, Fault> {
        Ok(self.value(scalar))
    }

    #[inline]
    fn integer(&mut self, scalar: Scalar) -> Result<Option<i64>, Fault> {
        // Integers of 32 bits are exact in between.
        Ok(self.value(scalar).map(|value| value as i64))
    }

    fn skip(&mut self, scalar: Scalar, count: u64) -> bool {
        let size = count.saturating_mul(scalar.size() as u64);
        let fits = size <= self.left();
        self.at += if fits { size as usize } else { 0 };
        fits
    }

    fn end_row(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn leave_row(&mut self) {}

    fn surplus(&self) -> Option<(u64, Place)> {
        None
    }

    fn recover(&mut self) -> bool {
        false
    }

    fn end(&mut self) -> Result<(), Fault> {
        let rest = &self.bytes[self.at..];
        if rest.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        Err(Fault::byte(self.at, format!("{} bytes follow the last element", rest.len())))
    }
}
