//! Recognises files whose content does not match their name.
//!
//! Asked only after reading has failed, so that no good file is taken for another: a binary STL may begin with any text.

use crate::error::{Fault, Place};
use crate::text::without_mark;
use crate::{Format, off, stl};
use memchr::memmem;

/// Something that is no mesh file, or none that is read.
struct Stranger {
    name: &'static str,
    advice: &'static str,
}

const EXPORT: &str = "export it as 3MF, glTF or STL from the program that made it";
const UNPACK: &str = "unpack it first";
const TEXT: &str = "save it as UTF-8";

/// How files of other kinds begin.
const BEGINNINGS: &[(&[u8], &str, &str)] = &[
    (b"ISO-10303-21", "a STEP file", EXPORT),
    (b"AC101", "a DWG drawing", EXPORT),
    (b"AC102", "a DWG drawing", EXPORT),
    (b"AC103", "a DWG drawing", EXPORT),
    (b"AutoCAD Binary DXF", "a DXF drawing", EXPORT),
    (b"Kaydara FBX Binary", "an FBX file", EXPORT),
    (b"; FBX", "an FBX file", EXPORT),
    (b"BLENDER-v", "a Blender file", EXPORT),
    (b"BLENDER_v", "a Blender file", EXPORT),
    (b"BLENDER17", "a Blender file", EXPORT),
    (b"#VRML", "a VRML file", EXPORT),
    (b"#X3D", "an X3D file", EXPORT),
    (b"#usda", "a USD file", EXPORT),
    (b"PXR-USDC", "a USD file", EXPORT),
    (b"3D Geometry File Format", "a Rhino file", EXPORT),
    (b"**ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a Parasolid file", EXPORT),
    (b"DBRep_DrawableShape", "an Open CASCADE shape", EXPORT),
    (b"CASCADE Topology", "an Open CASCADE shape", EXPORT),
    // The name of the program in UTF-16, behind what else would be the mark of UTF-16.
    (b"\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0", "a SketchUp file", EXPORT),
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "a document of a Windows program, such as a part of SolidWorks or Inventor",
        EXPORT,
    ),
    (b"version https://git-lfs", "a pointer of Git LFS, and not the file itself", "run git lfs pull"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd, as Blender files are", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"\xfd7zXZ\0", "compressed by xz", UNPACK),
    (b"BZh9", "compressed by bzip2", UNPACK),
    (b"\x1f\x8b", "compressed by gzip a second time", UNPACK),
    (b"\x89PNG", "a picture", "name a mesh file"),
    (b"\xff\xd8\xff", "a picture", "name a mesh file"),
    (b"GIF8", "a picture", "name a mesh file"),
    (b"%PDF-", "a PDF document", EXPORT),
];

/// Why a file could not be read, if its content is certainly of another kind than `format`.
pub(crate) fn recognise(bytes: &[u8], format: Option<Format>) -> Option<Fault> {
    let unsupported = |problem: String| Some(Fault::unsupported(Place::File, problem));
    if let Some(Stranger { name, advice }) = stranger(bytes) {
        return unsupported(format!("this is {name}; {advice}"));
    }
    let (found, expected) = (mesh_format(bytes)?, format?);
    if found == expected {
        return None;
    }
    let is_json = found == Format::Gltf && !bytes.starts_with(b"glTF");
    let extension = if is_json { "gltf" } else { found.extensions()[0] };
    unsupported(format!("this is {} and not {}; let the name end in .{extension}", found.name(), expected.name()))
}

fn stranger(bytes: &[u8]) -> Option<Stranger> {
    let text = without_mark(bytes).trim_ascii_start();
    let head = &text[..text.len().min(4 << 10)];
    let has = |needle: &[u8]| memmem::find(head, needle).is_some();
    let begins = |word: &[u8]| head.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let is = |name, advice| Some(Stranger { name, advice });
    if begins(b"ISO-10303-21") && (has(b"'IFC") || has(b"(IFC")) {
        return is("an IFC model", EXPORT);
    }
    if let Some(&(_, name, advice)) =
        BEGINNINGS.iter().find(|(start, ..)| bytes.starts_with(start) || text.starts_with(start))
    {
        return is(name, advice);
    }
    if let Some(order) = utf16(bytes) {
        return is(order, TEXT);
    }
    let names = |part: &[u8]| memmem::find(bytes, part).is_some();
    if bytes.starts_with(b"PK\x03\x04") && !names(b".model") && !names(b"_rels/.rels") {
        return is("a zip archive without a 3MF model", UNPACK);
    }
    // The first section of IGES is called so in column 73.
    if bytes.get(72..80).is_some_and(|mark| mark == b"S      1" || mark == b"S0000001") {
        return is("an IGES file", EXPORT);
    }
    if begins(b"<!doctype html") || begins(b"<html") {
        return is("an HTML page, perhaps of a download that failed", "get the file itself");
    }
    if begins(b"<") {
        return match () {
            () if has(b"<COLLADA") => is("a COLLADA file", EXPORT),
            () if has(b"<X3D") => is("an X3D file", EXPORT),
            () if has(b"<amf") => is("an AMF file", EXPORT),
            () if has(b"<html") => is("an HTML page, perhaps of a download that failed", "get the file itself"),
            () if begins(b"<?xml") => is("an XML file", "name a mesh file"),
            () => None,
        };
    }
    let mut tokens = head.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    if (tokens.next(), tokens.next()) == (Some(b"0"), Some(b"SECTION")) {
        return is("a DXF drawing", EXPORT);
    }
    None
}

/// Text in UTF-16: with a mark, or evidently, every second byte being zero.
fn utf16(bytes: &[u8]) -> Option<&'static str> {
    const NAME: &str = "text in UTF-16";
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some(NAME);
    }
    let (pairs, _) = bytes.get(..bytes.len().min(256))?.as_chunks();
    let is_letter = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let is_text = |high: usize| pairs.iter().all(|pair: &[u8; 2]| pair[high] == 0 && is_letter(pair[1 - high]));
    (pairs.len() >= 8 && (is_text(0) || is_text(1))).then_some(NAME)
}

/// The format of a mesh file, where its content leaves no doubt.
fn mesh_format(bytes: &[u8]) -> Option<Format> {
    let head = &bytes[..bytes.len().min(4 << 10)];
    let has = |needle: &[u8]| memmem::find(head, needle).is_some();
    let text = without_mark(head).trim_ascii_start();
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_certain = match Format::detect(bytes)? {
        Format::Gltf => bytes.starts_with(b"glTF") || memmem::find(bytes, b"\"asset\"").is_some(),
        Format::ThreeMf => true,
        Format::Ply => has(b"\nformat ") || has(b"\rformat "),
        Format::Stl => stl::is_binary(bytes) || has(b"facet") || has(b"FACET"),
        Format::Off => {
            off::is_header(first) && second.first().is_some_and(|letter| letter.is_ascii_digit() || *letter == b'#')
        }
        Format::Obj => true,
    };
    is_certain.then(|| Format::detect(bytes)).flatten()
}
