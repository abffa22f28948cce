//! Meshes.

use crate::arrays;
use crate::errors::OrRaise;
use crate::threads;
use numpy::PyArrayMethods;
use pyo3::prelude::*;

/// Triangles over shared vertices.
#[pyclass(frozen, module = "allide")]
pub struct Mesh(pub allide::Mesh);

/// With fewer vertices and triangles, no other thread is asked.
const FEW: usize = 1 << 16;

#[pymethods]
impl Mesh {
    #[new]
    fn new(py: Python<'_>, positions: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (positions, triangles) = (arrays::positions(positions)?, arrays::triangles(triangles)?);
        if positions.len().max(triangles.len()) < FEW && !threads::is_forked() {
            return Ok(Self(allide::Mesh::new(positions, triangles).or_raise(py)?));
        }
        let pool = threads::pool(py)?;
        let mesh = py.detach(|| pool.install(|| allide::Mesh::new(positions, triangles)));
        Ok(Self(mesh.or_raise(py)?))
    }

    /// The vertices: `(V, 3)`, without a copy.
    #[getter]
    fn positions<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let numbers: &[f64] = bytemuck::cast_slice(this.get().0.positions());
        // SAFETY: a mesh never changes.
        unsafe { arrays::view_rows(this.clone().into_any(), numbers, 3) }
    }

    /// The three vertices of each triangle: `(F, 3)`, without a copy.
    #[getter]
    fn triangles<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = this.get().0.triangles().as_flattened();
        // SAFETY: a mesh never changes.
        unsafe { arrays::view_rows(this.clone().into_any(), numbers, 3) }
    }

    /// The corners of the smallest box around all triangles: `(2, 3)`, NaN without triangles.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        bounds(py, self.0.bounds())
    }

    /// Whether the surface is closed and consistently oriented.
    #[getter]
    fn is_closed(&self, py: Python<'_>) -> PyResult<bool> {
        let pool = threads::pool(py)?;
        Ok(py.detach(|| pool.install(|| self.0.topology().is_closed())))
    }

    /// The same triangles over new positions.
    fn deformed(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<Self> {
        let positions = arrays::positions(positions)?;
        let pool = threads::pool(py)?;
        let mesh = py.detach(|| pool.install(|| self.0.deformed(positions)));
        Ok(Self(mesh.or_raise(py)?))
    }

    /// Arrays, for copies and for other processes.
    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyAny>))> {
        let arrays = (Self::positions(this)?, Self::triangles(this)?);
        Ok((this.get_type().into_any(), arrays))
    }

    fn __repr__(&self) -> String {
        format!("Mesh({} vertices, {} triangles)", self.0.positions().len(), self.0.triangles().len())
    }
}

/// The corners of a box: `(2, 3)`, NaN if it is empty.
pub fn bounds(py: Python<'_>, bounds: allide::Aabb) -> PyResult<Bound<'_, PyAny>> {
    let [min, max] =
        if bounds.is_empty() { [[f64::NAN; 3]; 2] } else { [bounds.min.to_array(), bounds.max.to_array()] };
    let array = arrays::owned(py, [min, max].concat());
    Ok(array.reshape([2, 3])?.into_any())
}
