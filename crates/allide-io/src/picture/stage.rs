use super::Up;
use super::index::Index;
use allide::{Aabb, DVec3, ObjectId, Scene};
use std::collections::HashMap;

/// How a face is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// In one of the muted colours.
    Plain(u8),
    /// Of the first or the second object of a pair.
    Side(u8),
    /// Of what surrounds them.
    Rest,
}

/// A triangle in stage coordinates. Single precision is enough for pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub corners: [[f32; 3]; 3],
    pub object: u32,
    /// Its number inside the object.
    pub triangle: u32,
    pub role: Role,
}

impl Face {
    pub fn corners(&self) -> [DVec3; 3] {
        self.corners.map(|corner| DVec3::from(corner.map(f64::from)))
    }

    /// Of length 1; zero if the triangle has no area.
    pub fn normal(&self) -> DVec3 {
        let [a, b, c] = self.corners();
        (b - a).cross(c - a).normalize_or_zero()
    }
}

/// The geometry that the camera looks at, moved and scaled so that it lies in the cube from −1 to 1 with z up: no size is too
/// large or too small.
pub(super) struct Staging {
    pub faces: Vec<Face>,
    center: DVec3,
    half: f64,
    up: Up,
}

impl Staging {
    /// Everything.
    pub fn whole(scene: &Scene, index: &Index, tints: &[u8], up: Up) -> Self {
        let bounds = index.bounds;
        let center = if bounds.is_empty() { DVec3::ZERO } else { bounds.center() };
        // Halved before they are subtracted: the size itself may be out of range.
        let half = if bounds.is_empty() { 0.0 } else { (bounds.max * 0.5 - bounds.min * 0.5).max_element() };
        let mut stage = Self { faces: Vec::new(), center, half, up };
        stage.gather(scene, index, &bounds, |object| Role::Plain(tints[object]));
        stage
    }

    /// The geometry within `reach` times `half` of a place, with the two objects of a pair in their colours.
    pub fn around(
        scene: &Scene,
        index: &Index,
        (center, half, reach): (DVec3, f64, f64),
        sides: &HashMap<ObjectId, u8>,
        up: Up,
    ) -> Self {
        let mut stage = Self { faces: Vec::new(), center, half, up };
        let extent = DVec3::splat(half * reach);
        let near = Aabb { min: center - extent, max: center + extent };
        let ids: Vec<Option<&u8>> = scene.ids().map(|id| sides.get(&id)).collect();
        stage.gather(scene, index, &near, |object| ids[object].map_or(Role::Rest, |&side| Role::Side(side)));
        stage
    }

    fn gather(&mut self, scene: &Scene, index: &Index, near: &Aabb, role: impl Fn(usize) -> Role) {
        let mut faces = Vec::new();
        index.for_each_near(scene, near, |object, triangle, corners| {
            let corners = corners.map(|corner| self.place(corner).as_vec3().to_array());
            if corners.iter().flatten().all(|x| x.is_finite()) {
                faces.push(Face { corners, object: object as u32, triangle, role: role(object) });
            }
        });
        self.faces = faces;
    }

    /// Keeps some triangles of some objects, each in order, and leaves everything where it is.
    pub fn retain(&mut self, parts: &[(ObjectId, Vec<u32>)]) {
        let kept: HashMap<u32, &Vec<u32>> = parts.iter().map(|(object, own)| (object.index() as u32, own)).collect();
        self.faces.retain(|face| kept.get(&face.object).is_some_and(|own| own.binary_search(&face.triangle).is_ok()));
    }

    /// Where a point of the world lies on the stage.
    pub fn place(&self, point: DVec3) -> DVec3 {
        let [x, y, z] = if self.half > 0.0 {
            // Divided, not multiplied by the inverse, which may be out of range.
            ((point * 0.5 - self.center * 0.5) / (self.half * 0.5)).to_array()
        } else {
            [0.0; 3]
        };
        match self.up {
            Up::Z => DVec3::new(x, y, z),
            Up::Y => DVec3::new(x, -z, y),
        }
    }
}

/// For each object, which colour it has. Objects whose names differ only from the first digit on are of one sort, and share a
/// colour, unless there are too few sorts to tell things apart by.
pub(super) fn tints(scene: &Scene) -> Vec<u8> {
    let mut sorts: HashMap<&str, usize> = HashMap::new();
    let mut by_sort = Vec::new();
    for object in scene.objects() {
        let sort = object.name().split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
        let next = sorts.len();
        by_sort.push(*sorts.entry(sort).or_insert(next));
    }
    let tints = if sorts.len() < 4 { (0..by_sort.len()).collect() } else { by_sort };
    tints.into_iter().map(|tint| (tint % super::shade::TINTS.len()) as u8).collect()
}
