//! Scenes that are larger than the GPU come in blocks, and the answer does not show it.

use crate::harness::{answer, check, check_parts, engine};
use allide::{Engine, Error, Faults, GpuError, GpuOptions, Mesh, Method, Overlaps, Pose, Scene, SelfOverlaps};
use allide_scenes::hard::{KINDS, Kind};
use allide_scenes::suite::Case;
use allide_scenes::{scenes, shapes, triangle_count};

/// Bytes of a binding with which 1,024 triangles, or a little over 2,000 vertices, are on the GPU at once: a block has half.
const TINY: u64 = 33 << 10;

fn tiny(binding_limit: u64) -> Option<Engine> {
    let faults = Faults { binding_limit: Some(binding_limit), ..Faults::default() };
    engine(GpuOptions { faults, ..GpuOptions::default() })
}

/// Two bodies in each other, and a sheet through them that goes through itself.
fn tangle(triangles: usize) -> Scene {
    let mut scene = scenes::blobs(triangles / 4);
    scene.add("sheet", &shapes::cloth(1, triangles / 2), Pose::translation(0.3, 0.1, 0.2).unwrap());
    scene
}

#[test]
fn three_four_and_many_blocks_agree() {
    for (triangles, binding) in [(2500, 65 << 10), (3500, 65 << 10), (4000, TINY)] {
        let Some(mut gpu) = tiny(binding) else { return };
        let scene = tangle(triangles);
        let count = triangle_count(&scene) as u64;
        assert!(count > binding / 32, "{count} triangles are on the GPU at once");
        let found = check(&format!("{count} triangles"), &mut gpu, &scene, 0.02);
        assert!(found.iter().all(|&count| count > 50), "{found:?}");
        check_parts("tangle", &mut gpu, &scene);
    }
}

#[test]
fn vertices_that_no_triangle_uses_are_in_no_block() {
    let Some(mut gpu) = tiny(TINY) else { return };
    // One block, and two.
    for triangles in [400, 800] {
        let mut scene = Scene::new();
        let body = shapes::blob(1, triangles / 2);
        let unused = (0..3000).map(|i| [f64::from(i), 0.0, 0.0]);
        let corners = body.positions().iter().map(|point| point.to_array()).chain(unused).collect();
        scene.add("a", &Mesh::new(corners, body.triangles().to_vec()).unwrap(), Pose::IDENTITY);
        scene.add("b", &body, Pose::translation(0.4, 0.1, 0.0).unwrap());
        let [overlaps, ..] = check(&format!("{triangles} triangles"), &mut gpu, &scene, 0.02);
        assert!(overlaps > 50, "{overlaps}");
    }
}

#[test]
fn an_object_cut_in_the_middle_overlaps_itself_as_before() {
    let Some(mut gpu) = tiny(TINY) else { return };
    let mut scene = Scene::new();
    // The first triangle is far from its neighbours in number, and a fan makes all of them share a vertex.
    let mut corners = vec![[0.1, 0.2, 0.3]];
    corners.extend((0..801).map(|i| {
        let angle = f64::from(i) * 0.0077;
        [angle.cos(), angle.sin(), 0.2 * (5.0 * angle).sin()]
    }));
    let fan = (1..801).map(|i| [0, i, i + 1]).collect();
    scene.add("fan", &Mesh::new(corners, fan).unwrap(), Pose::IDENTITY);
    scene.add(
        "sheet",
        &shapes::cloth(3, 800),
        Pose::rotation_translation([1.0, 2.0, 0.5], 0.7, [0.1, 0.0, 0.0]).unwrap(),
    );
    let [_, folds, _] = check("fan and sheet", &mut gpu, &scene, 0.01);
    assert!(folds > 50, "{folds}");
    for id in scene.ids() {
        let report = gpu.run(&scene, &SelfOverlaps::of(id)).unwrap();
        assert_eq!(report.findings(), Engine::cpu().run(&scene, &SelfOverlaps::of(id)).unwrap().findings());
    }
}

