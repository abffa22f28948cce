//! Pairs that share a point by construction are never apart.

use super::{Random, SETS, cases, place, set, tree};
use allide_geom::kdop::{FixedAxes, FixedTree, Format, Placed, axes};
use allide_geom::{DVec3, Triangle};
use glam::DAffine3;

const WIDTHS: [u32; 8] = [5, 8, 14, 15, 18, 19, 31, 35];

/// A pose that undoes itself without rounding, for most points: right angles, a power of two, a shift.
fn exact_pose(random: &mut Random) -> DAffine3 {
    let size = [1.0, 0.25, 8.0][random.below(3)];
    let translation = if random.below(2) == 0 { DVec3::ZERO } else { (random.vector() * 8.0).round() };
    DAffine3 { matrix3: random.right_angles() * size, translation }
}

/// The point that such a pose moves to this one, if there is one.
fn undo(pose: &DAffine3, point: DVec3) -> Option<DVec3> {
    let original = pose.matrix3.inverse() * (point - pose.translation);
    (place(pose, original) == point).then_some(original)
}

/// Two triangles that share one corner in the world, and are on different sides of a plane across `axis` there.
fn touching(random: &mut Random, poses: &[DAffine3; 2], axis: DVec3) -> Option<[Triangle; 2]> {
    let corner = match random.below(3) {
        0 => (random.vector() * 4.0).round() / 4.0,
        _ => random.vector(),
    };
    let world = place(&poses[0], corner);
    let other = undo(&poses[1], world)?;
    let mut beside = |corner: DVec3, pose: &DAffine3, side: f64| {
        let axis = pose.matrix3.transpose() * axis;
        let size = [1e-6, 0.1, 1.0][random.below(3)];
        let mut step = || {
            let step = random.vector() * size;
            let height = step.dot(axis);
            // Some in the plane itself, or as near as rounding lets them.
            let step = if random.below(3) == 0 { step - axis * (height / axis.length_squared()) } else { step };
            corner + if height * side < 0.0 { -step } else { step }
        };
        [corner, step(), step()]
    };
    Some([beside(corner, &poses[0], 1.0), beside(other, &poses[1], -1.0)])
}

/// `ALLIDE_CASES=10000000` is the long run.
#[test]
fn no_node_pair_with_a_common_point_is_apart() {
    let pairs = cases(100_000);
    let mut random = Random(4);
    let (mut tested, mut scenes) = (0, 0);
    while tested < pairs {
        let k = SETS[scenes % SETS.len()];
        let width = WIDTHS[scenes / SETS.len() % WIDTHS.len()];
        scenes += 1;
        let poses = [random.pose(), exact_pose(&mut random)];
        // Axes do not depend on triangles.
        let stand_in = tree(&set(k), &[[DVec3::ZERO; 3]]);
        let [a, b] = poses.map(|pose| Placed { tree: &stand_in, pose });
        let known = axes(a, b, k + 8);
        let all: Vec<[Triangle; 2]> = (0..64)
            .filter_map(|_| {
                let axis = known[random.below(known.len())].direction;
                let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
                touching(&mut random, &poses, axis * sign)
            })
            .collect();
        if all.is_empty() {
            continue;
        }
        let trees = [0, 1].map(|side| tree(&set(k), &all.iter().map(|pair| pair[side]).collect::<Vec<_>>()));
        let growth = [0, 1].map(|side| trees[side].growth(poses[side]));
        let format = Format::words(width).unwrap();
        let scale = format.scale_for([(&trees[0], growth[0]), (&trees[1], growth[1])]);
        let fixed = [0, 1].map(|side| FixedTree::new(&trees[side], format, scale, growth[side]).unwrap());
        let axes = axes(Placed { tree: &trees[0], pose: poses[0] }, Placed { tree: &trees[1], pose: poses[1] }, k + 8);
        let fixed_axes = FixedAxes::new(&axes, format, scale, growth);
        assert!(!fixed_axes.axes().is_empty());
        // A leaf each, or one of the nodes above it.
        let parents = trees.each_ref().map(parents);
        for index in 0..all.len() as u32 {
            let nodes = [0, 1].map(|side| {
                let mut node = parents[side].1[index as usize];
                while random.below(4) == 0 {
                    node = parents[side].0[node as usize];
                }
                node
            });
            let [a, b] = [0, 1].map(|side| fixed[side].node(nodes[side]));
            assert_eq!(fixed_axes.separating(a, b), None, "k {k}, {width} bits, {poses:?}, {:?}", all[index as usize]);
            let [a, b] = [0, 1].map(|side| trees[side].node(nodes[side]));
            assert!(!axes.iter().any(|axis| axis.separates(a, b)), "k {k}, f64, {poses:?}, {:?}", all[index as usize]);
            tested += 1;
        }
    }
    eprintln!("{tested} pairs with a common point in {scenes} scenes");
}

/// The parent of every node, and the leaf of every triangle.
fn parents(tree: &allide_geom::kdop::Tree) -> (Vec<u32>, Vec<u32>) {
    use allide_geom::kdop::Node;
    let (mut parents, mut leaves) = (vec![0; tree.nodes().len()], vec![0; tree.triangle_count()]);
    for (id, node) in tree.nodes().iter().enumerate() {
        match node {
            Node::Inner(children) => children.iter().for_each(|&child| parents[child as usize] = id as u32),
            Node::Leaf(triangle) => leaves[*triangle as usize] = id as u32,
        }
    }
    (parents, leaves)
}

fn cube() -> Vec<Triangle> {
    let corner = |i: usize| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2 & 1) as f64);
    (0..8).map(|i| [corner(i), corner(i ^ 1), corner(i ^ 6)]).collect()
}

/// The sign test of section 5.1 would lose the first of these.
#[test]
fn touching_cubes_are_in_contact_and_cubes_with_a_gap_are_apart() {
    for k in SETS {
        for (gap, bits) in [(0.0, 18), (0.0, 35), (1.0 / 1024.0, 18), (1e-6, 35)] {
            let cube = tree(&set(k), &cube());
            let poses = [DAffine3::IDENTITY, DAffine3::from_translation(DVec3::X * (1.0 + gap))];
            let format = Format::words(bits).unwrap();
            let growth = poses.map(|pose| cube.growth(pose));
            let scale = format.scale_for(growth.map(|growth| (&cube, growth)));
            let [a, b] = growth.map(|growth| FixedTree::new(&cube, format, scale, growth).unwrap());
            let [pa, pb] = poses.map(|pose| Placed { tree: &cube, pose });
            let axes = axes(pa, pb, k);
            let fixed = FixedAxes::new(&axes, format, scale, growth);
            assert_eq!(fixed.separating(a.node(0), b.node(0)).is_some(), gap > 0.0, "k {k}, gap {gap}, {bits} bits");
            assert_eq!(axes.iter().any(|axis| axis.separates(cube.node(0), cube.node(0))), gap > 0.0);
        }
    }
}
