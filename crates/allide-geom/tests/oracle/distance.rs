use super::families::{self, Pair, Random};
use super::{Corners, ORDERS, gaps, triangle};
use allide_geom::{Aabb, DVec3, NearestPoints, Triangle, distance, distance_below, overlap};
use allide_oracle::{Fraction, distance_squared, is_root};

/// Largest difference of coordinates on one axis, halved so that it cannot overflow.
fn half_size(pair: &Pair) -> f64 {
    let extent = |k: usize| {
        let values = || pair.iter().flatten().map(move |corner| corner[k] * 0.5);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    };
    (0..3).map(extent).fold(0.0, f64::max)
}

fn half_magnitude(pair: &Pair) -> f64 {
    pair.iter().flatten().flatten().fold(0.0, |largest: f64, x| largest.max(x.abs() * 0.5))
}

/// The promise of [`distance`], in units of the size of the pair.
const PROMISED: f64 = 1.0e-14;

fn bits(nearest: NearestPoints) -> [u64; 7] {
    let [ax, ay, az] = nearest.on_a.to_array();
    let [bx, by, bz] = nearest.on_b.to_array();
    [nearest.distance, ax, ay, az, bx, by, bz].map(f64::to_bits)
}

fn squared_distance_from(point: DVec3, corners: &Corners) -> Fraction {
    distance_squared(&[point.to_array(); 3], corners)
}

/// `near` is how far, in units of the largest coordinate, a common point may be from the triangles that have it.
fn check(pair: &Pair, near: f64) {
    let [a, b] = [triangle(&pair[0]), triangle(&pair[1])];
    let expected = distance_squared(&pair[0], &pair[1]);
    let (size, magnitude) = (half_size(pair) * 2.0, half_magnitude(pair) * 2.0);
    let found = distance(&a, &b);
    assert_eq!(found.distance == 0.0, expected.is_zero(), "{pair:?}: {found:?}");
    assert_eq!(found.distance == 0.0, overlap(&a, &b).is_some(), "{pair:?}: {found:?}");
    if found.distance.is_infinite() {
        let largest = distance_squared(&[[0.0; 3]; 3], &[[f64::MAX * (1.0 - PROMISED), 0.0, 0.0]; 3]);
        assert!(largest <= expected, "{pair:?} are not that far apart");
    }
    if size.is_infinite() || found.distance.is_infinite() || magnitude.is_infinite() {
        return;
    }
    let tolerance = size * PROMISED + f64::from_bits(2);
    for order_a in ORDERS {
        let a = order_a.map(|i| a[i]);
        for order_b in ORDERS {
            let b = order_b.map(|j| b[j]);
            let found = check_symmetry(&a, &b);
            let error = found.distance - expected.to_f64(0).sqrt();
            assert!(
                is_root(found.distance, &expected, tolerance),
                "off by {:e} of the size: {pair:?}: {found:?}",
                error / size
            );
        }
    }
    let tolerance = magnitude * if found.distance == 0.0 { near } else { 1e-14 } + f64::from_bits(8);
    for (point, corners) in [(found.on_a, &pair[0]), (found.on_b, &pair[1])] {
        let off = squared_distance_from(point, corners);
        assert!(is_root(0.0, &off, tolerance), "{point} is off by {:e}: {pair:?}", off.to_f64(0).sqrt() / magnitude);
    }
    if found.distance == 0.0 {
        let boxes = Aabb::around(a).intersection(&Aabb::around(b)).grown(magnitude * 1e-14 + f64::from_bits(8));
        assert!(found.on_a.cmpge(boxes.min).all() && found.on_a.cmple(boxes.max).all(), "{pair:?}: {found:?}");
    }
    let between = distance_squared(&[found.on_a.to_array(); 3], &[found.on_b.to_array(); 3]);
    assert!(is_root(found.distance, &between, magnitude * 1e-14 + f64::from_bits(8)), "{pair:?}: {found:?}");
}

fn check_symmetry(a: &Triangle, b: &Triangle) -> NearestPoints {
    let found = distance(a, b);
    let mirrored = distance(b, a);
    let swapped = NearestPoints { distance: mirrored.distance, on_a: mirrored.on_b, on_b: mirrored.on_a };
    assert_eq!(bits(found), bits(swapped), "{a:?} {b:?}");
    let limits = [0.0, 0.5, 0.999_999, 1.0, 1.000_001, 2.0, 300.0, 1e12, 1e150].map(|factor| factor * found.distance);
    let ends = [found.distance.next_up(), found.distance.next_down(), f64::from_bits(1), f64::MAX, f64::INFINITY];
    for limit in limits.into_iter().chain(ends) {
        let below = distance_below(a, b, limit);
        assert_eq!(below.is_some(), found.distance < limit, "{a:?} {b:?} below {limit:e}: {below:?}");
        assert!(below.is_none_or(|below| bits(below) == bits(found)));
    }
    found
}

