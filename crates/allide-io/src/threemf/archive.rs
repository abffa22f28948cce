use crate::Limits;
use crate::error::{Fault, Place, foreign};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;
use std::io::{Cursor, Read};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

/// The parts of a 3MF file, unpacked on demand.
pub(crate) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Bytes that may still be unpacked.
    budget: u64,
    limit: u64,
}

impl<'a> Archive<'a> {
    pub(crate) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, Fault> {
        if !bytes.starts_with(b"PK") {
            return Err(Fault::byte(0, "the file is no zip archive"));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| describe(&error))?;
        Ok(Self { zip, budget: limits.unpacked_bytes, limit: limits.unpacked_bytes })
    }

    /// The name of the part with the model that the archive is for.
    pub(crate) fn root(&mut self) -> Result<String, Fault> {
        const RELATIONS: &str = "_rels/.rels";
        if self.zip.index_for_name(RELATIONS).is_none() {
            return Ok("3D/3dmodel.model".into());
        }
        let text = self.text(RELATIONS)?;
        let target = |tag: &Tag| -> Result<Option<String>, Fault> {
            let kind = tag.attribute("Type")?.unwrap_or_default();
            Ok(if kind.ends_with("/3dmodel") { tag.attribute("Target")?.map(Cow::into_owned) } else { None })
        };
        let mut root = None;
        for_tags(RELATIONS, &text, |tag| {
            if root.is_none() && !tag.is_end && tag.name == "Relationship" {
                root = target(tag)?;
            }
            Ok(())
        })?;
        root.ok_or_else(|| Fault::malformed(Place::Element(RELATIONS.into()), "no relationship names a 3D model"))
    }

    /// Whether there is a part of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// The names of the first parts.
    pub(crate) fn names(&self, most: usize) -> impl Iterator<Item = Cow<'_, str>> {
        self.zip.file_names().filter_map(Result::ok).take(most)
    }

    /// The text of a part. Names may begin with a slash, as references in the XML do.
    pub(crate) fn text(&mut self, name: &str) -> Result<String, Fault> {
        let name = name.trim_start_matches('/');
        String::from_utf8(self.bytes(name)?).map_err(|error| {
            let problem = format!("byte {} is not UTF-8", error.utf8_error().valid_up_to());
            Fault::malformed(Place::Element(name.to_owned()), problem)
        })
    }

    /// The content of a part.
    pub(crate) fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Fault> {
        let place = || Place::Element(name.to_owned());
        let index = self.zip.index_for_name(name);
        let index = index.ok_or_else(|| Fault::malformed(place(), "the archive has no such part"))?;
        let part = self.zip.by_index_raw(index).map_err(|error| describe(&error).within(name))?;
        if part.encrypted() {
            return Err(Fault::unsupported(place(), "the part is encrypted"));
        }
        let method = part.compression();
        if !matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            let problem = format!("the compression method {method} is not supported; deflate is");
            return Err(Fault::unsupported(place(), problem));
        }
        drop(part);
        let part = self.zip.by_index(index).map_err(|error| describe(&error).within(name))?;
        let mut bytes = Vec::new();
        let unpacked = part.take(self.budget + 1).read_to_end(&mut bytes);
        unpacked.map_err(|error| Fault::malformed(place(), format!("the part is damaged: {}", foreign(error))))?;
        self.budget = self.budget.checked_sub(bytes.len() as u64).ok_or_else(|| {
            let problem = format!("the archive unpacks to more than {} bytes, which are allowed", self.limit);
            Fault::too_large(place(), problem)
        })?;
        Ok(bytes)
    }
}

fn describe(error: &ZipError) -> Fault {
    match error {
        ZipError::UnsupportedArchive(problem) => Fault::unsupported(Place::File, foreign(problem)),
        ZipError::InvalidArchive(problem) => {
            Fault::malformed(Place::File, format!("the zip archive is damaged: {}", foreign(problem)))
        }
        error => Fault::malformed(Place::File, format!("the zip archive is damaged: {}", foreign(error))),
    }
}

/// The beginning or the end of an element.
pub(crate) struct Tag<'a> {
    /// Without its prefix.
    pub(crate) name: &'a str,
    pub(crate) is_end: bool,
    start: Option<&'a BytesStart<'a>>,
    place: Where<'a>,
    /// Where the text behind it begins.
    end: usize,
}

/// A byte of a part, whose line is found when somebody asks.
#[derive(Clone, Copy)]
struct Where<'a> {
    part: &'a str,
    text: &'a str,
    at: usize,
}

impl Where<'_> {
    fn place(&self) -> Place {
        let line = 1 + self.text.as_bytes()[..self.at].iter().filter(|&&byte| byte == b'\n').count();
        Place::Element(format!("{}: line {line}", self.part.trim_start_matches('/')))
    }
}

impl Tag<'_> {
    /// How many bytes of the text lie before it.
    pub(crate) fn offset(&self) -> usize {
        self.place.at
    }

    /// How many bytes of the text lie before what follows it.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    pub(crate) fn fault(&self, problem: impl Into<String>) -> Fault {
        Fault::malformed(self.place.place(), problem)
    }

    pub(crate) fn unsupported(&self, problem: impl Into<String>) -> Fault {
        Fault::unsupported(self.place.place(), problem)
    }

    /// The value of an attribute, whatever its prefix.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<Cow<'_, str>>, Fault> {
        let Some(start) = self.start else { return Ok(None) };
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| self.fault(error.to_string()))?;
            if attribute.key.local_name().as_ref() == name {
                let value = attribute
                    .normalized_value(XmlVersion::Implicit1_0)
                    .map_err(|error| self.fault(error.to_string()))?;
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

/// Calls `visit` for each tag of an XML text; an empty element begins and ends.
pub(crate) fn for_tags(part: &str, text: &str, mut visit: impl FnMut(&Tag) -> Result<(), Fault>) -> Result<(), Fault> {
    let mut reader = Reader::from_str(text);
    loop {
        let at = reader.buffer_position() as usize;
        let place = Where { part, text, at: at.min(text.len()) };
        let event = reader.read_event().map_err(|error| Fault::malformed(place.place(), foreign(error)))?;
        let behind = (reader.buffer_position() as usize).min(text.len());
        match &event {
            Event::Start(start) | Event::Empty(start) => {
                let name = start.local_name();
                visit(&Tag { name: name.as_ref(), is_end: false, start: Some(start), place, end: behind })?;
                if matches!(event, Event::Empty(_)) {
                    visit(&Tag { name: name.as_ref(), is_end: true, start: None, place, end: behind })?;
                }
            }
            Event::End(end) => {
                visit(&Tag { name: end.local_name().as_ref(), is_end: true, start: None, place, end: behind })?;
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}
