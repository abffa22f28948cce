//! Errors, as exceptions of the hierarchy in `allide/errors.py`.

use allide::Error;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyModule};

/// A number in a message.
#[derive(Clone, Copy, Debug, IntoPyObject)]
pub enum Number {
    Whole(i128),
    Real(f64),
}

/// Where, what number and what limit: as far as there are such.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub place: Option<String>,
    pub number: Option<Number>,
    pub limit: Option<Number>,
}

impl Facts {
    pub fn at(place: impl Into<String>) -> Self {
        Self { place: Some(place.into()), ..Self::default() }
    }

    pub fn number(self, number: Number) -> Self {
        Self { number: Some(number), ..self }
    }

    pub fn whole(self, number: usize) -> Self {
        self.number(Number::Whole(number as i128))
    }

    pub fn limit(self, limit: usize) -> Self {
        Self { limit: Some(Number::Whole(limit as i128)), ..self }
    }
}

/// An exception by the name of its class.
pub fn exception(py: Python<'_>, class: &str, message: &str, facts: Facts) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let made = || -> PyResult<Bound<'_, PyAny>> {
        let module = MODULE.get_or_try_init(py, || Ok::<_, PyErr>(py.import("allide.errors")?.unbind()))?;
        let keywords = PyDict::new(py);
        keywords.set_item("place", facts.place)?;
        keywords.set_item("number", facts.number)?;
        keywords.set_item("limit", facts.limit)?;
        module.bind(py).getattr(class)?.call((message,), Some(&keywords))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// An exception without further facts.
pub fn plain(py: Python<'_>, class: &str, message: &str) -> PyErr {
    exception(py, class, message, Facts::default())
}

/// An error of the library.
pub fn library(py: Python<'_>, error: &Error) -> PyErr {
    let (class, facts) = match error {
        Error::IndexOutOfRange { triangle, vertex, vertex_count } => {
            ("MeshError", Facts::at(format!("triangle {triangle}")).whole(*vertex as usize).limit(*vertex_count))
        }
        Error::NotFinite { vertex, value } => {
            ("MeshError", Facts::at(format!("vertex {vertex}")).number(Number::Real(*value)))
        }
        Error::TooMany { what, count, limit } => ("MeshError", Facts::at(*what).whole(*count).limit(*limit)),
        Error::PositionCount { object, expected, given } => {
            ("MeshError", Facts::at(object.as_str()).whole(*given).limit(*expected))
        }
        Error::PoseNotFinite { what, value } => ("PoseError", Facts::at(*what).number(Number::Real(*value))),
        Error::NotAffine { .. } => ("PoseError", Facts::at("the last row")),
        Error::ZeroAxis | Error::ZeroQuaternion => ("PoseError", Facts::default()),
        Error::OutOfRange { object, vertex } => ("PoseError", Facts::at(object.as_str()).whole(*vertex)),
        Error::NoSuchObject { index, count } => {
            ("ObjectError", Facts::at(format!("object {index}")).whole(*index).limit(*count))
        }
        Error::Cancelled => ("Cancelled", Facts::default()),
        Error::Threads { count, .. } => ("EngineError", Facts::at("threads").whole(*count)),
        #[cfg(feature = "gpu")]
        Error::Gpu(_) => ("GpuError", Facts::default()),
        Error::ClearanceNotPositive(value) | Error::WeldNotFinite(value) => {
            ("QuestionError", Facts::at("the distance").number(Number::Real(*value)))
        }
        _ => ("QuestionError", Facts::default()),
    };
    exception(py, class, &error.to_string(), facts)
}

/// Results of the library as results for Python.
pub trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Error> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| library(py, &error))
    }
}

impl<T> OrRaise<T> for Result<T, allide_io::Error> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        use allide_io::Error as File;
        self.map_err(|error| {
            let place = match &error {
                File::Malformed { place, .. } | File::Unsupported { place, .. } | File::TooLarge { place, .. } => {
                    place.to_string().trim_start_matches(": ").to_owned()
                }
                _ => String::new(),
            };
            let facts = if place.is_empty() { Facts::default() } else { Facts::at(place) };
            exception(py, "FileError", &error.to_string(), facts)
        })
    }
}
