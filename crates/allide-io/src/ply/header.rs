use crate::error::{Fault, Place, quote};
use crate::number;
use crate::text::Scanner;

/// The header of a PLY file.
pub(crate) struct Header<'a> {
    pub(crate) encoding: Encoding,
    pub(crate) elements: Vec<Element<'a>>,
    /// Where the data begin.
    pub(crate) end: usize,
    /// The line where they begin.
    pub(crate) line: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

pub(crate) struct Element<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) count: u64,
    pub(crate) properties: Vec<Property<'a>>,
    /// The line of the header that announces it.
    pub(crate) line: usize,
}

pub(crate) struct Property<'a> {
    pub(crate) name: &'a [u8],
    /// The type of the length, if this is a list.
    pub(crate) length: Option<Scalar>,
    pub(crate) value: Scalar,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn parse(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    pub(crate) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }
}

impl<'a> Header<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, Fault> {
        let mut scanner = Scanner::new(bytes);
        if scanner.token() != Some(b"ply") {
            return Err(Fault::line(1, "the file does not begin with \"ply\""));
        }
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        loop {
            if !scanner.next_line() {
                return Err(Fault::line(scanner.line(), "the file ends before \"end_header\""));
            }
            let line = scanner.line();
            match scanner.token() {
                Some(b"format") => encoding = Some(parse_encoding(&mut scanner)?),
                Some(b"element") => elements.push(parse_element(&mut scanner)?),
                Some(b"property") => {
                    let property = parse_property(&mut scanner)?;
                    let element = elements.last_mut();
                    element
                        .ok_or_else(|| Fault::line(line, "a property before any element"))?
                        .properties
                        .push(property);
                }
                Some(b"end_header") => break,
                Some(b"comment" | b"obj_info") | None => {}
                Some(token) => {
                    return Err(Fault::line(line, format!("{} is no statement of a PLY header", quote(token))));
                }
            }
        }
        let Some(encoding) = encoding else {
            return Err(Fault::line(scanner.line(), "the header has no \"format\""));
        };
        scanner.next_line();
        Ok(Self { encoding, elements, end: scanner.offset(), line: scanner.line() })
    }
}

fn parse_encoding(scanner: &mut Scanner) -> Result<Encoding, Fault> {
    let place = Place::Line(scanner.line());
    let name = scanner.token().unwrap_or_default();
    let encoding = match name {
        b"ascii" => Encoding::Text,
        b"binary_little_endian" => Encoding::LittleEndian,
        b"binary_big_endian" => Encoding::BigEndian,
        _ => return Err(Fault::unsupported(place, format!("the format {} is unknown", quote(name)))),
    };
    match scanner.token() {
        Some(b"1.0") => Ok(encoding),
        version => Err(Fault::unsupported(place, format!("version {} is unknown", quote(version.unwrap_or_default())))),
    }
}

fn parse_element<'a>(scanner: &mut Scanner<'a>) -> Result<Element<'a>, Fault> {
    let line = scanner.line();
    let name = scanner.token().ok_or_else(|| Fault::line(line, "an element without a name"))?;
    let count = scanner.token().unwrap_or_default();
    let count = number::integer(count)
        .and_then(|count| u64::try_from(count).ok())
        .ok_or_else(|| Fault::line(line, format!("{} is not a number of elements", quote(count))))?;
    Ok(Element { name, count, properties: Vec::new(), line })
}

fn parse_property<'a>(scanner: &mut Scanner<'a>) -> Result<Property<'a>, Fault> {
    let line = scanner.line();
    let scalar = |token: Option<&[u8]>| {
        let token = token.unwrap_or_default();
        Scalar::parse(token).ok_or_else(|| Fault::line(line, format!("{} is not a type of PLY", quote(token))))
    };
    let first = scanner.token();
    let (length, value) = if first == Some(b"list") {
        let length = scalar(scanner.token())?;
        if !length.is_integer() {
            return Err(Fault::line(line, "the length of a list is not an integer"));
        }
        (Some(length), scalar(scanner.token())?)
    } else {
        (None, scalar(first)?)
    };
    let name = scanner.token().ok_or_else(|| Fault::line(line, "a property without a name"))?;
    Ok(Property { name, length, value })
}
