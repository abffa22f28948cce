use crate::Context;
use crate::error::{BadFace, Fault, Place, quote};
use crate::number;
use crate::soup::{Part, Soup};
use crate::text::Scanner;

/// Whether a word is `OFF` with any of the prefixes that announce more values a vertex.
pub(crate) fn is_header(word: &[u8]) -> bool {
    let is_prefix = |prefix: &[u8]| prefix.iter().all(|byte| b"STCN4n".contains(byte));
    word == b"off" || word.strip_suffix(b"OFF").is_some_and(is_prefix)
}

/// One part of all polygons.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let mut scanner = Scanner::new(bytes).with_comments_anywhere();
    header(&mut scanner)?;
    let [vertex_count, face_count] = counts(&mut scanner)?;

    // The shortest lines: three digits and two blanks, and `0`.
    let left = (bytes.len() - scanner.offset()) as u64;
    let needed = vertex_count.saturating_mul(6).saturating_add(face_count.saturating_mul(2));
    if needed > left + 1 {
        let problem =
            format!("the header promises {vertex_count} vertices and {face_count} faces, but only {left} bytes follow");
        return Err(Fault::line(scanner.line(), problem));
    }
    let mut soup = Soup {
        positions: Vec::with_capacity(vertex_count as usize),
        triangles: Vec::with_capacity(face_count as usize),
        ..Soup::default()
    };
    for vertex in 0..vertex_count {
        next_row(&mut scanner, "vertex", vertex, vertex_count)?;
        soup.positions.push(match scanner.position() {
            Err(_) if context.repair => [f64::NAN; 3],
            position => position?,
        });
        context.passed(scanner.offset());
    }
    let mut polygon = Vec::new();
    for face in 0..face_count {
        next_row(&mut scanner, "face", face, face_count)?;
        let line = scanner.line();
        match read_face(&mut scanner, &mut polygon, &soup.positions) {
            Ok(()) => soup.add(&polygon, 0, &mut context.notes, || Place::Line(line)),
            Err(face) => {
                context.leave_out(face)?;
                soup.tracks.skip();
            }
        }
        context.passed(scanner.offset());
    }
    scanner.next_line();
    if let Some(token) = scanner.token_below() {
        let problem = format!("{} stands below the last of the {face_count} faces", quote(token));
        return Err(Fault::line(scanner.line(), problem));
    }
    Ok(vec![soup.into_part()?])
}

fn header(scanner: &mut Scanner) -> Result<(), Fault> {
    let mut word = scanner.token_below().unwrap_or_default();
    // The number of vertices may follow without a blank.
    let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if is_header(&word[..word.len() - digits]) {
        scanner.step_back(digits);
        word = &word[..word.len() - digits];
    }
    let place = Place::Line(scanner.line());
    if !is_header(word) {
        return Err(Fault::malformed(place, format!("\"OFF\" should stand here instead of {}", quote(word))));
    }
    if word.contains(&b'4') || word.contains(&b'n') {
        let problem = format!("{} has points of other than 3 dimensions, which are not supported", quote(word));
        return Err(Fault::unsupported(place, problem));
    }
    Ok(())
}

/// The numbers of vertices and of faces. The number of edges is ignored; it may stand on a line of its own, which no vertex is.
fn counts(scanner: &mut Scanner) -> Result<[u64; 2], Fault> {
    let mut counts = [0; 2];
    for (count, what) in counts.iter_mut().zip(["vertices", "faces"]) {
        let token = scanner.token_below().unwrap_or_default();
        if token.eq_ignore_ascii_case(b"BINARY") {
            let problem = "binary OFF is not supported; save it as text, or as PLY";
            return Err(Fault::unsupported(Place::Line(scanner.line()), problem));
        }
        *count = number::integer(token).and_then(|count| u64::try_from(count).ok()).ok_or_else(|| {
            Fault::line(scanner.line(), format!("the number of {what} should stand here instead of {}", quote(token)))
        })?;
    }
    let mut below = scanner.clone();
    if below.token().is_none() && below.next_line() && below.skip_blank_lines() {
        let is_edges = below.token().and_then(number::integer).is_some() && below.token().is_none();
        if is_edges {
            *scanner = below;
        }
    }
    Ok(counts)
}

/// Goes to the next line that is not blank, which is `index` of `count`.
fn next_row(scanner: &mut Scanner, what: &str, index: u64, count: u64) -> Result<(), Fault> {
    scanner.next_line();
    if scanner.skip_blank_lines() {
        return Ok(());
    }
    Err(Fault::line(scanner.line(), format!("the file ends before {what} {index} of {count}")))
}

fn read_face(scanner: &mut Scanner, polygon: &mut Vec<u32>, positions: &[[f64; 3]]) -> Result<(), BadFace> {
    let line = scanner.line();
    let bad = |reason, problem: String| BadFace::new(reason, Fault::line(line, problem));
    let size = scanner.token().unwrap_or_default();
    let corners = number::integer(size).ok_or_else(|| {
        bad(BadFace::UNREADABLE, format!("the size of a face should stand here instead of {}", quote(size)))
    })?;
    if corners < 3 {
        let problem = format!("a face needs at least 3 vertices, but this has {corners}");
        return Err(bad(BadFace::FEW_CORNERS, problem));
    }
    polygon.clear();
    for corner in 0..corners {
        let Some(token) = scanner.token() else {
            let problem = format!("the face has {corners} vertices, but the line ends after {corner}");
            return Err(bad(BadFace::UNREADABLE, problem));
        };
        let vertex = number::integer(token)
            .ok_or_else(|| bad(BadFace::UNREADABLE, format!("{} is not the number of a vertex", quote(token))))?;
        match usize::try_from(vertex).ok().and_then(|vertex| positions.get(vertex)) {
            None => {
                let problem = format!("the face uses vertex {vertex}, but there are {}", positions.len());
                return Err(bad(BadFace::NO_VERTEX, problem));
            }
            Some(position) if position[0].is_nan() => return Err(bad(BadFace::BAD_VERTEX, String::new())),
            Some(_) => polygon.push(vertex as u32),
        }
    }
    Ok(())
}
