//! Zeros with a sign, vertices of no triangle, poses that are none, numbers near the ends of the range.

use crate::edge_scenes::{bad_poses, bad_shapes, scaled_scene, signed, signed_pair, with_unused};
use crate::harness::{assert_same, check, engine};
use allide::{Clearance, Engine, Error, GpuOptions, Overlaps, Pose, Scene};
use allide_scenes::{Random, shapes};

#[test]
fn a_kept_card_answers_as_a_fresh_cpu_whatever_the_signs_of_zeros() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut random = Random::new(43);
    let near = Clearance::within(0.75).unwrap().with_triangles();
    let mut found = 0;
    for _ in 0..25 {
        let (mut scene, turn, translation) = signed_pair(&mut random);
        let moving = scene.ids().last().expect("two objects");
        for _ in 0..4 {
            scene.set_pose(moving, signed(&mut random, turn, translation));
            let kept = gpu.run(&scene, &near).unwrap();
            let fresh = Engine::cpu().run(&scene, &near).unwrap();
            // As text: there, -0.0 is not 0.0.
            assert_eq!(format!("{:?}", kept.findings()), format!("{:?}", fresh.findings()));
            assert_eq!(format!("{:?}", kept.pairs), format!("{:?}", fresh.pairs));
            found += kept.findings().len();
        }
    }
    assert!(found > 300, "{found}");
}

#[test]
fn unused_vertices_change_no_finding() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let (first, second) = (shapes::blob(1, 900), shapes::blob(2, 700));
    let far = [[1e300, 0.0, -1e300], [-1e300, 7.0, 1e200], [0.1, 0.2, 0.3]];
    let turned = Pose::rotation_translation([1.0, 2.0, 3.0], 0.7, [0.6, 0.3, 0.2]).unwrap();
    let mut plain = Scene::new();
    plain.add("first", &first, Pose::IDENTITY);
    plain.add("second", &second, turned);
    let mut unused = Scene::new();
    unused.add("first", &with_unused(&first, &far), Pose::IDENTITY);
    unused.add("second", &with_unused(&second, &far), turned);
    let findings = check("unused vertices", &mut gpu, &unused, 0.1);
    assert_eq!(check("plain", &mut gpu, &plain, 0.1), findings);
    assert!(findings[0] > 100 && findings[2] > 1000, "{findings:?}");
    let [expected, found] = [&plain, &unused].map(|scene| gpu.run(scene, &Overlaps::new()).unwrap());
    assert_same("unused vertices", "overlaps", &found, &expected);
    let decided = |report: &allide::Report<_>| report.run.stats.gpu.as_ref().map(|gpu| gpu.tiers.cpu);
    assert_eq!(decided(&found), decided(&expected), "as many are left to the CPU");
}

#[test]
fn a_pose_that_leaves_the_range_is_an_error() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for shape in bad_shapes() {
        for pose in bad_poses() {
            let mut scene = Scene::new();
            scene.add("bad", &shape, pose);
            let error = gpu.run(&scene, &Overlaps::new()).unwrap_err();
            assert!(matches!(error, Error::OutOfRange { .. }), "{pose:?}: {error}");
        }
    }
}

#[test]
fn the_scale_of_a_scene_changes_no_finding() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let expected = check("scale 1", &mut gpu, &scaled_scene(1.0, 400), 0.125);
    for exponent in [-332, 332, -830, 830] {
        let factor = 2f64.powi(exponent);
        let found = check(&format!("2^{exponent}"), &mut gpu, &scaled_scene(factor, 400), 0.125 * factor);
        assert_eq!(found, expected, "2^{exponent}");
    }
}
