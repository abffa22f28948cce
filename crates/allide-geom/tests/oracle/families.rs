//! Families of triangle pairs, each hard in its own way, all from fixed seeds.

use super::Corners;
use std::array::from_fn;

/// Two triangles.
pub type Pair = [Corners; 2];

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `count` - 1.
    pub fn below(&mut self, count: u64) -> usize {
        (self.bits() % count) as usize
    }

    /// From -1 to 1, all 53 bits used.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }

    /// A whole number from `-limit` to `limit`.
    pub fn whole(&mut self, limit: u64) -> f64 {
        self.below(2 * limit + 1) as f64 - limit as f64
    }

    fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len() as u64)]
    }
}

/// Six corners from one source.
fn corners(mut corner: impl FnMut() -> [f64; 3]) -> Pair {
    from_fn(|_| from_fn(|_| corner()))
}

fn map(pair: Pair, mut change: impl FnMut([f64; 3]) -> [f64; 3]) -> Pair {
    pair.map(|triangle| triangle.map(&mut change))
}

fn combine(origin: [f64; 3], terms: &[(f64, [f64; 3])]) -> [f64; 3] {
    from_fn(|k| terms.iter().fold(origin[k], |sum, (weight, vector)| sum + weight * vector[k]))
}

/// Nothing special: mostly apart or crossing.
pub fn random(random: &mut Random) -> Pair {
    corners(|| from_fn(|_| random.unit()))
}

/// On a grid so small that corners, edges and planes coincide all the time, degenerate triangles included.
pub fn small_grid(random: &mut Random) -> Pair {
    let limit = random.pick(&[1, 1, 2, 3]);
    corners(|| from_fn(|_| random.whole(limit)))
}

/// In one sloped plane, exactly.
pub fn coplanar(random: &mut Random) -> Pair {
    let [origin, u, v]: Corners = from_fn(|_| from_fn(|_| random.whole(40) / 8.0));
    let reach = random.pick(&[1, 2, 3, 5]);
    corners(|| combine(origin, &[(random.whole(reach), u), (random.whole(reach), v)]))
}

/// A point of the triangle with weights in eighths: at a corner, on an edge or inside.
fn point_of(triangle: &Corners, random: &mut Random) -> [f64; 3] {
    let first = random.below(9);
    let second = [0, random.below(9 - first as u64), 8 - first][random.below(3)];
    let weights = [first, second, 8 - first - second].map(|weight| weight as f64 / 8.0);
    combine([0.0; 3], &[(weights[0], triangle[0]), (weights[1], triangle[1]), (weights[2], triangle[2])])
}

/// A corner or an edge of the second lies on a corner, on an edge or inside of the first, exactly.
pub fn touching(random: &mut Random) -> Pair {
    let [first, mut second] = corners(|| from_fn(|_| random.whole(64)));
    let point = point_of(&first, random);
    if random.below(2) == 0 {
        second[0] = point;
    } else {
        let along = from_fn(|_| random.whole(8));
        second[0] = combine(point, &[(1.0 + random.below(3) as f64, along)]);
        second[1] = combine(point, &[(-1.0 - random.below(3) as f64, along)]);
    }
    if random.below(4) == 0 { [second, first] } else { [first, second] }
}

/// The coordinate, sometimes up to two steps away.
fn nudged(value: f64, random: &mut Random) -> f64 {
    match random.below(24) {
        0 => value.next_up(),
        1 => value.next_down(),
        2 => value.next_up().next_up(),
        _ => value,
    }
}

/// Touching or coplanar, then moved by the last bit of some coordinates.
pub fn almost_touching(random: &mut Random) -> Pair {
    let pair = if random.below(3) == 0 { coplanar(random) } else { touching(random) };
    map(pair, |corner| corner.map(|x| nudged(x, random)))
}

/// The third corner lies on the line of the other two, up to rounding and a last bit.
fn needle(random: &mut Random) -> Corners {
    let [p, q]: [[f64; 3]; 2] = from_fn(|_| from_fn(|_| random.unit()));
    let at = random.unit() * 1.5;
    let third = from_fn(|k| nudged(p[k] + at * (q[k] - p[k]), random));
    [p, q, third]
}

