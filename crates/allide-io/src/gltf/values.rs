//! Where the values of a primitive's vertices come from: plain accessors, or Draco.

use super::accessor;
use super::buffers::Buffers;
use super::json::{Draco, Primitive};
use super::packed::DracoMesh;
use crate::error::{Fault, Place};

pub(crate) enum Values<'a> {
    Plain,
    Draco { names: &'a Draco, mesh: DracoMesh },
}

fn malformed(element: &str, problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::Element(element.into()), problem)
}

impl<'a> Values<'a> {
    /// How many bytes a primitive is to be decompressed from; none if it has plain data, be it only for those who cannot
    /// decompress it.
    pub(crate) fn packed_bytes(buffers: &Buffers, primitive: &Primitive, element: &str) -> Result<Option<u64>, Fault> {
        let accessors = &buffers.document.accessors;
        let is_plain = |accessor: &usize| accessors.get(*accessor).is_none_or(|found| found.buffer_view.is_some());
        let used = [primitive.attributes.get("POSITION").copied(), primitive.indices];
        match &primitive.extensions.draco {
            Some(draco) if !used.iter().flatten().all(is_plain) => {
                Ok(Some(buffers.check_view(draco.buffer_view, element)?.byte_length))
            }
            _ => Ok(None),
        }
    }

    /// Decompresses a primitive, to a limited number of bytes.
    pub(crate) fn unpack(
        buffers: &mut Buffers,
        names: &'a Draco,
        most_bytes: u64,
        element: &str,
    ) -> Result<Self, Fault> {
        let limits = buffers.limits.clone();
        let mesh = DracoMesh::decode(buffers.view(names.buffer_view, element)?, &limits, most_bytes, element)?;
        Ok(Self::Draco { names, mesh })
    }

    /// The values of an attribute, which the accessor describes.
    pub(crate) fn numbers<const N: usize>(
        &self,
        buffers: &mut Buffers,
        name: &str,
        accessor: usize,
        element: &str,
    ) -> Result<Vec<[f64; N]>, Fault> {
        let packed = match self {
            Self::Plain => None,
            Self::Draco { names, mesh } => names.attributes.get(name).map(|&id| (id, mesh)),
        };
        let Some((id, mesh)) = packed else {
            return accessor::numbers(buffers, accessor, if N == 3 { "VEC3" } else { "VEC4" }, element);
        };
        let problem = || malformed(element, format!("Draco: there is no attribute {id} of {N} numbers, for {name}"));
        let mut values = mesh.numbers::<N>(id).ok_or_else(problem)?;
        accessor::normalize(buffers.document, accessor, values.as_flattened_mut(), element)?;
        Ok(values)
    }

    /// The triangles of what was compressed.
    pub(crate) fn triangles(&self) -> Option<Vec<[u32; 3]>> {
        match self {
            Self::Plain => None,
            Self::Draco { mesh, .. } => Some(mesh.triangles()),
        }
    }
}
