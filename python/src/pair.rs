//! Two meshes in many poses.

use crate::attend::{Place, Progress, attend};
use crate::errors::OrRaise;
use crate::mesh::Mesh;
use crate::records::Near;
use crate::{arrays, errors, pose, threads};
use allide::{Error, NearestPoints, Pose};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use rayon::prelude::*;

/// Two meshes that are asked about in many poses: what they need is built once.
#[pyclass(frozen, module = "allide")]
pub struct Pair(allide::Pair);

/// With fewer poses, the thread that asks answers.
const FEW: usize = 16;

/// Poses of two meshes, one or as many as there are of the other.
struct Poses {
    sides: [Vec<Pose>; 2],
    count: usize,
    is_one: bool,
}

impl Poses {
    fn new(py: Python<'_>, given: [Option<&Bound<'_, PyAny>>; 2]) -> PyResult<Self> {
        let mut is_one = true;
        let mut side = |given: Option<&Bound<'_, PyAny>>| {
            let Some(given) = given else { return Ok(vec![Pose::IDENTITY]) };
            let (several, is_single) = pose::all(py, given)?;
            is_one &= is_single;
            Ok::<_, PyErr>(several)
        };
        let sides = [side(given[0])?, side(given[1])?];
        let [a, b] = [sides[0].len(), sides[1].len()];
        if a != b && a != 1 && b != 1 {
            let facts = errors::Facts::at("poses").whole(b).limit(a);
            let message = format!("there are {a} poses of a and {b} of b; both must be equally many, or one of them 1");
            return Err(errors::exception(py, "PoseError", &message, facts));
        }
        let count = if a == 1 { b } else { a };
        Ok(Self { sides, count, is_one })
    }

    fn at(&self, place: usize) -> [&Pose; 2] {
        self.sides.each_ref().map(|poses| if poses.len() == 1 { &poses[0] } else { &poses[place] })
    }
}

impl Pair {
    /// The result of `ask` for each two poses.
    fn each<T: Send>(
        py: Python<'_>,
        poses: &Poses,
        ask: impl Fn([&Pose; 2]) -> Result<T, Error> + Sync,
    ) -> PyResult<Vec<T>> {
        let (watch, progress) = (allide::Watch::new(), Progress::new(py, None)?);
        if poses.count <= FEW && !threads::is_forked() {
            return py
                .detach(|| (0..poses.count).map(|place| ask(poses.at(place))).collect::<Result<_, _>>())
                .or_raise(py);
        }
        let place = Place { pool: &*threads::pool(py)?, is_small: false };
        let one = |place: usize| if watch.is_cancelled() { Err(Error::Cancelled) } else { ask(poses.at(place)) };
        attend(py, &place, (&watch, progress), || (0..poses.count).into_par_iter().map(one).collect::<Result<_, _>>())?
            .or_raise(py)
    }

    fn flags<'py>(
        py: Python<'py>,
        poses: &Poses,
        ask: impl Fn([&Pose; 2]) -> Result<bool, Error> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let flags = Self::each(py, poses, ask)?;
        if poses.is_one {
            Ok(flags[0].into_pyobject(py)?.to_owned().into_any())
        } else {
            Ok(arrays::owned(py, flags).into_any())
        }
    }
}

#[pymethods]
impl Pair {
    #[new]
    fn new(py: Python<'_>, a: &Bound<'_, Mesh>, b: &Bound<'_, Mesh>) -> PyResult<Self> {
        let (a, b) = (a.get().0.clone(), b.get().0.clone());
        let pool = threads::pool(py)?;
        Ok(Self(py.detach(|| pool.install(|| allide::Pair::new(&a, &b)))))
    }

    /// Whether any two triangles share a point; touching counts.
    #[pyo3(signature = (pose_a=None, pose_b=None))]
    fn overlaps<'py>(
        &self,
        py: Python<'py>,
        pose_a: Option<&Bound<'py, PyAny>>,
        pose_b: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::flags(py, &Poses::new(py, [pose_a, pose_b])?, |[a, b]| self.0.overlaps(a, b))
    }

    /// Whether they are closer than a distance.
    #[pyo3(signature = (distance, pose_a=None, pose_b=None))]
    fn is_within<'py>(
        &self,
        py: Python<'py>,
        distance: f64,
        pose_a: Option<&Bound<'py, PyAny>>,
        pose_b: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::flags(py, &Poses::new(py, [pose_a, pose_b])?, |[a, b]| self.0.is_within(distance, a, b))
    }

    /// How far apart they are, and where, as records; NaN where one has no triangles.
    #[pyo3(signature = (pose_a=None, pose_b=None))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        pose_a: Option<&Bound<'py, PyAny>>,
        pose_b: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        const NONE: allide::DVec3 = allide::DVec3::NAN;
        let poses = Poses::new(py, [pose_a, pose_b])?;
        let nearest = Self::each(py, &poses, |[a, b]| self.0.nearest(a, b))?;
        let nothing = NearestPoints { distance: f64::NAN, on_a: NONE, on_b: NONE };
        let array = arrays::owned(py, nearest.into_iter().map(|found| Near(found.unwrap_or(nothing))).collect());
        if poses.is_one { Ok(array.reshape(numpy::ndarray::Ix0())?.into_any()) } else { Ok(array.into_any()) }
    }

    fn __repr__(&self) -> &'static str {
        "Pair()"
    }
}
