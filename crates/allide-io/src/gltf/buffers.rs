use super::json::{Buffer, BufferView, Document, Meshopt, get};
use super::packed;
use crate::error::{Error, Fault, Place, foreign, io_reason};
use crate::source::{self, Accept};
use crate::text::without_mark;
use crate::{Context, Limits};
use allide_files::stays_inside;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The two chunks of a GLB file, or a plain JSON file.
pub(crate) struct Container<'a> {
    pub(crate) json: &'a [u8],
    pub(crate) binary: Option<&'a [u8]>,
}

impl<'a> Container<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, Fault> {
        if !bytes.starts_with(b"glTF") {
            let json = without_mark(bytes);
            if !json.trim_ascii_start().starts_with(b"{") {
                return Err(Fault::byte(0, "the file begins neither with \"glTF\" as GLB does, nor with JSON"));
            }
            return Ok(Self { json, binary: None });
        }
        let word = |at: usize| -> Result<usize, Fault> {
            let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            let bytes = bytes.ok_or_else(|| Fault::byte(at, "the file ends inside a header"))?;
            Ok(u32::from_le_bytes(bytes) as usize)
        };
        let version = word(4)?;
        if version != 2 {
            let problem = format!("version {version} of GLB is not supported; 2 is");
            return Err(Fault::unsupported(Place::Byte(4), problem));
        }
        let length = word(8)?;
        if length != bytes.len() {
            let problem = format!("the header promises {length} bytes, but the file has {}", bytes.len());
            return Err(Fault::byte(8, problem));
        }
        let chunk = |at: usize, name: &[u8; 4]| -> Result<&'a [u8], Fault> {
            let (length, start) = (word(at)?, at + 8);
            if word(at + 4)? != u32::from_le_bytes(*name) as usize {
                let problem = format!("the chunk {} should begin here", name.escape_ascii());
                return Err(Fault::byte(at, problem));
            }
            let left = bytes.len() - start;
            let problem = || format!("the chunk promises {length} bytes, but only {left} are left");
            bytes[start..].get(..length).ok_or_else(|| Fault::byte(at, problem()))
        };
        let json = chunk(12, b"JSON")?;
        let next = 20 + json.len();
        let binary = if next < bytes.len() { Some(chunk(next, b"BIN\0")?) } else { None };
        Ok(Self { json, binary })
    }
}

/// Buffers by number, each loaded when first asked for.
pub(crate) struct Buffers<'a> {
    pub(crate) document: &'a Document,
    /// Those of what was read so far, external buffers included.
    pub(crate) limits: Limits,
    most: &'a Limits,
    binary: Option<&'a [u8]>,
    folder: Option<&'a Path>,
    loaded: Vec<Option<Cow<'a, [u8]>>>,
    /// Views that were compressed.
    unpacked: HashMap<usize, Vec<u8>>,
    unpacked_bytes: u64,
}

/// Buffers that were read and unpacked, for the next frame of the same document.
#[derive(Default)]
pub(crate) struct Loads {
    loaded: Vec<Option<Vec<u8>>>,
    unpacked: HashMap<usize, Vec<u8>>,
    unpacked_bytes: u64,
}

impl<'a> Buffers<'a> {
    /// Goes on with what was read before.
    pub(crate) fn resume<'c: 'a>(
        document: &'a Document,
        binary: Option<&'a [u8]>,
        context: &Context<'c>,
        loads: Loads,
    ) -> Self {
        let mut buffers = Self::new(document, binary, context);
        for (place, bytes) in buffers.loaded.iter_mut().zip(loads.loaded) {
            *place = bytes.map(Cow::Owned);
        }
        let read = buffers.loaded.iter().zip(&document.buffers).filter(|(_, buffer)| buffer.is_external());
        let read: u64 = read.filter_map(|(bytes, _)| bytes.as_ref()).map(|bytes| bytes.len() as u64).sum();
        buffers.limits.grow(read, buffers.most);
        Self { unpacked: loads.unpacked, unpacked_bytes: loads.unpacked_bytes, ..buffers }
    }

    pub(crate) fn into_loads(self) -> Loads {
        let owned = |bytes| match bytes {
            Some(Cow::Owned(bytes)) => Some(bytes),
            // Those of the file itself are there anyway.
            _ => None,
        };
        let loaded = self.loaded.into_iter().map(owned).collect();
        Loads { loaded, unpacked: self.unpacked, unpacked_bytes: self.unpacked_bytes }
    }

    pub(crate) fn new<'c: 'a>(document: &'a Document, binary: Option<&'a [u8]>, context: &Context<'c>) -> Self {
        let loaded = document.buffers.iter().map(|_| None).collect();
        let Context { most, folder, .. } = *context;
        let limits = context.limits.clone();
        Self { document, limits, most, binary, folder, loaded, unpacked: HashMap::new(), unpacked_bytes: 0 }
    }

    /// The bytes of a buffer that the document has, as many as it promises or more.
    pub(crate) fn load(&mut self, index: usize) -> Result<&[u8], Fault> {
        if self.loaded[index].is_none() {
            let element = format!("buffers[{index}]");
            let buffer = &self.document.buffers[index];
            let bytes = self.fetch(index, buffer).map_err(|fault| fault.within(&element))?;
            if (bytes.len() as u64) < buffer.byte_length {
                let problem = format!("byteLength is {}, but there are {} bytes", buffer.byte_length, bytes.len());
                return Err(Fault::malformed(Place::Element(element), problem));
            }
            if buffer.is_external() {
                self.limits.grow(bytes.len() as u64, self.most);
            }
            self.loaded[index] = Some(bytes);
        }
        Ok(self.loaded[index].as_deref().unwrap_or_default())
    }

