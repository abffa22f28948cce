//! The same findings by every method, with any number of threads, in any order of triangles; and more within more.

use super::{all, methods, nearest, scene, sheet, words};
use allide::{Engine, Mesh, Method, Pose, Scene, SelfClearance};
use allide_scenes::{Random, shapes};

/// Surfaces that come near themselves in many ways.
pub(super) fn surfaces() -> Vec<(&'static str, Mesh, f64)> {
    let mut random = Random::new(28);
    let mut noise = || random.between(-0.003, 0.003);
    let rough: Vec<f64> = (0..31 * 31).map(|_| noise()).collect();
    let rough = sheet([30, 30], false, |u, v| {
        let place = (v * 30.0).round() as usize * 31 + (u * 30.0).round() as usize;
        [u, v, 0.2 * (9.0 * u).sin() + rough[place]]
    });
    let roll = sheet([12, 120], false, |u, v| {
        let (angle, radius) = (20.0 * v, 0.2 + 0.4 * v);
        [radius * angle.cos(), radius * angle.sin(), u]
    });
    vec![
        ("cloth", shapes::cloth(1, 800), 0.02),
        ("crumpled", shapes::cloth(7, 1600), 0.05),
        ("rough", rough, 0.05),
        ("roll", roll, 0.2),
        ("plate", shapes::cuboid([0.0; 3], [1.0, 1.0, 0.03]), 0.1),
        ("body", shapes::blob(3, 1500), 0.2),
    ]
}

#[test]
fn all_methods_and_thread_counts_find_the_same() {
    for (name, mesh, distance) in surfaces() {
        let mut scene = scene(&mesh);
        let turned = Pose::rotation_translation([1.0, 2.0, 3.0], 0.7, [0.5, 0.0, 0.0]).unwrap();
        scene.add("turned", &mesh, turned);
        let expected = all(&scene, distance, Method::Brute);
        assert!(["body", "rough"].contains(&name) || !expected.findings().is_empty(), "{name}");
        let first = SelfClearance::within(distance).unwrap().method(Method::Brute);
        let first = Engine::cpu().run(&scene, &first).unwrap().pairs;
        for method in methods() {
            for threads in [1, 3] {
                let mut engine = Engine::cpu_with_threads(threads).unwrap();
                let question = SelfClearance::within(distance).unwrap().method(method);
                let found = engine.run(&scene, &question.clone().with_triangles()).unwrap();
                assert!(
                    found.findings().iter().map(words).eq(expected.findings().iter().map(words)),
                    "{name}, {method}"
                );
                let pairs = engine.run(&scene, &question).unwrap().pairs;
                assert_eq!(pairs.len(), first.len());
                for (pair, other) in pairs.iter().zip(&first) {
                    assert_eq!((pair.a, pair.nearest), (other.a, other.nearest), "{name}, {method}");
                    let own = expected
                        .findings_of(&expected.pairs[expected.pairs.iter().position(|x| x.a == pair.a).unwrap()]);
                    let least = own.iter().map(|finding| finding.nearest.distance).fold(f64::INFINITY, f64::min);
                    assert!((pair.nearest.unwrap().distance - least).abs() <= 1.0e-11, "{name}, {method}");
                }
                assert_eq!(engine.any(&scene, &question).unwrap().is_some(), !first.is_empty());
            }
        }
    }
}

#[test]
fn what_is_found_within_a_distance_is_found_within_a_larger_one() {
    for (name, mesh, distance) in surfaces() {
        let scene = scene(&mesh);
        let all: Vec<_> = all(&scene, 2.0 * distance, Method::Auto).findings().to_vec();
        for part in [0.05, 0.3, 0.7, 1.0, 1.5] {
            let limit = part * distance;
            let expected = all.iter().filter(|finding| finding.nearest.distance < limit).map(words);
            assert!(super::all(&scene, limit, Method::Auto).findings().iter().map(words).eq(expected), "{name} {part}");
            let is_any = all.iter().any(|finding| finding.nearest.distance < limit);
            assert_eq!(nearest(&mesh, limit).is_some(), is_any, "{name} {part}");
        }
    }
}

#[test]
fn the_order_of_triangles_and_corners_does_not_matter() {
    let mut random = Random::new(3);
    for (name, mesh, distance) in surfaces() {
        let count = mesh.triangles().len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        (1..count).rev().for_each(|place| order.swap(place, random.below(place + 1)));
        // Every triangle has corners of its own, turned round.
        let corner = |triangle: u32, place: usize| {
            mesh.positions()[mesh.triangles()[triangle as usize][(place + triangle as usize) % 3] as usize]
        };
        let corners = order.iter().flat_map(|&triangle| [0, 1, 2].map(|place| corner(triangle, place).to_array()));
        let triangles = (0..count as u32).map(|place| [3 * place, 3 * place + 1, 3 * place + 2]);
        let other = Mesh::new(corners.collect(), triangles.collect()).unwrap();
        let pairs = |mesh: &Mesh, name: &dyn Fn(u32) -> u32| {
            let found = all(&scene(mesh), distance, Method::Auto);
            let mut pairs: Vec<[u32; 2]> = found.findings().iter().map(|x| [name(x.a), name(x.b)]).collect();
            pairs.iter_mut().for_each(|pair| pair.sort_unstable());
            pairs.sort_unstable();
            pairs
        };
        assert_eq!(pairs(&other, &|triangle| order[triangle as usize]), pairs(&mesh, &|triangle| triangle), "{name}");
    }
}

#[test]
fn scale_and_place_do_not_matter() {
    let (_, mesh, distance) = surfaces().swap_remove(0);
    let expected = all(&scene(&mesh), distance, Method::Auto);
    for exponent in [-900, -300, 40, 900] {
        let factor = 2f64.powi(exponent);
        let corners = mesh.positions().iter().map(|&point| (point * factor).to_array()).collect();
        let scaled = Mesh::new(corners, mesh.triangles().to_vec()).unwrap();
        let found = all(&scene(&scaled), distance * factor, Method::Auto);
        let pairs =
            |x: &allide::Report<allide::TriangleDistance>| x.findings().iter().map(|y| (y.a, y.b)).collect::<Vec<_>>();
        assert_eq!(pairs(&found), pairs(&expected), "2^{exponent}");
        for (own, other) in found.findings().iter().zip(expected.findings()) {
            assert!((own.nearest.distance / factor - other.nearest.distance).abs() < 1.0e-12);
        }
    }
    let empty = Mesh::new(Vec::new(), Vec::new()).unwrap();
    assert!(
        all(&Scene::new(), 1.0, Method::Auto).pairs.is_empty()
            && all(&scene(&empty), 1.0, Method::Auto).pairs.is_empty()
    );
}
