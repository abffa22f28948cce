//! Closed solids and pairs of them that are hard to judge, with exact contacts.
//!
//! Unless its description says otherwise, a solid has coordinates that are small multiples of a power of two, so that faces, edges and
//! vertices that are meant to meet do, exactly, and still do after a turn, a shear or a scaling by such numbers.
//! Which class a pair has is not said here.

mod contacts;
mod pool;
mod solid;

pub use contacts::{KINDS, Kind};
pub use pool::{POOL, Shape, any, simple};
pub use solid::{AxisTurn, Solid};

use crate::Random;

/// Two solids.
#[derive(Clone, Debug)]
pub struct Pair {
    /// How they were made, and the seed that makes them again.
    pub name: String,
    /// The first one.
    pub a: Solid,
    /// The second one.
    pub b: Solid,
}

/// The pair of that kind and seed where it was made: in random order, with random triangulations.
///
/// All coordinates are below 16 and have few digits, unless the pair is in general position.
pub fn plain_pair(kind: Kind, seed: u64) -> Pair {
    made(kind, seed).0
}

/// The same pair in a random place: turned, scaled and sheared, all of it exactly. Pairs in general position stay where they are.
pub fn pair(kind: Kind, seed: u64) -> Pair {
    let (Pair { name, a, b }, mut random) = made(kind, seed);
    let (a, b) = if kind.is_exact() { elsewhere(a, b, &mut random) } else { (a, b) };
    Pair { name, a, b }
}

fn made(kind: Kind, seed: u64) -> (Pair, Random) {
    let mut random = Random::new(seed.wrapping_mul(64).wrapping_add(kind as u64));
    let (mut a, mut b) = kind.make(&mut random);
    if random.once_in(2) {
        (a, b) = (b, a);
    }
    for solid in [&mut a, &mut b] {
        if kind.is_exact() && random.once_in(2) {
            let cuts = random.below(6);
            *solid = solid.refined(cuts, &mut random);
        }
        *solid = solid.shuffled(&mut random);
    }
    (Pair { name: format!("{} {seed}", kind.name()), a, b }, random)
}

/// Pairs of all kinds in turn, with consecutive seeds.
pub fn pairs(seed: u64, count: usize) -> impl Iterator<Item = Pair> {
    let kinds = KINDS.into_iter().cycle();
    kinds.zip(0..count).map(move |(kind, index)| pair(kind, seed.wrapping_add((index / KINDS.len()) as u64)))
}

/// Both solids after the same exact map.
fn elsewhere(mut a: Solid, mut b: Solid, random: &mut Random) -> (Solid, Solid) {
    let mut both = |map: &dyn Fn(&Solid) -> Solid| (a, b) = (map(&a), map(&b));
    let turn = AxisTurn::ALL[random.below(24)];
    both(&|solid| solid.turned(turn));
    if random.once_in(3) {
        let (onto, by, factor) =
            (random.below(3), 1 + random.below(2), random.pick(&[-2.0, -1.0, -0.5, 0.5, 1.0, 3.0]));
        both(&|solid| solid.sheared(onto, (onto + by) % 3, factor));
    }
    if random.once_in(3) {
        let by = [0; 3].map(|_| random.below(2_000) as f64 - 1_000.0);
        both(&|solid| solid.moved(by));
    }
    if random.once_in(3) {
        let mut power = || 2f64.powi(random.pick(&[-500, -40, -7, -1, 1, 5, 40, 500]));
        let factor = power();
        let factors = if factor < 1.0 { [factor; 3] } else { [factor, power(), power()] };
        both(&|solid| solid.scaled(factors));
    }
    (a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_pair_every_time_and_another_seed_another() {
        for kind in KINDS {
            let positions = |seed| [pair(kind, seed).a, pair(kind, seed).b].map(|solid| solid.positions);
            assert!((0..9).all(|seed| positions(seed) == positions(seed)), "{kind:?}");
            assert!((0..9).any(|seed| positions(seed) != positions(seed + 1)), "{kind:?}");
        }
        let names: Vec<_> = pairs(3, KINDS.len() + 1).map(|pair| pair.name).collect();
        assert_eq!((names[0].as_str(), names[KINDS.len()].as_str()), ("general 3", "general 4"));
    }
}
