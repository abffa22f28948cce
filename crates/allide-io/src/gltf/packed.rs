//! Draco and meshopt, by the crates draco-core and draco-gltf: nothing else in the project names them.
//!
//! They are the largest dependency for reading files: 63,000 lines, of which 218 KB of 26 MB are in the command
//! (decoders only; encoders and point clouds are switched off, and of draco-gltf only `meshopt.rs`, 1,100 lines, is
//! used). Alternatives: draco_decoder binds the C++ library, which is not memory-safe; draco-oxide-decoder is pure Rust
//! and decodes only, but is an alpha version that reads bitstream 2.2 and none before it, and meshopt would need
//! another crate. It is worth another look when it is released. The chosen two have no `unsafe`, no dependency besides
//! bytemuck and thiserror, and decode what the original libraries encoded to the same bits (`tests/compressed`).
//!
//! Memory is limited before they start: meshopt by the view's length against `Limits::unpacked_bytes`; Draco by faces,
//! points and decoded bytes, counting what the file's other shapes take. Time grows with what is decoded. Broken files
//! are in `tests/corpus`, and the fuzz target `gltf` goes through both. Programs that read untrusted files and need
//! neither can build with `--no-default-features`.

use super::json::Meshopt;
use crate::Limits;
use crate::error::{Fault, Place, foreign};
use draco_core::{DecodeLimits, DecoderBuffer, ErrorKind, MeshDecoder};
use draco_gltf::GltfError;
use draco_gltf::meshopt::{self, MeshoptFilter, MeshoptMode};

/// A mesh that was compressed by Draco.
pub(crate) struct DracoMesh(Box<draco_core::Mesh>);

impl DracoMesh {
    /// Decompresses a mesh, to at most `most_bytes`.
    pub(crate) fn decode(bytes: &[u8], limits: &Limits, most_bytes: u64, element: &str) -> Result<Self, Fault> {
        let faces = limits.triangles;
        let limits = DecodeLimits::default().with_max_faces(faces).with_max_points(faces.saturating_mul(3));
        let mut buffer = DecoderBuffer::new(bytes).with_limits(limits.with_max_decoded_bytes(most_bytes));
        let mut mesh = Box::new(draco_core::Mesh::new());
        MeshDecoder::new().decode(&mut buffer, &mut mesh).map_err(|error| {
            let (place, problem) = (Place::Element(element.into()), format!("Draco: {}", foreign(error.message())));
            match error.kind() {
                ErrorKind::LimitExceeded => Fault::too_large(place, problem),
                _ => Fault::malformed(place, problem),
            }
        })?;
        Ok(Self(mesh))
    }

    /// The values of an attribute, if there is one with `N` numbers per point.
    pub(crate) fn numbers<const N: usize>(&self, id: u32) -> Option<Vec<[f64; N]>> {
        let attribute = self.0.attribute_by_unique_id(id).filter(|found| usize::from(found.num_components()) == N)?;
        let values = attribute.read_f32s(self.0.num_points(), N);
        Some(values.as_chunks().0.iter().map(|row| row.map(f64::from)).collect())
    }

    pub(crate) fn triangles(&self) -> Vec<[u32; 3]> {
        self.0.faces().iter().map(|face| face.map(|point| point.0)).collect()
    }
}

/// Decompresses a view by meshopt, into as many bytes as it says it has.
pub(crate) fn meshopt(bytes: &[u8], packed: &Meshopt, unpacked: &mut [u8]) -> Result<(), Fault> {
    let filter = packed.filter.as_deref().unwrap_or("NONE");
    let done = MeshoptMode::from_name(&packed.mode).and_then(|mode| {
        let filter = MeshoptFilter::from_name(filter)?;
        let (count, stride) = (packed.count as usize, packed.byte_stride as usize);
        meshopt::decode_buffer_view(unpacked, bytes, mode, filter, count, stride)
    });
    let Err(error) = done else { return Ok(()) };
    // The library's messages begin with a kind and its name for the extension.
    let text = error.to_string();
    let reason = text.rsplit("EXT_meshopt_compression").next().unwrap_or_default().trim_start_matches([':', ' ']);
    Err(match error {
        GltfError::Unsupported(_) => Fault::unsupported(Place::File, format!("meshopt: {reason} is not supported")),
        _ => Fault::malformed(Place::File, format!("meshopt: {reason}")),
    })
}
