use super::families::{self, Pair, Random};
use super::{Corners, ORDERS, triangle};
use allide_geom::{Class, is_degenerate};
use allide_oracle as oracle;
use proptest::prelude::*;

fn class(of_oracle: oracle::Class) -> Class {
    match of_oracle {
        oracle::Class::Crossing => Class::Crossing,
        oracle::Class::Coplanar => Class::Coplanar,
        oracle::Class::Touching => Class::Touching,
    }
}

/// Compares all orders of corners and sides; returns the oracle's answers to the plain question and to the adjacent one.
fn check(pair: &Pair) -> [Option<Class>; 2] {
    let [a, b] = pair;
    let expected = oracle::overlap(a, b).map(class);
    let expected_self = oracle::self_overlap(a, b).map(class);
    for order_a in ORDERS {
        let a = triangle(&order_a.map(|i| a[i]));
        for order_b in ORDERS {
            let b = triangle(&order_b.map(|j| b[j]));
            assert_eq!(allide_geom::overlap(&a, &b), expected, "overlap of {a:?} and {b:?}");
            assert_eq!(allide_geom::overlap(&b, &a), expected, "overlap of {b:?} and {a:?}");
            assert_eq!(allide_geom::self_overlap(&a, &b), expected_self, "self_overlap of {a:?} and {b:?}");
            assert_eq!(allide_geom::self_overlap(&b, &a), expected_self, "self_overlap of {b:?} and {a:?}");
        }
    }
    check_degenerate(a);
    check_degenerate(b);
    [expected, expected_self]
}

/// A triangle has area exactly if it shares area with itself.
fn check_degenerate(corners: &Corners) {
    let expected = oracle::overlap(corners, corners) == Some(oracle::Class::Touching);
    for order in ORDERS {
        let triangle = triangle(&order.map(|i| corners[i]));
        assert_eq!(is_degenerate(&triangle), expected, "{triangle:?}");
    }
}

/// How many pairs of a family are of which kind.
#[derive(Debug, Default)]
struct Counts {
    apart: usize,
    crossing: usize,
    coplanar: usize,
    touching: usize,
    /// Of those that overlap: only in the corners that they have in common.
    adjacent: usize,
}

/// Checks `count` pairs of a family, which must hold enough of what the family is for.
fn check_family(family: fn(&mut Random) -> Pair, count: usize, enough: fn(&Counts) -> bool) {
    let mut random = Random::new(2003);
    let mut counts = Counts::default();
    for _ in 0..count {
        let [plain, adjacent] = check(&family(&mut random));
        match plain {
            None => counts.apart += 1,
            Some(Class::Crossing) => counts.crossing += 1,
            Some(Class::Coplanar) => counts.coplanar += 1,
            Some(Class::Touching) => counts.touching += 1,
        }
        counts.adjacent += usize::from(plain != adjacent);
    }
    assert!(enough(&counts), "{counts:?}");
}

#[test]
fn random_pairs_agree() {
    check_family(families::random, 3000, |c| c.apart > 1500 && c.crossing > 500);
}

#[test]
fn pairs_on_a_small_grid_agree() {
    check_family(families::small_grid, 9000, |c| {
        c.apart > 4000 && c.crossing > 1000 && c.coplanar > 20 && c.touching > 2000 && c.adjacent > 500
    });
}

#[test]
fn coplanar_pairs_agree() {
    check_family(families::coplanar, 4000, |c| {
        c.apart > 500 && c.coplanar > 1000 && c.touching > 500 && c.adjacent > 200
    });
}

#[test]
fn touching_pairs_agree() {
    check_family(families::touching, 4000, |c| c.apart == 0 && c.crossing > 1000 && c.touching > 2000);
}

#[test]
fn pairs_one_bit_off_touching_agree() {
    check_family(families::almost_touching, 4000, |c| c.apart > 1000 && c.crossing > 1000 && c.touching > 200);
}

#[test]
fn needles_agree() {
    check_family(families::needles, 3000, |c| {
        c.apart > 1000 && c.crossing > 100 && c.touching > 1000 && c.adjacent > 1000
    });
}

#[test]
fn degenerate_pairs_agree() {
    check_family(families::degenerate, 4000, |c| c.apart > 1000 && c.touching > 1000 && c.adjacent > 200);
}

#[test]
fn neighbours_agree() {
    check_family(families::neighbours, 4000, |c| {
        c.apart == 0 && c.crossing > 100 && c.coplanar > 300 && c.adjacent > 1000
    });
}

#[test]
fn huge_and_tiny_pairs_agree() {
    check_family(families::scaled, 1000, |c| c.apart > 200 && c.crossing > 50 && c.coplanar > 50 && c.touching > 200);
}

#[test]
fn pairs_of_mixed_scales_agree() {
    check_family(families::mixed_scales, 1000, |c| c.apart > 200 && c.crossing > 100 && c.touching > 50);
}

#[test]
fn pairs_of_any_exponents_agree() {
    check_family(families::any_exponents, 2000, |c| c.apart > 500 && c.crossing > 200 && c.touching > 20);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_finite_pair_agrees(pair in prop::array::uniform2(prop::array::uniform3(prop::array::uniform3(
        prop_oneof![4 => (-2i8..=2).prop_map(f64::from), 1 => prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL]
    )))) {
        check(&pair);
    }
}
