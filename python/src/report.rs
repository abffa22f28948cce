//! Reports: what was found, as arrays.

use crate::arrow::Table;
use crate::errors::{Facts, exception};
use crate::records::{self, Pair, Told};
use crate::scene::ObjectId;
use crate::{arrays, files, tables, threads};
use allide::{ObjectPair, PairClass};
use allide_geom::contact_box;
use allide_io::report::{Answers, Detail, write_json};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyCapsule;
use std::path::PathBuf;

/// The answers to the questions of one run.
#[pyclass(frozen, module = "allide")]
pub struct Report {
    pub answers: Answers,
    pairs: PyOnceLock<Py<PyAny>>,
}

/// A pair, and which answer has its findings.
struct Row<'r> {
    pair: &'r ObjectPair,
    from: From,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Overlaps,
    SelfOverlaps,
    Clearance,
    SelfClearance,
    Nearest,
}

impl Report {
    pub fn new(answers: Answers) -> Self {
        Self { answers, pairs: PyOnceLock::new() }
    }

    /// All object pairs, each once: an overlap outranks a clearance, and that a distance.
    fn rows(&self) -> Vec<Row<'_>> {
        let Answers { overlaps, self_overlaps, clearance, self_clearance, nearest, .. } = &self.answers;
        let overlaps = [(overlaps, From::Overlaps), (self_overlaps, From::SelfOverlaps)]
            .map(|(x, from)| (x.as_ref().map(|x| &x.pairs), from));
        let distances = [(clearance, From::Clearance), (self_clearance, From::SelfClearance), (nearest, From::Nearest)]
            .map(|(x, from)| (x.as_ref().map(|x| &x.pairs), from));
        let all = overlaps.into_iter().chain(distances).filter_map(|(pairs, from)| Some((pairs?, from)));
        let is_one = self.answers.runs().count() == 1;
        let mut rows: Vec<Row<'_>> =
            all.flat_map(|(pairs, from)| pairs.iter().map(move |pair| Row { pair, from })).collect();
        if !is_one {
            // Stable: of those about the same objects, the first is kept.
            rows.sort_by_key(|row| (row.pair.a, row.pair.b));
            rows.dedup_by_key(|row| (row.pair.a, row.pair.b));
        }
        rows
    }

    /// The pair of the two objects of a row. Those that overlap are at distance 0, where distances were asked for.
    fn told(&self, row: &Row<'_>) -> Told {
        let distances = || self.answers.clearance.iter().chain(&self.answers.nearest);
        let mut told = Told::of(row.pair, row.pair.nearest);
        if row.from != From::Overlaps || distances().next().is_none() {
            return told;
        }
        if row.pair.class == PairClass::Undecided {
            // Surfaces that do not meet are as far apart as another question found.
            let nearest = distances().find_map(|report| report.pair(row.pair.a, row.pair.b)?.nearest);
            return Told::of(row.pair, nearest);
        }
        told.distance = 0.0;
        told
    }

    /// The pair in a row of `pairs`.
    fn row(&self, py: Python<'_>, row: isize) -> PyResult<Row<'_>> {
        let mut rows = self.rows();
        let (number, count) = (row, rows.len());
        match usize::try_from(if row < 0 { row + count as isize } else { row }) {
            Ok(place) if place < count => Ok(rows.swap_remove(place)),
            _ => {
                let facts = Facts::at(format!("pair {number}")).limit(count);
                Err(exception(py, "ObjectError", &format!("there is no pair {number}; there are {count}"), facts))
            }
        }
    }

    /// The findings of a row, as an array that looks at the report.
    fn findings_of<'py>(this: &Bound<'py, Self>, row: &Row<'_>) -> Bound<'py, PyAny> {
        let (answers, owner) = (&this.get().answers, this.clone().into_any());
        let overlaps = |report: &Option<allide::Report<allide::TrianglePair>>| {
            let findings = report.as_ref().map_or(&[][..], |report| report.findings_of(row.pair));
            // SAFETY: a report never changes.
            unsafe { arrays::view(owner.clone(), records::overlaps(findings)) }.into_any()
        };
        let distances = |report: &Option<allide::Report<allide::TriangleDistance>>| {
            let findings = report.as_ref().map_or(&[][..], |report| report.findings_of(row.pair));
            // SAFETY: a report never changes.
            unsafe { arrays::view(owner.clone(), records::distances(findings)) }.into_any()
        };
        match row.from {
            From::Overlaps => overlaps(&answers.overlaps),
            From::SelfOverlaps => overlaps(&answers.self_overlaps),
            From::Clearance => distances(&answers.clearance),
            From::SelfClearance => distances(&answers.self_clearance),
            From::Nearest => distances(&answers.nearest),
        }
    }
}