#[test]
fn hard_triangles_agree_block_by_block() {
    let Some(mut gpu) = tiny(TINY) else { return };
    // Others have more candidates: lists of this size would take minutes.
    let is_quick = |kind: &Kind| !matches!(kind, Kind::Walls | Kind::Huge | Kind::Tiny);
    for kind in KINDS.into_iter().filter(is_quick) {
        let mut scene = Scene::new();
        let mut clearance = 0.0;
        // Three in one place, the others beside them.
        for seed in 0.. {
            if seed >= 9 && triangle_count(&scene) > 1024 {
                break;
            }
            let one = Case::hard(kind, seed);
            clearance = one.clearance;
            let size = one
                .scene
                .objects()
                .iter()
                .map(|object| object.mesh().bounds().size().max_element())
                .fold(0.0, f64::max);
            for object in one.scene.objects() {
                let pose = Pose::translation(size * (seed / 3) as f64 * 0.75, 0.0, 0.0).unwrap();
                scene.add(object.name(), object.mesh(), pose.after(object.pose()).unwrap());
            }
        }
        check(&format!("{kind:?}"), &mut gpu, &scene, clearance);
    }
}

#[test]
fn instances_ignored_groups_and_moved_objects_agree() {
    let Some(mut gpu) = tiny(TINY) else { return };
    let mut scene = Scene::new();
    let body = shapes::blob(1, 600);
    let groups = [scene.add_group(), scene.add_group(), scene.add_group()];
    let ids: Vec<_> = (0..7)
        .map(|i| {
            let along = f64::from(i) * 0.6;
            let id = scene.add(
                format!("body {i}"),
                &body,
                Pose::rotation_translation([1.0, 1.0, 0.0], along, [along, 0.0, 0.0]).unwrap(),
            );
            if i < 6 {
                scene.set_group(id, groups[i as usize % 3]);
            }
            id
        })
        .collect();
    let all = check("instances", &mut gpu, &scene, 0.02)[0];
    scene.ignore(groups[0], groups[1]);
    scene.ignore(groups[2], groups[2]);
    let some = check("groups", &mut gpu, &scene, 0.02)[0];
    assert!(0 < some && some < all, "{some} of {all}");
    for frame in 1..3 {
        let time = f64::from(frame) * 0.3;
        scene.set_pose(ids[2], Pose::translation(1.0 + time, time, 0.0).unwrap());
        scene.set_positions(ids[4], allide_scenes::deform(&body, time)).unwrap();
        check(&format!("frame {frame}"), &mut gpu, &scene, 0.02);
    }
    // Smaller scenes are on the GPU as ever.
    check("one block", &mut gpu, &scenes::blobs(300), 0.02);
}

#[test]
fn a_full_gpu_gets_smaller_blocks() {
    let scene = scenes::blobs(20_000);
    let needed = {
        let Some(mut gpu) = engine(GpuOptions::default()) else { return };
        gpu.run(&scene, &Overlaps::new()).unwrap();
        // Positions, triangles, owners, nodes and what is sorted, roughly.
        triangle_count(&scene) as u64 * 60
    };
    let expected = answer(&Engine::cpu().run(&scene, &Overlaps::new()).unwrap());
    for part in [2, 4, 8] {
        let faults = Faults { memory: Some(needed / part), ..Faults::default() };
        let Some(mut gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
        for _ in 0..2 {
            let report = gpu.run(&scene, &Overlaps::new()).unwrap();
            assert_eq!((report.run.means().as_str(), answer(&report) == expected), ("bvh, gpu", true), "1/{part}");
        }
    }
    let faults = Faults { memory: Some(100_000), ..Faults::default() };
    let Some(mut gpu) = engine(GpuOptions { faults, ..GpuOptions::default() }) else { return };
    let error = gpu.run(&scene, &Overlaps::new()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::OutOfMemory { .. })), "{error}");
    assert_eq!(answer(&gpu.or_cpu().run(&scene, &Overlaps::new()).unwrap()), expected);
}

#[test]
fn fronts_are_not_cut_into_blocks() {
    let Some(mut gpu) = tiny(TINY) else { return };
    let error = gpu.run(&tangle(4000), &Overlaps::new().method(Method::Fronts)).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::TooLarge { .. })), "{error}");
}
