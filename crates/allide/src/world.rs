//! The scene in world coordinates: what every method works on.

use crate::confirm::{Batch, Halt, SelfOverlapSink, Stoppable};
use crate::identity::PlacedId;
use crate::methods::divide::small::SmallBoxes;
use crate::methods::{self, Method};
use crate::simd::{first_equal, with_wide_vectors};
use crate::solids::Followed;
use crate::strangers::Strangers;
use crate::{Error, Mesh, ObjectId, Pose, Scene, TrianglePair};
use allide_geom::{Aabb, Class, DVec3, Surface, Triangle, self_overlap};
use glam::DMat3;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// The positions of an object in the world, kept from run to run.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    of: PlacedId,
    positions: Arc<Vec<DVec3>>,
    bounds: Aabb,
}

/// An object in world coordinates, computed on first use: most objects are not close to any other. Clones share what was
/// computed by then.
#[derive(Clone, Debug)]
pub struct WorldObject {
    pub(crate) id: ObjectId,
    pub(crate) mesh: Mesh,
    pub(crate) pose: Pose,
    /// A box around the object, exact only if the pose is the identity.
    pub(crate) outer_bounds: Aabb,
    pub(crate) is_identity: bool,
    /// Duplicates of each other have the same number, and nothing else has: see [`crate::duplicates`].
    pub(crate) class: Option<u32>,
    /// How many objects its pairs tell of: itself, and duplicates that are paired with the same others. 0 if another stands for it.
    pub(crate) stands_for: u32,
    placed: OnceLock<Placed>,
    small_boxes: OnceLock<SmallBoxes>,
    overlaps_itself: OnceLock<bool>,
    has_inside: OnceLock<bool>,
    strangers: OnceLock<Arc<Strangers>>,
    followed: OnceLock<Arc<Followed>>,
    /// The bounds of the whole scene, roughly.
    scene_bounds: Aabb,
}

/// Two objects, or one twice.
#[derive(Clone, Copy, Debug)]
pub struct WorldPair<'w> {
    pub(crate) a: &'w WorldObject,
    pub(crate) b: &'w WorldObject,
}

impl WorldObject {
    fn new(scene: &Scene, id: ObjectId, placed: Option<&Placed>) -> Result<Self, Error> {
        let object = &scene.objects()[id.index()];
        let mut world = Self::of((&object.mesh, object.pose), id, &object.name)?;
        if let Some(placed) = placed.filter(|placed| placed.of.is_same(&PlacedId::new(&object.mesh, object.pose))) {
            world.placed = OnceLock::from(placed.clone());
        }
        Ok(world)
    }

    /// A mesh in a pose, as an object of this name.
    pub(crate) fn of((mesh, pose): (&Mesh, Pose), id: ObjectId, name: &str) -> Result<Self, Error> {
        let mut outer_bounds = outer_bounds(&mesh.bounds(), &pose);
        if !stays_in_range(mesh, &pose, &outer_bounds) {
            let world = |point: &DVec3| pose.apply(*point);
            if let Some(vertex) = mesh.positions().iter().position(|point| !world(point).is_finite()) {
                return Err(Error::OutOfRange { object: name.to_owned(), vertex });
            }
            let corners = mesh.triangles().as_flattened().iter();
            outer_bounds = Aabb::around(corners.map(|&vertex| world(&mesh.positions()[vertex as usize])));
        }
        Ok(Self {
            id,
            mesh: mesh.clone(),
            pose,
            outer_bounds,
            is_identity: pose.is_identity(),
            class: None,
            stands_for: 1,
            placed: OnceLock::new(),
            small_boxes: OnceLock::new(),
            overlaps_itself: OnceLock::new(),
            has_inside: OnceLock::new(),
            strangers: OnceLock::new(),
            followed: OnceLock::new(),
            scene_bounds: outer_bounds,
        })
    }

