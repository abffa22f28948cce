use crate::write::{Digits, Problem, numbered, positions, triangle_count, triangles, vertex_count};
use allide::Scene;
use std::io::Write;

/// All objects as one.
pub(crate) fn write(scene: &Scene, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(out, "OFF\n{} {} 0", vertex_count(scene), triangle_count(scene))?;
    for [x, y, z] in scene.objects().iter().flat_map(positions) {
        writeln!(out, "{} {} {}", Digits(x), Digits(y), Digits(z))?;
    }
    for (object, first) in numbered(scene) {
        for corners in triangles(object.mesh(), object.pose()) {
            let [a, b, c] = corners.map(|vertex| vertex + first);
            writeln!(out, "3 {a} {b} {c}")?;
        }
    }
    Ok(())
}
