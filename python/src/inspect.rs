//! Inspection of meshes.

use crate::engine::Engine;
use crate::scene::Scene;
use crate::{arrays, mesh, threads};
use allide::{Inspections, Measure, Problem};
use allide_io::inspection::Inspected;
use allide_io::report::Source;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// The state of one object.
#[pyclass(frozen, module = "allide")]
pub struct Inspection {
    all: Arc<Inspected>,
    place: usize,
}

impl Inspection {
    fn found(&self) -> &allide::Inspection {
        &self.all.found.objects[self.place]
    }
}

/// The state of all objects of a scene, in order.
#[pyfunction]
#[pyo3(signature = (engine, scene))]
pub fn inspect_all(py: Python<'_>, engine: &Bound<'_, Engine>, scene: &Bound<'_, Scene>) -> PyResult<Vec<Inspection>> {
    let content = scene.get().content().clone();
    let objects = content.scene.clone();
    let found: Inspections = engine.get().work(py, &objects, |engine| allide::inspect(engine, &objects))?;
    let sources: Vec<Source> = content.sources;
    let (count, threads) = (found.objects.len(), threads::pool(py)?.current_num_threads());
    let all = Inspected { scene: content.scene, sources, unit: content.unit, notes: content.notes, found, threads };
    let all = Arc::new(all);
    Ok((0..count).map(|place| Inspection { all: Arc::clone(&all), place }).collect())
}

fn measure(measure: Measure) -> (f64, f64) {
    (measure.value, measure.error)
}

#[pymethods]
impl Inspection {
    /// The name of the object.
    #[getter]
    fn name(&self) -> String {
        self.all.scene.get(self.found().object).map_or_else(String::new, |object| object.name().to_owned())
    }

    /// Whether nothing is wrong.
    #[getter]
    fn is_healthy(&self) -> bool {
        self.found().is_healthy()
    }

    /// Whether it bounds a solid.
    #[getter]
    fn is_closed(&self) -> bool {
        self.found().is_closed()
    }

    /// The defects, the worst first, each with its count.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let problems = PyDict::new(py);
        self.found().problems().try_for_each(|(problem, count)| problems.set_item(Problem::name(problem), count))?;
        Ok(problems)
    }

    /// The volume and the most by which it is off; None if a shell is open.
    #[getter]
    fn volume(&self) -> Option<(f64, f64)> {
        self.found().volume.map(measure)
    }

    /// The area and the most by which it is off.
    #[getter]
    fn area(&self) -> (f64, f64) {
        measure(self.found().area)
    }

    /// The box around all triangles: `(2, 3)`.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        mesh::bounds(py, self.found().bounds)
    }

    /// How many shells there are.
    #[getter]
    fn shells(&self) -> usize {
        self.found().shells.len()
    }

    /// Edges with one triangle: `(E, 2)` vertex numbers, without a copy.
    #[getter]
    fn open_edges<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        rows(this, this.get().found().mesh().topology().open_edges())
    }

    /// Edges of triangles that do not fit by their orientation: `(E, 2)`.
    #[getter]
    fn flipped_edges<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        rows(this, this.get().found().mesh().topology().flipped_edges())
    }

    /// Edges with more than two triangles: `(E, 2)`.
    #[getter]
    fn non_manifold_edges<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        rows(this, this.get().found().mesh().topology().non_manifold_edges())
    }

    /// Triangles with the corners of an earlier one: `(D, 2)`, the earlier one first.
    #[getter]
    fn duplicate_triangles<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        rows(this, this.get().found().duplicate_triangles())
    }

    /// The numbers of triangles without area.
    #[getter]
    fn degenerate_triangles<'py>(this: &Bound<'py, Self>) -> Bound<'py, PyAny> {
        let numbers = this.get().found().degenerate_triangles();
        // SAFETY: what was found never changes.
        unsafe { arrays::view(this.clone().into_any(), numbers) }.into_any()
    }

    /// The numbers of triangles that overlap others, by places where they hang together.
    #[getter]
    fn self_overlaps<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyAny>> {
        let clusters = self.found().clusters.iter();
        clusters.map(|cluster| arrays::owned(py, cluster.triangles.clone()).into_any()).collect()
    }

    /// The report on all objects that were inspected together, as JSON; with `elements`, each with its bad edges and triangles.
    #[pyo3(signature = (*, elements=false))]
    fn to_json(&self, py: Python<'_>, elements: bool) -> PyResult<String> {
        let pool = threads::pool(py)?;
        let mut out = Vec::new();
        py.detach(|| pool.install(|| self.all.write_json(&mut out, elements)))?;
        Ok(String::from_utf8(out)?)
    }

    fn __repr__(&self) -> String {
        let problems: Vec<String> =
            self.found().problems().map(|(problem, count)| format!("{count} {}", problem.name())).collect();
        let state = if problems.is_empty() { "healthy".to_owned() } else { problems.join(", ") };
        format!("Inspection({:?}: {state})", self.name())
    }
}

/// An array that looks at pairs of numbers of an inspection.
fn rows<'py>(this: &Bound<'py, Inspection>, pairs: &[[u32; 2]]) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: what was found never changes.
    unsafe { arrays::view_rows(this.clone().into_any(), pairs.as_flattened(), 2) }
}