    /// The same object, moved; `None` if that leaves the range of numbers.
    pub(crate) fn moved(&self, by: DVec3) -> Option<Self> {
        let pose = Pose::translation(by.x, by.y, by.z).and_then(|step| step.after(&self.pose)).ok()?;
        let outer_bounds = outer_bounds(&self.mesh.bounds(), &pose);
        let is_finite = outer_bounds.min.is_finite() && outer_bounds.max.is_finite();
        is_finite.then(|| Self {
            id: self.id,
            mesh: self.mesh.clone(),
            is_identity: pose.is_identity(),
            pose,
            outer_bounds,
            class: None,
            stands_for: 1,
            placed: OnceLock::new(),
            small_boxes: OnceLock::new(),
            overlaps_itself: self.overlaps_itself.clone(),
            has_inside: self.has_inside.clone(),
            strangers: OnceLock::new(),
            followed: self.followed.get().map_or_else(OnceLock::new, |known| Arc::new(known.again()).into()),
            // The scale shared by all objects of the scene stays the same.
            scene_bounds: self.scene_bounds,
        })
    }

    /// Whether both are known to have the same triangles in the same place.
    pub(crate) fn is_duplicate_of(&self, other: &Self) -> bool {
        self.class.is_some() && self.class == other.class
    }

    /// Whether the outer bounds are the smallest: where a pose only moves, the images of the corners of a box bound all
    /// others.
    pub(crate) fn has_exact_bounds(&self) -> bool {
        self.pose.parts().0 == DMat3::IDENTITY
    }

    /// The world positions of all vertices. [`place`] has already computed them wherever they are known to be needed.
    /// Here this thread computes them alone: threads working on other pairs may wait for it, so it must not wait for
    /// them.
    fn placed(&self) -> &Placed {
        self.placed.get_or_init(|| {
            let positions = self.mesh.positions().iter().map(|&point| self.pose.apply(point)).collect();
            self.placed_at(positions)
        })
    }

    fn placed_at(&self, positions: Vec<DVec3>) -> Placed {
        // Unused vertices may lie far outside.
        let bounds = Aabb::around(positions.iter().copied()).intersection(&self.outer_bounds);
        Placed { of: PlacedId::new(&self.mesh, self.pose), positions: Arc::new(positions), bounds }
    }

    /// All vertices in the world.
    pub(crate) fn positions(&self) -> &[DVec3] {
        if self.is_identity { self.mesh.positions() } else { &self.placed().positions }
    }

    /// A box around all triangles in the world: the smallest, unless some vertices are unused.
    pub(crate) fn bounds(&self) -> Aabb {
        if self.is_identity { self.mesh.bounds() } else { self.placed().bounds }
    }

    /// A bound on the magnitude of all its coordinates in the world.
    pub(crate) fn magnitude(&self) -> f64 {
        if self.outer_bounds.is_empty() {
            0.0
        } else {
            self.outer_bounds.min.abs().max(self.outer_bounds.max.abs()).max_element()
        }
    }

    /// A bound on all numbers that come up when its corners are placed.
    pub(crate) fn spread(&self) -> f64 {
        let bounds = self.mesh.bounds();
        if bounds.is_empty() {
            return 0.0;
        }
        let (matrix, translation) = self.pose.parts();
        (matrix.abs() * bounds.min.abs().max(bounds.max.abs()) + translation.abs()).max_element()
    }

    /// How far apart two points of the scene can be on one axis, roughly.
    pub(crate) fn span(&self) -> f64 {
        self.scene_bounds.size().max_element()
    }

    /// A power of two that is about the size of the scene: in this unit its coordinates are ordinary numbers.
    pub(crate) fn unit(&self) -> f64 {
        match (self.span().to_bits() >> 52) << 52 {
            // The inverse of a subnormal number may be infinite.
            0 => f64::MIN_POSITIVE,
            bits => f64::from_bits(bits.min(2045 << 52)),
        }
    }

    /// The boxes of all triangles, for objects with few.
    pub(crate) fn small_boxes(&self) -> &SmallBoxes {
        self.small_boxes.get_or_init(|| SmallBoxes::new(self, self.scene_bounds.min, self.unit().recip()))
    }

