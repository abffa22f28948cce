//! Families of triangle pairs that are hard to measure rather than to tell apart: gaps of any width down to less than
//! rounding, between parallel planes, past edges and corners, and far from the origin.

use super::Corners;
use super::families::{Pair, Random};
use std::array::from_fn;

type Vector = [f64; 3];

fn vector(random: &mut Random) -> Vector {
    from_fn(|_| random.unit())
}

fn cross(u: Vector, v: Vector) -> Vector {
    from_fn(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
}

fn sum(origin: Vector, terms: &[(f64, Vector)]) -> Vector {
    from_fn(|k| terms.iter().fold(origin[k], |sum, (weight, vector)| sum + weight * vector[k]))
}

/// From 1 down to less than rounding, and in a quarter of all cases nothing.
fn gap(random: &mut Random) -> f64 {
    if random.below(4) == 0 { 0.0 } else { 10f64.powi(-(random.below(20) as i32)) }
}

/// In two planes that are exactly parallel: small integers on two axes of a lattice, and apart along its normal. Projected along
/// that, they cross, touch or are beside each other.
pub fn parallel(random: &mut Random) -> Pair {
    let [u, v]: [Vector; 2] = from_fn(|_| from_fn(|_| random.whole(4)));
    let (normal, steps) = (cross(u, v), random.whole(8) / 8.0);
    let origin: Vector = from_fn(|_| random.whole(40) / 8.0);
    let reach = 1 + random.below(5) as u64;
    let mut corner = |up: f64| sum(origin, &[(random.whole(reach), u), (random.whole(reach), v), (up, normal)]);
    [from_fn(|_| corner(0.0)), from_fn(|_| corner(steps))]
}

/// The same in planes that rounding turns a little, which no longer have one normal.
pub fn almost_parallel_planes(random: &mut Random) -> Pair {
    let [u, v] = [vector(random), vector(random)];
    let (normal, up) = (cross(u, v), gap(random));
    let origin = vector(random);
    let mut corner = |up: f64| sum(origin, &[(random.unit(), u), (random.unit(), v), (up, normal)]);
    [from_fn(|_| corner(0.0)), from_fn(|_| corner(up))]
}

/// A corner or an edge of the second passes a corner, an edge or the inside of the first at a distance of any size.
pub fn grazing(random: &mut Random) -> Pair {
    let first: Corners = from_fn(|_| vector(random));
    let weights: Vector = match random.below(3) {
        0 => [1.0, 0.0, 0.0],
        1 => {
            let along = random.unit() * 0.5 + 0.5;
            [along, 1.0 - along, 0.0]
        }
        _ => {
            let [s, t] = [random.unit() * 0.5 + 0.5, random.unit() * 0.5 + 0.5];
            [s, (1.0 - s) * t, (1.0 - s) * (1.0 - t)]
        }
    };
    let on_first = sum([0.0; 3], &[(weights[0], first[0]), (weights[1], first[1]), (weights[2], first[2])]);
    let point = sum(on_first, &[(gap(random), vector(random))]);
    let mut second: Corners = from_fn(|_| vector(random));
    if random.below(2) == 0 {
        second[0] = point;
    } else {
        let along = vector(random);
        second[0] = sum(point, &[(1.0, along)]);
        second[1] = sum(point, &[(-random.unit().abs(), along)]);
    }
    if random.below(2) == 0 { [first, second] } else { [second, first] }
}

/// The others, moved so far that most bits of their coordinates say where they are and few how far apart.
pub fn far_off(random: &mut Random) -> Pair {
    let pair = match random.below(3) {
        0 => parallel(random),
        1 => almost_parallel_planes(random),
        _ => grazing(random),
    };
    let offset = sum([0.0; 3], &[(10f64.powi(random.below(14) as i32), vector(random))]);
    pair.map(|triangle| triangle.map(|corner| sum(corner, &[(1.0, offset)])))
}

/// Small and wide apart, in any direction: the size of the pair is the gap.
pub fn apart(random: &mut Random) -> Pair {
    let (small, offset) = (10f64.powi(-(random.below(12) as i32)), vector(random));
    let mut near = |origin: Vector| from_fn(|_| sum(origin, &[(small, vector(random))]));
    [near([0.0; 3]), near(offset)]
}

/// Any of these as a whole as large or as small as numbers go.
pub fn huge_or_tiny(random: &mut Random) -> Pair {
    let pair = match random.below(4) {
        0 => parallel(random),
        1 => almost_parallel_planes(random),
        2 => grazing(random),
        _ => apart(random),
    };
    let exponents = [-1070, -1040, -1000, -700, -511, -400, -300, 300, 400, 511, 700, 1000, 1015];
    let factor = 2f64.powi(exponents[random.below(exponents.len() as u64)]);
    pair.map(|triangle| triangle.map(|corner| corner.map(|x| x * factor)))
}
