//! Vertices of no triangle are as good as not there.

use super::methods;
use allide::{Clearance, Engine, Mesh, Method, Overlaps, PairClass, Pose, Scene, SelfOverlaps};
use allide_scenes::edges::{bodies, bodies_with_unused, with_unused};
use allide_scenes::shapes;

fn scenes() -> [Scene; 2] {
    [bodies([900, 700], Mesh::clone), bodies_with_unused([900, 700])]
}

#[test]
fn unused_vertices_change_no_finding() {
    let [plain, unused] = scenes();
    let near = Clearance::within(0.5).unwrap();
    for method in methods() {
        let mut engine = Engine::cpu();
        let question = Overlaps::new().method(method);
        let expected = engine.run(&plain, &question).unwrap();
        assert!(expected.findings().len() > 100);
        let found = engine.run(&unused, &question).unwrap();
        assert_eq!((found.findings(), &found.pairs), (expected.findings(), &expected.pairs), "{method:?}");
        assert!(
            method == Method::Brute || found.run.stats.candidates <= 2 * expected.run.stats.candidates,
            "{method:?}: {} candidates instead of {}",
            found.run.stats.candidates,
            expected.run.stats.candidates
        );
        let question = SelfOverlaps::of_all().method(method);
        let expected = engine.run(&plain, &question).unwrap();
        assert_eq!(engine.run(&unused, &question).unwrap().findings(), expected.findings(), "{method:?}");
        let question = near.clone().method(method);
        let expected = engine.run(&plain, &question).unwrap();
        assert!(!expected.pairs.is_empty());
        assert_eq!(engine.run(&unused, &question).unwrap().pairs, expected.pairs, "{method:?}");
    }
}

#[test]
fn identical_triangles_are_duplicates_whatever_other_vertices_there_are() {
    let mesh = shapes::blob(1, 60);
    for pose in [Pose::IDENTITY, Pose::rotation_translation([1.0, 2.0, 3.0], 0.7, [0.6, 0.3, 0.2]).unwrap()] {
        for unused in [[9.0; 3], [1e300; 3], [-0.01; 3]] {
            let mut scene = Scene::new();
            scene.add("plain", &mesh, pose);
            scene.add("unused", &with_unused(&mesh, &[unused]), pose);
            for method in methods() {
                let report = Engine::cpu().run(&scene, &Overlaps::new().with_duplicates().method(method)).unwrap();
                assert_eq!(report.sets[0].objects.len(), 2);
                assert_eq!(report.pairs[0].class, PairClass::Duplicate, "{method:?} {unused:?}");
            }
        }
    }
}

#[test]
fn objects_without_triangles_meet_nothing() {
    let mesh = shapes::blob(1, 60);
    let mut scene = Scene::new();
    scene.add("blob", &mesh, Pose::IDENTITY);
    let points = mesh.positions().iter().map(|point| point.to_array()).collect();
    scene.add("points", &Mesh::new(points, Vec::new()).unwrap(), Pose::translation(0.1, 0.0, 0.0).unwrap());
    for method in methods() {
        let mut engine = Engine::cpu();
        assert!(engine.run(&scene, &Overlaps::new().method(method)).unwrap().pairs.is_empty());
        let near = Clearance::within(5.0).unwrap().method(method);
        assert!(engine.run(&scene, &near).unwrap().pairs.is_empty());
        assert!(engine.run(&scene, &near.with_triangles()).unwrap().pairs.is_empty());
    }
}
