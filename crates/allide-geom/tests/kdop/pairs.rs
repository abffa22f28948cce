//! Whole trees: no overlapping pair of triangles is lost, whatever the pose; how many others remain.

use super::{Random, SETS, place, set, tree};
use allide_geom::kdop::{FixedAxes, FixedTree, Format, Order, Placed, Tree, axes, traverse};
use allide_geom::{DVec3, Triangle, overlap};
use glam::{DAffine3, DMat3, DQuat};
use std::collections::BTreeSet;

type Pairs = BTreeSet<(u32, u32)>;

fn overlapping(triangles: [&[Triangle]; 2], poses: [DAffine3; 2]) -> Pairs {
    let world =
        [0, 1].map(|side| triangles[side].iter().map(|t| t.map(|c| place(&poses[side], c))).collect::<Vec<_>>());
    let mut pairs = Pairs::new();
    for (i, a) in world[0].iter().enumerate() {
        pairs.extend((0..world[1].len()).filter(|&j| overlap(a, &world[1][j]).is_some()).map(|j| (i as u32, j as u32)));
    }
    pairs
}

/// The pairs that a walk in fixed point leaves; `None` if the pose does not allow it.
fn fixed(trees: [&Tree; 2], poses: [DAffine3; 2], bits: u32, order: Order) -> Option<Pairs> {
    let growth = [0, 1].map(|side| trees[side].growth(poses[side]));
    let format = Format::words(bits).unwrap();
    let scale = format.scale_for([(trees[0], growth[0]), (trees[1], growth[1])]);
    let [Ok(a), Ok(b)] = [0, 1].map(|side| FixedTree::new(trees[side], format, scale, growth[side])) else {
        return None;
    };
    let [pa, pb] = [0, 1].map(|side| Placed { tree: trees[side], pose: poses[side] });
    let axes = FixedAxes::new(&axes(pa, pb, 24), format, scale, growth);
    let mut pairs = Pairs::new();
    let apart = |i, j| axes.separating(a.node(i), b.node(j)).is_some();
    let visits = traverse(trees.map(Tree::nodes), order, apart, |i, j| assert!(pairs.insert((i, j))));
    assert_eq!(visits.leaves as usize, pairs.len());
    Some(pairs)
}

fn float(trees: [&Tree; 2], poses: [DAffine3; 2]) -> Pairs {
    let [pa, pb] = [0, 1].map(|side| Placed { tree: trees[side], pose: poses[side] });
    let axes = axes(pa, pb, 24);
    let mut pairs = Pairs::new();
    let apart = |i, j| axes.iter().any(|axis| axis.separates(trees[0].node(i), trees[1].node(j)));
    traverse(trees.map(Tree::nodes), Order::Stack, apart, |i, j| assert!(pairs.insert((i, j))));
    pairs
}

/// Poses that are hard on numbers: shears, mirrors, flattened objects, huge and tiny ones, far away ones.
fn poses(random: &mut Random) -> Vec<DAffine3> {
    let linear = |x, y, z| DAffine3 { matrix3: DMat3::from_diagonal(DVec3::new(x, y, z)), translation: DVec3::ZERO };
    let mut poses = vec![
        DAffine3::IDENTITY,
        linear(-1.0, 1.0, 1.0),
        linear(1.0, 1.0, 0.0),
        linear(1.0, 0.0, 0.0),
        linear(0.0, 0.0, 0.0),
        linear(1e3, 1.0, 1e-3),
        DAffine3::from_translation(DVec3::new(1e9, 0.0, 0.0)),
    ];
    poses.extend((0..6).map(|_| random.pose()));
    poses
}

