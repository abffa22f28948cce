//! Findings as comma-separated values: see [`allide_files::csv`] for how texts are written.

use super::document::PartOf;
use super::{Answers, Findings, Ids, Pair, Severity};
use crate::Stamp;
use allide::{Aabb, ObjectId, PairClass};
use allide_files::csv::{Rows, Text};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};

#[derive(Serialize)]
struct ObjectRow<'s> {
    id: &'s str,
    a: usize,
    b: usize,
    object_a: Text<'s>,
    object_b: Text<'s>,
    class: &'static str,
    triangle_pairs: usize,
    distance: Option<f64>,
    center_x: Option<f64>,
    center_y: Option<f64>,
    center_z: Option<f64>,
    size_x: Option<f64>,
    size_y: Option<f64>,
    size_z: Option<f64>,
    copies: Option<usize>,
    inside: Option<usize>,
    depth: Option<f64>,
    depth_at_least: Option<f64>,
    volume: Option<f64>,
    stands_for: Option<u64>,
    area: Option<f64>,
    penetration: Option<f64>,
    penetration_at_least: Option<f64>,
    file_a: Text<'s>,
    file_b: Text<'s>,
    unit: Option<&'static str>,
    extras_a: Option<Text<'s>>,
    extras_b: Option<Text<'s>>,
}

#[derive(Serialize)]
struct TriangleRow<'s> {
    id: &'s str,
    a: usize,
    b: usize,
    object_a: Text<'s>,
    object_b: Text<'s>,
    triangle_a: u32,
    triangle_b: u32,
    class: &'static str,
    distance: Option<f64>,
    polygon_a: Option<u32>,
    polygon_b: Option<u32>,
    line_a: Option<u32>,
    line_b: Option<u32>,
}

/// Writes one row for each object pair of any class, the worst first, as [`Severity`] has it; or, with `triangles`, for each
/// triangle pair, sorted by objects, then by triangles; under a row of headings.
///
/// A set of duplicates is one row: `copies` tells how many objects there are, `object_b` lists the names of all but the
/// first with a semicolon between them, and `b` is the second object. Its triangle pairs are rows like others.
///
/// Findings come first, the worst first, as in the table; then distances, in the order of the objects.
///
/// `inside` is the object that lies inside the other, where one does. Where it was measured, no ball of a larger diameter than
/// `penetration` fits into what both share, and one of `penetration_at_least` does; `depth` is the length of a move that
/// separates them, no shorter one than `depth_at_least` does; `volume` and `area` are those of what both share. `file_a`
/// and `file_b` are where the objects came from, and `unit` is that of all numbers, where it is known. Where an object stands for
/// its duplicates, `stands_for` is the number of object pairs that the row tells of. `extras_a` and `extras_b` are what the files
/// say about both objects, as JSON.
///
/// The class of triangle pairs that are merely too close is `clearance`, and only they have a distance.
/// A polygon is written if its number differs from the triangle's, and a line if it is known; see [`PartOf`].
/// Streams: the memory it takes does not grow with the findings.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(out: impl Write, answers: &Answers, triangles: bool) -> io::Result<()> {
    Table::new(out, triangles, false)?.add(answers, None)
}

/// A table that answers are added to; those of a sequence have their frame and time in front.
#[derive(Debug)]
pub(super) struct Table<W: Write> {
    rows: Rows<W>,
    triangles: bool,
}

const OBJECT_HEADINGS: &str = "id a b object_a object_b class triangle_pairs distance center_x center_y center_z size_x \
                               size_y size_z copies inside depth depth_at_least volume stands_for area penetration \
                               penetration_at_least file_a file_b unit extras_a extras_b";
const TRIANGLE_HEADINGS: &str =
    "id a b object_a object_b triangle_a triangle_b class distance polygon_a polygon_b line_a line_b";

impl<W: Write> Table<W> {
    /// With a row of headings: `serialize` alone would leave them out when there are no rows.
    pub(super) fn new(out: W, triangles: bool, frames: bool) -> io::Result<Self> {
        let mut rows = Rows::new(out);
        let headings = if triangles { TRIANGLE_HEADINGS } else { OBJECT_HEADINGS };
        let first = if frames { &["frame", "time"][..] } else { &[] };
        rows.cells(first.iter().copied().chain(headings.split_ascii_whitespace()))?;
        rows.flush()?;
        Ok(Self { rows, triangles })
    }

    /// The text written so far.
    pub(super) fn written(&self) -> &W {
        self.rows.written()
    }

    /// Adds a row for each finding.
    pub(super) fn add(&mut self, answers: &Answers, frame: Option<Stamp>) -> io::Result<()> {
        if self.triangles { self.add_triangle_pairs(answers, frame) } else { self.add_object_pairs(answers, frame) }
    }

    fn row(&mut self, row: impl Serialize, frame: Option<Stamp>) -> io::Result<()> {
        match frame {
            Some(Stamp { number, time }) => self.rows.row((number, time, row)),
            None => self.rows.row(row),
        }
    }

