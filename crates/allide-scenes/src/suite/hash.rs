/// FNV-1a over bytes: the same in every version of Rust, so that records can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(pub u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(super) fn add(&mut self, words: &[u64]) {
        for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        let mut hash = Hash::default();
        hash.add(&[u64::from_le_bytes(*b"chongo w")]);
        hash.add(&[u64::from_le_bytes(*b"as here!")]);
        assert_eq!(hash, Hash(0x858e_2fa3_2a55_e61d));
    }
}
