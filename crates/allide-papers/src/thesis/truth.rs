//! Which solids interfere, without pixels.

use allide::{Aabb, DVec3, Engine, Error, ObjectId, Overlaps, PairClass, Scene};
use std::collections::BTreeSet;
use std::f64::consts::PI;

/// The pairs of closed objects in general position that interfere: surfaces cross, or one object is inside another.
pub fn interfering(scene: &Scene) -> Result<BTreeSet<[ObjectId; 2]>, Error> {
    let surfaces = Engine::cpu().run(scene, &Overlaps::new())?;
    let hard = surfaces.pairs.iter().filter(|pair| pair.class == PairClass::Hard);
    let mut pairs: BTreeSet<[ObjectId; 2]> = hard.map(|pair| [pair.a, pair.b]).collect();
    let bounds = |id: ObjectId| {
        let object = &scene.objects()[id.index()];
        Aabb::around(object.mesh().positions().iter().map(|&point| object.pose().apply(point)))
    };
    let solids: Vec<(ObjectId, Aabb)> = scene.ids().map(|id| (id, bounds(id))).collect();
    for &(a, outer) in &solids {
        for &(b, inner) in solids.iter().filter(|(b, inner)| *b != a && outer.union(inner) == outer) {
            let corner = scene.triangle(b, 0)[0];
            if !inner.is_empty() && is_inside(scene, a, corner) {
                pairs.insert([a.min(b), a.max(b)]);
            }
        }
    }
    Ok(pairs)
}

/// Whether a point that is not on the surface is inside: triangles fill all directions around it, by their solid angles (van
/// Oosterom and Strackee).
fn is_inside(scene: &Scene, object: ObjectId, point: DVec3) -> bool {
    let count = scene.objects()[object.index()].mesh().triangles().len();
    let angle = |triangle: u32| {
        let [a, b, c] = scene.triangle(object, triangle).map(|corner| (corner - point).normalize());
        2.0 * a.dot(b.cross(c)).atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a))
    };
    let sum: f64 = (0..count as u32).map(angle).sum();
    sum.abs() > 2.0 * PI
}
