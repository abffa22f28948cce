//! Scenes: objects with names, meshes and poses.

use crate::errors::{Facts, Number, OrRaise, exception, library};
use crate::mesh::{self, Mesh};
use crate::{arrays, pose, threads};
use allide::GroupId;
use allide_io::report::Source;
use allide_io::{Note, Unit};
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Identifies an object of a scene.
#[pyclass(frozen, eq, ord, from_py_object, module = "allide")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectId(pub allide::ObjectId);

#[pymethods]
impl ObjectId {
    /// The object's place in the scene, which is its number in arrays.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn __index__(&self) -> usize {
        self.0.index()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("ObjectId({})", self.0.index())
    }
}

/// The content of a scene.
#[derive(Clone, Default)]
pub struct Content {
    pub scene: allide::Scene,
    /// Where objects came from, as far as they came from files: by place.
    pub sources: Vec<Source>,
    pub unit: Option<Unit>,
    pub notes: Vec<Note>,
    /// By the numbers that Python has.
    pub groups: Vec<GroupId>,
}

impl Content {
    fn group(&self, group: usize) -> Result<GroupId, Missing> {
        self.groups.get(group).copied().ok_or(Missing {
            what: "group",
            number: group as i128,
            count: self.groups.len(),
        })
    }
}

/// Something that a scene does not have. No exception yet: to make one runs Python, in which another thread may go on and wait for
/// the scene that this one has locked.
struct Missing {
    what: &'static str,
    number: i128,
    count: usize,
}

impl Missing {
    fn raise(self, py: Python<'_>) -> PyErr {
        let Self { what, number, count } = self;
        let facts = Facts::at(format!("{what} {number}")).number(Number::Whole(number)).limit(count);
        let hint = if what == "object" { ": it was removed, or is of another scene" } else { "" };
        exception(py, "ObjectError", &format!("{what} {number} is not in the scene, which has {count}{hint}"), facts)
    }
}

/// Objects with names, meshes and poses.
#[pyclass(frozen, module = "allide")]
#[derive(Default)]
pub struct Scene(Mutex<Content>);

impl Scene {
    pub fn from_content(content: Content) -> Self {
        Self(Mutex::new(content))
    }

    /// Its content. Locked for as long as it takes to look something up.
    pub fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something to a scene that has an object.
    fn change<T>(
        &self,
        py: Python<'_>,
        id: &ObjectId,
        change: impl FnOnce(&mut Content) -> Result<T, Missing>,
    ) -> PyResult<T> {
        let mut content = self.content();
        let changed = look_up(&content.scene, id).and_then(|()| change(&mut content));
        drop(content);
        changed.map_err(|missing| missing.raise(py))
    }

    /// Looks at an object.
    fn look<T>(&self, py: Python<'_>, id: &ObjectId, look: impl FnOnce(&allide::Object) -> T) -> PyResult<T> {
        self.change(py, id, |content| Ok(look(&content.scene.objects()[id.0.index()])))
    }
}

fn look_up(scene: &allide::Scene, id: &ObjectId) -> Result<(), Missing> {
    let missing = || Missing { what: "object", number: id.0.index() as i128, count: scene.ids().count() };
    scene.get(id.0).map(drop).ok_or_else(missing)
}