    /// Whether any two of its triangles overlap.
    pub(crate) fn overlaps_itself(&self) -> bool {
        if let Some(&known) = self.overlaps_itself.get() {
            return known;
        }
        let batch = self.first_self_overlaps();
        // Outside the lock: a thread that waits for others while it holds one may be given work that needs it.
        *self.overlaps_itself.get_or_init(|| !batch.findings.is_empty())
    }

    /// Whether it encloses anything, if it is closed: found out once.
    pub(crate) fn has_inside(&self, look: impl FnOnce() -> bool) -> bool {
        if let Some(&known) = self.has_inside.get() {
            return known;
        }
        // Outside the lock, as above.
        let found = look();
        *self.has_inside.get_or_init(|| found)
    }

    /// Some of its triangles that overlap, if any do: the search ends with the first.
    fn first_self_overlaps(&self) -> Batch<TrianglePair> {
        let is_found = AtomicBool::new(false);
        let halt = Halt { first: Some(&is_found), watch: None };
        let sink = Stoppable::new(SelfOverlapSink::new(self), halt, None, 0.0);
        methods::search(Method::Divide, WorldPair { a: self, b: self }, |_| None, &sink)
    }

    /// Which of its triangles are strangers.
    pub(crate) fn strangers(&self) -> &Strangers {
        if let Some(known) = self.strangers.get() {
            return known;
        }
        // Outside the lock, as above.
        let strangers = Arc::new(Strangers::of(self));
        self.strangers.get_or_init(|| strangers)
    }

    /// What rays through it have found out.
    pub(crate) fn followed(&self) -> &Followed {
        self.followed.get_or_init(Arc::default)
    }

    pub(crate) fn triangle_count(&self) -> usize {
        self.mesh.triangles().len()
    }

    /// A triangle in the world. Does not place the whole object.
    #[inline]
    pub(crate) fn triangle(&self, triangle: u32) -> Triangle {
        self.corners().of(triangle)
    }

    /// For looking up many triangles: uses world positions if they are computed by now.
    pub(crate) fn corners(&self) -> Corners<'_> {
        let (positions, pose) = match self.placed.get() {
            Some(placed) => (&placed.positions[..], None),
            None => (self.mesh.positions(), (!self.is_identity).then_some(self.pose)),
        };
        Corners { surface: Surface { positions, triangles: self.mesh.triangles() }, pose }
    }

    /// The data that the next run can reuse.
    pub(crate) fn into_placed(self) -> Option<Placed> {
        self.placed.into_inner()
    }
}

/// Triangles that are placed at a time.
const WIDTH: usize = 8;
/// Their places, and their corners one after another.
const PLACES: [u32; WIDTH] = [0, 1, 2, 3, 4, 5, 6, 7];
const SEPARATE: [[u32; 3]; WIDTH] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11], [12, 13, 14], [15, 16, 17], [18, 19, 20], [21, 22, 23]];

/// The triangles of an object in world coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners<'w> {
    surface: Surface<'w>,
    /// Still to be applied.
    pose: Option<Pose>,
}

/// How far the corners of triangles extend in a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along<'w> {
    surface: Surface<'w>,
    /// In the coordinates of the surface.
    direction: DVec3,
    start: f64,
}

impl Along<'_> {
    /// The vertex that extends farthest, in this direction or, with a `sign` of -1, against it; and how far.
    pub(crate) fn farthest(&self, sign: f64) -> (f64, u32) {
        const WIDTH: usize = 64;
        let mut best = (f64::NEG_INFINITY, 0);
        for (chunk, positions) in self.surface.positions.chunks(WIDTH).enumerate() {
            let mut extents = [f64::NEG_INFINITY; WIDTH];
            let largest = with_wide_vectors(
                #[inline(always)]
                || {
                    for (extent, position) in extents.iter_mut().zip(positions) {
                        *extent = (self.direction.dot(*position) + self.start) * sign;
                    }
                    extents.iter().fold(f64::NEG_INFINITY, |most, &x| if x > most { x } else { most })
                },
            );
            if largest > best.0 {
                let place = extents.iter().position(|&extent| extent == largest).unwrap_or(0);
                best = (largest, (chunk * WIDTH + place) as u32);
            }
        }
        best
    }

    #[inline]
    pub(crate) fn of(&self, triangle: u32) -> [f64; 3] {
        self.surface.triangle(triangle).map(|corner| self.direction.dot(corner) + self.start)
    }
}

