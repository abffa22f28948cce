//! One number for a whole answer, so that answers of any size can be compared between processes.

use allide::{Nearest, Report, TriangleDistance, TrianglePair};

/// A finding as plain words, to the last bit.
pub trait Words {
    fn words(&self, take: impl FnMut(u64));
}

impl Words for TrianglePair {
    fn words(&self, mut take: impl FnMut(u64)) {
        take(u64::from(self.a) << 32 | u64::from(self.b));
        take(self.class as u64);
    }
}

impl Words for TriangleDistance {
    fn words(&self, mut take: impl FnMut(u64)) {
        take(u64::from(self.a) << 32 | u64::from(self.b));
        self.nearest.words(take);
    }
}

impl Words for Nearest {
    fn words(&self, mut take: impl FnMut(u64)) {
        take(self.distance.to_bits());
        self.on_a.to_array().into_iter().chain(self.on_b.to_array()).for_each(|x| take(x.to_bits()));
    }
}

/// A hash of all words given to it, which depends on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Digest {
    pub const EMPTY: Self = Self(0x243F_6A88_85A3_08D3);

    pub fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }

    /// Of everything that must not depend on method, device or threads: all but the cost.
    pub fn of<F: Words>(report: &Report<F>) -> Self {
        let mut digest = Self::EMPTY;
        for pair in &report.pairs {
            digest.add((pair.a.index() as u64) << 32 | pair.b.index() as u64);
            digest.add(pair.class as u64);
            digest.add(pair.triangle_pairs as u64);
            pair.nearest.iter().for_each(|nearest| nearest.words(|word| digest.add(word)));
            report.findings_of(pair).iter().for_each(|finding| finding.words(|word| digest.add(word)));
        }
        digest.add(report.findings().len() as u64);
        digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_the_sign_of_zero_count() {
        let of = |words: &[u64]| {
            let mut digest = Digest::EMPTY;
            words.iter().for_each(|&word| digest.add(word));
            digest
        };
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[0.0f64.to_bits()]), of(&[(-0.0f64).to_bits()]));
        assert_eq!(of(&[1, 2]), of(&[1, 2]));
    }
}
