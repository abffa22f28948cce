use super::parts::{self, Cut, Level};
use super::words::{self, Word};
use crate::Context;
use crate::error::{BadFace, Fault, Place, quote};
use crate::note::Oddity;
use crate::number;
use crate::soup::{Part, Soup};
use crate::text::Scanner;

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
            Some(b"v") => reader.vertex(&mut scanner, context.repair)?,
            Some(b"f" | b"fo") => reader.face(&mut scanner, context)?,
            Some(b"o") => reader.cut(Level::Object, scanner.rest()),
            Some(b"g") => reader.cut(Level::Group, scanner.rest()),
            Some(word) => other(word, scanner.line(), context)?,
            None => {}
        }
        context.passed(scanner.offset());
        if !scanner.next_line() {
            return reader.finish(context.repair);
        }
    }
}

fn other(word: &[u8], line: usize, context: &mut Context) -> Result<(), Fault> {
    match words::look_up(word) {
        Word::Harmless => {}
        Word::Geometry => {
            let problem = format!("the statement {} is not supported; export polygons in one file", quote(word));
            return Err(Fault::unsupported(Place::Line(line), problem));
        }
        Word::Unknown => context.notes.add(Oddity::UnknownStatement(words::readable(word)), || Place::Line(line)),
    }
    Ok(())
}

/// The number in front of the first `/`, if only numbers follow.
#[inline]
fn number_of(token: &[u8]) -> Option<i64> {
    let end = token.iter().position(|&byte| byte == b'/').unwrap_or(token.len());
    let (vertex, others) = token.split_at(end);
    let well_formed = others.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'/'));
    number::integer(vertex).filter(|_| well_formed)
}

#[derive(Default)]
struct Reader<'a> {
    soup: Soup,
    cuts: Vec<Cut<'a>>,
    polygon: Vec<u32>,
    /// How many vertices stand above. There are more once those below have been read ahead.
    above: usize,
    has_read_ahead: bool,
    /// Whether a vertex has no finite position.
    has_bad_vertex: bool,
    /// The highest vertex number that is used without such a vertex, and the line of its use.
    farthest: (usize, usize),
}

impl<'a> Reader<'a> {
    fn cut(&mut self, level: Level, name: &'a [u8]) {
        self.cuts.push(Cut { level, first_triangle: self.soup.triangles.len(), name });
    }

    #[inline]
    fn vertex(&mut self, scanner: &mut Scanner, repair: bool) -> Result<(), Fault> {
        if self.above == self.soup.positions.len() {
            let position = match scanner.position() {
                Err(_) if repair => self.bad_vertex(),
                position => position?,
            };
            self.soup.positions.push(position);
        }
        self.above += 1;
        Ok(())
    }

    #[cold]
    fn bad_vertex(&mut self) -> [f64; 3] {
        self.has_bad_vertex = true;
        [f64::NAN; 3]
    }

    /// Reads the vertices below, because a face above them needs their positions.
    #[cold]
    fn read_ahead(&mut self, mut scanner: Scanner, repair: bool) {
        let above = self.above;
        while scanner.next_line() {
            // If this fails, it will again when its turn comes.
            if scanner.token() == Some(b"v") && self.vertex(&mut scanner, repair).is_err() {
                break;
            }
        }
        self.above = above;
        self.has_read_ahead = true;
    }

    fn face(&mut self, scanner: &mut Scanner, context: &mut Context) -> Result<(), Fault> {
        let line = scanner.line();
        match self.corners(scanner, context.repair) {
            Ok(true) => self.soup.add(&self.polygon, line, &mut context.notes, || Place::Line(line)),
            Ok(false) => {}
            Err(face) => {
                context.leave_out(*face)?;
                self.soup.tracks.skip();
            }
        }
        Ok(())
    }

    /// Reads the corners of a face; whether all of them are there.
    #[inline]
    fn corners(&mut self, scanner: &mut Scanner, repair: bool) -> Result<bool, Box<BadFace>> {
        self.polygon.clear();
        let mut complete = true;
        while let Some(token) = scanner.token() {
            let Some(vertex) = self.corner(token) else {
                return Err(self.bad_corner(token, scanner.line()));
            };
            if vertex >= self.soup.positions.len() {
                complete &= self.is_below(vertex, scanner, repair);
            }
            self.polygon.push(vertex as u32);
        }
        if self.polygon.len() < 3 || self.has_bad_vertex || repair && !complete {
            self.check(scanner.line(), complete)?;
        }
        Ok(complete)
    }

    #[cold]
    fn check(&self, line: usize, complete: bool) -> Result<(), Box<BadFace>> {
        let bad = |reason, problem: String| Err(Box::new(BadFace::new(reason, Fault::line(line, problem))));
        if self.polygon.len() < 3 {
            let problem = format!("a face needs at least 3 vertices, but this has {}", self.polygon.len());
            return bad(BadFace::FEW_CORNERS, problem);
        }
        if !complete {
            return bad(BadFace::NO_VERTEX, String::new());
        }
        let is_bad = |&vertex: &u32| self.soup.positions[vertex as usize][0].is_nan();
        if self.polygon.iter().any(is_bad) { bad(BadFace::BAD_VERTEX, String::new()) } else { Ok(()) }
    }

    /// Whether there is a vertex below. If not, and without repair, that is an error once the whole file is read, unless
    /// there is another before.
    #[cold]
    fn is_below(&mut self, vertex: usize, scanner: &Scanner, repair: bool) -> bool {
        if !self.has_read_ahead {
            self.read_ahead(scanner.clone(), repair);
        }
        let is_there = vertex < self.soup.positions.len();
        if !is_there && vertex >= self.farthest.0 {
            self.farthest = (vertex + 1, scanner.line());
        }
        is_there
    }

    /// The vertex of `7`, `7/1`, `7//3`, `7/1/3` or `-1`, counted from 0; nothing if it cannot be one.
    #[inline]
    fn corner(&self, token: &[u8]) -> Option<usize> {
        match number_of(token)? {
            number @ 1.. => (number as u64 <= u64::from(u32::MAX)).then(|| number as usize - 1),
            number => (self.above as u64).checked_sub(number.unsigned_abs()).filter(|_| number < 0).map(|n| n as usize),
        }
    }

    #[cold]
    fn bad_corner(&self, token: &[u8], line: usize) -> Box<BadFace> {
        let (reason, problem) = match number_of(token) {
            None => (BadFace::UNREADABLE, format!("{} is not a corner of a face", quote(token))),
            Some(0) => (BadFace::NO_VERTEX, "the face uses vertex 0, but vertices are counted from 1".into()),
            Some(number @ 1..) => {
                let problem = format!("the face uses vertex {number}, but at most {} are supported", u32::MAX);
                (BadFace::NO_VERTEX, problem)
            }
            Some(number) => {
                let problem = format!("the face uses vertex {number}, but {} stand above it", self.above);
                (BadFace::NO_VERTEX, problem)
            }
        };
        Box::new(BadFace::new(reason, Fault::line(line, problem)))
    }

    fn finish(self, repair: bool) -> Result<Vec<Part>, Fault> {
        let count = self.soup.positions.len();
        let (farthest, line) = self.farthest;
        if farthest > count && !repair {
            return Err(Fault::line(line, format!("the face uses vertex {farthest}, but there are {count}")));
        }
        if count as u64 > u64::from(u32::MAX) {
            let problem = format!("{count} vertices, but at most {} are supported", u32::MAX);
            return Err(Fault::too_large(Place::File, problem));
        }
        parts::split(self.soup, self.cuts)
    }
}
