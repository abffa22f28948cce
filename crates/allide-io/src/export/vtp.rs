//! VTK's XML for surfaces and lines, which ParaView opens. Numbers are base64 inside the XML, behind their length.

use super::{CLASSES, Found};
use crate::layer::check_count;
use crate::write::Problem;
use allide::{DVec3, Scene};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::io::Write;

/// The kind of a cell, in its cell data: a line, a triangle of the first or second object, a region of contact.
const KINDS: [&str; 4] = ["line", "triangle of a", "triangle of b", "region"];

/// The data of each cell. VTK wants lines before triangles.
#[derive(Default)]
struct Cells {
    points: Vec<f64>,
    /// For lines, then for triangles: how many cells there are.
    counts: [usize; 2],
    kind: Vec<u8>,
    finding: Vec<i32>,
    object_a: Vec<i32>,
    object_b: Vec<i32>,
    /// Of triangles; −1 for the rest.
    object: Vec<i32>,
    triangle: Vec<i32>,
    class: Vec<u8>,
    /// Not a number where it is not known.
    penetration: Vec<f64>,
    depth: Vec<f64>,
    distance: Vec<f64>,
}

impl Cells {
    fn add(&mut self, found: &Found<'_>, corners: &[DVec3], kind: u8, of: Option<(usize, u32)>) {
        self.points.extend(corners.iter().flat_map(|corner| corner.to_array()));
        self.counts[usize::from(kind > 0)] += 1;
        self.kind.push(kind);
        self.finding.push(found.number as i32);
        self.object_a.push(found.pair.a.index() as i32);
        self.object_b.push(found.pair.b.index() as i32);
        self.object.push(of.map_or(-1, |(object, _)| object as i32));
        self.triangle.push(of.map_or(-1, |(_, triangle)| triangle as i32));
        self.class.push(found.class());
        self.penetration.push(found.penetration().unwrap_or(f64::NAN));
        self.depth.push(found.depth().unwrap_or(f64::NAN));
        self.distance.push(found.pair.distance.unwrap_or(f64::NAN));
    }

    fn of(scene: &Scene, all: &[Found<'_>]) -> Self {
        let mut cells = Self::default();
        for found in all {
            found.marks.lines.iter().for_each(|line| cells.add(found, line, 0, None));
        }
        for found in all {
            for part in &found.marks.parts {
                for &triangle in &part.triangles {
                    let corners = scene.triangle(part.object, triangle);
                    cells.add(found, &corners, 1 + part.side as u8, Some((part.object.index(), triangle)));
                }
            }
            found.marks.patch_triangles().for_each(|corners| cells.add(found, &corners, 3, None));
        }
        cells
    }
}

pub(super) fn write(scene: &Scene, all: &[Found<'_>], out: &mut dyn Write) -> Result<(), Problem> {
    let cells = Cells::of(scene, all);
    let [lines, triangles] = cells.counts;
    let points = cells.points.len() / 3;
    check_count(points as u64)?;
    writeln!(out, "<?xml version=\"1.0\"?>")?;
    writeln!(
        out,
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>"
    )?;
    writeln!(out, "<FieldData>")?;
    write_words(out, "class_names", CLASSES.iter().map(|class| class.name()))?;
    write_words(out, "kind_names", KINDS.into_iter())?;
    write_words(out, "object_names", scene.objects().iter().map(|object| object.name()))?;
    write_words(out, "finding_names", all.iter().map(|found| found.title.as_str()))?;
    write_words(out, "finding_ids", all.iter().map(|found| found.id.as_str()))?;
    writeln!(out, "</FieldData>")?;
    writeln!(
        out,
        "<Piece NumberOfPoints=\"{points}\" NumberOfVerts=\"0\" NumberOfLines=\"{lines}\" NumberOfStrips=\"0\" \
         NumberOfPolys=\"{triangles}\">"
    )?;
    writeln!(out, "<Points>")?;
    write_array(out, "Points", "Float64\" NumberOfComponents=\"3", cells.points.iter().flat_map(|x| x.to_le_bytes()))?;
    writeln!(out, "</Points>\n<CellData Scalars=\"finding\">")?;
    for (name, values) in [("kind", &cells.kind), ("class", &cells.class)] {
        write_array(out, name, "UInt8", values.iter().copied())?;
    }
    for (name, values) in [
        ("finding", &cells.finding),
        ("object_a", &cells.object_a),
        ("object_b", &cells.object_b),
        ("object", &cells.object),
        ("triangle", &cells.triangle),
    ] {
        write_array(out, name, "Int32", values.iter().flat_map(|x| x.to_le_bytes()))?;
    }
    for (name, values) in [("penetration", &cells.penetration), ("depth", &cells.depth), ("distance", &cells.distance)]
    {
        write_array(out, name, "Float64", values.iter().flat_map(|x| x.to_le_bytes()))?;
    }
    writeln!(out, "</CellData>")?;
    write_cells(out, "Lines", 0..2 * lines as i64, 2)?;
    write_cells(out, "Polys", 2 * lines as i64..points as i64, 3)?;
    writeln!(out, "</Piece>\n</PolyData>\n</VTKFile>")?;
    Ok(())
}

/// Consecutive cells with `corners` corners each.
fn write_cells(out: &mut dyn Write, name: &str, points: std::ops::Range<i64>, corners: i64) -> Result<(), Problem> {
    let count = (points.end - points.start) / corners;
    writeln!(out, "<{name}>")?;
    write_array(out, "connectivity", "Int64", points.flat_map(|point| point.to_le_bytes()))?;
    write_array(out, "offsets", "Int64", (1..=count).flat_map(|cell| (cell * corners).to_le_bytes()))?;
    Ok(writeln!(out, "</{name}>")?)
}

fn write_array(out: &mut dyn Write, name: &str, kind: &str, bytes: impl Iterator<Item = u8>) -> Result<(), Problem> {
    let mut data = vec![0; 8];
    data.extend(bytes);
    let length = (data.len() - 8) as u64;
    data[..8].copy_from_slice(&length.to_le_bytes());
    writeln!(
        out,
        "<DataArray Name=\"{name}\" type=\"{kind}\" format=\"binary\">{}</DataArray>",
        STANDARD.encode(data)
    )?;
    Ok(())
}

/// Texts: in VTK, the numbers of their bytes, with a zero behind each.
fn write_words<'w>(
    out: &mut dyn Write,
    name: &str,
    words: impl Iterator<Item = &'w str> + Clone,
) -> Result<(), Problem> {
    let count = words.clone().count();
    write!(out, "<Array Name=\"{name}\" type=\"String\" NumberOfTuples=\"{count}\" format=\"ascii\">")?;
    for byte in words.flat_map(|word| word.bytes().filter(|&byte| byte != 0).chain([0])) {
        write!(out, "{byte} ")?;
    }
    Ok(writeln!(out, "</Array>")?)
}
