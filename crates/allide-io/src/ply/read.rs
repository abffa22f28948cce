use super::faces::read_faces;
use super::header::{Element, Encoding, Header, Property};
use super::values::{Binary, Text, Values};
use crate::Context;
use crate::error::{Fault, Place, quote};
use crate::note::Oddity;
use crate::soup::{Part, Soup};
use crate::text::Scanner;

/// One part of all polygons.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let header = Header::parse(bytes)?;
    let soup = match header.encoding {
        Encoding::Text => {
            let scanner = Scanner::resume(bytes, header.end, header.line);
            read_elements(&header.elements, Text::new(scanner, bytes.len()), context)?
        }
        encoding => read_elements(&header.elements, Binary { bytes, at: header.end, encoding }, context)?,
    };
    Ok(vec![soup.into_part()?])
}

fn read_elements(elements: &[Element], mut values: impl Values, context: &mut Context) -> Result<Soup, Fault> {
    let vertex_count = single(elements, b"vertex")?.map_or(0, |element| element.count);
    let faces = single(elements, b"face")?;
    if let Some(strips) = single(elements, b"tristrips")?.filter(|_| faces.is_none()) {
        let problem = "triangle strips are not supported; save the mesh with an element \"face\"";
        return Err(Fault::unsupported(Place::Line(strips.line), problem));
    }
    if let Some(vertices) = single(elements, b"vertex")? {
        axes(vertices)?;
    }
    if let Some(faces) = faces {
        corner_list(faces)?;
    }
    let mut soup = Soup::default();
    let known = elements.iter().map(|element| element.name).find(|name| matches!(*name, b"vertex" | b"face"));
    if known == Some(b"face") {
        read_ahead(elements, values.clone(), &mut soup, context);
    }
    let uncut = known == Some(b"face") && (soup.positions.len() as u64) < vertex_count;
    for element in elements {
        check_room(element, &values)?;
        match element.name {
            b"vertex" if soup.positions.is_empty() => read_vertices(element, &mut values, &mut soup, context)?,
            b"face" => read_faces(element, &mut values, &mut soup, vertex_count, context)?,
            _ => skip_element(element, &mut values, context)?,
        }
    }
    values.end()?;
    if let Some((rows, first)) = values.surplus() {
        context.notes.add_many(Oddity::SurplusValues, rows, || first);
    }
    if uncut {
        return Err(Fault::malformed(Place::File, "the faces stand above vertices that cannot be read"));
    }
    Ok(soup)
}

/// Reads the vertices below the faces, which need their positions. If this fails, it will again when their turn comes.
fn read_ahead(elements: &[Element], mut values: impl Values, soup: &mut Soup, context: &mut Context) {
    for element in elements {
        if check_room(element, &values).is_err() {
            return;
        }
        if element.name == b"vertex" {
            if read_vertices(element, &mut values, soup, context).is_err() {
                soup.positions.clear();
            }
            return;
        }
        if skip_element(element, &mut values, context).is_err() {
            return;
        }
    }
}

fn single<'e, 'a>(elements: &'e [Element<'a>], name: &[u8]) -> Result<Option<&'e Element<'a>>, Fault> {
    let mut found = elements.iter().filter(|element| element.name == name);
    let first = found.next();
    match found.next() {
        Some(second) => Err(Fault::line(second.line, format!("a second element {}", quote(name)))),
        None => Ok(first),
    }
}

/// Checks that the promised rows can be there, before anything is allocated for them.
fn check_room(element: &Element, values: &impl Values) -> Result<(), Fault> {
    let smallest = |property: &Property| values.smallest(property.length.unwrap_or(property.value));
    let row: u64 = element.properties.iter().map(smallest).sum();
    // The last value of a text needs no blank behind it.
    if element.count.saturating_mul(row) > values.left() + 1 {
        let problem = format!(
            "the header promises {} of element {}, each of {row} bytes or more, but only {} bytes are left",
            element.count,
            quote(element.name),
            values.left()
        );
        return Err(Fault::malformed(values.place(), problem));
    }
    Ok(())
}

/// The rows of an element, one after the other.
pub(super) struct Rows<'r, V> {
    pub(super) element: &'r Element<'r>,
    pub(super) row: u64,
    pub(super) values: &'r mut V,
}

