use crate::{Error, Mesh, Pose};
use allide_geom::{Aabb, DVec3};
use rayon::prelude::*;
use std::sync::Arc;

/// Identifies an object of a scene.
///
/// It stays valid when other objects are added or removed, and never refers to another object after its own is removed.
///
/// ```
/// use allide::{Mesh, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let lid = scene.add("lid", &triangle, Pose::IDENTITY);
/// scene.remove(lid);
/// let base = scene.add("base", &triangle, Pose::IDENTITY);
/// assert_eq!(lid.index(), base.index());
/// assert!(lid != base && scene.get(lid).is_none());
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    pub(crate) index: u32,
    /// How many objects had this place before.
    generation: u32,
}

impl ObjectId {
    /// The first object in a place.
    pub(crate) const fn first(index: u32) -> Self {
        Self { index, generation: 0 }
    }

    /// The object's place in the scene, counted from 0.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// A set of objects, for excluding pairs from tests: see [`Scene::ignore`].
///
/// ```
/// use allide::{Mesh, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let [bolt, nut] = ["bolt", "nut"].map(|name| scene.add(name, &triangle, Pose::IDENTITY));
/// let fasteners = scene.add_group();
/// scene.set_group(bolt, fasteners);
/// scene.set_group(nut, fasteners);
/// scene.ignore(fasteners, fasteners);
/// assert!(scene.ignores(bolt, nut));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub(crate) u32);

/// A mesh with a name and a pose.
///
/// ```
/// use allide::{Mesh, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let lid = scene.add("lid", &triangle, Pose::IDENTITY);
/// let object = scene.get(lid).expect("it was just added");
/// assert_eq!((object.name(), object.pose()), ("lid", &Pose::IDENTITY));
/// assert!(object.mesh().is_same(&triangle));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Object {
    pub(crate) name: String,
    pub(crate) mesh: Mesh,
    pub(crate) pose: Pose,
    pub(crate) group: Option<GroupId>,
    generation: u32,
    is_removed: bool,
}

impl Object {
    /// The name it was added under; names need not be unique.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its shape, shared among instances.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Its placement in the world.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Whether it was removed: then it has no triangles, and the next object takes its place.
    pub fn is_removed(&self) -> bool {
        self.is_removed
    }
}

/// The objects that questions are asked about. Cheap to clone: clones share their objects until one of them is changed.
///
/// ```
/// use allide::{Mesh, Pose, Scene};
///
/// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let [lid, base] = ["lid", "base"].map(|name| scene.add(name, &triangle, Pose::IDENTITY));
/// scene.set_pose(lid, Pose::translation(0.0, 0.0, 0.5)?);
/// scene.remove(base);
/// assert!(scene.ids().eq([lid]) && scene.get(base).is_none());
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scene {
    objects: Arc<Vec<Object>>,
    /// Places of removed objects.
    free: Vec<u32>,
    group_count: u32,
    /// Pairs of groups, smaller first, sorted.
    ignored: Vec<(GroupId, GroupId)>,
}

impl Scene {
    /// A scene without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an instance of `mesh`, at the end or in the place of a removed object.
    pub fn add(&mut self, name: impl Into<String>, mesh: &Mesh, pose: Pose) -> ObjectId {
        let mut object =
            Object { name: name.into(), mesh: mesh.clone(), pose, group: None, generation: 0, is_removed: false };
        let objects = Arc::make_mut(&mut self.objects);
        let index = match self.free.pop() {
            Some(index) => {
                let place = &mut objects[index as usize];
                object.generation = place.generation + 1;
                *place = object;
                index
            }
            None => {
                objects.push(object);
                u32::try_from(objects.len() - 1).expect("fewer than 2³² objects")
            }
        };
        self.id_at(index as usize)
    }

    /// Removes an object. Other objects keep their ids.
    ///
    /// # Panics
    /// If `id` is of another scene or was removed.
    pub fn remove(&mut self, id: ObjectId) {
        let object = self.object_mut(id);
        *object = Object {
            name: String::new(),
            mesh: Mesh::empty(),
            pose: Pose::IDENTITY,
            group: None,
            generation: object.generation,
            is_removed: true,
        };
        self.free.push(id.index);
    }

