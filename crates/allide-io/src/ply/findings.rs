use crate::export::{CLASSES, FIRST, Found, SECOND, line_color};
use crate::layer::check_count;
use crate::write::Problem;
use allide::{DVec3, Scene};
use std::io::Write;

/// Binary: the triangles of each finding as faces, its lines as elements of their own, colours at vertices. Regions of contact are parts of
/// the faces. Lines are no `edge` elements: with those, some readers take the file for a drawing, or refuse their other properties.
pub(crate) fn write(scene: &Scene, all: &[Found<'_>], out: &mut dyn Write) -> Result<(), Problem> {
    let faces: u64 = parts(all).map(|(_, part)| part.triangles.len() as u64).sum();
    let lines: u64 = all.iter().map(|found| found.marks.lines.len() as u64).sum();
    let vertices = 3 * faces + 2 * lines;
    check_count(vertices)?;
    writeln!(out, "ply\nformat binary_little_endian 1.0\ncomment made by allide")?;
    for (number, class) in CLASSES.iter().enumerate() {
        writeln!(out, "comment class {number}: {}", class.name())?;
    }
    writeln!(out, "element vertex {vertices}\nproperty double x\nproperty double y\nproperty double z")?;
    writeln!(out, "property uchar red\nproperty uchar green\nproperty uchar blue")?;
    writeln!(out, "element face {faces}\nproperty list uchar int vertex_indices")?;
    writeln!(out, "property int finding\nproperty int object\nproperty int triangle\nproperty uchar class")?;
    writeln!(out, "element line {lines}\nproperty int vertex1\nproperty int vertex2")?;
    writeln!(out, "property int finding\nproperty uchar class\nend_header")?;
    for (_, part) in parts(all) {
        for &triangle in &part.triangles {
            let color = [FIRST, SECOND][part.side];
            scene.triangle(part.object, triangle).iter().try_for_each(|&corner| write_vertex(out, corner, color))?;
        }
    }
    for found in all {
        let color = line_color(found.pair.class);
        found.marks.lines.as_flattened().iter().try_for_each(|&end| write_vertex(out, end, color))?;
    }
    let mut vertex = 0;
    for (found, part) in parts(all) {
        for &triangle in &part.triangles {
            out.write_all(&[3])?;
            let object = part.object.index() as u32;
            for value in [vertex, vertex + 1, vertex + 2, found.number, object, triangle] {
                out.write_all(&value.to_le_bytes())?;
            }
            out.write_all(&[found.class()])?;
            vertex += 3;
        }
    }
    for found in all {
        for _ in &found.marks.lines {
            for value in [vertex, vertex + 1, found.number] {
                out.write_all(&value.to_le_bytes())?;
            }
            out.write_all(&[found.class()])?;
            vertex += 2;
        }
    }
    Ok(())
}

fn parts<'f>(all: &'f [Found<'f>]) -> impl Iterator<Item = (&'f Found<'f>, &'f crate::marks::Part)> {
    all.iter().flat_map(|found| found.marks.parts.iter().map(move |part| (found, part)))
}

fn write_vertex(out: &mut dyn Write, point: DVec3, color: [u8; 3]) -> Result<(), Problem> {
    for value in point.to_array() {
        out.write_all(&value.to_le_bytes())?;
    }
    Ok(out.write_all(&color)?)
}
