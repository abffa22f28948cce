use super::{HEADER, TRIANGLE};
use crate::Context;
use crate::error::{Fault, Place, quote};
use crate::note::Oddity;
use crate::repair;
use crate::soup::{self, Part, Weld};
use crate::text::{Scanner, without_mark};

/// Whether a file is as long as its binary header says, or longer by less than a triangle.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    promised(bytes).is_some_and(|count| ((bytes.len() - HEADER) / TRIANGLE) as u64 == count)
}

/// The number of triangles that a binary header promises.
fn promised(bytes: &[u8]) -> Option<u64> {
    let count = bytes.get(HEADER - 4..HEADER)?;
    Some(u64::from(u32::from_le_bytes(count.try_into().ok()?)))
}

/// One part of all triangles of a solid; equal corners become one vertex.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    if is_text(bytes) { read_text(bytes, context) } else { Ok(vec![read_binary(bytes, context)?.into_part(None)?]) }
}

/// Triangles in the making.
struct Solid {
    weld: Weld,
    triangles: Vec<[u32; 3]>,
}

impl Solid {
    fn new() -> Self {
        Self { weld: Weld::new(), triangles: Vec::new() }
    }

    #[inline]
    fn vertex(&mut self, position: [f64; 3]) -> Result<u32, Fault> {
        self.weld.vertex(position).ok_or_else(too_many_vertices)
    }

    fn into_part(self, name: Option<String>) -> Result<Part, Fault> {
        Ok(Part { name, ..Part::nameless(soup::mesh(self.weld.into_positions(), self.triangles)?) })
    }
}

/// Binary files may begin with "solid" too, but then have the right length, or zero bytes among the first.
fn is_text(bytes: &[u8]) -> bool {
    let start = without_mark(bytes).trim_ascii_start();
    let is_solid = start.len() >= 5 && start[..5].eq_ignore_ascii_case(b"solid");
    is_solid && !is_binary(bytes) && !bytes[..bytes.len().min(1 << 10)].contains(&0)
}

fn read_binary(bytes: &[u8], context: &mut Context) -> Result<Solid, Fault> {
    let Some(count) = promised(bytes) else {
        let problem = format!("neither \"solid\" nor a binary header of {HEADER} bytes: the file has {}", bytes.len());
        return Err(Fault::byte(0, problem));
    };
    let rows = &bytes[HEADER..];
    let room = (rows.len() / TRIANGLE) as u64;
    if room < count {
        let problem = format!("the header promises {count} triangles, but the file has room for {room}");
        return Err(Fault::byte(HEADER, problem));
    }
    if room > count {
        let problem = format!("the header promises {count} triangles, but {} bytes follow", rows.len());
        return Err(Fault::byte(HEADER, problem));
    }
    let mut solid = Solid::new();
    solid.triangles.reserve_exact(count as usize);
    for (triangle, row) in rows.chunks_exact(TRIANGLE).enumerate() {
        let offset = HEADER + triangle * TRIANGLE;
        let value = |at: usize| f32::from_le_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]]);
        if (12..48).step_by(4).all(|at| value(at).is_finite()) {
            let mut corners = [0; 3];
            for (corner, at) in corners.iter_mut().zip([12, 24, 36]) {
                *corner = solid.vertex([value(at), value(at + 4), value(at + 8)].map(f64::from))?;
            }
            solid.triangles.push(corners);
        } else if context.repair {
            context.notes.add(Oddity::LeftOut(repair::NOT_FINITE.into()), || Place::Byte(offset));
        } else {
            return Err(not_finite(row, triangle));
        }
        context.passed(offset);
    }
    Ok(solid)
}

#[cold]
fn not_finite(row: &[u8], triangle: usize) -> Fault {
    let values: Vec<f32> = row[12..48].as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let at = values.iter().position(|value| !value.is_finite()).unwrap_or(0);
    let problem = format!("triangle {triangle} has the coordinate {}, which is not finite", values[at]);
    Fault::byte(HEADER + triangle * TRIANGLE + 12 + at / 3 * 12, problem)
}

