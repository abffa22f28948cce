//! The objects of a scene, and how they move.

use crate::bytes::Slice;
use crate::html::Page;
use crate::view::{Frame, MeshEntry, ObjectEntry};
use allide::{Aabb, DVec3, Mesh, Object, Scene};
use std::collections::HashMap;

/// What is on the page already, to say of the next frame only what changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// For each mesh of the page, the one that it shows now, and how its points are made.
    meshes: Vec<(Mesh, Placed)>,
    /// The pose of each object.
    poses: Vec<[f64; 12]>,
}

/// The points of a mesh on the page: relative to a point, and divided by a number.
#[derive(Clone, Copy, Debug)]
struct Placed {
    center: DVec3,
    scale: f64,
}

impl Placed {
    fn new(bounds: &Aabb) -> Self {
        if bounds.is_empty() {
            return Self { center: DVec3::ZERO, scale: 1.0 };
        }
        let half = bounds.max * 0.5 - bounds.min * 0.5;
        // Half of each, as the sum might be infinite.
        Self { center: bounds.min * 0.5 + bounds.max * 0.5, scale: scale(half.max_element()) }
    }

    fn points(self, mesh: &Mesh) -> Vec<DVec3> {
        mesh.positions().iter().map(|&point| (point * 0.5 - self.center * 0.5) / self.scale * 2.0).collect()
    }
}

/// 1 for ordinary sizes, which 32-bit floats hold with room for squares; a power of two that brings others to about 1.
fn scale(size: f64) -> f64 {
    if size == 0.0 || (1e-9..1e9).contains(&size) { 1.0 } else { size.log2().floor().exp2().max(f64::MIN_POSITIVE) }
}

impl Page {
    /// Adds the objects of a scene, which is where the origin then is. `source` tells the file of the object of that number.
    pub fn add_scene(&mut self, scene: &Scene, source: impl Fn(usize) -> String) {
        let bounds = scene.ids().fold(Aabb::EMPTY, |bounds, id| bounds.union(&scene.bounds_of(id)));
        let placed = Placed::new(&bounds);
        (self.view.origin, self.view.scale) = (placed.center.to_array(), placed.scale);
        let mut shared: HashMap<*const DVec3, Vec<usize>> = HashMap::new();
        for (index, object) in scene.objects().iter().enumerate() {
            let mesh = object.mesh();
            let known = shared.entry(mesh.positions().as_ptr()).or_default();
            let same = known.iter().copied().find(|&place| self.kept.meshes[place].0.is_same(mesh));
            let place = same.unwrap_or_else(|| {
                known.push(self.view.meshes.len());
                self.add_mesh(mesh)
            });
            let pose = self.pose(object, place);
            self.kept.poses.push(pose);
            self.view.objects.push(ObjectEntry {
                name: object.name().to_owned(),
                source: source(index),
                mesh: Some(place),
                pose: Some(pose),
                closed: None,
                color: None,
                image: None,
            });
        }
    }

    /// Adds a frame in which the same objects have moved, or their vertices have.
    pub fn add_frame(&mut self, scene: &Scene, label: impl Into<String>, time: Option<f64>) {
        let mut frame = Frame { label: label.into(), time, ..Frame::default() };
        for (index, object) in scene.objects().iter().enumerate() {
            let Some(place) = self.view.objects.get(index).and_then(|object| object.mesh) else { continue };
            let (kept, placed) = &self.kept.meshes[place];
            let is_changed = !kept.is_same(object.mesh()) && kept.positions() != object.mesh().positions();
            if is_changed {
                let points = placed.points(object.mesh());
                let slice = self.own_points(&points);
                frame.points.push((place, slice));
                self.kept.meshes[place].0 = object.mesh().clone();
            }
            let pose = self.pose(object, place);
            if self.kept.poses[index] != pose {
                frame.poses.push((index, pose));
                self.kept.poses[index] = pose;
            }
        }
        self.view.frames.push(frame);
    }

    fn add_mesh(&mut self, mesh: &Mesh) -> usize {
        let placed = Placed::new(&mesh.bounds());
        let points = self.own_points(&placed.points(mesh));
        let corners: Vec<i32> = mesh.triangles().iter().flatten().map(|&vertex| vertex as i32).collect();
        let triangles = self.ints(&corners, 1);
        self.view.meshes.push(MeshEntry { points, triangles });
        self.kept.meshes.push((mesh.clone(), placed));
        self.view.meshes.len() - 1
    }

    /// From the points of the mesh on the page to positions relative to the origin.
    fn pose(&self, object: &Object, mesh: usize) -> [f64; 12] {
        let (pose, placed) = (object.pose(), self.kept.meshes[mesh].1);
        let [x, y, z, _] = pose.columns().map(|column| column.map(|x| x * placed.scale / self.view.scale));
        let place = self.position(pose.apply(placed.center)).to_array();
        let mut columns = [0.0; 12];
        for (to, from) in columns.iter_mut().zip([x, y, z, place].into_iter().flatten()) {
            *to = from;
        }
        columns
    }

    /// Adds the triangles of an object, by their numbers.
    pub fn triangles(&mut self, triangles: impl IntoIterator<Item = u32>) -> Option<Slice> {
        let mut triangles: Vec<i32> = triangles.into_iter().map(|triangle| triangle as i32).collect();
        triangles.sort_unstable();
        triangles.dedup();
        (!triangles.is_empty()).then(|| self.ints(&triangles, 1))
    }
}
