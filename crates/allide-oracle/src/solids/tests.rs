use super::*;
use crate::Fraction;

const BOX_FACES: [[usize; 3]; 12] = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];

fn cuboid(min: [f64; 3], max: [f64; 3]) -> Vec<Triangle> {
    let corner = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { min[axis] } else { max[axis] });
    BOX_FACES.map(|face| face.map(corner)).to_vec()
}

fn cube(at: f64, size: f64) -> Vec<Triangle> {
    cuboid([at; 3], [at + size; 3])
}

/// Corners at this distance from the center, along the axes: its volume is 4/3 of the radius cubed.
fn octahedron(center: [f64; 3], radius: f64) -> Vec<Triangle> {
    let corner = |axis: usize, sign: f64| {
        let mut corner = center;
        corner[axis] += sign * radius;
        corner
    };
    let face = |k: usize| {
        let signs = [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { 1.0 } else { -1.0 });
        let corners = [0, 1, 2].map(|axis| corner(axis, signs[axis]));
        if signs.iter().product::<f64>() > 0.0 { corners } else { [corners[0], corners[2], corners[1]] }
    };
    (0..8).map(face).collect()
}

fn tetrahedron(size: f64) -> Vec<Triangle> {
    let corner = |k: usize| [0, 1, 2].map(|axis| if k == axis + 1 { size } else { 0.0 });
    [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(|face| face.map(corner)).to_vec()
}

fn flipped(solid: &[Triangle]) -> Vec<Triangle> {
    solid.iter().map(|&[p, q, r]| [p, r, q]).collect()
}

fn moved(solid: &[Triangle], by: [f64; 3]) -> Vec<Triangle> {
    solid.iter().map(|triangle| triangle.map(|p| [p[0] + by[0], p[1] + by[1], p[2] + by[2]])).collect()
}

fn is(found: Fraction, expected: f64) {
    assert_eq!(found, Fraction::from_f64(expected), "{} against {expected}", found.to_f64(0));
}

/// `found` times a whole number.
fn is_over(found: Fraction, expected: f64, divisor: u32) {
    assert_eq!(found, Fraction::from_f64(expected).over(divisor), "{} against {expected}/{divisor}", found.to_f64(0));
}

#[test]
fn volumes_of_plain_solids() {
    is(volume(&cuboid([-1.0, 2.0, 0.5], [1.0, 5.0, 4.5])), 24.0);
    is_over(volume(&octahedron([0.5, -7.0, 3.0], 2.0)), 32.0, 3);
    is_over(volume(&tetrahedron(0.5)), 0.125, 6);
    is(volume(&flipped(&cube(1.0, 2.0))), -8.0);
    is(volume(&[cube(0.0, 4.0), flipped(&cube(1.0, 2.0))].concat()), 56.0);
    is(volume(&[]), 0.0);
}

#[test]
fn common_volumes_by_hand() {
    is(common_volume(&cube(0.0, 2.0), &cuboid([1.0, 0.5, -1.0], [5.0, 1.0, 0.25])), 0.125);
    is_over(common_volume(&octahedron([0.0; 3], 1.0), &cuboid([0.0; 3], [9.0; 3])), 1.0, 6);
    // Half of an octahedron, and an octahedron in a cube whose faces it touches.
    is_over(common_volume(&octahedron([0.0; 3], 1.0), &cuboid([-9.0, -9.0, 0.0], [9.0; 3])), 2.0, 3);
    is_over(common_volume(&octahedron([1.0; 3], 1.0), &cube(0.0, 2.0)), 4.0, 3);
    // The shape common to both tetrahedra of a cube: an octahedron, a sixth of it.
    let corner = |k: usize| [0, 1, 2].map(|axis| f64::from(k as u32 >> axis & 1));
    let even = [[0, 3, 5], [0, 5, 6], [0, 6, 3], [3, 6, 5]].map(|face| face.map(corner));
    let odd = even.map(|face| face.map(|p| p.map(|x| 1.0 - x))).map(|[p, q, r]| [p, r, q]);
    is_over(volume(&even), 1.0, 3);
    is_over(volume(&odd), 1.0, 3);
    is_over(common_volume(&even, &odd), 1.0, 6);
}

#[test]
fn a_shell_that_faces_inwards_is_a_cavity() {
    let hollow = [cube(0.0, 6.0), flipped(&cube(1.0, 4.0))].concat();
    is(common_volume(&hollow, &cube(2.0, 2.0)), 0.0);
    is(common_volume(&hollow, &cube(0.0, 3.0)), 27.0 - 8.0);
    assert_eq!(class(&hollow, &cube(2.0, 2.0)), SolidClass::Clear);
    assert_eq!(class(&hollow, &cube(1.0, 4.0)), SolidClass::Touch);
    assert_eq!(class(&hollow, &cube(0.0, 6.0)), SolidClass::FirstInside);
    assert_eq!(class(&hollow, &cube(0.5, 5.0)), SolidClass::Hard);
    assert_eq!(class(&hollow, &cuboid([0.0; 3], [6.0, 6.0, 1.0])), SolidClass::SecondInside);
    assert_eq!(winding([3.0; 3], &hollow), Some(0));
    assert_eq!(winding([0.5; 3], &hollow), Some(1));
}

#[test]
fn a_shell_within_that_faces_outwards_is_inside_and_counts_twice() {
    let twice = [cube(0.0, 6.0), cube(1.0, 4.0)].concat();
    is(volume(&twice), 216.0 + 64.0);
    is(common_volume(&twice, &cube(2.0, 2.0)), 16.0);
    assert_eq!(winding([3.0; 3], &twice), Some(2));
    assert_eq!((is_inside([3.0; 3], &twice), is_inside([0.5; 3], &twice)), (Some(true), Some(true)));
}

#[test]
fn classes_of_boxes() {
    let unit = cube(0.0, 1.0);
    let of = |min: [f64; 3], max: [f64; 3]| class(&unit, &cuboid(min, max));
    assert_eq!(of([2.0, 0.0, 0.0], [3.0, 1.0, 1.0]), SolidClass::Clear);
    assert_eq!(of([1.0, 0.0, 0.0], [3.0, 1.0, 1.0]), SolidClass::Touch);
    assert_eq!(of([1.0, 1.0, 0.0], [3.0, 2.0, 1.0]), SolidClass::Touch);
    assert_eq!(of([1.0; 3], [2.0; 3]), SolidClass::Touch);
    assert_eq!(of([1.0f64.next_up(), 0.0, 0.0], [3.0, 1.0, 1.0]), SolidClass::Clear);
    assert_eq!(of([1.0f64.next_down(), 0.0, 0.0], [3.0, 1.0, 1.0]), SolidClass::Hard);
    assert_eq!(of([0.5, 0.0, 0.0], [3.0, 1.0, 1.0]), SolidClass::Hard);
    assert_eq!(of([0.0; 3], [0.5, 1.0, 1.0]), SolidClass::SecondInside);
    assert_eq!(of([0.25; 3], [0.5; 3]), SolidClass::SecondInside);
    assert_eq!(of([-0.0; 3], [1.0, 1.0, 3.0]), SolidClass::FirstInside);
    assert_eq!(of([0.0; 3], [1.0; 3]), SolidClass::Duplicate);
    // Crossing faces, with no vertex in the other.
    assert_eq!(of([0.25, 0.25, -1.0], [0.75, 0.75, 2.0]), SolidClass::Hard);
}

#[test]
fn a_vertex_on_a_face_touches() {
    let unit = cube(0.0, 1.0);
    assert_eq!(class(&unit, &octahedron([2.0, 0.5, 0.5], 1.0)), SolidClass::Touch);
    assert_eq!(class(&unit, &octahedron([2.0, 0.5, 0.5], 1.0 + f64::EPSILON)), SolidClass::Hard);
    assert_eq!(class(&unit, &octahedron([2.0, 0.5, 0.5], 1.0 - f64::EPSILON)), SolidClass::Clear);
    assert_eq!(class(&unit, &octahedron([0.5; 3], 0.5)), SolidClass::SecondInside);
    // Edge on edge: the plane x + y = 3 through an edge of the box and one of the octahedron.
    assert_eq!(class(&cube(0.0, 1.5), &octahedron([3.0, 3.0, 0.5], 3.0)), SolidClass::Touch);
}

#[test]
fn scales_change_no_class() {
    let scaled = |solid: &[Triangle], factor: f64| -> Vec<Triangle> {
        solid.iter().map(|triangle| triangle.map(|point| point.map(|x| x * factor))).collect()
    };
    let (unit, beside, within) = (cube(0.0, 1.0), cuboid([1.0, 0.25, 0.0], [2.0; 3]), octahedron([0.5; 3], 0.25));
    for factor in [2f64.powi(-1000), 1e-300, 1.0 / 3.0, 1e300] {
        let [unit, beside, within] = [&unit, &beside, &within].map(|solid| scaled(solid, factor));
        assert_eq!(class(&unit, &beside), SolidClass::Touch, "{factor:e}");
        assert_eq!(class(&unit, &within), SolidClass::SecondInside, "{factor:e}");
        assert_eq!(class(&within, &within), SolidClass::Duplicate, "{factor:e}");
    }
}

#[test]
fn winding_numbers_of_points_on_and_off_the_surface() {
    let unit = cube(0.0, 1.0);
    assert_eq!(winding([0.5; 3], &unit), Some(1));
    assert_eq!(winding([0.5; 3], &flipped(&unit)), Some(-1));
    assert_eq!(winding([0.5, 0.5, 1.5], &unit), Some(0));
    assert_eq!(winding([0.5, 0.5, 1.0f64.next_down()], &unit), Some(1));
    assert_eq!(winding([0.5, 0.5, 1.0f64.next_up()], &unit), Some(0));
    // In the plane of a face, and on a line with an edge.
    assert_eq!(winding([1.5, 0.5, 1.0], &unit), Some(0));
    assert_eq!(winding([1.5, 0.0, 1.0], &unit), Some(0));
    for on in [[0.5, 0.25, 1.0], [0.5, 0.5, 1.0], [0.5, 0.0, 1.0], [0.0, 1.0, 1.0]] {
        assert_eq!(winding(on, &unit), None, "{on:?}");
    }
}

/// A few solids on a lattice; all in all they meet in every way.
fn lattice_solids() -> Vec<Vec<Triangle>> {
    vec![
        cube(0.0, 2.0),
        cube(0.5, 1.0),
        cuboid([0.0, 0.0, 1.0], [2.0, 1.0, 3.0]),
        octahedron([1.0; 3], 1.0),
        octahedron([1.0, 1.0, 2.0], 2.0),
        moved(&tetrahedron(2.0), [0.5, 0.0, 1.0]),
        tetrahedron(4.0),
        [cube(-1.0, 4.0), flipped(&cube(0.0, 2.0))].concat(),
        [cube(0.0, 1.0), cuboid([0.0, 0.0, 1.5], [2.0; 3])].concat(),
    ]
}

/// The box around some points.
fn bounds(points: &[[f64; 3]]) -> [[f64; 3]; 2] {
    let fold = |pick: fn(f64, f64) -> f64| {
        points.iter().copied().reduce(|p, q| [0, 1, 2].map(|k| pick(p[k], q[k]))).expect("points")
    };
    [fold(f64::min), fold(f64::max)]
}

/// Random points of the boxes of two solids, half of them of what the boxes have in common; and that box's volume.
fn samples(a: &[Triangle], b: &[Triangle], count: usize, state: &mut u64) -> (Vec<[f64; 3]>, f64) {
    let [[low_a, high_a], [low_b, high_b]] = [a, b].map(|solid| bounds(solid.as_flattened()));
    let common = [[0, 1, 2].map(|k| low_a[k].max(low_b[k])), [0, 1, 2].map(|k| high_a[k].min(high_b[k]))];
    let mut unit = || {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 40) as f64 / f64::from(1 << 24)
    };
    let mut point = |[low, high]: [[f64; 3]; 2]| [0, 1, 2].map(|k| low[k] + (high[k] - low[k]) * unit());
    let volume: f64 = (0..3).map(|k| (common[1][k] - common[0][k]).max(0.0)).product();
    let within = (0..count).map(|_| if volume > 0.0 { point(common) } else { point([low_a, high_a]) });
    let mut points: Vec<_> = within.collect();
    points.extend((0..count).map(|k| point(if k % 2 == 0 { [low_a, high_a] } else { [low_b, high_b] })));
    (points, volume)
}