fn read_text(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let mut scanner = Scanner::new(bytes);
    let (mut parts, mut solid) = (Vec::new(), Solid::new());
    let mut count = 0;
    while let Some(token) = scanner.token_below() {
        if !token.eq_ignore_ascii_case(b"solid") {
            return Err(unexpected(token, "solid", &scanner));
        }
        count += 1;
        let name = scanner.rest();
        while !facet_or_end(&mut scanner)? {
            let (offset, line) = (scanner.offset(), scanner.line());
            match facet(&mut scanner) {
                Ok([a, b, c]) => {
                    let corners = [solid.vertex(a)?, solid.vertex(b)?, solid.vertex(c)?];
                    solid.triangles.push(corners);
                }
                Err(bad) if context.repair => {
                    context.notes.add(Oddity::LeftOut(bad.kind.into()), || Place::Line(line));
                    scanner = Scanner::resume(bytes, offset, line);
                    skip_facet(&mut scanner).ok_or(bad.fault)?;
                }
                Err(bad) => return Err(bad.fault),
            }
            context.passed(scanner.offset());
        }
        // As one object, solids share their vertices too.
        if !solid.triangles.is_empty() && !context.whole {
            let name = if name.is_empty() { format!("solid {count}") } else { String::from_utf8_lossy(name).into() };
            parts.push(std::mem::replace(&mut solid, Solid::new()).into_part(Some(name))?);
        }
    }
    if context.whole {
        return Ok(vec![solid.into_part(None)?]);
    }
    if let [part] = &mut parts[..] {
        part.name = None;
    }
    Ok(parts)
}

/// Passes `facet`, its normal and `outer loop`, or `endsolid` and its name; whether it was the end.
fn facet_or_end(scanner: &mut Scanner) -> Result<bool, Fault> {
    match scanner.token_below() {
        Some(token) if token.eq_ignore_ascii_case(b"facet") => {
            scanner.rest();
            expect(scanner, "outer")?;
            expect(scanner, "loop")?;
            Ok(false)
        }
        Some(token) if token.eq_ignore_ascii_case(b"endsolid") => {
            scanner.rest();
            Ok(true)
        }
        Some(token) => Err(unexpected(token, "facet\" or \"endsolid", scanner)),
        None => Err(ends(scanner, "endsolid")),
    }
}

/// Why a facet cannot be read, for those who leave it out and for those who do not.
struct Bad {
    kind: &'static str,
    fault: Fault,
}

/// The corners of a facet, up to its end.
#[inline]
fn facet(scanner: &mut Scanner) -> Result<[[f64; 3]; 3], Box<Bad>> {
    let corners = [corner(scanner)?, corner(scanner)?, corner(scanner)?];
    expect(scanner, "endloop").map_err(not_three)?;
    expect(scanner, "endfacet").map_err(not_three)?;
    Ok(corners)
}

#[inline]
fn corner(scanner: &mut Scanner) -> Result<[f64; 3], Box<Bad>> {
    expect(scanner, "vertex").map_err(not_three)?;
    scanner.position().map_err(|fault| Box::new(Bad { kind: repair::NOT_FINITE, fault }))
}

fn not_three(fault: Fault) -> Box<Bad> {
    Box::new(Bad { kind: repair::NOT_THREE, fault })
}

/// Goes behind the end of a facet; nothing if it has none.
fn skip_facet(scanner: &mut Scanner) -> Option<()> {
    loop {
        let token = scanner.token_below()?;
        if token.eq_ignore_ascii_case(b"endfacet") {
            return Some(());
        }
        if [&b"facet"[..], b"solid", b"endsolid"].iter().any(|word| token.eq_ignore_ascii_case(word)) {
            return None;
        }
    }
}

fn expect(scanner: &mut Scanner, keyword: &str) -> Result<(), Fault> {
    match scanner.token_below() {
        Some(token) if token.eq_ignore_ascii_case(keyword.as_bytes()) => Ok(()),
        Some(token) => Err(unexpected(token, keyword, scanner)),
        None => Err(ends(scanner, keyword)),
    }
}

fn unexpected(token: &[u8], keyword: &str, scanner: &Scanner) -> Fault {
    Fault::line(scanner.line(), format!("\"{keyword}\" should stand here instead of {}", quote(token)))
}

fn ends(scanner: &Scanner, keyword: &str) -> Fault {
    Fault::line(scanner.line(), format!("the file ends where \"{keyword}\" should stand"))
}

fn too_many_vertices() -> Fault {
    Fault::too_large(Place::File, format!("more than {} different vertices", u32::MAX))
}
