use super::families::{self, Pair, Random};
use super::triangle;
use allide_geom::{Aabb, DVec3, contact_box};
use allide_oracle::common_points;

/// Whether both boxes are equal up to `tolerance`.
fn close(found: Aabb, expected: Aabb, tolerance: f64) -> bool {
    (found.min - expected.min).abs().max(found.max - expected.max).max_element() <= tolerance
}

fn check(pair: &Pair, tolerance: Option<f64>) -> bool {
    let points = common_points(&pair[0], &pair[1]);
    if points.is_empty() {
        return false;
    }
    let [a, b] = [triangle(&pair[0]), triangle(&pair[1])];
    let expected = Aabb::around(points.into_iter().map(DVec3::from));
    for found in [contact_box(&a, &b), contact_box(&b, &a)] {
        let bounds = Aabb::around(a).intersection(&Aabb::around(b));
        assert!(!found.is_empty() && bounds.union(&found) == bounds, "{found:?} leaves {bounds:?}: {pair:?}");
        if let Some(tolerance) = tolerance {
            assert!(close(found, expected, tolerance), "{found:?} is not {expected:?}: {pair:?}");
        }
    }
    true
}

fn check_family(family: fn(&mut Random) -> Pair, count: usize, tolerance: Option<f64>, least: usize) {
    let mut random = Random::new(1997);
    let overlapping = (0..count).filter(|_| check(&family(&mut random), tolerance)).count();
    assert!(overlapping >= least, "only {overlapping} overlap");
}

#[test]
fn the_box_is_tight_on_a_small_grid() {
    check_family(families::small_grid, 3000, Some(1e-12), 1000);
}

#[test]
fn the_box_is_tight_for_coplanar_pairs() {
    check_family(families::coplanar, 1000, Some(1e-9), 500);
}

#[test]
fn the_box_is_tight_for_touching_pairs() {
    check_family(families::touching, 1000, Some(1e-7), 1000);
}

#[test]
fn the_box_is_tight_for_random_pairs() {
    check_family(families::random, 2000, Some(1e-9), 500);
}

#[test]
fn the_box_is_inside_both_boxes_for_any_pair() {
    for family in [families::needles, families::degenerate, families::scaled, families::mixed_scales] {
        check_family(family, 500, None, 100);
    }
}
