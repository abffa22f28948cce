use super::planes::Planes;
use super::tree::KTree;
use super::{Kdop, search};
use crate::confirm::{Keep, OverlapSink};
use crate::world::{self, WorldPair};
use crate::{Mesh, Pose, Scene};

pub(super) fn ring(around: u32) -> Mesh {
    let point = |k: u32, out: f64, z: f64| {
        let angle = f64::from(k) / f64::from(around) * std::f64::consts::TAU;
        [angle.cos() * out, angle.sin() * out, z]
    };
    let corners = (0..around).flat_map(|k| [point(k, 1.0, 0.0), point(k, 0.75, 0.1)]).collect();
    let next = |k: u32| (k + 1) % around * 2;
    let triangles =
        (0..around).flat_map(|k| [[2 * k, next(k), 2 * k + 1], [next(k), next(k) + 1, 2 * k + 1]]).collect();
    Mesh::new(corners, triangles).unwrap()
}

#[test]
fn a_tree_has_every_triangle_once_and_takes_few_bytes() {
    let mesh = ring(5_000);
    for (bits, most) in [(16, 38), (32, 58)] {
        let tree = KTree::build(&mesh, Kdop { faces: 18, bits }).unwrap();
        let mut order = tree.order.clone();
        order.sort_unstable();
        assert_eq!(order, (0..10_000).collect::<Vec<u32>>());
        for node in &tree.nodes {
            assert_eq!(node.is_leaf(), node.count <= 4);
            let below: u32 = node.children.iter().map(|&child| tree.nodes[child as usize].count).sum();
            assert!(node.is_leaf() || below == node.count);
        }
        assert!(tree.bytes() < most * 10_000, "{}", tree.bytes());
    }
}

#[test]
fn small_parts_beside_large_ones_lose_no_bits() {
    let (part, mut scene) = (ring(500), Scene::new());
    let large = Pose::affine([[1e6, 0.0, 0.0], [0.0, 1e6, 0.0], [0.0, 0.0, 1e6]], [0.0; 3]).unwrap();
    scene.add("large", &part, large);
    let huge = Mesh::new(part.positions().iter().map(|p| (p * 1e6).to_array()).collect(), part.triangles().to_vec());
    scene.add("huge", &huge.unwrap(), Pose::translation(0.5, 0.0, 0.0).unwrap());
    scene.add("small", &part, Pose::translation(1e6, 0.5, 0.1).unwrap());
    let objects = world::objects(&scene, &[]).unwrap();
    for (a, b) in [(0, 2), (1, 2)] {
        let pair = WorldPair { a: &objects[a], b: &objects[b] };
        let kdop = Kdop::default();
        let trees = [pair.a, pair.b].map(|object| object.mesh.kdops().of(&object.mesh, kdop).unwrap());
        assert!(Planes::new(pair, [&trees[0], &trees[1]], 0.0, usize::MAX).is_some());
        let sink = OverlapSink::new(pair, Keep::All);
        let batch = search(kdop, pair, &sink);
        // All of the large ring would be a thousand times more.
        assert!(batch.candidates < 40_000, "{}", batch.candidates);
    }
}

#[test]
fn polytopes_that_there_are_none_of_have_no_tree_and_all_others_have() {
    let mesh = ring(9);
    for bits in Kdop::FEWEST_BITS..=Kdop::MOST_BITS {
        assert!(KTree::build(&mesh, Kdop { faces: 18, bits }).is_some(), "{bits}");
    }
    for (faces, bits) in [(0, 16), (7, 16), (18, 0), (18, 5), (18, 33), (255, 255)] {
        assert!(KTree::build(&mesh, Kdop { faces, bits }).is_none(), "{faces} {bits}");
    }
}
