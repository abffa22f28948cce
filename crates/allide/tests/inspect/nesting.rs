use super::*;
use allide::Orientation;

/// Depth, parent and whether it is inside out, of each shell.
fn nest(shape: &Shape) -> Vec<(Option<u32>, Option<u32>, bool)> {
    shape.inspected().shells.iter().map(|shell| (shell.depth, shell.parent, shell.is_inverted())).collect()
}

#[test]
fn a_cavity_faces_inwards() {
    let hollow = cube(3.0).and(cube(2.0).inside_out());
    assert_eq!(nest(&hollow), [(Some(0), None, false), (Some(1), Some(0), false)]);
    let found = hollow.inspected();
    assert!(found.is_healthy());
    assert_eq!(found.volume.unwrap().value, 216.0 - 64.0);
    assert_eq!(found.shells[1].orientation, Some(Orientation::Inward));
}

#[test]
fn a_cavity_that_faces_outwards_is_inverted() {
    let wrong = cube(3.0).and(cube(2.0));
    assert_eq!(nest(&wrong), [(Some(0), None, false), (Some(1), Some(0), true)]);
    // All of it inside out: both are wrong.
    let wrong = cube(3.0).inside_out().and(cube(2.0));
    assert_eq!(wrong.problems(), [(Problem::InvertedShells, 2)]);
}

#[test]
fn what_lies_in_a_cavity_faces_outwards() {
    // In any order, with a neighbour in the same cavity.
    let islands = block([-1.5, -1.0, -1.0], [-0.5, 1.0, 1.0]).and(block([0.5, -1.0, -1.0], [1.5, 1.0, 1.0]));
    let shape = islands.and(cube(2.0).inside_out()).and(cube(3.0));
    let expected =
        [(Some(2), Some(2), false), (Some(2), Some(2), false), (Some(1), Some(3), false), (Some(0), None, false)];
    assert_eq!(nest(&shape), expected);
    assert!(shape.inspected().is_healthy());
}

#[test]
fn neighbours_do_not_contain_each_other_however_their_corners_align() {
    // A ray from either passes along faces, edges and corners of others.
    let mut shape = Shape::default();
    for k in 0..27 {
        let at = [k % 3, k / 3 % 3, k / 9].map(|x| 2.0 * f64::from(x));
        shape = shape.and(block(at, at.map(|x| x + 1.0)));
    }
    assert!(nest(&shape).iter().all(|&shell| shell == (Some(0), None, false)));
    let around = shape.and(block([-1.0; 3], [6.0; 3]).inside_out());
    let found = nest(&around);
    assert!(found[..27].iter().all(|&shell| shell == (Some(1), Some(27), true)));
    assert_eq!(found[27], (Some(0), None, true));
}

#[test]
fn shells_that_share_a_corner_nest() {
    // A wedge in a corner of a box.
    let wedge = Shape {
        corners: vec![[0.0; 3], [2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    };
    let shape = block([0.0; 3], [9.0; 3]).and(wedge.inside_out());
    assert!(shape.inspected().clusters.is_empty());
    assert_eq!(nest(&shape), [(Some(0), None, false), (Some(1), Some(0), false)]);
}

#[test]
fn shells_that_overlap_have_no_depth_and_those_within_do() {
    let shape = cube(3.0).and(block([2.0; 3], [8.0; 3]).inside_out()).and(cube(1.0).inside_out());
    assert_eq!(nest(&shape), [(None, None, false), (None, None, false), (Some(1), Some(0), false)]);
}

#[test]
fn open_shells_contain_nothing_but_can_be_contained() {
    let shape = cube(3.0).without(2).and(cube(1.0));
    assert_eq!(nest(&shape), [(Some(0), None, false), (Some(0), None, false)]);
    let shape = cube(3.0).and(cube(1.0).without(2));
    assert_eq!(nest(&shape), [(Some(0), None, false), (Some(1), Some(0), false)]);
    assert!(shape.inspected().volume.is_none());
}

#[test]
fn shells_nest_at_any_scale() {
    for exponent in [-1000, -340, 340, 1000] {
        let size = 2_f64.powi(exponent);
        // Not in the order of their sizes.
        let shape = cube(2.0 * size).inside_out().and(cube(4.0 * size)).and(cube(size));
        let expected = [(Some(1), Some(1), false), (Some(0), None, false), (Some(2), Some(0), false)];
        assert_eq!(nest(&shape), expected, "{exponent}");
    }
}

#[test]
fn many_nested_shells_alternate() {
    let mut shape = Shape::default();
    for k in 0..60 {
        let shell = cube(100.0 - f64::from(k));
        shape = shape.and(if k % 2 == 0 { shell } else { shell.inside_out() });
    }
    let found = shape.inspected();
    assert!(found.is_healthy());
    for (k, shell) in found.shells.iter().enumerate() {
        assert_eq!((shell.depth, shell.parent), (Some(k as u32), (k as u32).checked_sub(1)));
    }
}
