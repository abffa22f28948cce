//! Families of pairs that fill the grid: whole numbers up to 2³⁰ apart, so that one cell is 1.

use crate::families::{self, Pair, Random};
use std::array::from_fn;

const HALF: f64 = (1u64 << 29) as f64;

fn map(pair: Pair, mut change: impl FnMut(f64) -> f64) -> Pair {
    pair.map(|triangle| triangle.map(|corner| corner.map(&mut change)))
}

/// Anywhere in the cube.
pub fn anywhere(random: &mut Random) -> Pair {
    from_fn(|_| from_fn(|_| from_fn(|_| (random.unit() * HALF).round())))
}

/// At the corners of the cube and next to them.
pub fn extremes(random: &mut Random) -> Pair {
    from_fn(|_| from_fn(|_| from_fn(|_| [-HALF, HALF, 0.0, HALF - 1.0, 1.0 - HALF, 1.0][random.below(6)])))
}

/// Pairs whose structure survives, scaled up by a whole number; every other time some coordinates are moved by a cell.
pub fn enlarged(random: &mut Random) -> Pair {
    let family = [families::small_grid, families::coplanar, families::touching, families::degenerate];
    let pair = match random.below(5) {
        4 => whole_neighbours(random),
        k => family[k](random),
    };
    let factor = 16.0 * (1 + random.below(1 << 16)) as f64;
    let moved = random.below(2) == 0;
    map(pair, |x| x * factor + if moved && random.below(12) == 0 { random.whole(1) } else { 0.0 })
}

/// [`families::neighbours`] on the grid.
pub fn whole_neighbours(random: &mut Random) -> Pair {
    loop {
        let pair = families::neighbours(random);
        if pair.iter().flatten().flatten().all(|x| (x * 16.0).fract() == 0.0) {
            return pair;
        }
    }
}

/// Needles, rounded to the grid.
pub fn needles(random: &mut Random) -> Pair {
    map(families::needles(random), |x| (x * HALF / 4.0).round())
}

/// Small triangles in a large scene, on the grid or in steps of a quarter of a cell.
pub fn small(random: &mut Random) -> Pair {
    let origin: [f64; 3] = from_fn(|_| (random.unit() * HALF * 0.7).round());
    let size = [3.0, 100.0, 1e4, 1e6, 1e8][random.below(5)];
    let step = [1.0, 1.0, 4.0][random.below(3)];
    from_fn(|_| from_fn(|_| from_fn(|k| origin[k] + (random.unit() * size * step).round() / step)))
}

/// As a mesh has them: from `f32`, near each other, often with corners in common. More vertices are off the grid near the
/// origin than elsewhere.
pub fn single_precision(random: &mut Random) -> Pair {
    let origin: [f64; 3] = from_fn(|_| random.unit() * random.unit());
    let mut pair: Pair = from_fn(|_| from_fn(|_| from_fn(|k| f64::from((origin[k] + random.unit() * 1e-3) as f32))));
    for shared in 0..random.below(3) {
        pair[1][shared] = pair[0][(shared + random.below(2)) % 3];
    }
    pair
}

/// Pairs next to each other in a cell or two, none exactly on the grid.
pub fn inside_cells(random: &mut Random) -> Pair {
    let pair = [families::almost_touching, families::neighbours, families::small_grid][random.below(3)](random);
    let origin = (random.unit() * HALF * 0.9).round();
    map(pair, |x| origin + x / 8.0)
}

/// Two triangles that mark the ends of the cube, for families that would fit a smaller one.
pub fn frame() -> Pair {
    [[[-HALF; 3]; 3], [[HALF; 3]; 3]]
}
