//! Ids of object pairs and sets that outlast a report.

use super::{Answers, Pair};
use std::collections::HashMap;

/// FNV-1a, 64 bits.
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The 48 bits that names come to, in whatever order they are given.
fn hash(mut names: Vec<&str>) -> u64 {
    names.sort_unstable();
    let bytes = names.iter().enumerate().flat_map(|(k, name)| [0].into_iter().take(k.min(1)).chain(name.bytes()));
    let hash = fnv(bytes);
    // The upper bits are folded into the others, as the hash's authors advise.
    (hash >> 48) ^ (hash & 0xffff_ffff_ffff)
}

/// The first letter of ids: no spreadsheet takes them for numbers.
pub(super) const PAIR: char = 'p';
pub(super) const SET: char = 's';

/// Whether this is how ids look.
pub(super) fn is_id(text: &str, kind: char) -> bool {
    let Some(digits) = text.strip_prefix(kind) else { return false };
    let (hash, number) = digits.split_once('-').unwrap_or((digits, "2"));
    let is_hash = hash.len() == 12 && hash.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    is_hash && !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
}

impl Answers {
    /// An id for each of these pairs or sets, from the names of its objects alone: neither their places, nor other objects,
    /// nor what was found change it.
    ///
    /// It is `p` for pairs or `s` for sets (so that no spreadsheet takes it for a number) and twelve hexadecimal digits: the 64-bit FNV-1a hash of
    /// the names, sorted by bytes, with a zero byte between each two; its upper 16 bits are added to the others
    /// by exclusive or. Where two have the same hash, as those of objects with the same names do, the second gets `-2` at
    /// its end, and so on.
    pub fn ids(&self, pairs: &[Pair<'_>]) -> Vec<String> {
        let mut ids = Ids::new(self);
        pairs.iter().map(|pair| ids.next(pair)).collect()
    }
}

/// [`Answers::ids`], one by one.
#[derive(Debug)]
pub struct Ids<'r> {
    answers: &'r Answers,
    seen: HashMap<(char, u64), u64>,
}

impl<'r> Ids<'r> {
    /// Before the first.
    pub fn new(answers: &'r Answers) -> Self {
        Self { answers, seen: HashMap::new() }
    }

    /// That of the next pair or set.
    pub fn next(&mut self, pair: &Pair<'_>) -> String {
        let both = [pair.a, pair.b];
        let (kind, ids) = if pair.copies.is_empty() { (PAIR, &both[..]) } else { (SET, pair.copies) };
        let hash = hash(ids.iter().map(|id| self.answers.scene.objects()[id.index()].name()).collect());
        let count = self.seen.entry((kind, hash)).or_insert(0);
        *count += 1;
        if *count == 1 { format!("{kind}{hash:012x}") } else { format!("{kind}{hash:012x}-{count}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_that_are_published() {
        for (text, expected) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(fnv(text.bytes()), expected);
        }
    }

    #[test]
    fn hashes_depend_on_both_names_and_not_on_their_order() {
        let hash_of = |a, b| hash(vec![a, b]);
        assert_eq!(hash_of("base", "lid"), hash_of("lid", "base"));
        assert_ne!(hash_of("base", "lid"), hash_of("basel", "id"));
        assert_ne!(hash_of("a", "a"), hash_of("", "aa"));
        assert_ne!(hash(vec!["a", "b", "c"]), hash_of("a", "b"));
        assert_eq!(hash(vec!["a", "b", "c"]), hash(vec!["c", "a", "b"]));
        let names: Vec<String> = (0..400).map(|number| format!("bolt#{number}")).collect();
        let pairs = (0..400).flat_map(|a| (a..400).map(move |b| (a, b)));
        let all: std::collections::HashSet<u64> = pairs.map(|(a, b)| hash_of(&names[a], &names[b])).collect();
        assert_eq!(all.len(), 400 * 401 / 2);
    }
}
