use super::{HEADER, TRIANGLE};
use crate::Context;
use crate::error::{Fault, Place, quote};
use crate::soup::{self, Part, Weld};
use crate::text::Scanner;

/// Whether a file is as long as its binary header says, or longer by less than a triangle.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    promised(bytes).is_some_and(|count| ((bytes.len() - HEADER) / TRIANGLE) as u64 == count)
}

/// The number of triangles that a binary header promises.
fn promised(bytes: &[u8]) -> Option<u64> {
    let count = bytes.get(HEADER - 4..HEADER)?;
    Some(u64::from(u32::from_le_bytes(count.try_into().ok()?)))
}

/// One part of all triangles; equal corners become one vertex.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let mut weld = Weld::new();
    let triangles =
        if is_text(bytes) { read_text(bytes, &mut weld, context)? } else { read_binary(bytes, &mut weld, context)? };
    Ok(vec![Part::nameless(soup::mesh(weld.into_positions(), triangles)?)])
}

/// Binary files may begin with "solid" too, but then have the right length, or zero bytes among the first.
fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let is_solid = start.len() >= 5 && start[..5].eq_ignore_ascii_case(b"solid");
    is_solid && !is_binary(bytes) && !bytes[..bytes.len().min(1 << 10)].contains(&0)
}

fn read_binary(bytes: &[u8], weld: &mut Weld, context: &mut Context) -> Result<Vec<[u32; 3]>, Fault> {
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
    let mut triangles = Vec::with_capacity(count as usize);
    for (triangle, row) in rows.chunks_exact(TRIANGLE).enumerate() {
        let offset = HEADER + triangle * TRIANGLE;
        let mut corners = [0; 3];
        for (corner, place) in corners.iter_mut().zip([12, 24, 36]) {
            let value = |at: usize| f32::from_le_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]]);
            let position = [value(place), value(place + 4), value(place + 8)];
            if let Some(value) = position.iter().find(|value| !value.is_finite()) {
                let problem = format!("triangle {triangle} has the coordinate {value}, which is not finite");
                return Err(Fault::byte(offset + place, problem));
            }
            *corner = weld.vertex(position.map(f64::from)).ok_or_else(too_many_vertices)?;
        }
        triangles.push(corners);
        context.passed(offset);
    }
    Ok(triangles)
}

fn read_text(bytes: &[u8], weld: &mut Weld, context: &mut Context) -> Result<Vec<[u32; 3]>, Fault> {
    let mut scanner = Scanner::new(bytes);
    let mut triangles = Vec::new();
    while let Some(token) = scanner.token_below() {
        if !token.eq_ignore_ascii_case(b"solid") {
            return Err(unexpected(token, "solid", &scanner));
        }
        scanner.rest();
        while !facet_or_end(&mut scanner)? {
            triangles.push(facet(&mut scanner, weld)?);
            context.passed(scanner.offset());
        }
    }
    Ok(triangles)
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

fn facet(scanner: &mut Scanner, weld: &mut Weld) -> Result<[u32; 3], Fault> {
    let mut corners = [0; 3];
    for corner in &mut corners {
        expect(scanner, "vertex")?;
        *corner = weld.vertex(scanner.position()?).ok_or_else(too_many_vertices)?;
    }
    expect(scanner, "endloop")?;
    expect(scanner, "endfacet")?;
    Ok(corners)
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
