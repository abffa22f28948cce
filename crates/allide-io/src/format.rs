use std::path::Path;

/// A format of mesh files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// STL, ASCII or binary.
    Stl,
    /// PLY, ASCII or binary.
    Ply,
    /// OFF, ASCII.
    Off,
    /// glTF 2.0, as JSON or as one binary file (GLB).
    Gltf,
    /// 3D Manufacturing Format.
    ThreeMf,
}

impl Format {
    /// All formats that can be read.
    pub const READABLE: &'static [Format] =
        &[Format::Obj, Format::Stl, Format::Ply, Format::Off, Format::Gltf, Format::ThreeMf];

    /// All formats that can be written.
    pub const WRITABLE: &'static [Format] = &[Format::Obj, Format::Stl, Format::Ply, Format::Off, Format::Gltf];

    /// The format's usual name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Obj => "OBJ",
            Format::Stl => "STL",
            Format::Ply => "PLY",
            Format::Off => "OFF",
            Format::Gltf => "glTF",
            Format::ThreeMf => "3MF",
        }
    }

    /// The extensions of its files, in lower case.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Obj => &["obj"],
            Format::Stl => &["stl"],
            Format::Ply => &["ply"],
            Format::Off => &["off"],
            Format::Gltf => &["glb", "gltf"],
            Format::ThreeMf => &["3mf"],
        }
    }

    /// The format that a file's extension stands for, in any case; a final `.gz` is left out of account.
    pub fn from_path(path: &Path) -> Option<Format> {
        let path = if has_extension(path, "gz") { Path::new(path.file_stem()?) } else { path };
        let matches = |format: &Format| format.extensions().iter().any(|extension| has_extension(path, extension));
        Self::READABLE.iter().copied().find(matches)
    }

    /// The format that uncompressed content looks like.
    pub fn detect(bytes: &[u8]) -> Option<Format> {
        let text = bytes.trim_ascii_start();
        let word = text.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        match word {
            _ if bytes.starts_with(b"glTF") || text.starts_with(b"{") => Some(Format::Gltf),
            _ if bytes.starts_with(b"PK\x03\x04") => Some(Format::ThreeMf),
            b"ply" => Some(Format::Ply),
            _ if crate::stl::is_binary(bytes) => Some(Format::Stl),
            _ if word.eq_ignore_ascii_case(b"solid") => Some(Format::Stl),
            _ if crate::off::is_header(word) => Some(Format::Off),
            _ if crate::obj::is_likely(bytes) => Some(Format::Obj),
            _ => None,
        }
    }

    /// Names and extensions, for messages.
    pub(crate) fn list(formats: &[Format]) -> String {
        let entry = |format: &Format| {
            let extensions: Vec<_> = format.extensions().iter().map(|extension| format!(".{extension}")).collect();
            format!("{} ({})", format.name(), extensions.join(", "))
        };
        formats.iter().map(entry).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a path ends in an extension, given in lower case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_count_in_any_case_and_below_gz() {
        for (path, format) in [
            ("a/lid.obj", Some(Format::Obj)),
            ("LID.STL", Some(Format::Stl)),
            ("lid.Stl.GZ", Some(Format::Stl)),
            ("lid.v2.glb", Some(Format::Gltf)),
            ("lid.3mf", Some(Format::ThreeMf)),
            ("lid.gz", None),
            ("obj", None),
            ("lid.step", None),
        ] {
            assert_eq!(Format::from_path(Path::new(path)), format, "{path}");
        }
    }

    #[test]
    fn content_tells_the_format() {
        for (content, format) in [
            (&b"ply\nformat ascii 1.0\n"[..], Some(Format::Ply)),
            (b"OFF\n3 1 0\n", Some(Format::Off)),
            (b"COFF 3 1 0\n", Some(Format::Off)),
            (b"solid lid\nfacet", Some(Format::Stl)),
            (b" {\"asset\":{}}", Some(Format::Gltf)),
            (b"# made by hand\n\nv 0 0 0\n", Some(Format::Obj)),
            (b"PK\x03\x04", Some(Format::ThreeMf)),
            (b"plywood", None),
            (b"", None),
            (b"\x89PNG\r\n", None),
        ] {
            assert_eq!(Format::detect(content), format, "{content:?}");
        }
    }
}
