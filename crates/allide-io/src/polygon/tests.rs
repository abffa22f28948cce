//! Polygons whose triangles are checked in integers: their number, outline, areas and windings.

mod shapes;

use super::{Cutter, Outline, Shape};
use num_bigint::BigInt;
use proptest::prelude::*;
use shapes::{Random, maze, simple, touching};
use std::collections::HashMap;
use std::f64::consts::TAU;

type Point = [f64; 3];

/// In units of the smallest positive `f64`.
fn integer(value: f64) -> BigInt {
    let (exponent, fraction) = ((value.to_bits() >> 52) & 0x7ff, value.to_bits() & ((1 << 52) - 1));
    let magnitude = BigInt::from(if exponent == 0 { fraction } else { fraction | 1 << 52 }) << (exponent.max(1) - 1);
    if value < 0.0 { -magnitude } else { magnitude }
}

/// Twice the signed area of a polygon, seen along an axis.
fn area(corners: &[Point], axis: usize) -> BigInt {
    let plane: Vec<_> = corners.iter().map(|p| [integer(p[(axis + 1) % 3]), integer(p[(axis + 2) % 3])]).collect();
    let edges = plane.iter().zip(plane.iter().cycle().skip(1));
    edges.map(|(p, q)| &p[0] * &q[1] - &p[1] * &q[0]).sum()
}

fn magnitude(value: &BigInt) -> BigInt {
    BigInt::from(value.magnitude().clone())
}

fn cut(corners: &[Point]) -> (Vec<[u32; 3]>, Shape) {
    let (mut triangles, numbers) = (Vec::new(), Vec::from_iter(0..corners.len() as u32));
    let shape = Cutter::default().cut(&numbers, corners, &mut triangles);
    (triangles, shape)
}

/// Fails unless there are n − 2 triangles with the outline of the polygon.
fn check_outline(corners: &[Point], triangles: &[[u32; 3]]) {
    let count = corners.len() as u32;
    assert_eq!(triangles.len(), corners.len() - 2);
    let mut edges: HashMap<(u32, u32), i64> = HashMap::new();
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((from.min(to), from.max(to))).or_default() += if from < to { 1 } else { -1 };
        }
    }
    edges.retain(|_, count| *count != 0);
    let edge = |from: u32| {
        let to = (from + 1) % count;
        ((from.min(to), from.max(to)), if from < to { 1 } else { -1 })
    };
    assert_eq!(edges, (0..count).map(edge).collect::<HashMap<_, _>>());
}

/// Fails unless the triangles are exactly the polygon, seen along the axis of its largest area. How many of them are
/// without area there.
fn check_simple(corners: &[Point]) -> usize {
    let (triangles, shape) = cut(corners);
    assert_eq!(shape, Shape { flat: true, outline: Outline::Simple }, "{corners:?}");
    check_outline(corners, &triangles);
    let areas = [0, 1, 2].map(|axis| area(corners, axis));
    let axis = (0..3).max_by_key(|&axis| magnitude(&areas[axis])).unwrap();
    let parts = Vec::from_iter(triangles.iter().map(|x| area(&x.map(|corner| corners[corner as usize]), axis)));
    assert_eq!(parts.iter().map(magnitude).sum::<BigInt>(), magnitude(&areas[axis]), "{corners:?}: {triangles:?}");
    assert_eq!(parts.iter().sum::<BigInt>(), areas[axis]);
    parts.iter().filter(|part| **part == BigInt::ZERO).count()
}

/// A polygon in the plane as it is in space: on three axes and a slope, both ways round, huge and tiny, from each corner.
fn placed(corners: &[[f64; 2]], mut check: impl FnMut(&[Point])) {
    let slope = |[x, y]: [f64; 2]| [x, y, x + 2.0 * y];
    let scales = [1.0, (2.0f64).powi(990), (2.0f64).powi(-1000)];
    for axis in 0..3 {
        for turned in [false, true] {
            for scale in scales {
                let place = |&[x, y]: &[f64; 2]| {
                    let mut point = if turned { slope([x, y]) } else { [x, y, 0.0] }.map(|x| x * scale);
                    point.rotate_right(axis);
                    point
                };
                let mut points = Vec::from_iter(corners.iter().map(place));
                for start in 0..if points.len() > 40 { 2 } else { points.len() } {
                    points.rotate_left(1 + start / 20);
                    check(&points);
                    points.reverse();
                    check(&points);
                    points.reverse();
                }
            }
        }
    }
}

