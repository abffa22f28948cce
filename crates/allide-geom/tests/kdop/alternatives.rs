use allide_geom::DVec3;
use allide_geom::kdop::{Orientations, Placed, Tree, axes};
use glam::{DAffine3, DQuat};

/// Other triples of faces are as safe as the first, and the best of them is never worse.
#[test]
fn other_faces_bound_projections_too_and_no_worse() {
    let mut seed = 5_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let (mut separated, mut better) = (0, 0);
    for case in 0..90 {
        let orientations = Orientations::standard([6, 14, 18, 24, 26][case % 5]).unwrap();
        let mut point = || DVec3::new(next(), next(), next());
        let turn = DQuat::from_axis_angle(point().normalize(), 1.0);
        let mut triangles = [[point(), point(), point()], [point(), point(), point()]];
        let poses = [DAffine3::IDENTITY, DAffine3::from_rotation_translation(turn, point() * 2.0)];
        // In every third case, the triangles share a corner.
        let is_touching = case % 3 == 0;
        if is_touching {
            triangles[0][0] = poses[1].transform_point3(triangles[1][0]);
        }
        let trees = triangles.map(|triangle| Tree::build(&orientations, 1, |_| triangle).unwrap());
        let [a, b] = [0, 1].map(|side| Placed { tree: &trees[side], pose: poses[side] });
        for axis in axes(a, b, 24) {
            let all = axis.alternatives(a, b, 3);
            let [a, b] = [0, 1].map(|side| trees[side].node(0));
            assert_eq!((all[0].a, all[0].b), (axis.a, axis.b), "the first is the axis itself");
            assert!(!(is_touching && all.iter().any(|other| other.separates(a, b))), "case {case}");
            let best = all.iter().map(|other| other.difference(a, b)).fold(f64::NEG_INFINITY, f64::max);
            assert!(best >= axis.difference(a, b));
            better += u32::from(best > axis.difference(a, b) + 1e-9);
            separated += u32::from(all.iter().any(|other| other.separates(a, b)));
        }
    }
    assert!(separated > 100 && better > 100, "{separated} {better}");
}
