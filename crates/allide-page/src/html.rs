//! A page as a file.

use crate::bytes::{Bytes, Slice};
use crate::view::{Kind, Region, View};
use allide::{Aabb, DVec3};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::{Compression, write::ZlibEncoder};
use std::io::{self, Write};

/// The page without data, as `npm run build` in `viewer` makes it.
const TEMPLATE: &str = include_str!("page.html");

/// Where the data goes.
const PLACE: &str = "<!--allide-->";

/// A page that is being filled.
#[derive(Clone, Debug)]
pub struct Page {
    /// The data it shows.
    pub view: View,
    bytes: Bytes,
    /// How much lights up on it.
    pub(crate) marked: usize,
    pub(crate) kept: crate::scene::Kept,
}

impl Page {
    /// A page about nothing yet.
    pub fn new(kind: Kind, title: impl Into<String>) -> Self {
        let view = View {
            format: 1,
            kind,
            title: title.into(),
            version: env!("CARGO_PKG_VERSION"),
            unit: None,
            up: "z",
            origin: [0.0; 3],
            scale: 1.0,
            summary: Vec::new(),
            guarantee: None,
            notes: Vec::new(),
            meshes: Vec::new(),
            objects: Vec::new(),
            findings: Vec::new(),
            left_out: 0,
            groups: Vec::new(),
            frames: Vec::new(),
            charts: Vec::new(),
            media: Vec::new(),
            sound: None,
        };
        Self { view, bytes: Bytes::default(), marked: 0, kept: crate::scene::Kept::default() }
    }

    /// Adds bytes as they are, such as a picture.
    pub fn raw(&mut self, bytes: &[u8]) -> Slice {
        self.bytes.raw(bytes)
    }

    /// Adds integers; each is stored relative to the one `stride` before.
    pub fn ints(&mut self, values: &[i32], stride: usize) -> Slice {
        self.bytes.ints(values, stride)
    }

    /// Adds positions in the world.
    pub fn points(&mut self, points: impl IntoIterator<Item = DVec3>) -> Slice {
        let points: Vec<DVec3> = points.into_iter().map(|point| self.position(point)).collect();
        self.bytes.points(&points)
    }

    /// Where a point of the world is on the page.
    pub fn position(&self, point: DVec3) -> DVec3 {
        // Halves do not overflow.
        let offset = point * 0.5 - DVec3::from_array(self.view.origin) * 0.5;
        offset / self.view.scale * 2.0
    }

    /// A box of the world on the page, if it is not empty.
    pub fn region(&self, bounds: &Aabb) -> Option<Region> {
        let corner = |corner: DVec3| self.position(corner).to_array();
        (!bounds.is_empty()).then(|| Region { min: corner(bounds.min), max: corner(bounds.max) })
    }

    #[cfg(test)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes.0
    }

    /// Adds points as they are.
    pub(crate) fn own_points(&mut self, points: &[DVec3]) -> Slice {
        self.bytes.points(points)
    }

    /// Writes one HTML file with everything in it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_html(&self, mut out: impl Write) -> io::Result<()> {
        let (head, tail) = TEMPLATE.split_once(PLACE).expect("the page has a place for its data");
        out.write_all(head.as_bytes())?;
        let json = serde_json::to_string(&self.view)?.replace('<', "\\u003c");
        writeln!(out, "<script id=\"allide-view\" type=\"application/json\">{json}</script>")?;
        out.write_all(b"<script id=\"allide-bytes\" type=\"application/octet-stream\">")?;
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::new(6));
        zlib.write_all(&self.bytes.0)?;
        let packed = zlib.finish()?;
        // A multiple of three, so that the pieces together are the code of the whole.
        for piece in packed.chunks(3 << 16) {
            out.write_all(BASE64_STANDARD.encode(piece).as_bytes())?;
        }
        out.write_all(b"</script>\n<script id=\"allide-notes\" type=\"application/json\">")?;
        out.write_all(b"{\"format\":2,\"findings\":{}}</script>")?;
        out.write_all(tail.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Fact;
    use std::io::Read;

    /// The text of the script element with that id.
    fn script<'h>(html: &'h str, id: &str) -> &'h str {
        let begin = html.find(&format!("<script id=\"{id}\"")).unwrap();
        let begin = begin + html[begin..].find('>').unwrap() + 1;
        &html[begin..begin + html[begin..].find("</script>").unwrap()]
    }

    #[test]
    fn the_template_has_one_place_for_data_and_asks_for_nothing() {
        assert_eq!(TEMPLATE.matches(PLACE).count(), 1);
        assert!(TEMPLATE.starts_with("<!doctype html>"));
        for address in ["src=\"http", "href=\"http", "url(http", "import(\"http", "fetch(\"http"] {
            assert!(!TEMPLATE.contains(address), "{address}");
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let hostile = "</script><script>alert(1)</script><!-- & \u{2028} \"";
        let mut page = Page::new(Kind::Check, hostile);
        page.view.notes.push(hostile.into());
        page.view.summary.push(Fact::new("objects", hostile));
        let bytes: Vec<u8> = (0..1_000_000u32).map(|x| (x.wrapping_mul(x) >> 7) as u8).collect();
        let slice = page.raw(&bytes);
        let mut html = Vec::new();
        page.write_html(&mut html).unwrap();
        let html = String::from_utf8(html).unwrap();
        let view: serde_json::Value = serde_json::from_str(script(&html, "allide-view")).unwrap();
        assert_eq!((&view["title"], &view["notes"][0]), (&hostile.into(), &hostile.into()));
        assert_eq!((&view["format"], &view["kind"]), (&1.into(), &"check".into()));
        let packed = BASE64_STANDARD.decode(script(&html, "allide-bytes")).unwrap();
        let mut read = Vec::new();
        flate2::read::ZlibDecoder::new(&packed[..]).read_to_end(&mut read).unwrap();
        assert_eq!(&read[slice.at..slice.at + slice.count], bytes);
        let notes: serde_json::Value = serde_json::from_str(script(&html, "allide-notes")).unwrap();
        assert_eq!(notes["format"], 2);
    }
}