fn check_family(family: fn(&mut Random) -> Pair, count: usize, near: f64) {
    let mut random = Random::new(1999);
    (0..count).for_each(|_| check(&family(&mut random), near));
}

#[test]
fn distances_of_random_pairs_agree() {
    check_family(families::random, 1000, 1e-14);
}

#[test]
fn distances_on_a_small_grid_agree() {
    check_family(families::small_grid, 2000, 1e-14);
}

#[test]
fn distances_of_coplanar_pairs_agree() {
    check_family(families::coplanar, 1000, 1e-14);
}

#[test]
fn distances_of_pairs_one_bit_off_touching_agree() {
    check_family(families::almost_touching, 1000, 1e-14);
}

#[test]
fn distances_of_needles_agree() {
    check_family(families::needles, 1000, 1e-14);
}

#[test]
fn distances_of_degenerate_pairs_agree() {
    check_family(families::degenerate, 1000, 1e-14);
}

#[test]
fn distances_of_neighbours_agree() {
    check_family(families::neighbours, 1000, 1e-14);
}

#[test]
fn distances_of_huge_and_tiny_pairs_agree() {
    check_family(families::scaled, 300, 1e-14);
}

#[test]
fn distances_of_mixed_scales_agree() {
    check_family(families::mixed_scales, 300, 1e-14);
}

#[test]
fn distances_of_any_exponents_agree() {
    check_family(families::any_exponents, 200, 1e-14);
}

#[test]
fn distances_of_touching_pairs_agree() {
    check_family(families::touching, 500, 1e-14);
}

#[test]
fn distances_of_grazing_pairs_agree() {
    check_family(gaps::grazing, 1000, 1e-6);
}

#[test]
fn distances_of_parallel_planes_agree() {
    check_family(gaps::parallel, 1000, 1e-14);
}

#[test]
fn distances_of_almost_parallel_planes_agree() {
    check_family(gaps::almost_parallel_planes, 1000, 1e-14);
}

#[test]
fn distances_far_from_the_origin_agree() {
    // Planes that rounding has turned: a common point is in both boxes, and that is all.
    check_family(gaps::far_off, 1000, 1.0);
}

#[test]
fn distances_of_small_pairs_far_apart_agree() {
    check_family(gaps::apart, 1000, 1e-14);
}

#[test]
fn distances_of_gaps_at_the_ends_of_the_range_agree() {
    check_family(gaps::huge_or_tiny, 600, 1e-6);
}

/// Without the oracle, so that there can be many more pairs: a glance agrees with the distance itself.
fn check_glances(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let [a, b] = families::any_exponents(&mut random).map(|corners| triangle(&corners));
        check_symmetry(&a, &b);
    }
}

#[test]
fn a_glance_never_takes_a_near_pair_for_far() {
    check_glances(7, 30_000);
}

#[test]
#[ignore = "takes minutes: for changes to distances, in release"]
fn a_glance_never_takes_any_of_millions_for_far() {
    check_glances(8, 2_000_000);
    check_family(families::any_exponents, 5000, 1e-14);
}

#[test]
fn an_edge_whose_square_underflows_does_not_make_a_near_pair_far() {
    let a = triangle(&[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let b = triangle(&[[1e10, 0.0, 0.0], [1e10, 1.0, 0.0], [1e10, 1.0, 1e-163]]);
    let found = distance_below(&a, &b, 2e12).expect("1e10 is less than 2e12");
    assert_eq!(found.distance, 1e10);
    assert_eq!(distance_below(&b, &a, 2e12).map(|found| found.distance), Some(1e10));
}

/// Edges at angles down to the last bit, at distances from far to less than rounding.
fn almost_parallel(random: &mut Random) -> Pair {
    let angle = 10f64.powi(-(random.below(17) as i32));
    let gap = 10f64.powi(-(random.below(17) as i32));
    let [p, along, aside]: Corners = std::array::from_fn(|_| std::array::from_fn(|_| random.unit()));
    let [start, shift] = [random.unit(), random.unit()];
    let mut point = |on_line: f64, off: f64, up: f64| -> [f64; 3] {
        std::array::from_fn(|k| p[k] + along[k] * on_line + aside[k] * off + up * random.unit())
    };
    let first = [point(0.0, 0.0, 0.0), point(1.0, 0.0, 0.0), point(0.3, 0.0, angle)];
    let second = [point(start, gap, 0.0), point(start + 1.0, gap + angle * shift, angle), point(0.5, 1.0, 1.0)];
    [first, second]
}

#[test]
fn distances_of_almost_parallel_edges_agree() {
    check_family(almost_parallel, 2000, 1e-6);
}

#[test]
fn apart_by_less_than_rounding_is_not_zero() {
    let smallest = f64::from_bits(1);
    let floor = triangle(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
    let above = floor.map(|corner| corner + DVec3::Z * smallest);
    assert_eq!(overlap(&floor, &above), None);
    assert_eq!(distance(&floor, &above).distance, smallest);
}
