//! Lists of impacts as CSV and JSON.

use crate::{Impact, Scene};
use allide_files::csv::{self, Rows};
use std::io::{self, Write};

/// Names of the columns.
const COLUMNS: [&str; 21] = [
    "time",
    "particle",
    "generation",
    "bounce",
    "collider",
    "name",
    "material",
    "gain",
    "x",
    "y",
    "z",
    "u",
    "v",
    "normal_x",
    "normal_y",
    "normal_z",
    "velocity_x",
    "velocity_y",
    "velocity_z",
    "speed",
    "normal_speed",
];

/// Writes a line for each impact, below a line of names. Numbers are exact: the shortest that read back the same. A name that a
/// spreadsheet would take for a formula has an apostrophe in front ([`allide_files::csv`]).
///
/// # Errors
/// If `file` cannot be written.
pub fn write_csv(file: impl Write, scene: &Scene, impacts: &[Impact]) -> io::Result<()> {
    let mut rows = Rows::new(file);
    rows.cells(COLUMNS)?;
    let cell = |text: &str| csv::text(text).into_owned();
    impacts.iter().try_for_each(|impact| rows.cells(values(scene, impact, cell)))?;
    rows.flush()
}

/// Writes an object with the scene's name and a list of impacts, each an object with the names of the columns of [`write_csv`].
///
/// # Errors
/// If `file` cannot be written.
pub fn write_json(mut file: impl Write, scene: &Scene, impacts: &[Impact]) -> io::Result<()> {
    write!(file, "{{\"scene\": {}, \"impacts\": [", text(&scene.name))?;
    for (k, impact) in impacts.iter().enumerate() {
        let pairs = COLUMNS.iter().zip(values(scene, impact, text));
        let pairs: Vec<String> = pairs.map(|(name, value)| format!("\"{name}\": {value}")).collect();
        write!(file, "{}\n  {{{}}}", if k == 0 { "" } else { "," }, pairs.join(", "))?;
    }
    writeln!(file, "\n]}}")?;
    file.flush()
}

fn values(scene: &Scene, impact: &Impact, quoted: impl Fn(&str) -> String) -> Vec<String> {
    let name = |names: Option<&str>| quoted(names.unwrap_or_default());
    let collider = name(scene.colliders.get(impact.collider as usize).map(|collider| collider.name.as_str()));
    let material = name(scene.materials.get(impact.material as usize).map(|material| material.name.as_str()));
    let (point, normal, velocity) = (impact.point, impact.normal, impact.velocity);
    let mut values = vec![format!("{:?}", impact.time)];
    values
        .extend([impact.particle, impact.generation, impact.bounce, impact.collider].map(|number| number.to_string()));
    values.extend([collider, material]);
    let numbers = [
        impact.gain,
        point.x,
        point.y,
        point.z,
        impact.uv.x,
        impact.uv.y,
        normal.x,
        normal.y,
        normal.z,
        velocity.x,
        velocity.y,
        velocity.z,
        impact.speed,
        impact.normal_speed(),
    ];
    values.extend(numbers.map(|number| format!("{number:?}")));
    values
}

/// A text as JSON.
fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Simulation;

    #[test]
    fn names_are_no_formulas() {
        let mut scene = Scene::built_in("table").unwrap();
        for collider in &mut scene.colliders {
            collider.name = "=HYPERLINK(\"http://x\",\"y\")".into();
        }
        let impacts = Simulation::new(scene.clone()).unwrap().impacts(0.0..1.0).unwrap();
        let mut csv = Vec::new();
        write_csv(&mut csv, &scene, &impacts[..5]).unwrap();
        let csv = String::from_utf8(csv).unwrap();
        let name = ",\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",";
        assert!(csv.lines().skip(1).count() == 5 && csv.lines().skip(1).all(|line| line.contains(name)), "{csv}");
    }

    /// Takes some bytes, and then no more.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken > 0 { Ok(taken) } else { Err(io::ErrorKind::StorageFull.into()) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_list_that_does_not_fit_is_an_error_whoever_buffers() {
        let scene = Scene::built_in("table").unwrap();
        let impacts = Simulation::new(scene.clone()).unwrap().impacts(0.0..1.0).unwrap();
        for room in [0, 100, 300] {
            let buffered = || io::BufWriter::new(Full(room));
            assert!(write_csv(buffered(), &scene, &impacts[..3]).is_err(), "{room}");
            assert!(write_json(buffered(), &scene, &impacts[..3]).is_err(), "{room}");
        }
    }

    #[test]
    fn lists_have_a_line_for_each_impact_and_read_back_exactly() {
        let mut scene = Scene::built_in("table").unwrap();
        scene.colliders[0].name = "top, \"oak\"\n".into();
        let simulation = Simulation::new(scene.clone()).unwrap();
        let impacts = simulation.impacts(0.0..1.0).unwrap();
        let (mut csv, mut json) = (Vec::new(), Vec::new());
        write_csv(&mut csv, &scene, &impacts[..20]).unwrap();
        write_json(&mut json, &scene, &impacts[..20]).unwrap();
        let (csv, json) = (String::from_utf8(csv).unwrap(), String::from_utf8(json).unwrap());
        assert!(csv.contains("\"top, \"\"oak\"\"\n\"") && json.contains("top, \\\"oak\\\"\\u000a"));
        let first: f64 = csv.lines().nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
        assert_eq!(first.to_bits(), impacts[0].time.to_bits());
        assert_eq!(json.matches("\"time\": ").count(), 20);
    }
}