/// Whether a scene that nobody else has has the object.
pub fn check(py: Python<'_>, scene: &allide::Scene, id: &ObjectId) -> PyResult<()> {
    look_up(scene, id).map_err(|missing| missing.raise(py))
}

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// A scene of all instances of a `trimesh.Scene`.
    #[staticmethod]
    fn from_trimesh<'py>(scene: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        scene.py().import("allide._scenes")?.call_method1("from_trimesh", (scene,))
    }

    /// Adds an instance of a mesh.
    #[pyo3(signature = (name, mesh, pose=None))]
    fn add(
        &self,
        py: Python<'_>,
        name: String,
        mesh: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ObjectId> {
        let pose = pose::one(py, pose)?;
        let mut content = self.content();
        let id = content.scene.add(name, &mesh.get().0, pose);
        if let Some(source) = content.sources.get_mut(id.index()) {
            *source = Source::default();
        }
        Ok(ObjectId(id))
    }

    /// Removes an object; others keep their ids.
    fn remove(&self, py: Python<'_>, id: &ObjectId) -> PyResult<()> {
        self.change(py, id, |content| Ok(content.scene.remove(id.0)))
    }

    /// Moves an object.
    fn set_pose(&self, py: Python<'_>, id: &ObjectId, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let pose = pose::one(py, Some(pose))?;
        self.change(py, id, |content| Ok(content.scene.set_pose(id.0, pose)))
    }

    /// Deforms an object: new positions for all vertices of its mesh.
    fn set_positions(&self, py: Python<'_>, id: &ObjectId, positions: &Bound<'_, PyAny>) -> PyResult<()> {
        let positions = arrays::positions(positions)?;
        let pool = threads::pool(py)?;
        let (mesh, name) = self.look(py, id, |object| (object.mesh().clone(), object.name().to_owned()))?;
        let expected = mesh.positions().len();
        if positions.len() != expected {
            let given = positions.len();
            return Err(library(py, &allide::Error::PositionCount { object: name, expected, given }));
        }
        let mesh = py.detach(|| pool.install(|| mesh.deformed(positions))).or_raise(py)?;
        self.change(py, id, |content| Ok(content.scene.set_mesh(id.0, &mesh)))
    }

    /// The pose of an object: `(4, 4)`.
    fn pose<'py>(&self, py: Python<'py>, id: &ObjectId) -> PyResult<Bound<'py, PyAny>> {
        let pose = self.look(py, id, |object| *object.pose())?;
        pose::matrix(py, &pose)
    }

    /// The mesh of an object.
    fn mesh(&self, py: Python<'_>, id: &ObjectId) -> PyResult<Mesh> {
        self.look(py, id, |object| Mesh(object.mesh().clone()))
    }

    /// The name of an object.
    fn name(&self, py: Python<'_>, id: &ObjectId) -> PyResult<String> {
        self.look(py, id, |object| object.name().to_owned())
    }

    /// The box around an object in the world: `(2, 3)`, NaN without triangles.
    fn bounds<'py>(&self, py: Python<'py>, id: &ObjectId) -> PyResult<Bound<'py, PyAny>> {
        let scene = self.content().scene.clone();
        check(py, &scene, id)?;
        let pool = threads::pool(py)?;
        mesh::bounds(py, py.detach(|| pool.install(|| scene.bounds_of(id.0))))
    }

    /// The ids of all objects, in the order of their places.
    fn ids(&self) -> Vec<ObjectId> {
        self.content().scene.ids().map(ObjectId).collect()
    }

    /// The names of all objects by place: as many as numbers in arrays; of removed objects, empty ones.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.content().scene.objects().iter().map(|object| object.name().to_owned()).collect()
    }

    /// Notes about the files.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.content().notes.iter().map(ToString::to_string).collect()
    }

    /// The unit of all coordinates, if the files say one.
    #[getter]
    fn unit(&self) -> Option<&'static str> {
        self.content().unit.map(Unit::name)
    }

    /// The id of the object in a place.
    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<ObjectId> {
        let content = self.content();
        let found = usize::try_from(index).ok().and_then(|place| content.scene.at(place));
        let count = content.scene.ids().count();
        drop(content);
        found.map(ObjectId).ok_or_else(|| Missing { what: "object", number: index as i128, count }.raise(py))
    }

    /// The ids of all objects.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.ids().into_pyobject(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.content().scene.ids().count()
    }

    fn __repr__(&self) -> String {
        let content = self.content();
        let triangles: usize = content.scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
        format!("Scene({} objects, {triangles} triangles)", content.scene.ids().count())
    }

    /// A new group without objects.
    fn add_group(&self) -> usize {
        let mut content = self.content();
        let group = content.scene.add_group();
        content.groups.push(group);
        content.groups.len() - 1
    }

    /// Moves an object into a group; an object is in at most one.
    fn set_group(&self, py: Python<'_>, id: &ObjectId, group: usize) -> PyResult<()> {
        self.change(py, id, |content| {
            let group = content.group(group)?;
            content.scene.set_group(id.0, group);
            Ok(())
        })
    }

    /// Excludes pairs with one object in group `a` and one in group `b`, which may be the same.
    fn ignore(&self, py: Python<'_>, a: usize, b: usize) -> PyResult<()> {
        let mut content = self.content();
        let groups = content.group(a).and_then(|a| Ok((a, content.group(b)?)));
        let ignored = groups.map(|(a, b)| content.scene.ignore(a, b));
        drop(content);
        ignored.map_err(|missing| missing.raise(py))
    }
}
