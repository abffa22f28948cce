use super::*;
use crate::solids::SolidClass;

fn block(min: i32, max: i32) -> Surface {
    Surface::of_box([min; 3], [max; 3], true)
}

fn joined(parts: &[Surface]) -> Surface {
    Surface { rects: parts.iter().flat_map(|part| part.rects.clone()).collect() }
}

fn flipped(surface: &Surface) -> Surface {
    Surface { rects: surface.rects.iter().map(|rect| rect.flipped()).collect() }
}

fn sheet(axis: usize, min: Point, max: Point) -> Surface {
    Surface { rects: vec![Rect { axis, min, max, faces_up: true }] }
}

#[test]
fn corners_turn_around_the_side_that_a_rectangle_faces() {
    for rect in block(1, 3).rects {
        let [p, q, _, s] = rect.corners();
        let [u, v] = [q, s].map(|corner| [0, 1, 2].map(|k| corner[k] - p[k]));
        let across = (rect.axis, (rect.axis + 1) % 3, (rect.axis + 2) % 3);
        let normal = u[across.1] * v[across.2] - u[across.2] * v[across.1];
        assert_eq!(normal > 0, rect.faces_up, "{rect:?}");
        assert_eq!(rect.squares().count(), 4);
    }
}

#[test]
fn every_axis_counts_the_same_windings() {
    let surface = joined(&[block(0, 5), flipped(&block(1, 3)), block(2, 6)]);
    let [x, y, z] = [0, 1, 2].map(|axis| surface.windings(axis));
    assert!(x == y && y == z);
    assert_eq!([[0; 3], [1; 3], [2; 3], [4; 3], [5; 3]].map(|cell| x[index(cell)]), [1, 0, 1, 2, 1]);
    assert_eq!(
        Surface::of_cells(&[vec![0, 1, 2, 3, 5, 6], (0..=6).collect(), (0..=6).collect()], |cell| x[index(cell)] != 0)
            .windings(1)
            .iter()
            .filter(|&&w| w == 1)
            .count(),
        { x.iter().filter(|&&count| count != 0).count() }
    );
}

#[test]
fn cut_surfaces_enclose_the_same() {
    let surface = block(0, 4);
    let cut =
        Surface { rects: surface.rects.iter().flat_map(|rect| rect.cut(&[vec![1, 3], vec![2], vec![]])).collect() };
    assert!(cut.is_closed() && cut.rects.len() == 2 * (6 + 3 + 2));
    assert_eq!(cut.windings(0), surface.windings(0));
    let uneven = Surface {
        rects: surface.rects.iter().skip(1).copied().chain(surface.rects[0].cut(&[vec![], vec![2], vec![]])).collect(),
    };
    assert!(!uneven.is_closed());
}

#[test]
fn classes_of_solids_by_hand() {
    let hollow = joined(&[block(0, 6), flipped(&block(1, 5))]);
    assert_eq!(class(&hollow, &block(2, 4)), SolidClass::Clear);
    assert_eq!(class(&hollow, &block(1, 5)), SolidClass::Touch);
    assert_eq!(class(&hollow, &block(0, 2)), SolidClass::Hard);
    assert_eq!(class(&hollow, &block(0, 6)), SolidClass::FirstInside);
    assert_eq!(class(&flipped(&hollow), &block(0, 1)), SolidClass::SecondInside);
    let nested = joined(&[block(0, 6), block(1, 5)]);
    assert_eq!(class(&nested, &block(2, 4)), SolidClass::SecondInside);
    assert_eq!(class(&nested, &block(0, 6)), SolidClass::Duplicate);
    // An inner wall, and a fin beside it.
    let halves = joined(&[
        Surface::of_box([0; 3], [3, 6, 6], true),
        Surface::of_box([3, 0, 0], [6; 3], true),
        sheet(0, [3, 1, 1], [3, 5, 5]),
        flipped(&sheet(0, [3, 1, 1], [3, 5, 5])),
    ]);
    assert!(halves.is_closed());
    assert_eq!(class(&halves, &block(0, 6)), SolidClass::Duplicate);
    assert_eq!(class(&halves, &block(2, 4)), SolidClass::SecondInside);
}

#[test]
fn classes_of_sheets_by_hand() {
    let solid = block(1, 4);
    assert_eq!(class(&sheet(2, [2, 2, 2], [3, 3, 2]), &solid), SolidClass::FirstInside);
    // Inside, and on a wall.
    assert_eq!(class(&sheet(2, [1, 2, 2], [3, 3, 2]), &solid), SolidClass::FirstInside);
    assert_eq!(class(&solid, &sheet(2, [0, 2, 2], [3, 3, 2])), SolidClass::Hard);
    assert_eq!(class(&sheet(2, [0, 0, 4], [6, 6, 4]), &solid), SolidClass::Touch);
    assert_eq!(class(&sheet(2, [0, 0, 5], [6, 6, 5]), &solid), SolidClass::Clear);
    // One sheet inside and one outside.
    let two = joined(&[sheet(2, [1, 2, 2], [3, 3, 2]), sheet(2, [4, 2, 3], [6, 3, 3])]);
    assert_eq!(class(&two, &solid), SolidClass::FirstInside);
}

#[test]
fn sheets_pass_through_each_other_whatever_their_cuts() {
    let floor = sheet(2, [0, 0, 2], [6, 6, 2]);
    let halves = joined(&[sheet(2, [0, 0, 2], [3, 6, 2]), sheet(2, [3, 0, 2], [6, 6, 2])]);
    for floor in [&floor, &halves] {
        assert_eq!(class(floor, &sheet(0, [3, 1, 0], [3, 3, 4])), SolidClass::Hard);
        assert_eq!(class(floor, &sheet(0, [3, 1, 2], [3, 3, 4])), SolidClass::Touch);
        assert_eq!(class(floor, &sheet(2, [1, 1, 2], [3, 3, 2])), SolidClass::Touch);
        assert_eq!(
            class(floor, &joined(&[sheet(0, [3, 1, 0], [3, 3, 2]), sheet(0, [3, 1, 2], [3, 3, 4])])),
            SolidClass::Hard
        );
    }
    // At the edge of the floor there are no sides.
    assert_eq!(class(&floor, &sheet(0, [6, 1, 0], [6, 3, 4])), SolidClass::Touch);
}

#[test]
fn balls_in_boxes_are_as_wide_as_the_box() {
    let ball = |surface: &Surface| largest_ball(&surface.solid().expect("a solid"));
    assert_eq!(ball(&block(1, 5))[0], 4.0);
    assert_eq!(ball(&Surface::of_box([0; 3], [6, 6, 1], true))[0], 1.0);
    // Around a corner of the cavity, the ball touches three faces and the corner.
    let hollow = joined(&[block(0, 6), flipped(&block(3, 6))]);
    let [lower, upper] = ball(&hollow);
    let radius = 3.0 * 3f64.sqrt() / (1.0 + 3f64.sqrt());
    assert!(lower <= 2.0 * radius && 2.0 * radius <= upper && upper - lower < 0.5, "{lower} {upper} {radius}");
    assert_eq!(largest_ball(&vec![false; 216]), [0.0; 2]);
}
