use super::eight::{Eight, WIDTH};
use super::relative::Relative;
use super::toward::Direction;
use super::{Care, Tree};
use crate::world::{self, WorldPair};
use crate::{Mesh, Pose, Scene};
use allide_geom::{Aabb, DVec3};

/// Numbers from 0 to 1, the same for the same seed.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn soup(count: u32, unit: &mut impl FnMut() -> f64) -> Mesh {
    let triangle = |_| {
        let corner = [unit(), unit(), unit()];
        [corner, corner.map(|x| x + 0.1 * unit()), corner.map(|x| x + 0.1 * unit())]
    };
    let positions: Vec<[f64; 3]> = (0..count).flat_map(triangle).collect();
    Mesh::new(positions, (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect()).expect("finite")
}

fn rigid(unit: &mut impl FnMut() -> f64) -> Pose {
    Pose::rotation_translation([unit(), unit() - 0.5, 1.0], 6.0 * unit(), [unit(), unit(), unit()]).unwrap()
}

fn relative(meshes: [&Mesh; 2], poses: [Pose; 2]) -> Option<Relative> {
    let mut scene = Scene::new();
    scene.add("a", meshes[0], poses[0]);
    scene.add("b", meshes[1], poses[1]);
    let objects = world::objects(&scene, &[]).expect("in range");
    Relative::new(WorldPair { a: &objects[0], b: &objects[1] })
}

#[test]
fn every_triangle_is_in_all_boxes_above_it_and_in_one_leaf() {
    for count in [1, 7, 8, 9, 64, 65, 100, 511, 513, 5_000] {
        let mesh = soup(count, &mut random(u64::from(count)));
        for care in [Care::Quick, Care::Careful] {
            let tree = Tree::build(&mesh, care);
            let mut order = tree.order.clone();
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count), "each once");
            assert_eq!(tree.levels.last().map(|level| level.nodes.len()), Some(1));
            for (place, &triangle) in tree.order.iter().enumerate() {
                let corners = mesh.triangles()[triangle as usize].map(|vertex| mesh.positions()[vertex as usize]);
                let inner = Aabb::around(corners);
                let mut place = place;
                for level in &tree.levels {
                    let outer = level.nodes[place / WIDTH].get(place % WIDTH);
                    assert!(place % WIDTH < level.lanes(place / WIDTH));
                    assert_eq!(outer.union(&inner), outer);
                    place /= WIDTH;
                }
            }
        }
    }
}

#[test]
fn poses_that_keep_a_shape_leave_trees_useful_and_others_do_not() {
    let unit = &mut random(3);
    let meshes = [soup(20, unit), soup(30, unit)];
    let meshes = [&meshes[0], &meshes[1]];
    let scaled = |scale: [f64; 3]| {
        let [x, y, z] = scale;
        Pose::affine([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], [0.0; 3]).expect("finite")
    };
    for _ in 0..100 {
        for all in [
            Pose::IDENTITY,
            Pose::translation(1.0e9, 0.0, 1.0).unwrap(),
            scaled([1.0e-30; 3]),
            scaled([2.0, -1.0, 0.1]),
        ] {
            let poses = [all.after(&rigid(unit)).unwrap(), all.after(&rigid(unit)).unwrap()];
            assert!(relative(meshes, poses).is_some(), "{poses:?}");
        }
    }
    let flat = scaled([1.0, 0.0, 1.0]);
    assert!(relative(meshes, [flat, Pose::IDENTITY]).is_none());
    assert!(relative(meshes, [Pose::IDENTITY, flat]).is_some(), "only the first has to be undone");
    assert!(relative(meshes, [scaled([1.0e-290; 3]), scaled([1.0e290; 3])]).is_none());
}

#[test]
fn vectors_and_plain_code_find_the_same() {
    let unit = &mut random(5);
    let meshes = [soup(40, unit), soup(40, unit)];
    let mut count = 0;
    for _ in 0..2_000 {
        let map = relative([&meshes[0], &meshes[1]], [Pose::IDENTITY, rigid(unit)]).expect("rigid");
        let mut eight = || {
            let mut corner = |_| DVec3::new(unit(), unit(), unit()) - 0.5;
            Eight::around((0..WIDTH).map(|_| Aabb::around([0, 1].map(&mut corner))))
        };
        let (a, b) = (eight(), eight());
        let hits = a.meet(&b, &map, map.grown(0.0));
        assert_eq!(hits, a.meet_portable(&b, &map, map.grown(0.0)));
        count += hits.pairs().count();
        assert_eq!(a.gaps(&b, &map), a.gaps_portable(&b, &map));
    }
    assert!(count > 1_000 && count < 100_000, "some meet: {count}");
}

#[test]
fn what_reaches_far_in_a_direction_is_found_or_given_up() {
    let unit = &mut random(3);
    for count in [1, 8, 9, 100, 1_000] {
        let mesh = soup(count, unit);
        let tree = Tree::build(&mesh, Care::Quick);
        for _ in 0..20 {
            let direction = DVec3::new(unit() - 0.5, unit() - 0.5, unit() - 0.5);
            let reach = |triangle: u32| {
                let corners = mesh.triangles()[triangle as usize].map(|vertex| mesh.positions()[vertex as usize]);
                corners.map(|corner| direction.dot(corner)).into_iter().fold(f64::NEG_INFINITY, f64::max)
            };
            let mut all: Vec<(f64, u32)> = (0..count).map(|triangle| (reach(triangle), triangle)).collect();
            all.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
            let toward = Direction { along: direction.to_array(), start: 0.0, slack: 1e-14 };
            for wanted in [1, 5, 40].map(|wanted: usize| wanted.min(all.len())) {
                let least = all[wanted - 1].0;
                assert_eq!(tree.reaching(toward, least, wanted, reach), Some(all[..wanted].to_vec()));
                if wanted > 8 {
                    assert_eq!(tree.reaching(toward, least, wanted - 8, reach), None, "more than are wanted");
                }
            }
        }
    }
}
