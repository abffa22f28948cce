//! Poses: 4 by 4 matrices that multiply columns, as trimesh, Open3D and robots have them.

use crate::arrays;
use crate::errors::{OrRaise, plain};
use allide::Pose;
use pyo3::prelude::*;

/// The pose of one object; without a matrix, its own coordinates.
pub fn one(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Pose> {
    let Some(given) = given else { return Ok(Pose::IDENTITY) };
    let (is_one, matrices) = arrays::matrices(given)?;
    match &matrices[..] {
        [matrix] if is_one => from_rows(matrix).or_raise(py),
        _ => Err(plain(py, "PoseError", &format!("there are {} poses; one is needed", matrices.len()))),
    }
}

/// The poses of an array, and whether it is a single one: `(4, 4)`, and not `(N, 4, 4)`.
pub fn all(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<(Vec<Pose>, bool)> {
    let (is_one, matrices) = arrays::matrices(given)?;
    let poses = matrices.iter().map(|matrix| from_rows(matrix).or_raise(py)).collect::<PyResult<_>>()?;
    Ok((poses, is_one))
}

/// The pose as a matrix.
pub fn matrix<'py>(py: Python<'py>, pose: &Pose) -> PyResult<Bound<'py, PyAny>> {
    let columns = pose.columns();
    let row = |row: usize| columns.map(|column| column[row]);
    let rows = [row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]];
    arrays::owned_rows(py, rows.concat(), 4)
}

fn from_rows(rows: &[[f64; 4]; 4]) -> Result<Pose, allide::Error> {
    Pose::matrix([0, 1, 2, 3].map(|column| rows.map(|row| row[column])))
}
