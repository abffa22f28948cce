use super::buffers::Buffers;
use super::json::{Accessor, Document, Sparse, get};
use crate::error::{Fault, Place};

/// The type of a number in a buffer.
#[derive(Clone, Copy)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn parse(code: u64, element: &str) -> Result<Self, Fault> {
        Ok(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(malformed(element, format!("componentType {code} is unknown"))),
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number at the beginning of `bytes`, which are enough.
    #[inline]
    fn read(self, bytes: &[u8]) -> f64 {
        match self {
            Self::I8 => f64::from(bytes[0] as i8),
            Self::U8 => f64::from(bytes[0]),
            Self::I16 => f64::from(i16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U16 => f64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U32 => f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            Self::F32 => f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        }
    }

    /// The value of a normalised integer.
    fn normalize(self, value: f64) -> f64 {
        match self {
            Self::I8 => (value / 127.0).max(-1.0),
            Self::U8 => value / 255.0,
            Self::I16 => (value / 32767.0).max(-1.0),
            Self::U16 => value / 65535.0,
            Self::U32 | Self::F32 => value,
        }
    }
}

fn malformed(element: &str, problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::Element(element.into()), problem)
}

/// Where in the buffers a run of elements lies.
struct Run<'a> {
    element: &'a str,
    view: usize,
    offset: u64,
    count: u64,
    size: usize,
}

/// Vectors of three numbers: positions, or how far they move.
pub(crate) fn vectors(buffers: &mut Buffers, index: usize, asked_by: &str) -> Result<Vec<[f64; 3]>, Fault> {
    numbers(buffers, index, "VEC3", asked_by)
}

/// All elements of an accessor of a kind that has `N` numbers.
pub(crate) fn numbers<const N: usize>(
    buffers: &mut Buffers,
    index: usize,
    kind: &str,
    asked_by: &str,
) -> Result<Vec<[f64; N]>, Fault> {
    let (accessor, element) = find(buffers, index, kind, asked_by)?;
    let component = Component::parse(accessor.component_type, &element)?;
    read(buffers, accessor, &element, component)
}

/// The values of numbers that were decoded elsewhere, if the accessor says that they are normalised.
pub(crate) fn normalize(document: &Document, index: usize, values: &mut [f64], asked_by: &str) -> Result<(), Fault> {
    let accessor = get(&document.accessors, index, "accessors", asked_by)?;
    let component = Component::parse(accessor.component_type, &format!("accessors[{index}]"))?;
    if accessor.normalized {
        values.iter_mut().for_each(|value| *value = component.normalize(*value));
    }
    Ok(())
}

/// How many elements an accessor promises.
pub(crate) fn count(document: &Document, index: usize, asked_by: &str) -> Result<u64, Fault> {
    Ok(get(&document.accessors, index, "accessors", asked_by)?.count)
}

/// Fails if a position is not finite.
pub(crate) fn check_finite(positions: &[[f64; 3]], element: impl Fn() -> String) -> Result<(), Fault> {
    let Some(at) = positions.iter().flatten().position(|value| !value.is_finite()) else { return Ok(()) };
    let value = positions[at / 3][at % 3];
    let problem = format!("vertex {} has the coordinate {value}, which is not finite", at / 3);
    Err(malformed(&element(), problem))
}

/// Numbers of vertices, all below `vertex_count` unless that is to be looked at later.
pub(crate) fn indices(
    buffers: &mut Buffers,
    index: usize,
    vertex_count: Option<usize>,
    asked_by: &str,
) -> Result<Vec<u32>, Fault> {
    let (accessor, element) = find(buffers, index, "SCALAR", asked_by)?;
    let component = index_component(accessor.component_type, &element)?;
    let values: Vec<[f64; 1]> = read(buffers, accessor, &element, component)?;
    let vertex = |[value]: [f64; 1]| match vertex_count {
        Some(count) if value >= count as f64 => {
            Err(malformed(&element, format!("an index is {value}, but there are {count} vertices")))
        }
        _ => Ok(value as u32),
    };
    values.into_iter().map(vertex).collect()
}

fn find<'a>(buffers: &Buffers<'a>, index: usize, kind: &str, asked_by: &str) -> Result<(&'a Accessor, String), Fault> {
    let accessor = get(&buffers.document.accessors, index, "accessors", asked_by)?;
    let element = format!("accessors[{index}]");
    if accessor.kind != kind {
        return Err(malformed(&element, format!("type is {:?}, but {asked_by} needs {kind:?}", accessor.kind)));
    }
    Ok((accessor, element))
}