    fn add_object_pairs(&mut self, answers: &Answers, frame: Option<Stamp>) -> io::Result<()> {
        let is_distance = |pair: &Pair<'_>| pair.class == PairClass::Distance;
        // Ids depend on the order of the report. Distances may be millions, and are not kept.
        let mut ids = Ids::new(answers);
        let with_ids = answers.each_row().map(|pair| (ids.next(&pair), pair));
        let mut rows: Vec<_> =
            with_ids.filter(|(_, pair)| !is_distance(pair)).map(|(id, pair)| (Severity::of(&pair), pair, id)).collect();
        rows.sort_by(|(x, ..), (y, ..)| x.order(y));
        let mut ids = Ids::new(answers);
        let with_ids = answers.each_row().map(|pair| (ids.next(&pair), pair));
        let distances = with_ids.filter(|(_, pair)| is_distance(pair)).map(|(id, pair)| (pair, id));
        let file = |id: ObjectId| Text::from(answers.sources.get(id.index()).map_or("", |source| &source.file));
        for (pair, id) in rows.into_iter().map(|(_, pair, id)| (pair, id)).chain(distances) {
            let [center, size] = place(&pair.region);
            let name = |id: &ObjectId| answers.scene.objects()[id.index()].name();
            let others: Vec<&str> = pair.copies.iter().skip(1).map(name).collect();
            let others = if others.is_empty() { Cow::Borrowed(name(&pair.b)) } else { Cow::Owned(others.join("; ")) };
            let row = ObjectRow {
                id: &id,
                a: pair.a.index(),
                b: pair.b.index(),
                object_a: name(&pair.a).into(),
                object_b: Text(others),
                class: pair.class.name(),
                triangle_pairs: pair.triangle_pairs,
                distance: pair.distance,
                center_x: center.map(|point| point[0]),
                center_y: center.map(|point| point[1]),
                center_z: center.map(|point| point[2]),
                size_x: size.map(|size| size[0]),
                size_y: size.map(|size| size[1]),
                size_z: size.map(|size| size[2]),
                copies: (!pair.copies.is_empty()).then_some(pair.copies.len()),
                inside: pair.inside.map(ObjectId::index),
                depth: pair.shared.map(|shared| shared.depth.upper),
                depth_at_least: pair.shared.map(|shared| shared.depth.lower),
                volume: pair.shared.and_then(|shared| shared.volume).map(|volume| volume.value),
                stands_for: Some(pair.stands_for.iter().map(|&x| u64::from(x)).product()).filter(|&pairs| pairs > 1),
                area: pair.shared.and_then(|shared| shared.area).map(|area| area.value),
                penetration: pair.shared.map(|shared| shared.penetration.upper),
                penetration_at_least: pair.shared.map(|shared| shared.penetration.lower),
                file_a: file(pair.a),
                file_b: file(pair.b),
                unit: answers.unit.map(|unit| unit.name()),
                extras_a: extras(answers, pair.a),
                extras_b: extras(answers, pair.b),
            };
            self.row(row, frame)?;
        }
        self.rows.flush()
    }

    fn add_triangle_pairs(&mut self, answers: &Answers, frame: Option<Stamp>) -> io::Result<()> {
        let mut ids = Ids::new(answers);
        for pair in answers.each_pair() {
            let id = ids.next(&pair);
            let (id, a, b) = (id.as_str(), pair.a.index(), pair.b.index());
            let [object_a, object_b] = [a, b].map(|index| answers.scene.objects()[index].name());
            let sources = [a, b].map(|index| answers.sources.get(index));
            let mut write = |triangle_a, triangle_b, class, distance| {
                let PartOf { polygon_a, polygon_b, line_a, line_b } = PartOf::new(sources, [triangle_a, triangle_b]);
                let row = TriangleRow {
                    id,
                    a,
                    b,
                    object_a: object_a.into(),
                    object_b: object_b.into(),
                    triangle_a,
                    triangle_b,
                    class,
                    distance,
                    polygon_a,
                    polygon_b,
                    line_a,
                    line_b,
                };
                self.row(row, frame)
            };
            match pair.findings {
                Findings::Overlaps(found) => found.iter().try_for_each(|x| write(x.a, x.b, x.class.name(), None))?,
                Findings::Distances(found) => {
                    found.iter().try_for_each(|x| write(x.a, x.b, pair.class.name(), Some(x.nearest.distance)))?;
                }
            }
        }
        self.rows.flush()
    }
}

/// What the file says about an object, as JSON.
fn extras<'s>(answers: &Answers, id: ObjectId) -> Option<Text<'s>> {
    let extras = answers.sources.get(id.index())?.extras.as_ref()?.text();
    Some(Text(Cow::Owned(extras.to_string())))
}

/// Centre and size of a region, without the sign of zero.
fn place(region: &Aabb) -> [Option<[f64; 3]>; 2] {
    let known = |point: allide::DVec3| (!region.is_empty()).then(|| point.to_array().map(|x| x + 0.0));
    [known(region.center()), known(region.size())]
}
