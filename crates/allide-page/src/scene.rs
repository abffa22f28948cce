//! The objects of a scene, and how they move.

use crate::html::Page;
use crate::view::{Frame, MeshEntry, ObjectEntry};
use allide::{Aabb, DVec3, Mesh, Object, Scene};
use std::collections::HashMap;

/// The state of the page so far: the next frame stores only what changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// For each mesh of the page, the one that it shows now, and how its points are made.
    meshes: Vec<(Mesh, Placed)>,
    /// The pose of each object.
    poses: Vec<[f64; 12]>,
    /// The meshes whose vertices are in one place in memory.
    shared: HashMap<usize, Vec<usize>>,
    /// The objects of a name.
    named: HashMap<String, Vec<usize>>,
}

/// Where the vertices are in memory.
fn address(mesh: &Mesh) -> usize {
    mesh.positions().as_ptr().addr()
}

/// The pose of an object that is not there: all of it is one point.
const NOWHERE: [f64; 12] = [0.0; 12];

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
    /// Adds the objects of a scene, in whose middle the origin then is. `source` tells the file of the object of that number.
    pub fn add_scene(&mut self, scene: &Scene, source: impl Fn(usize) -> String) {
        let bounds = scene.ids().fold(Aabb::EMPTY, |bounds, id| bounds.union(&scene.bounds_of(id)));
        let placed = Placed::new(&bounds);
        (self.view.origin, self.view.scale) = (placed.center.to_array(), placed.scale);
        for (index, object) in scene.objects().iter().enumerate() {
            self.add_object(object, source(index));
        }
    }

    /// Adds a frame: objects of the same name and with the same triangles are those on the page already, moved or bent;
    /// others are new. Returns the place of each on the page.
    pub fn add_frame(&mut self, scene: &Scene, label: impl Into<String>, time: Option<f64>) -> Vec<usize> {
        let mut frame = Frame { label: label.into(), time, ..Frame::default() };
        let mut is_there = vec![false; self.view.objects.len()];
        let mut places = Vec::new();
        for object in scene.objects() {
            let known = self.kept.named.get(object.name()).into_iter().flatten().copied();
            let is_same = |&place: &usize| {
                let kept = self.view.objects[place].mesh.map(|mesh| &self.kept.meshes[mesh].0);
                !is_there[place] && kept.is_some_and(|kept| kept.triangles() == object.mesh().triangles())
            };
            let Some(place) = known.clone().find(is_same) else {
                // It was not there before.
                let place = self.add_object(object, String::new());
                self.view.frames.iter_mut().take(1).for_each(|first| first.poses.push((place, NOWHERE)));
                frame.poses.extend((!self.view.frames.is_empty()).then(|| (place, self.kept.poses[place])));
                is_there.push(true);
                places.push(place);
                continue;
            };
            is_there[place] = true;
            places.push(place);
            self.bend(object, place, &mut frame);
            let pose = self.pose(object, self.view.objects[place].mesh.unwrap_or(0));
            self.turn(place, pose, &mut frame);
        }
        for place in (0..is_there.len()).filter(|&place| !is_there[place]) {
            self.turn(place, NOWHERE, &mut frame);
        }
        self.view.frames.push(frame);
        places
    }

    /// Says in a frame that the vertices of an object have moved, if they have. A mesh that others show, too, is then copied.
    fn bend(&mut self, object: &Object, place: usize, frame: &mut Frame) {
        let Some(mut mesh) = self.view.objects[place].mesh else { return };
        let kept = &self.kept.meshes[mesh].0;
        if kept.is_same(object.mesh()) || kept.positions() == object.mesh().positions() {
            return;
        }
        if self.view.objects.iter().enumerate().any(|(other, entry)| other != place && entry.mesh == Some(mesh)) {
            mesh = self.copy_mesh(mesh);
            self.view.objects[place].mesh = Some(mesh);
        }
        let points = self.kept.meshes[mesh].1.points(object.mesh());
        let slice = self.own_points(&points);
        frame.points.push((mesh, slice));
        self.kept.meshes[mesh].0 = object.mesh().clone();
    }

    /// Another mesh with the same past.
    fn copy_mesh(&mut self, mesh: usize) -> usize {
        let copy = self.view.meshes.len();
        self.view.meshes.push(self.view.meshes[mesh].clone());
        self.kept.meshes.push(self.kept.meshes[mesh].clone());
        for frame in &mut self.view.frames {
            let before = frame.points.iter().find(|(bent, _)| *bent == mesh).map(|(_, slice)| slice.clone());
            frame.points.extend(before.map(|slice| (copy, slice)));
        }
        copy
    }

    fn turn(&mut self, place: usize, pose: [f64; 12], frame: &mut Frame) {
        if self.kept.poses[place] != pose {
            frame.poses.push((place, pose));
            self.kept.poses[place] = pose;
        }
    }

    fn add_object(&mut self, object: &Object, source: String) -> usize {
        let known = self.kept.shared.get(&address(object.mesh()));
        let same = known.into_iter().flatten().copied().find(|&place| self.kept.meshes[place].0.is_same(object.mesh()));
        let mesh = same.unwrap_or_else(|| self.add_mesh(object.mesh()));
        let (pose, place) = (self.pose(object, mesh), self.view.objects.len());
        self.kept.poses.push(pose);
        self.kept.named.entry(object.name().to_owned()).or_default().push(place);
        let name = object.name().to_owned();
        self.view.objects.push(ObjectEntry {
            name,
            source,
            mesh: Some(mesh),
            pose: Some(pose),
            ..ObjectEntry::default()
        });
        place
    }

    fn add_mesh(&mut self, mesh: &Mesh) -> usize {
        let placed = Placed::new(&mesh.bounds());
        let points = self.own_points(&placed.points(mesh));
        let corners: Vec<i32> = mesh.triangles().iter().flatten().map(|&vertex| vertex as i32).collect();
        let triangles = self.ints(&corners, 1);
        self.view.meshes.push(MeshEntry { points, triangles });
        self.kept.shared.entry(address(mesh)).or_default().push(self.view.meshes.len() - 1);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Slice;
    use crate::bytes::tests::decode;
    use crate::view::Kind;
    use allide::Pose;

    fn triangle(height: f64) -> Mesh {
        Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, height]], vec![[0, 1, 2]]).unwrap()
    }

    /// The pose and the points of each object in each frame, as a reader sees them.
    fn played(page: &Page) -> Vec<Vec<(String, [f64; 12], Slice)>> {
        let mut poses: Vec<[f64; 12]> = page.view.objects.iter().map(|object| object.pose.unwrap()).collect();
        let mut points: Vec<Slice> = page.view.meshes.iter().map(|mesh| mesh.points.clone()).collect();
        let mut frames = Vec::new();
        for frame in &page.view.frames {
            frame.poses.iter().for_each(|&(object, pose)| poses[object] = pose);
            frame.points.iter().for_each(|(mesh, slice)| points[*mesh] = slice.clone());
            let objects = page.view.objects.iter().zip(&poses);
            let state = objects.map(|(x, &pose)| (x.name.clone(), pose, points[x.mesh.unwrap()].clone()));
            frames.push(state.filter(|(_, pose, _)| *pose != NOWHERE).collect());
        }
        frames
    }

    #[test]
    fn objects_move_bend_come_and_go() {
        let (flat, bent) = (triangle(0.0), triangle(0.5));
        let at = |x: f64| Pose::translation(x, 0.0, 0.0).unwrap();
        let scene = |objects: &[(&str, &Mesh, f64)]| {
            let mut scene = Scene::new();
            for (name, mesh, x) in objects {
                scene.add(*name, mesh, at(*x));
            }
            scene
        };
        let scenes = [
            scene(&[("a", &flat, 0.0), ("b", &flat, 5.0)]),
            scene(&[("a", &flat, 1.0), ("b", &bent, 5.0), ("c", &flat, 9.0)]),
            scene(&[("c", &flat, 9.5), ("a", &bent, 1.0)]),
            scene(&[("a", &bent, 1.0), ("b", &bent, 5.0)]),
        ];
        let mut page = Page::new(Kind::Check, "");
        page.add_scene(&scenes[0], |_| String::new());
        assert_eq!(page.view.meshes.len(), 1);
        let places: Vec<Vec<usize>> = scenes.iter().map(|scene| page.add_frame(scene, "", None)).collect();
        assert_eq!(places, [vec![0, 1], vec![0, 1, 2], vec![2, 0], vec![0, 1]]);
        let origin = page.view.origin[0];
        for (scene, frame) in scenes.iter().zip(played(&page)) {
            let mut expected: Vec<_> = scene.objects().iter().collect();
            expected.sort_by_key(|object| object.name().to_owned());
            assert_eq!(frame.len(), expected.len());
            for (object, (name, pose, points)) in expected.into_iter().zip(frame) {
                assert_eq!(object.name(), name);
                // The middle of the mesh is half a unit from its first corner.
                assert_eq!(pose[9] + origin, object.pose().apply(DVec3::ZERO).x + 0.5);
                let height = object.mesh().positions()[2].z;
                let values = decode(page.bytes(), &points);
                let shown = f64::from(values[8] - values[2]) * points.step.unwrap();
                assert!((shown - height).abs() < 1e-5, "{name}: {shown} is not {height}");
            }
        }
    }
}
