//! The questions.

use crate::errors::{OrRaise, plain};
use crate::scene::ObjectId;
use allide::Method;
use pyo3::prelude::*;

/// Any of the questions.
#[derive(Clone, Debug)]
pub enum Any {
    Overlaps(allide::Overlaps),
    Solids(allide::Solids),
    Clearance(allide::Clearance),
    Nearest(allide::Nearest),
    SelfOverlaps(allide::SelfOverlaps),
    SelfClearance(allide::SelfClearance),
}

/// Does the same with a question of any type.
macro_rules! with {
    ($any:expr, $question:ident => $work:expr) => {
        match $any {
            Any::Overlaps($question) => $work,
            Any::Solids($question) => $work,
            Any::Clearance($question) => $work,
            Any::Nearest($question) => $work,
            Any::SelfOverlaps($question) => $work,
            Any::SelfClearance($question) => $work,
        }
    };
}

pub(crate) use with;

/// The base of all questions.
#[pyclass(frozen, subclass, module = "allide")]
pub struct Question {
    pub any: Any,
    /// How it was written.
    text: String,
}

#[pymethods]
impl Question {
    fn __repr__(&self) -> &str {
        &self.text
    }
}

fn question(py: Python<'_>, any: Any) -> PyResult<PyClassInitializer<Question>> {
    let asked = with!(&any, question => allide::Question::asked(question));
    asked.method.check(asked.question).or_raise(py)?;
    let kind = format!("{any:?}");
    let kind = kind.split('(').next().unwrap_or_default();
    let mut options = Vec::new();
    if asked.distance > 0.0 && asked.distance.is_finite() {
        options.push(format!("{}", asked.distance));
    }
    if let Some(object) = asked.object {
        options.push(format!("of={}", object.index()));
    }
    if asked.method != Method::Auto {
        options.push(format!("method={:?}", asked.method.to_string()));
    }
    Ok(PyClassInitializer::from(Question { text: format!("{kind}({})", options.join(", ")), any }))
}

fn method(py: Python<'_>, name: &str) -> PyResult<Method> {
    name.parse::<Method>().or_raise(py)
}

/// `question`, if `is_wanted`, after `change`.
fn when<Q>(is_wanted: bool, question: Q, change: impl FnOnce(Q) -> Q) -> Q {
    if is_wanted { change(question) } else { question }
}

/// About one object, if one is named.
macro_rules! of {
    ($question:expr, $object:expr) => {
        match $object {
            Some(object) => $question.of(object.0),
            None => $question,
        }
    };
}

/// Triangles of two objects that share a point.
#[pyclass(frozen, extends = Question, module = "allide")]
pub struct Overlaps;

#[pymethods]
impl Overlaps {
    #[new]
    #[pyo3(signature = (*, of=None, pairs_only=false, duplicates=false, method="auto"))]
    fn new(
        py: Python<'_>,
        of: Option<&ObjectId>,
        pairs_only: bool,
        duplicates: bool,
        method: &str,
    ) -> PyResult<PyClassInitializer<Self>> {
        let asked = of!(allide::Overlaps::new().method(self::method(py, method)?), of);
        let asked = when(pairs_only, asked, allide::Overlaps::pairs_only);
        let asked = when(duplicates, asked, allide::Overlaps::with_duplicates);
        Ok(question(py, Any::Overlaps(asked))?.add_subclass(Self))
    }
}

/// Solids that share volume, lie inside each other or touch.
#[pyclass(frozen, extends = Question, module = "allide")]
pub struct Solids;

