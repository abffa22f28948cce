//! Two triangles, and what the oracle says about them.

use super::numbers::numbers;
use allide_geom::{Class, DVec3, distance, distance_below};

type Corners = [[f64; 3]; 3];

fn pair(bytes: &[u8]) -> Option<[Corners; 2]> {
    let values = numbers(bytes);
    let corner = |index: usize| [values[index * 3], values[index * 3 + 1], values[index * 3 + 2]];
    (values.len() >= 18).then(|| [[0, 1, 2].map(corner), [3, 4, 5].map(corner)])
}

fn points(corners: Corners) -> [DVec3; 3] {
    corners.map(DVec3::from)
}

/// Compares both predicates with the oracle.
///
/// # Panics
/// If they disagree.
pub fn check_triangles(bytes: &[u8]) {
    let Some([a, b]) = pair(bytes) else { return };
    let same = |found: Option<Class>, expected: Option<allide_oracle::Class>| {
        assert_eq!(found.map(|class| format!("{class:?}")), expected.map(|class| format!("{class:?}")), "{a:?} {b:?}");
    };
    same(allide_geom::overlap(&points(a), &points(b)), allide_oracle::overlap(&a, &b));
    same(allide_geom::self_overlap(&points(a), &points(b)), allide_oracle::self_overlap(&a, &b));
}

/// Compares the distance with the oracle, and with itself below limits.
///
/// # Panics
/// If it is farther off than [`allide_geom::distance`] promises, or lost below a limit.
pub fn check_distances(bytes: &[u8]) {
    let Some([a, b]) = pair(bytes) else { return };
    let found = distance(&points(a), &points(b));
    let expected = allide_oracle::distance_squared(&a, &b);
    assert_eq!(found.distance == 0.0, expected.is_zero(), "{a:?} {b:?}: {found:?}");
    let limits = [0.5, 1.0, 2.0, 1.0e12].map(|factor| factor * found.distance);
    for limit in limits.into_iter().chain([found.distance.next_up(), found.distance.next_down(), f64::MAX]) {
        let below = distance_below(&points(a), &points(b), limit);
        assert_eq!(below.is_some(), found.distance < limit, "{a:?} {b:?} below {limit:e}: {below:?}");
    }
    let extent = |k: usize| {
        let values = || a.iter().chain(&b).map(move |corner| corner[k]);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    };
    let size = extent(0).max(extent(1)).max(extent(2));
    if size.is_finite() && found.distance.is_finite() {
        let tolerance = size * 1.0e-14 + f64::from_bits(2);
        let is_root = allide_oracle::is_root(found.distance, &expected, tolerance);
        assert!(is_root, "{a:?} {b:?}: {found:?} instead of {:e}", expected.to_f64(0).sqrt());
    }
}
