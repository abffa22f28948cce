//! One small scene at the ends of the number range.

use crate::shapes::{blob, cuboid, merge};
use allide::{Mesh, Pose, Scene};

/// Two crossing bodies on two touching boxes, mapped by `pose`; baked, so that the vertices themselves are extreme.
fn still_life(pose: Pose) -> Scene {
    let mut scene = Scene::new();
    let mut put = |name: &str, mesh: Mesh| _ = scene.add(name, &merge([(&mesh, pose)]), Pose::IDENTITY);
    put("table", cuboid([-4.0, -4.0, -1.0], [4.0, 4.0, 0.0]));
    put("box", cuboid([-2.0, -2.0, 0.0], [2.0, 2.0, 1.0]));
    put("blob a", merge([(&blob(1, 200), crate::moved(0.0, 0.0, 2.5))]));
    put("blob b", merge([(&blob(2, 200), crate::moved(1.0, 0.5, 3.0))]));
    scene
}

fn scaled(factor: f64) -> Pose {
    Pose::affine([[factor, 0.0, 0.0], [0.0, factor, 0.0], [0.0, 0.0, factor]], [0.0; 3]).expect("finite")
}

/// Hard: at 10⁷ from the origin, determinants of coordinates lose nearly all their bits to the offset.
pub fn far_away() -> Scene {
    still_life(crate::moved(1e7, -1e7, 1e7))
}

/// Hard: at a scale of 2⁵⁰⁰, about 3 · 10¹⁵⁰, products of three coordinates overflow.
pub fn huge() -> Scene {
    still_life(scaled(2f64.powi(500)))
}

/// Hard: at a scale of 2⁻⁵⁰⁰, about 3 · 10⁻¹⁵¹, products of three coordinates vanish.
pub fn tiny() -> Scene {
    still_life(scaled(2f64.powi(-500)))
}
