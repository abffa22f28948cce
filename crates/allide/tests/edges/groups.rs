//! Groups belong to the scene that made them.

use allide::{GroupId, Mesh, Pose, Scene};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn scene() -> Scene {
    let mut scene = Scene::new();
    let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    scene.add("one", &mesh, Pose::IDENTITY);
    scene.add("other", &mesh, Pose::IDENTITY);
    scene
}

#[test]
fn groups_of_a_larger_scene_are_refused() {
    let mut larger = Scene::new();
    let foreign: GroupId = (0..100).map(|_| larger.add_group()).last().unwrap();
    let mut scene = scene();
    let own = scene.add_group();
    let object = scene.ids().next().unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| scene.set_group(object, foreign))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| scene.ignore(own, foreign))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| scene.ignore(foreign, own))).is_err());
    scene.set_group(object, own);
    scene.ignore(own, own);
}
