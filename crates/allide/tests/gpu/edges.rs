//! Zeros with a sign, vertices of no triangle, invalid poses, numbers near the ends of the range.

use crate::harness::{assert_same, check, engine};
use allide::{Engine, Error, GpuOptions, Mesh, Method, Overlaps, Scene};
use allide_scenes::Random;
use allide_scenes::edges::{bad_poses, bad_shapes, bodies, bodies_with_unused, scaled, signed, signed_pair};
use allide_scenes::suite::{Answer, Case};

#[test]
fn a_kept_gpu_answers_as_a_fresh_cpu_whatever_the_signs_of_zeros() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut random = Random::new(43);
    let mut found = 0;
    for _ in 0..25 {
        let (scene, turn, translation) = signed_pair(&mut random);
        let moving = scene.ids().last().expect("two objects");
        let mut case = Case::new("signed zeros", scene, 0.75);
        for _ in 0..4 {
            case.scene.set_pose(moving, signed(&mut random, turn, translation));
            let [kept, fresh] =
                [&mut gpu, &mut Engine::cpu()].map(|engine| Answer::ask(engine, &case, Method::Auto).unwrap());
            assert_eq!(kept.difference(&fresh), None);
            found += kept.counts()[2];
        }
    }
    assert!(found > 300, "{found}");
}

#[test]
fn unused_vertices_change_no_finding() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let (plain, unused) = (bodies([900, 700], Mesh::clone), bodies_with_unused([900, 700]));
    let findings = check("unused vertices", &mut gpu, &unused, 0.1);
    assert_eq!(check("plain", &mut gpu, &plain, 0.1), findings);
    assert!(findings[0] > 100 && findings[2] > 1000, "{findings:?}");
    let [expected, found] = [&plain, &unused].map(|scene| gpu.run(scene, &Overlaps::new()).unwrap());
    assert_same("unused vertices", &found, &expected);
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
    let expected = check("scale 1", &mut gpu, &scaled(1.0, 400), 0.125);
    for exponent in [-332, 332, -830, 830] {
        let factor = 2f64.powi(exponent);
        let found = check(&format!("2^{exponent}"), &mut gpu, &scaled(factor, 400), 0.125 * factor);
        assert_eq!(found, expected, "2^{exponent}");
    }
}
