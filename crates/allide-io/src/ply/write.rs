use crate::write::{Problem, numbered, positions, triangle_count, triangles, vertex_count};
use allide::Scene;
use std::io::Write;

/// Binary, all objects as one.
pub(crate) fn write(scene: &Scene, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(out, "ply\nformat binary_little_endian 1.0\nelement vertex {}", vertex_count(scene))?;
    writeln!(out, "property double x\nproperty double y\nproperty double z\nelement face {}", triangle_count(scene))?;
    writeln!(out, "property list uchar uint vertex_indices\nend_header")?;
    for value in scene.objects().iter().flat_map(positions).flatten() {
        out.write_all(&value.to_le_bytes())?;
    }
    for (object, first) in numbered(scene) {
        for corners in triangles(object.mesh(), object.pose()) {
            out.write_all(&[3])?;
            for vertex in corners {
                out.write_all(&(vertex + first).to_le_bytes())?;
            }
        }
    }
    Ok(())
}
