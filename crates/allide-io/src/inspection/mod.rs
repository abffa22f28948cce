//! The results of an inspection: as JSON, and as coloured layers.

pub mod document;
mod layers;

pub use document::Document;
pub use layers::layers;

use crate::report::Source;
use crate::{Note, Unit};
use allide::{Inspections, Scene};
use std::io;

/// Objects, where they came from, and their state.
///
/// ```
/// use allide::{Engine, Mesh, Pose, Scene, inspect};
/// use allide_io::inspection::{Document, Inspected};
/// use allide_io::report::Source;
///
/// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// scene.add("lid", &triangle, Pose::IDENTITY);
/// let found = inspect(&mut Engine::cpu(), &scene)?;
/// let sources = vec![Source { file: "lid.stl".into(), ..Source::default() }];
/// let inspected = Inspected { scene, sources, unit: None, notes: Vec::new(), found, threads: 1 };
/// let document = Document::new(&inspected, false);
/// assert_eq!((document.objects[0].healthy, document.objects[0].borders[0].edges), (false, 3));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Inspected {
    /// The objects.
    pub scene: Scene,
    /// Where each object came from.
    pub sources: Vec<Source>,
    /// The unit of all coordinates, where it is known.
    pub unit: Option<Unit>,
    /// Notes about the files, for users.
    pub notes: Vec<Note>,
    /// Their state.
    pub found: Inspections,
    /// How many threads worked on it.
    pub threads: usize,
}

impl Inspected {
    /// How many objects are healthy.
    pub fn healthy(&self) -> usize {
        self.found.objects.iter().filter(|object| object.is_healthy()).count()
    }

    /// Writes all as JSON, a line an object; with `elements`, each with its bad edges and triangles. See
    /// `schema/inspection.schema.json`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: impl io::Write, elements: bool) -> io::Result<()> {
        Document::new(self, elements).write_json(out)
    }
}