    /// How a view is compressed, if its buffer does not have the plain bytes too.
    fn packing(&self, view: &'a BufferView) -> Option<&'a Meshopt> {
        let buffer = self.document.buffers.get(view.buffer)?;
        let is_fallback = buffer.extensions.get().is_some_and(|meshopt| meshopt.fallback);
        let has_bytes = buffer.uri.is_some() || view.buffer == 0 && self.binary.is_some() && !is_fallback;
        view.extensions.get().filter(|_| !has_bytes)
    }

    /// Fails if a view, or what it is unpacked from, is not in its buffer.
    pub(crate) fn check_view(&self, index: usize, asked_by: &str) -> Result<&'a BufferView, Fault> {
        let view = get(&self.document.buffer_views, index, "bufferViews", asked_by)?;
        let (buffer, offset, length) = match self.packing(view) {
            Some(packed) => (packed.buffer, packed.byte_offset, packed.byte_length),
            None => (view.buffer, view.byte_offset, view.byte_length),
        };
        let element = format!("bufferViews[{index}]");
        let size = get(&self.document.buffers, buffer, "buffers", &element)?.byte_length;
        if offset.checked_add(length).is_none_or(|end| end > size) {
            let problem = format!("{length} bytes from byte {offset} are not in buffers[{buffer}], which has {size}");
            return Err(Fault::malformed(Place::Element(element), problem));
        }
        Ok(view)
    }

    /// The bytes of a view, as many as it promises.
    pub(crate) fn view(&mut self, index: usize, asked_by: &str) -> Result<&[u8], Fault> {
        let view = self.check_view(index, asked_by)?;
        let Some(packed) = self.packing(view) else {
            let (start, length) = (view.byte_offset as usize, view.byte_length as usize);
            return Ok(&self.load(view.buffer)?[start..][..length]);
        };
        if !self.unpacked.contains_key(&index) {
            let element = format!("bufferViews[{index}]");
            let unpacked = self.unpack(view, packed).map_err(|fault| fault.at(|| Place::Element(element)))?;
            self.unpacked.insert(index, unpacked);
        }
        Ok(&self.unpacked[&index])
    }

    fn unpack(&mut self, view: &BufferView, packed: &Meshopt) -> Result<Vec<u8>, Fault> {
        let (size, limit) = (view.byte_length, self.limits.unpacked_bytes);
        self.unpacked_bytes = self.unpacked_bytes.saturating_add(size);
        if self.unpacked_bytes > limit {
            let problem =
                format!("compressed views take {} bytes, but at most {limit} are allowed", self.unpacked_bytes);
            return Err(Fault::too_large(Place::File, problem));
        }
        let (start, length) = (packed.byte_offset as usize, packed.byte_length as usize);
        let bytes = &self.load(packed.buffer)?[start..][..length];
        let mut unpacked = vec![0; size as usize];
        packed::meshopt(bytes, packed, &mut unpacked)?;
        Ok(unpacked)
    }

    fn fetch(&self, index: usize, buffer: &'a Buffer) -> Result<Cow<'a, [u8]>, Fault> {
        let malformed = |problem: String| Fault::malformed(Place::File, problem);
        let Some(uri) = &buffer.uri else {
            let binary = self.binary.filter(|_| index == 0).map(Cow::Borrowed);
            return binary.ok_or_else(|| malformed("neither a uri nor a binary chunk has its bytes".into()));
        };
        if let Some(data) = uri.strip_prefix("data:") {
            let encoded = data.split_once(";base64,").map(|(_, encoded)| encoded);
            let encoded = encoded.ok_or_else(|| malformed("the data URI is not in base64".into()))?;
            return BASE64
                .decode(encoded)
                .map(Cow::Owned)
                .map_err(|error| malformed(format!("base64: {}", foreign(error))));
        }
        external(uri, self.folder, self.most).map(Cow::Owned)
    }
}

/// A file beside the glTF file.
fn external(uri: &str, folder: Option<&Path>, limits: &Limits) -> Result<Vec<u8>, Fault> {
    let unsupported = |problem: String| Fault::unsupported(Place::File, problem);
    let decoded = percent_decode(uri);
    let path = Path::new(&decoded);
    let outside = || unsupported(format!("the uri {uri:?} leads out of the file's folder"));
    if !stays_inside(path) || uri.contains(':') {
        return Err(outside());
    }
    let Some(folder) = folder else {
        let problem = format!("the file {uri:?} belongs to this one and cannot be found from here; use GLB");
        return Err(unsupported(problem));
    };
    source::fetch(&folder.join(path), Accept::Within(folder), limits, &mut |_| {}).map_err(|error| {
        let reason = match &error {
            Error::Elsewhere { .. } => return outside(),
            Error::Io { source, .. } => io_reason(source),
            Error::Folder { .. } => "it is a folder".into(),
            Error::NoFile { .. } => "it is a pipe or a device; put the file there".into(),
            error => error.to_string(),
        };
        Fault::malformed(Place::File, format!("the file {uri:?} belongs to this one: {reason}"))
    })
}

fn percent_decode(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |digit: &u8| (*digit as char).to_digit(16);
        let code = match tail {
            [high, low, ..] if *first == b'%' => hex(high).zip(hex(low)),
            _ => None,
        };
        bytes.push(code.map_or(*first, |(high, low)| (high * 16 + low) as u8));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
