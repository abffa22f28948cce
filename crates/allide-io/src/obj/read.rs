use crate::Context;
use crate::error::{Fault, Place, quote};
use crate::number;
use crate::soup::{self, Numbering, Part, Soup, fan};
use crate::text::Scanner;
use allide::{Mesh, Pose};
use std::collections::HashMap;

/// Whether the first lines of a file have statements of OBJ.
pub(crate) fn is_likely(bytes: &[u8]) -> bool {
    let mut scanner = Scanner::new(&bytes[..bytes.len().min(1 << 16)]).with_comments().with_continued_lines();
    loop {
        match scanner.token() {
            Some(b"v") => return scanner.position().is_ok(),
            Some(b"mtllib" | b"o" | b"g" | b"vn" | b"vt" | b"usemtl" | b"s") | None => {}
            Some(_) => return false,
        }
        if !scanner.next_line() {
            return false;
        }
    }
}

/// One part per `o`; without any `o`, one per name of a `g`; without either, one in all. Faces above the first of
/// them are a part without a name, parts without faces are left out.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let mut reader = Reader::default();
    let mut scanner = Scanner::new(bytes).with_comments().with_continued_lines();
    loop {
        match scanner.token() {
            Some(b"v") => reader.soup.positions.push(scanner.position()?),
            Some(b"f" | b"fo") => reader.face(&mut scanner)?,
            Some(b"o") => reader.cut(Level::Object, scanner.rest()),
            Some(b"g") => reader.cut(Level::Group, scanner.rest()),
            Some(keyword @ (b"surf" | b"call")) => {
                let problem = format!("the statement {} is not supported; export polygons in one file", quote(keyword));
                return Err(Fault::unsupported(Place::Line(scanner.line()), problem));
            }
            _ => {}
        }
        context.passed(scanner.offset());
        if !scanner.next_line() {
            return reader.finish();
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Level {
    Object,
    Group,
}

/// Where a new object or group begins.
struct Cut<'a> {
    level: Level,
    first_triangle: usize,
    name: &'a [u8],
}

#[derive(Default)]
struct Reader<'a> {
    soup: Soup,
    cuts: Vec<Cut<'a>>,
    polygon: Vec<u32>,
    /// The highest vertex number used before that vertex, and the line of its use: it may come later.
    farthest: (usize, usize),
}

impl<'a> Reader<'a> {
    fn cut(&mut self, level: Level, name: &'a [u8]) {
        self.cuts.push(Cut { level, first_triangle: self.soup.triangles.len(), name });
    }

    fn face(&mut self, scanner: &mut Scanner) -> Result<(), Fault> {
        self.polygon.clear();
        while let Some(token) = scanner.token() {
            let vertex = self.corner(token).map_err(|problem| Fault::line(scanner.line(), problem))?;
            if vertex >= self.soup.positions.len() && vertex >= self.farthest.0 {
                self.farthest = (vertex + 1, scanner.line());
            }
            self.polygon.push(vertex as u32);
        }
        if self.polygon.len() < 3 {
            let problem = format!("a face needs at least 3 vertices, but this has {}", self.polygon.len());
            return Err(Fault::line(scanner.line(), problem));
        }
        fan(&self.polygon, &mut self.soup.triangles);
        Ok(())
    }

    /// The vertex of `7`, `7/1`, `7//3`, `7/1/3` or `-1`, counted from 0.
    #[inline]
    fn corner(&self, token: &[u8]) -> Result<usize, String> {
        let end = token.iter().position(|&byte| byte == b'/').unwrap_or(token.len());
        let (vertex, others) = token.split_at(end);
        let count = self.soup.positions.len();
        let well_formed = others.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'/'));
        match number::integer(vertex).filter(|_| well_formed) {
            None => Err(format!("{} is not a corner of a face", quote(token))),
            Some(0) => Err("the face uses vertex 0, but vertices are counted from 1".into()),
            Some(number @ 1..) if number as u64 > u64::from(u32::MAX) => {
                Err(format!("the face uses vertex {number}, but at most {} are supported", u32::MAX))
            }
            Some(number @ 1..) => Ok(number as usize - 1),
            Some(number) => (count as u64)
                .checked_sub(number.unsigned_abs())
                .map(|vertex| vertex as usize)
                .ok_or_else(|| format!("the face uses vertex {number}, but {count} stand above it")),
        }
    }

    fn finish(mut self) -> Result<Vec<Part>, Fault> {
        let count = self.soup.positions.len();
        let (farthest, line) = self.farthest;
        if farthest > count {
            return Err(Fault::line(line, format!("the face uses vertex {farthest}, but there are {count}")));
        }
        if count as u64 > u64::from(u32::MAX) {
            let problem = format!("{count} vertices, but at most {} are supported", u32::MAX);
            return Err(Fault::too_large(Place::File, problem));
        }
        let level = if self.cuts.iter().any(|cut| cut.level == Level::Object) { Level::Object } else { Level::Group };
        self.cuts.retain(|cut| cut.level == level);
        if self.cuts.is_empty() {
            return Ok(vec![Part::nameless(self.soup.into_mesh()?)]);
        }
        self.parts(level)
    }

    fn parts(self, level: Level) -> Result<Vec<Part>, Fault> {
        let Soup { positions, triangles } = self.soup;
        let head = Cut { level, first_triangle: 0, name: b"" };
        let cuts: Vec<_> = std::iter::once(&head).chain(&self.cuts).collect();
        let ends = cuts.iter().skip(1).map(|cut| cut.first_triangle).chain([triangles.len()]);

        let mut groups = HashMap::new();
        let mut parts: Vec<(&[u8], Vec<[u32; 3]>)> = Vec::new();
        for (cut, end) in cuts.iter().zip(ends) {
            let piece = &triangles[cut.first_triangle..end];
            if piece.is_empty() {
                continue;
            }
            // Groups are sets that faces are put into by turns; objects are not.
            let next = parts.len();
            let index = if level == Level::Group { *groups.entry(cut.name).or_insert(next) } else { next };
            match parts.get_mut(index) {
                Some((_, triangles)) => triangles.extend_from_slice(piece),
                None => parts.push((cut.name, piece.to_vec())),
            }
        }
        drop(triangles);
        let mut numbering = Numbering::new(positions.len());
        let mut part = |(name, mut triangles): (&[u8], Vec<_>)| {
            let used = numbering.compact(&positions, &mut triangles);
            let mesh: Mesh = soup::mesh(used.unwrap_or_else(|| positions.clone()), triangles)?;
            let name = (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned());
            Ok(Part { name, mesh, pose: Pose::IDENTITY })
        };
        parts.into_iter().map(&mut part).collect()
    }
}
