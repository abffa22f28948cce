//! The ports of the modules.

use crate::{Config, Input, Output};

/// Widths of the ports, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ports {
    /// k.
    pub faces: usize,
    /// n.
    pub axes: usize,
    /// A coefficient or weight.
    pub word: usize,
    /// The index of a face.
    pub face: usize,
    /// p′.
    pub shift: usize,
    /// A difference.
    pub difference: usize,
}

impl Ports {
    /// Those of a machine.
    pub fn new(config: &Config) -> Self {
        let word = config.bits as usize;
        let face = index_bits(config.faces);
        Self { faces: config.faces, axes: config.axes.max(1), word, face, shift: word + 2, difference: 2 * word + 2 }
    }

    /// Bits of an axis in the store: two mapping vectors, six faces, and the shift.
    pub fn axis(&self) -> usize {
        6 * self.word + 6 * self.face + self.shift
    }

    /// 32-bit words of the stimulus of `harness`: a valid bit, both nodes, and the axis, each from a new word on.
    pub fn stimulus_words(&self) -> usize {
        1 + 2 * (self.faces * self.word).div_ceil(32) + self.axis().div_ceil(32)
    }

    /// 32-bit words of its response: bit 0 is valid, bit 1 the result; then both differences.
    pub fn response_words(&self) -> usize {
        1 + 2 * self.difference.div_ceil(32)
    }

    /// The words of a stimulus.
    pub fn stimulus(&self, input: Option<Input<'_>>) -> Vec<u32> {
        let mut words = vec![u32::from(input.is_some())];
        let Some(Input { a, b, axis }) = input else {
            words.resize(self.stimulus_words(), 0);
            return words;
        };
        for node in [a, b] {
            pack(&mut words, node.iter().map(|&coefficient| (i128::from(coefficient), self.word)));
        }
        let weights =
            [axis.a.weights, axis.b.weights].concat().into_iter().map(|weight| (i128::from(weight), self.word));
        let faces = [axis.a.faces, axis.b.faces].concat().into_iter().map(|face| (i128::from(face), self.face));
        pack(&mut words, weights.chain(faces).chain([(i128::from(axis.shift), self.shift)]));
        words
    }

    /// The words of a response.
    pub fn response(&self, output: Option<Output>) -> Vec<u32> {
        let mut words = vec![0];
        if let Some(Output { separates, differences }) = output {
            words[0] = 1 | u32::from(separates) << 1;
            differences.iter().for_each(|&difference| pack(&mut words, [(difference, self.difference)]));
        }
        words.resize(self.response_words(), 0);
        words
    }
}

/// Appends fields from the lowest bit on, beginning with a new word.
fn pack(words: &mut Vec<u32>, fields: impl IntoIterator<Item = (i128, usize)>) {
    let (mut rest, mut count) = (0_u128, 0);
    for (value, bits) in fields {
        // In parts of 64 bits at most, so that they fit beside what is left.
        for from in (0..bits).step_by(64) {
            let part = (bits - from).min(64);
            rest |= ((value >> from) as u128 & ((1 << part) - 1)) << count;
            count += part;
            while count >= 32 {
                words.push(rest as u32);
                (rest, count) = (rest >> 32, count - 32);
            }
        }
    }
    if count > 0 {
        words.push(rest as u32);
    }
}

/// Bits that count to `count`.
pub(super) fn index_bits(count: usize) -> usize {
    (usize::BITS - (count - 1).leading_zeros()).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_each_other_bit_by_bit() {
        let fields = [(-1, 3), (0, 5), (5, 35), (-2, 72), (1, 64), (-1, 1)];
        let mut words = vec![7];
        pack(&mut words, fields);
        assert_eq!(words.len(), 1 + 180_usize.div_ceil(32));
        let mut at = 32;
        for (value, bits) in fields {
            for bit in 0..bits {
                assert_eq!(i128::from(words[at / 32] >> (at % 32) & 1), value >> bit & 1, "{value} {bit}");
                at += 1;
            }
        }
    }
}