#[test]
fn mazes_are_cut_exactly() {
    for seed in 0..300 {
        let (width, height) = (2 + seed % 6, 1 + seed / 6 % 5);
        let mut corners = maze(width, height, seed as u64);
        assert_eq!(corners.len(), 2 * width * height + 2);
        assert_eq!(area(&corners, 2) >> (2 * 1074), BigInt::from(2 * width * height));
        corners.rotate_left(seed % 7);
        check_simple(&corners);
        corners.reverse();
        check_simple(&corners);
    }
}

#[test]
fn simple_polygons_are_cut_exactly_and_without_slivers() {
    for (name, corners) in simple() {
        let mut count = 0;
        placed(&corners, |points| {
            assert_eq!(check_simple(points), 0, "{name}");
            count += 1;
        });
        assert!(count >= 72, "{name}");
    }
}

#[test]
fn polygons_that_touch_themselves_are_cut_exactly() {
    for (name, corners) in touching() {
        placed(&corners, |points| assert!(check_simple(points) < points.len() - 2, "{name}"));
    }
}

#[test]
fn repeated_corners_and_spikes_change_nothing_else() {
    for (name, corners) in simple().into_iter().chain(touching()).filter(|(_, corners)| corners.len() < 25) {
        let mut spikes = 0;
        for at in 0..corners.len() {
            let mut repeated = corners.clone();
            repeated.insert(at, corners[at]);
            let mut spiked = repeated.clone();
            spiked.insert(at + 1, [corners[at][0] - 0.25, corners[at][1] + 1.0]);
            let in_space = |corners: &[[f64; 2]]| Vec::from_iter(corners.iter().map(|&[x, y]| [x, y, 0.0]));
            check_simple(&in_space(&repeated));
            // A spike may cross something.
            let spiked = in_space(&spiked);
            if cut(&spiked).1.outline == Outline::Simple {
                check_simple(&spiked);
                spikes += 1;
            }
        }
        assert!(spikes > 0, "{name}");
    }
}

#[test]
fn convex_polygons_are_fans() {
    let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    let with_middles = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0]];
    let hundred: Vec<_> = (0..100).map(|k| TAU * f64::from(k) / 100.0).map(|x| [x.cos(), x.sin()]).collect();
    let written_twice = [[0.0, 0.0], [2.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 0.0]];
    for corners in [&square[..], &with_middles, &hundred, &written_twice] {
        for turned in [false, true] {
            let place = |&[x, y]: &[f64; 2]| if turned { [0.0, y, x] } else { [x, y, 0.0] };
            let points = Vec::from_iter(corners.iter().map(place));
            let fan = Vec::from_iter((2..points.len() as u32).map(|corner| [0, corner - 1, corner]));
            assert_eq!(cut(&points).0, fan);
            check_simple(&points);
        }
    }
}

#[test]
fn a_fan_that_goes_around_twice_is_not_taken() {
    let twice: Vec<_> = (0..10).map(|k| TAU * f64::from(k) / 5.0).map(|x| [x.cos(), x.sin(), 0.0]).collect();
    let mut from_center = vec![[0.0; 3]];
    from_center.extend(twice.iter().map(|point| point.map(|x| x * 2.0)));
    from_center.iter_mut().enumerate().for_each(|(k, point)| point[0] *= 1.0 + k as f64 * 0.01);
    let (triangles, shape) = cut(&from_center);
    assert_eq!(shape.outline, Outline::Crossing);
    check_outline(&from_center, &triangles);
}

