//! One number for a whole answer, so that answers of any size can be compared between processes.

use allide::Report;
use allide_scenes::suite::Bits;

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
    pub fn of<F: Bits>(report: &Report<F>) -> Self {
        let mut digest = Self::EMPTY;
        words(report, |word| digest.add(word));
        digest
    }
}

/// All of an answer but its cost, to the last bit.
pub fn words<F: Bits>(report: &Report<F>, mut take: impl FnMut(u64)) {
    for pair in &report.pairs {
        pair.bits().as_ref().iter().for_each(|&word| take(word));
        let findings = report.findings_of(pair).iter();
        findings.for_each(|finding| finding.bits().as_ref().iter().for_each(|&word| take(word)));
    }
    take(report.findings().len() as u64);
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