impl<'w> Corners<'w> {
    /// For how far triangles extend in a direction, from `origin` on.
    pub(crate) fn along(&self, direction: DVec3, origin: DVec3) -> Along<'w> {
        let (matrix, translation) = self.pose.as_ref().map_or((DMat3::IDENTITY, DVec3::ZERO), |pose| pose.parts());
        let start = direction.dot(translation - origin);
        Along { surface: self.surface, direction: matrix.transpose() * direction, start }
    }

    /// Where a vertex is.
    pub(crate) fn position(&self, vertex: u32) -> DVec3 {
        let point = self.surface.positions[vertex as usize];
        self.pose.as_ref().map_or(point, |pose| pose.apply(point))
    }

    /// The first triangle at a vertex, if there is one.
    pub(crate) fn triangle_at(&self, vertex: u32) -> Option<u32> {
        let place = first_equal(self.surface.triangles.as_flattened(), vertex)?;
        Some((place / 3) as u32)
    }

    #[inline(always)]
    pub(crate) fn of(&self, triangle: u32) -> Triangle {
        let corners = self.surface.triangle(triangle);
        match &self.pose {
            None => corners,
            Some(pose) => [pose.apply(corners[0]), pose.apply(corners[1]), pose.apply(corners[2])],
        }
    }

    pub(crate) fn vertices(&self, triangle: u32) -> [u32; 3] {
        self.surface.triangles[triangle as usize]
    }

    /// [`Surface::for_each_overlap`], for all triangles of this object at any time.
    #[inline]
    pub(crate) fn for_each_overlap(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        others: &[u32],
        mut found: impl FnMut(u32, Class),
    ) {
        if self.pose.is_none() {
            return self.surface.for_each_overlap(triangle, own, others, found);
        }
        if own.is_some() {
            // Only for the few pairs that a GPU leaves: on the CPU, objects that are compared with themselves are
            // placed first.
            let decide = |&other: &u32| Some((other, self_overlap(triangle, &self.of(other))?));
            return others.iter().filter_map(decide).for_each(|(other, class)| found(other, class));
        }
        for others in others.chunks(WIDTH) {
            let mut positions = [DVec3::ZERO; 3 * WIDTH];
            for (corners, &other) in positions.as_chunks_mut().0.iter_mut().zip(others) {
                *corners = self.of(other);
            }
            let surface = Surface { positions: &positions, triangles: &SEPARATE };
            surface.for_each_overlap(triangle, None, &PLACES[..others.len()], |place, class| {
                found(others[place as usize], class);
            });
        }
    }
}

/// A box around what is placed, without placing it: the image of its own box, grown by more than all rounding.
fn outer_bounds(local: &Aabb, pose: &Pose) -> Aabb {
    if pose.is_identity() || local.is_empty() { *local } else { image_of_box(local, pose) }
}

/// Whether the boxes prove that all vertices stay in range, unused ones included, given the box around the triangles.
fn stays_in_range(mesh: &Mesh, pose: &Pose, triangles: &Aabb) -> bool {
    let is_finite = |bounds: &Aabb| bounds.min.is_finite() && bounds.max.is_finite();
    if mesh.bounds() == mesh.vertex_bounds() {
        return mesh.positions().is_empty() || is_finite(triangles);
    }
    is_finite(&outer_bounds(&mesh.vertex_bounds(), pose)) && (mesh.triangles().is_empty() || is_finite(triangles))
}