#[test]
fn crossing_polygons_are_told_and_keep_their_outline() {
    let bow = vec![[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
    let uneven_bow = vec![[0.0, 0.0], [3.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
    let pentagram: Vec<_> =
        (0..5).map(|k| TAU * f64::from(k) * 0.4).map(|x| [x.cos(), x.sin()].map(|x| (x * 100.0).round())).collect();
    // A strip that goes over itself: no triangle has a corner inside, and all wind the same way.
    let strip = [[0, 0], [20, 0], [20, 10], [10, 10], [10, -10], [12, -10], [12, 8], [18, 8], [18, 2], [0, 2]];
    let strip = strip.map(|point| point.map(f64::from)).to_vec();
    for corners in [bow, uneven_bow, pentagram, strip] {
        placed(&corners, |points| {
            let (triangles, shape) = cut(points);
            assert_eq!(shape, Shape { flat: true, outline: Outline::Crossing }, "{points:?}");
            check_outline(points, &triangles);
        });
    }
}

#[test]
fn polygons_without_area_are_told_and_stay() {
    let line = vec![[0.0, 0.0], [1.0, 1.0], [3.0, 3.0], [2.0, 2.0], [5.0, 5.0]];
    let there_and_back = vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [5.0, 3.0], [2.0, 2.0], [2.0, 0.0]];
    let one_place = vec![[1.0, 1.0]; 7];
    let tree = vec![[0.0, 0.0], [2.0, 0.0], [4.0, 1.0], [2.0, 0.0], [4.0, -1.0], [2.0, 0.0]];
    for corners in [line, there_and_back, one_place, tree] {
        placed(&corners, |points| {
            let (triangles, shape) = cut(points);
            assert_eq!(shape, Shape { flat: true, outline: Outline::NoArea }, "{points:?}");
            check_outline(points, &triangles);
            for triangle in triangles {
                let corners = triangle.map(|corner| points[corner as usize]);
                assert!((0..3).all(|axis| area(&corners, axis) == BigInt::ZERO));
            }
        });
    }
}

#[test]
fn numbers_of_six_digits_are_flat_and_warped_polygons_are_not() {
    let tilted = |x: f64, y: f64| [100.0 + x, 200.0 + y, 0.3 * x - 0.7 * y + 50.0];
    let rounded = |digits: f64| {
        let corners = [[0.0, 0.0], [3.0, 0.1], [2.9, 2.0], [1.5, 0.9], [0.1, 2.2]];
        corners.map(|[x, y]| tilted(x, y).map(|x| (x * digits).round() / digits))
    };
    check_simple(&rounded(1.0e6));
    check_simple(&rounded(1.0e3));
    for scale in [1.0, 1.0e-300, 1.0e300] {
        let warped = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.1], [1.0, 1.0, 0.0], [0.0, 1.0, 0.1]].map(|x| x.map(|x| x * scale));
        let (triangles, shape) = cut(&warped);
        assert_eq!(shape, Shape { flat: false, outline: Outline::Simple });
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
        let slightly = warped.map(|[x, y, z]| [x, y, z * 0.01]);
        assert!(cut(&slightly).1.flat);
    }
}

#[test]
fn hostile_polygons_end_soon() {
    let count = 100_000u32;
    let ring = |radius: &dyn Fn(u32) -> f64, turns: f64| -> Vec<Point> {
        let angle = |k: u32| turns * TAU * f64::from(k) / f64::from(count);
        (0..count).map(|k| [angle(k).cos() * radius(k), angle(k).sin() * radius(k), 0.0]).collect()
    };
    // With few corners a turn, the inner wall is in the way of every ear of the outer one.
    let wall = |out: f64, turn: f64| {
        let direction = move |k: u32| [(TAU * f64::from(k) / turn).cos(), (TAU * f64::from(k) / turn).sin(), 0.0];
        (0..count / 2).map(move |k| direction(k).map(|x| x * (1.0 + f64::from(k) * 0.2 / turn + out)))
    };
    let spiral = |turn| Vec::from_iter(wall(0.05, turn).chain(Vec::from_iter(wall(0.0, turn)).into_iter().rev()));
    let tooth = |k: u32| [f64::from(k), if k.is_multiple_of(2) { 1.0 } else { f64::from(count) }];
    let comb = Vec::from_iter((0..count).map(tooth).chain([[f64::from(count), 0.0], [0.0, 0.0]]));
    let slanted = comb.iter().map(|&[x, y]| [x - y, x + y, 0.0]).collect();
    // A comb with bent teeth, so that nearly every convex corner has a third of all others in front of it.
    let height = f64::from(count);
    let chevron = |k: u32| {
        let x = f64::from(k / 3);
        let corners = [[x, height, 0.0], [x + height, 0.0, 0.0], [x, -height, 0.0]];
        corners[if (k / 3).is_multiple_of(2) { k % 3 } else { 2 - k % 3 } as usize]
    };
    let back = [[height / 3.0, height + 1.0, 0.0], [0.0, height + 1.0, 0.0]];
    let chevrons = (0..count / 6 * 6).map(chevron).chain(back).collect();
    let flower = ring(&|k| if k % 3 == 0 { 0.0 } else { 1.0 }, 1.0);
    let far_cluster = ring(&|k| if k == 7 { 1.0e12 } else { f64::from(1 + k * 7919 % 13) }, 1.0);
    let mut random = Random(1);
    let random = (0..count).map(|_| [random.next() as f64, random.next() as f64, 0.0]).collect();
    let polygons: Vec<(&str, Vec<Point>)> = vec![
        ("circle", ring(&|_| 1.0, 1.0)),
        ("star", ring(&|k| if k.is_multiple_of(2) { 1.0 } else { 0.3 }, 1.0)),
        ("rough star", ring(&|k| f64::from(1 + k * 7919 % 1013), 1.0)),
        ("far cluster", far_cluster),
        ("flower", flower),
        ("spiral", spiral(200.0)),
        ("coarse spiral", spiral(20.0)),
        ("comb", comb.iter().map(|&[x, y]| [x, y, 0.0]).collect()),
        ("slanted comb", slanted),
        ("chevrons", chevrons),
        ("maze", maze(223, 224, 1)),
        ("many turns", ring(&|k| 1.0 + f64::from(k), 1000.0)),
        ("random", random),
    ];
    for (name, corners) in polygons {
        let start = std::time::Instant::now();
        let (triangles, shape) = cut(&corners);
        let time = start.elapsed();
        // Far more than it takes, and far less than anything quadratic does.
        assert!(time.as_secs() < 20, "{name}: {time:?}");
        let crosses = ["many turns", "random"].contains(&name);
        assert_eq!(shape.outline, if crosses { Outline::Crossing } else { Outline::Simple }, "{name}");
        check_outline(&corners, &triangles);
    }
}

proptest! {
    #[test]
    fn star_shaped_polygons_are_cut_exactly(
        radii in proptest::collection::vec(1u32..1000, 4..60),
        axes in Just([0usize, 1, 2]).prop_shuffle(),
        (slope_x, slope_y) in (-0.5..0.5f64, -0.5..0.5f64),
        start in 0usize..60,
    ) {
        let count = radii.len();
        let corner = |k: usize| {
            let angle = TAU * k as f64 / count as f64;
            let [x, y] = [angle.cos(), angle.sin()].map(|x| x * f64::from(radii[k]));
            let point = [x, y, slope_x * x + slope_y * y];
            axes.map(|axis| point[axis])
        };
        let corners = Vec::from_iter((start..start + count).map(|k| corner(k % count)));
        prop_assert_eq!(check_simple(&corners), 0);
    }

    #[test]
    fn holes_are_cut_exactly(
        outer in proptest::collection::vec(300u32..1000, 12..40),
        inner in proptest::collection::vec(1u32..280, 3..40),
        start in 0usize..80,
    ) {
        let ring = |radii: &[u32]| -> Vec<Point> {
            let angle = |k: usize| TAU * k as f64 / radii.len() as f64;
            (0..=radii.len()).map(|k| k % radii.len()).map(|k| [angle(k).cos(), angle(k).sin(), 0.0].map(|x| x * f64::from(radii[k]))).collect()
        };
        // Both rings end where they begin; between those places lies the bridge.
        let mut corners = ring(&outer);
        corners.extend(ring(&inner).into_iter().rev());
        let count = corners.len();
        corners.rotate_left(start % count);
        check_simple(&corners);
    }

    #[test]
    fn any_corners_become_as_many_triangles_with_their_outline(
        corners in proptest::collection::vec([-4i8..4, -4i8..4, -1i8..1], 4..24),
    ) {
        let corners = Vec::from_iter(corners.iter().map(|point| point.map(f64::from)));
        let (triangles, _) = cut(&corners);
        check_outline(&corners, &triangles);
    }
}

#[test]
fn a_polygon_that_winds_round_a_triangle_again_and_again_ends_soon() {
    let places = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    // As few are cut as ever.
    for (times, tangled) in [(1, false), (2, false), (50, false), (2_000, true)] {
        let corners = places.repeat(times);
        let (triangles, shape) = cut(&corners);
        assert_eq!((shape.flat, shape.outline == Outline::Tangled), (true, tangled), "{times}");
        check_outline(&corners, &triangles);
    }
}