#[pymethods]
impl Solids {
    #[new]
    #[pyo3(signature = (*, of=None, pairs_only=false, duplicates=false, measured=false, contacts=false, tolerance=None,
        min_volume=None, shallow=false, touch=false, method="auto"))]
    #[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        of: Option<&ObjectId>,
        pairs_only: bool,
        duplicates: bool,
        measured: bool,
        contacts: bool,
        tolerance: Option<f64>,
        min_volume: Option<f64>,
        shallow: bool,
        touch: bool,
        method: &str,
    ) -> PyResult<PyClassInitializer<Self>> {
        let mut asked = of!(allide::Solids::new().method(self::method(py, method)?), of);
        if let Some(tolerance) = tolerance {
            asked = asked.tolerance(tolerance).or_raise(py)?;
        }
        if let Some(volume) = min_volume {
            asked = asked.min_volume(volume).or_raise(py)?;
        }
        if pairs_only && (measured || contacts) {
            return Err(plain(
                py,
                "QuestionError",
                "pairs_only keeps nothing that could be measured; leave one of them out",
            ));
        }
        asked = when(pairs_only, asked, allide::Solids::pairs_only);
        asked = when(duplicates, asked, allide::Solids::with_duplicates);
        asked = when(measured, asked, allide::Solids::measured);
        asked = when(contacts, asked, allide::Solids::with_contacts);
        asked = when(shallow, asked, allide::Solids::with_shallow);
        asked = when(touch, asked, allide::Solids::with_touch);
        Ok(question(py, Any::Solids(asked))?.add_subclass(Self))
    }
}

/// Objects that are closer than a distance.
#[pyclass(frozen, extends = Question, module = "allide")]
pub struct Clearance;

#[pymethods]
impl Clearance {
    #[new]
    #[pyo3(signature = (distance, *, of=None, triangles=false, duplicates=false, method="auto"))]
    fn new(
        py: Python<'_>,
        distance: f64,
        of: Option<&ObjectId>,
        triangles: bool,
        duplicates: bool,
        method: &str,
    ) -> PyResult<PyClassInitializer<Self>> {
        let asked = of!(allide::Clearance::within(distance).or_raise(py)?.method(self::method(py, method)?), of);
        let asked = when(triangles, asked, allide::Clearance::with_triangles);
        let asked = when(duplicates, asked, allide::Clearance::with_duplicates);
        Ok(question(py, Any::Clearance(asked))?.add_subclass(Self))
    }
}

/// How far apart objects are.
#[pyclass(frozen, extends = Question, module = "allide")]
pub struct Nearest;

#[pymethods]
impl Nearest {
    #[new]
    #[pyo3(signature = (*, of=None, duplicates=false, method="auto"))]
    fn new(
        py: Python<'_>,
        of: Option<&ObjectId>,
        duplicates: bool,
        method: &str,
    ) -> PyResult<PyClassInitializer<Self>> {
        let asked = of!(allide::Nearest::new().method(self::method(py, method)?), of);
        let asked = when(duplicates, asked, allide::Nearest::with_duplicates);
        Ok(question(py, Any::Nearest(asked))?.add_subclass(Self))
    }
}

/// Triangles of one object that overlap without being neighbours.
#[pyclass(frozen, extends = Question, module = "allide")]
pub struct SelfOverlaps;

#[pymethods]
impl SelfOverlaps {
    #[new]
    #[pyo3(signature = (*, of=None, method="auto"))]
    fn new(py: Python<'_>, of: Option<&ObjectId>, method: &str) -> PyResult<PyClassInitializer<Self>> {
        let asked = of.map_or_else(allide::SelfOverlaps::of_all, |object| allide::SelfOverlaps::of(object.0));
        Ok(question(py, Any::SelfOverlaps(asked.method(self::method(py, method)?)))?.add_subclass(Self))
    }
}

/// Parts of one object that are closer than a distance without being neighbours.
#[pyclass(frozen, extends = Question, module = "allide")]
pub struct SelfClearance;

#[pymethods]
impl SelfClearance {
    #[new]
    #[pyo3(signature = (distance, *, of=None, triangles=false, method="auto"))]
    fn new(
        py: Python<'_>,
        distance: f64,
        of: Option<&ObjectId>,
        triangles: bool,
        method: &str,
    ) -> PyResult<PyClassInitializer<Self>> {
        let asked = of!(allide::SelfClearance::within(distance).or_raise(py)?.method(self::method(py, method)?), of);
        let asked = when(triangles, asked, allide::SelfClearance::with_triangles);
        Ok(question(py, Any::SelfClearance(asked))?.add_subclass(Self))
    }
}
