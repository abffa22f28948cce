use super::families::{self, Pair, Random};
use allide_geom::DVec3;
use allide_geom::predicates::{orient2d, orient3d};
use allide_oracle::orientation;
use glam::DVec2;

const FAMILIES: [fn(&mut Random) -> Pair; 8] = [
    families::random,
    families::small_grid,
    families::coplanar,
    families::almost_touching,
    families::needles,
    families::degenerate,
    families::scaled,
    families::mixed_scales,
];

/// Runs `check` on many pairs and counts the signs it returns; every sign must be common.
fn count_signs(check: impl Fn(&Pair) -> i8) {
    let mut random = Random::new(1979);
    let mut counts = [0; 3];
    for family in FAMILIES {
        for _ in 0..1000 {
            let sign = check(&family(&mut random));
            counts[(sign + 1) as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "negative, zero, positive: {counts:?}");
}

#[test]
fn signs_of_volumes_are_exact() {
    count_signs(|[a, b]| {
        let expected = orientation(&[a[0], a[1], a[2], b[0]]);
        let [p, q, r, s] = [a[0], a[1], a[2], b[0]].map(DVec3::from);
        for (points, sign) in [([p, q, r, s], 1), ([q, p, r, s], -1), ([s, p, q, r], -1), ([r, s, p, q], 1)] {
            let [i, j, k, l] = points;
            assert_eq!(orient3d(i, j, k, l), sign * expected, "{points:?}");
        }
        expected
    });
}

#[test]
fn signs_of_areas_are_exact() {
    count_signs(|[a, _]| {
        let flat = a.map(|[x, y, _]| [x, y]);
        let expected = orientation(&flat);
        let [p, q, r] = flat.map(DVec2::from);
        for (points, sign) in [([p, q, r], 1), ([q, r, p], 1), ([q, p, r], -1), ([r, q, p], -1)] {
            let [i, j, k] = points;
            assert_eq!(orient2d(i, j, k), sign * expected, "{points:?}");
        }
        expected
    });
}
