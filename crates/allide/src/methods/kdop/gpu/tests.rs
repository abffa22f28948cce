use super::super::planes::Planes;
use super::super::tests::ring;
use super::super::tree::KTree;
use super::super::{Kdop, walk};
use super::plan::PlannedTree;
use super::pool::TreePool;
use crate::world::{self, WorldPair};
use crate::{Choice, Engine, GpuOptions, Method, Overlaps, Pose, Scene};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The lengths of all fronts from the roots down, by the walk's own test of two nodes.
fn fronts(trees: [&KTree; 2], planes: &Planes) -> Vec<u64> {
    let heights = trees.map(KTree::heights);
    let tallest = heights[0][0].max(heights[1][0]);
    let mut front = vec![[0, 0]];
    let mut lengths = vec![1];
    for height in (2..=tallest).rev() {
        let mut next = Vec::new();
        for pair in front {
            let children = |side: usize| -> Vec<u32> {
                let node: u32 = pair[side];
                let is_opened = heights[side][node as usize] == height;
                if is_opened { trees[side].nodes[node as usize].children.to_vec() } else { vec![node] }
            };
            let [a, b] = [children(0), children(1)];
            let pairs = b.iter().flat_map(|&b| a.iter().map(move |&a| [a, b]));
            // Those that wait were tested before.
            next.extend(pairs.filter(|&child| child == pair || !walk::are_apart(trees, planes, child)));
        }
        lengths.push(next.len() as u64);
        front = next;
    }
    lengths
}

/// Each of them would find the same with looser tests: so the number of nodes is compared.
#[test]
fn the_gpu_visits_the_nodes_that_the_integers_of_the_cpu_leave() {
    let mut compared = BTreeMap::new();
    for options in [GpuOptions::default(), GpuOptions { int64: false, subgroups: false, ..GpuOptions::default() }] {
        let Some(mut gpu) = engine(options) else { return };
        for (faces, bits) in [(6, 16), (14, 6), (18, 16), (24, 17), (26, 16), (18, 32), (6, 32), (26, 24)] {
            let kdop = Kdop { faces, bits };
            for (number, pose) in poses().into_iter().enumerate() {
                let mut scene = Scene::new();
                scene.add("still", &ring(300), Pose::IDENTITY);
                scene.add("moved", &ring(77), pose);
                let objects = world::objects(&scene, &[]).unwrap();
                let pair = WorldPair { a: &objects[0], b: &objects[1] };
                let trees = [pair.a, pair.b].map(|object| object.mesh.kdops().of(&object.mesh, kdop).unwrap());
                let trees = [&*trees[0], &*trees[1]];
                let expected = fronts(trees, &Planes::new(pair, trees, 0.0, usize::MAX).unwrap());
                let question = Overlaps::new().method(Method::Kdop(kdop));
                let report = gpu.run(&scene, &question).unwrap();
                let all = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
                assert_eq!(report.findings(), all.findings(), "{kdop:?}, pose {number}");
                let stats = report.run.stats.gpu.unwrap();
                assert_eq!(stats.fronts(), expected, "{kdop:?}, pose {number}");
                *compared.entry((faces, bits)).or_insert(0) += expected.iter().sum::<u64>();
            }
        }
    }
    assert!(compared.values().all(|&nodes| nodes > 200), "{compared:?}");
}

/// Turned, smaller by far, sheared, mirrored.
fn poses() -> Vec<Pose> {
    let affine = |rows: [[f64; 3]; 3], by| Pose::affine(rows, by).unwrap();
    vec![
        Pose::rotation_translation([1.0, 2.0, -0.5], 0.7, [0.3, 0.1, 0.0]).unwrap(),
        affine([[1e-3, 0.0, 0.0], [0.0, 1e-3, 0.0], [0.0, 0.0, 1e-3]], [0.9, 0.0, 0.05]),
        affine([[1.0, 40.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.3, 1.0]], [0.1, 0.2, 0.0]),
        affine([[-0.6, 0.0, 0.1], [0.2, 0.5, 0.0], [0.0, 0.1, 1.5]], [0.6, -0.2, 0.02]),
    ]
}

fn engine(options: GpuOptions) -> Option<Engine> {
    // Without a GPU, the test says so.
    crate::gpu::testing::seat(options.clone())?;
    Engine::gpu_with(Choice::Any, options).ok()
}

#[test]
fn trees_lie_side_by_side_and_deformed_ones_where_they_were() {
    let kdop = Kdop::default();
    let (one, other) = (ring(30), ring(50));
    let planned = |mesh: &crate::Mesh, is_kept: bool| {
        let tree = Arc::new(KTree::build(mesh, kdop).unwrap());
        PlannedTree::new(tree, is_kept.then_some(mesh.id()))
    };
    let mut pool = TreePool::default();
    let first = pool.assign(&[planned(&one, true), planned(&other, true), planned(&one, false)]);
    let [at_one, at_other, at_last] = [0, 1, 2].map(|place: usize| first[place].0);
    assert!(first.iter().all(|(_, is_new)| *is_new) && at_one == 0 && at_other > 0 && at_last > at_other);
    // The same meshes in another order, and a new one between them.
    let new = ring(9);
    let second = pool.assign(&[planned(&other, true), planned(&new, true), planned(&one, true)]);
    assert_eq!([second[0], second[2]], [(at_other, false), (at_one, false)]);
    assert!(second[1].1 && second[1].0 > at_last);
    // A mesh takes the place of the one it was, unless that is still there.
    let positions = one.positions().iter().map(|point| [point.x, point.y, 2.0 * point.z]).collect();
    let deformed = one.deformed(positions).unwrap();
    let third = pool.assign(&[planned(&one, true), planned(&deformed, true)]);
    assert!(third[0] == (at_one, false) && third[1].1 && third[1].0 > second[1].0, "{third:?}");
    let fourth = pool.assign(&[planned(&deformed, true), planned(&other, true)]);
    assert_eq!(fourth, [(third[1].0, false), (at_other, false)]);
    let again = deformed.deformed(one.positions().iter().map(|point| point.to_array()).collect()).unwrap();
    let fifth = pool.assign(&[planned(&again, true)]);
    assert!([at_one, third[1].0].contains(&fifth[0].0) && fifth[0].1, "{fifth:?}");
}