/// A box around the images of all points of `local`, each rounded as [`Pose::apply`] rounds them. All of space if it reaches
/// out of range.
#[inline]
pub(crate) fn image_of_box(local: &Aabb, pose: &Pose) -> Aabb {
    let (matrix, translation) = pose.parts();
    if matrix == DMat3::IDENTITY {
        // One rounded sum on each axis, and that is monotone: the images of the corners bound all others.
        return Aabb { min: local.min + translation, max: local.max + translation };
    }
    let magnitude =
        |point: DVec3| matrix.x_axis.abs() * point.x + matrix.y_axis.abs() * point.y + matrix.z_axis.abs() * point.z;
    let center = pose.apply(local.center());
    // The halves of subnormals are rounded too, and a matrix may make that large: there the smallest normal number counts.
    let farthest = local.min.abs().max(local.max.abs()) + f64::MIN_POSITIVE;
    // A dozen roundings, each of at most 2⁻⁵³ of the largest intermediate value, and a subnormal or two.
    let rounding = (magnitude(farthest) + translation.abs()) * (8.0 * f64::EPSILON) + f64::MIN_POSITIVE;
    // Halved first: the difference may be out of range.
    let half = magnitude(local.max * 0.5 - local.min * 0.5) + rounding;
    if !half.is_finite() {
        return Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY };
    }
    Aabb { min: center - half, max: center + half }
}

/// With as many triangles in all, or vertices, any work is done before other threads have woken up.
pub(crate) const FEW_TRIANGLES: usize = 1 << 10;

/// Computes the positions of all these objects, with all threads: for methods that look at most triangles anyway. To be
/// called before threads work on pairs of them.
pub(crate) fn place(mut objects: Vec<&WorldObject>) {
    objects.retain(|object| !object.is_identity && object.placed.get().is_none());
    if objects.iter().map(|object| object.mesh.positions().len()).sum::<usize>() <= FEW_TRIANGLES {
        return objects.into_iter().for_each(|object| _ = object.placed());
    }
    objects.into_par_iter().for_each(|object| {
        let place = |&point: &DVec3| object.pose.apply(point);
        let positions = object.mesh.positions().par_iter().with_min_len(1 << 14).map(place).collect();
        // Outside the lock, which must not be held while this thread may take on other work. Another thread may have
        // been faster.
        let _ = object.placed.set(object.placed_at(positions));
    });
}

#[cfg(feature = "gpu")]
/// The objects that are in any of these pairs.
pub(crate) fn of_pairs<'w>(objects: &'w [WorldObject], pairs: &[WorldPair<'_>]) -> Vec<&'w WorldObject> {
    let mut is_paired = vec![false; objects.len()];
    pairs.iter().for_each(|pair| (is_paired[pair.a.id.index()], is_paired[pair.b.id.index()]) = (true, true));
    objects.iter().zip(is_paired).filter(|(_, is_paired)| *is_paired).map(|(object, _)| object).collect()
}

/// Two objects by their numbers.
pub(crate) fn pair(objects: &[WorldObject], (a, b): (u32, u32)) -> WorldPair<'_> {
    WorldPair { a: &objects[a as usize], b: &objects[b as usize] }
}

/// Tells objects that they are those of one scene.
pub(crate) fn share_bounds(objects: &mut [WorldObject]) {
    let bounds = objects.iter().fold(Aabb::EMPTY, |bounds, object| bounds.union(&object.outer_bounds));
    objects.iter_mut().for_each(|object| object.scene_bounds = bounds);
}

/// All objects of a scene in world coordinates.
pub(crate) fn objects(scene: &Scene, placed: &[Option<Placed>]) -> Result<Vec<WorldObject>, Error> {
    let place = |id: ObjectId| WorldObject::new(scene, id, placed.get(id.index()).and_then(Option::as_ref));
    let mut objects: Vec<WorldObject> =
        (0..scene.objects().len()).map(|index| place(scene.id_at(index))).collect::<Result<_, Error>>()?;
    share_bounds(&mut objects);
    Ok(objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_an_object_overlaps_itself_is_known_with_the_first_pair() {
        let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let merged = Mesh::new(corners, faces.into_iter().cycle().take(4 * 3000).collect()).unwrap();
        let mut scene = Scene::new();
        scene.add("", &merged, Pose::IDENTITY);
        let object = objects(&scene, &[]).unwrap().remove(0);
        let batch = object.first_self_overlaps();
        assert!(object.overlaps_itself() && !batch.findings.is_empty());
        // There are 72 million.
        assert!(batch.candidates < 200_000, "{}", batch.candidates);
    }
}