#[test]
fn volumes_and_winding_numbers_agree() {
    const COUNT: usize = 24;
    let mut seen = std::collections::HashSet::new();
    let (mut hits, mut expected, mut variance, mut state) = (0.0f64, 0.0, 0.0, 7);
    let shifts = [[0.0; 3], [1.0, 0.0, 0.0], [0.5, 1.0, -1.0], [2.0, 2.0, 2.0], [9.0, 0.0, 0.0]];
    for a in lattice_solids() {
        for b in lattice_solids().iter().flat_map(|b| shifts.map(|shift| moved(b, shift))) {
            let found = class(&a, &b);
            assert_eq!(class(&b, &a), found.swapped());
            seen.insert(found);
            let (points, of_box) = samples(&a, &b, COUNT, &mut state);
            for (index, point) in points.into_iter().enumerate() {
                let [in_a, in_b] = [&a, &b].map(|solid| winding(point, solid).unwrap_or(0));
                let allowed: &[[i64; 2]] = match found {
                    SolidClass::Clear | SolidClass::Touch => &[[0, 0], [0, 1], [1, 0]],
                    SolidClass::Hard => &[[0, 0], [0, 1], [1, 0], [1, 1]],
                    SolidClass::FirstInside => &[[0, 0], [0, 1], [1, 1]],
                    SolidClass::SecondInside => &[[0, 0], [1, 0], [1, 1]],
                    SolidClass::Duplicate => &[[0, 0], [1, 1]],
                };
                assert!(allowed.contains(&[in_a, in_b]), "{found:?}: {point:?} {in_a} {in_b}\n{a:?}\n{b:?}");
                hits += if index < COUNT { (in_a * in_b) as f64 } else { 0.0 };
            }
            if of_box > 0.0 {
                let part = common_volume(&a, &b).to_f64(0) / of_box;
                expected += COUNT as f64 * part;
                variance += COUNT as f64 * part * (1.0 - part);
            }
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
    assert!((hits - expected).abs() < 5.0 * f64::sqrt(variance), "{hits} points against {expected}");
    assert!(variance > 100.0);
}

#[test]
#[should_panic(expected = "face outwards")]
fn a_solid_that_faces_inwards_is_refused() {
    class(&flipped(&cube(0.0, 1.0)), &cube(0.0, 1.0));
}
