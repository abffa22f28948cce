//! Fingerprints of what a finding is about: whoever decided something about it did so of this shape.

use allide::{DVec3, ObjectId, Scene};
use std::collections::HashMap;

/// Fingerprints of objects where they are, each made once.
#[derive(Clone, Debug)]
pub struct Shapes<'s> {
    scene: &'s Scene,
    known: HashMap<ObjectId, u64>,
}

impl<'s> Shapes<'s> {
    /// Of the objects of this scene.
    pub fn new(scene: &'s Scene) -> Self {
        Self { scene, known: HashMap::new() }
    }

    /// The fingerprint of these objects together: 16 hexadecimal digits, whatever their order.
    ///
    /// It depends on every bit of every corner in the world, and on nothing else: not on names, nor on the order of triangles
    /// and vertices. It is 64 bits and no cryptographic hash: chance does not make two shapes alike, but malice may.
    pub fn of(&mut self, objects: impl IntoIterator<Item = ObjectId>) -> String {
        let scene = self.scene;
        let mut hash = |id: ObjectId| *self.known.entry(id).or_insert_with(|| object(scene, id));
        let sum = objects.into_iter().map(|id| mixed(hash(id))).fold(0, u64::wrapping_add);
        format!("{:016x}", mixed(sum))
    }
}

/// The fingerprint of numbers, in their order.
pub fn fingerprint(numbers: impl IntoIterator<Item = f64>) -> String {
    format!("{:016x}", numbers.into_iter().fold(0, joined))
}

fn object(scene: &Scene, id: ObjectId) -> u64 {
    let object = &scene.objects()[id.index()];
    let corner = |point: &DVec3| object.pose().apply(*point).to_array().into_iter().fold(0, joined);
    let corners: Vec<u64> = object.mesh().positions().iter().map(corner).collect();
    let sum = |hashes: &mut dyn Iterator<Item = u64>| mixed(hashes.fold(0, u64::wrapping_add));
    let triangle = |triangle: &[u32; 3]| sum(&mut triangle.iter().map(|&vertex| corners[vertex as usize]));
    sum(&mut object.mesh().triangles().iter().map(triangle))
}

fn joined(hash: u64, number: f64) -> u64 {
    // Zero has no sign.
    mixed(hash.rotate_left(5) ^ (number + 0.0).to_bits())
}

/// SplitMix64's last step, by Vigna: every bit of the input changes half of the output.
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Mesh, Pose};

    /// Corners, triangles, and how far along x it is moved.
    type Placed = (Vec<[f64; 3]>, Vec<[u32; 3]>, f64);

    fn of(meshes: &[Placed]) -> String {
        let mut scene = Scene::new();
        for (k, (points, triangles, x)) in meshes.iter().enumerate() {
            let mesh = Mesh::new(points.clone(), triangles.clone()).unwrap();
            scene.add(format!("{k}"), &mesh, Pose::translation(*x, 0.0, 0.0).unwrap());
        }
        Shapes::new(&scene).of(scene.ids())
    }

    #[test]
    fn a_shape_is_known_by_its_corners_in_the_world_alone() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let (here, there) = ((points.clone(), vec![[0, 1, 2], [0, 1, 3]], 0.0), (points.clone(), vec![[0, 2, 3]], 5.0));
        let shape = of(&[here.clone(), there.clone()]);
        assert_eq!(of(&[there.clone(), here.clone()]), shape, "in any order");
        let turned: Vec<[f64; 3]> = points.iter().rev().map(|p| p.map(|x| -(-x))).collect();
        assert_eq!(of(&[(turned, vec![[2, 0, 3], [1, 3, 2]], 0.0), there.clone()]), shape, "in any order of triangles");
        let baked = points.iter().map(|[x, y, z]| [x + 5.0, *y, -0.0 + z]).collect();
        assert_eq!(of(&[here.clone(), (baked, vec![[0, 2, 3]], 0.0)]), shape, "moved or placed");
        let mut moved = there.clone();
        moved.2 += f64::EPSILON * 4.0;
        assert_ne!(of(&[here.clone(), moved]), shape, "one bit away");
        let mut bent = here.clone();
        bent.0[3][2] = 1.0 + f64::EPSILON;
        assert_ne!(of(&[bent, there.clone()]), shape);
        assert_ne!(of(&[here.clone(), here.clone()]), shape);
        assert_ne!(of(&[here.clone(), here]), of(&[there.clone(), there]), "copies do not cancel");
    }

    #[test]
    fn numbers_count_in_their_order() {
        assert_eq!(fingerprint([1.0, 2.0]), fingerprint([1.0, 2.0]));
        assert_ne!(fingerprint([1.0, 2.0]), fingerprint([2.0, 1.0]));
        assert_ne!(fingerprint([]), fingerprint([0.0]));
    }
}
