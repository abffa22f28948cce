use crate::{ObjectId, Scene, Shared};
use allide_geom::Aabb;

/// Objects that are duplicates of each other: the same triangles in the same place. The numbering of vertices, winding and the order
/// of triangles do not matter, nor which mesh and pose produce them.
///
/// Any two of them are connected by pairs that the scene does not [ignore](Scene::ignore).
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
///
/// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let moved = corners.iter().map(|&[x, y, z]| [x - 2.0, y, z]).collect();
/// let mut scene = Scene::new();
/// let part = scene.add("part", &Mesh::new(corners, vec![[0, 1, 2]])?, Pose::IDENTITY);
/// let copy = scene.add("copy", &Mesh::new(moved, vec![[2, 1, 0]])?, Pose::translation(2.0, 0.0, 0.0)?);
/// let report = Engine::cpu().run(&scene, &Overlaps::new())?;
/// assert_eq!(report.sets[0].objects, [part, copy]);
/// assert!(report.pairs.is_empty());
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DuplicateSet {
    /// All of them, at least two, in order.
    pub objects: Vec<ObjectId>,
    /// For each of them, the object whose pairs stand for its own: the first for which the scene ignores the same objects.
    /// Each stands for itself if pairs of duplicates were asked for, or one object.
    pub stand_ins: Vec<ObjectId>,
    /// Measures of the region that any two of them share, if requested: see [`crate::Solids::measured`].
    pub shared: Option<Box<Shared>>,
}

impl DuplicateSet {
    /// The object whose pairs stand for those of this one, if it is in the set.
    pub fn stand_in(&self, id: ObjectId) -> Option<ObjectId> {
        self.objects.binary_search(&id).ok().map(|place| self.stand_ins[place])
    }

    /// The smallest box around them. `scene` is the one that was asked about.
    ///
    /// # Panics
    /// If `scene` has too few objects for the report.
    pub fn region(&self, scene: &Scene) -> Aabb {
        scene.bounds_of(self.objects[0])
    }
}