fn index_component(code: u64, element: &str) -> Result<Component, Fault> {
    match Component::parse(code, element)? {
        component @ (Component::U8 | Component::U16 | Component::U32) => Ok(component),
        _ => Err(malformed(element, format!("componentType {code} cannot be an index"))),
    }
}

/// All elements of an accessor, as numbers.
fn read<const N: usize>(
    buffers: &mut Buffers,
    accessor: &Accessor,
    element: &str,
    component: Component,
) -> Result<Vec<[f64; N]>, Fault> {
    let size = component.size() * N;
    let mut values = match accessor.buffer_view {
        Some(view) => {
            let run = Run { element, view, offset: accessor.byte_offset, count: accessor.count, size };
            elements(buffers, &run)?.map(|bytes| decode(component, bytes)).collect()
        }
        None if accessor.sparse.is_some() => zeros(buffers, accessor.count, element)?,
        None => return Err(malformed(element, "there is neither a bufferView nor a sparse one")),
    };
    if let Some(sparse) = &accessor.sparse {
        patch(buffers, sparse, element, component, &mut values)?;
    }
    if accessor.normalized {
        values.iter_mut().flatten().for_each(|value| *value = component.normalize(*value));
    }
    Ok(values)
}

#[inline]
fn decode<const N: usize>(component: Component, bytes: &[u8]) -> [f64; N] {
    std::array::from_fn(|axis| component.read(&bytes[axis * component.size()..]))
}

/// The zeros that a sparse accessor without a view begins with. They take no bytes of the file, so a limit applies.
fn zeros<const N: usize>(buffers: &Buffers, count: u64, element: &str) -> Result<Vec<[f64; N]>, Fault> {
    let (needed, limit) = (count.saturating_mul(8 * N as u64), buffers.limits.unpacked_bytes);
    if needed > limit {
        let problem = format!("{count} elements take {needed} bytes, but at most {limit} are allowed");
        return Err(Fault::too_large(Place::Element(element.into()), problem));
    }
    Ok(vec![[0.0; N]; count as usize])
}

/// Replaces the elements that a sparse accessor lists.
fn patch<const N: usize>(
    buffers: &mut Buffers,
    sparse: &Sparse,
    element: &str,
    component: Component,
    values: &mut [[f64; N]],
) -> Result<(), Fault> {
    let element = format!("{element}.sparse");
    let index_type = index_component(sparse.indices.component_type, &element)?;
    let count = sparse.count;
    let (view, offset) = (sparse.indices.buffer_view, sparse.indices.byte_offset);
    let places = Run { element: &element, view, offset, count, size: index_type.size() };
    let places: Vec<f64> = elements(buffers, &places)?.map(|bytes| index_type.read(bytes)).collect();

    let (view, offset) = (sparse.values.buffer_view, sparse.values.byte_offset);
    let run = Run { element: &element, view, offset, count, size: component.size() * N };
    let total = values.len();
    for (place, bytes) in places.into_iter().zip(elements(buffers, &run)?) {
        let value = values.get_mut(place as usize);
        let problem = || malformed(&element, format!("an index is {place}, but there are {total} elements"));
        *value.ok_or_else(problem)? = decode(component, bytes);
    }
    Ok(())
}

/// The bytes of each element of a run, after checking that all of them are there.
fn elements<'b>(buffers: &'b mut Buffers, run: &Run) -> Result<impl Iterator<Item = &'b [u8]> + use<'b>, Fault> {
    let view = buffers.check_view(run.view, run.element)?;
    let view_element = format!("bufferViews[{}]", run.view);
    let size = run.size as u64;
    let stride = view.byte_stride.unwrap_or(size);
    if stride < size {
        return Err(malformed(&view_element, format!("byteStride is {stride}, but an element has {size} bytes")));
    }
    let room = view.byte_length.saturating_sub(run.offset);
    let held = if room < size { 0 } else { (room - size) / stride + 1 };
    if run.count > held {
        let problem = format!("{} elements are promised, but {view_element} has room for {held}", run.count);
        return Err(malformed(run.element, problem));
    }
    let bytes = buffers.view(run.view, run.element)?;
    // Nothing is promised of a start beyond the end if the run is empty.
    let start = if run.count == 0 { 0 } else { run.offset as usize };
    let (count, stride, size) = (run.count as usize, stride as usize, run.size);
    Ok((0..count).map(move |index| &bytes[start + index * stride..][..size]))
}
