//! Arrays as NumPy writes them (NPY 1.0 to 3.0).

use crate::error::{Fault, Place};

/// An array in memory, as it lies in its file.
pub(super) struct Array {
    pub(super) shape: Vec<usize>,
    kind: Kind,
    bytes: Vec<u8>,
    /// Where numbers begin.
    start: usize,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    letter: u8,
    size: usize,
    is_big_endian: bool,
}

fn malformed(problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::File, problem)
}

impl Array {
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, Fault> {
        let (header, start) = header(&bytes)?;
        let field = |name: &str| value(header, name).ok_or_else(|| malformed(format!("the header has no {name:?}")));
        let kind = Kind::parse(field("descr")?)?;
        if field("fortran_order")?.trim_start().starts_with("True") {
            let problem = "the array is in Fortran order; save it with numpy.ascontiguousarray";
            return Err(Fault::unsupported(Place::File, problem));
        }
        let shape = shape(field("shape")?)?;
        let needed = shape.iter().try_fold(kind.size, |size, &count| size.checked_mul(count));
        let held = bytes.len() - start;
        if needed != Some(held) {
            let problem = format!("an array of shape {shape:?} does not take the {held} bytes that there are");
            return Err(malformed(problem));
        }
        Ok(Self { shape, kind, bytes, start })
    }

    /// Numbers from a place on, as floats.
    pub(super) fn floats(&self, first: usize, count: usize) -> Result<Vec<f64>, Fault> {
        let Kind { letter: b'f', size, .. } = self.kind else {
            return Err(malformed("the array does not hold floats; save it as float32 or float64"));
        };
        let float = |bytes: [u8; 8]| match size {
            4 => f64::from(f32::from_bits(u64::from_le_bytes(bytes) as u32)),
            _ => f64::from_le_bytes(bytes),
        };
        Ok(self.words(first, count).map(float).collect())
    }

    /// All numbers, as integers.
    pub(super) fn integers(&self) -> Result<Vec<i64>, Fault> {
        let Kind { letter: letter @ (b'i' | b'u'), size, .. } = self.kind else {
            return Err(malformed("the array does not hold integers; save it as int32 or int64"));
        };
        let unused = 64 - 8 * size as u32;
        let integer = |bytes: [u8; 8]| match letter {
            b'i' => (i64::from_le_bytes(bytes) << unused) >> unused,
            // Beyond all that can be an index, whatever the sign.
            _ => i64::try_from(u64::from_le_bytes(bytes)).unwrap_or(i64::MAX),
        };
        Ok(self.words(0, self.shape.iter().product()).map(integer).collect())
    }

    /// Numbers with their least byte first, filled up with zeros.
    fn words(&self, first: usize, count: usize) -> impl Iterator<Item = [u8; 8]> {
        let size = self.kind.size;
        self.bytes[self.start + first * size..][..count * size].chunks_exact(size).map(move |bytes| {
            let mut word = [0; 8];
            word[..size].copy_from_slice(bytes);
            if self.kind.is_big_endian {
                word[..size].reverse();
            }
            word
        })
    }
}

impl Kind {
    /// `'<f4'`.
    fn parse(text: &str) -> Result<Self, Fault> {
        let text = text.trim_start();
        let end = text[1..].find(['\'', '"']).map_or(text.len(), |end| end + 1);
        let code = text.get(1..end).unwrap_or_default().as_bytes();
        match *code {
            [order @ (b'<' | b'>' | b'|' | b'='), letter, digit]
                if matches!((letter, digit), (b'f', b'4' | b'8') | (b'i' | b'u', b'1' | b'2' | b'4' | b'8')) =>
            {
                Ok(Self { letter, size: usize::from(digit - b'0'), is_big_endian: order == b'>' })
            }
            _ => {
                let code = crate::error::quote(code);
                let problem =
                    format!("numbers of type {code} are not supported; save float32, float64, int32 or int64");
                Err(Fault::unsupported(Place::File, problem))
            }
        }
    }
}

/// The text of the header, and where it ends.
fn header(bytes: &[u8]) -> Result<(&str, usize), Fault> {
    let short = || malformed("the array ends inside its header");
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(|| malformed("this is not a NumPy array"))?;
    let (length, start) = match *rest {
        [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([a, b])), 10),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([a, b, c, d]) as usize, 12),
        [version, _, ..] if version > 3 => return Err(malformed(format!("version {version} of NPY is unknown"))),
        _ => return Err(short()),
    };
    let end = start + length;
    let text = bytes.get(start..end).ok_or_else(short)?;
    Ok((std::str::from_utf8(text).map_err(|_| malformed("the header is not text"))?, end))
}

/// The value of a name in the header, which is a dictionary of Python.
fn value<'a>(header: &'a str, name: &str) -> Option<&'a str> {
    let rest = ["'", "\""].iter().find_map(|quote| header.split_once(&format!("{quote}{name}{quote}")))?.1;
    let value = rest.trim_start().strip_prefix(':')?.trim_start();
    (!value.is_empty() && value.is_char_boundary(1)).then_some(value)
}

/// `(20, 8, 3)`.
fn shape(text: &str) -> Result<Vec<usize>, Fault> {
    let problem = || malformed(format!("the shape {} is not understood", crate::error::quote(text.as_bytes())));
    let inside = text.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(problem)?.0;
    let numbers = inside.split(',').map(str::trim).filter(|number| !number.is_empty());
    numbers.map(|number| number.trim_end_matches('L').parse().map_err(|_| problem())).collect()
}
