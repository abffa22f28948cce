use super::header::{Element, Encoding, Header, Property};
use super::values::{Binary, Text, Values};
use crate::Context;
use crate::error::{Fault, Place, quote};
use crate::soup::{Part, Soup, fan};
use crate::text::Scanner;

/// One part of all polygons.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let header = Header::parse(bytes)?;
    let soup = match header.encoding {
        Encoding::Text => {
            let scanner = Scanner::resume(bytes, header.end, header.line);
            read_elements(&header.elements, Text { scanner, total: bytes.len() }, context)?
        }
        encoding => read_elements(&header.elements, Binary { bytes, at: header.end, encoding }, context)?,
    };
    Ok(vec![Part::nameless(soup.into_mesh()?)])
}

fn read_elements(elements: &[Element], mut values: impl Values, context: &mut Context) -> Result<Soup, Fault> {
    let vertex_count = single(elements, b"vertex")?.map_or(0, |element| element.count);
    let faces = single(elements, b"face")?;
    if let Some(strips) = single(elements, b"tristrips")?.filter(|_| faces.is_none()) {
        let problem = "triangle strips are not supported; save the mesh with an element \"face\"";
        return Err(Fault::unsupported(Place::Line(strips.line), problem));
    }
    let mut soup = Soup::default();
    for element in elements {
        check_room(element, &values)?;
        match element.name {
            b"vertex" => read_vertices(element, &mut values, &mut soup, context)?,
            b"face" => read_faces(element, &mut values, &mut soup, vertex_count, context)?,
            _ => skip_element(element, &mut values, context)?,
        }
    }
    values.end()?;
    Ok(soup)
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
    if element.count.saturating_mul(row) > values.left() {
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
struct Rows<'r, V> {
    element: &'r Element<'r>,
    row: u64,
    values: &'r mut V,
}

impl<V: Values> Rows<'_, V> {
    #[inline]
    fn number(&mut self, property: &Property) -> Result<f64, Fault> {
        self.values.number(property.value)?.ok_or_else(|| self.ends())
    }

    #[inline]
    fn index(&mut self, property: &Property) -> Result<i64, Fault> {
        self.values.integer(property.value)?.ok_or_else(|| self.ends())
    }

    /// The length of a list, 1 for a property that is none.
    #[inline]
    fn length(&mut self, property: &Property) -> Result<u64, Fault> {
        let Some(scalar) = property.length else { return Ok(1) };
        let place = self.values.place();
        let length = self.values.integer(scalar)?.ok_or_else(|| self.ends())?;
        let name = property.name;
        u64::try_from(length)
            .map_err(|_| Fault::malformed(place, format!("the list {} has the length {length}", quote(name))))
    }

    fn skip(&mut self, property: &Property) -> Result<(), Fault> {
        let length = self.length(property)?;
        if self.values.skip(property.value, length) { Ok(()) } else { Err(self.ends()) }
    }

    #[cold]
    fn ends(&self) -> Fault {
        let Element { name, count, .. } = self.element;
        let problem = format!("the data end in number {} of the {count} of element {}", self.row, quote(name));
        Fault::malformed(self.values.place(), problem)
    }
}

/// Reads each row of an element by `read`.
fn for_rows<V: Values>(
    element: &Element,
    values: &mut V,
    context: &mut Context,
    mut read: impl FnMut(&mut Rows<V>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if element.properties.is_empty() {
        return Ok(());
    }
    for row in 0..element.count {
        values.begin_row();
        read(&mut Rows { element, row, values })?;
        values.end_row()?;
        context.passed(values.offset());
    }
    Ok(())
}

fn skip_element(element: &Element, values: &mut impl Values, context: &mut Context) -> Result<(), Fault> {
    for_rows(element, values, context, |rows| element.properties.iter().try_for_each(|property| rows.skip(property)))
}

fn read_vertices(
    element: &Element,
    values: &mut impl Values,
    soup: &mut Soup,
    context: &mut Context,
) -> Result<(), Fault> {
    let axes: [&[u8]; 3] = [b"x", b"y", b"z"];
    let axis = |property: &Property| axes.iter().position(|axis| property.name == *axis && property.length.is_none());
    let columns: Vec<Option<usize>> = element.properties.iter().map(axis).collect();
    for (index, name) in axes.iter().enumerate() {
        let count = columns.iter().filter(|&&column| column == Some(index)).count();
        if count != 1 {
            let problem = format!("the element \"vertex\" has {count} properties {} instead of 1", quote(name));
            return Err(Fault::line(element.line, problem));
        }
    }
    soup.positions.reserve_exact(element.count as usize);
    for_rows(element, values, context, |rows| {
        let mut position = [0.0; 3];
        for (property, column) in element.properties.iter().zip(&columns) {
            let Some(column) = *column else {
                rows.skip(property)?;
                continue;
            };
            let place = rows.values.place();
            let value = rows.number(property)?;
            if !value.is_finite() {
                let problem = format!("vertex {} has the coordinate {value}, which is not finite", rows.row);
                return Err(Fault::malformed(place, problem));
            }
            position[column] = value;
        }
        soup.positions.push(position);
        Ok(())
    })
}

fn read_faces(
    element: &Element,
    values: &mut impl Values,
    soup: &mut Soup,
    vertex_count: u64,
    context: &mut Context,
) -> Result<(), Fault> {
    let is_polygon = |property: &Property| matches!(property.name, b"vertex_indices" | b"vertex_index");
    let polygons: Vec<_> = element.properties.iter().filter(|property| is_polygon(property)).collect();
    match polygons[..] {
        [list] if list.length.is_some() && list.value.is_integer() => {}
        [_] => return Err(Fault::line(element.line, "the vertices of a face are not a list of integers")),
        _ => {
            let problem = format!("the element \"face\" has {} lists \"vertex_indices\" instead of 1", polygons.len());
            return Err(Fault::line(element.line, problem));
        }
    }
    soup.triangles.reserve(element.count as usize);
    let mut polygon = Vec::new();
    for_rows(element, values, context, |rows| {
        for property in &element.properties {
            if !is_polygon(property) {
                rows.skip(property)?;
                continue;
            }
            read_polygon(rows, property, vertex_count, &mut polygon)?;
            fan(&polygon, &mut soup.triangles);
        }
        Ok(())
    })
}

fn read_polygon(
    rows: &mut Rows<impl Values>,
    property: &Property,
    vertex_count: u64,
    polygon: &mut Vec<u32>,
) -> Result<(), Fault> {
    let place = rows.values.place();
    let corners = rows.length(property)?;
    if corners < 3 {
        let problem = format!("a face needs at least 3 vertices, but face {} has {corners}", rows.row);
        return Err(Fault::malformed(place, problem));
    }
    polygon.clear();
    for _ in 0..corners {
        let place = rows.values.place();
        let vertex = rows.index(property)?;
        if vertex < 0 || vertex as u64 >= vertex_count {
            let problem = format!("face {} uses vertex {vertex}, but there are {vertex_count}", rows.row);
            return Err(Fault::malformed(place, problem));
        }
        polygon.push(vertex as u32);
    }
    Ok(())
}
