//! Placeholder.
#![allow(missing_docs)]
use allide::{Mesh, Pose, Scene};
pub struct Entry {
    pub name: &'static str,
    pub description: &'static str,
    pub build: fn() -> Scene,
}
pub fn all() -> &'static [Entry] {
    &[Entry { name: "plant", description: "two wedges", build: wedges }]
}
fn wedges() -> Scene {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    let mut scene = Scene::new();
    scene.add("base", &wedge, Pose::IDENTITY);
    scene.add("lid", &wedge, Pose::translation(0.1, 0.1, 0.1));
    scene.add("side", &wedge, Pose::translation(1.0, 0.0, 0.0));
    scene
}

pub mod shapes {
    use allide::Mesh;
    pub fn cuboid(_: [f64; 3], _: [f64; 3]) -> Mesh {
        super::wedges().objects()[0].mesh().clone()
    }
    pub fn blob(_: u64, n: usize) -> Mesh {
        let t = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Mesh::new(corners, t.into_iter().cycle().take(n).collect()).unwrap()
    }
    pub fn cloth(_: u64, n: usize) -> Mesh {
        blob(1, n)
    }
}
