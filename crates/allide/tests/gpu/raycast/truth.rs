//! Which solids interfere, without pixels.

use allide::{DVec3, Engine, ObjectId, Overlaps, PairClass, Scene};
use std::collections::BTreeSet;
use std::f64::consts::PI;

/// The pairs of closed objects in general position that interfere: surfaces cross, or one object is inside another.
pub fn interfering(scene: &Scene) -> BTreeSet<[ObjectId; 2]> {
    let surfaces = Engine::cpu().run(scene, &Overlaps::new()).unwrap();
    let hard = surfaces.pairs.iter().filter(|pair| pair.class == PairClass::Hard);
    let mut pairs: BTreeSet<[ObjectId; 2]> = hard.map(|pair| [pair.a, pair.b]).collect();
    let ids: Vec<ObjectId> = scene.ids().collect();
    for (place, &a) in ids.iter().enumerate() {
        for &b in &ids[place + 1..] {
            let corner = |id| scene.triangle(id, 0)[0];
            if is_inside(scene, a, corner(b)) || is_inside(scene, b, corner(a)) {
                pairs.insert([a, b]);
            }
        }
    }
    pairs
}

/// Whether a point that is not on the surface is inside: triangles fill all directions around it, by their solid angles (van
/// Oosterom and Strackee).
pub fn is_inside(scene: &Scene, object: ObjectId, point: DVec3) -> bool {
    let count = scene.get(object).unwrap().mesh().triangles().len();
    let angle = |triangle: u32| {
        let [a, b, c] = scene.triangle(object, triangle).map(|corner| (corner - point).normalize());
        2.0 * a.dot(b.cross(c)).atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a))
    };
    let sum: f64 = (0..count as u32).map(angle).sum();
    sum.abs() > 2.0 * PI
}