#[test]
fn no_overlapping_pair_of_triangles_is_lost() {
    let mut random = Random(5);
    let (mut kept, mut truth) = (0, 0);
    for k in SETS {
        for pose in poses(&mut random) {
            for size in [1.0, 1e-150, 1e150] {
                let triangles =
                    [(); 2].map(|()| (0..30).map(|_| random.triangle(0.5).map(|c| c * size)).collect::<Vec<_>>());
                // The second is near the first, in the same place as often as not.
                let other = DAffine3 {
                    matrix3: pose.matrix3,
                    translation: pose.translation * size + pose.matrix3 * (random.vector() * size * 0.5),
                };
                let poses = [DAffine3 { translation: pose.translation * size, ..pose }, other];
                let trees = triangles.each_ref().map(|all| tree(&set(k), all));
                let trees = [&trees[0], &trees[1]];
                let expected = overlapping([&triangles[0], &triangles[1]], poses);
                let found = float(trees, poses);
                assert!(found.is_superset(&expected), "k {k}, f64, {poses:?}");
                truth += expected.len();
                for bits in [6, 15, 18, 35] {
                    let Some(fixed_pairs) = fixed(trees, poses, bits, Order::Stack) else {
                        assert!(pose.matrix3.determinant() == 0.0, "{poses:?} has no growth");
                        continue;
                    };
                    assert!(fixed_pairs.is_superset(&expected), "k {k}, {bits} bits, {poses:?}");
                    assert_eq!(Some(&fixed_pairs), fixed(trees, poses, bits, Order::Queue).as_ref());
                    kept += fixed_pairs.len();
                }
            }
        }
    }
    eprintln!("{truth} overlapping pairs; {kept} pairs kept by four widths");
    assert!(truth > 2_000 && kept > truth);
}

#[test]
fn empty_trees_have_no_pairs() {
    let [none, one] = [tree(&set(24), &[]), tree(&set(24), &[[DVec3::ZERO; 3]])];
    let still = [DAffine3::IDENTITY; 2];
    for trees in [[&none, &none], [&none, &one], [&one, &none]] {
        assert_eq!(fixed(trees, still, 18, Order::Stack), Some(Pairs::new()));
        assert_eq!(float(trees, still), Pairs::new());
    }
    assert_eq!(fixed([&one, &one], still, 18, Order::Stack), Some(Pairs::from([(0, 0)])));
}

/// The share of pairs that `f64` separates, and fixed point does not, by width.
#[test]
fn wider_words_have_fewer_false_positives() {
    let mut random = Random(6);
    let widths = [6, 8, 10, 12, 14, 16, 18, 22, 26, 35];
    let mut missed = [0_u32; 10];
    let mut apart = 0;
    for _ in 0..200 {
        let triangles = [(); 2].map(|()| (0..64).map(|_| random.triangle(0.05)).collect::<Vec<_>>());
        let trees = triangles.map(|all| tree(&set(24), &all));
        let turn = DQuat::from_axis_angle(random.vector().normalize(), random.number() * 3.0);
        let poses = [DAffine3::IDENTITY, DAffine3::from_rotation_translation(turn, random.vector())];
        let [pa, pb] = [0, 1].map(|side| Placed { tree: &trees[side], pose: poses[side] });
        let exact = axes(pa, pb, 24);
        let growth = [0, 1].map(|side| trees[side].growth(poses[side]));
        let mut near = Vec::new();
        let separated = |i, j| exact.iter().any(|axis| axis.difference(trees[0].node(i), trees[1].node(j)) > 0.0);
        // What a walk tests last is what it decides by: separated pairs whose parents are not.
        traverse(
            [trees[0].nodes(), trees[1].nodes()],
            Order::Stack,
            |i, j| {
                let is_apart = separated(i, j);
                if is_apart {
                    near.push((i, j));
                }
                is_apart
            },
            |_, _| {},
        );
        apart += near.len();
        for (missed, bits) in missed.iter_mut().zip(widths) {
            let format = Format::words(bits).unwrap();
            let scale = format.scale_for([(&trees[0], growth[0]), (&trees[1], growth[1])]);
            let [a, b] = [0, 1].map(|side| FixedTree::new(&trees[side], format, scale, growth[side]).unwrap());
            let fixed = FixedAxes::new(&exact, format, scale, growth);
            *missed += near.iter().filter(|&&(i, j)| fixed.separating(a.node(i), b.node(j)).is_none()).count() as u32;
        }
    }
    let rates = missed.map(|missed| f64::from(missed) / apart as f64);
    for (bits, rate) in widths.iter().zip(rates) {
        eprintln!("{bits} bits: {:.4} % of {apart} separated pairs are not separated", rate * 100.0);
    }
    assert!(apart > 10_000 && missed.is_sorted_by(|p, q| p >= q), "{missed:?} of {apart}");
    assert!(rates[0] > 0.01 && rates[6] < 1e-3 && rates[9] == 0.0);
}
