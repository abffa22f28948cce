use super::exact::Exact;
use super::{Random, SETS, set, tree};
use allide_geom::kdop::{Node, Tree, TreeError};
use allide_geom::{DVec3, Triangle};

/// Every node contains all corners of its triangles, in exact arithmetic; every triangle is in one leaf. Returns the
/// depth.
fn check(tree: &Tree, triangles: &[Triangle]) -> usize {
    assert_eq!(tree.triangle_count(), triangles.len());
    let mut seen = vec![false; triangles.len()];
    let mut deepest = 0;
    // Which triangles each node has, from the last to the first.
    let mut inside: Vec<Vec<u32>> = vec![Vec::new(); tree.nodes().len()];
    let mut depths = vec![1; tree.nodes().len()];
    for (id, node) in tree.nodes().iter().enumerate() {
        if let Node::Inner(children) = node {
            children.iter().for_each(|&child| depths[child as usize] = depths[id] + 1);
        }
        deepest = deepest.max(depths[id]);
    }
    for id in (0..tree.nodes().len()).rev() {
        inside[id] = match tree.nodes()[id] {
            Node::Leaf(triangle) => {
                assert!(!std::mem::replace(&mut seen[triangle as usize], true));
                vec![triangle]
            }
            Node::Inner([left, right]) => {
                assert!(left as usize > id && right as usize > id);
                [inside[left as usize].as_slice(), &inside[right as usize]].concat()
            }
        };
        for corner in inside[id].iter().flat_map(|&triangle| triangles[triangle as usize]) {
            for (direction, &coefficient) in tree.orientations().directions().iter().zip(tree.node(id as u32)) {
                assert!(Exact::dot(direction.to_array(), corner.to_array()) <= Exact::of(coefficient));
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen));
    deepest
}

#[test]
fn nodes_contain_their_triangles_exactly_and_refit_keeps_that() {
    let mut random = Random(1);
    for k in SETS {
        for count in [0, 1, 2, 3, 40] {
            let size = [1e-3, 1.0, 1e300, 5e-324][random.below(4)];
            let mut triangles: Vec<Triangle> =
                (0..count).map(|_| random.triangle(0.3).map(|corner| corner * size * 0.5)).collect();
            let mut tree = tree(&set(k), &triangles);
            check(&tree, &triangles);
            triangles.iter_mut().flatten().for_each(|corner| *corner = random.vector() * size);
            tree.refit(count, |i| triangles[i]).unwrap();
            check(&tree, &triangles);
        }
    }
}

/// DOPs are tight, too: no coefficient exceeds the largest projection by more than rounding.
#[test]
fn nodes_are_no_larger_than_needed() {
    let mut random = Random(2);
    let triangles: Vec<Triangle> = (0..50).map(|_| random.triangle(0.1)).collect();
    let tree = tree(&set(24), &triangles);
    for (direction, coefficient) in tree.orientations().directions().iter().zip(tree.node(0)) {
        let largest = triangles.iter().flatten().map(|corner| direction.dot(*corner)).fold(f64::MIN, f64::max);
        assert!(coefficient - largest < 1e-14);
    }
}

#[test]
fn hostile_triangles_make_no_deep_tree() {
    let point = |x: f64| [DVec3::splat(x); 3];
    let families: [Vec<Triangle>; 4] = [
        vec![point(1.0); 1000],
        (0..1000).map(|i| point((f64::from(i) - 500.0).exp2())).collect(),
        (0..1000).map(|i| [DVec3::ZERO, DVec3::X * f64::from(i), DVec3::Y]).collect(),
        (0..1000).map(|i| point(if i % 2 == 0 { -1e300 } else { 1e300 })).collect(),
    ];
    for triangles in families {
        let depth = check(&tree(&set(14), &triangles), &triangles);
        assert!(depth <= 36, "depth {depth} for 1,000 triangles");
    }
}

#[test]
fn coordinates_out_of_range_and_other_counts_are_errors() {
    let bad = |value: f64| Tree::build(&set(6), 1, |_| [DVec3::ZERO, DVec3::ZERO, DVec3::X * value]).unwrap_err();
    assert_eq!(bad(1e301), TreeError::Coordinate { triangle: 0, value: 1e301 });
    assert!(matches!(bad(f64::NAN), TreeError::Coordinate { .. }));
    let mut tree = tree(&set(6), &[[DVec3::ZERO; 3]]);
    assert_eq!(tree.refit(2, |_| [DVec3::ZERO; 3]).unwrap_err(), TreeError::Count { expected: 1, given: 2 });
    assert_eq!(
        bad(f64::INFINITY).to_string(),
        "triangle 0 has the coordinate inf; k-DOPs need numbers of at most 1e300"
    );
}
