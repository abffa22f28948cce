//! NumPy arrays in and out.
//!
//! Input is copied once, from the array's memory into a mesh: Python may change an array at any time, and a mesh is
//! checked once and never changes. Output is not copied: arrays look at the memory of the object they come from.

use crate::errors::{Facts, exception, plain};
use numpy::npyffi::{NPY_ARRAY_ALIGNED, NPY_ARRAY_WRITEABLE};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyModule};

/// The module `numpy`.
pub fn numpy(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    Ok(NUMPY.get_or_try_init(py, || Ok::<_, PyErr>(py.import("numpy")?.unbind()))?.bind(py))
}

/// The positions of vertices: any array of numbers that are `float64` or can become so without loss.
pub fn positions(given: &Bound<'_, PyAny>) -> PyResult<Vec<[f64; 3]>> {
    let Some(array) = rows(given, "positions")? else { return Ok(Vec::new()) };
    Ok(bytemuck::allocation::cast_vec(reals(&array, "positions")?))
}

/// The three vertices of each triangle: whole numbers that are at least 0.
pub fn triangles(given: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 3]>> {
    let Some(array) = rows(given, "triangles")? else { return Ok(Vec::new()) };
    if let Some(numbers) = seen(&array, <[u32]>::to_vec) {
        return Ok(bytemuck::allocation::cast_vec(numbers));
    }
    let known =
        seen(&array, narrow::<i64>).or_else(|| seen(&array, narrow::<i32>)).or_else(|| seen(&array, narrow::<u64>));
    let narrowed = match known {
        Some(narrowed) => narrowed,
        None => seen(&converted(&array, "triangles", "int64")?, narrow::<i64>).unwrap_or_else(|| Ok(Vec::new())),
    };
    narrowed.map_err(|bad| bad.raise(given.py()))
}

/// An invalid vertex number.
struct BadVertex {
    triangle: usize,
    vertex: i128,
}

impl BadVertex {
    fn raise(self, py: Python<'_>) -> PyErr {
        let Self { triangle, vertex } = self;
        let message = format!("triangle {triangle} uses vertex {vertex}; vertices are numbered from 0 to 4294967294");
        let facts = Facts::at(format!("triangle {triangle}")).limit(u32::MAX as usize - 1);
        exception(py, "MeshError", &message, facts.number(crate::errors::Number::Whole(vertex)))
    }
}

/// Each number as `u32`.
fn narrow<T: Copy + TryInto<u32> + Into<i128>>(numbers: &[T]) -> Result<Vec<[u32; 3]>, BadVertex> {
    let mut narrowed = Vec::with_capacity(numbers.len());
    for (place, &number) in numbers.iter().enumerate() {
        match number.try_into() {
            Ok(number) => narrowed.push(number),
            Err(_) => return Err(BadVertex { triangle: place / 3, vertex: number.into() }),
        }
    }
    Ok(bytemuck::allocation::cast_vec(narrowed))
}

/// The array with a row of three for each; `None` if it is empty.
fn rows<'py>(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = given.py();
    let array = match given.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => numpy(py)?
            .call_method1("asarray", (given,))
            .map_err(|error| plain(py, "MeshError", &format!("{what} are no array: {error}")))?
            .cast_into::<PyUntypedArray>()?,
    };
    if !array.is_exact_instance_of::<PyUntypedArray>() && array.hasattr("mask")? {
        return Err(plain(py, "MeshError", &format!("{what} are a masked array; leave out what is masked first")));
    }
    match array.shape() {
        [0] | [0, 3] => Ok(None),
        [_, 3] => Ok(Some(array.into_any())),
        shape => {
            let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
            let message = format!("{what} have the shape ({}); it must be (N, 3)", shape.join(", "));
            Err(exception(py, "MeshError", &message, Facts::at(what)))
        }
    }
}

/// A copy in which all numbers are of another type, if that changes none of them.
fn converted<'py>(array: &Bound<'py, PyAny>, what: &str, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let (numpy, given) = (numpy(py)?, array.getattr("dtype")?);
    let kind: String = given.getattr("kind")?.extract()?;
    let is_fit = kind != "b" && numpy.call_method1("can_cast", (&given, dtype, "safe"))?.is_truthy()?;
    if !is_fit {
        let fit = if dtype == "float64" {
            "float64, or what becomes that without loss"
        } else {
            "uint32, int32, int64 or another type of whole numbers"
        };
        let message = format!("{what} have the dtype {given}; it must be {fit}");
        return Err(exception(py, "DtypeError", &message, Facts::at(what)));
    }
    numpy.call_method("require", (array, dtype), Some(&[("requirements", "CA")].into_py_dict(py)?))
}