impl<V: Values> Rows<'_, V> {
    #[inline]
    fn number(&mut self, property: &Property) -> Result<f64, Fault> {
        self.values.number(property.value)?.ok_or_else(|| self.ends())
    }

    #[inline]
    pub(super) fn index(&mut self, property: &Property) -> Result<i64, Fault> {
        self.values.integer(property.value)?.ok_or_else(|| self.ends())
    }

    /// The length of a list property; 1 for a scalar property.
    #[inline]
    pub(super) fn length(&mut self, property: &Property) -> Result<u64, Fault> {
        let Some(scalar) = property.length else { return Ok(1) };
        let place = self.values.place();
        let length = self.values.integer(scalar)?.ok_or_else(|| self.ends())?;
        let name = property.name;
        u64::try_from(length)
            .map_err(|_| Fault::malformed(place, format!("the list {} has the length {length}", quote(name))))
    }

    pub(super) fn skip(&mut self, property: &Property) -> Result<(), Fault> {
        let length = self.length(property)?;
        if self.values.skip(property.value, length) { Ok(()) } else { Err(self.ends()) }
    }

    /// Skips the whole row.
    fn skip_all(&mut self) -> Result<(), Fault> {
        self.element.properties.iter().try_for_each(|property| self.skip(property))?;
        self.values.end_row()
    }

    #[cold]
    fn ends(&self) -> Fault {
        let Element { name, count, .. } = self.element;
        let problem = format!("number {} of {count} of element {} is cut short", self.row, quote(name));
        Fault::malformed(self.values.place(), problem)
    }
}

/// Reads each row of an element, to its end, by `read`.
pub(super) fn for_rows<V: Values>(
    element: &Element,
    values: &mut V,
    context: &mut Context,
    mut read: impl FnMut(&mut Rows<V>, &mut Context) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if element.properties.is_empty() {
        return Ok(());
    }
    for row in 0..element.count {
        values.begin_row();
        read(&mut Rows { element, row, values }, context)?;
        context.passed(values.offset());
    }
    Ok(())
}

fn skip_element(element: &Element, values: &mut impl Values, context: &mut Context) -> Result<(), Fault> {
    for_rows(element, values, context, |rows, context| match rows.skip_all() {
        Err(_) if context.repair && rows.values.recover() => Ok(()),
        skipped => skipped,
    })
}

/// For each property of a vertex, the axis that it is the coordinate on.
fn axes(vertices: &Element) -> Result<Vec<Option<usize>>, Fault> {
    let names: [&[u8]; 3] = [b"x", b"y", b"z"];
    let axis = |property: &Property| names.iter().position(|name| property.name == *name && property.length.is_none());
    let axes: Vec<Option<usize>> = vertices.properties.iter().map(axis).collect();
    for (axis, name) in names.iter().enumerate() {
        let count = axes.iter().filter(|&&found| found == Some(axis)).count();
        if count != 1 {
            let problem = format!("the element \"vertex\" has {count} properties {} instead of 1", quote(name));
            return Err(Fault::line(vertices.line, problem));
        }
    }
    Ok(axes)
}

/// Which property of a face lists its corners.
pub(super) fn corner_list(faces: &Element) -> Result<usize, Fault> {
    let is_list = |property: &Property| matches!(property.name, b"vertex_indices" | b"vertex_index");
    let lists: Vec<usize> = (0..faces.properties.len()).filter(|&index| is_list(&faces.properties[index])).collect();
    let [list] = lists[..] else {
        let problem = format!("the element \"face\" has {} lists \"vertex_indices\" instead of 1", lists.len());
        return Err(Fault::line(faces.line, problem));
    };
    let property = &faces.properties[list];
    if property.length.is_none() || !property.value.is_integer() {
        return Err(Fault::line(faces.line, "the vertices of a face are not a list of integers"));
    }
    Ok(list)
}

fn read_vertices(
    element: &Element,
    values: &mut impl Values,
    soup: &mut Soup,
    context: &mut Context,
) -> Result<(), Fault> {
    let axes = axes(element)?;
    soup.positions.reserve_exact(element.count as usize);
    for_rows(element, values, context, |rows, context| {
        let mut position = [0.0; 3];
        let read = read_position(rows, &axes, &mut position, context.repair).and_then(|()| rows.values.end_row());
        if let Err(fault) = read {
            if !context.repair || !rows.values.recover() {
                return Err(fault);
            }
            position = [f64::NAN; 3];
        }
        soup.positions.push(position);
        Ok(())
    })
}

#[inline]
fn read_position(
    rows: &mut Rows<impl Values>,
    axes: &[Option<usize>],
    position: &mut [f64; 3],
    repair: bool,
) -> Result<(), Fault> {
    for (property, axis) in rows.element.properties.iter().zip(axes) {
        let Some(axis) = *axis else {
            rows.skip(property)?;
            continue;
        };
        let place = rows.values.place();
        let value = rows.number(property)?;
        if !value.is_finite() && !repair {
            let problem = format!("vertex {} has the coordinate {value}, which is not finite", rows.row);
            return Err(Fault::malformed(place, problem));
        }
        position[axis] = value;
    }
    Ok(())
}
