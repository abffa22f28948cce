/// Sebastiano Vigna's SplitMix64: the same numbers on every machine, for ever.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Every seed gives another sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Evenly distributed in `low..high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64);
        low + unit * (high - low)
    }

    /// Evenly distributed in the cube from `low` to `high`.
    pub fn point(&mut self, low: f64, high: f64) -> [f64; 3] {
        std::array::from_fn(|_| self.between(low, high))
    }

    /// A whole number below `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit.max(1) as u64) as usize
    }

    /// True once in `times` calls, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of a list.
    ///
    /// # Panics
    /// The list is empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Evenly distributed on the unit sphere.
    pub fn direction(&mut self) -> [f64; 3] {
        loop {
            let point = self.point(-1.0, 1.0);
            let length = point.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.01..=1.0).contains(&length) {
                return point.map(|x| x / length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first: [u64; 3] = std::array::from_fn(|_| random.bits());
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn directions_have_length_one_and_lean_nowhere() {
        let mut random = Random::new(7);
        let mut sum = [0.0; 3];
        for _ in 0..10_000 {
            let direction = random.direction();
            assert!((direction.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
            (0..3).for_each(|axis| sum[axis] += direction[axis]);
        }
        assert!(sum.iter().all(|sum| sum.abs() < 300.0), "{sum:?}");
    }
}
