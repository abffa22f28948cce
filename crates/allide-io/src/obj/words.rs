//! The statements of OBJ files except vertices, faces, objects and groups.

/// The meaning of a statement.
#[derive(Debug, PartialEq)]
pub(super) enum Word {
    /// It adds no surface.
    Harmless,
    /// It adds a surface that is not read.
    Geometry,
    Unknown,
}

/// Looks, points and lines are harmless, and so are the parts of a curved surface without the surface itself.
pub(super) fn look_up(word: &[u8]) -> Word {
    match word {
        b"vn" | b"vt" | b"vp" | b"usemtl" | b"mtllib" | b"s" | b"l" | b"p" => Word::Harmless,
        b"surf" | b"call" | b"bsp" | b"bzp" | b"cdp" => Word::Geometry,
        b"cstype" | b"deg" | b"bmat" | b"step" | b"curv" | b"curv2" | b"parm" | b"trim" | b"hole" | b"scrv" | b"sp"
        | b"end" | b"con" | b"mg" | b"cdc" | b"res" | b"ctech" | b"stech" | b"lod" | b"bevel" | b"c_interp"
        | b"d_interp" | b"shadow_obj" | b"trace_obj" | b"maplib" | b"usemap" => Word::Harmless,
        _ => Word::Unknown,
    }
}

/// A word for a note: text, and not too long, whatever its bytes.
pub(super) fn readable(word: &[u8]) -> String {
    const LONGEST: usize = 40;
    let mut text = String::from_utf8_lossy(&word[..word.len().min(LONGEST)]).into_owned();
    text.extend((word.len() > LONGEST).then_some('…'));
    text
}