    /// All objects by place: in the order they were added, until a new object takes the place of a removed one. Removed
    /// objects stay in the list without triangles.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// An object, if it is in the scene.
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        let object = self.objects.get(id.index())?;
        (object.generation == id.generation && !object.is_removed).then_some(object)
    }

    /// The object in this place, if there is one.
    ///
    /// ```
    /// use allide::{Mesh, Pose, Scene};
    ///
    /// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let mut scene = Scene::new();
    /// let lid = scene.add("lid", &triangle, Pose::IDENTITY);
    /// assert_eq!((scene.at(0), scene.at(1)), (Some(lid), None));
    /// # Ok::<(), allide::Error>(())
    /// ```
    pub fn at(&self, index: usize) -> Option<ObjectId> {
        let object = self.objects.get(index)?;
        (!object.is_removed).then(|| self.id_at(index))
    }

    /// The objects' ids, in the order of [`Scene::objects`].
    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        let here = (0..).zip(self.objects.iter()).filter(|(_, object)| !object.is_removed);
        let ids: Vec<ObjectId> =
            here.map(|(index, object)| ObjectId { index, generation: object.generation }).collect();
        // Collected, so that the scene can be changed during iteration.
        ids.into_iter()
    }

    /// The id of the object in this place.
    pub(crate) fn id_at(&self, index: usize) -> ObjectId {
        ObjectId { index: index as u32, generation: self.objects[index].generation }
    }

    fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        assert!(self.get(id).is_some(), "object {} is not in the scene: removed, or of another scene", id.index);
        &mut Arc::make_mut(&mut self.objects)[id.index()]
    }

    /// Moves an object.
    ///
    /// # Panics
    /// If `id` is of another scene or was removed.
    pub fn set_pose(&mut self, id: ObjectId, pose: Pose) {
        self.object_mut(id).pose = pose;
    }

    /// Deforms an object: new positions for all vertices of its mesh, in the mesh's own coordinates. Other instances
    /// of the mesh keep their shape.
    ///
    /// # Errors
    /// The number of positions differs from the mesh's, or a coordinate is not finite.
    ///
    /// # Panics
    /// If `id` is of another scene or was removed.
    pub fn set_positions(&mut self, id: ObjectId, positions: Vec<[f64; 3]>) -> Result<(), Error> {
        let object = self.object_mut(id);
        let expected = object.mesh.positions().len();
        if positions.len() != expected {
            return Err(Error::PositionCount { object: object.name.clone(), expected, given: positions.len() });
        }
        object.mesh = object.mesh.deformed(positions)?;
        Ok(())
    }

    /// Gives an object another shape, such as one that its mesh was [deformed](Mesh::deformed) into.
    ///
    /// # Panics
    /// If `id` is of another scene or was removed.
    pub fn set_mesh(&mut self, id: ObjectId, mesh: &Mesh) {
        self.object_mut(id).mesh = mesh.clone();
    }

    /// A triangle of an object in world coordinates.
    ///
    /// # Panics
    /// If there is no such object or triangle.
    pub fn triangle(&self, id: ObjectId, triangle: u32) -> [DVec3; 3] {
        let object = &self.objects[id.index()];
        let corners = object.mesh.triangles()[triangle as usize];
        let local = corners.map(|vertex| object.mesh.positions()[vertex as usize]);
        if object.pose.is_identity() { local } else { local.map(|point| object.pose.apply(point)) }
    }

    /// The smallest box around an object in world coordinates; empty without triangles.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn bounds_of(&self, id: ObjectId) -> Aabb {
        let count = self.objects[id.index()].mesh.triangles().len() as u32;
        let triangles = (0..count).into_par_iter().with_min_len(1024);
        let boxes = triangles.map(|triangle| Aabb::around(self.triangle(id, triangle)));
        boxes.reduce(|| Aabb::EMPTY, |x, y| x.union(&y))
    }

    /// A new group without objects.
    pub fn add_group(&mut self) -> GroupId {
        self.group_count += 1;
        GroupId(self.group_count - 1)
    }

    /// Moves an object into a group; an object is in at most one.
    ///
    /// # Panics
    /// If `id` or `group` is of another scene, or the object was removed.
    pub fn set_group(&mut self, id: ObjectId, group: GroupId) {
        self.assert_group(group);
        self.object_mut(id).group = Some(group);
    }

    /// Excludes pairs with one object in group `a` and one in group `b` from tests; `a` and `b` may be the same group.
    ///
    /// # Panics
    /// If a group is of another, larger scene.
    pub fn ignore(&mut self, a: GroupId, b: GroupId) {
        self.assert_group(a);
        self.assert_group(b);
        let pair = (a.min(b), a.max(b));
        // Pairs that come in order need no search.
        if self.ignored.last().is_none_or(|last| *last < pair) {
            self.ignored.push(pair);
        } else if let Err(place) = self.ignored.binary_search(&pair) {
            self.ignored.insert(place, pair);
        }
    }

    /// Kernels look groups up without checks.
    fn assert_group(&self, group: GroupId) {
        assert!(group.0 < self.group_count, "group {} of a scene with {} groups", group.0, self.group_count);
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn group_count(&self) -> u32 {
        self.group_count
    }

    /// Pairs of groups whose objects are not tested against each other, smaller group first.
    pub(crate) fn ignored_groups(&self) -> &[(GroupId, GroupId)] {
        &self.ignored
    }

    /// Whether two objects are left out because of their groups.
    pub fn ignores(&self, a: ObjectId, b: ObjectId) -> bool {
        self.ignores_at(a.index(), b.index())
    }

    /// [`Scene::ignores`], by places.
    pub(crate) fn ignores_at(&self, a: usize, b: usize) -> bool {
        !self.ignored.is_empty() && self.ignores_groups(self.objects[a].group, self.objects[b].group)
    }

    /// Whether objects of two groups, or without one, are left out.
    pub(crate) fn ignores_groups(&self, a: Option<GroupId>, b: Option<GroupId>) -> bool {
        a.zip(b).is_some_and(|(a, b)| self.ignored.binary_search(&(a.min(b), a.max(b))).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_keeps_what_the_scene_was() {
        let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
        let mut scene = Scene::new();
        let [lid, base] = ["lid", "base"].map(|name| scene.add(name, &mesh, Pose::IDENTITY));
        let before = scene.clone();
        assert!(Arc::ptr_eq(&scene.objects, &before.objects));
        scene.set_pose(lid, Pose::translation(1.0, 0.0, 0.0).unwrap());
        scene.remove(base);
        assert_eq!(before.get(lid).unwrap().pose(), &Pose::IDENTITY);
        assert_eq!((before.at(1), scene.at(1)), (Some(base), None));
    }
}
