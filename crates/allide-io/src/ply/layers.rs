use crate::layer::{Layer, check_count};
use crate::write::Problem;
use std::io::Write;

/// Binary, all layers as one: triangles as faces, lines as edges, colours at vertices. Without layers that can be seen
/// through: viewers of PLY would hide all others behind them.
pub(crate) fn write(layers: &[Layer], out: &mut dyn Write) -> Result<(), Problem> {
    let layers: Vec<&Layer> = layers.iter().filter(|layer| layer.color[3] == u8::MAX).collect();
    let [triangles, lines] = [
        layers.iter().map(|layer| layer.triangles.len() as u64).sum::<u64>(),
        layers.iter().map(|layer| layer.lines.len() as u64).sum::<u64>(),
    ];
    let vertices = 3 * triangles + 2 * lines;
    check_count(vertices)?;
    writeln!(out, "ply\nformat binary_little_endian 1.0\ncomment made by allide\nelement vertex {vertices}")?;
    writeln!(out, "property double x\nproperty double y\nproperty double z")?;
    writeln!(out, "property uchar red\nproperty uchar green\nproperty uchar blue")?;
    writeln!(out, "element face {triangles}\nproperty list uchar uint vertex_indices")?;
    writeln!(out, "element edge {lines}\nproperty int vertex1\nproperty int vertex2\nend_header")?;
    for layer in &layers {
        for point in layer.triangles.as_flattened() {
            write_vertex(out, point.to_array(), layer.color)?;
        }
    }
    for layer in &layers {
        for point in layer.lines.as_flattened() {
            write_vertex(out, point.to_array(), layer.color)?;
        }
    }
    for first in (0..3 * triangles as u32).step_by(3) {
        out.write_all(&[3])?;
        for vertex in first..first + 3 {
            out.write_all(&vertex.to_le_bytes())?;
        }
    }
    for vertex in 3 * triangles as u32..vertices as u32 {
        out.write_all(&vertex.to_le_bytes())?;
    }
    Ok(())
}

fn write_vertex(out: &mut dyn Write, point: [f64; 3], [red, green, blue, _]: [u8; 4]) -> Result<(), Problem> {
    for value in point {
        out.write_all(&value.to_le_bytes())?;
    }
    Ok(out.write_all(&[red, green, blue])?)
}
