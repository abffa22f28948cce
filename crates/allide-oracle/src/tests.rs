use super::*;

const FLOOR: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

#[test]
fn classes_of_plain_pairs() {
    let needle = [[1.0, 1.0, -1.0], [1.5, 1.0, 1.0], [1.0, 1.5, 1.0]];
    assert_eq!(overlap(&FLOOR, &needle), Some(Class::Crossing));
    assert_eq!(overlap(&FLOOR, &FLOOR), Some(Class::Coplanar));
    let standing = [[1.0, 1.0, 0.0], [1.5, 1.0, 0.0], [1.0, 1.0, 1.0]];
    assert_eq!(overlap(&FLOOR, &standing), Some(Class::Touching));
    let hovering = standing.map(|[x, y, z]| [x, y, z + f64::EPSILON]);
    assert_eq!(overlap(&FLOOR, &hovering), None);
    assert_eq!(overlap(&FLOOR, &[[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 0.0]]), Some(Class::Touching));
    assert_eq!(overlap(&FLOOR, &[[3.0, 3.0, 0.0]; 3]), None);
    assert_eq!(all_pairs(&[FLOOR], &[hovering, needle]), [(0, 1, Class::Crossing)]);
}

#[test]
fn a_common_edge_counts_only_if_folded() {
    let folded = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    let flat = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, -1.0, 0.0]];
    let upright = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, 1.0, 1.0]];
    assert_eq!(self_overlap(&FLOOR, &folded), Some(Class::Coplanar));
    assert_eq!(self_overlap(&FLOOR, &flat), None);
    assert_eq!(self_overlap(&FLOOR, &upright), None);
    assert_eq!(all_self_pairs(&[FLOOR, flat, folded]), [(0, 2, Class::Coplanar)]);
}

#[test]
fn a_common_corner_counts_only_if_they_meet_beyond() {
    let away = [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]];
    let through = [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]];
    assert_eq!(self_overlap(&FLOOR, &away), None);
    assert_eq!(self_overlap(&FLOOR, &through), Some(Class::Crossing));
    assert_eq!(self_overlap(&FLOOR, &[FLOOR[1], FLOOR[0], FLOOR[2]]), Some(Class::Coplanar));
    let bar = [[0.0; 3], [0.0; 3], [1.0; 3]];
    assert_eq!(self_overlap(&bar, &[[1.0; 3], [0.0; 3], [1.0; 3]]), Some(Class::Touching));
}

#[test]
fn distances_are_exact() {
    let above = FLOOR.map(|[x, y, z]| [x, y, z + 0.75]);
    assert_eq!(distance_squared(&FLOOR, &above), Fraction::from_f64(0.5625));
    assert!(distance_squared(&FLOOR, &FLOOR).is_zero());
    let beyond = [[4.0, 4.0, 0.0], [5.0, 5.0, 0.0], [6.0, 5.0, 0.0]];
    // From the corner (4, 4) to the middle of the long edge.
    assert_eq!(distance_squared(&FLOOR, &beyond), Fraction::from_f64(8.0));
    assert!(is_root(8f64.sqrt(), &Fraction::from_f64(8.0), 1e-15));
    assert!(!is_root(8f64.sqrt(), &Fraction::from_f64(8.0), 0.0));
    assert!(!is_root(2.82, &Fraction::from_f64(8.0), 1e-3));
}

#[test]
fn any_finite_coordinate_is_read_exactly() {
    for value in [f64::from_bits(1), -f64::MIN_POSITIVE, f64::MAX, -1.0 / 3.0, 0.0] {
        assert_eq!(Fraction::from_f64(value).to_f64(0), value);
    }
    let huge = FLOOR.map(|corner| corner.map(|x| x * 1e300));
    let tiny = [[0.0, 0.0, f64::from_bits(1)], [1e-300, 0.0, 1.0], [0.0, 1e-300, 1.0]];
    assert_eq!(overlap(&huge, &tiny), None);
    assert_eq!(overlap(&huge, &tiny.map(|[x, y, z]| [x, y, z - f64::from_bits(1)])), Some(Class::Touching));
}

#[test]
fn common_points_span_the_overlap() {
    let wall = [[1.0, -9.0, -9.0], [1.0, 9.0, -9.0], [1.0, 0.0, 9.0]];
    let mut points = common_points(&FLOOR, &wall);
    points.sort_by(|p, q| p[1].total_cmp(&q[1]));
    assert_eq!(points, [[1.0, 0.0, 0.0], [1.0, 3.0, 0.0]]);
}

#[test]
fn orientations_are_signs_of_determinants() {
    let tetrahedron = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1e-300]];
    assert_eq!(orientation(&tetrahedron), 1);
    assert_eq!(orientation(&[tetrahedron[1], tetrahedron[0], tetrahedron[2], tetrahedron[3]]), -1);
    assert_eq!(orientation(&[[0.5, 0.5], [12.0, 12.0], [24.0, 24.0]]), 0);
    assert_eq!(orientation(&[[0.5, 0.5f64.next_up()], [12.0, 12.0], [24.0, 24.0]]), -1);
}
