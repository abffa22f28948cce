use crate::write::{Digits, Problem, numbered, positions, triangles};
use allide::Scene;
use std::io::Write;

/// One `o` per object.
pub(crate) fn write(scene: &Scene, out: &mut dyn Write) -> Result<(), Problem> {
    for (object, first) in numbered(scene) {
        // A name ends with its line, and a `\` would continue that.
        writeln!(out, "o {}", object.name().replace(|c: char| c.is_control() || c == '\\', " ").trim())?;
        for [x, y, z] in positions(object) {
            writeln!(out, "v {} {} {}", Digits(x), Digits(y), Digits(z))?;
        }
        for corners in triangles(object.mesh(), object.pose()) {
            let [a, b, c] = corners.map(|vertex| u64::from(vertex) + u64::from(first) + 1);
            writeln!(out, "f {a} {b} {c}")?;
        }
    }
    Ok(())
}
