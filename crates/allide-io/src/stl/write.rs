use crate::write::{Problem, short_positions, triangle_count, triangles};
use allide::Scene;
use std::io::Write;

/// Binary, all objects as one. Normals are left zero: readers compute them.
pub(crate) fn write(scene: &Scene, out: &mut dyn Write) -> Result<(), Problem> {
    let mut header = [b' '; super::HEADER - 4];
    header[..6].copy_from_slice(b"allide");
    out.write_all(&header)?;
    out.write_all(&(triangle_count(scene) as u32).to_le_bytes())?;
    for object in scene.objects() {
        let positions = short_positions(object)?;
        for corners in triangles(object.mesh(), object.pose()) {
            let mut row = [0; super::TRIANGLE];
            let values = corners.iter().flat_map(|&vertex| positions[vertex as usize]);
            for (bytes, value) in row[12..].chunks_exact_mut(4).zip(values) {
                bytes.copy_from_slice(&value.to_le_bytes());
            }
            out.write_all(&row)?;
        }
    }
    Ok(())
}