/// Needles, many of them with corners in common or through each other's corners.
pub fn needles(random: &mut Random) -> Pair {
    let first = needle(random);
    let mut second = needle(random);
    match random.below(5) {
        0 => second[random.below(3)] = first[random.below(3)],
        1 => (second[0], second[1]) = (first[0], first[1]),
        2 => second = first.map(|corner| corner.map(|x| nudged(x, random))),
        3 => second = self::random(random)[0],
        _ => {}
    }
    if random.below(2) == 0 { [first, second] } else { [second, first] }
}

/// At least one side is a segment or a point, exactly.
pub fn degenerate(random: &mut Random) -> Pair {
    let [mut first, mut second] = match random.below(3) {
        0 => small_grid(random),
        1 => coplanar(random),
        _ => touching(random),
    };
    collapse(&mut first, random);
    if random.below(2) == 0 {
        collapse(&mut second, random);
    }
    if random.below(2) == 0 { [first, second] } else { [second, first] }
}

fn collapse(triangle: &mut Corners, random: &mut Random) {
    let [p, q, _] = *triangle;
    triangle[2] = match random.below(4) {
        0 => p,
        1 => combine([0.0; 3], &[(0.5, p), (0.5, q)]),
        2 => combine([0.0; 3], &[(2.0, q), (-1.0, p)]),
        _ => {
            triangle[1] = p;
            p
        }
    };
}

/// Corners in common, up to duplicates.
pub fn neighbours(random: &mut Random) -> Pair {
    let [first, mut second] = match random.below(4) {
        0 => small_grid(random),
        1 => coplanar(random),
        2 => touching(random),
        _ => self::random(random),
    };
    for shared in 0..=random.below(3) {
        second[shared] = first[(shared + random.below(2)) % 3];
    }
    [first, second]
}

/// A pair whose structure survives scaling by powers of two.
fn exact(random: &mut Random) -> Pair {
    match random.below(6) {
        0 => small_grid(random),
        1 => coplanar(random),
        2 => neighbours(random),
        3 => degenerate(random),
        4 => almost_touching(random),
        _ => touching(random),
    }
}

/// Huge or tiny as a whole, or each axis differently, down to subnormal numbers.
pub fn scaled(random: &mut Random) -> Pair {
    let pair = exact(random);
    let factor = match random.below(3) {
        0 => random.pick(&[1e150, 1e300, 1e-150, 1e-290, 2f64.powi(-1070)]),
        _ => 2f64.powi(random.pick(&[-1000, -700, -500, -400, -340, -300, 300, 340, 400, 500, 700, 1000])),
    };
    if random.below(3) > 0 {
        return map(pair, |corner| corner.map(|x| x * factor));
    }
    let factors: [f64; 3] = from_fn(|_| 2f64.powi(random.pick(&[-1060, -600, -40, 0, 300, 700, 1010])));
    map(pair, |corner| from_fn(|k| corner[k] * factors[k]))
}

/// Huge and tiny corners in one pair.
pub fn mixed_scales(random: &mut Random) -> Pair {
    let pair = exact(random);
    map(pair, |corner| {
        let factor = random.pick(&[1.0, 1.0, 1.0, 1e-300, 1e-160, 1e-12, 1e17, 1e160, 1e300]);
        corner.map(|x| x * factor)
    })
}

/// Numbers over the whole range of `f64`, many of them equal or zero: edges, heights and gaps whose squares and products
/// overflow or underflow while others are ordinary.
pub fn any_exponents(random: &mut Random) -> Pair {
    let middle = random.below(620) as i32 - 312;
    let spread = random.pick(&[0, 5, 30, 90, 170, 600]);
    let mut values = [0.0; 6];
    for value in &mut values[1..] {
        let exponent = middle + random.below(2 * spread + 1) as i32 - spread as i32;
        *value = random.unit() * 10f64.powi(exponent.clamp(-300, 307)) * random.pick(&[1.0, 1.0, 1.0, 1e-20]);
    }
    // A few numbers for all coordinates, sometimes summed or moved by the last bit: so planes and edges coincide.
    corners(|| {
        from_fn(|_| match random.below(12) {
            0 => values[random.below(6)] + values[random.below(6)],
            1 => values[random.below(6)].next_up(),
            2 => random.unit() * values[random.below(6)],
            _ => values[random.below(6)],
        })
    })
}