/// A copy of the numbers as `float64`.
fn reals(array: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<f64>> {
    match seen(array, <[f64]>::to_vec) {
        Some(numbers) => Ok(numbers),
        None => Ok(seen(&converted(array, what, "float64")?, <[f64]>::to_vec).unwrap_or_default()),
    }
}

/// The result of `look` for the numbers, if they are of this type, one after another and where such numbers may be.
fn seen<T: Element, R>(array: &Bound<'_, PyAny>, look: impl FnOnce(&[T]) -> R) -> Option<R> {
    let array = array.cast::<PyArrayDyn<T>>().ok()?;
    // SAFETY: the array is alive while it is borrowed.
    let flags = unsafe { (*array.as_array_ptr()).fields.flags };
    if flags & NPY_ARRAY_ALIGNED == 0 || !array.is_c_contiguous() {
        return None;
    }
    let array = array.try_readonly().ok()?;
    Some(look(array.as_slice().ok()?))
}

/// A 4 by 4 matrix by rows, or several of them: `(4, 4)` or `(N, 4, 4)`.
pub fn matrices(given: &Bound<'_, PyAny>) -> PyResult<(bool, Vec<[[f64; 4]; 4]>)> {
    let py = given.py();
    let array = match given.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => numpy(py)?
            .call_method1("asarray", (given,))
            .map_err(|error| plain(py, "PoseError", &format!("the pose is no array: {error}")))?
            .cast_into::<PyUntypedArray>()?,
    };
    let is_one = match array.shape() {
        [4, 4] => true,
        [_, 4, 4] => false,
        shape => {
            let message = format!("the pose has the shape {shape:?}; it must be (4, 4), or (N, 4, 4) for several");
            return Err(exception(py, "PoseError", &message, Facts::at("the pose")));
        }
    };
    let numbers = reals(&array, "poses").map_err(|error| plain(py, "PoseError", &error.value(py).to_string()))?;
    Ok((is_one, numbers.chunks_exact(16).map(|one| *bytemuck::from_bytes(bytemuck::cast_slice(one))).collect()))
}

/// An array that looks at memory of `owner`, which cannot be written to.
///
/// # Safety
/// `numbers` live in `owner`, and neither move nor change while it is alive.
pub unsafe fn view<'py, T: Element>(owner: Bound<'py, PyAny>, numbers: &[T]) -> Bound<'py, PyArray1<T>> {
    let array = numpy::ndarray::ArrayView1::from(numbers);
    // SAFETY: as above; NumPy keeps the owner alive.
    let array = unsafe { PyArray1::borrow_from_array(&array, owner) };
    protect(array.as_untyped());
    array
}

/// The same with several numbers to a row.
///
/// # Safety
/// As for [`view`].
pub unsafe fn view_rows<'py, T: Element>(
    owner: Bound<'py, PyAny>,
    numbers: &[T],
    width: usize,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as above.
    let array = unsafe { view(owner, numbers) };
    let rows = array.reshape([numbers.len() / width, width])?;
    protect(rows.as_untyped());
    Ok(rows.into_any())
}

/// An array that owns its numbers.
pub fn owned<T: Element>(py: Python<'_>, numbers: Vec<T>) -> Bound<'_, PyArray1<T>> {
    PyArray1::from_vec(py, numbers)
}

/// The same with several numbers to a row.
pub fn owned_rows<'py, T: Element>(py: Python<'py>, numbers: Vec<T>, width: usize) -> PyResult<Bound<'py, PyAny>> {
    let count = numbers.len() / width;
    Ok(owned(py, numbers).reshape([count, width])?.into_any())
}

/// The same array, which cannot be written to any more.
pub fn fixed<'py, T: Element>(array: Bound<'py, PyArray1<T>>) -> Bound<'py, PyAny> {
    protect(array.as_untyped());
    array.into_any()
}

fn protect(array: &Bound<'_, PyUntypedArray>) {
    // SAFETY: the array is alive, and nobody else knows it yet.
    unsafe { (*array.as_array_ptr()).fields.flags &= !NPY_ARRAY_WRITEABLE };
}
