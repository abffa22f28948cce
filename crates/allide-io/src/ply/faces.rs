use super::header::{Element, Property};
use super::read::{Rows, corner_list, for_rows};
use super::values::Values;
use crate::Context;
use crate::error::{BadFace, Fault};
use crate::soup::Soup;

pub(super) fn read_faces(
    element: &Element,
    values: &mut impl Values,
    soup: &mut Soup,
    vertex_count: u64,
    context: &mut Context,
) -> Result<(), Fault> {
    let list = corner_list(element)?;
    soup.triangles.reserve(element.count as usize);
    let mut polygon = Vec::new();
    // Values too many are no corners if other values stand between.
    let is_last = list + 1 == element.properties.len();
    // If not, they cannot be read, which is an error when their turn comes.
    let has_positions = soup.positions.len() as u64 == vertex_count;
    for_rows(element, values, context, |rows, context| {
        let place = rows.values.place();
        let read = read_row(rows, list, vertex_count, &mut polygon, context.repair);
        let ended = read.and_then(|bad| {
            if is_last {
                rows.values.end_row()?;
            } else {
                rows.values.leave_row();
            }
            Ok(bad)
        });
        let mut bad = match ended {
            Err(fault) if context.repair && rows.values.recover() => Some(BadFace::new(BadFace::UNREADABLE, fault)),
            read => read?,
        };
        if !has_positions {
            return Ok(());
        }
        let is_finite = |&vertex: &u32| soup.positions[vertex as usize].iter().all(|value| value.is_finite());
        if context.repair && bad.is_none() && !polygon.iter().all(is_finite) {
            bad = Some(BadFace::new(BadFace::BAD_VERTEX, Fault::malformed(place.clone(), "")));
        }
        match bad {
            None => soup.add(&polygon, 0, &mut context.notes, || place.clone()),
            Some(face) => {
                context.leave_out(face)?;
                soup.tracks.skip();
            }
        }
        Ok(())
    })
}

/// Reads the row of a face: its corners, and what is wrong with them.
#[inline]
fn read_row(
    rows: &mut Rows<impl Values>,
    list: usize,
    vertex_count: u64,
    polygon: &mut Vec<u32>,
    repair: bool,
) -> Result<Option<BadFace>, Fault> {
    let mut bad = None;
    for (index, property) in rows.element.properties.iter().enumerate() {
        if index == list {
            bad = read_polygon(rows, property, vertex_count, polygon, repair)?;
        } else {
            rows.skip(property)?;
        }
    }
    Ok(bad)
}

/// Reads a list of corners. A fault is an error at once, unless it is to be repaired: then the whole list is read.
#[inline]
fn read_polygon(
    rows: &mut Rows<impl Values>,
    property: &Property,
    vertex_count: u64,
    polygon: &mut Vec<u32>,
    repair: bool,
) -> Result<Option<BadFace>, Fault> {
    let mut bad = None;
    let mut note = |reason, fault| {
        if !repair {
            return Err(fault);
        }
        bad.get_or_insert(BadFace::new(reason, fault));
        Ok(())
    };
    let place = rows.values.place();
    let corners = rows.length(property)?;
    if corners < 3 {
        let problem = format!("a face needs at least 3 vertices, but face {} has {corners}", rows.row);
        note(BadFace::FEW_CORNERS, Fault::malformed(place, problem))?;
    }
    polygon.clear();
    for _ in 0..corners {
        let place = rows.values.place();
        let vertex = rows.index(property)?;
        if vertex < 0 || vertex as u64 >= vertex_count {
            let problem = format!("face {} uses vertex {vertex}, but there are {vertex_count}", rows.row);
            note(BadFace::NO_VERTEX, Fault::malformed(place, problem))?;
            continue;
        }
        polygon.push(vertex as u32);
    }
    Ok(bad)
}