/// All findings of some answers, each with its two objects.
fn of_all<'r, F: Copy + 'r>(reports: impl Iterator<Item = &'r allide::Report<F>>) -> (Vec<[u32; 2]>, Vec<F>) {
    let (mut objects, mut all) = (Vec::new(), Vec::new());
    for report in reports {
        for pair in &report.pairs {
            let found = report.findings_of(pair);
            objects.resize(objects.len() + found.len(), [pair.a, pair.b].map(|id| id.index() as u32));
            all.extend_from_slice(found);
        }
    }
    (objects, all)
}

#[pymethods]
impl Report {
    /// The object pairs, as records.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let made = || {
            let told = self.rows().into_iter().map(|row| Pair(self.told(&row)));
            Ok::<_, PyErr>(arrays::fixed(arrays::owned(py, told.collect())).unbind())
        };
        Ok(self.pairs.get_or_try_init(py, made)?.bind(py).clone())
    }

    /// The triangle pairs of a row of `pairs`, as records, without a copy.
    fn findings<'py>(this: &Bound<'py, Self>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        let row = this.get().row(this.py(), row)?;
        Ok(Self::findings_of(this, &row))
    }

    /// Where the overlapping triangles of a row meet: `(N, 3)`, a point for each pair, rounded.
    fn points<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        let row = self.row(py, row)?;
        let report = match row.from {
            From::Overlaps => &self.answers.overlaps,
            From::SelfOverlaps => &self.answers.self_overlaps,
            _ => &None,
        };
        let (scene, findings) = (&self.answers.scene, report.as_ref().map_or(&[][..], |x| x.findings_of(row.pair)));
        let point = |found: &allide::TrianglePair| {
            let both = [scene.triangle(row.pair.a, found.a), scene.triangle(row.pair.b, found.b)];
            contact_box(&both[0], &both[1]).center().to_array()
        };
        let points: Vec<f64> = py.detach(|| findings.iter().flat_map(point).collect());
        arrays::owned_rows(py, points, 3)
    }

    /// The triangle pairs of two objects, in either order; None if they are no pair of this report.
    fn between<'py>(this: &Bound<'py, Self>, a: &ObjectId, b: &ObjectId) -> Option<Bound<'py, PyAny>> {
        let key = (a.0.min(b.0), a.0.max(b.0));
        let row = this.get().rows().into_iter().find(|row| (row.pair.a, row.pair.b) == key)?;
        Some(Self::findings_of(this, &row))
    }

    /// The numbers of the objects of each set of duplicates.
    #[getter]
    fn sets(&self) -> Vec<Vec<usize>> {
        let Answers { overlaps, clearance, nearest, .. } = &self.answers;
        let distances = || clearance.iter().chain(nearest).map(|report| &report.sets).next();
        let sets = overlaps.as_ref().map(|report| &report.sets).or_else(distances);
        let objects = |set: &allide::DuplicateSet| set.objects.iter().map(|id| id.index()).collect();
        sets.map_or_else(Vec::new, |sets| sets.iter().map(objects).collect())
    }

    /// The numbers of objects that took part by their surface alone.
    #[getter]
    fn surfaces(&self) -> Vec<usize> {
        let overlaps = self.answers.overlaps.as_ref();
        overlaps.map_or_else(Vec::new, |report| report.surfaces.iter().map(|id| id.index()).collect())
    }

    /// The names of all objects, by number.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.answers.scene.objects().iter().map(|object| object.name().to_owned()).collect()
    }

    /// The guarantee of the answers: `exact` or `sampled`.
    #[getter]
    fn guarantee(&self) -> &'static str {
        self.answers.guarantee().name()
    }

    /// The methods that found it.
    #[getter]
    fn methods(&self) -> Vec<String> {
        self.answers.methods().iter().map(ToString::to_string).collect()
    }

    /// The devices that they ran on.
    #[getter]
    fn devices(&self) -> Vec<String> {
        self.answers.devices().iter().map(ToString::to_string).collect()
    }

    /// Warnings that do not affect the answers.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.answers.warnings().into_iter().map(str::to_owned).collect()
    }

    /// How long it took, from arrays in memory to findings in memory.
    #[getter]
    fn milliseconds(&self) -> f64 {
        self.answers.total_ms()
    }

    /// The report as JSON.
    #[pyo3(signature = (*, triangles=false, contacts=false))]
    fn to_json(&self, py: Python<'_>, triangles: bool, contacts: bool) -> PyResult<String> {
        let pool = threads::pool(py)?;
        let text = py.detach(|| {
            let mut out = Vec::new();
            pool.install(|| write_json(&mut out, &self.answers, Detail { triangles, contacts }))?;
            String::from_utf8(out).map_err(std::io::Error::other)
        });
        Ok(text?)
    }

    /// The object pairs as a table for pandas, Polars, DuckDB and pyarrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.table()?.__arrow_c_stream__(py, requested_schema)
    }

    /// The object pairs as a table.
    fn table(&self) -> PyResult<Table> {
        let told: Vec<Told> = self.rows().iter().map(|row| self.told(row)).collect();
        tables::pairs(&self.answers.scene, &told)
    }

    /// A table of pyarrow, if that is installed: of object pairs, or of triangle pairs.
    #[pyo3(signature = (*, triangles=false))]
    fn to_arrow<'py>(&self, py: Python<'py>, triangles: bool) -> PyResult<Bound<'py, PyAny>> {
        let table = if triangles { self.triangle_table()? } else { self.table()? };
        py.import("pyarrow")?.call_method1("table", (table,))
    }

    /// A page in HTML that shows the objects and what was found.
    fn to_html(&self, py: Python<'_>) -> PyResult<String> {
        files::page(py, &self.answers)
    }

    /// Writes the report into a file: a page (.html), a table (.csv), JSON (.json), or findings as meshes (.glb, .ply, .vtp).
    #[pyo3(signature = (path, *, triangles=false, contacts=false))]
    fn save(&self, py: Python<'_>, path: PathBuf, triangles: bool, contacts: bool) -> PyResult<()> {
        files::save(py, &self.answers, &path, Detail { triangles, contacts })
    }

    /// The page, below the cell of a notebook; elsewhere in a browser.
    #[pyo3(signature = (*, height=600))]
    fn show<'py>(this: &Bound<'py, Self>, height: u32) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("allide._notebook")?.call_method1("show", (this, height))
    }

    /// The worst pairs, as notebooks show them.
    fn _repr_html_<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("allide._notebook")?.call_method1("table", (this,))
    }

    /// The worst rows in words, and the names of the columns: what tables show.
    fn _told(&self, py: Python<'_>, most: usize) -> PyResult<(Vec<&'static str>, Vec<Vec<String>>)> {
        files::told(py, &self.answers, most)
    }

    /// All triangle pairs as a table: overlapping ones, or, where only distances were asked for, close ones.
    fn triangle_table(&self) -> PyResult<Table> {
        let Answers { overlaps, self_overlaps, clearance, self_clearance, .. } = &self.answers;
        let overlaps: Vec<_> = overlaps.iter().chain(self_overlaps).collect();
        if overlaps.is_empty() {
            let (pairs, found) = of_all(clearance.iter().chain(self_clearance));
            return tables::distances(&pairs, &found);
        }
        let (pairs, found) = of_all(overlaps.into_iter());
        tables::overlaps(&pairs, &found)
    }

    fn __len__(&self) -> usize {
        self.rows().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let (pairs, sets) = (self.rows().len(), self.sets().len());
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let sets = if sets == 0 { String::new() } else { format!(", {sets} set{} of duplicates", plural(sets)) };
        let cost = format!("{}, {:.1} ms", self.guarantee(), self.milliseconds());
        format!("Report({pairs} object pair{}{sets}, {cost})", plural(pairs))
    }
}
