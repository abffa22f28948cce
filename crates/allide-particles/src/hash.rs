//! Random numbers as a function of what they are for: nothing is stored, and any number can be asked for alone.
//!
//! The hash is pcg4d of Jarzynski and Olano, "Hash functions for GPU rendering" (2020): 32-bit multiplications and shifts, so
//! every machine and every GPU computes the same bits.

/// Four random words for four words.
pub fn pcg4d(mut v: [u32; 4]) -> [u32; 4] {
    for word in &mut v {
        *word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    }
    mix(&mut v);
    for word in &mut v {
        *word ^= *word >> 16;
    }
    mix(&mut v);
    v
}

fn mix(v: &mut [u32; 4]) {
    v[0] = v[0].wrapping_add(v[1].wrapping_mul(v[3]));
    v[1] = v[1].wrapping_add(v[2].wrapping_mul(v[0]));
    v[2] = v[2].wrapping_add(v[0].wrapping_mul(v[1]));
    v[3] = v[3].wrapping_add(v[1].wrapping_mul(v[2]));
}

/// The random numbers of one generation of a particle.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    seed: [u32; 2],
    particle: u32,
    generation: u32,
}

impl Draws {
    /// What `generation` of `particle` draws. Numbers that all generations share use [`Draws::ALL`].
    pub fn new(seed: u64, particle: u32, generation: u64) -> Self {
        // The hash takes four words: what a generation has beyond 32 bits makes another seed.
        let seed = seed ^ (generation >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self { seed: [seed as u32, (seed >> 32) as u32], particle, generation: generation as u32 }
    }

    /// Stands for "all generations". What all share and what each draws anew have different purposes.
    pub const ALL: u64 = u32::MAX as u64;

    /// Two numbers in 0..1 for a purpose, 32 bits each: `salt` names the purpose.
    pub fn pair(self, salt: u32) -> [f64; 2] {
        let words =
            pcg4d([self.seed[0], self.seed[1] ^ salt.wrapping_mul(0x9E37_79B9), self.particle, self.generation]);
        [unit(words[0]), unit(words[1])]
    }

    /// Four numbers in 0..1 for a purpose.
    pub fn four(self, salt: u32) -> [f64; 4] {
        let words =
            pcg4d([self.seed[0], self.seed[1] ^ salt.wrapping_mul(0x9E37_79B9), self.particle, self.generation]);
        words.map(unit)
    }
}

/// The exact number word · 2⁻³².
fn unit(word: u32) -> f64 {
    f64::from(word) * (1.0 / 4_294_967_296.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_never_changes() {
        // By another implementation.
        assert_eq!(pcg4d([0, 0, 0, 0]), [0x0F02_F829, 0x2D56_8769, 0x32B0_C43B, 0xD325_48EA]);
        assert_eq!(pcg4d([1, 2, 3, 4]), [0x3622_CD16, 0xF114_71D8, 0xE110_9B3F, 0x02B9_4C2F]);
    }

    #[test]
    fn numbers_are_even() {
        let mut cells = [0u32; 64];
        for particle in 0..64_000 {
            for value in Draws::new(7, particle, 3).four(1) {
                cells[(value * 64.0) as usize] += 1;
            }
        }
        // Each cell expects 4000 with a standard deviation of 63.
        assert!(cells.iter().all(|&count| (3600..4400).contains(&count)), "{cells:?}");
    }
}
